// The properties of move input, in a real browser: one property-based test each, at least 100 random states.
// A failure names its seed; FF_SEED=N repeats it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FLAT, useBrowser } from './browser.mjs';
import { eventually } from './visit.mjs';

// The buttons are the same with and without the 3D picture; without it a hundred clicks cost seconds, not minutes.
const { useVisit } = useBrowser({ flags: FLAT });
const CASES = 100;
const SEED = Number(process.env.FF_SEED ?? Date.now() % 1_000_000);

/** A small generator of our own: the same seed gives the same states. */
function randomFrom(seed) {
  let state = (seed * 2654435761) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Random moves, up to any fill level; columns are filled on purpose now and then. Legal ones are left to the core. */
function randomMoves(random) {
  const favourite = 1 + random(7);
  return Array.from({ length: random(42) }, () => (random(3) === 0 ? favourite : 1 + random(7))).join('');
}

describe('move input', () => {
  const v = useVisit({ viewport: { width: 390, height: 600 }, scene: false, expected: /^console: THREE\.WebGLRenderer/ });

  /** Opens as many of the moves as the core takes before one is refused or the game ends. */
  async function openRandom(random) {
    const wanted = randomMoves(random);
    await v.page.evaluate(async (moves) => {
      const { open, you } = globalThis.fourfall;
      you.value = null;
      // What is wrong names the place of the first move that was refused.
      for (let count = moves.length, wrong; (wrong = await open(moves.slice(0, count))) !== null; count = wrong.args.at - 1);
    }, wanted);
    await v.phase('turn', 'over');
    return v.state();
  }

  const buttons = () => v.page.locator('button[data-column]').evaluateAll((all) =>
    all.map(({ dataset, disabled }) => ({ column: Number(dataset.column), disabled })).sort((a, b) => a.column - b.column));

  /** Reads the buttons once the panels have caught up with the state. */
  async function settledButtons(isRight) {
    await v.page.waitForFunction(() => document.querySelectorAll('button[data-column]').length === 7);
    return eventually(buttons, isRight);
  }

  // Feature: connect-four, Property 25: Full columns are disabled
  test('property 25: a full column is disabled, a column with room is not', async (t) => {
    const random = randomFrom(SEED);
    let full = 0;
    for (let i = 0; i < CASES; i++) {
      const at = await openRandom(random);
      const wanted = Array.from({ length: 7 }, (_, column) => at.status !== 'playing' || at.cells[column] !== 2);
      const found = await settledButtons((all) => all.every((button, column) => button.disabled === wanted[column]));
      assert.deepEqual(found.map(({ disabled }) => disabled), wanted, `seed ${SEED}, case ${i}: ${at.notation}`);
      if (at.status === 'playing') full += wanted.filter(Boolean).length;
    }
    t.diagnostic(`${full} full columns seen`);
    assert.ok(full > 10, 'full columns do occur');
  });

  // Feature: connect-four, Property 26: All columns are disabled when it is not the player's turn
  test("property 26: every column is disabled when it is not one's turn", async () => {
    const random = randomFrom(SEED + 1);
    for (let i = 0; i < CASES; i++) {
      const { notation } = await openRandom(random);
      // The other side has the move and is held back, a disc falls, or an earlier moment is shown.
      const phase = ['thinking', 'moving', 'replay'][random(3)];
      await v.page.evaluate((wanted) => {
        const app = globalThis.fourfall;
        if (app.snapshot.value.status !== 'playing') return;
        app.you.value = app.snapshot.value.turn === 0 ? 1 : 0;
        app.phase.value = wanted;
      }, phase);
      const found = await settledButtons((all) => all.every(({ disabled }) => disabled));
      assert.ok(found.every(({ disabled }) => disabled), `seed ${SEED + 1}, case ${i}: ${notation}, ${phase}`);
    }
  });

  // Feature: connect-four, Property 27: A click submits exactly that column
  test('property 27: a click submits its own column', async () => {
    const random = randomFrom(SEED + 2);
    for (let clicks = 0; clicks < CASES;) {
      const before = await openRandom(random);
      if (before.status !== 'playing') continue;
      const open = Array.from({ length: 7 }, (_, column) => column).filter((column) => before.cells[column] === 2);
      const column = open[random(open.length)];
      await v.page.locator(`button[data-column="${column}"]:enabled`).click(); // once it stands still: after a finished game the buttons move
      await v.ply(before.ply + 1);
      const { moves } = await v.state();
      assert.deepEqual(moves.slice(before.ply), [column], `seed ${SEED + 2}, click ${clicks}: ${before.notation}`);
      clicks++;
    }
  });
});
