// Every option of every command with values that make no sense: either the value is taken, or it is refused in one clear line with a
// status that says so. The options are read from the help, so a new one is tried, too. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const PROGRAM = resolve(process.env.FOURFALL ?? path('build/fourfall'));
const DEADLINE_MS = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'fourfall-refusals-'));
const nothing = join(folder, 'nothing');
writeFileSync(nothing, '');
after(() => rmSync(folder, { recursive: true }));

// Calls that end at once. An option behind them replaces one of theirs. `serve` and `prove` have suites of their own.
const CALLS = {
  backup: ['--data', folder, join(folder, 'copy')],
  restore: [nothing, '--data', join(folder, 'data')],
  copy: ['--from', folder, '--to', folder],
  moderator: ['--data', folder, 'list'],
  health: ['--url', 'http://127.0.0.1:1/healthz', '--timeout', '100'],
  play: ['4'],
  state: ['4'],
  svg: ['4'],
  perft: ['2'],
  solve: ['--board', '4x4'],
  analyse: ['--board', '4x4', '12'],
  review: ['--board', '4x4', '12'],
  match: ['--a', 'random', '--b', 'random', '--games', '1'],
  book: ['inspect', path('tests/data/ply4.book')],
  bench: ['rules', '--repeats', '1'],
  engine: [],
  completion: ['bash'],
  man: [],
};
const VALUES = ['', ' ', 'x', '-1', '1.5', '0x10', '+1', '9'.repeat(30), '9'.repeat(5000), '-9223372036854775809', 'ä四🔴', '\x1b[2J\u009b31m', '4\n4', '%s%n', '--', ':', '7x6-pie:', '12x12x12',
  nothing, folder, '/dev/full', join(folder, 'none')];

function check(args) {
  const { stdout, stderr, status, error } = spawnSync(PROGRAM, args, { cwd: folder, input: '', encoding: 'utf8', timeout: DEADLINE_MS });
  const call = JSON.stringify(args).slice(0, 300);
  assert.equal(error, undefined, call);
  if (status === 0) return assert.equal(stderr, '', call);
  assert.ok([1, 2].includes(status), `${call}: ${status} ${stderr}`);
  assert.match(stderr, /^fourfall: [^\x00-\x1f\x7f-\x9f\ufffd]+\n$/, call);
  assert.ok(stderr.length < 1100, call);
  if (status === 2) assert.equal(stdout, '', call);
}

const optionsOf = (command) => {
  const { stdout } = spawnSync(PROGRAM, [command, '--help'], { encoding: 'utf8' });
  return [...stdout.matchAll(/^ {2}(--[a-z-]+)( \S+)?  /gm)].map(([, name, value]) => ({ name, hasValue: value !== undefined }));
};

for (const [command, call] of Object.entries(CALLS))
  test(`${command} takes or refuses whatever an option or an argument has`, () => {
    for (const { name, hasValue } of optionsOf(command)) {
      if (!hasValue) check([command, ...call, `${name}=1`]);
      else check([command, ...call, name]);
      for (const value of hasValue ? VALUES : []) check([command, ...call, `${name}=${value}`]);
    }
    for (const value of VALUES) {
      check([command, value]);
      check([command, ...call, value]);
    }
  });
