// The targets of the Makefile: `make help` lists them all, each resolves in a plain clone, and each benchmark starts. Speed is
// not asserted here.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DEADLINE_MS = 300_000;
// The outer make's job server is not for these.
const env = { ...process.env, MAKEFLAGS: '', MAKELEVEL: '', MFLAGS: '' };

/** Runs make to its end. A process group of its own, so that the deadline also ends the programs it started. */
async function make(...args) {
  const run = spawn('make', ['--no-print-directory', ...args], { cwd: ROOT, env, detached: true });
  const timer = setTimeout(() => process.kill(-run.pid, 'SIGKILL'), DEADLINE_MS);
  let out = '', err = '';
  run.stdout.on('data', (data) => (out += data));
  run.stderr.on('data', (data) => (err += data));
  const [status] = await once(run, 'close');
  clearTimeout(timer);
  return { out, err, status };
}

const MAKEFILE = readFileSync(`${ROOT}/Makefile`, 'utf8');
const PHONY = /^\.PHONY:((?:.*\\\n)*.*)$/m.exec(MAKEFILE)[1].split(/[\s\\]+/).filter(Boolean);

describe('make', () => {
  test('help lists every target that is no file', async () => {
    const { out } = await make('help');
    const listed = [...out.matchAll(/\bmake ([a-z-]+)/g)].map(([, name]) => name);
    assert.deepEqual(PHONY.filter((name) => name !== 'help' && !listed.includes(name)), []);
    assert.deepEqual(listed.filter((name) => !PHONY.includes(name)), [], 'and nothing else');
    for (const line of out.split('\n')) assert.ok(line.length <= 120, line);
  });

  test('resolves every target', async () => {
    const { err, status } = await make('-n', ...PHONY);
    assert.equal(status, 0, err);
  });

  test('builds the container’s program and page of the files that the image gets', () => {
    const lines = (name) => readFileSync(`${ROOT}/${name}`, 'utf8').split('\n').filter((line) => line && !line.startsWith('#'));
    const ignored = lines('packaging/Dockerfile.dockerignore');
    const stages = lines('packaging/Dockerfile').join('\n').split(/^FROM /m).filter((stage) => stage.includes('make'));
    assert.deepEqual(stages.map((stage) => / AS (\w+)$/m.exec(stage)[1]), ['program', 'page']);
    const filter = (name) => !name.includes('node_modules') && !ignored.includes(name.slice(ROOT.length));
    for (const stage of stages) {
      const folder = mkdtempSync(`${tmpdir()}/fourfall-image-`);
      try {
        for (const [, from, to] of stage.matchAll(/^COPY (\S+) (\S+)$/gm)) cpSync(join(ROOT, from), join(folder, to === './' ? from : to), { recursive: true, filter });
        const [, target] = /\bmake ([a-z]\S*)/.exec(stage.slice(stage.lastIndexOf('\nRUN ')));
        const { status, stderr } = spawnSync('make', ['-n', target], { cwd: folder, env, encoding: 'utf8' });
        assert.equal(status, 0, `${target}: ${stderr}`);
      } finally {
        rmSync(folder, { recursive: true });
      }
    }
  });

  test('needs nothing outside the repository', () => {
    const files = ['Makefile', 'run', 'test', 'bench', 'tools', 'tests', 'src', 'packaging'];
    const { stdout } = spawnSync('git', ['grep', '-lE', '\\.\\./shared', '--', ...files, ':!tests/e2e/make.test.mjs'], { cwd: ROOT, encoding: 'utf8' });
    assert.equal(stdout, '');
  });
});

test('./test runs nothing if it is asked for help, or for what it does not know', () => {
  const run = (...args) => spawnSync('./test', args, { cwd: ROOT, encoding: 'utf8', timeout: DEADLINE_MS });
  const { status, stdout } = run('--help');
  assert.equal(status, 0);
  assert.match(stdout, /^.\/test --fresh +always/m);
  for (const args of [['--frehs'], ['--fresh', 'more'], ['']]) {
    const { status, stdout, stderr } = run(...args);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^test: unknown arguments: .*--help/);
  }
});

describe('each benchmark starts, in a small form', () => {
  test('make bench', async () => {
    const { out, err, status } = await make('bench', 'BENCH_REPEATS=1');
    assert.equal(status, 0, err);
    assert.match(out, /^7x6 +perft +s +\d/m);
  });

  test('make bench-solver', async () => {
    const { out, err, status } = await make('bench-solver', 'POSITION_SETS=L3_R1 L2_R1', 'POSITION_LINES=1', 'ROUNDS=1');
    assert.equal(status, 0, err);
    assert.match(out, /^L3_R1 end easy +1 +\d/m);
    assert.match(out, /^L2_R1 middle easy +1 +\d/m);
    assert.match(out, /^yardstick: \d+\.\d+ CPU seconds before, \d+\.\d+ after$/m);
    assert.match(out, /^L1_R3, two threads: /m);
    assert.match(out, /^WebAssembly: \d+ us a position, portable C: \d+ us, /m);
  });

  test('make bench-solver refuses a set that is not there', async () => {
    const { err, status } = await make('bench-solver', 'POSITION_SETS=L9');
    assert.match(err, /no set 'L9'/);
    assert.notEqual(status, 0);
  });

  test('make bench-store', async () => {
    const { out, err, status } = await make('bench-store', 'STORE_GAMES=1000');
    assert.equal(status, 0, err);
    assert.match(out, /^ +full +1 +\d/m);
    assert.match(out, /^1000 games of 110 players/m);
  });

  test('make bench-lists', async () => {
    const { out, err } = await make('bench-lists', 'SEED_GAMES=2000', 'SEED_PLAYERS=200');
    assert.match(out, /^2000 games, 200 players/m, err);
    assert.match(out, /^ +rating graph +\d+ +\d/m, err);
    assert.match(out, /(every median is under|too slow: a median is) 20 ms/, err);
  });

  test('make bench-server', async () => {
    const { out, err, status } = await make('bench-server', 'CONNECTIONS=20', 'SECONDS=1', 'ROUNDS=1');
    assert.equal(status, 0, `${err}\n${out}`);
    assert.match(out, /^round 1: CPU us a move: wire \d+\.\d, Node \d+\.\d, Fourfall \d+\.\d$/m);
    for (const row of ['Node', 'Fourfall']) assert.match(out, new RegExp(`^${row} +\\d+\\.\\d +[1-9]\\d* `, 'm'), 'moves were played');
    assert.match(out, /^A move costs \d+\.\d\d times the CPU time of the wire alone, and \d+\.\d\d times less than on Node\.$/m);
  });
});
