// packaging/compose.yaml without Docker: the file fits together, the program knows every setting in it, and the scripts of its containers, run here
// one after the other, make a primary with a synchronous standby, a Redis with a password and an nginx that nodes can use.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { enter, meet, play, PROGRAM, sendAllAway } from '../e2e/players.mjs';
import { path } from '../e2e/server_process.mjs';
import { makeAuthority } from './authority.mjs';
import { makeNode } from './node.mjs';
import { program, serve, startPostgres } from './postgres.mjs';
import { ADDRESS, launch, makeFolder, run, until } from './processes.mjs';

const { parse } = createRequire(path('web/package.json'))('yaml');
const WIN = [3, 0, 3, 0, 3, 0, 3];
const NAME = 'club.example.org';
const SECRETS = ['postgres', 'database', 'replication', 'redis'];

/** The file as Compose sees it: with merged keys and variables filled in. */
const compose = parse(
  readFileSync(path('packaging/compose.yaml'), 'utf8').replace(/\$\{FOURFALL_NAME:-[^}]*\}/g, NAME),
  { merge: true },
);
const { services } = compose;
const nodes = Object.entries(services).filter(([name]) => name.startsWith('node-')).map(([, node]) => node);
const scripts = readdirSync(path('packaging/compose')).map((name) => `packaging/compose/${name}`);

describe('the file', () => {
  test('names only secrets, volumes, networks, services and files that there are', () => {
    for (const [name, service] of Object.entries(services)) {
      for (const secret of service.secrets ?? []) assert.ok(compose.secrets[secret], `${name}: ${secret}`);
      for (const network of Array.isArray(service.networks) ? service.networks : Object.keys(service.networks)) assert.ok(network in compose.networks, `${name}: ${network}`);
      for (const other of Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {})) assert.ok(services[other], `${name}: ${other}`);
      for (const volume of service.volumes ?? []) {
        const [from] = volume.split(':');
        assert.ok(from.startsWith('./') ? existsSync(path(`packaging/${from}`)) : from in compose.volumes, `${name}: ${volume}`);
      }
      const told = JSON.stringify([service.environment ?? {}, service.healthcheck ?? {}, service.command ?? []]);
      for (const [, secret] of told.matchAll(/\/run\/secrets\/([\w.]+)/g)) assert.ok(service.secrets.includes(secret), `${name} does not get ${secret}`);
    }
  });

  test('its scripts read only secrets that their service gets', () => {
    for (const service of Object.values(services))
      for (const [, script] of JSON.stringify(service.volumes ?? []).matchAll(/\.\/(compose\/\w+\.sh)/g))
        for (const [, secret] of readFileSync(path(`packaging/${script}`), 'utf8').matchAll(/\/run\/secrets\/([\w.]+\w)/g)) assert.ok(service.secrets.includes(secret), `${script}: ${secret}`);
  });

  test('three nodes differ in letter and address only, and drain before they are killed', () => {
    assert.equal(nodes.length, 3);
    assert.deepEqual(nodes.map(({ environment }) => environment.FOURFALL_NODE_LETTER), ['a', 'b', 'c']);
    for (const { environment, networks } of nodes) assert.equal(environment.FOURFALL_NODE_ADDRESS, `${networks.front.ipv4_address}:8080`);
    const rest = nodes.map(({ environment: { FOURFALL_NODE_LETTER, FOURFALL_NODE_ADDRESS, ...environment }, networks, ...node }) => ({ environment, ...node }));
    for (const one of rest) assert.deepEqual(one, rest[0]);
    assert.ok(parseInt(rest[0].stop_grace_period, 10) * 1000 > rest[0].environment.FOURFALL_DRAIN + 3000);
    assert.match(rest[0].healthcheck.test.join(' '), /\/readyz$/);
    assert.equal(rest[0].environment.FOURFALL_TRUST_PROXY, services.nginx.networks.front.ipv4_address);
  });

  test('the program knows every setting, and no secret is in the file', () => {
    const env = Object.fromEntries(Object.entries(nodes[0].environment).map(([name, value]) => [name, String(value)]));
    const { status, stdout, stderr } = spawnSync(PROGRAM, ['serve', '--print-config'], { encoding: 'utf8', env: { ...env, FOURFALL_DATA: '/var/lib/fourfall' } });
    assert.equal(status, 0, stderr);
    for (const name of Object.keys(env)) {
      const setting = name.slice('FOURFALL_'.length).toLowerCase().replaceAll('_', '-');
      assert.match(stdout, new RegExp(`^${setting} = .*# from the environment$`, 'm'), name);
    }
    assert.ok(Object.values(compose.secrets).every(({ file }) => file.startsWith('./secrets/')));
    for (const file of ['.gitignore', 'packaging/Dockerfile.dockerignore']) assert.match(readFileSync(path(file), 'utf8'), /^\/?packaging\/secrets\/?$/m, file);
  });

  test('the commands of "Which shape" in docs/operations.md use settings that there are', () => {
    const [, section] = /\n## Which shape\n([^]*?)\n## /.exec(readFileSync(path('docs/operations.md'), 'utf8'));
    const commands = [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, text]) => text).filter((text) => text.startsWith('fourfall serve'));
    assert.ok(commands.length >= 2);
    for (const command of commands) {
      const { status, stderr } = spawnSync('sh', ['-c', `${command.trim().replace(/^fourfall/, PROGRAM)} --print-config`], { encoding: 'utf8' });
      assert.equal(status, 0, stderr);
    }
  });

  test('every shell command in it is clean', () => {
    const commands = Object.values(services).map(({ healthcheck }) => healthcheck?.test).filter((words) => words?.[0] === 'CMD-SHELL').map(([, text]) => text.replaceAll('$$', '$'));
    assert.ok(commands.length >= 3);
    for (const command of commands) assert.equal(spawnSync('shellcheck', ['--shell=sh', '-'], { input: `${command}\n`, encoding: 'utf8' }).stdout, '', command);
    for (const script of scripts) {
      assert.ok(statSync(path(script)).mode & 0o111, `${script} cannot be executed`);
      assert.equal(spawnSync('shellcheck', [path(script)], { encoding: 'utf8' }).stdout, '', script);
    }
  });
});

describe('its containers, one after the other', () => {
  let home, secrets, primary, standby, redis, two;
  const OWNER = 'postgres';

  /** A script of a container, with paths and names of this test. */
  const adapted = (script, words = {}) => {
    let text = readFileSync(path(`packaging/compose/${script}`), 'utf8').replaceAll('/run/secrets', secrets);
    for (const [from, to] of Object.entries(words)) {
      assert.ok(text.includes(from), `${script}: ${from}`);
      text = text.replaceAll(from, to);
    }
    const file = join(home, script);
    writeFileSync(file, text);
    chmodSync(file, 0o755);
    return file;
  };
  const variables = (env) => Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const inContainer = (env, ...words) => run('env', [...variables({ PATH: `${program('psql').replace(/\/psql$/, '')}:${process.env.PATH}`, ...env }), ...words], { user: OWNER });
  const flags = ({ command }) => Object.fromEntries(command.filter((word) => word.includes('=')).map((word) => word.split('=')));
  const files = (name) => join(secrets, `${name}.password`);

  before(async () => {
    home = makeFolder('compose');
    chmodSync(home, 0o755);
    secrets = join(home, 'secrets');
    mkdirSync(secrets);
    for (const name of SECRETS) writeFileSync(files(name), `${name}-of-the-test\n`, { mode: 0o444 });
  });
  after(async () => {
    sendAllAway();
    for (const node of two ?? []) if (node.process.isRunning) await node.process.end('SIGKILL');
    await redis?.end('SIGTERM');
    await standby?.stop('immediate');
    if (primary?.process.isRunning) await primary.stop('immediate');
  });

  test('the primary gets its roles and its database', async () => {
    const place = makeFolder('primary', OWNER);
    // The image of PostgreSQL asks everybody for a password; the superuser of this test comes in without one.
    primary = await startPostgres({ place, role: null, settings: { ...flags(services.primary), password_encryption: 'scram-sha-256' } });
    const env = { PGDATA: primary.data, PGHOST: ADDRESS, PGPORT: 5432 };
    await inContainer(env, adapted('primary.sh'));
    const rules = join(primary.data, 'pg_hba.conf');
    const given = readFileSync(rules, 'utf8').split('\n').at(-2);
    assert.equal(given, 'host replication standby samenet scram-sha-256');
    writeFileSync(rules, `host all postgres all trust\nhost all all all scram-sha-256\n${given}\n`);
    await primary.run('postgres', 'SELECT pg_reload_conf()');
    assert.deepEqual(await primary.query('postgres', "SELECT rolname FROM pg_roles WHERE rolname IN ('fourfall', 'standby') AND rolcanlogin ORDER BY 1"), [{ rolname: 'fourfall' }, { rolname: 'standby' }]);
    assert.equal(await primary.value('postgres', "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'fourfall'"), 'fourfall');
    await inContainer({}, 'sh', '-c', `${services.primary.healthcheck.test[1].replace('127.0.0.1', ADDRESS)}`);
  });

  test('the standby copies it, follows, and commits wait for it', async () => {
    const place = makeFolder('standby', OWNER);
    mkdirSync(join(place, 'data.new')); // of a copy that was interrupted
    spawnSync('chown', [OWNER, join(place, 'data.new')]);
    const script = adapted('standby.sh', { 'host=primary': `host=${ADDRESS} port=5432` });
    await inContainer({ PGDATA: join(place, 'data') }, 'sh', script, 'true');
    assert.ok(!existsSync(join(place, 'data.new')));
    const version = statSync(join(place, 'data', 'PG_VERSION')).ino;
    await inContainer({ PGDATA: join(place, 'data') }, 'sh', script, 'true');
    assert.equal(statSync(join(place, 'data', 'PG_VERSION')).ino, version, 'a second start copies nothing');
    standby = await serve(place, 5433, flags(services.standby));
    await inContainer({ PGHOST: ADDRESS, PGUSER: OWNER }, 'sh', adapted('synchronous.sh'));
    assert.deepEqual(await primary.query('postgres', 'SELECT application_name, sync_state FROM pg_stat_replication'), [{ application_name: 'standby', sync_state: 'sync' }]);
    assert.equal(await standby.value('postgres', "SELECT current_setting('synchronous_standby_names')"), '', 'a promoted standby must not wait for itself');
  });

  test('Redis wants its password, and its health check has it', async () => {
    const script = adapted('redis.sh', { 'save ""': `save ""\nbind ${ADDRESS}` });
    redis = await launch('sh', [script], { ready: /Ready to accept connections/ });
    assert.doesNotMatch(readFileSync(`/proc/${redis.pid}/cmdline`, 'utf8'), /of-the-test/);
    assert.match(await run('redis-cli', ['-h', ADDRESS, 'ping']), /NOAUTH/);
    const check = services.redis.healthcheck.test[1].replaceAll('$$', '$').replaceAll('/run/secrets', secrets).replace('redis-cli', `redis-cli -h ${ADDRESS}`);
    await run('sh', ['-c', check]);
    writeFileSync(join(home, 'wrong'), 'wrong\n');
    await assert.rejects(run('sh', ['-c', check.replace(files('redis'), join(home, 'wrong'))]));
  });

  test('nodes play on them, and go on when the primary is lost and the standby promoted', async () => {
    const { environment } = nodes[0];
    const web = join(home, 'web');
    mkdirSync(web);
    writeFileSync(join(web, 'index.html'), '<!doctype html><title>Fourfall</title>');
    const env = {
      ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value).replace('/run/secrets', secrets)])),
      FOURFALL_DATABASE: environment.FOURFALL_DATABASE.replace('primary:5432,standby:5432', `${ADDRESS}:5432,${ADDRESS}:5433`),
      FOURFALL_REDIS: environment.FOURFALL_REDIS.replace('redis:6379', `${ADDRESS}:6379`),
      FOURFALL_DATA: '/var/lib/fourfall', // of the image
      FOURFALL_DRAIN: '0',
    };
    two = await Promise.all([0, 1].map(async (index) => {
      const node = makeNode(8001 + index, () => []);
      const args = ['serve', '--web', web, '--listen', `${ADDRESS}:${node.port}`, '--admin-listen', `${ADDRESS}:${9001 + index}`];
      node.process = await launch(PROGRAM, args, { ready: /is running at .*\n/, env: { ...env, FOURFALL_NODE_LETTER: 'abc'[index], FOURFALL_NODE_ADDRESS: `${ADDRESS}:${node.port}` } });
      return node;
    }));
    const health = ['health', '--url', services['node-a'].healthcheck.test.at(-1).replace('127.0.0.1:8080', `${ADDRESS}:8001`)];
    assert.match(await run(PROGRAM, health), /ready/);
    const busWorks = async (index) => /^fourfall_bus_works 1$/m.test(await (await fetch(`http://${ADDRESS}:${9001 + index}/metrics`)).text());
    for (const index of [0, 1]) await until(() => busWorks(index), 'the bus');
    // A node may not have noticed the loss yet: it closes the connection, and clients come again.
    const at = (index) => until(() => enter(0, { url: two[index].url }).catch(() => null), 'a place on a node');
    await play(...(await meet(await at(0), await at(1))), WIN);
    await primary.destroy();
    const lastBeat = () => standby.value('fourfall', 'SELECT max(beat_ms) FROM node');
    const lost = await lastBeat();
    await inContainer({}, program('pg_ctl'), 'promote', '-D', standby.data);
    await until(async () => (await lastBeat()) > lost, 'a beat on the promoted standby'); // it counts for all nodes if the outage was long
    const first = await lastBeat();
    const since = () => standby.value('fourfall', `SELECT count(*) FROM node WHERE beat_ms > ${first}`);
    await until(async () => (await since()) === two.length, 'a beat of each node');
    for (const node of two) await node.ready();
    await play(...(await meet(await at(0), await at(1))), WIN);
    for (const node of two) await node.stop();
  });

  test('nginx accepts its configuration, which names the nodes of the file', async () => {
    const { cert, key } = await (await makeAuthority('club')).issue([`DNS:${NAME}`]);
    copyFileSync(cert, join(secrets, 'certificate.pem'));
    copyFileSync(key, join(secrets, 'certificate.key'));
    mkdirSync(join(home, 'conf.d'));
    writeFileSync(join(home, 'conf.d', 'default.conf'), 'this is not used');
    const script = adapted('nginx.sh', { '/etc/nginx/conf.d': join(home, 'conf.d'), '/etc/fourfall/cluster.conf': path('packaging/nginx/cluster.conf') });
    await run('env', [`FOURFALL_NAME=${NAME}`, script]);
    const text = readFileSync(join(home, 'conf.d', 'fourfall.conf'), 'utf8');
    const addresses = nodes.map(({ networks }) => networks.front.ipv4_address);
    assert.deepEqual([...new Set([...text.matchAll(/server ([\d.]+):8080/g)].map(([, address]) => address))], addresses);
    addresses.forEach((address, i) => assert.match(text, new RegExp(`upstream fourfall_${'abc'[i]} \\{ server ${address}:8080;`)));
    assert.doesNotMatch(text.replace(/^ *#.*$/gm, ''), /example\.org(?<!club\.example\.org)|letsencrypt|10\.0\.0/);
    const main = join(home, 'nginx.conf');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(home, name)};`).join(' ');
    writeFileSync(main, `pid ${join(home, 'pid')}; error_log stderr; events {} http { ${temporary} access_log off; include ${join(home, 'conf.d')}/*.conf; }`);
    await run('/usr/sbin/nginx', ['-t', '-q', '-p', home, '-c', main]);
  });
});
