// A larger transposition table must not cost nodes. It did: the empty board took 17.8 million nodes with 16 MB and
// 22.5 million with 64 MB, because a few lost entries changed the history of moves, and that changed everything after it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../build/fourfall', import.meta.url));
const SIZES_MB = [16, 32, 64, 128, 256];
const TOLERANCE = 1.025;
const DEADLINE_MS = 300_000;

/** Nodes for the exact score of the empty board, from an empty table. */
function nodesOf(megabytes) {
  const args = ['solve', '--no-book', '--fresh', '--hash', String(megabytes)];
  const { stdout, stderr, status } = spawnSync(PROGRAM, args, { input: '\n', encoding: 'utf8', timeout: DEADLINE_MS });
  assert.deepEqual([stderr, status], ['', 0]);
  const [score, nodes] = stdout.trim().split(' ').map(Number);
  assert.equal(score, 1);
  return nodes;
}

test('the empty board costs no more nodes with a larger table', (t) => {
  const nodes = SIZES_MB.map(nodesOf);
  t.diagnostic(SIZES_MB.map((size, i) => `${size} MB: ${nodes[i]}`).join(', '));
  for (let i = 1; i < nodes.length; i++) {
    const least = Math.min(...nodes.slice(0, i));
    assert.ok(nodes[i] <= least * TOLERANCE, `${SIZES_MB[i]} MB: ${nodes[i]} nodes, ${least} with a smaller table`);
  }
});
