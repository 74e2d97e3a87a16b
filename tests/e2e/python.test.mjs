// The Python binding and its examples, by their own tests with Debian's Python.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { path } from './server_process.mjs';

const TESTS = 21;
// Searches of the examples have limits in time, not in work: on a busy machine they take it all.
const DEADLINE_MS = 300_000;

const run = spawnSync('/usr/bin/python3', ['-B', '-m', 'unittest', '-v', 'test_fourfall', 'test_examples'], { cwd: path('bindings/python'), encoding: 'utf8', timeout: DEADLINE_MS });
const results = [...run.stderr.matchAll(/^(test_\w+) .*\.\.\. (\w+)$/gm)];
for (const [, name, result] of results) test(name.slice(5).replaceAll('_', ' '), () => assert.equal(result, 'ok', run.stderr));
test('every test of the Python binding has run', () => assert.deepEqual([run.status, results.length], [0, TESTS], run.stderr));

test('the example of its README runs, and prints what it says', () => {
  const [, text] = /```python\n([^]*?)```/.exec(readFileSync(path('bindings/python/README.md'), 'utf8'));
  const { status, stdout, stderr } = spawnSync('/usr/bin/python3', ['-B', '-'], { cwd: path('.'), env: { ...process.env, PYTHONPATH: 'bindings/python' }, input: text, encoding: 'utf8', timeout: DEADLINE_MS });
  assert.deepEqual([status, stderr], [0, '']);
  assert.equal(stdout.split('\n')[0], / # (.*)/.exec(text)[1]);
});
