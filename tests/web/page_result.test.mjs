// The words about a game that is over: who won, what it taught, and the way back to the move that lost it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle, randoms } from './bundle.mjs';
import { usePages } from './page_host.mjs';
import { until } from './until.mjs';

const { lessonText, resultDetail, resultText } = await bundle('ui/texts/outcome.ts');
const { Module } = await bundle('core/module.ts');
const host = await usePages();
const wasm = new WebAssembly.Module(readFileSync(fileURLToPath(new URL('../../build/fourfall.wasm', import.meta.url))));


/** A game that the person loses as red: the computer (yellow) takes its win. */
const LOST = '7172636';

async function loseToComputer(page) {
  page.hold();
  assert.equal(await page.app.open(LOST), null);
  await page.phase('turn');
  page.app.playOn({ mode: 'cpu', you: 0, level: 'perfect' });
  await page.phase('thinking');
  page.letGo();
  await page.phase('over');
}

describe('a lesson of the core', () => {
  const module = new Module(wasm, () => false);

  /** The same from the whole review: the last own move that was worse than the result it could have kept. */
  function fromReview(moves, player, result) {
    const lapses = moves.filter(({ player: mover, best, score }) => mover === player && Math.sign(best) > result && Math.sign(score) <= result);
    return lapses.at(-1) ?? null;
  }

  test('is the last move of the player that gave a better result away, as the review sees it', () => {
    const random = randoms(5);
    const seen = { win: 0, draw: 0, never: 0 };
    for (let game = 0; game < 150; game++) {
      let at = module.begin('5x5');
      while (at.status === 'playing') {
        const open = at.canDrop.flatMap((can, column) => (can ? [column] : []));
        at = module.drop(open[Math.floor(random() * open.length)]);
      }
      const player = at.winner === 0 ? 1 : 0;
      const { moves } = module.review();
      const expected = fromReview(moves, player, at.winner === null ? 0 : -1);
      const lesson = module.lesson(player);
      if (expected === null) assert.deepEqual(lesson, { kind: 'never' }, at.notation);
      else {
        const { ply, column, better, best } = expected;
        assert.deepEqual(lesson, { kind: 'lapse', ply, column, better, held: best > 0 ? 'win' : 'draw' }, at.notation);
      }
      seen[lesson.held ?? lesson.kind]++;
    }
    assert.ok(seen.win > 5 && seen.draw > 5, JSON.stringify(seen));
  });
});

describe('a game lost to the computer', () => {
  test('says so kindly, and which column kept the better result', async () => {
    const page = await host.page();
    await loseToComputer(page);
    const lesson = await until(page.app.lesson, (found) => found !== null, 'a lesson');
    assert.equal(resultText(page.app), 'The computer wins this one');
    assert.match(lessonText(page.app), /^Column \d (held the draw|was winning) at move \d+\.$/);
    page.app.change({ language: 'de' });
    assert.match(lessonText(page.app), /^Spalte \d (hielt bei Zug \d+ das Remis|hätte bei Zug \d+ gewonnen)\.$/);
    assert.equal(lesson.ply % 2, 0, 'the move of the person');
  });

  test('is tried again from there, with the same colour, against the same computer, and stays counted once', async () => {
    const page = await host.page();
    await loseToComputer(page);
    const { ply, column } = await until(page.app.lesson, (found) => found !== null, 'a lesson');
    const counted = page.app.tally.peek();
    assert.equal(counted.second, 1);
    page.app.tryAgain();
    await page.phase('turn');
    assert.deepEqual([page.at.ply, page.app.you.peek(), page.app.setup.peek().level], [ply, 0, 'perfect']);
    assert.deepEqual(page.app.tally.peek(), counted);
    page.app.drop(column); // the same mistake
    await page.phase('over');
    assert.equal(page.at.winner, 1);
    assert.deepEqual(page.app.tally.peek(), counted);
  });

  test('keeps its lesson while an earlier position is looked at; another game has none', async () => {
    const page = await host.page();
    await loseToComputer(page);
    const lesson = await until(page.app.lesson, (found) => found !== null, 'a lesson');
    page.app.seek(2);
    await page.phase('replay');
    assert.equal(page.app.lesson.peek(), lesson);
    await page.start();
    assert.equal(page.app.lesson.peek(), null);
  });
});

describe('a result', () => {
  test('names the winner, and counts the moves of the winner', async () => {
    const page = await host.page();
    await page.start();
    await page.play('1212121');
    assert.deepEqual([resultText(page.app), resultDetail(page.app)], ['Red wins in 4 moves', 'Red connects 4.']);
    page.app.change({ language: 'de' });
    assert.equal(resultText(page.app), 'Rot gewinnt in 4 Zügen');
    await page.openGame('12121232');
    assert.equal(resultText(page.app), 'Gelb gewinnt in 4 Zügen');
    assert.equal(page.app.lesson.peek(), null);
    assert.equal(page.requests('lesson').length, 0, 'two people at one page learn nothing');
  });

  test('claims nothing on a board that cannot be solved', async () => {
    const page = await host.page();
    await page.openGame('5x5x5:ababab');
    page.app.playOn({ mode: 'cpu', you: 1, level: 'hard' });
    await page.phase('over');
    assert.equal(page.at.winner, 0);
    assert.equal(page.requests('lesson').length, 0);
    assert.deepEqual([resultText(page.app), lessonText(page.app)], ['The computer wins this one', '']);
  });

  test('counts wins in a row; a draw or a defeat ends them', async () => {
    const page = await host.page();
    for (const wins of [1, 2, 3]) {
      await page.openGame('121212');
      page.app.playOn({ mode: 'cpu', you: 0, level: 'easy' });
      await until(page.app.you, (you) => you === 0, 'a seat');
      await page.phase('turn');
      await page.play('1');
      assert.equal(page.app.tally.peek().streak, wins);
    }
    assert.equal(resultText(page.app), 'You win in 4 moves');
    assert.equal(resultDetail(page.app), '3 wins in a row! Red connects 4.');
    page.app.undo();
    await page.phase('turn');
    assert.equal(page.app.tally.peek().streak, 2, 'a win that is taken back');
  });
});
