// The installed package in Node 18, 20 and the newest, in Deno and in Bun: the same program.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { installPackage } from '../e2e/npm_package.mjs';

const { folder, remove } = installPackage('tests/npm/tour.mjs', 'tests/npm/program.mjs');
after(remove);
const path = (name) => fileURLToPath(new URL(`node_modules/${name}`, import.meta.url));
const RUNTIMES = {
  'Node 18': [path('node18/bin/node')],
  'Node 20': [path('node20/bin/node')],
  'the newest Node': [path('node-newest/bin/node')],
  Deno: [path('deno/deno'), 'run', '--allow-read', '--allow-env', '--no-remote', '--node-modules-dir=manual'],
  Bun: [path('bun/bin/bun')],
};

for (const [name, [program, ...args]] of Object.entries(RUNTIMES))
  test(name, () => {
    const { status, stdout, stderr } = spawnSync(program, [...args, 'program.mjs'], { cwd: folder, encoding: 'utf8', timeout: 120_000 });
    assert.deepEqual([status, stdout.replace(/\d+\.\d+\.\d+/g, 'N')], [0, 'fourfall N works\n'.repeat(2)], stderr);
  });
