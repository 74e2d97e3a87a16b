// Which boards have exact answers: the page's rule, for forms without a core, is the core's own. The strongest level is
// called Perfect only where it is.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const { hasScores, isSolved } = await bundle('core/exact.ts');
const { Module } = await bundle('core/module.ts');
const { levelName } = await bundle('ui/texts/names.ts');
const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const speaking = (language) => ({ settings: { value: { language } } });

function* boards() {
  for (let width = 1; width <= 12; width++)
    for (let height = 1; height <= 12; height++)
      for (const depth of [1, 2, 5])
        for (let connect = 3; connect <= 8; connect++)
          yield `${width}x${height}${depth > 1 ? `x${depth}` : ''}${connect === 4 ? '' : `c${connect}`}`;
}

/** What the core says of a board: null for one that it does not play. */
function coreSolves(module, name) {
  try {
    module.begin(name);
  } catch {
    return null;
  }
  try {
    module.openSolver();
    return true;
  } catch (error) {
    assert.equal(error.code, 'E_SOLVER_BOARD', name);
    return false;
  }
}

test('a board has scores where the core solves it, and nowhere else', () => {
  const module = new Module(new WebAssembly.Module(readFileSync(path('build/fourfall.wasm'))), () => false);
  const seen = { true: 0, false: 0 };
  for (const name of boards()) {
    const isSolvable = coreSolves(module, name);
    if (isSolvable === null) continue;
    assert.equal(hasScores(name), isSolvable, name);
    seen[isSolvable]++;
  }
  assert.ok(seen.true > 50 && seen.false > 500, JSON.stringify(seen));
});

test('games are solved up to as many cells as the computer solves them', () => {
  const cells = Number(/FINISHED_CELLS = (\d+)/.exec(readFileSync(path('src/engine/solver.c'), 'utf8'))[1]);
  for (const name of boards()) {
    const [width, height] = name.split('x').map((side) => Number.parseInt(side, 10));
    assert.equal(isSolved(name), hasScores(name) && width * height <= cells, name);
  }
});

test('the strongest level is Perfect on a board that is solved, elsewhere Expert', () => {
  const named = (level, board) => ['en', 'de'].map((language) => levelName(speaking(language), level, board));
  assert.deepEqual(named('perfect', '7x6'), ['Perfect', 'Perfekt']);
  for (const board of ['5x5x5', '8x7', '9x7c5', '7x6c5']) assert.deepEqual(named('perfect', board), ['Expert', 'Experte'], board);
  assert.deepEqual(named('hard', '5x5x5'), ['Hard', 'Schwer']);
  assert.deepEqual(named('greedy', '7x6'), ['greedy', 'greedy']);
});
