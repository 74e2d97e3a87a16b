// A press that comes too early is kept and played as soon as it may be (web/src/app/kept_move.ts), on the real core, without a
// browser; and the choice of the keyboard, which a resting pointer does not change (view.ts).
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { usePages } from './page_host.mjs';
import { until } from './until.mjs';
import { FakeClock } from './window.mjs';

const host = await usePages();
const FULL = { settings: { motion: 'full' } };
const queued = (page) => page.app.queued.peek();
const falls = (page, ply) => until(page.app.snapshot, (at) => at.ply === ply, `disc ${ply}`);

describe('while a disc falls, a press for two people', () => {
  let page;
  let clock;
  beforeEach(async () => {
    clock = new FakeClock();
    page = await host.page({ ...FULL, clock });
    await page.start();
    page.scene.holds = true;
    page.app.drop(3);
    await falls(page, 1);
  });

  test('is kept, said once, shown in the colour of the next player, and played when the disc has landed', async () => {
    page.said.length = 0;
    page.app.drop(0);
    assert.deepEqual([queued(page), page.at.ply, page.said], [0, 1, ['message.kept']]);
    assert.equal(page.messageText, 'Column 1 is next. Press it again to take it back.');
    assert.deepEqual(page.scene.shown.at(-1).kept, { column: 0, player: 1 });
    page.scene.land();
    await falls(page, 2);
    assert.deepEqual([page.at.notation, queued(page), page.scene.shown.at(-1).kept], ['41', null, null]);
    page.scene.land();
    await page.phase('turn');
    assert.equal(page.at.ply, 2, 'it is one move');
  });

  test('is taken back by the same column, and by the action for Escape', async () => {
    page.app.drop(0);
    page.app.drop(0);
    assert.deepEqual([queued(page), page.messageText], [null, 'Taken back.']);
    page.app.drop(1);
    assert.deepEqual([page.app.cancelKept(), queued(page), page.app.cancelKept()], [true, null, false]);
    page.scene.land();
    await page.phase('turn');
    assert.equal(page.at.notation, '4');
  });

  test('is replaced by another column', async () => {
    page.app.drop(0);
    page.app.drop(6);
    assert.equal(queued(page), 6);
    page.scene.land();
    await falls(page, 2);
    assert.equal(page.at.notation, '47');
  });

  test('on the column just played is a double click at first, and a move later', async () => {
    page.app.drop(3);
    assert.equal(queued(page), null);
    await clock.advance(400);
    page.app.drop(3);
    assert.equal(queued(page), 3);
  });

  for (const [what, act, text] of [
    ['taken back', (app) => app.undo(), ''],
    ['looked at from its beginning', (app) => app.seek(0), ''],
    ['begun anew', (app) => app.restart(), ''],
    ['left for another one', (app) => app.open('7'), '7'],
  ])
    test(`is forgotten when the game is ${what}`, async () => {
      page.app.drop(0);
      act(page.app);
      assert.equal(queued(page), null);
      await until(page.app.snapshot, ({ notation }) => notation === text, 'the other position');
      page.scene.holds = false;
      page.scene.land();
      await clock.advance(5000);
      assert.equal(page.at.notation, text);
    });

  test('is forgotten on the start page', async () => {
    page.app.drop(0);
    page.app.leave();
    page.scene.land();
    await clock.advance(5000);
    assert.deepEqual([queued(page), page.app.phase.peek(), page.at.ply], [null, 'welcome', 1]);
  });

  test('does not change whose turn it is until the disc has landed', async () => {
    page.scene.land();
    await page.phase('turn');
    page.app.drop(0);
    await falls(page, 2);
    assert.equal(page.turnText, "Player 2's Turn");
    page.scene.land();
    await page.phase('turn');
    assert.equal(page.turnText, "Player 1's Turn");
  });
});

describe('a kept move', () => {
  test('into a full column is refused with the reason', async () => {
    const page = await host.page(FULL);
    await page.openGame('222222');
    page.scene.holds = true;
    page.app.drop(2);
    await falls(page, 7);
    page.app.drop(1);
    assert.deepEqual([queued(page), page.messageText, page.scene.refused], [null, 'Column 2 is full.', [1]]);
  });

  test('into a column that the computer fills first is dropped with a kind message, and nothing shakes', async () => {
    const clock = new FakeClock();
    const page = await host.page({ clock });
    await page.openGame('3x3c3:12');
    page.app.playOn({ mode: 'cpu', you: 0, level: 'medium' });
    await until(page.app.you, (you) => you === 0, 'my side');
    await page.phase('turn');
    page.hold();
    page.app.drop(0); // two in the column: the computer must stop the third
    await page.phase('thinking');
    await clock.advance(400); // no double click
    page.app.drop(0);
    assert.equal(queued(page), 0);
    page.letGo();
    await clock.timer();
    await clock.advance(0);
    await page.hears('message.keptFull');
    assert.deepEqual([page.at.notation, page.app.phase.peek(), queued(page), page.scene.refused], ['3x3c3:1211', 'turn', null, []]);
    assert.equal(page.messageText, 'Column 1 is full by now. Choose another one.');
  });

  test('is nothing in a game whose last disc falls', async () => {
    const page = await host.page(FULL);
    await page.openGame('112233');
    page.scene.holds = true;
    page.app.drop(3);
    await falls(page, 7);
    page.app.drop(0);
    page.scene.land();
    await page.phase('over');
    assert.deepEqual([queued(page), page.said.includes('message.kept'), page.scene.refused], [null, false, []]);
  });
});

describe('against the computer a press', () => {
  let page;
  beforeEach(async () => {
    page = await host.page();
    await page.core.loadBook();
    await page.start({ mode: 'cpu', level: 'easy', first: 'you' });
    page.hold();
    page.app.drop(3);
    await page.phase('thinking');
  });

  test('while it thinks is kept in my colour, and played after its answer', async () => {
    page.app.drop(0);
    assert.deepEqual([queued(page), page.scene.shown.at(-1).kept], [0, { column: 0, player: 0 }]);
    page.letGo();
    await falls(page, 3);
    assert.equal(page.at.moves[2], 0);
    await page.ply(4);
    assert.equal(queued(page), null);
  });

  test('that is kept ends with the game', async () => {
    page.app.drop(0);
    page.app.undo();
    await page.ply(0);
    page.letGo();
    assert.deepEqual([queued(page), page.at.ply], [null, 0]);
  });
});

describe('the column chosen last', () => {
  let page;
  let events;
  beforeEach(async () => {
    page = await host.page();
    await page.start();
    ({ events } = page.scene);
  });
  const chosen = () => page.app.hover.peek();

  test('by the pointer follows it, also when the board turns below it', () => {
    events.hover(4, false);
    events.hover(5, true);
    assert.equal(chosen(), 5);
    events.hover(null, false);
    assert.equal(chosen(), null);
  });

  test('by the keyboard stays when the board moves below a resting pointer, or the pointer leaves', () => {
    events.hover(4, false);
    page.app.hover.value = 0;
    events.hover(5, true);
    assert.equal(chosen(), 0);
    events.hover(null, false);
    assert.equal(chosen(), 0);
    events.hover(4, false);
    assert.equal(chosen(), 4, 'the pointer moves again');
  });
});
