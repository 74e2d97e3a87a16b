// The deep board as a whole, driven like the page drives it, without a graphics card.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundle } from './bundle.mjs';
import { boardOf, cameraFor, cellOf, cube, hand, pictureOf } from './stack_help.mjs';
import { randomMoves, snapshotOf, three } from './stack_help.mjs';

// The one thing of a browser the board asks for: a canvas to write its letters on.
const pen = { fillText() {} };
globalThis.document = { createElement: () => ({ width: 0, height: 0, getContext: () => pen }) };
const { createStack } = await bundle('scene/stack/stack.ts');

const look = { theme: 'dark', marks: true, reducedMotion: false, quality: 'high' };
const insets = { top: 60, right: 16, bottom: 70, left: 16 };

/** A stage that writes down what the board asks of it. */
function play(board = cube, more = {}) {
  const log = [];
  const stage = {
    scene: new three.Scene(),
    camera: new three.PerspectiveCamera(),
    renderer: { domElement: { clientWidth: 1280, clientHeight: 800 } },
    look: { ...look, ...more },
    quality: more.quality ?? 'high',
    events: {
      land: (rows, bounce) => log.push(`land ${rows} ${bounce}`),
      light: (index, count) => log.push(`light ${index} of ${count}`),
      reveal: () => log.push('words'),
    },
    wake: () => log.push('wake'),
    burst: (points, player) => log.push(`burst ${points.length} ${player}`),
    attend: (points) => log.push(points ? `attend ${points.length}` : 'attend none'),
    reframe: () => log.push('reframe'),
  };
  const model = createStack(stage, board);
  stage.camera.copy(cameraFor(model, 1280, 800, insets).camera);
  stage.camera.matrixWorldInverse.copy(stage.camera.matrixWorld).invert();
  const settle = () => {
    let frames = 0;
    while (model.update(1 / 60)) assert.ok(++frames < 1200, 'comes to rest');
    return frames;
  };
  return { stage, model, log, settle };
}

const meshes = (model) => {
  const found = [];
  model.root.traverse((object) => object.geometry && found.push(object));
  return found;
};

function triangles(model) {
  let count = 0;
  for (const mesh of meshes(model)) {
    const { index, attributes } = mesh.geometry;
    const faces = mesh.isLineSegments ? 0 : (index ?? attributes.position).count / 3;
    const instances = mesh.isInstancedMesh ? mesh.count : (mesh.geometry.instanceCount ?? 1);
    // Seen, and once more in the shadow.
    if (mesh.visible) count += faces * instances * (mesh.castShadow ? 2 : 1);
  }
  return count;
}

/** Beads as drawn: place and size of every instance of the mesh with the beads. */
function drawn(model) {
  const mesh = meshes(model).find((one) => one.geometry.attributes.aFx && one.count > 1);
  const matrix = new three.Matrix4();
  return Array.from({ length: mesh.count }, (_, i) => {
    mesh.getMatrixAt(i, matrix);
    return { at: new three.Vector3().setFromMatrixPosition(matrix), size: matrix.elements[0] };
  });
}

const won = [0, 5, 1, 6, 2, 7, 3];
const wonLine = [0, 1, 2, 3].map((column) => cellOf(cube, column, 0));

describe('a deep board', () => {
  test('comes to rest after a move and asks for nothing more', () => {
    const { model, log, settle } = play();
    model.show(pictureOf(snapshotOf(cube, [])));
    settle();
    model.show(pictureOf(snapshotOf(cube, [7]), { motion: 'animate' }));
    assert.equal(model.isSettled(), false);
    const frames = settle();
    assert.ok(frames > 20 && frames < 90, `${frames} frames`);
    assert.ok(model.isSettled());
    assert.deepEqual(log.filter((line) => line.startsWith('land')), ['land 5 0', 'land 5 1', 'land 5 2']);
    assert.equal(model.update(1 / 60), false);
  });

  test('gives way when a bead lands and when it is cleared, and rests exactly in its place', () => {
    const { model } = play();
    const swing = (picture) => {
      const heights = [];
      model.show(picture);
      while (model.update(1 / 60)) heights.push(model.root.position.y);
      assert.equal(model.root.position.y, 0);
      return heights;
    };
    const lowest = (heights) => Math.min(...heights);
    model.show(pictureOf(snapshotOf(cube, [])));
    const first = swing(pictureOf(snapshotOf(cube, [7]), { motion: 'animate' }));
    assert.ok(lowest(first) < -0.01 && lowest(first) > -0.05, `${lowest(first)}`);
    assert.ok(lowest(swing(pictureOf(snapshotOf(cube, won, [wonLine]), { motion: 'animate' }))) < -0.01);
    const cleared = swing(pictureOf(snapshotOf(cube, []), { motion: 'animate' }));
    assert.ok(cleared.find((height) => height !== 0) > 0, 'first up');
  });

  test('stands still where motion is unwanted, whatever happens', () => {
    const { model } = play(cube, { reducedMotion: true });
    for (const [moves, lines] of [[[], []], [[7], []], [won, [wonLine]], [[], []]]) {
      model.show(pictureOf(snapshotOf(cube, moves, lines), { motion: 'animate' }));
      assert.equal(model.update(1 / 60), false);
      assert.equal(model.root.position.y, 0);
    }
  });

  test('shows a move at once and is heard once where motion is unwanted', () => {
    const { model, log } = play(cube, { reducedMotion: true });
    model.show(pictureOf(snapshotOf(cube, [])));
    model.show(pictureOf(snapshotOf(cube, [7]), { motion: 'animate' }));
    assert.ok(model.isSettled());
    assert.equal(model.update(1 / 60), false);
    assert.deepEqual(log.filter((line) => line.startsWith('land')), ['land 5 0']);
  });

  test('sinks the bead that is popped, and is heard once where motion is unwanted', () => {
    const before = snapshotOf(cube, [7, 7]);
    const after = { ...snapshotOf(cube, [7, 7]), ply: 3, moves: [7, 7, 64 + 7], heights: before.heights.map((height) => height / 2), cells: Uint8Array.from(before.cells) };
    [1, 2].forEach((player, level) => (after.cells[cellOf(cube, 7, level)] = player));
    const step = { action: 'pop', column: 7, isBack: false, before };
    for (const reducedMotion of [false, true]) {
      const { model, log, settle } = play(cube, { reducedMotion });
      model.show(pictureOf(before));
      model.show(pictureOf(after, { motion: 'animate', step }));
      assert.equal(model.isSettled(), reducedMotion);
      if (!reducedMotion) {
        model.update(0.1);
        const [low, high] = drawn(model).map(({ at }) => at.y).sort((a, b) => a - b);
        assert.ok(low < model.cell(cellOf(cube, 7, 0)).y && high < model.cell(cellOf(cube, 7, 1)).y, `${low} ${high}`);
      }
      settle();
      assert.deepEqual(log.filter((line) => /^land . 0/.test(line)), ['land 1 0']);
    }
  });

  test('shows no landing place of a bead that a press would pop: the lowest one sinks a little', () => {
    const { model, settle } = play();
    const snapshot = snapshotOf(cube, [7, 7]);
    const lowest = () => Math.min(...drawn(model).map(({ at }) => at.y));
    model.show(pictureOf(snapshot));
    settle();
    const still = lowest();
    model.show(pictureOf(snapshot, { hover: { column: 7, player: 0, action: 'pop' }, pops: [7] }));
    settle();
    assert.ok(lowest() < still - 0.05, `${lowest()} ${still}`);
    const ghosts = meshes(model).filter((one) => one.isInstancedMesh && one.renderOrder === 2 && one.geometry.attributes.aFx);
    assert.deepEqual(ghosts.map(({ count }) => count).filter((count) => count > 0), []);
    model.show(pictureOf(snapshot));
    settle();
    assert.equal(lowest(), still);
  });

  test('ends every animation when told to', () => {
    const { model } = play();
    model.show(pictureOf(snapshotOf(cube, [])));
    model.show(pictureOf(snapshotOf(cube, won, [wonLine]), { motion: 'animate', layers: true, hint: 2 }));
    model.update(1 / 60);
    model.finish();
    assert.ok(model.isSettled());
    assert.equal(model.update(1 / 60), false);
  });

  test('keeps a hint and a hovered column still after a while', () => {
    const { model, settle } = play();
    const snapshot = snapshotOf(cube, randomMoves(cube, 30, hand(4)));
    model.show(pictureOf(snapshot));
    model.show(pictureOf(snapshot, { hint: 3, hover: { column: 8, player: 0 } }));
    assert.ok(settle() > 60);
  });

  test('is one body of geometry for the life of the board, whatever is played', () => {
    const { model, settle } = play();
    const before = meshes(model).map((mesh) => mesh.geometry.uuid);
    const random = hand(8);
    for (let game = 0; game < 30; game++) {
      const moves = randomMoves(cube, Math.floor(random() * 90), random);
      model.show(pictureOf(snapshotOf(cube, moves), { motion: 'animate', layers: game % 5 === 0, hint: 1 }));
      for (let i = 0; i < 5; i++) model.update(1 / 30);
    }
    settle();
    assert.deepEqual(meshes(model).map((mesh) => mesh.geometry.uuid), before);
  });

  test('frees all it made', () => {
    const { model } = play();
    let freed = 0;
    const all = meshes(model);
    for (const mesh of all) mesh.geometry.addEventListener('dispose', () => freed++);
    model.dispose();
    assert.equal(freed, all.length);
    assert.equal(model.root.children.length, 0);
  });

  test('stays within its triangles and draw calls when full', () => {
    for (const [quality, most] of [['high', 250e3], ['medium', 190e3], ['low', 60e3]]) {
      for (const board of [cube, boardOf(8, 8, 4)]) {
        const { model } = play(board, { quality });
        model.show(pictureOf(snapshotOf(board, randomMoves(board, board.cells, hand(2)))));
        model.finish();
        assert.ok(triangles(model) <= most, `${board.name} ${quality}: ${triangles(model)}`);
        assert.ok(meshes(model).filter((mesh) => mesh.visible).length <= 14);
      }
    }
  });
});

describe('the picture', () => {
  const snapshot = snapshotOf(cube, randomMoves(cube, 60, hand(7)));

  test('shrinks beads in front of the hovered column to pearls and leaves the column itself whole', () => {
    const { model, settle } = play();
    model.show(pictureOf(snapshot));
    settle();
    assert.ok(drawn(model).every((bead) => bead.size === 1));
    model.show(pictureOf(snapshot, { hover: { column: 7, player: 0 } }));
    model.update(1 / 60);
    assert.ok(drawn(model).some((bead) => bead.size > 0.5 && bead.size < 1), 'smoothly');
    settle();
    const pearls = drawn(model).filter((bead) => bead.size < 0.5);
    assert.ok(pearls.length > 0 && pearls.length < 20, `${pearls.length}`);
    const own = drawn(model).filter((bead) => Math.hypot(bead.at.x, bead.at.z + 1) < 0.01);
    assert.ok(own.every((bead) => bead.size === 1));
  });

  test('with one level alone shrinks all others', () => {
    const { model, settle } = play();
    model.show(pictureOf(snapshot, { level: 1 }));
    settle();
    const whole = drawn(model).filter((bead) => bead.size === 1).length;
    assert.equal(whole, snapshot.heights.filter((height) => height > 1).length);
  });

  test('side by side asks for a new frame, moves all beads to trays and back', () => {
    const { model, log, settle } = play();
    model.show(pictureOf(snapshot));
    settle();
    const stack = model.bounds.clone();
    const home = model.pose('home', false);
    model.show(pictureOf(snapshot, { layers: true, motion: 'animate' }));
    assert.ok(log.includes('reframe'));
    assert.ok(!model.bounds.equals(stack));
    assert.notDeepEqual(model.pose('home', false), home);
    assert.ok(settle() > 20, 'animated');
    assert.ok(drawn(model).every((bead) => bead.at.y < 0.6));
    model.show(pictureOf(snapshot, { motion: 'animate' }));
    settle();
    assert.ok(model.bounds.equals(stack));
    assert.ok(drawn(model).some((bead) => bead.at.y > 2));
  });

  test('of a win lights the line after the bead is down, with particles and the camera on it', () => {
    const { model, log, settle } = play();
    model.show(pictureOf(snapshotOf(cube, won.slice(0, -1))));
    model.show(pictureOf(snapshotOf(cube, won, [wonLine]), { motion: 'animate' }));
    for (let i = 0; i < 12; i++) model.update(1 / 60);
    assert.ok(!log.some((line) => line.startsWith('attend 4')), 'not while it falls');
    const frames = settle();
    assert.ok(frames < 180, `${frames} frames`);
    assert.ok(log.indexOf('attend 4') > log.indexOf('land 5 0'), log.join());
    assert.ok(log.includes('burst 4 0'));
    const end = log.filter((line) => /light|burst|words/.test(line));
    assert.deepEqual(end, ['light 0 of 4', 'light 1 of 4', 'light 2 of 4', 'light 3 of 4', 'burst 4 0', 'words']);
    model.show(pictureOf(snapshotOf(cube, []), { motion: 'animate' }));
    assert.equal(log.at(-2), 'attend none');
  });

  test('of a win among trays sends particles there and leaves the camera alone', () => {
    const { model, log, settle } = play();
    model.show(pictureOf(snapshotOf(cube, won.slice(0, -1)), { layers: true }));
    model.show(pictureOf(snapshotOf(cube, won, [wonLine]), { motion: 'animate', layers: true }));
    settle();
    assert.ok(log.includes('burst 4 0'));
    assert.ok(!log.includes('attend 4'));
  });

  test('of a lost game lights the line without particles', () => {
    const { model, log, settle } = play();
    model.show(pictureOf(snapshotOf(cube, won.slice(0, -1))));
    model.show(pictureOf(snapshotOf(cube, won, [wonLine]), { motion: 'animate', isLoss: true }));
    settle();
    assert.ok(!log.some((line) => line.startsWith('burst')) && log.includes('words'), log.join());
  });

  test('of a draw sends a wave of light, then the words', () => {
    const { model, log, settle } = play();
    model.show(pictureOf(snapshotOf(cube, won.slice(0, -1))));
    model.show(pictureOf({ ...snapshotOf(cube, won), status: 'draw', winner: null }, { motion: 'animate' }));
    settle();
    assert.deepEqual(log.filter((line) => /light|burst|words|attend/.test(line)), ['light 0 of 0', 'words']);
  });

  test('of a game that was already won is simply there', () => {
    const { model, log } = play();
    model.show(pictureOf(snapshotOf(cube, won, [wonLine])));
    assert.equal(model.update(1 / 60), false);
    assert.ok(!log.some((line) => /burst|attend 4/.test(line)));
  });
});

describe('a refusal', () => {
  test('shakes the column and ends', () => {
    const { model, settle } = play();
    model.show(pictureOf(snapshotOf(cube, [7, 7, 7])));
    const still = drawn(model).map((bead) => bead.at.x);
    model.refuse(7);
    model.update(0.05);
    assert.ok(drawn(model).every((bead, i) => bead.at.x !== still[i]));
    settle();
    drawn(model).forEach((bead, i) => assert.ok(Math.abs(bead.at.x - still[i]) < 1e-6));
  });

  test('does not shake where motion is unwanted, and outlasts the next picture', () => {
    const { model } = play(cube, { reducedMotion: true });
    const picture = pictureOf(snapshotOf(cube, [7, 7, 7]));
    model.show(picture);
    const still = drawn(model).map((bead) => bead.at.x);
    model.refuse(7);
    model.show({ ...picture, hover: null });
    assert.ok(model.update(0.05), 'the flash lasts');
    assert.deepEqual(drawn(model).map((bead) => bead.at.x), still);
  });
});
