// How discs of the upright board move, and how the scene finds out which.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bundle, randoms } from './bundle.mjs';

const motion = await bundle('scene/upright/motion.ts');
const { diffCells } = await bundle('scene/upright/diff.ts');
const { fallAt, fallSeconds, gravityFor, riseAt, RISE_SECONDS, tumbleAt, OUT_SECONDS } = motion;

const STEP = 1 / 480;

function track(drop, gravity) {
  const points = [];
  for (let t = 0; t <= fallSeconds(drop, gravity) + STEP; t += STEP)
    points.push({ t, ...fallAt(t, drop, gravity, { height: 0, touches: 0 }) });
  return points;
}

test('a full fall takes 0.5 to 0.8 seconds on boards of every height', () => {
  for (let rows = 1; rows <= 12; rows++) {
    const drop = rows - 0.5 + 0.68;
    const seconds = fallSeconds(drop, gravityFor(drop));
    assert.ok(seconds >= 0.5 - 1e-9 && seconds <= 0.8 + 1e-9, `${rows} rows: ${seconds}`);
  }
});

test('a disc falls faster and faster until it touches down', () => {
  const gravity = gravityFor(6.18);
  const first = track(6.18, gravity).filter((p) => p.touches === 0);
  for (let i = 2; i < first.length; i++) {
    const [step, before] = [first[i - 1].height - first[i].height, first[i - 2].height - first[i - 1].height];
    assert.ok(step > 0, 'never rises');
    assert.ok(step > before, 'gathers speed');
  }
});

test('it bounces twice, the second time lower, never below its place, and ends at rest', () => {
  const random = randoms(7);
  for (let i = 0; i < 100; i++) {
    const full = 0.7 + random() * 12;
    const drop = full * (0.1 + 0.9 * random());
    const points = track(drop, gravityFor(full));
    const top = (touches) => Math.max(...points.filter((p) => p.touches === touches).map((p) => p.height));
    assert.ok(points.every((p) => p.height >= -1e-9));
    assert.ok(top(1) < drop * 0.1 && top(1) > 0);
    assert.ok(top(2) < top(1) * 0.5 && top(2) > 0);
    assert.deepEqual(fallAt(fallSeconds(drop, gravityFor(full)) + 1e-6, drop, gravityFor(full), {}), {
      touches: 3,
      height: 0,
    });
  }
});

test('height is continuous: no frame jumps further than the fastest fall allows', () => {
  const gravity = gravityFor(6.18);
  const points = track(6.18, gravity);
  const fastest = Math.sqrt(2 * gravity * 6.18) * STEP * 1.01;
  for (let i = 1; i < points.length; i++)
    assert.ok(Math.abs(points[i].height - points[i - 1].height) <= fastest, `at ${points[i].t}`);
});

test('a disc that is taken back rises all the way and never sinks', () => {
  let last = 0;
  for (let t = 0; t <= RISE_SECONDS; t += STEP) {
    assert.ok(riseAt(t) >= last);
    last = riseAt(t);
  }
  assert.equal(riseAt(0), 0);
  assert.equal(riseAt(RISE_SECONDS), 1);
});

test('a disc that falls out of the board stays above the floor and is gone at the end', () => {
  const random = randoms(11);
  for (let i = 0; i < 100; i++) {
    const [y, chance] = [1.1 + random() * 11, random()];
    for (let t = 0; t <= OUT_SECONDS; t += 1 / 60) {
      const at = tumbleAt(t, y, 0.52, 0.1, chance, {});
      assert.ok(at.y >= 0.1 - 1e-9, `y ${at.y} at ${t}`);
      assert.ok(at.y <= y + 1e-9);
      assert.ok(Math.abs(at.tilt) <= Math.PI / 2 + 1e-9);
    }
    assert.ok(tumbleAt(OUT_SECONDS, y, 0.52, 0.1, chance, {}).scale <= 1e-9);
  }
});

const CODES = { '.': 2, r: 0, y: 1 };
const cells = (text) => [...text.replace(/\s/g, '')].map((c) => CODES[c]);

test('one move is one added disc', () => {
  const change = diffCells(cells('... r..'), cells('... ry.'));
  assert.deepEqual(change, { added: [4], removed: [], isCleared: false });
});

test('discs are added from the bottom row up and taken from the top row down', () => {
  const empty = cells('.. .. ..');
  const full = cells('ry yr ry');
  const added = diffCells(empty, full).added;
  assert.deepEqual(added.map((c) => Math.floor(c / 2)), [2, 2, 1, 1, 0, 0]);
  assert.deepEqual(diffCells(full, cells('ry .. ry')).removed, [2, 3]);
});

test('a cell that changes its colour loses one disc and gets another', () => {
  const change = diffCells(cells('r.'), cells('y.'));
  assert.deepEqual(change, { added: [0], removed: [0], isCleared: false });
});

test('only an emptied board is a cleared one', () => {
  assert.equal(diffCells(cells('ry'), cells('..')).isCleared, true);
  assert.equal(diffCells(cells('ry'), cells('r.')).isCleared, false);
  assert.equal(diffCells(cells('..'), cells('..')).isCleared, false);
  assert.equal(diffCells(cells('ry'), cells('.r')).isCleared, false);
});

test('a difference applied to the old position gives the new one', () => {
  const random = randoms(3);
  for (let i = 0; i < 200; i++) {
    const pick = () => Math.floor(random() * 3);
    const before = Array.from({ length: 42 }, pick);
    const after = Array.from({ length: 42 }, pick);
    const { added, removed } = diffCells(before, after);
    const result = before.slice();
    for (const cell of removed) result[cell] = 2;
    for (const cell of added) result[cell] = after[cell];
    assert.deepEqual(result, after);
  }
});
