// How beads fall, bounce, rise and turn round in the air.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundle } from './bundle.mjs';
import { cellOf, cube, hand, randomMoves, snapshotOf } from './stack_help.mjs';

const { Beads } = await bundle('scene/stack/beads.ts');
const { fallDuration, fallLift, fallTouches } = await bundle('scene/stack/fall.ts');

const frame = 1 / 60;

function playground(board = cube) {
  const landings = [];
  const beads = new Beads(board, {
    fallHeight: (level) => (board.height - level) * 0.72 + 0.6,
    land: (rows, bounce) => landings.push([rows, bounce]),
  });
  const show = (moves, isAnimated = true) => beads.sync(snapshotOf(board, moves).cells, isAnimated);
  const settle = () => {
    let frames = 0;
    while (beads.step(frame)) assert.ok(++frames < 600, 'comes to rest');
    return frames;
  };
  return { beads, landings, show, settle };
}

describe('a fall', () => {
  test('accelerates, touches down three times and never goes through its seat', () => {
    const lifts = [];
    for (let t = 0; t < fallDuration(4); t += frame) lifts.push(fallLift(4, t));
    assert.equal(lifts[0], 4);
    assert.ok(lifts.every((lift) => lift >= 0));
    assert.ok(lifts[4] - lifts[5] > lifts[1] - lifts[2]);
    assert.equal(fallTouches(4, 0), 0);
    assert.equal(fallTouches(4, fallDuration(4)), 3);
    assert.equal(fallLift(4, fallDuration(4)), 0);
  });

  test('has one main bounce and one much smaller', () => {
    const peaks = [];
    let before = Infinity;
    let rising = false;
    for (let t = 0; t < fallDuration(4); t += 1 / 600) {
      const lift = fallLift(4, t);
      if (rising && lift < before) peaks.push(before);
      rising = lift > before;
      before = lift;
    }
    assert.equal(peaks.length, 2, `${peaks}`);
    assert.ok(peaks[0] > 0.1 && peaks[0] < 0.5, `${peaks}`);
    assert.ok(peaks[1] < peaks[0] / 4, `${peaks}`);
  });

  test('from the tip of the cube takes between half a second and eight tenths', () => {
    assert.ok(fallDuration(4.1) > 0.5 && fallDuration(4.1) < 0.8, `${fallDuration(4.1)}`);
  });
});

describe('a bead', () => {
  test('is heard each time it touches down, with the levels it fell through', () => {
    const { landings, show, settle } = playground();
    show([7]);
    settle();
    show([7, 7]);
    settle();
    assert.deepEqual(landings, [[5, 0], [5, 1], [5, 2], [4, 0], [4, 1], [4, 2]]);
  });

  test('that is taken back rises from its seat and is gone', () => {
    const { beads, show, settle } = playground();
    show([7], false);
    show([]);
    beads.step(0.1);
    assert.ok(beads.pool[0].lift > 0);
    settle();
    assert.equal(beads.count, 0);
  });

  test('taken back in the air and dropped again turns round where it is, without a second one', () => {
    const { beads, show } = playground();
    show([7]);
    beads.step(0.2);
    const falling = beads.pool[0].lift;
    show([]);
    beads.step(0.05);
    assert.ok(beads.pool[0].lift > falling);
    const turning = beads.pool[0].lift;
    show([7]);
    assert.equal(beads.count, 1);
    assert.equal(beads.pool[0].lift, turning);
    beads.step(0.05);
    assert.ok(beads.pool[0].lift < turning);
  });

  test('that follows another colour in a cell comes while the first one leaves', () => {
    const { beads, show, settle } = playground();
    show([3, 7], false);
    show([7]);
    assert.equal(beads.count, 3);
    assert.equal(beads.at(cellOf(cube, 7, 0)).player, 0);
    settle();
    assert.equal(beads.count, 1);
  });

  test('is where it belongs at once when everything is finished', () => {
    const { beads, landings, show } = playground();
    show([1, 2, 3]);
    beads.step(frame);
    show([1, 2]);
    beads.finish();
    assert.equal(beads.count, 2);
    assert.equal(beads.step(frame), false);
    for (let i = 0; i < 2; i++) assert.equal(beads.pool[i].lift, 0);
    assert.deepEqual(landings, []);
  });
});

describe('a pop', () => {
  /** Red, yellow and red from below on pole 7; the board rests. */
  const stacked = () => {
    const ground = playground();
    ground.show([7, 7, 7], false);
    return ground;
  };
  const column = (beads) => [0, 1, 2, 3].map((level) => beads.at(cellOf(cube, 7, level))?.player ?? 2);
  const popped = Uint8Array.from(snapshotOf(cube, [7, 7, 7]).cells);
  [1, 0, 2].forEach((player, level) => (popped[cellOf(cube, 7, level)] = player));

  test('sinks the lowest bead, and the others follow it down to the cells below; only the lowest of them is heard', () => {
    const { beads, landings, settle } = stacked();
    beads.popOut(7);
    assert.deepEqual(column(beads), [1, 0, 2, 2]);
    beads.step(0.05);
    const sunk = beads.pool.find(({ state }) => state === 'sink');
    const above = beads.at(cellOf(cube, 7, 0));
    assert.ok(sunk.shift < 0 && above.shift > 0 && above.shift < 1 && above.lift === 0, `${sunk.shift} ${above.shift}`);
    assert.equal(beads.isFalling, true);
    settle();
    assert.deepEqual([beads.count, above.shift, beads.isFalling], [2, 0, false]);
    assert.deepEqual(landings, [[1, 0], [1, 1], [1, 2]]);
    beads.sync(popped, true);
    assert.equal(beads.step(frame), false, 'the position is shown');
  });

  test('begins where the bead has been pulled to', () => {
    const { beads } = stacked();
    beads.popOut(7, 0.6);
    assert.equal(beads.pool.find(({ state }) => state === 'sink').shift, -0.6);
  });

  test('taken back brings the bead up from below, and the others make room', () => {
    const { beads, landings, settle } = stacked();
    beads.popOut(7);
    settle();
    landings.length = 0;
    beads.putBack(7, 0);
    assert.deepEqual(column(beads), [0, 1, 0, 2]);
    beads.step(0.05);
    assert.ok(column(beads).slice(0, 3).every((_, level) => beads.at(cellOf(cube, 7, level)).shift < 0));
    settle();
    assert.deepEqual([beads.count, landings], [3, []]);
    assert.ok(beads.pool.slice(0, 3).every(({ shift, lift, presence }) => shift === 0 && lift === 0 && presence === 1));
  });

  test('turns round in the air without a jump, and ends at once when everything is finished', () => {
    const { beads } = stacked();
    beads.popOut(7);
    beads.step(0.08);
    const before = beads.at(cellOf(cube, 7, 0)).shift;
    beads.putBack(7, 0);
    assert.equal(beads.at(cellOf(cube, 7, 1)).shift, before - 1);
    beads.finish();
    assert.deepEqual([beads.count, beads.step(frame)], [3, false]);
  });
});

describe('the pool of beads', () => {
  test('is as large after two hundred games as before, and always shows the position', () => {
    const { beads, show } = playground();
    const pool = new Set(beads.pool);
    const random = hand(9);
    for (let game = 0; game < 200; game++) {
      const moves = randomMoves(cube, 5 + Math.floor(random() * 100), random);
      show(moves, random() < 0.8);
      for (let i = 0; i < 6; i++) beads.step(frame);
      const { cells } = snapshotOf(cube, moves);
      cells.forEach((value, cell) => assert.equal(beads.at(cell)?.player ?? 2, value));
    }
    assert.ok(beads.pool.every((bead) => pool.has(bead)));
    assert.equal(new Set(beads.pool).size, cube.cells * 2);
  });
});
