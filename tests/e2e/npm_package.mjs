// The packed npm package, installed into a folder of its own as a user installs it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

export function packageFile() {
  const found = readdirSync(path('build')).filter((name) => /^fourfall-[\d.]+\.tgz$/.test(name));
  if (found.length !== 1) throw new Error(`make npm builds one package; found ${found.join(', ') || 'none'}`);
  return path(`build/${found[0]}`);
}

/** `files`: copied into the folder, named from the repository's root. */
export function installPackage(...files) {
  const folder = mkdtempSync(join(tmpdir(), 'fourfall-npm-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', packageFile()], { cwd: folder, stdio: 'pipe' });
  for (const name of files) cpSync(path(name), join(folder, name.split('/').at(-1)), { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
