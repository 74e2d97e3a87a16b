#!/usr/bin/env node
// Writes a software bill of materials (CycloneDX 1.5, JSON) to stdout: the program given as argument, the Debian packages of the
// libraries it is linked with, and the npm packages in the page. The same input gives the same text, so that two can be compared.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const run = (program, ...args) => execFileSync(program, args, { encoding: 'utf8' });
const program = process.argv[2] ?? file('build/fourfall');
const version = /^#define FF_VERSION "(.*)"$/m.exec(readFileSync(file('include/fourfall.h'), 'utf8'))[1];

/** A library's file may be known under its path before the merge of /lib and /usr/lib. */
function pathsOf(library) {
  const real = realpathSync(library);
  return [library, real, real.replace(/^\/usr/, ''), library.replace(/^\/usr/, '')];
}

/** The Debian packages that the libraries belong to. All are looked up at once: each search reads the list of every file installed. */
function packagesOf(libraries) {
  const paths = libraries.flatMap(pathsOf);
  const { stdout } = spawnSync('dpkg-query', ['--search', ...paths], { encoding: 'utf8' }); // fails if one of the paths is unknown
  const owners = new Map(stdout.split('\n').filter(Boolean).map((line) => [line.slice(line.lastIndexOf(': ') + 2), line.split(/[:,]/)[0]]));
  return libraries.map((library) => {
    const path = pathsOf(library).find((one) => owners.has(one));
    if (!path) throw new Error(`no package has ${library}`);
    return owners.get(path);
  });
}

function debianComponent(line) {
  const [name, found, architecture] = line.split(' ');
  const purl = `pkg:deb/debian/${name}@${encodeURIComponent(found)}?arch=${architecture}`;
  return { type: 'library', 'bom-ref': purl, name, version: found, purl };
}

/** Every library that the program loads, by package. */
function debianComponents() {
  const libraries = run('ldd', program).split('\n').map((line) => /(\/\S+) \(0x/.exec(line)?.[1]).filter(Boolean);
  const names = [...new Set(packagesOf(libraries))].sort();
  const shown = run('dpkg-query', '--show', '--showformat=${Package} ${Version} ${Architecture}\n', ...names).trimEnd().split('\n');
  return names.map((name) => debianComponent(shown.find((line) => line.startsWith(`${name} `))));
}

const lock = JSON.parse(readFileSync(file('web/package-lock.json'), 'utf8'));

/** "sha512-…" of the lock file, as CycloneDX wants it. */
const hashOf = (integrity) => ({ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') });

const npmRef = (name, found) => `pkg:npm/${name.replace('@', '%40')}@${found}`;

/** The lock file knows only the newer form of a package's license. */
function licenseOf(path, entry) {
  const { license, licenses } = entry.license ? entry : JSON.parse(readFileSync(file(`web/${path}/package.json`), 'utf8'));
  return license ?? licenses.map(({ type }) => type).join(' OR ');
}

function npmComponents() {
  const used = Object.entries(lock.packages).filter(([path, entry]) => path && !entry.dev && !entry.devOptional && !entry.optional);
  return used.map(([path, entry]) => {
    const name = path.split('node_modules/').at(-1), purl = npmRef(name, entry.version);
    return { type: 'library', 'bom-ref': purl, name, version: entry.version, purl, licenses: [{ expression: licenseOf(path, entry) }], hashes: [hashOf(entry.integrity)] };
  });
}

/** npm's rule: the nearest node_modules above the package that asks. */
function resolve(from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`;
    if (lock.packages[path]) return npmRef(name, lock.packages[path].version);
    if (!at) throw new Error(`${name} is not in the lock file`);
  }
}

function npmDependencies(components) {
  return Object.entries(lock.packages)
    .map(([path, entry]) => ({ path, entry, ref: path ? npmRef(path.split('node_modules/').at(-1), entry.version) : null }))
    .filter(({ ref }) => components.some((one) => one['bom-ref'] === ref))
    .map(({ path, entry, ref }) => ({ ref, dependsOn: Object.keys(entry.dependencies ?? {}).map((name) => resolve(path, name)) }));
}

const root = `pkg:generic/fourfall@${version}`;
const debian = debianComponents(), npm = npmComponents();
const direct = Object.keys(lock.packages[''].dependencies).map((name) => resolve('', name));
const hashes = existsSync(program) ? [{ alg: 'SHA-256', content: createHash('sha256').update(readFileSync(program)).digest('hex') }] : [];
console.log(
  JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: { component: { type: 'application', 'bom-ref': root, name: 'fourfall', version, purl: root, licenses: [{ license: { id: 'MIT' } }], hashes } },
      components: [...debian, ...npm],
      dependencies: [{ ref: root, dependsOn: [...debian.map((one) => one['bom-ref']), ...direct] }, ...npmDependencies(npm)],
    },
    null,
    2,
  ),
);
