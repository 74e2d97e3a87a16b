// Which column a pointer means on a deep board, measured with hands that miss by up to five pixels.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundle } from './bundle.mjs';
import { boardOf, cameraFor, cellOf, cube, hand } from './stack_help.mjs';
import { randomMoves, rayAt, snapshotOf, three } from './stack_help.mjs';

const { Layout, RADIUS } = await bundle('scene/stack/layout.ts');
const { pickColumn } = await bundle('scene/stack/pick.ts');
const { Vector3 } = three;

const desktop = { width: 1280, height: 800, insets: { top: 60, right: 340, bottom: 70, left: 16 } };
const phone = { width: 390, height: 844, insets: { top: 100, right: 0, bottom: 400, left: 0 } };

/** A board as seen through a window: where points are on the screen, and what a click there means. */
function sight(board, moves, window, isSpread = false) {
  const layout = new Layout(board);
  if (isSpread) layout.arrange(window.width / window.height, 0);
  const { width, height } = window;
  const model = {
    fov: 15,
    bounds: layout.bounds(isSpread, new three.Box3()),
    hull: isSpread ? undefined : layout.hull(),
    pose: (view, portrait) => layout.pose(view, portrait, isSpread),
    settle: (pose) => layout.settle(pose, isSpread),
  };
  const { camera } = cameraFor(model, width, height, window.insets);
  const { heights } = snapshotOf(board, moves);
  const perPixel = (2 * Math.tan((camera.fov * Math.PI) / 360) * camera.position.length()) / height;
  const view = { layout, isSpread, heights, scale: () => 1, slack: 6 * perPixel };
  const seen = (point) => {
    const p = point.clone().project(camera);
    return { x: ((p.x + 1) / 2) * width, y: ((1 - p.y) / 2) * height };
  };
  const pick = (x, y) => pickColumn(rayAt(camera, x, y, width, height), view);
  return { layout, heights, camera, seen, pick, view };
}

/** Nobody aims at what is hidden behind a bead. */
function isHidden({ layout, heights, camera }, point) {
  const ray = new three.Ray(camera.position, point.clone().sub(camera.position).normalize());
  const distance = camera.position.distanceTo(point);
  for (let column = 0; column < heights.length; column++)
    for (let level = 0; level < heights[column]; level++) {
      const bead = layout.seat(column, level, 0, new Vector3());
      const isNearer = camera.position.distanceTo(bead) < distance - RADIUS;
      if (isNearer && ray.distanceToPoint(bead) < RADIUS) return true;
    }
  return false;
}

const aims = {
  tip: (s, c) => new Vector3(s.layout.poleX(c), s.layout.top, s.layout.poleZ(c)),
  pole: (s, c, random) => {
    const low = s.layout.seat(c, s.heights[c], 0, new Vector3());
    return low.setY(low.y + (s.layout.top - low.y) * random());
  },
  landing: (s, c) => s.layout.seat(c, s.heights[c], 0, new Vector3()),
};

/** Share of aims of this kind that meet their column, over boards from nearly empty to nearly full. */
function accuracy(kind, board, window, jitter) {
  const random = hand(11);
  let tried = 0;
  let right = 0;
  for (const share of [0.05, 0.2, 0.35, 0.5, 0.65, 0.8]) {
    const s = sight(board, randomMoves(board, Math.floor(board.cells * share), random), window);
    for (let column = 0; column < board.columns; column++) {
      if (s.heights[column] === board.height) continue;
      const target = aims[kind](s, column, random);
      if (isHidden(s, target)) continue;
      for (let i = 0; i < 8; i++) {
        const { x, y } = s.seen(target);
        const angle = random() * Math.PI * 2;
        const miss = jitter * Math.sqrt(random());
        tried++;
        if (s.pick(x + Math.cos(angle) * miss, y + Math.sin(angle) * miss) === column) right++;
      }
    }
  }
  assert.ok(tried > 200, `${tried} aims`);
  return right / tried;
}

describe('a pointer that misses by up to five pixels', () => {
  for (const kind of ['tip', 'pole', 'landing']) {
    test(`finds the column of a ${kind} in nine of ten cases on a desktop`, () => {
      const share = accuracy(kind, cube, desktop, 5);
      assert.ok(share >= 0.9, `${(share * 100).toFixed(1)} %`);
    });
  }

  test('or by nine still finds most landing cells, which are as large as a bead', () => {
    const share = accuracy('landing', cube, desktop, 9);
    assert.ok(share >= 0.915, `${(share * 100).toFixed(1)} %`);
  });

  test('finds tips and landing cells on a phone, where five pixels are a third of a bead', () => {
    for (const kind of ['tip', 'landing']) {
      const share = accuracy(kind, cube, phone, 5);
      assert.ok(share >= 0.9, `${kind}: ${(share * 100).toFixed(1)} %`);
    }
  });

  test('finds them on other deep boards too', () => {
    for (const board of [boardOf(4, 4, 4), boardOf(7, 6, 3), boardOf(6, 4, 6)])
      for (const kind of ['tip', 'landing']) {
        const share = accuracy(kind, board, desktop, 4);
        assert.ok(share >= 0.9, `${board.name} ${kind}: ${(share * 100).toFixed(1)} %`);
      }
  });
});

describe('a steady pointer', () => {
  test('on the middle of a bead in sight means its column, full ones included', () => {
    const s = sight(cube, [12, 12, 12, 12, 12, 4, 20], desktop);
    for (const column of [12, 4, 20]) {
      const { x, y } = s.seen(s.layout.seat(column, s.heights[column] - 1, 0, new Vector3()));
      assert.equal(s.pick(x, y), column);
    }
  });

  test('on the tip of a full column means that column, not an open one behind it', () => {
    const s = sight(cube, Array.from({ length: 60 }, (_, i) => 12 + (i % 12)), desktop);
    for (let column = 12; column < 24; column++) {
      const { x, y } = s.seen(aims.tip(s, column));
      assert.equal(s.pick(x, y), column);
    }
  });

  test('on a free corner of a tile means its column, and beside the board nothing', () => {
    const s = sight(cube, [], desktop);
    let met = 0;
    for (let column = 0; column < cube.columns; column++) {
      const corner = new Vector3(s.layout.poleX(column) + 0.42, 0.42, s.layout.poleZ(column) + 0.42);
      const { x, y } = s.seen(corner);
      if (s.pick(x, y) === column) met++;
    }
    assert.ok(met >= 15, `${met} of 25`);
    assert.equal(s.pick(5, 5), null);
  });

  test('sees through a pearl to what is behind it', () => {
    const random = hand(5);
    const s = sight(cube, randomMoves(cube, 60, random), desktop);
    let changed = 0;
    for (let y = 150; y < 700; y += 9)
      for (let x = 150; x < 900; x += 9) {
        s.view.scale = () => 1;
        const whole = s.pick(x, y);
        s.view.scale = () => 0.4;
        if (s.pick(x, y) !== whole) changed++;
      }
    assert.ok(changed > 20, `${changed} places`);
  });

  test('on any cell of any level means its column when the levels lie side by side', () => {
    for (const window of [desktop, phone]) {
      const s = sight(cube, randomMoves(cube, 50, hand(3)), window, true);
      for (let column = 0; column < cube.columns; column++)
        for (let level = 0; level < cube.height; level++) {
          const { x, y } = s.seen(s.layout.seat(column, level, 1, new Vector3()));
          assert.equal(s.pick(x, y), column, `${column} on ${level}`);
        }
    }
  });
});

describe('the window', () => {
  test('holds the whole board, stacked and side by side', () => {
    for (const window of [desktop, phone])
      for (const isSpread of [false, true]) {
        const s = sight(cube, [], window, isSpread);
        const { insets } = window;
        for (let cell = 0; cell < cube.cells; cell++) {
          const { x, y } = s.seen(s.layout.cell(cell, isSpread ? 1 : 0, new Vector3()));
          assert.ok(x > insets.left && x < window.width - insets.right, `${cell} at ${x}`);
          assert.ok(y > insets.top && y < window.height - insets.bottom, `${cell} at ${y}`);
        }
      }
  });

  test('shows every bead of a full cube at the resting angle', () => {
    const s = sight(cube, [], desktop);
    const all = [];
    for (let column = 0; column < cube.columns; column++)
      for (let level = 0; level < cube.height; level++)
        all.push(s.layout.seat(column, level, 0, new Vector3()));
    for (const bead of all) assert.ok(shareSeen(s.camera, bead, all) > 0.25);
    assert.equal(all.length, cellOf(cube, 24, 0) + 1);
  });
});

/** How much of a bead's face is not covered by others, by sampling its disc. */
function shareSeen(camera, bead, all) {
  const away = bead.clone().sub(camera.position);
  const distance = away.length();
  const right = new Vector3().crossVectors(away, new Vector3(0, 1, 0)).normalize();
  const up = new Vector3().crossVectors(right, away).normalize();
  let free = 0;
  let total = 0;
  for (let i = -4; i <= 4; i++)
    for (let j = -4; j <= 4; j++) {
      if (i * i + j * j > 18) continue;
      total++;
      const at = bead.clone().addScaledVector(right, (i / 4.5) * RADIUS);
      at.addScaledVector(up, (j / 4.5) * RADIUS);
      const ray = new three.Ray(camera.position, at.sub(camera.position).normalize());
      const nearer = all.filter((other) => other !== bead && camera.position.distanceTo(other) < distance);
      if (!nearer.some((other) => ray.distanceToPoint(other) < RADIUS)) free++;
    }
  return free / total;
}
