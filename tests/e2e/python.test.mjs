// The Python binding and its examples, by their own tests with Debian's Python.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { path } from './server_process.mjs';

const TESTS = 19;

const run = spawnSync('/usr/bin/python3', ['-B', '-m', 'unittest', '-v', 'test_fourfall', 'test_examples'], { cwd: path('bindings/python'), encoding: 'utf8', timeout: 60_000 });
const results = [...run.stderr.matchAll(/^(test_\w+) .*\.\.\. (\w+)$/gm)];
for (const [, name, result] of results) test(name.slice(5).replaceAll('_', ' '), () => assert.equal(result, 'ok', run.stderr));
test('every test of the Python binding has run', () => assert.deepEqual([run.status, results.length], [0, TESTS], run.stderr));
