// The page's view of the core (web/src/core/module.ts) agrees with the program.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const { Module, CoreError } = await bundle('core/module.ts');
const { LAYOUT, readSnapshot, SNAPSHOT_SIZE, SNAPSHOT_VERSION } = await bundle('core/snapshot.ts');
const { cellIndex, cellPlace, cellColumn } = await bundle('core/types.ts');
const WASM = new WebAssembly.Module(readFileSync(path('build/fourfall.wasm')));
const core = (shouldStop = () => false) => new Module(WASM, shouldStop);

function program(...args) {
  const { status, stdout, stderr } = spawnSync(path('build/fourfall'), args, { encoding: 'utf8', timeout: 300_000 });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

describe('a snapshot', () => {
  test('is read where the C compiler places each field', () => {
    const { stdout } = spawnSync(path('build/vectors'), { input: 'layout\n', encoding: 'utf8' });
    const [head, ...fields] = stdout.trim().split('\n').map((line) => line.split(' '));
    assert.deepEqual(head.map(Number), [SNAPSHOT_VERSION, SNAPSHOT_SIZE]);
    assert.deepEqual(Object.fromEntries(fields.map(([name, offset]) => [name, Number(offset)])), { ...LAYOUT });
  });

  for (const [what, at] of [['version', 0], ['size', 2]])
    test(`of another ${what} is refused`, () => {
      const memory = new ArrayBuffer(65536);
      const view = new DataView(memory);
      view.setUint16(64, SNAPSHOT_VERSION, true);
      view.setUint16(66, SNAPSHOT_SIZE, true);
      assert.doesNotThrow(() => readSnapshot(memory, 64));
      view.setUint16(64 + at, view.getUint16(64 + at, true) + 1, true);
      assert.throws(() => readSnapshot(memory, 64), /reads another one/);
    });

  test('is one call of the module, and a later one leaves it as it is', (t) => {
    const calls = [];
    const { Instance } = WebAssembly;
    t.after(() => (WebAssembly.Instance = Instance));
    WebAssembly.Instance = function counted(...args) {
      const { exports } = new Instance(...args);
      return { exports: new Proxy(exports, { get: (from, name) => (name !== 'memory' && calls.push(name), from[name]) }) };
    };
    const module = core();
    const before = module.open('4453');
    const kept = structuredClone(before);
    calls.length = 0;
    module.drop(0);
    assert.deepEqual(calls, ['ff_wasm_drop', 'ff_wasm_snapshot']);
    assert.deepEqual(before, kept);
  });

  test('of a state without its moves knows its board', () => {
    const state = {
      gameId: 'g', gameType: 'connect-four', players: [{ id: 'a', name: 'Ann' }, { id: 'b', name: 'Bob' }], currentPlayerIndex: 1,
      status: 'in_progress', winner: null, metadata: { board: [[null, null], ['red', null]], size: '2x2c3' }, version: 1,
      createdAt: '2026-01-02T03:04:05.678Z', updatedAt: '2026-01-02T03:04:05.678Z',
    };
    const at = core().open(JSON.stringify(state));
    assert.deepEqual([at.board.name, at.ply, at.first, at.notation, at.moves], ['2x2c3', 1, 1, '', []]);
  });

  test('of a new classic game is empty and red begins', () => {
    const at = core().begin('7x6');
    assert.deepEqual(at.board, { name: '7x6', width: 7, height: 6, depth: 1, connect: 4, columns: 7, cells: 42 });
    assert.deepEqual([at.status, at.turn, at.winner, at.ply, at.notation], ['playing', 0, null, 0, '']);
    assert.ok(at.cells.every((cell) => cell === 2) && at.cells.length === 42);
    assert.deepEqual(at.letters, ['1', '2', '3', '4', '5', '6', '7']);
  });

  test('knows the winning line by the cells that hold it', () => {
    const at = core().open('1122334');
    assert.deepEqual([at.status, at.winner], ['won', 0]);
    assert.deepEqual(at.lines.map((line) => [...line].sort((a, b) => a - b)), [[35, 36, 37, 38]]);
    assert.ok(at.canDrop.every((can) => !can));
  });

  test('keeps moves that were taken back', () => {
    const module = core();
    module.open('4453');
    const at = module.undo();
    assert.deepEqual([at.ply, at.moves, at.notation], [3, [3, 3, 4, 2], '445']);
    assert.equal(module.redo().ply, 4);
  });

  test('of the cube finds every cell at its place', () => {
    const at = core().open('5x5x5:mmgh');
    assert.equal(at.notation, '5x5x5:mmgh');
    assert.equal(at.cells[cellIndex(at.board, 2, 0, 2)], 0);
    assert.equal(at.cells[cellIndex(at.board, 2, 1, 2)], 1);
    for (let cell = 0; cell < at.board.cells; cell++) {
      const { x, y, z } = cellPlace(at.board, cell);
      assert.equal(cellIndex(at.board, x, y, z), cell);
      assert.equal(cellColumn(at.board, cell), x + 5 * z);
    }
  });
});

describe('a refusal', () => {
  for (const [what, act, code, at] of [
    ['a full column', (m) => (m.open('444444'), m.drop(3)), 'E_FULL', -1],
    ['a column that is none', (m) => m.drop(7), 'E_COLUMN', -1],
    ['a board too large', (m) => m.begin('13x6'), 'E_WIDTH', -1],
    ['a move that cannot be', (m) => m.open('4444444'), 'E_FULL', 6],
    ['a letter that is none', (m) => m.open('44x'), 'E_LETTER', 2],
    ['text as long as a book', (m) => m.open('4'.repeat(200_000)), 'E_LETTER', -1],
  ]) {
    test(`for ${what} names its reason and changes nothing`, () => {
      const module = core();
      module.open('44');
      const before = module.snapshot();
      let error;
      try {
        act(module);
      } catch (thrown) {
        error = thrown;
      }
      assert.ok(error instanceof CoreError, String(error));
      assert.equal(error.code, code);
      if (at >= 0) assert.equal(error.at, at);
      assert.ok(error.message.length > 5);
      if (code !== 'E_FULL' || at >= 0) assert.deepEqual(module.snapshot(), before);
    });
  }
});

describe('thinking', () => {
  for (const moves of ['444441331266', '4444413312', '121212477777', '44444121212']) {
    test(`analyses ${moves} as the program does`, () => {
      const module = core();
      module.open(moves);
      const ours = module.analyse();
      const theirs = program('analyse', '--json', moves);
      assert.equal(ours.best, theirs.score);
      assert.deepEqual(ours.bestColumns, theirs.best);
      assert.equal(ours.line.map((column) => column + 1).join(''), theirs.line);
      assert.equal(module.explanation(), theirs.explanation);
      assert.deepEqual(
        ours.scores.flatMap((score, column) => (score === null ? [] : [{ column, score }])),
        theirs.columns.map(({ column, score }) => ({ column, score })));
      for (const { column, moves: count, result } of theirs.columns)
        if (result !== 'draw') assert.ok(ours.outlooks[column].moves >= 1 && Math.abs(ours.outlooks[column].moves - count) <= 1);
      assert.equal(ours.outlook.plies, theirs.plies);
    });
  }

  test('reviews a game as the program does', () => {
    const played = '6x5:123456334465';
    const module = core();
    module.open(played);
    const ours = module.review();
    const theirs = program('review', '--json', played);
    assert.deepEqual(ours.moves.map((move) => [move.verdict, move.column, move.better, move.quality]),
      theirs.judgements.map((move) => [move.verdict, move.column, move.better, move.quality]));
  });

  test('tells after every move of a review how many are judged, and then goes on from where it was', () => {
    const module = core();
    module.open('5x4:12345123'); // small, for without a book the first moves of a large board take long
    const told = [];
    module.review((progress) => told.push(progress));
    assert.deepEqual(told, Array.from({ length: 8 }, (_, i) => ({ done: i + 1, moves: 8 })));
    assert.equal(module.snapshot().ply, 8);
  });

  test('stops when the host says so', () => {
    let asks = 0;
    const module = core(() => ++asks > 3);
    module.open('44');
    assert.equal(module.analyse(), null);
  });

  test('has no exact scores for the cube, and says why', () => {
    const module = core();
    module.begin('5x5x5');
    assert.throws(() => module.analyse(), { code: 'E_SOLVER_BOARD' });
  });

  test('finds the threats with their rows', () => {
    const module = core();
    module.open('112233');
    const threats = module.threats();
    assert.ok(threats.some(({ cell, player, isPlayable, isOdd }) => cell === 38 && player === 0 && isPlayable && isOdd));
  });

  for (const level of ['easy', 'medium', 'hard', 'perfect'])
    for (const board of ['7x6', '5x5x5', '4x4x4c3', '9x7c5']) {
      test(`${level} plays ${board}, changing boards as it goes`, () => {
        let asks = 0;
        const module = core(() => ++asks > 40);
        for (const name of [board, '7x6', board]) {
          asks = 0;
          const at = module.begin(name);
          const column = module.choose(level, 'balanced', 7n);
          assert.ok(at.canDrop[column]);
        }
        assert.ok(module.thought().column >= 0);
      });
    }
});
