// libfourfall.a for programs of other people: it can become part of a shared object.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LIBRARY = join(ROOT, 'build/libfourfall.a');
const FLAGS = ['-std=c11', '-Wall', '-Wextra', '-Werror', '-I', join(ROOT, 'include')];
const DEADLINE_MS = 60_000;

describe('libfourfall.a in a shared object', () => {
  let folder;
  const source = (name) => join(ROOT, 'tests/e2e/library', name);
  const run = (program, args) => spawnSync(program, args, { encoding: 'utf8', timeout: DEADLINE_MS });
  const compile = (args) => {
    const { status, stderr } = run('gcc', [...FLAGS, ...args]);
    assert.equal(status, 0, stderr);
  };

  before(() => {
    assert.ok(existsSync(LIBRARY), 'make release builds the library');
    folder = mkdtempSync(join(tmpdir(), 'fourfall-library-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  test('a program loads the shared object and solves a position', () => {
    const plugin = join(folder, 'plugin.so');
    const host = join(folder, 'host');
    // The linker refuses code that would have to be changed where it is loaded.
    compile(['-shared', '-fPIC', '-Wl,-z,text,-z,defs', '-o', plugin, source('plugin.c'), LIBRARY]);
    compile(['-o', host, source('host.c'), '-ldl']);
    const { status, stdout, stderr } = run(host, [plugin, '274552224131661']);
    assert.deepEqual([status, stdout, stderr], [0, '0\n', '']);
  });

  test('a shared object can offer the whole library', () => {
    const shared = join(folder, 'libfourfall.so');
    compile(['-shared', '-Wl,-z,text,-z,defs', '-o', shared, '-Wl,--whole-archive', LIBRARY, '-Wl,--no-whole-archive']);
    const { stdout } = run('nm', ['--dynamic', '--defined-only', shared]);
    const names = stdout.trimEnd().split('\n').map((line) => line.split(' ').at(-1));
    for (const name of ['ff_game_read', 'ff_solver_solve', 'ff_connect_four']) assert.ok(names.includes(name), name);
    assert.deepEqual(names.filter((name) => !name.startsWith('ff_')), []);
  });
});

test('the program in README.md compiles and runs', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'fourfall-readme-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [, text] = /```c\n([^]*?)```/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'));
  writeFileSync(join(folder, 'game.c'), text);
  const run = (program, ...args) => spawnSync(program, args, { cwd: folder, encoding: 'utf8', timeout: DEADLINE_MS });
  const { status, stderr } = run('cc', ...FLAGS, '-o', 'game', 'game.c', LIBRARY);
  assert.deepEqual([status, stderr], [0, '']);
  assert.equal(run('./game').stdout, 'still playing\n');
});
