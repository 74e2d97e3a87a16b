// The terms of the game: each has an explanation in both languages, and a picture that shows what the text says.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundle } from './bundle.mjs';

const { glossary } = await bundle('ui/glossary/texts.ts');
const { boards } = await bundle('ui/glossary/picture.tsx');
const { terms } = await bundle('ui/texts/terms.ts');
const { piecesOf, whyWords } = await bundle('ui/texts/why.ts');

describe('the glossary', () => {
  test('explains every term in both languages', () => {
    for (const entries of Object.values(glossary)) {
      assert.deepEqual(Object.keys(entries).sort(), [...terms].sort());
      for (const { title, text, picture } of Object.values(entries)) {
        assert.match(title, /^[A-Z]/);
        for (const sentence of [text, picture]) assert.match(sentence, /^[A-Z].{30,}\.$/);
      }
    }
  });

  test('has every term that a sentence marks', () => {
    const marked = Object.values(whyWords).flatMap((words) => Object.values(words)).flatMap(piecesOf).flatMap(({ term }) => term ?? []);
    assert.deepEqual([...new Set(marked)].sort(), ['even', 'fork', 'odd', 'zugzwang']);
    for (const term of marked) assert.ok(terms.includes(term), term);
  });
});

describe('a picture', () => {
  /** Whether a disc of this colour at this cell completes four. */
  function completes(rows, x, y, color) {
    const at = (i, j) => (i === x && j === y ? color : rows[j]?.[i]);
    return [[1, 0], [0, 1], [1, 1], [1, -1]].some(([dx, dy]) =>
      [0, 1, 2, 3].some((back) => [0, 1, 2, 3].every((step) => at(x + (step - back) * dx, y + (step - back) * dy) === color)));
  }

  const goals = (rows, mark) => rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === mark ? [[x, y]] : [])));

  test('marks cells that complete a line', () => {
    for (const term of ['threat', 'fork', 'odd', 'even'])
      for (const [mark, color] of [['r', 'R'], ['y', 'Y']])
        for (const [x, y] of goals(boards[term], mark)) assert.ok(completes(boards[term], x, y, color), term);
    const count = (term) => ['r', 'y'].flatMap((mark) => goals(boards[term], mark)).length;
    assert.deepEqual(['threat', 'fork', 'odd', 'even'].map(count), [1, 2, 1, 1]);
  });

  test('has its threat in an odd or an even row, as its name says, and no disc that floats', () => {
    const rowOf = (term, mark) => boards[term].length - goals(boards[term], mark)[0][1];
    assert.deepEqual([rowOf('odd', 'r') % 2, rowOf('even', 'y') % 2], [1, 0]);
    for (const [term, rows] of Object.entries(boards))
      rows.forEach((row, y) => [...row].forEach((cell, x) => {
        assert.equal(row.length, 7, term);
        if ('RYx'.includes(cell) && y + 1 < rows.length) assert.ok('RYx'.includes(rows[y + 1][x]), `${term}: ${x} ${y}`);
      }));
  });
});
