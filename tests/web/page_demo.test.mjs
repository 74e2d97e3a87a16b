// The demonstration behind the start page (web/src/app/demo.ts), on the real core and with a clock that the test drives.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { usePages } from './page_host.mjs';
import { until } from './until.mjs';
import { FakeClock, Storage } from './window.mjs';

const host = await usePages();
/** Longer than any pause of the demonstration. */
const PAUSE_MS = 7000;

async function open({ motion = 'full', board } = {}) {
  const storage = new Storage();
  if (board) storage.setItem('fourfall.setup', JSON.stringify({ board }));
  const clock = new FakeClock();
  const page = await host.page({ clock, storage, settings: { motion, sound: true } });
  return Object.assign(page, { clock });
}

const shown = (page) => page.app.exhibit.peek()?.snapshot ?? page.at;

/** Lets time pass until the next position is shown. */
async function step(page) {
  const before = page.app.exhibit.peek();
  const isNext = () => page.app.exhibit.peek() !== before;
  const late = Date.now() + 60_000;
  while (!isNext() && Date.now() < late) await page.clock.advance(100);
  assert.ok(isNext(), 'the next disc');
  return shown(page);
}

/** Lets time pass until a promise is settled; gives its value. */
async function pass(page, promise) {
  let isSettled = false;
  void promise.finally(() => (isSettled = true));
  while (!isSettled) await page.clock.advance(20);
  return promise;
}

/** Nothing more is shown, however long one waits. */
async function staysStill(page) {
  const before = page.app.exhibit.peek();
  for (let i = 0; i < 3; i++) {
    await page.clock.advance(PAUSE_MS);
    await page.core.look(''); // whatever was asked before is answered by now
  }
  assert.equal(page.app.exhibit.peek(), before);
}

/** The demonstration has put some discs on the board. */
async function running(options) {
  const page = await open(options);
  await step(page);
  for (let ply = 1; ply <= 3; ply++) assert.equal((await step(page)).ply, ply);
  return page;
}

describe('the demonstration', () => {
  for (const [board, connect] of [['7x6', 4], ['5x5x5', 4], ['6x5', 4], ['4x4x3c3', 3]])
    test(`plays a game on ${board}, disc by disc, then another one`, async () => {
      const page = await open({ board });
      let at = await step(page);
      assert.deepEqual([at.board.name, at.ply, page.scene.shown.at(-1).motion], [board, 0, 'animate']);
      for (let ply = 1; at.status === 'playing'; ply++) {
        at = await step(page);
        assert.equal(at.ply, ply);
        assert.equal(page.scene.shown.at(-1).snapshot, at);
      }
      if (connect === 4 && board !== '6x5') assert.equal(at.status, 'won');
      const { notation } = at;
      assert.equal((await step(page)).ply, 0);
      assert.ok((await step(page)).ply === 1 && notation.length > 6);
    });

  test('ends its known games with a diagonal', async () => {
    const rises = ({ board, lines: [[a, b]] }) => [board.width, board.width * board.height].includes(Math.abs(a - b)) || Math.abs(a - b) === 1;
    for (const board of ['7x6', '5x5x5']) {
      const page = await open({ board });
      for (let game = 0; game < 3; game++) {
        let at = await step(page);
        while (at.status === 'playing') at = await step(page);
        assert.ok(at.status === 'won' && !rises(at), `${board}: ${at.notation}`);
      }
    }
  });

  for (const [what, act] of [
    ['a press', (page) => page.window.fire('pointerdown')],
    ['a key', (page) => page.window.fire('keydown')],
    ['focus', (page) => page.window.fire('focusin')],
    ['the wheel', (page) => page.window.fire('wheel')],
    ['a wish for less motion', (page) => page.app.change({ motion: 'reduced' })],
  ])
    test(`stops at ${what}`, async () => {
      const page = await running();
      act(page);
      await staysStill(page);
    });

  test('rests in a hidden tab, and goes on afterwards', async () => {
    const page = await running();
    page.window.setHidden(true);
    await staysStill(page);
    page.window.setHidden(false);
    assert.equal((await step(page)).ply, 4);
  });

  test('does not run with reduced motion: a position stands still', async () => {
    for (const board of ['7x6', '5x5x5', '6x5']) {
      const page = await open({ motion: 'reduced', board });
      if (board === '6x5') await until(page.app.exhibit, (exhibit) => exhibit !== null, 'a position');
      const { ply, status } = shown(page);
      assert.ok(ply >= 9 && status === 'playing', `${board}: ${ply} ${status}`);
      await staysStill(page);
    }
  });

  test('never touches the game: one that begins between two discs is empty and stays so', async () => {
    const page = await running();
    page.app.start({ mode: 'two', board: '7x6' });
    await page.clock.advance(PAUSE_MS);
    await page.phase('turn');
    assert.deepEqual([page.at.notation, page.app.exhibit.peek()], ['', null]);
    await page.clock.advance(20 * PAUSE_MS);
    assert.deepEqual([page.at.notation, page.scene.shown.at(-1).snapshot], ['', page.at]);
    page.app.drop(2);
    await page.clock.advance(PAUSE_MS);
    await page.shows('3');
  });

  test('begins again when a game is left, but not while it is looked at', async () => {
    const page = await running();
    await page.start({ mode: 'two' });
    page.app.leave();
    assert.equal(page.app.exhibit.peek(), null, 'the game that was left is still seen');
    assert.equal((await step(page)).ply, 0);
    assert.equal((await step(page)).ply, 1);
  });

  test('is silent and says nothing', async () => {
    const page = await running();
    assert.deepEqual([page.said, page.window.hasSounded], [[], false]);
    await page.start({ mode: 'two' });
    page.app.drop(0);
    await page.shows('1');
    assert.equal(page.window.hasSounded, true, 'a real disc is heard');
  });
});

describe('a board that is picked on the start page', () => {
  test('appears at once, fading, is remembered, and its demonstration begins', async () => {
    const page = await running();
    assert.equal(await pass(page, page.app.prepare({ board: '5x5x5' })), null);
    assert.deepEqual([shown(page).board.name, shown(page).ply], ['5x5x5', 0]);
    assert.equal(JSON.parse(page.window.storage.getItem('fourfall.setup')).board, '5x5x5');
    while (shown(page).ply === 0) await step(page);
    assert.equal(shown(page).ply, 1);
    assert.equal((await page.reload()).at.board.name, '5x5x5', 'also at the next visit');
  });

  test('appears even if something is pressed meanwhile', async () => {
    const page = await running();
    const picked = page.app.prepare({ board: '5x5x5' });
    await page.core.look(''); // answered after the question for the board: it fades now
    page.window.fire('pointerdown');
    await pass(page, picked);
    assert.equal(shown(page).board.name, '5x5x5');
    await staysStill(page);
  });

  test('that the core refuses is named, and the one before stays', async () => {
    const page = await running();
    const wrong = await page.app.prepare({ board: '12x12x12' });
    assert.equal(wrong.key, 'message.badBoard');
    assert.deepEqual([page.app.setup.peek().board, shown(page).board.name], ['7x6', '7x6']);
  });

  test('a level is remembered without starting a game', async () => {
    const page = await open();
    void page.app.prepare({ level: 'hard' });
    assert.deepEqual([page.app.setup.peek().level, page.app.phase.peek()], ['hard', 'welcome']);
    assert.equal((await page.reload()).app.setup.peek().level, 'hard');
  });
});
