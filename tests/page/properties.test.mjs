// The properties of move input, in a real browser: one property-based test each, 100 random unfinished games or more,
// and how much of the move input these tests cover. A failure names its seed; FF_SEED=N repeats it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { FLAT, path, useBrowser } from './browser.mjs';
import { coverageOf } from './coverage.mjs';
import { eventually } from './visit.mjs';

const CASES = 100;
const COVERED_PERCENT = 90;
const SEED = Number(process.env.FF_SEED ?? Date.now() % 1_000_000);

/** Coverage needs a page whose code still shows where one source file ends and the next begins. */
const readablePage = mkdtempSync(join(tmpdir(), 'fourfall-page-'));
before(() => {
  execFileSync(process.execPath, [path('web/build.mjs'), '--dev', '--out', readablePage], { stdio: 'ignore' });
  process.env.FOURFALL_WEB = readablePage;
});
after(() => rmSync(readablePage, { recursive: true, force: true }));

// The buttons are the same with and without the 3D picture; without it a hundred clicks cost seconds, not minutes.
const { useVisit } = useBrowser({ flags: FLAT });

/** xorshift32: the same seed gives the same games. */
function randomFrom(seed) {
  let state = (seed * 2654435761) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const columnsOf = (random, length) => Array.from({ length }, () => 1 + random(7)).join('');

/** Random moves. Six discs in a row into one column fill it, without a line of four of their own. */
function randomMoves(random) {
  const fill = random(3) ? String(1 + random(7)).repeat(6) : '';
  return columnsOf(random, random(30)) + fill + columnsOf(random, random(6));
}

const isFull = ({ cells }, column) => cells[column] !== 2; // the cells are numbered from the top row
const COLUMNS = [0, 1, 2, 3, 4, 5, 6];

describe('move input', () => {
  const v = useVisit({ viewport: { width: 390, height: 600 }, scene: false, expected: /^console: THREE\.WebGLRenderer/ });

  before(async () => {
    await v.page.coverage.startJSCoverage({ resetOnNavigation: false });
    await v.reload();
  });

  /** Opens as many random moves as the core accepts, until that is a game that is not over. */
  async function openUnfinished(random) {
    for (;;) {
      await v.page.evaluate(async (moves) => {
        const { open, you } = globalThis.fourfall;
        you.value = null;
        // A refusal says which move was the first wrong one.
        for (let count = moves.length, wrong; (wrong = await open(moves.slice(0, count))) !== null; count = wrong.args.at - 1);
      }, randomMoves(random));
      await v.phase('turn', 'over');
      const game = await v.state();
      if (game.status === 'playing') return game;
    }
  }

  /** A disabled column is marked as such and takes no disc; it keeps the focus, and says why when it is pressed. */
  const buttons = () => v.page.locator('button[data-column]').evaluateAll((all) =>
    all.map(({ dataset, ariaDisabled }) => ({ column: Number(dataset.column), disabled: ariaDisabled === 'true' })).sort((a, b) => a.column - b.column));

  /** Reads the buttons once they have caught up with the state. */
  async function settledButtons(isRight) {
    await v.page.waitForFunction(() => document.querySelectorAll('button[data-column]').length === 7);
    return eventually(buttons, isRight);
  }

  /** A real click, once the button stands still: after a finished game the buttons move. */
  const click = (column) => v.page.locator(`button[data-column="${column}"][aria-disabled=false]`).click();

  /** An open column of the game, at random. */
  function openColumn(random, game) {
    const open = COLUMNS.filter((column) => !isFull(game, column));
    return open[random(open.length)];
  }

  // Feature: connect-four, Property 25: Full columns disable UI buttons
  test('Property 25: Full columns disable UI buttons', async (t) => {
    const random = randomFrom(SEED);
    let full = 0;
    for (let games = 0; games < CASES; ) {
      const game = await openUnfinished(random);
      const wanted = COLUMNS.map((column) => isFull(game, column));
      const found = await settledButtons((all) => all.every((button, column) => button.disabled === wanted[column]));
      assert.deepEqual(found.map(({ disabled }) => disabled), wanted, `seed ${SEED}, game ${games}: ${game.notation}`);
      full += wanted.filter(Boolean).length;
      games += wanted.includes(true) ? 1 : 0;
    }
    t.diagnostic(`${full} full columns in ${CASES} unfinished games`);
  });

  /** Notes the buttons each time the page has drawn something while it is not the person's turn to move. */
  const watchButtons = () => v.page.evaluate(() => {
    const { phase } = globalThis.fourfall;
    const seen = (globalThis.seen = []);
    globalThis.unwatch?.();
    globalThis.unwatch = phase.subscribe((now) => {
      if (now !== 'thinking') return;
      // The page draws in a microtask; a message comes after it, and before the computer's answer.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const all = [...document.querySelectorAll('button[data-column]')];
        seen.push({ phase: phase.value, disabled: all.map(({ ariaDisabled }) => ariaDisabled === 'true') });
        port1.close();
      };
      port2.postMessage(null);
    });
  });

  /** The person moves, and the computer answers; what the buttons were while it was the computer's turn. */
  async function answered(random, game) {
    await v.page.evaluate(() => {
      const { you, snapshot } = globalThis.fourfall;
      you.value = snapshot.value.turn;
    });
    await watchButtons();
    await click(openColumn(random, game));
    await v.page.waitForFunction((ply) => {
      const { phase, snapshot } = globalThis.fourfall;
      return ['turn', 'over'].includes(phase.value) && snapshot.value.ply > ply;
    }, game.ply);
    return v.page.evaluate(() => globalThis.seen);
  }

  // Feature: connect-four, Property 26: UI disables buttons when not player's turn
  test("Property 26: UI disables buttons when not player's turn", async () => {
    const random = randomFrom(SEED + 1);
    for (let games = 0; games < CASES; ) {
      const game = await openUnfinished(random);
      const seen = await answered(random, game);
      for (const { phase, disabled } of seen) {
        const where = `seed ${SEED + 1}, game ${games}: ${game.notation}, ${phase}`;
        assert.deepEqual(disabled, COLUMNS.map(() => true), where);
      }
      games += seen.length > 0 ? 1 : 0; // a click that ends the game leaves no turn to the computer
    }
  });

  // Feature: connect-four, Property 27: UI submits correct column on click
  test('Property 27: UI submits correct column on click', async () => {
    const random = randomFrom(SEED + 2);
    for (let clicks = 0; clicks < CASES; clicks++) {
      const game = await openUnfinished(random);
      const column = openColumn(random, game);
      await click(column);
      await v.ply(game.ply + 1);
      const { moves } = await v.state();
      assert.deepEqual(moves.slice(game.ply), [column], `seed ${SEED + 2}, click ${clicks}: ${game.notation}`);
    }
  });

  test('every column shows its exact score when scores are on', async () => {
    await v.openGame('4444443265555');
    await v.page.evaluate(() => globalThis.fourfall.change({ scores: true }));
    await v.page.waitForFunction(() => document.querySelectorAll('.column .chip').length === 6);
    const kinds = await v.page.locator('.chip').evaluateAll((all) => all.map(({ textContent }) => textContent));
    assert.ok(kinds.every((text) => /^(=|[WL]\d+)$/.test(text)), kinds.join(' '));
    await v.page.evaluate(() => globalThis.fourfall.change({ scores: false }));
  });

  test(`these tests run ${COVERED_PERCENT} % of the lines and functions of the move input, or more`, async (t) => {
    const found = coverageOf(await v.page.coverage.stopJSCoverage(), 'columns.tsx');
    const { lines, linePercent, functionPercent, missed } = found;
    const told = `${linePercent.toFixed(1)} % of ${lines} lines, ${functionPercent.toFixed(1)} % of the functions; not run: ${missed.join(' | ')}`;
    t.diagnostic(told);
    assert.ok(lines > 50, `${lines} lines are too few to be the move input`);
    assert.ok(linePercent >= COVERED_PERCENT && functionPercent >= COVERED_PERCENT, told);
  });
});
