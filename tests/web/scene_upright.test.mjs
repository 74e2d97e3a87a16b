// The upright board as a model on a stage: whatever is shown, and whenever, it ends with the right discs.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bundle, randoms } from './bundle.mjs';

const { createUpright } = await bundle('scene/upright/upright.ts');
const { cellIndex } = await bundle('core/types.ts');
const { REFLECTED_ONLY } = await bundle('scene/layers.ts');

function boardOf(width, height) {
  const size = { width, height, depth: 1, connect: 4 };
  return { name: `${width}x${height}`, ...size, columns: width, cells: width * height };
}

/** What the core would say about discs dropped in turn; a line is given, not found. */
function snapshotOf(board, moves, line = []) {
  const cells = new Uint8Array(board.cells).fill(2);
  const heights = new Array(board.columns).fill(0);
  moves.forEach((column, i) => (cells[cellIndex(board, column, heights[column]++, 0)] = i % 2));
  const isWon = line.length > 0;
  return {
    ...{ board, moves, ply: moves.length, first: 0, cells, heights },
    ...{ status: isWon ? 'won' : 'playing', turn: moves.length % 2 },
    winner: isWon ? (moves.length + 1) % 2 : null,
    ...{ canDrop: heights.map((h) => !isWon && h < board.height), lines: isWon ? [line] : [] },
    ...{ notation: '', letters: heights.map((_, i) => String(i)) },
  };
}

const pictureOf = (snapshot, motion, extra = {}) => ({
  ...{ snapshot, motion, hover: null, kept: null, hint: null, threats: [], isLoss: false, layers: false, level: null, ...extra },
});

function stageWith(look = {}) {
  const told = { lands: [], bursts: 0, attended: [], end: [] };
  const stage = {
    ...{ quality: 'low', wake() {}, burst: () => told.bursts++ },
    attend: (points) => told.attended.push(points),
    look: { theme: 'dark', marks: true, reducedMotion: false, quality: 'low', finish: 'plastic', lens: 'normal', ...look },
    events: {
      land: (rows, bounce) => told.lands.push([rows, bounce]),
      light: (index, count) => told.end.push(`light ${index} of ${count}`),
      reveal: () => told.end.push('words'),
    },
  };
  return { stage, told };
}

/** The discs that are drawn, as "player x y", read from what goes to the graphics card. */
function drawn(model) {
  const found = [];
  let player = 0;
  model.root.traverse((mesh) => {
    if (!mesh.isInstancedMesh || !mesh.receiveShadow) return;
    for (let i = 0; i < mesh.count; i++) {
      const at = mesh.instanceMatrix.array.slice(i * 16 + 12, i * 16 + 14);
      found.push(`${player} ${at[0].toFixed(3)} ${at[1].toFixed(3)}`);
    }
    player++;
  });
  return found.sort();
}

function expected(model, { board, cells }) {
  const found = [];
  for (let cell = 0; cell < board.cells; cell++) {
    const { x, y } = model.cell(cell);
    if (cells[cell] < 2) found.push(`${cells[cell]} ${x.toFixed(3)} ${y.toFixed(3)}`);
  }
  return found.sort();
}

/** Runs until nothing moves; returns the seconds it took. */
function settle(model, step = 1 / 60) {
  for (let t = 0; t < 20; t += step) {
    if (model.update(step)) continue;
    assert.equal(model.update(step), false, 'what stands still must not move again');
    return t;
  }
  return assert.fail('still moving after 20 seconds');
}

function randomMoves(random, board, count) {
  const heights = new Array(board.columns).fill(0);
  const moves = [];
  while (moves.length < Math.min(count, board.cells)) {
    const column = Math.floor(random() * board.columns);
    if (heights[column] < board.height) moves.push(column) && heights[column]++;
  }
  return moves;
}

test('a dropped disc falls, bounces once, tells both touches, and lies in its cell', () => {
  const { stage, told } = stageWith();
  const board = boardOf(7, 6);
  const model = createUpright(stage, board);
  model.show(pictureOf(snapshotOf(board, []), 'jump'));
  settle(model);
  const after = snapshotOf(board, [3]);
  model.show(pictureOf(after, 'animate'));
  assert.equal(model.isSettled(), false);
  model.update(0.1);
  assert.notDeepEqual(drawn(model), expected(model, after), 'it is still in the air');
  settle(model);
  assert.deepEqual(drawn(model), expected(model, after));
  assert.deepEqual(told.lands, [[6, 0], [6, 1]]);
});

test('whatever is shown in whatever order, a board of any size ends with the last picture', () => {
  const random = randoms(21);
  for (let round = 0; round < 40; round++) {
    const board = boardOf(1 + Math.floor(random() * 12), 1 + Math.floor(random() * 12));
    const { stage } = stageWith({ reducedMotion: random() < 0.2 });
    const model = createUpright(stage, board);
    let snapshot = snapshotOf(board, []);
    for (let i = 0; i < 12; i++) {
      snapshot = snapshotOf(board, randomMoves(random, board, random() < 0.2 ? 0 : random() * board.cells));
      model.show(pictureOf(snapshot, random() < 0.3 ? 'jump' : 'animate'));
      if (random() < 0.5) model.update(random() * 0.4);
      if (random() < 0.1) model.refuse(0);
      if (random() < 0.1) model.finish();
    }
    settle(model);
    assert.deepEqual(drawn(model), expected(model, snapshot), `${board.name}, round ${round}`);
    model.dispose();
  }
});

test('finish ends a fall at once', () => {
  const { stage } = stageWith();
  const board = boardOf(7, 6);
  const model = createUpright(stage, board);
  const after = snapshotOf(board, [3, 3, 2]);
  model.show(pictureOf(after, 'animate'));
  model.finish();
  assert.equal(model.isSettled(), true);
  assert.equal(model.update(1 / 60), false);
  assert.deepEqual(drawn(model), expected(model, after));
});

test('a win is celebrated after the last disc has landed, and comes to rest', () => {
  const { stage, told } = stageWith();
  const board = boardOf(7, 6);
  const model = createUpright(stage, board);
  model.show(pictureOf(snapshotOf(board, [0, 1, 0, 1, 0, 1]), 'jump'));
  settle(model);
  const line = [0, 1, 2, 3].map((y) => cellIndex(board, 0, y, 0));
  model.show(pictureOf(snapshotOf(board, [0, 1, 0, 1, 0, 1, 0], line), 'animate'));
  model.update(0.05);
  assert.equal(told.bursts, 0, 'not while the disc falls');
  const seconds = settle(model);
  assert.equal(told.bursts, 1);
  assert.equal(told.attended.length, 1);
  assert.equal(told.attended[0].length, 4);
  assert.ok(seconds < 7, `the glow stands still after ${seconds} s`);
  model.show(pictureOf(snapshotOf(board, [0, 1, 0, 1, 0, 1]), 'animate'));
  assert.equal(told.attended.at(-1), null, 'the camera goes back home');
});

/** A board with a game that is about to end, and its end. */
function ending(look, last) {
  const { stage, told } = stageWith(look);
  const board = boardOf(7, 6);
  const model = createUpright(stage, board);
  model.show(pictureOf(snapshotOf(board, [0, 1, 0, 1, 0, 1]), 'jump'));
  settle(model);
  const line = [0, 1, 2, 3].map((y) => cellIndex(board, 0, y, 0));
  const won = snapshotOf(board, [0, 1, 0, 1, 0, 1, 0], line);
  const show = (motion, extra) => model.show(pictureOf(last?.(won) ?? won, motion, extra));
  return { model, told, show };
}

/** Seconds from the landing of the last disc to the words. */
function secondsToWords(model, told) {
  while (!model.isSettled()) model.update(1 / 60);
  for (let t = 0; t < 10; t += 1 / 60) {
    if (told.end.includes('words')) return t;
    model.update(1 / 60);
  }
  return Infinity;
}

const LIGHTS = ['light 0 of 4', 'light 1 of 4', 'light 2 of 4', 'light 3 of 4'];

test('the line lights up disc by disc, then comes the burst, then the words, in less than two seconds', () => {
  const { model, told, show } = ending();
  show('animate');
  while (!model.isSettled()) model.update(1 / 60);
  assert.deepEqual(told.end, [], 'not while the disc falls');
  model.update(0.1);
  assert.deepEqual(told.end, [], 'a beat after the landing');
  while (told.bursts === 0) model.update(1 / 60);
  assert.deepEqual(told.end, LIGHTS, 'the burst comes after the last light and before the words');
  assert.ok(secondsToWords(model, told) < 2);
  assert.deepEqual(told.end, [...LIGHTS, 'words']);
  settle(model);
  assert.deepEqual(told.end, [...LIGHTS, 'words'], 'the words come once');
});

test('words about a line of any length come within two seconds', () => {
  const { stage, told } = stageWith();
  const board = boardOf(12, 12);
  const model = createUpright(stage, board);
  const line = Array.from({ length: 12 }, (_, x) => cellIndex(board, x, 0, 0));
  model.show(pictureOf(snapshotOf(board, [0], line), 'animate'));
  assert.ok(secondsToWords(model, told) < 2);
});

test('a lost game ends without a burst, and its board stays brighter', () => {
  const shades = [false, true].map((isLoss) => {
    const { model, told, show } = ending();
    show('animate', { isLoss });
    settle(model);
    assert.deepEqual([told.bursts, told.end.at(-1)], [isLoss ? 0 : 1, 'words']);
    return model.root.children.find((mesh) => mesh.isMesh).material.color.b;
  });
  assert.ok(shades[1] > 1.2 * shades[0], `${shades}`);
});

test('a draw has a wave of light and its words, and comes to rest', () => {
  const { model, told, show } = ending({}, (won) => ({ ...won, status: 'draw', winner: null, lines: [] }));
  show('animate');
  assert.ok(secondsToWords(model, told) < 2);
  assert.deepEqual([told.end, told.bursts, told.attended], [['light 0 of 0', 'words'], 0, []]);
  settle(model);
});

test('with reduced motion, and for a game that was already won, the line is simply lit', () => {
  for (const [look, motion] of [[{ reducedMotion: true }, 'animate'], [{}, 'jump']]) {
    const { model, told, show } = ending(look);
    show(motion);
    model.update(1 / 60);
    assert.equal(model.update(1 / 60), false);
    assert.deepEqual([told.end, told.bursts], [[], 0]);
  }
});

test('a skipped end is silent', () => {
  const { model, told, show } = ending();
  show('animate');
  model.update(0.1);
  model.finish();
  assert.equal(model.update(1 / 60), false);
  assert.deepEqual([told.end, told.bursts], [[], 0]);
});

test('with reduced motion nothing moves, yet the landing is told', () => {
  const { stage, told } = stageWith({ reducedMotion: true });
  const board = boardOf(7, 6);
  const model = createUpright(stage, board);
  const after = snapshotOf(board, [3]);
  model.show(pictureOf(after, 'animate', { hint: 2, hover: { column: 1, player: 1 } }));
  assert.equal(model.update(1 / 60), false);
  assert.deepEqual(drawn(model), expected(model, after));
  assert.deepEqual(told.lands, [[6, 0]]);
});

test('a hint pulses for a while and then stands still', () => {
  const { stage } = stageWith();
  const board = boardOf(7, 6);
  const model = createUpright(stage, board);
  model.show(pictureOf(snapshotOf(board, []), 'jump', { hint: 3 }));
  assert.equal(model.update(0.5), true);
  settle(model);
});

/** Triangles of everything that is shown, every copy of a disc counted. */
function trianglesOf(model) {
  let count = 0;
  model.root.traverseVisible((mesh) => {
    const { index, attributes } = mesh.geometry ?? {};
    if (mesh.isMesh && !mesh.layers.isEnabled(REFLECTED_ONLY)) count += ((index ?? attributes.position).count / 3) * (mesh.count ?? 1);
  });
  return count;
}

test('a full board of any size in low quality is drawn with at most 60 000 triangles', (t) => {
  const counts = {};
  for (const [width, height] of [[4, 4], [7, 6], [7, 7], [8, 8], [10, 10], [12, 12]]) {
    const board = boardOf(width, height);
    const model = createUpright(stageWith().stage, board);
    model.show(pictureOf(snapshotOf(board, Array.from({ length: board.cells }, (_, i) => i % width)), 'jump'));
    settle(model);
    counts[board.name] = trianglesOf(model);
    model.dispose();
  }
  t.diagnostic(JSON.stringify(counts));
  assert.ok(Math.max(...Object.values(counts)) < 60_000, JSON.stringify(counts));
  assert.ok(counts['12x12'] < 55_000, `${counts['12x12']} triangles for 12x12`);
});

test('after any turn of the hand one of the faces shows well', () => {
  const { stage } = stageWith();
  const model = createUpright(stage, boardOf(7, 6));
  for (let azimuth = -8; azimuth <= 8; azimuth += 0.05) {
    const pose = model.settle({ azimuth, elevation: azimuth / 4 });
    assert.ok(Math.abs(Math.cos(pose.azimuth)) > 0.7, `edge-on at ${azimuth}`);
    assert.ok(Math.abs(pose.azimuth - azimuth) < Math.PI / 2, 'to the nearest side');
    assert.ok(pose.elevation >= 0.2 && pose.elevation <= 0.75);
  }
});

test('a kept move is two small pale discs over its column and in its cell, also while another disc falls', () => {
  const { stage } = stageWith();
  const board = boardOf(7, 6);
  const model = createUpright(stage, board);
  model.show(pictureOf(snapshotOf(board, [3]), 'jump'));
  settle(model);
  const small = () => {
    const found = [];
    model.root.traverse((mesh) => mesh.isMesh && mesh.visible && mesh.scale.x < 1 && found.push(mesh));
    return found;
  };
  assert.deepEqual(small(), []);
  model.show(pictureOf(snapshotOf(board, [3, 2]), 'animate', { kept: { column: 3, player: 0 } }));
  model.update(1 / 60);
  assert.equal(model.isSettled(), false);
  const { x, y } = model.cell(cellIndex(board, 3, 1, 0));
  const places = small().map(({ position }) => [position.x, position.y]);
  assert.equal(places.length, 2);
  assert.deepEqual(places[1], [x, y]);
  assert.ok(places[0][0] === x && places[0][1] > model.cell(cellIndex(board, 3, 5, 0)).y, 'one is over the column');
  settle(model);
  model.show(pictureOf(snapshotOf(board, [3, 2]), 'jump'));
  settle(model);
  assert.deepEqual(small(), []);
});
