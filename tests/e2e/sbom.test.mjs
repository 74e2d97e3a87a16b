// `make sbom`: the bill of materials has every library of the program and every package of the page, and only those. And the page has the notices that
// the licenses of its packages ask for.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { path } from './server_process.mjs';

const PROGRAM = process.env.FOURFALL ?? path('build/fourfall');
const write = () => execFileSync(path('tools/sbom.mjs'), [PROGRAM], { encoding: 'utf8' });
const text = write();
const bom = JSON.parse(text);
const named = (prefix) => bom.components.filter(({ purl }) => purl.startsWith(prefix)).map(({ name, version }) => `${name}@${version}`).sort();

/** What npm itself says is installed for the page. */
function installed(tree, into = new Set()) {
  for (const [name, entry] of Object.entries(tree.dependencies ?? {})) {
    if (entry.version) into.add(`${name}@${entry.version}`);
    installed(entry, into);
  }
  return into;
}

describe('the bill of materials', () => {
  test('names the program and is the same every time', () => {
    assert.deepEqual([bom.bomFormat, bom.specVersion, bom.metadata.component.name], ['CycloneDX', '1.5', 'fourfall']);
    assert.equal(write(), text);
  });

  test('has the libraries that the program is linked with', () => {
    const packages = named('pkg:deb/').join(' ');
    for (const library of ['libc6', 'libev4', 'libssl3', 'libjansson4', 'libsqlite3-0', 'libsodium23', 'zlib1g']) assert.match(packages, new RegExp(`\\b${library}\\w*@\\d`), library);
  });

  test('has the packages of the page with their checksums, and no tool of its build', () => {
    const tree = JSON.parse(execFileSync('npm', ['ls', '--all', '--omit=dev', '--json'], { cwd: path('web'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    assert.deepEqual(named('pkg:npm/'), [...installed(tree)].sort());
    for (const { name, hashes, licenses } of bom.components.filter(({ purl }) => purl.startsWith('pkg:npm/'))) {
      assert.match(hashes[0].content, /^[0-9a-f]{128}$/, name);
      assert.match(licenses[0].expression, /\w/, name);
    }
  });

  test('refers to nothing that it does not list', () => {
    const refs = [bom.metadata.component, ...bom.components].map((one) => one['bom-ref']);
    assert.equal(new Set(refs).size, refs.length, 'each once');
    for (const { ref, dependsOn } of bom.dependencies) for (const one of [ref, ...dependsOn]) assert.ok(refs.includes(one), one);
  });
});

describe('the page', () => {
  const direct = Object.keys(JSON.parse(readFileSync(path('web/package.json'), 'utf8')).dependencies);
  const license = (name) => readFileSync(path(`web/node_modules/${name}/LICENSE`), 'utf8').trim();

  test('comes with the notices of the packages in it, and our own', () => {
    const notices = readFileSync(path('build/web/notices.txt'), 'utf8');
    assert.ok(notices.includes(readFileSync(path('LICENSE'), 'utf8').trim()));
    for (const name of [...direct, 'engine.io-client', '@preact/signals-core']) assert.ok(notices.includes(license(name)), name);
    assert.ok(!notices.includes('xmlhttprequest'), 'a package for Node is not in it');
  });

  test('in one file has them, too', () => {
    const [, notices] = /<\/html>\s*<!--([^]*)-->\s*$/.exec(readFileSync(path('build/fourfall.html'), 'utf8'));
    for (const name of ['@preact/signals', 'preact', 'three']) assert.ok(notices.includes(license(name)), name);
    assert.ok(!notices.includes('socket.io'), 'it plays nobody online');
  });
});
