// Small disks, which tests fill.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWNER } from './postgres.mjs';
import { makeFolder } from './processes.mjs';

/** A small disk of PostgreSQL's user, or the reason why there is none. */
export function smallDisk(mib) {
  const folder = makeFolder('disk');
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=0700,uid=${OWNER},gid=${OWNER}`, 'tmpfs', folder], { encoding: 'utf8' });
  if (mounted.status !== 0) return { why: `no small disk: ${(mounted.error?.message ?? mounted.stderr).trim()}` };
  process.prependListener('exit', () => spawnSync('umount', ['-l', folder])); // before the folder is deleted
  return { folder };
}

/** Takes the space that is left, whatever else writes meanwhile; gives a function that frees it. */
export function fillDisk(folder) {
  const { bavail, bsize } = statfsSync(folder), filler = join(folder, 'filler');
  try {
    writeFileSync(filler, Buffer.alloc(bavail * bsize));
  } catch (error) {
    assert.equal(error.code, 'ENOSPC'); // PostgreSQL took some of it meanwhile
  }
  return () => rmSync(filler);
}
