// The board in the page, drawn: how much of the window it takes, from where it is seen, and what a new window size costs.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useBrowser } from './browser.mjs';

const { useVisit } = useBrowser();

/** The rectangle the board fills, on the page, and the stage it stands in. */
const placeOf = (v) => v.page.evaluate(() => {
  const { left, top, right, bottom } = globalThis.fourfall.scene.extent();
  const stage = document.querySelector('.stage').getBoundingClientRect().toJSON();
  return { left, top, right, bottom, width: right - left, height: bottom - top, stage };
});

async function at(v, size) {
  const [width, height] = size.split('x').map(Number);
  await v.resize({ width, height });
  await v.rest();
  const place = await placeOf(v);
  const { stage } = place;
  assert.ok(place.left >= stage.left - 1 && place.right <= stage.right + 1, `${size}: within the stage: ${JSON.stringify(place)}`);
  assert.ok(place.top >= stage.top - 1 && place.bottom <= stage.bottom + 1, `${size}: within the stage: ${JSON.stringify(place)}`);
  return place;
}

describe('the board is the page', () => {
  const v = useVisit({ viewport: { width: 640, height: 480 }, context: { deviceScaleFactor: 0.25 } });

  test('on a desktop it takes 60 % of the width; the record starts closed', async () => {
    await v.openGame('4453');
    for (const size of ['1280x800', '1366x768', '1920x1080', '1024x768']) {
      const { width } = await at(v, size);
      const part = width / Number(size.split('x')[0]);
      assert.ok(part >= 0.6, `${size}: ${(100 * part).toFixed(1)} %`);
    }
    assert.equal(await v.page.locator('.panel').count(), 0);
  });

  test('a disc over a column is whole within the window', async () => {
    await v.openGame('4453');
    for (const size of ['1024x768', '1280x800', '1366x768', '1920x1080', '2560x1440', '844x390']) {
      await at(v, size);
      const { x, y, radius } = await v.cellAt(35 + 3);
      await v.page.mouse.move(x, y);
      await v.page.waitForFunction(() => globalThis.fourfall.hover.value === 3);
      const reds = async (height) => {
        const picture = await v.picture({ x: x - radius, y: 0, width: 2 * radius, height });
        const places = Array.from({ length: picture.width * picture.height }, (_, i) => [i % picture.width, Math.floor(i / picture.width)]);
        return places.map(([left, top]) => picture.at(left, top)).filter(([red, green, blue]) => red > 150 && green < 110 && blue < 120).length;
      };
      assert.ok(await reds(y) > 0, `${size}: the disc is there`);
      assert.equal(await reds(2), 0, `${size}: the disc is cut`);
    }
    await v.page.mouse.move(1, 1);
  });

  test('on a phone on its side it takes 75 % of the height', async () => {
    for (const size of ['568x320', '667x375', '844x390', '932x430']) {
      const { height } = await at(v, size);
      const part = height / Number(size.split('x')[1]);
      assert.ok(part >= 0.75, `${size}: ${(100 * part).toFixed(1)} %`);
    }
  });

  test('a cube on a phone takes 75 % of the height on its side, and at least the third above its map upright', async () => {
    const least = { '568x320': 0.75, '667x375': 0.75, '740x360': 0.75, '844x390': 0.75, '932x430': 0.75, '320x568': 0.33, '360x640': 0.4, '360x740': 0.4, '390x844': 0.4 };
    for (const game of ['5x5x5:mglhaeuy', '5x5x5:gahbicj']) {
      await v.openGame(game);
      for (const [size, wanted] of Object.entries(least)) {
        const { height } = await at(v, size);
        const part = height / Number(size.split('x')[1]);
        assert.ok(part >= wanted, `${game}, ${size}: ${(100 * part).toFixed(1)} %`);
      }
    }
    await v.openGame('4453');
  });

  test('on an upright phone a cube has most of the width, below a row or beside a column of views', async () => {
    await v.openGame('5x5x5:mglhaeuy');
    for (const [size, least] of [['320x568', 0.58], ['360x640', 0.7], ['360x740', 0.8], ['390x844', 0.8]]) {
      const { width } = await at(v, size);
      const part = width / Number(size.split('x')[0]);
      assert.ok(part >= least, `${size}: ${(100 * part).toFixed(1)} %`);
    }
    await v.openGame('4453');
  });

  test('in an upright window it fills the width; the space above and below it is equal, and no more than a row', async () => {
    for (const size of ['320x568', '360x640', '360x740', '390x844', '412x915', '768x1024', '820x1180']) {
      const [wide] = size.split('x').map(Number);
      const { width } = await at(v, size);
      assert.ok(width >= (wide < 600 ? 0.95 : 0.93) * wide, `${size}: ${Math.round(width)} pixels`);
      const gaps = await v.page.evaluate(() => {
        const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0);
        const head = Math.max(...boxes('.tools, .recent').map(({ bottom }) => bottom));
        const first = Math.min(...boxes('.score, .seat').map(({ top }) => top));
        return { above: first - head, below: boxes('.actions')[0].top - boxes('.turn')[0].bottom };
      });
      assert.ok(Math.abs(gaps.above - gaps.below) < 16, `${size}: ${JSON.stringify(gaps)}`);
      assert.ok(gaps.above < 60, `${size}: ${JSON.stringify(gaps)}`);
    }
  });

  test('the start page leaves space between the board and the window', async () => {
    await v.act('leave');
    await v.page.locator('.welcome').waitFor();
    for (const size of ['1024x768', '1280x800', '1366x768']) {
      const { left } = await at(v, size);
      assert.ok(left >= 24, `${size}: ${Math.round(left)} pixels`);
    }
    await v.openGame('4453');
  });

  test('phones see it from the front, and Home returns to that', async () => {
    const tilt = () => v.page.evaluate(() => {
      const { scene } = globalThis.fourfall;
      return Math.abs(scene.cellAt(35).y - scene.cellAt(41).y);
    });
    await at(v, '1280x800');
    assert.ok(await tilt() > 3, 'a desktop sees it a little from the side');
    for (const size of ['390x844', '667x375']) {
      await at(v, size);
      assert.ok(await tilt() < 1, `${size}: the bottom row is level`);
      await v.button('Back').click();
      await v.rest();
      await v.button('Home').click();
      await v.rest();
      assert.ok(await tilt() < 1, `${size}: level again`);
    }
  });

  test('a phone that is turned shows the board in its new place at once, and draws nothing afterwards', async () => {
    await at(v, '390x844');
    const frames = () => v.page.evaluate(() => globalThis.fourfall.scene.stats().frames);
    await v.act('change', { motion: 'full' });
    await v.rest();
    const before = await frames();
    await v.resize({ width: 844, height: 390 });
    await v.rest();
    const drawn = await frames() - before;
    assert.ok(drawn <= 3, `${drawn} frames`);
    await v.page.evaluate(() => new Promise((done) => {
      let left = 10;
      const next = () => (left-- > 0 ? requestAnimationFrame(next) : done());
      next();
    }));
    assert.equal(await frames() - before, drawn);
    await v.act('change', { motion: 'reduced' });
  });

  test('the result does not shrink the board beside it, and leaves it a fair size below it', async () => {
    for (const [size, least] of [['844x390', 0.95], ['390x844', 0.95], ['320x568', 0.7]]) {
      await v.openGame('445566');
      const before = await at(v, size);
      await v.play('7');
      await v.button('Play again').waitFor();
      const after = await at(v, size);
      assert.ok(after.width >= least * before.width, `${size}: from ${Math.round(before.width)} to ${Math.round(after.width)}`);
    }
  });

  test('at 400 % zoom the page scrolls down only, and the wheel reaches every button', async () => {
    await v.openGame('4453');
    await v.resize({ width: 320, height: 256 });
    await v.rest();
    const { left, top, width, height } = await placeOf(v);
    assert.ok(width > 200 && height > 180, `${Math.round(width)} x ${Math.round(height)}`);
    const page = await v.page.evaluate(() => ({ wide: document.documentElement.scrollWidth, high: document.documentElement.scrollHeight }));
    assert.equal(page.wide, 320);
    assert.ok(page.high > 256);
    await v.page.mouse.move(left + width / 2, Math.min(top + height / 2, 250));
    await v.page.mouse.wheel(0, 1000);
    await v.page.waitForFunction(() => {
      const { bottom } = document.querySelector('.actions').getBoundingClientRect();
      return bottom <= innerHeight;
    });
  });
});

describe('the record', () => {
  const v = useVisit({ viewport: { width: 1280, height: 800 }, context: { deviceScaleFactor: 0.25 } });

  test('beside the board it is as high as its moves, and at most as high as the window allows', async () => {
    const listed = (moves) => v.page.waitForFunction((count) => document.querySelectorAll('.moves li').length === count, moves);
    const places = () => v.page.evaluate(() => {
      const panel = document.querySelector('.panel').getBoundingClientRect();
      const { scrollHeight, clientHeight } = document.querySelector('.scroll');
      const { bottom } = document.querySelector('.moves').getBoundingClientRect();
      return { free: document.querySelector('.transport').getBoundingClientRect().top - bottom, top: panel.top, isScrolled: scrollHeight > clientHeight };
    });
    for (const size of ['1280x800', '1024x768', '820x1180', '768x1024']) {
      const [width, height] = size.split('x').map(Number);
      await v.resize({ width, height });
      await v.openGame('4453');
      if (await v.page.locator('.panel').count() === 0) await v.button('Moves').click();
      await listed(4);
      const few = await places();
      assert.ok(few.free < 24 && !few.isScrolled, `${size}: ${JSON.stringify(few)}`);
      await v.openGame('121212212121343434434343565656656565');
      await listed(36);
      const many = await places();
      assert.ok(many.top >= 0 && many.top < few.top && many.isScrolled, `${size}: ${JSON.stringify(many)}`);
    }
    await v.page.locator('.panel').getByRole('button', { name: 'Close' }).click();
    await v.resize({ width: 1280, height: 800 });
  });

  test('in a high window all moves stand in a row above the board; a press shows one, and the row follows', async () => {
    await v.resize({ width: 390, height: 844 });
    await v.openGame('1212122121213434344343');
    const current = () => v.page.evaluate(() => {
      const [row, one] = [document.querySelector('.row'), document.querySelector('.row [aria-current]')].map((element) => element.getBoundingClientRect());
      return { text: document.querySelector('.row [aria-current] .hidden').textContent, isSeen: one.left >= row.left && one.right <= row.right };
    });
    const shows = (move) => v.page.waitForFunction((wanted) => {
      const one = document.querySelector('.row [aria-current]');
      const row = document.querySelector('.row').getBoundingClientRect();
      const { left, right } = one.getBoundingClientRect();
      return one.querySelector('.hidden').textContent.startsWith(`Move ${wanted}:`) && left >= row.left && right <= row.right;
    }, move);
    await shows(22);
    assert.equal(await v.page.locator('.row button').count(), 22);
    assert.equal(await v.page.locator('.row button[tabindex="0"]').count(), 1);
    await v.page.locator('.row button').nth(2).click();
    await shows(3);
    assert.equal((await v.state()).ply, 3);
    await v.resize({ width: 844, height: 390 });
    assert.equal(await v.page.locator('.row').isVisible(), false);
    await v.resize({ width: 390, height: 844 });
    await shows(3);
    assert.deepEqual(await current(), { text: 'Move 3: Red, column 1', isSeen: true });
    await v.resize({ width: 1280, height: 800 });
  });

  test('opens as it was left beside the board', async () => {
    await v.openGame('4453');
    await v.button('Moves').click();
    await v.reload();
    await v.page.locator('.panel').waitFor();
    await v.page.locator('.panel').getByRole('button', { name: 'Close' }).click();
    await v.reload();
    await v.button('Moves').waitFor();
    assert.equal(await v.page.locator('.panel').count(), 0);
  });
});
