// `make dist`: the whole source of a commit, the same bytes every time, with checksums that fit.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { path } from './server_process.mjs';

test('a source archive is complete, reproducible and has its notes and its checksum', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fourfall-dist-'));
  const run = (program, args, cwd = path('.')) => execFileSync(program, args, { cwd, encoding: 'utf8' });
  try {
    for (const name of ['one', 'two']) run(path('tools/dist'), ['HEAD', join(folder, name)]);
    const files = readdirSync(join(folder, 'one'));
    assert.equal(files.length, 4);
    for (const file of files) assert.ok(readFileSync(join(folder, 'one', file)).equals(readFileSync(join(folder, 'two', file))), file);
    run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], join(folder, 'one'));
    const notes = readFileSync(join(folder, 'one', files.find((file) => file.endsWith('.notes.md'))), 'utf8');
    const version = /fourfall-(.*)\.notes\.md/.exec(files.join())[1];
    assert.ok(notes.startsWith(`## ${version}`), notes.slice(0, 40));
    assert.equal(notes.match(/^## /gm).length, 1, 'of this version alone');
    const archive = files.find((file) => file.endsWith('.tar.gz'));
    const packed = run('tar', ['-tzf', join(folder, 'one', archive)]).split('\n').filter((name) => name && !name.endsWith('/')).map((name) => name.replace(/^[^/]+\//, ''));
    assert.deepEqual(packed.sort(), run('git', ['ls-tree', '-r', '--name-only', 'HEAD']).trimEnd().split('\n').sort());
  } finally {
    rmSync(folder, { recursive: true });
  }
});
