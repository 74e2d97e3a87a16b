// SECURITY.md names a test for every defence; each must exist under that name.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { path } from './server_process.mjs';

const rows = readFileSync(path('SECURITY.md'), 'utf8').split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| attack') && !line.startsWith('| fault'));
const named = rows.filter((line) => line.split(' | ').length === 3);

/** Names as tests are called, whatever quotes they are written in. */
const plain = (text) => text.replaceAll("\\'", "'");

test('every defence in SECURITY.md has a test, and the test exists', () => {
  assert.ok(named.length >= 30, `${named.length} defences`);
  for (const line of named) {
    const [, file, name] = /\| `([^`]+)`: (.+) \|$/.exec(line) ?? [];
    assert.ok(name, `no test in: ${line}`);
    assert.ok(existsSync(path(file)), `${file} does not exist`);
    const pattern = new RegExp(`(test\\(\\s*['"\`]|[ .}]|static void |int )${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}['"\`(]`);
    assert.match(plain(readFileSync(path(file), 'utf8')), pattern, `${file} has no test "${name}"`);
  }
});
