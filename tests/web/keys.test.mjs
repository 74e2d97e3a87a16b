// The keyboard table: the meaning of a key on each kind of board, and that the help lists every key.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundle } from './bundle.mjs';

const { bindings, meaningOf, neighbour } = await bundle('ui/game/keys.ts');
const { wordsIn } = await bundle('ui/texts/languages.ts');
const dictionaries = { en: wordsIn('en'), de: wordsIn('de') };

const digits = [...'1234567'];
const letters = [...'abcdefghijklmnopqrstuvwxy'];
const stroke = (key, held = {}) => ({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });
const shift = { shiftKey: true };
const flat = { width: 7, depth: 1 };
const cube = { width: 5, depth: 5 };

describe('a key', () => {
  test('that is a digit chooses the column of a flat board', () => {
    assert.deepEqual(meaningOf(stroke('4'), digits), { column: 3 });
    assert.equal(meaningOf(stroke('9'), digits), null);
  });

  test('that is a letter is a command on a board of digits, with and without Shift', () => {
    assert.deepEqual(meaningOf(stroke('u'), digits), { command: 'undo' });
    assert.deepEqual(meaningOf(stroke('U', shift), digits), { command: 'undo' });
  });

  test('that is a letter chooses a column on a board of letters, and with Shift is a command', () => {
    assert.deepEqual(meaningOf(stroke('u'), letters), { column: 20 });
    assert.deepEqual(meaningOf(stroke('U', shift), letters), { command: 'undo' });
    assert.deepEqual(meaningOf(stroke('z'), letters), null);
  });

  test('with Shift stays a command where capital letters are columns too', () => {
    const many = [...letters, 'z', ...letters.map((letter) => letter.toUpperCase())];
    assert.deepEqual(meaningOf(stroke('U', shift), many), { command: 'undo' });
    assert.deepEqual(meaningOf(stroke('B', { shiftKey: false }), many), { column: 27 });
  });

  test('with Ctrl or Cmd undoes and redoes, and is otherwise left to the browser', () => {
    assert.deepEqual(meaningOf(stroke('z', { ctrlKey: true }), letters), { command: 'undo' });
    assert.deepEqual(meaningOf(stroke('Z', { metaKey: true, shiftKey: true }), digits), { command: 'redo' });
    for (const key of ['r', 't', 'n', '4', '+', 's']) assert.equal(meaningOf(stroke(key, { ctrlKey: true }), digits), null);
    assert.equal(meaningOf(stroke('h', { altKey: true }), digits), null);
  });

  test('keeps its meaning if it needs Shift', () => {
    assert.deepEqual(meaningOf(stroke('?', shift), letters), { command: 'help' });
    assert.deepEqual(meaningOf(stroke('+', shift), digits), { command: 'zoomIn' });
  });
});

describe('an arrow', () => {
  test('begins in the middle', () => {
    assert.equal(neighbour(flat, null, 'left', 0), 3);
    assert.equal(neighbour(cube, null, 'up', 0), 12);
  });

  test('moves along a flat board and stops at its ends', () => {
    assert.equal(neighbour(flat, 3, 'left', 0), 2);
    assert.equal(neighbour(flat, 0, 'left', 0), 0);
    assert.equal(neighbour(flat, 6, 'right', 0), 6);
    assert.equal(neighbour(flat, 3, 'up', 0), 3);
    assert.equal(neighbour(flat, null, 'down', 0), null);
  });

  test('moves in two directions on a deep board', () => {
    assert.deepEqual(['left', 'right', 'up', 'down'].map((way) => neighbour(cube, 12, way, 0)), [11, 13, 7, 17]);
    assert.equal(neighbour(cube, 4, 'right', 0), 4);
    assert.equal(neighbour(cube, 4, 'up', 0), 4);
  });

  test('follows the camera: up is away from the viewer after every quarter turn', () => {
    assert.deepEqual([0, 1, 2, 3].map((quarter) => neighbour(cube, 12, 'up', quarter)), [7, 11, 17, 13]);
    assert.deepEqual([0, 1, 2, 3].map((quarter) => neighbour(cube, 12, 'right', quarter)), [13, 7, 11, 17]);
  });
});

describe('the table', () => {
  test('gives every key one meaning', () => {
    const keys = bindings.flatMap((binding) => Object.keys(binding.keys));
    assert.equal(new Set(keys).size, keys.length);
  });

  test('explains every key in both languages', () => {
    for (const { shown, does } of bindings) {
      for (const words of Object.values(dictionaries)) assert.ok(words[does], does);
      for (const name of shown) assert.ok(name.length === 1 || name in dictionaries.en, name);
    }
  });

  test('has every promised key', () => {
    const promised = { u: 'undo', r: 'redo', n: 'new', h: 'hint', s: 'scores', t: 'threats', m: 'mute', '?': 'help',
      Enter: 'drop', ' ': 'drop', Escape: 'escape', '[': 'turnLeft', ']': 'turnRight', '+': 'zoomIn', '-': 'zoomOut' };
    for (const [key, command] of Object.entries(promised)) assert.deepEqual(meaningOf(stroke(key), digits), { command });
  });
});
