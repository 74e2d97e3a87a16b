// The Debian packages: built from packaging/debian, checked by lintian, installed, used, purged. `make check-deb` does the same with packages that are
// compiled with Debian's flags.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { DebianSystem } from './debian_system.mjs';
import { path } from './server_process.mjs';

const DEADLINE_MS = 240_000;
const NAMES = ['fourfall', 'libfourfall-dev', 'libfourfall0'];
const VERSION = /^#define FF_VERSION "(.+)"$/m.exec(readFileSync(path('include/fourfall.h'), 'utf8'))[1];
const CONFIGURATION = '/etc/fourfall/environment';
const folder = process.env.FOURFALL_DEB ?? mkdtempSync(join(tmpdir(), 'fourfall deb-'));
after(() => process.env.FOURFALL_DEB ?? rmSync(folder, { recursive: true, force: true }));

function run(program, ...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', timeout: DEADLINE_MS });
  assert.equal(status, 0, `${program} ${args.join(' ')}: ${error ?? ''}\n${stdout.slice(-4000)}${stderr.slice(-4000)}`);
  return stdout;
}

const file = (name) => join(folder, readdirSync(folder).find((found) => found.startsWith(`${name}_${VERSION}_`) && found.endsWith('.deb')));
const list = (name) => run('dpkg-deb', '--contents', file(name)).trimEnd().split('\n').map((line) => line.split(/\s+/).slice(5).join(' ').slice(1)).filter((line) => !line.endsWith('/'));

describe('the Debian packages', () => {
  before(() => process.env.FOURFALL_DEB ?? run(path('tools/deb'), folder, '--built'));

  test('are three', () => assert.deepEqual(readdirSync(folder).filter((name) => name.endsWith('.deb') && !name.includes('dbgsym')).map((name) => name.split('_')[0]).sort(), NAMES));

  test('pass lintian without an error or a warning', () => {
    const changes = readdirSync(folder).find((name) => name.endsWith('.changes'));
    const { status, stdout, stderr } = spawnSync('lintian', ['--fail-on', 'error,warning', '--suppress-tags', 'bad-distribution-in-changes-file', join(folder, changes)], { encoding: 'utf8', timeout: DEADLINE_MS });
    assert.deepEqual([status, stdout], [0, ''], stderr);
  });

  test('share the files of make install, each in one package', () => {
    const all = NAMES.flatMap(list).filter((name) => !/\/share\/doc\/.*\/(copyright|changelog.*)$/.test(name));
    assert.deepEqual(all.filter((name, i) => all.indexOf(name) !== i), []);
    for (const [name, wanted] of [['fourfall', '/usr/bin/fourfall'], ['fourfall', '/usr/share/fourfall/web/index.html'], ['fourfall', CONFIGURATION], ['libfourfall-dev', '/usr/include/fourfall.h']])
      assert.ok(list(name).includes(wanted), wanted);
    for (const name of list('libfourfall0')) assert.match(name, /\/libfourfall\.so\.0|\/share\/doc\//);
  });

  test('have every document that the manual pages name', () => {
    const program = process.env.FOURFALL ?? path('build/fourfall');
    const pages = run(program, 'man', '--list').trimEnd().split('\n').map((name) => run(program, 'man', name.replace('fourfall-', '')));
    const named = [...new Set(pages.join().match(/docs\/[\w-]+\.md/g))].map((name) => name.replace('docs', '/usr/share/doc/fourfall'));
    assert.ok(named.length > 3);
    assert.deepEqual(named.filter((name) => !list('fourfall').some((file) => file === name || file === `${name}.gz`)), []);
  });

  test('has maintainer scripts of debhelper, and one line of its own: a purge deletes the games', () => {
    const control = run('dpkg-deb', '--ctrl-tarfile', file('fourfall')).toString();
    assert.ok(control.includes('dh_installsysusers') && control.includes('dh_installtmpfiles') && control.includes('dh_installsystemd'));
    assert.match(control, /rm -rf \/var\/lib\/fourfall\n/);
  });
});

describe('the settings of the service', () => {
  const text = readFileSync(path('packaging/systemd/environment'), 'utf8');
  const settings = [...text.matchAll(/^#(FOURFALL_\w+)=(\S+)$/gm)];

  test('are all the file has, and all as they are by default', () => assert.deepEqual(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')), []));

  test('name files of the kind that the server reads: the notices are plain text', () => {
    for (const name of ['PRIVACY', 'IMPRINT']) assert.match(text, new RegExp(`^#FOURFALL_${name}=/etc/fourfall/\\w+\\.txt$`, 'm'));
  });

  test('are known to the server, which takes their values', () => {
    assert.ok(settings.length > 5);
    const known = readFileSync(path('docs/operations.md'), 'utf8');
    for (const [, name] of settings) assert.ok(known.includes(`\`${name}\``), name);
    const environment = Object.fromEntries(settings.filter(([, , value]) => !value.startsWith('/')).map(([, name, value]) => [name, value]));
    const { status, stdout, stderr } = spawnSync(process.env.FOURFALL ?? path('build/fourfall'), ['serve', '--print-config'], { env: { ...process.env, ...environment }, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    for (const [name, value] of Object.entries(environment)) assert.ok(stdout.includes(value), `${name}: ${stdout}`);
  });
});

/** A unit as systemd reads it: the last value of each key. */
const unitOf = (text) => Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, key, value]) => [key, value]));

const why = process.getuid() === 0 ? null : 'only root installs packages';
describe('on a Debian system', { skip: why ?? false }, () => {
  let system, trouble;
  before(async () => {
    try {
      system = await DebianSystem.open(folder);
    } catch (error) {
      trouble = `no layer above this system: ${error.message}`;
    }
  });
  after(() => system?.close());
  const step = (name, act) => test(name, (t) => (system ? act(t) : t.skip(trouble)));
  const inside = (name) => `/packages/${file(name).split('/').at(-1)}`;
  const unit = (name) => unitOf(system.do('cat', `/lib/systemd/system/${name}`));
  const stat = (...paths) => system.do('stat', '-c', '%n %U:%G %a', ...paths).trimEnd().split('\n');

  step('they are installed', () => {
    system.do('dpkg', '--install', ...NAMES.map(inside));
    assert.deepEqual(system.do('dpkg-query', '--show', '--showformat=${db:Status-Abbrev}${Version} ', ...NAMES), `ii ${VERSION} `.repeat(3));
    assert.equal(system.do('dpkg', '--verify', ...NAMES), '');
  });

  step('the service has a user, folders of its own, and starts with the system', () => {
    assert.match(system.do('getent', 'passwd', 'fourfall'), /^fourfall:x:\d+:\d+:Fourfall server:\/var\/lib\/fourfall:\/usr\/sbin\/nologin$/m);
    assert.deepEqual(stat('/var/lib/fourfall', '/var/backups/fourfall', '/etc/fourfall', CONFIGURATION), ['/var/lib/fourfall fourfall:fourfall 700', '/var/backups/fourfall fourfall:fourfall 700', '/etc/fourfall root:root 755', `${CONFIGURATION} root:root 644`]);
    for (const name of ['fourfall.service', 'fourfall-backup.timer']) assert.equal(system.do('systemctl', 'is-enabled', name), 'enabled\n');
    assert.equal(system.do('dpkg-query', '--show', '--showformat=${Conffiles}', 'fourfall').trim().split(' ')[0], CONFIGURATION);
  });

  step('the server runs as its user with the settings of the file, and is backed up', async () => {
    system.sh(`printf 'FOURFALL_LISTEN=127.0.0.1:0\\n' >> ${CONFIGURATION}`);
    const service = unit('fourfall.service');
    const asUser = ['setpriv', `--reuid=${service.User}`, `--regid=${service.Group}`, '--clear-groups', '--no-new-privs', '--pdeathsig=KILL'];
    const script = `set -a; umask ${service.UMask}; ${service.Environment}; . ${service.EnvironmentFile.slice(1)}; exec ${service.ExecStart}`;
    const [program, ...args] = system.words(...asUser, 'sh', '-ec', script);
    const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const said = String(await Promise.race([once(server.stdout, 'data'), once(server, 'exit').then(([status]) => `ended with ${status}`)]));
      const address = /http:\/\/[\w.]+:\d+/.exec(said)?.[0];
      assert.ok(address, said);
      assert.match(await (await fetch(address)).text(), /<div id="app">/);
      assert.equal(system.do('fourfall', 'health', '--url', `${address}/readyz`), 'ready\n');
      assert.deepEqual(stat('/var/lib/fourfall/fourfall.db'), ['/var/lib/fourfall/fourfall.db fourfall:fourfall 600']);
      const backup = unit('fourfall-backup.service');
      const command = /^\/bin\/sh -c '(.*)'$/.exec(backup.ExecStart)[1].replaceAll('%%', '%');
      system.do(...asUser, 'sh', '-ec', command);
      // Of two weeks ago, one complete and one that was interrupted.
      system.do(...asUser, 'sh', '-ec', 'cd /var/backups/fourfall && touch -d "15 days ago" old.db cut.db.part cut.db.part-journal');
      system.do(...asUser, 'sh', '-ec', backup.ExecStartPost);
      assert.match(system.do('ls', '/var/backups/fourfall'), /^\d{8}T\d{6}Z\.db\n$/);
    } finally {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
    }
  });

  step('the program plays, knows its book, and has its manual', () => {
    assert.match(system.do('fourfall', 'analyse', '--json', ''), /"nodes":\d{1,6}}/);
    assert.equal(system.do('man', '--where', 'fourfall-analyse'), '/usr/share/man/man1/fourfall-analyse.1.gz\n');
    assert.equal(system.sh('bash -c ". /usr/share/bash-completion/completions/fourfall && complete -p fourfall" | wc -l'), '1\n');
  });

  step('a program is built with pkg-config and with CMake, and runs', () => {
    const says = system.sh(`
      mkdir /tmp/user && cd /tmp/user
      printf '#include <fourfall.h>\\n#include <stdio.h>\\nint main(void) { puts(ff_version()); return 0; }\\n' > user.c
      printf 'cmake_minimum_required(VERSION 3.13)\\nproject(user C)\\nfind_package(fourfall ${VERSION} REQUIRED)\\nadd_executable(other user.c)\\ntarget_link_libraries(other fourfall::fourfall)\\n' > CMakeLists.txt
      cc -o user user.c $(pkg-config --cflags --libs fourfall) && ./user
      cmake . > /dev/null && make > /dev/null && ./other
      readelf -d user | grep -o 'libfourfall\\.so\\.0'`);
    assert.equal(says, `${VERSION}\n${VERSION}\nlibfourfall.so.0\n`);
  });

  step('a newer package leaves changed settings alone, and puts its own beside them', () => {
    system.sh(`
      cd /tmp && dpkg-deb --raw-extract ${inside('fourfall')} newer
      sed -i 's/^Version: .*/&+1/' newer/DEBIAN/control
      echo '#FOURFALL_PUSH=off' >> newer${CONFIGURATION}
      dpkg-deb --root-owner-group -Znone --build newer newer.deb
      dpkg --install --force-confold newer.deb`);
    assert.match(system.do('cat', CONFIGURATION), /^FOURFALL_LISTEN=127\.0\.0\.1:0$/m);
    assert.match(system.do('cat', `${CONFIGURATION}.dpkg-dist`), /^#FOURFALL_PUSH=off$/m);
  });

  step('without the packages, settings and games are still there; a purge deletes both and keeps the backups', () => {
    system.do('dpkg', '--remove', ...NAMES);
    assert.deepEqual(stat(CONFIGURATION, '/var/lib/fourfall/fourfall.db').length, 2);
    assert.notEqual(system.run('sh', '-c', 'command -v fourfall').status, 0);
    system.do('dpkg', '--purge', ...NAMES);
    const left = system.changes().filter((name) => name.includes('fourfall') && !name.startsWith('/tmp/'));
    assert.deepEqual(left.map((name) => name.replace(/\d{8}T\d{6}Z/, 'MOMENT')), ['/var/backups/fourfall', '/var/backups/fourfall/MOMENT.db']);
    assert.match(system.do('getent', 'passwd', 'fourfall'), /nologin/);
  });
});
