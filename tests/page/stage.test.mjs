// What the 3D scene draws, read from its pixels: true colours on every tier, no seams, the end of a game, the picture
// people share; and that nothing is drawn while nothing moves.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useBrowser } from './browser.mjs';
import { decodePng } from './png.mjs';
import { eventually } from './visit.mjs';

const { useVisit, visit } = useBrowser();

const RED = [0xe6, 0x39, 0x46];
const YELLOW = [0xff, 0xd6, 0x0a];
const BLUE = [0x00, 0x52, 0xcc];
/** Largest difference in a channel between a face as rendered and its named colour. Light and gloss are part of the picture. */
const TOLERANCE = 36;

const distance = (a, b) => Math.max(...a.map((value, i) => Math.abs(value - b[i])));
const hex = (pixel) => `#${pixel.map((value) => value.toString(16).padStart(2, '0')).join('')}`;

function median(pixels) {
  const middle = (values) => values.sort((a, b) => a - b)[values.length >> 1];
  return [0, 1, 2].map((channel) => middle(pixels.map((pixel) => pixel[channel])));
}

/** The pixels of a disc's face, without its rim. */
function faceOf(picture, { x, y, radius }) {
  const pixels = [];
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) if (dx * dx + dy * dy < 0.6 * radius * radius) pixels.push(picture.at(x + dx, y + dy));
  }
  return pixels;
}

const cellsOf = (v) => v.page.evaluate(() => {
  const { scene, snapshot } = globalThis.fourfall;
  return [...snapshot.value.cells].map((content, cell) => ({ content, cell, ...scene.cellAt(cell) }));
});

const framesOf = (v) => v.page.evaluate(() => globalThis.fourfall.scene.stats().frames);

/** Frames drawn during sixty of the browser's. */
const idleFrames = (v) => v.page.evaluate(async () => {
  const { scene } = globalThis.fourfall;
  const before = scene.stats().frames;
  for (let i = 0; i < 60; i++) await new Promise((next) => globalThis.everyFrame(next));
  return scene.stats().frames - before;
});

const revealed = (v) => v.page.evaluate(() => globalThis.fourfall.isRevealed.value);

describe('the colours', () => {
  const v = useVisit({ viewport: { width: 420, height: 400 }, settings: { marks: false } });

  for (const quality of ['low', 'medium', 'high']) {
    for (const theme of quality === 'high' ? ['dark'] : ['dark', 'classic']) {
      test(`of discs and board are the named ones on ${quality}, theme ${theme}`, async () => {
        await v.act('change', { quality, theme });
        await v.openGame('445532167');
        const picture = await v.picture();
        const cells = await cellsOf(v);
        const faces = (player) => median(cells.filter(({ content }) => content === player).flatMap((cell) => faceOf(picture, cell)));
        const corners = [];
        for (const cell of cells.filter((at) => at.cell < 35 && at.cell % 7 < 6)) {
          const across = cells[cell.cell + 8];
          corners.push(picture.at((cell.x + across.x) / 2, (cell.y + across.y) / 2));
        }
        for (const [name, seen, named] of [['red', faces(0), RED], ['yellow', faces(1), YELLOW], ['the board', median(corners), BLUE]])
          assert.ok(distance(seen, named) <= TOLERANCE, `${name} is ${hex(seen)}, not ${hex(named)}`);
      });
    }
  }
});

test('metal discs are warmer where they are dark: gold, not olive', async () => {
  await visit({ viewport: { width: 420, height: 400 }, settings: { finish: 'metal', marks: false } }, async (v) => {
    await v.openGame('445532167');
    for (const quality of ['low', 'medium']) {
      await v.act('change', { quality });
      const picture = await v.picture();
      const yellow = (await cellsOf(v)).filter(({ content }) => content === 1).flatMap((cell) => faceOf(picture, cell));
      const sorted = yellow.sort((a, b) => a[0] + a[1] - b[0] - b[1]);
      const ratio = ([red, green]) => red / green;
      const dark = median(sorted.slice(0, sorted.length >> 2));
      assert.ok(ratio(dark) > 1.25, `${quality}: ${hex(dark)}`);
      assert.ok(dark[0] > 140, `${quality}: ${hex(dark)} is dull`);
    }
  });
});

test('in the contrast theme a chosen column has white edges and keeps its blue', async () => {
  await visit({ viewport: { width: 640, height: 560 }, settings: { theme: 'contrast' } }, async (v) => {
    await v.openGame('4453');
    await v.page.evaluate(() => (globalThis.fourfall.hover.value = 1));
    const picture = await v.picture();
    const cells = await cellsOf(v);
    // Between four openings, as seen from the column: a little inside its edge, and across the edge.
    const corner = (cell, share) => {
      const [one, left, below] = [cells[cell], cells[cell - 1], cells[cell + 7]];
      return [one.x + share * (left.x - one.x), (one.y + below.y) / 2];
    };
    const rows = [8, 15, 22, 29];
    const blue = median(rows.map((cell) => picture.at(...corner(cell, 0.4))));
    assert.ok(blue[2] > 180 && blue[0] < 110, `the column is ${hex(blue)}`);
    for (const cell of rows) {
      const edge = Array.from({ length: 21 }, (_, i) => picture.at(...corner(cell, 0.44 + i / 200)));
      assert.ok(edge.some((pixel) => Math.min(...pixel) > 150), `its edge: ${edge.map(hex)}`);
    }
  });
});

/** The largest step in brightness across the seams between the columns: of the seam itself to the plastic beside it. */
async function seamStep(v) {
  await v.rest();
  const cells = await cellsOf(v);
  await v.page.evaluate(() => (document.querySelector('.debug').style.display = 'none'));
  const ratio = await v.page.evaluate(() => devicePixelRatio);
  const picture = decodePng(await v.page.screenshot());
  const blue = (x, y) => picture.at(x * ratio, y * ratio)[2];
  let worst = 0;
  for (const { cell, x, y, radius } of cells.filter((at) => at.cell < 35 && at.cell % 7 < 6)) {
    const [right, below] = [cells[cell + 1], cells[cell + 7]];
    for (const share of [0.38, 0.46, 0.54, 0.62]) {
      const at = { x: (x + right.x) / 2 + (below.x - x) * share, y: (y + right.y) / 2 + (below.y - y) * share };
      const beside = Math.min(blue(at.x - 0.13 * radius, at.y), blue(at.x + 0.13 * radius, at.y));
      for (let d = -2; d <= 2; d += 0.5) worst = Math.max(worst, beside - blue(at.x + d / ratio, at.y));
    }
  }
  return worst;
}

for (const deviceScaleFactor of [1, 2])
  test(`Low has no seams between columns at any zoom, with ${deviceScaleFactor} device pixels per pixel`, async () => {
    await visit({ viewport: { width: 390, height: 560 }, context: { deviceScaleFactor } }, async (v) => {
      await v.openGame('4453216');
      const sharp = await v.page.evaluate(() => document.querySelector('#board').width / document.querySelector('#board').clientWidth);
      assert.equal(sharp, Math.min(deviceScaleFactor, 2), 'pixels of the canvas per pixel');
      for (const factor of [1, 0.9]) {
        await v.page.evaluate((by) => globalThis.fourfall.scene.zoom(by), factor);
        const step = await seamStep(v);
        assert.ok(step <= 6, `a line ${step} levels darker than the plastic beside it at zoom ${factor}`);
      }
    });
  });

describe('the end of a game', () => {
  const v = useVisit({ viewport: { width: 320, height: 320 }, settings: { motion: 'full', finish: 'metal', lens: 'wide' }, context: { deviceScaleFactor: 0.5 } });

  for (const [board, before, last] of [['classic board', '112233', '4'], ['cube', '5x5x5:afbgch', 'd']])
    test(`on the ${board}: the words wait for the choreography; afterwards nothing is drawn`, async () => {
      await v.openGame(before);
      await v.rest();
      assert.equal(await idleFrames(v), 0, 'with metal, the wide lens and the light at the last disc');
      assert.equal(await revealed(v), true);
      await v.play(last);
      assert.equal(await eventually(() => revealed(v), (is) => is), true);
      await v.rest();
      assert.equal(await idleFrames(v), 0);
    });

  test('while it is played out, it is nobody\'s turn', async () => {
    await v.openGame('112233');
    await v.rest();
    const seen = await v.page.evaluate(async () => {
      const { drop, isRevealed, landed } = globalThis.fourfall;
      const turn = () => [...document.querySelectorAll('.turn')].find((one) => one.checkVisibility({ visibilityProperty: true }));
      const looks = [];
      drop(3);
      while (landed.value.status === 'playing' || !isRevealed.value) {
        await new Promise((next) => setTimeout(next, 0));
        if (landed.value.status !== 'playing' && turn()) looks.push(turn().textContent);
      }
      return looks;
    });
    assert.deepEqual(seen.filter((text) => /turn/i.test(text)), []);
  });

  test('a key skips to the words, and the board is at rest', async () => {
    await v.openGame('112233');
    await v.rest();
    const seen = await v.page.evaluate(async () => {
      const app = globalThis.fourfall;
      app.drop(3);
      while (app.snapshot.value.status === 'playing') await new Promise((next) => setTimeout(next, 0));
      const before = app.isRevealed.value;
      dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));
      return [before, app.isRevealed.value];
    });
    assert.deepEqual(seen, [false, true]);
    await v.phase('over');
    await v.rest();
    assert.equal(await idleFrames(v), 0);
  });

  test('with the pointer over a column, nothing is drawn once the light has arrived', async () => {
    await v.openGame('4453');
    await v.page.evaluate(() => (globalThis.fourfall.hover.value = 5));
    await v.rest();
    assert.equal(await idleFrames(v), 0);
  });
});

/** Spots of one colour in a picture, biggest first: their middle and how many samples they have. */
function spotsOf(picture, isColour, step = 6) {
  const [wide, high] = [Math.floor(picture.width / step), Math.floor(picture.height / step)];
  const left = new Set();
  for (let y = 0; y < high; y++) for (let x = 0; x < wide; x++) if (isColour(picture.at(x * step, y * step))) left.add(y * wide + x);
  const spots = [];
  for (const start of left) {
    const cluster = [start];
    left.delete(start);
    for (const at of cluster) for (const next of [at - 1, at + 1, at - wide, at + wide]) if (left.delete(next)) cluster.push(next);
    const middle = (of) => (cluster.reduce((sum, at) => sum + of(at), 0) / cluster.length) * step;
    spots.push({ count: cluster.length, x: middle((at) => at % wide), y: middle((at) => Math.floor(at / wide)) });
  }
  return spots.sort((a, b) => b.count - a.count);
}

async function posterOf(v) {
  const data = await v.page.evaluate(async () => {
    const file = await globalThis.fourfall.exportPicture();
    const image = await createImageBitmap(file);
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return { png: canvas.toDataURL('image/png'), name: file.name, bytes: file.size };
  });
  const { width, height, at } = decodePng(Buffer.from(data.png.split(',')[1], 'base64'));
  return { width, height, at, name: data.name, bytes: data.bytes };
}

describe('the picture that is shared', () => {
  const v = useVisit({ viewport: { width: 480, height: 420 } });

  test('is the rendered scene with every disc in its place, and the board on the page does not notice', async () => {
    await v.openGame('1122334');
    await v.rest();
    // Only the board: toasts come and go.
    await v.page.evaluate(() => (document.querySelector('#app').style.visibility = 'hidden'));
    const [framesBefore, screenBefore] = [await framesOf(v), await v.page.screenshot()];
    const worker = v.page.waitForEvent('worker', (started) => started.url().includes('poster_worker'));
    const [poster] = await Promise.all([posterOf(v), worker]);
    assert.deepEqual([poster.width, poster.height, poster.name], [1600, 1200, 'fourfall.jpg']);
    assert.ok(poster.bytes < 400_000, `small enough to send: ${poster.bytes} bytes`);
    const area = { top: 220, bottom: 1110 };
    const inside = ({ y, count }) => y > area.top && y < area.bottom && count > 20;
    // The winning discs are lit; the yellow ones are dimmed.
    const red = spotsOf(poster, ([r, g, b]) => r > 215 && g < 130 && b < 140).filter(inside).slice(0, 4).sort((a, b) => a.x - b.x);
    const yellow = spotsOf(poster, ([r, g, b]) => r > 120 && g > 80 && g < r && b < 0.4 * g).filter(inside).slice(0, 3).sort((a, b) => a.x - b.x);
    assert.deepEqual([red.length, yellow.length], [4, 3]);
    const gaps = red.slice(1).map((spot, i) => spot.x - red[i].x);
    assert.ok(Math.max(...gaps) < 1.15 * Math.min(...gaps) && gaps[0] > 60, `four discs in a row: ${gaps}`);
    yellow.forEach((spot, i) => assert.ok(Math.abs(spot.x - red[i].x) < 0.3 * gaps[0] && spot.y < red[i].y - 0.6 * gaps[0], 'a yellow disc on each red one'));
    const words = spotsOf(poster, ([r, g, b]) => Math.min(r, g, b) > 200, 2).filter(({ y }) => y < 190);
    assert.ok(words.length > 8, 'headline and names');
    assert.equal(await framesOf(v), framesBefore);
    assert.deepEqual(await v.page.screenshot(), screenBefore);
    await v.page.evaluate(() => (document.querySelector('#app').style.visibility = ''));
    assert.equal(await idleFrames(v), 0);
  });

  test('is upright on a phone, also of the cube', async () => {
    await v.openGame('5x5x5:afbgch');
    await v.resize({ width: 320, height: 480 });
    const { width, height, at } = await posterOf(v);
    assert.deepEqual([width, height], [1080, 1350]);
    assert.ok(spotsOf({ width, height, at }, ([r, g, b]) => r > 150 && g < 100 && b < 110).filter(({ count, y }) => count > 12 && y > 220).length >= 3);
  });

  test('goes to the share sheet; where there is none, or it refuses, the file is saved; a person may change their mind', async () => {
    const share = (behaviour) => v.page.evaluate(async (how) => {
      const told = [];
      const answers = {
        takes: async (data) => void told.push(data.files[0].name, data.files[0].type),
        refuses: async () => { throw new DOMException('too late', 'NotAllowedError'); },
        cancels: async () => { throw new DOMException('no', 'AbortError'); },
      };
      Object.defineProperty(navigator, 'share', { configurable: true, value: answers[how] });
      Object.defineProperty(navigator, 'canShare', { configurable: true, value: how === 'lacks' ? undefined : () => true });
      const saved = [];
      const click = HTMLAnchorElement.prototype.click;
      HTMLAnchorElement.prototype.click = function () { saved.push(this.download); };
      const result = await globalThis.fourfall.sharePicture();
      HTMLAnchorElement.prototype.click = click;
      return { result, told, saved };
    }, behaviour);
    const saved = { result: 'saved', told: [], saved: ['fourfall.jpg'] };
    assert.deepEqual(await share('takes'), { result: 'shared', told: ['fourfall.jpg', 'image/jpeg'], saved: [] });
    assert.deepEqual(await share('refuses'), saved);
    assert.deepEqual(await share('cancels'), { result: 'cancelled', told: [], saved: [] });
    assert.deepEqual(await share('lacks'), saved);
  });
});
