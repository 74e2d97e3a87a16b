// The packed npm package, installed into a folder of its own as a user installs it.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** Of this version: build/ may still have the package of an earlier one. */
export function packageFile() {
  const [, version] = /^#define FF_VERSION "(.+)"$/m.exec(readFileSync(path('include/fourfall.h'), 'utf8'));
  const file = path(`build/fourfall-${version}.tgz`);
  if (!existsSync(file)) throw new Error(`make npm builds ${file}`);
  return file;
}

/** `files`: copied into the folder, named from the repository's root. */
export function installPackage(...files) {
  const folder = mkdtempSync(join(tmpdir(), 'fourfall-npm-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', packageFile()], { cwd: folder, stdio: 'pipe' });
  for (const name of files) cpSync(path(name), join(folder, name.split('/').at(-1)), { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
