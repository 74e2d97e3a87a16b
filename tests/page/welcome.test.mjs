// The start page as a newcomer meets it: the demonstration's frames, Play, what the first games show.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useBrowser } from './browser.mjs';
import { assertAccessible } from './axe.mjs';

const { useVisit } = useBrowser();
const SIZES = ['390x844', '360x640', '320x568', '844x390', '568x320', '820x1180', '1180x820', '1280x800'];
const NEWCOMER = { 'fourfall.tours': {} };

/**
 * Of the frames drawn for a disc of the demonstration: how many were drawn after the board came to rest and before the next
 * disc. Discs that fall until the next one comes, on a busy machine, do not count.
 */
const idleFrames = (v) => v.page.evaluate(() => new Promise((resolve) => {
  const { scene, exhibit } = globalThis.fourfall;
  let rested = null;
  let discs = 0;
  const look = () => {
    if (rested === null && !scene.stats().isMoving) rested = scene.stats().frames;
    requestAnimationFrame(look);
  };
  look();
  const stop = exhibit.subscribe((shown) => {
    if (rested !== null && shown?.snapshot.ply > 1 && ++discs > 1) {
      queueMicrotask(() => stop());
      resolve({ rested, frames: scene.stats().frames, ply: shown.snapshot.ply });
    }
    rested = null;
  });
}));

describe('the start page', () => {
  const v = useVisit({ settings: { motion: 'full' }, context: { deviceScaleFactor: 0.25 } });

  test('lives, and draws nothing between two discs', async () => {
    const { rested, frames } = await idleFrames(v);
    assert.equal(frames, rested);
  });

  test('greets without a message, and says nothing to a screen reader', async () => {
    assert.equal(await v.page.locator('.toast').count(), 0);
    const { status, alert } = await v.page.evaluate(() => globalThis.spoken);
    assert.deepEqual([...status, ...alert].filter(Boolean), []);
    assert.equal(await v.page.title(), 'Fourfall');
  });

  test('has Play within reach at every size, in both languages', async () => {
    for (const size of SIZES) {
      const [width, height] = size.split('x').map(Number);
      await v.resize({ width, height });
      for (const language of ['en', 'de']) {
        await v.speak(language);
        const box = await v.page.locator('.go').boundingBox();
        const isInside = box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
        assert.ok(isInside && box.height >= 52, `${size} ${language}: ${JSON.stringify(box)}`);
        const stage = await v.page.locator('.stage').boundingBox();
        assert.ok(stage.height >= 120 && stage.width >= 200, `${size} ${language}: the board has ${JSON.stringify(stage)}`);
      }
    }
    await v.speak('en');
    await v.resize({ width: 640, height: 480 });
  });

  test('begins the order of focus with Play', async () => {
    await v.page.keyboard.press('Tab');
    assert.equal(await v.page.evaluate(() => document.activeElement.className), 'go');
  });

  test('invites a friend with one press: the link is in view, once; Back leads to the start page', async () => {
    await v.resize({ width: 390, height: 844 });
    await v.button(/^Invite a friend/).click();
    const link = v.page.getByLabel('Link for your friend', { exact: true });
    await link.waitFor();
    assert.match(await link.inputValue(), /\?join=/);
    await v.page.waitForFunction(() => document.querySelector('.qr').getBoundingClientRect().bottom < innerHeight);
    await v.button('Cancel the invitation').click();
    await v.button('Create a link').waitFor();
    await v.page.goBack();
    await v.page.locator('.go').waitFor();
    assert.equal(await v.page.evaluate(() => globalThis.fourfall.screen.value), null);
    await v.resize({ width: 640, height: 480 });
  });

  test('shows another board as soon as it is picked, and plays on that', async () => {
    await v.page.getByRole('radio', { name: 'Cube' }).check();
    await v.page.waitForFunction(() => globalThis.fourfall.scene.anchors().length === 25);
    await v.page.getByRole('radio', { name: 'Expert' }).check();
    await v.page.evaluate(() => document.activeElement.blur());
    await v.page.keyboard.press('Enter');
    await v.phase('turn', 'thinking', 'moving');
    const { setup, board } = await v.state();
    assert.deepEqual([setup.mode, setup.level, board], ['cpu', 'perfect', '5x5x5']);
  });

  test('gets the focus on Play when a game is left, and keeps that game', async () => {
    await v.start({ mode: 'two' });
    await v.play('44');
    await v.act('leave');
    await v.page.waitForFunction(() => document.activeElement.className === 'go');
    await v.page.locator('.saved').getByRole('button', { name: 'Forget this game' }).click();
    await v.button('Undo').click();
    await assertAccessible(v, 'welcome with a game to continue');
    await v.button(/^Continue: Two players/).click();
    await v.phase('turn');
    assert.equal((await v.state()).notation, '44');
  });
});

describe('the first game', () => {
  const v = useVisit({ storage: NEWCOMER, settings: { motion: 'full' }, context: { deviceScaleFactor: 0.25 } });

  test('shows where to press and what wins, over the very cells, in words only to a screen reader', async () => {
    await v.start();
    await v.page.locator('.ghosts').waitFor();
    await v.hears('Choose a column: your disc falls to its lowest free cell. 4 in a line win.');
    await v.rest();
    const off = await v.page.evaluate(() => {
      const cells = [36, 37, 38, 39].map((cell) => globalThis.fourfall.scene.cellAt(cell));
      const ghosts = [...document.querySelectorAll('.ghost')].map((ghost) => ({ x: Number(ghost.getAttribute('cx')), y: Number(ghost.getAttribute('cy')) }));
      return ghosts.length === 4 ? Math.max(...cells.map(({ x, y }, i) => Math.hypot(ghosts[i].x - x, ghosts[i].y - y))) : -1;
    });
    assert.ok(off >= 0 && off < 1, `${off} pixels off`);
  });

  test('plays at the first press, which ends that, for ever', async () => {
    await v.touchColumns('4');
    assert.equal((await v.state()).notation, '4');
    await v.page.locator('.ghosts').waitFor({ state: 'detached' });
    assert.equal(await v.page.evaluate(() => localStorage.getItem('fourfall.tours')), '{"drop":true}');
  });

  test('in the cube shows its lines; a press on the board ends that and drops nothing', async () => {
    await v.start({ board: '5x5x5' });
    await v.hears('Four in a line: through the cube …');
    await v.page.waitForFunction(() => globalThis.fourfall.exhibit.value?.snapshot.ply > 2);
    await assertAccessible(v, 'first game in the cube');
    const covered = await v.page.evaluate(() => {
      const words = document.querySelector('.tour').getBoundingClientRect();
      const isCovered = ({ left, right, top, bottom }) => left < words.right && right > words.left && top < words.bottom && bottom > words.top;
      return ['.top h1', '.tools', '.map'].filter((part) => isCovered(document.querySelector(part).getBoundingClientRect()));
    });
    assert.deepEqual(covered, []);
    const { x, y, width, height } = await v.page.locator('.stage').boundingBox();
    await v.page.mouse.click(x + width / 2, y + height / 2);
    await v.page.locator('.tour').waitFor({ state: 'detached' });
    await v.rest();
    const { phase, ply } = await v.state();
    assert.deepEqual([phase, ply, await v.page.evaluate(() => globalThis.fourfall.exhibit.value)], ['turn', 0, null]);
  });

  test('can show the lines of the cube again from Help', async () => {
    await v.start();
    await v.page.evaluate(() => (globalThis.fourfall.dialog.value = 'help'));
    await v.button('See the lines of the cube').click();
    await v.page.waitForFunction(() => globalThis.fourfall.exhibit.value?.snapshot.board.name === '5x5x5');
    await v.button('Skip').click();
    await v.page.locator('.tour').waitFor({ state: 'detached' });
    await v.page.waitForFunction(() => globalThis.fourfall.scene.anchors().length === 7);
  });
});

describe('the first game with reduced motion', () => {
  const v = useVisit({ storage: NEWCOMER });

  test('shows the same as a still picture', async () => {
    await v.start();
    await v.page.locator('.ghosts .finger').waitFor();
    assert.equal(await v.page.evaluate(() => document.querySelector('.ghosts').getAnimations({ subtree: true }).length), 0);
    await assertAccessible(v, 'first game');
  });
});
