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
    const least = { '568x320': 0.75, '667x375': 0.75, '740x360': 0.75, '844x390': 0.75, '932x430': 0.75, '320x568': 0.33, '360x640': 0.4, '390x844': 0.4 };
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

  test('on an upright phone it fills the width, and the space above and below it is equal', async () => {
    for (const size of ['320x568', '360x640', '390x844', '412x915']) {
      const [wide] = size.split('x').map(Number);
      const { width } = await at(v, size);
      assert.ok(width >= 0.95 * wide, `${size}: ${Math.round(width)} pixels`);
      const gaps = await v.page.evaluate(() => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect();
        return { above: box('.score').top - box('.tools').bottom, below: box('.actions').top - box('.turn').bottom };
      });
      assert.ok(Math.abs(gaps.above - gaps.below) < 16, `${size}: ${JSON.stringify(gaps)}`);
    }
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
