// What is on the screen, by screenshots of every layout: nothing is off-screen or covered, idle pages draw no frames, and
// memory does not grow.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAccessible } from './axe.mjs';
import { DESKTOP, LANDSCAPE, PHONE, useBrowser } from './browser.mjs';

const { useVisit, visit } = useBrowser();
const GAMES = Number(process.env.FF_GAMES ?? 30);

const isRed = ([red, green, blue]) => red > 90 && red > 2 * green && red > 2 * blue;
const isYellow = ([red, green, blue]) => red > 110 && green > 80 && blue < 0.6 * green;
const isBlue = ([red, green, blue]) => blue > 60 && blue > 1.3 * red && blue > green;

/** The share of the pixels of a disc that has its colour. */
function shareOf(picture, { x, y, radius }, isColour) {
  let inside = 0;
  let hits = 0;
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      if (dx * dx + dy * dy > 0.8 * radius * radius) continue;
      inside++;
      if (isColour(picture.at(x + dx, y + dy))) hits++;
    }
  }
  return hits / inside;
}

/** Counts the colours on a coarse grid: a blank picture has few. */
function coloursOf(picture) {
  const seen = new Set();
  for (let y = 0; y < picture.height; y += 7) for (let x = 0; x < picture.width; x += 7) seen.add(picture.at(x, y).join());
  return seen.size;
}

const cellsOf = (v) => v.page.evaluate(() => {
  const { scene, snapshot } = globalThis.fourfall;
  return [...snapshot.value.cells].map((content, cell) => ({ content, cell, ...scene.cellAt(cell) }));
});

/** The boxes of all visible controls and texts, each with a name for messages. */
const boxesOf = (v, selector) => v.page.evaluate((wanted) => [...document.querySelectorAll(wanted)]
  .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.hidden, .skip, .debug'))
  .map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isScrolled = element.closest('.scroll, .row, dialog, .card') !== null;
    const name = element.getAttribute('aria-label') ?? element.textContent.slice(0, 30);
    return { name, left, top, right, bottom, isScrolled, column: [...document.querySelectorAll('.column')].indexOf(element.closest('.column')) };
  })
  .filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1), selector);

const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;

/** No control is outside the window, and no two overlap. */
async function assertLaidOut(v, where) {
  const { width, height } = v.page.viewportSize();
  const boxes = await boxesOf(v, 'button, select, .score, .turn, .result h2, .chip');
  assert.ok(boxes.length > 8, where);
  for (const box of boxes.filter(({ isScrolled }) => !isScrolled)) {
    const isInside = box.left >= -1 && box.top >= -1 && box.right <= width + 1 && box.bottom <= height + 1;
    assert.ok(isInside, `${where}: ${box.name} is off-screen: ${JSON.stringify(box)}`);
  }
  const free = boxes.filter(({ isScrolled }) => !isScrolled);
  const pairs = free.flatMap((one, i) => free.slice(i + 1).map((other) => [one, other]));
  // A score may overlap the button of its own column.
  const isApart = ([one, other]) => one.column < 0 || one.column !== other.column;
  const covered = pairs.filter((pair) => isApart(pair) && overlap(...pair)).map(([one, other]) => `${one.name} and ${other.name}`);
  assert.deepEqual(covered, [], `${where}: these cover each other`);
  const sideways = await v.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(sideways <= 0, `${where}: scrolls sideways`);
}

/** All cells are inside the window and no panel lies over their middle. */
async function assertBoardFree(v, where, cells) {
  const { width, height } = v.page.viewportSize();
  for (const { cell, x, y, radius } of cells) {
    const isInside = x - radius >= 0 && y - radius >= 0 && x + radius <= width && y + radius <= height;
    assert.ok(isInside, `${where}: cell ${cell} is off-screen at ${Math.round(x)},${Math.round(y)}`);
  }
  const covered = await v.page.evaluate((all) => all.filter(({ x, y }) => document.elementFromPoint(x, y)?.id !== 'board').map(({ cell }) => cell), cells);
  assert.deepEqual(covered, [], `${where}: panels lie over these cells`);
}

async function settle(v, viewport) {
  await v.page.setViewportSize(viewport);
  await v.page.waitForFunction(({ width, height }) => {
    const board = document.querySelector('#board');
    return board.clientWidth === width && board.clientHeight === height;
  }, viewport);
  await v.page.mouse.move(1, viewport.height / 2);
  await v.rest();
}

const SIZES = { desktop: DESKTOP, phone: PHONE, 'phone on its side': LANDSCAPE };

describe('what is seen', () => {
  const v = useVisit({ settings: { scores: false, marks: false } });

  test('the placeholder outline is gone once the board is drawn', async () => {
    await v.page.waitForFunction(() => document.documentElement.hasAttribute('data-ready'));
    assert.equal(await v.page.locator('#outline').isVisible(), false);
  });

  // On a phone on its side a bead is too small to count its pixels.
  for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    test(`the special discs of Power Up show their signs on a ${name}, on the upright board and on the cube`, async () => {
      for (const game of ['powerup:12_4@5-1=32+76', '5x5x5-powerup:mn_l@h-m=gq+rb']) {
        await v.openGame(game);
        await v.page.evaluate(() => void (globalThis.fourfall.hover.value = null));
        await settle(v, viewport);
        const picture = await v.picture();
        const specials = await v.page.evaluate(() => [...globalThis.fourfall.snapshot.value.variant.specials]);
        for (const at of (await cellsOf(v)).filter(({ content }) => content !== 2)) {
          const own = shareOf(picture, { ...at, radius: at.radius / 2 }, at.content === 0 ? isRed : isYellow);
          const isSpecial = specials[at.cell] > 1;
          assert.ok(isSpecial ? own < 0.4 : own > 0.6, `${name}, ${game}, cell ${at.cell}: ${Math.round(100 * own)} % of the middle has the disc's colour`);
        }
      }
    });
  }

  for (const [name, viewport] of Object.entries(SIZES)) {
    test(`the classic board on a ${name}: blue, with every disc in its place`, async () => {
      await v.openGame('4453216');
      await v.page.evaluate(() => void (globalThis.fourfall.hover.value = null)); // the focused column shows where a disc would land
      await settle(v, viewport);
      const cells = await cellsOf(v);
      await assertBoardFree(v, name, cells);
      await assertLaidOut(v, name);
      const picture = await v.picture();
      assert.ok(coloursOf(picture) > 200, 'the picture is not blank');
      for (const at of cells.filter(({ content }) => content !== 2)) {
        const share = shareOf(picture, at, at.content === 0 ? isRed : isYellow);
        assert.ok(share > 0.6, `${name}: cell ${at.cell} shows ${Math.round(100 * share)} % of its disc's colour`);
      }
      for (const at of cells.filter(({ content }) => content === 2)) {
        assert.ok(shareOf(picture, at, isRed) < 0.1 && shareOf(picture, at, isYellow) < 0.1, `${name}: cell ${at.cell} is empty`);
      }
      // Between four holes one sees the board.
      const corner = (a, b) => ({ x: (cells[a].x + cells[b].x) / 2, y: (cells[a].y + cells[b].y) / 2, radius: 1 });
      for (const [a, b] of [[0, 8], [16, 24], [33, 41]]) assert.ok(shareOf(picture, corner(a, b), isBlue) > 0.5, `${name}: the board is blue`);
      assert.ok(cells[41].x - cells[35].x > 0.4 * Math.min(viewport.width, viewport.height), `${name}: the board is large enough`);
    });

    test(`a won game with scores on a ${name}: nothing covers anything`, async () => {
      await settle(v, viewport);
      await v.openGame('112233');
      await v.act('change', { scores: true });
      await v.page.waitForFunction(() => document.querySelectorAll('.chip').length === 7);
      await v.rest();
      await assertLaidOut(v, `${name}, scores`);
      await v.act('change', { scores: false });
      await v.rest();
      const across = (cells) => Math.abs(cells[41].x - cells[35].x);
      const before = across(await cellsOf(v));
      await v.play('4');
      await v.button('Play again').waitFor();
      await v.rest();
      await assertLaidOut(v, `${name}, won`);
      const cells = await cellsOf(v);
      await assertBoardFree(v, `${name}, won`, cells);
      assert.ok(across(cells) > 0.9 * before, `${name}: the board shrinks from ${Math.round(before)} to ${Math.round(across(cells))} pixels`);
    });

    test(`numbers stand on the edge of the board on a ${name}, and stay readable on the waiting disc`, async () => {
      await settle(v, viewport);
      await v.openGame('44');
      await v.rest();
      const label = async () => {
        const box = await v.page.locator('button[data-column="3"] > span').boundingBox();
        const cell = await v.page.evaluate(() => globalThis.fourfall.scene.cellAt(3));
        return { cell, top: box.y, bottom: box.y + box.height };
      };
      const { cell, bottom, top } = await label();
      const edge = cell.y - cell.radius;
      assert.ok(top >= 0 && bottom < edge, `${name}: the number ends at ${bottom}, the openings begin at about ${edge}`);
      assert.ok(edge - bottom < 1.2 * cell.radius, `${name}: it floats ${Math.round(edge - bottom)} pixels above the openings`);
      await v.page.evaluate(() => (globalThis.fourfall.hover.value = 3));
      await v.rest();
      const hovered = await label();
      assert.ok(Math.abs(hovered.bottom - bottom) < 2, `${name}: the number stays`);
      const back = await v.page.locator('button[data-column="3"] > span').evaluate((span) => getComputedStyle(span).backgroundColor);
      assert.notEqual(back, 'rgba(0, 0, 0, 0)', `${name}: the number has a ground of its own on the disc`);
      await v.page.evaluate(() => (globalThis.fourfall.hover.value = null));
    });

    test(`the cube on a ${name}: every bead seen in its colour`, async () => {
      await settle(v, viewport);
      await v.openGame('5x5x5:aeuyclwm');
      await v.rest();
      const cells = await cellsOf(v);
      await assertBoardFree(v, name, cells);
      await assertLaidOut(v, name);
      const picture = await v.picture();
      for (const at of cells.filter(({ content }) => content !== 2)) {
        const share = shareOf(picture, at, at.content === 0 ? isRed : isYellow);
        assert.ok(share > 0.4, `${name}: cell ${at.cell} shows ${Math.round(100 * share)} % of its bead's colour`);
      }
      const across = Math.max(...cells.map(({ x }) => x)) - Math.min(...cells.map(({ x }) => x));
      assert.ok(across > 0.3 * Math.min(viewport.width, viewport.height), `${name}: the cube is ${Math.round(across)} pixels wide`);
    });
  }

  test('the cube on a small phone on its side is still large enough to play on', async () => {
    await settle(v, { width: 667, height: 375 });
    await v.openGame('5x5x5:m');
    await v.rest();
    const cells = await cellsOf(v);
    await assertLaidOut(v, 'small phone');
    const across = Math.max(...cells.map(({ x }) => x)) - Math.min(...cells.map(({ x }) => x));
    assert.ok(across > 0.3 * 375, `the cube is ${Math.round(across)} pixels wide`);
  });

  test('the classic board from behind is mirrored', async () => {
    await settle(v, { width: 640, height: 560 });
    await v.openGame('1');
    await v.rest();
    const before = (await cellsOf(v))[35];
    await v.button('Back').click();
    await v.rest();
    const after = (await cellsOf(v))[35];
    assert.ok(after.x > before.x + 100, 'the first column is now on the right');
    assert.ok(shareOf(await v.picture(), after, isRed) > 0.6);
    await v.button('Home').click();
  });

  test('themes change the picture and the panels', async () => {
    await v.openGame('4453');
    const looks = [];
    for (const theme of ['classic', 'dark', 'contrast']) {
      await v.act('change', { theme });
      await v.page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme);
      const picture = await v.picture();
      looks.push(picture.at(320, 5).join());
      const cells = await cellsOf(v);
      assert.ok(shareOf(picture, cells[38], isRed) > 0.4, `${theme}: red is red`);
    }
    assert.equal(new Set(looks).size, 3);
    await v.act('change', { theme: 'dark' });
  });

  test('no frame is drawn while nothing moves', async () => {
    await v.openGame('4453');
    await v.page.mouse.move(1, 240);
    await v.rest();
    const frames = await v.page.evaluate(async () => {
      const { scene } = globalThis.fourfall;
      const before = scene.stats().frames;
      for (let i = 0; i < 60; i++) await new Promise((next) => requestAnimationFrame(next));
      return scene.stats().frames - before;
    });
    assert.equal(frames, 0);
  });

  test('with reduced motion a drop is one still picture', async () => {
    await v.start();
    await v.rest();
    const frames = () => v.page.evaluate(() => globalThis.fourfall.scene.stats().frames);
    const before = await frames();
    await v.act('drop', 3);
    await v.ply(1);
    await v.rest();
    assert.ok((await frames()) - before <= 3, `${(await frames()) - before} frames for a disc that simply lies there`);
  });

  test('axe finds nothing on the panels that lie over the picture', async () => {
    await settle(v, { width: 1120, height: 640 });
    await v.openGame('112233');
    await v.act('change', { scores: true, threats: true });
    await v.page.waitForFunction(() => document.querySelectorAll('.chip').length === 7);
    await assertAccessible(v, 'game');
    await v.act('change', { scores: false, threats: false });
    await v.openGame('5x5x5:mmgh');
    await assertAccessible(v, 'cube');
  });
});

test('the first visit follows the browser\'s language and the system\'s reduced motion', async () => {
  const storage = { 'fourfall.settings': { quality: 'low', sound: false } };
  await visit({ storage, context: { deviceScaleFactor: 0.5, locale: 'de-DE', reducedMotion: 'reduce' } }, async (v) => {
    assert.equal(await v.page.evaluate(() => document.documentElement.lang), 'de');
    await v.start();
    await v.rest();
    const before = await v.page.evaluate(() => globalThis.fourfall.scene.stats().frames);
    await v.act('drop', 3);
    await v.ply(1);
    await v.rest();
    const after = await v.page.evaluate(() => globalThis.fourfall.scene.stats().frames);
    assert.ok(after - before <= 3, `${after - before} frames`);
  });
});

/** Plays a random game of two people to its end. */
const playGame = (v, board) => v.page.evaluate(async (name) => {
  const app = globalThis.fourfall;
  const until = (test) => new Promise((done) => {
    const look = () => (test() ? done() : setTimeout(look, 0));
    look();
  });
  app.start({ mode: 'two', board: name });
  await until(() => app.snapshot.value.ply === 0 && app.snapshot.value.board.name === name && app.phase.value === 'turn');
  while (app.phase.value !== 'over') {
    const { canDrop, ply } = app.snapshot.value;
    const open = canDrop.flatMap((can, column) => (can ? [column] : []));
    app.drop(open[Math.floor(Math.random() * open.length)]);
    await until(() => app.snapshot.value.ply > ply && app.phase.value !== 'moving');
  }
}, board);

test(`nothing leaks over ${GAMES} games on two boards`, async (t) => {
  await visit({ viewport: { width: 320, height: 480 }, context: { deviceScaleFactor: 0.5 } }, async (v) => {
    const cdp = await v.context.newCDPSession(v.page);
    const measure = async () => {
      await v.start();
      await v.rest();
      await cdp.send('HeapProfiler.collectGarbage');
      const { geometries, textures } = await v.page.evaluate(() => globalThis.fourfall.scene.stats());
      const { usedSize } = await cdp.send('Runtime.getHeapUsage');
      const nodes = (await cdp.send('Memory.getDOMCounters')).nodes;
      return { geometries, textures, usedSize, nodes };
    };
    const playHalf = async () => {
      for (let i = 0; i < GAMES / 2; i++) await playGame(v, i % 5 === 4 ? '5x5x5' : '7x6');
    };
    // The first half also fills caches and compiles code.
    await playHalf();
    const before = await measure();
    await playHalf();
    const after = await measure();
    t.diagnostic(JSON.stringify({ before, after }));
    assert.equal(after.geometries, before.geometries);
    assert.equal(after.textures, before.textures);
    assert.ok(after.usedSize < before.usedSize + 800_000, `the heap grew from ${before.usedSize} to ${after.usedSize} bytes`);
    assert.ok(after.nodes < before.nodes + 200, `the page grew from ${before.nodes} to ${after.nodes} nodes`);
  });
});
