// The page's review of games with other rules (web/src/core/variant_review.ts) agrees with the program's.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const { VariantModule } = await bundle('core/variant_module.ts');
const WASM = new WebAssembly.Module(readFileSync(path('build/variants.wasm')));

function ours(game, { shouldStop = () => false, report } = {}) {
  const module = new VariantModule(WASM, shouldStop);
  module.open(game);
  return module.reviewByEstimates(report);
}

function theirs(game) {
  const { status, stdout, stderr } = spawnSync(path('build/fourfall'), ['review', '--json', game], { encoding: 'utf8', timeout: 300_000 });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

const TURNING = { none: [false, false], estimated: [true, false], proven: [true, true] };

/** `isSwapped`: players have the colours in which they end the game. */
function assertSame(game, isSwapped = false) {
  const [page, program] = [ours(game), theirs(game)];
  const colored = (player) => (isSwapped ? 1 - player : player);
  assert.deepEqual(
    page.moves.map(({ player, named, best, score, verdict, quality, isTurning, isProven }) =>
      [player, ['red', 'yellow'][named.mover], named.text, named.better, best, score, verdict, quality, isTurning, isProven]),
    program.judgements.map(({ player, color, move, better, bestChance, chance, verdict, quality, turning }) =>
      [colored(player), color, move, better, bestChance, chance, verdict, quality, ...TURNING[turning]]));
  const [first, second] = program.accuracy;
  assert.deepEqual(page.accuracy, isSwapped ? [second, first] : [first, second]);
  assert.deepEqual(page.prospects.map(({ chance }) => chance), program.firstChances.map((chance) => (isSwapped ? 1000 - chance : chance)));
  return page;
}

test('of a won game of PopOut, with pops that would have been better', () => {
  const { moves, prospects } = assertSame('4x4c3-popout:422313-11');
  assert.deepEqual(moves.slice(5, 7).map(({ named }) => [named.text, named.better]), [['3', '-3'], ['-1', '3']]);
  assert.deepEqual(prospects.at(-1), { certainty: 'loss', chance: 0, plies: 0 });
});

test('of a game of Misère, in which a line loses', () => {
  const { moves, prospects } = assertSame('4x4c3-misere:12131');
  assert.equal(moves.at(-1).named.better, '3');
  assert.deepEqual(prospects.at(-1), { certainty: 'loss', chance: 0, plies: 0 });
});

test('of a game with a swap: the one who swapped is Red from the first move on', () => {
  const { moves } = assertSame('4x4c3-popout-pie:2~31', true);
  assert.deepEqual(moves.map(({ player, named }) => [player, named.mover]), [[1, 0], [0, 1], [1, 1], [0, 0]]);
});

test('of a game in which a player moves twice in a turn', () => {
  const { moves } = assertSame('4x4-powerup:1=23');
  assert.deepEqual(moves.map(({ player }) => player), [0, 1, 1]);
});

test('names the better move by the columns of its own position', () => {
  assertSame('10x4c3-turn:ab>1');
});

test('a review is the same the second time, tells how far it is, and ends when the host says so', () => {
  const game = '4x4c3-popout:2331';
  const module = new VariantModule(WASM, () => false);
  module.open(game);
  const told = [];
  const first = module.reviewByEstimates((progress) => told.push(progress.done));
  assert.deepEqual(told, [1, 2, 3, 4, 4]);
  assert.deepEqual(module.reviewByEstimates(), first);
  assert.equal(module.snapshot().ply, 4);
  assert.equal(ours(game, { shouldStop: () => true }), null);
});
