// Games against the computer (web/src/app/game.ts) and its advice (advice.ts) on the real core, without a browser.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { usePages } from './page_host.mjs';
import { until } from './until.mjs';
import { FakeClock } from './window.mjs';

const host = await usePages();

/** Plays whatever column is free, from the left, until the game is over or `most` moves are made. */
async function playAlong(page, most) {
  for (let i = 0; i < most; i++) {
    if ((await page.phase('turn', 'over')) === 'over') return;
    const { ply, canDrop } = page.at;
    page.app.drop(canDrop.indexOf(true));
    await until(page.app.snapshot, (at) => at.ply > ply, 'the move');
  }
}

describe('against the computer', () => {
  let page;
  beforeEach(async () => {
    page = await host.page();
    await page.core.loadBook();
  });
  const start = (setup) => page.start({ mode: 'cpu', style: 'balanced', first: 'you', ...setup });

  for (const level of ['easy', 'medium', 'hard', 'perfect'])
    test(`${level} plays a whole game, and it is counted`, async () => {
      await start({ level, style: 'aggressive' });
      await playAlong(page, 21);
      await page.phase('over');
      const { level: asked, style, limitMs } = page.requests('choose').at(-1);
      assert.deepEqual([asked, style, limitMs], [level, 'aggressive', 1900]);
      const { winner } = page.at;
      assert.deepEqual(page.app.tally.peek(), { first: Number(winner === 0), second: Number(winner === 1), draws: Number(winner === null), streak: Number(winner === 0) });
      assert.equal(page.turnText, { 0: 'You win!', 1: 'Computer wins!', null: "It's a Draw!" }[winner]);
    });

  test('Perfect, beginning, wins against whoever plays the left', async () => {
    await start({ level: 'perfect', first: 'cpu' });
    await playAlong(page, 21);
    await page.phase('over');
    assert.deepEqual([page.at.winner, page.at.moves[0]], [0, 3], 'only the middle wins');
  });

  test('in turns means in turns, and the score follows the seat, not the colour', async () => {
    await start({ level: 'easy' });
    const colours = [];
    for (let i = 0; i < 3; i++) {
      await start({ level: 'easy', first: 'alternate' });
      assert.equal(page.app.firstSeat.peek(), page.app.you.peek());
      colours.push(page.app.you.peek());
    }
    assert.deepEqual(colours, [1, 0, 1]);
  });

  test('it is said who begins', async () => {
    page.hold();
    await start({ level: 'easy', first: 'cpu' });
    assert.equal(page.turnText, 'Computer begins');
    await start({ level: 'easy', first: 'you' });
    assert.equal(page.turnText, 'You begin');
    page.app.change({ language: 'de' });
    assert.equal(page.turnText, 'Du beginnst');
  });

  test('every game has a seed of its own', async () => {
    await start({ level: 'easy', first: 'cpu' });
    await page.ply(1);
    await start({ level: 'easy', first: 'cpu' });
    await page.ply(1);
    const [first, second] = page.requests('choose').map(({ seed }) => seed);
    assert.notEqual(first, second);
  });

  test('no disc falls and no hint is given while it thinks', async () => {
    await start({ level: 'hard' });
    page.hold();
    page.app.drop(3);
    await page.phase('thinking');
    assert.equal(page.turnText, 'Computer is thinking…');
    page.app.askHint();
    assert.deepEqual([page.said.at(-1), page.at.ply], ['message.noHint', 1]);
    page.letGo();
    await page.ply(2);
    assert.deepEqual([page.at.moves[0], page.turnText], [3, 'Your turn']);
  });

  test('taking back takes back the answer too; so does doing again', async () => {
    await start({ level: 'perfect' });
    page.app.drop(3);
    await page.ply(2);
    page.app.undo();
    await page.ply(0);
    page.app.redo();
    await page.ply(2);
    assert.equal(page.app.phase.peek(), 'turn');
  });

  test('nothing can be taken back when only the computer has moved', async () => {
    await start({ level: 'easy', first: 'cpu' });
    await page.ply(1);
    page.app.undo();
    assert.deepEqual([page.said.at(-1), page.at.ply], ['message.undoNone', 1]);
  });

  test('a game against it goes on after a reload', async () => {
    await start({ level: 'easy', first: 'cpu' });
    await page.ply(1);
    page.app.drop(6);
    await page.ply(3);
    const again = await page.reload();
    const { app, at } = again;
    assert.deepEqual([at.notation, app.you.peek(), app.phase.peek(), app.setup.peek().level], [page.at.notation, 1, 'turn', 'easy']);
    assert.equal(again.turnText, 'Your turn');
  });

  test('a reload while it thinks lets it think again', async () => {
    await start({ level: 'easy' });
    page.hold();
    page.app.drop(3);
    await page.phase('thinking');
    const again = await page.reload();
    await again.ply(2);
    assert.deepEqual([again.at.moves[0], again.app.phase.peek()], [3, 'turn']);
  });

  test('the cube is played too: it stops four in a line', async () => {
    await start({ level: 'medium', board: '5x5x5' });
    await playAlong(page, 4);
    await page.phase('turn', 'over');
    assert.deepEqual([page.at.ply, page.at.status], [8, 'playing']);
  });

  test('an engine that crashes is reported, and the next game plays', async () => {
    await start({ level: 'easy' });
    page.hold();
    page.app.drop(3);
    await page.phase('thinking');
    page.workers.at(-1).thread.postMessage({ module: null }); // kills it
    await page.hears('message.core');
    page.held = null;
    await start({ level: 'easy', first: 'cpu' });
    await page.ply(1);
    await page.phase('turn');
  });
});

describe('a computer that takes its time', () => {
  let page;
  let clock;
  beforeEach(async () => {
    clock = new FakeClock();
    page = await host.page({ settings: { naturalDelay: true }, clock });
    await page.core.loadBook();
  });
  /** The computer has decided and waits. */
  const decide = async (level) => {
    await page.start({ mode: 'cpu', level, first: 'you' });
    page.app.drop(3);
    await page.phase('thinking');
    await clock.timer();
  };

  for (const [level, ms] of Object.entries({ easy: 500, medium: 1000, hard: 1500, perfect: 1000 }))
    test(`${level} answers after ${ms} ms`, async () => {
      await decide(level);
      await clock.advance(ms - 1);
      assert.deepEqual([page.at.ply, page.app.phase.peek()], [1, 'thinking']);
      await clock.advance(1);
      await page.ply(2);
    });

  test('plays no stale move into a new game', async () => {
    await decide('perfect');
    for (let i = 0; i < 3; i++) {
      page.app.restart();
      await until(page.app.snapshot, ({ ply }) => ply === 0, 'the new game');
      await page.phase('turn');
      page.app.drop(3);
      await page.phase('thinking');
    }
    page.app.restart();
    await until(page.app.snapshot, ({ ply }) => ply === 0, 'the new game');
    await clock.advance(10_000);
    assert.deepEqual([page.at.ply, page.app.phase.peek()], [0, 'turn']);
    page.app.drop(0);
    await clock.timer();
    await clock.advance(1000);
    await page.ply(2);
    assert.equal(page.at.moves[0], 0);
  });

  test('plays no stale move after its thought was taken back', async () => {
    await decide('easy');
    page.app.undo();
    await page.ply(0);
    await clock.advance(10_000);
    assert.deepEqual([page.at.ply, page.app.phase.peek()], [0, 'turn']);
  });
});

describe('advice', () => {
  let page;
  beforeEach(async () => {
    page = await host.page();
    await page.core.loadBook();
  });
  const scored = (notation) => until(page.app.analysis, (found) => found?.text === notation, `scores of ${notation}`);
  const reviewed = () => until(page.app.review, (found) => found !== null, 'a review');

  test('a hint is a column that wins where a win is there, and goes with the next move', async () => {
    await page.openGame('112233');
    page.app.askHint();
    await page.hears('message.hint');
    assert.deepEqual([page.messageText, page.app.hint.peek().column], ['Try column 4.', 3]);
    await page.play('5');
    assert.equal(page.app.hint.peek(), null);
  });

  test('exact scores are shown on request', async () => {
    await page.openGame('112233');
    assert.equal(page.app.analysisState.peek(), 'off');
    page.app.change({ scores: true });
    assert.equal(page.app.analysisState.peek(), 'working');
    const { scores, outlook } = await scored('112233');
    assert.deepEqual([scores[3], outlook.winner, outlook.moves], [18, 0, 1]);
    assert.equal(page.app.analysisState.peek(), 'done');
    page.app.change({ scores: false });
    assert.deepEqual([page.app.analysis.peek(), page.app.analysisState.peek()], [null, 'off']);
  });

  test('scores belong to the position shown, not to an older one', async () => {
    page.app.change({ scores: true });
    await page.openGame('');
    const seen = [];
    page.app.analysis.subscribe((found) => found && seen.push([found.text, page.at.text]));
    await scored('');
    await page.play('44');
    await scored('44');
    for (const [scoredPosition, shown] of seen) assert.equal(scoredPosition, shown);
  });

  test('a board without exact scores is estimated, and the hint is the best column', async () => {
    page.app.change({ scores: true });
    await page.openGame('5x5x5:mgh');
    const found = await until(page.app.estimate, (estimate) => estimate?.text === '5x5x5:mgh', 'an estimate');
    assert.deepEqual([page.app.analysis.peek(), page.app.analysisState.peek()], [null, 'done']);
    const proven = found.columns.filter(({ certainty }) => certainty === 'loss');
    assert.deepEqual([found.best, found.columns[17].certainty, proven.length], [17, 'estimated', 24]);
    page.app.askHint();
    await page.hears('message.hint');
    assert.equal(page.app.hint.peek().column, 17);
    page.app.change({ scores: false });
    assert.equal(page.app.estimate.peek(), null);
  });

  test('the line of an estimate is shown from the position, and ends with the next move', async () => {
    page.app.change({ scores: true });
    await page.openGame('9x7c5:5');
    const found = await until(page.app.estimate, Boolean, 'an estimate');
    const positions = page.script.linePositions(page.app, found);
    assert.deepEqual(positions.slice(0, 2), ['9x7c5:5', `9x7c5:5${found.line[0] + 1}`]);
    assert.ok(positions.length <= 13);
    page.app.startTour('line');
    await until(page.app.tour, (tour) => tour === 'line', 'the line');
    await page.app.present(positions[1]);
    assert.equal(page.app.exhibit.peek().snapshot.ply, 2);
    assert.equal(page.at.ply, 1, 'the game stays');
    await page.play('5');
    assert.deepEqual([page.app.tour.peek(), page.app.exhibit.peek()], [null, null]);
  });

  test('threats are found on request', async () => {
    await page.openGame('112233');
    page.app.change({ threats: true });
    const threats = await until(page.app.threats, (found) => found.length > 0, 'threats');
    assert.deepEqual(threats.map(({ cell, player }) => [cell, player]).sort(), [[31, 1], [38, 0]]);
    page.app.change({ threats: false });
    assert.deepEqual(page.app.threats.peek(), []);
  });

  test('a review finds the turning point, and one tries again from there', async () => {
    await page.openGame('1122374');
    page.app.startReview();
    const { moves, accuracy } = await reviewed();
    assert.deepEqual([moves.length, moves[6].verdict], [7, 'best']);
    assert.ok(accuracy.every((percent) => percent >= 0 && percent <= 100));
    assert.ok(moves.some(({ isTurning }) => isTurning));
    page.app.seek(5);
    await page.phase('replay');
    page.app.continueFromHere();
    await page.phase('turn');
    await page.play('4');
    assert.deepEqual([page.at.notation, page.at.moves.length], ['112234', 6]);
  });

  test('a review says how far it is, and is announced twice only', async () => {
    await page.openGame('4444432322156657663');
    page.said.length = 0;
    const steps = [];
    page.app.reviewProgress.subscribe((progress) => progress && steps.push(progress));
    page.app.startReview();
    await reviewed();
    const counts = steps.map(({ done }) => done);
    assert.deepEqual(steps[0], { done: 0, moves: 19 });
    assert.ok(counts.every((count, i) => i === 0 || count > counts[i - 1]), `it grows: ${counts}`);
    assert.deepEqual(page.said, ['message.reviewing', 'message.reviewReady']);
    await until(page.app.reviewProgress, (progress) => progress === null, 'the end of the review');
  });

  test('a review that is overtaken by another game is not taken for its own', async () => {
    await page.openGame('6x5:123456334465');
    page.app.startReview();
    await page.openGame('4453');
    await until(page.app.reviewProgress, (progress) => progress === null, 'the end of the review');
    assert.equal(page.app.review.peek(), null);
  });

  test('a review is stopped by the person, by another game and by leaving: the next one begins at once', async () => {
    const stopped = () => until(page.app.reviewProgress, (progress) => progress === null, 'the end of the review');
    let stops = 0;
    const stopReviewing = page.core.stopReviewing.bind(page.core);
    page.core.stopReviewing = () => (stops++, stopReviewing());
    const ends = [() => page.app.stopReview(), () => page.openGame('4453'), () => page.app.leave()];
    for (const end of ends) {
      await page.openGame('6x5:123456334465');
      page.said.length = 0;
      page.app.startReview();
      await until(page.app.reviewProgress, (progress) => progress !== null, 'the review');
      stops = 0;
      await end();
      assert.equal(stops, 1);
      await stopped();
      assert.deepEqual([page.app.review.peek(), page.said.includes('message.reviewReady')], [null, false]);
    }
    await page.openGame('1122374');
    page.app.startReview();
    assert.equal((await reviewed()).moves.length, 7);
  });

  test('undo does not stop a review: its game is still on the board', async () => {
    await page.openGame('1122374');
    page.app.startReview();
    page.app.undo();
    assert.equal((await reviewed()).moves.length, 7);
  });

  test('a second review takes the place of the first', async () => {
    await page.openGame('6x5:123456334465');
    page.app.startReview();
    await page.openGame('1122374');
    page.app.startReview();
    assert.equal((await reviewed()).moves.length, 7);
  });

  test('a game that cannot be solved is reviewed by estimates, and what is proven is marked', async () => {
    await page.openGame('5x5x5:mgmmshr');
    page.app.startReview();
    const { moves, prospects } = await reviewed();
    assert.deepEqual([moves.map(({ column }) => column), prospects.length], [[12, 6, 12, 12, 18, 7, 17], 8]);
    assert.deepEqual([prospects[0].certainty, prospects[7]], ['estimated', { certainty: 'loss', chance: 0, plies: 3 }]);
    assert.notEqual(moves[6].verdict, 'best');
  });
});
