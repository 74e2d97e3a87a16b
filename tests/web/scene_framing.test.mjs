// The camera's framing: the whole board in the part of the canvas that no panel covers.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bundle, randoms } from './bundle.mjs';

const { axes, boxPoints, framePoints, freeRect } = await bundle('scene/framing.ts');

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Where a point is seen, in pixels of the canvas, by a camera placed as the rig does it. */
function seen(point, pose, view, at) {
  const a = axes(pose);
  const q = [point[0] - at.x, point[1] - at.y, point[2] - at.z];
  const perUnit = view.height / 2 / Math.tan((view.fov * Math.PI) / 360) / (at.distance - dot(q, a.back));
  const free = freeRect(view);
  return { x: free.centerX + dot(q, a.right) * perUnit, y: free.centerY - dot(q, a.up) * perUnit };
}

function randomCase(random) {
  const span = (low, high) => low + random() * (high - low);
  const [width, height] = [span(280, 2200), span(280, 1600)];
  const insets = {
    top: span(0, height * 0.35),
    bottom: span(0, height * 0.35),
    left: span(0, width * 0.35),
    right: span(0, width * 0.35),
  };
  const half = [span(0.5, 8), span(0, 0), span(0.3, 8)];
  const points = boxPoints({ x: -half[0], y: 0, z: -half[2] }, { x: half[0], y: span(1, 14), z: half[2] });
  const pose = { azimuth: span(-7, 7), elevation: span(0.05, 1.45) };
  return { view: { width, height, insets, fov: span(12, 60) }, points, pose };
}

test('all eight corners of any board lie in the free rectangle, and it is filled in one direction', () => {
  const random = randoms(4);
  for (let i = 0; i < 300; i++) {
    const { view, points, pose } = randomCase(random);
    const at = framePoints(points, pose, view, { x: 0, y: 0, z: 0, distance: 0 });
    const free = freeRect(view);
    let widest = 0;
    for (let k = 0; k < points.length; k += 3) {
      const { x, y } = seen(points.slice(k, k + 3), pose, view, at);
      const where = `case ${i}: ${x},${y} in ${JSON.stringify(free)}`;
      assert.ok(Math.abs(x - free.centerX) <= free.width / 2 + 1e-6, where);
      assert.ok(Math.abs(y - free.centerY) <= free.height / 2 + 1e-6, where);
      widest = Math.max(
        widest,
        Math.abs(x - free.centerX) / (free.width / 2),
        Math.abs(y - free.centerY) / (free.height / 2),
      );
    }
    assert.ok(widest > 0.8, `case ${i}: the board fills only ${widest}`);
  }
});

test('the board is centred between the panels', () => {
  const view = { width: 1280, height: 800, insets: { top: 64, right: 320, bottom: 96, left: 0 }, fov: 26 };
  const points = boxPoints({ x: -3.9, y: 0, z: -1.4 }, { x: 3.9, y: 8, z: 1.4 });
  const pose = { azimuth: 0.2, elevation: 0.25 };
  const at = framePoints(points, pose, view, { x: 0, y: 0, z: 0, distance: 0 });
  const places = [];
  for (let k = 0; k < points.length; k += 3) places.push(seen(points.slice(k, k + 3), pose, view, at));
  const middle = (key) => {
    const all = places.map((p) => p[key]);
    return (Math.min(...all) + Math.max(...all)) / 2;
  };
  assert.ok(Math.abs(middle('x') - 480) < 2, `x ${middle('x')}`);
  assert.ok(Math.abs(middle('y') - 384) < 2, `y ${middle('y')}`);
});

test('panels that cover everything still leave room for a board', () => {
  const view = { width: 300, height: 200, insets: { top: 200, right: 200, bottom: 200, left: 200 }, fov: 26 };
  const free = freeRect(view);
  assert.ok(free.width >= 80 && free.height >= 80);
  assert.ok(free.centerX - free.width / 2 >= 0 && free.centerX + free.width / 2 <= 300);
  assert.ok(free.centerY - free.height / 2 >= 0 && free.centerY + free.height / 2 <= 200);
});
