// The page's notation (web/src/core/notation.ts) agrees with the core's.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bundle } from './bundle.mjs';

const { letterOf, notationOf } = await bundle('core/notation.ts');
const { Module } = await bundle('core/module.ts');
const core = new Module(new WebAssembly.Module(readFileSync(new URL('../../build/fourfall.wasm', import.meta.url))), () => false);
/** Boards with the most digits, the fewest letters, and both whole alphabets. */
const BOARDS = ['7x6', '6x5', '9x7c5', '3x4x3c3', '10x8', '12x12', '5x5x5', '7x5x7', '4x4x12'];

for (const board of BOARDS) {
  test(`columns of ${board} have the core's characters, and the core reads its games`, () => {
    const { letters } = core.begin(board);
    assert.deepEqual(letters.map((_, column) => letterOf(board, column)), letters);
    const last = letters.at(-1);
    assert.equal(core.open(notationOf(board, last)).notation, notationOf(board, last));
  });
}
