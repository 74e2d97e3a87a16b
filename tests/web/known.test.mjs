// What the page says about the cube (web/src/tours/known.ts): a short search proves what it can, and the steps say what the table says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const { Module } = await bundle('core/module.ts');
const { KNOWN, lineText, COLUMNS } = await bundle('tours/known.ts');
const { STEPS, stepText, marksOf, positionsOf, asOfText } = await bundle('tours/solution_steps.ts');
const { solutionWords } = await bundle('tours/solution_words.ts');
const core = new Module(new WebAssembly.Module(readFileSync(path('build/fourfall.wasm'))), () => false);
const app = (language) => ({ settings: { value: { language } } });

describe('what is known about the cube', () => {
  for (const moves of [1, 3, 5, 7])
    test(`after ${moves} of the line's moves a short search proves that every other reply loses`, () => {
      core.open(lineText(moves));
      const { columns } = core.estimate();
      const left = columns.flatMap(({ certainty }, column) => (certainty === 'loss' ? [] : [column]));
      assert.deepEqual(left, KNOWN.open[moves]);
    });

  test('the line is a game that goes on, and each open reply can be played', () => {
    const at = core.open(lineText(KNOWN.line.length));
    assert.deepEqual([at.board.columns, at.ply, at.status], [COLUMNS, KNOWN.line.length, 'playing']);
    for (const column of KNOWN.open[KNOWN.line.length]) assert.ok(at.canDrop[column], `column ${column}`);
  });

  test('is told in both languages, with nothing left to fill', () => {
    assert.deepEqual(Object.keys(solutionWords.de), Object.keys(solutionWords.en));
    for (const language of ['en', 'de'])
      for (const step of STEPS) assert.match(stepText(app(language), step), /^[A-Z][^{}]+\.$/);
    assert.equal(stepText(app('en'), STEPS[0]), "Red begins in the centre. 21 of Yellow's 25 replies are proven to lose, by move 15 at the latest.");
    assert.equal(stepText(app('en'), STEPS[2]), 'Red goes on with h. Three times in a row Yellow has just one reply that is not proven to lose: r, i, l.');
    assert.match(stepText(app('de'), STEPS[3]), /noch einmal h, .* 23 der 25 Antworten .* im 75\. Zug/);
    assert.match(stepText(app('en'), STEPS[4]), /open: h, l\./);
    assert.match(asOfText(app('de')), /^Stand: 19\. November 2026\./);
  });

  test('is shown move by move, or at once without motion', () => {
    assert.deepEqual(positionsOf(STEPS[1], false), ['5x5x5:m', '5x5x5:mg']);
    assert.equal(positionsOf(STEPS[2], false).length, 7);
    assert.deepEqual(positionsOf(STEPS[2], true), ['5x5x5:mghrqinl']);
    assert.equal(marksOf(STEPS[3]).filter((mark) => mark === 'open').length, 2);
  });
});
