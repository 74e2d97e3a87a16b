// TLS to PostgreSQL and Redis with an authority of our own, and passwords by file, by environment and in URLs: nodes play over encrypted
// connections, trust nobody else, and never write a password anywhere.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { enter, meet, play, PROGRAM, sendAllAway } from '../e2e/players.mjs';
import { within } from '../e2e/websocket_client.mjs';
import { makeAuthority } from './authority.mjs';
import { makeNode } from './node.mjs';
import { startPostgres } from './postgres.mjs';
import { ADDRESS, launch, makeFolder, run, until } from './processes.mjs';
import { startRedis } from './redis.mjs';

const WIN = [3, 0, 3, 0, 3, 0, 3];
const NAME = 'database.test'; // the name in the certificate; the address is given beside it
// Characters that URLs, SQL and logs treat in their own ways.
const SECRET = { database: 'zebra@of/the:walrus%20&co', redis: 'okapi?tundra#42=a@lemur' };
const WRONG = 'quagga-of-ann';
let own, foreign, postgres, redis, home, web;
let ports = 8001;

/** Everything that nodes have printed or answered, to be searched for passwords. */
const said = [];
const passwordFile = (name, text) => {
  const file = join(home, name);
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
  return file;
};

before(async () => {
  home = makeFolder('secrets');
  web = join(home, 'web');
  mkdirSync(web);
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>Fourfall</title>');
  [own, foreign] = await Promise.all([makeAuthority('club'), makeAuthority('somebody else')]);
  const files = await own.issue([`DNS:${NAME}`], 'postgres');
  // The nodes' role comes in by TLS and password only; the tests' superuser as usual.
  const place = makeFolder('postgres', 'postgres');
  const rules = join(place, 'hba.conf');
  writeFileSync(rules, 'host all postgres all trust\nhostssl all fourfall all scram-sha-256\n');
  const { uid, gid } = statSync(place);
  chownSync(rules, uid, gid);
  postgres = await startPostgres({ place, settings: { hba_file: rules, ssl: 'on', ssl_cert_file: files.cert, ssl_key_file: files.key } });
  await postgres.createDatabase('club');
  await setPassword(SECRET.database);
  redis = await startRedis({ password: SECRET.redis, tls: { ca: own.ca, ...(await own.issue([`IP:${ADDRESS}`])) } });
});
after(async () => {
  sendAllAway();
  await postgres.stop('immediate');
  await redis.stop();
});

const setPassword = (text) => postgres.run('postgres', `ALTER ROLE fourfall PASSWORD '${text}'`);
const toDatabase = ({ login = 'fourfall', name = NAME, mode = 'verify-full', ca = own.ca } = {}) =>
  `postgres://${login}@${name}:5432/club?hostaddr=${ADDRESS}&sslmode=${mode}&sslrootcert=${ca}`;
const toRedis = ({ login = '', ca = own.ca, port = 6379 } = {}) => `rediss://${login}${ADDRESS}:${port}?ca=${ca}`;
const withPassword = (user, text) => `${user}:${encodeURIComponent(text)}`;
const files = () => ['--database-password', passwordFile('database.password', SECRET.database), '--redis-password', passwordFile('redis.password', SECRET.redis)];

/** A node with these settings; gives it when it is ready. Its words are kept. */
async function serve(options, env = {}) {
  const node = makeNode(ports++, () => options);
  const args = ['serve', '--listen', `${ADDRESS}:${node.port}`, '--web', web, '--log', 'info', '--limits', 'off', ...options];
  node.process = await launch(PROGRAM, args, { ready: /is running at .*\n/, env });
  said.push(() => node.process.out + node.process.err);
  return node;
}
/** A server that must not start: gives its only line. */
async function refused(options, env = {}) {
  const args = ['serve', '--listen', `${ADDRESS}:${ports++}`, '--web', web, '--log', 'info', ...options];
  const node = await launch(PROGRAM, args, { env });
  const { code } = await within(node.exit, 'the end of a server that cannot start');
  assert.notEqual(code, 0, node.out);
  assert.match(node.err, /^fourfall: [^\n]+\n$/);
  said.push(() => node.out + node.err);
  return node.err;
}
const busWorks = (node, value = 1) => until(async () => (await node.metric('fourfall_bus_works')) === value, () => `the bus works: ${value}; ${node.process.err}`);
/** What anybody can ask a node. */
async function listen(node) {
  for (const target of ['/metrics', '/readyz', '/healthz', '/api/openapi.json', '/no/such/page']) said.push(((text) => () => text)((await node.get(target)).text));
}
/** No word of a password, however it is encoded, in anything that was said; nor in part, as a URL might be cut at one of its characters. */
function nothingLeaked() {
  const words = [...Object.values(SECRET), WRONG].flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64'), ...secret.split(/[^\w]+/).filter((part) => part.length > 3)]);
  for (const text of said.map((one) => one()))
    for (const word of words) assert.ok(!text.includes(word), `${word} in ${text}`);
}

describe('TLS', () => {
  test('two nodes play a game, and every connection is encrypted', async () => {
    const nodes = [await serve(['--database', toDatabase(), '--redis', toRedis(), ...files()]), await serve(['--database', toDatabase(), '--redis', toRedis(), ...files()])];
    for (const node of nodes) await busWorks(node);
    const [x, o] = await meet(await enter(0, { url: nodes[0].url }), await enter(0, { url: nodes[1].url }));
    const [last] = await play(x, o, WIN);
    assert.deepEqual([last.status, last.winner], ['win', 'X']);
    const links = await postgres.query('postgres', "SELECT s.ssl, s.version FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) WHERE a.usename = 'fourfall'");
    assert.ok(links.length >= 2, JSON.stringify(links));
    for (const { ssl, version } of links) assert.deepEqual([ssl, /^TLSv1\.[23]$/.test(version)], [true, true]);
    x.leave();
    o.leave();
    for (const node of nodes) await node.stop();
  });

  test('a database without TLS, with a certificate of another authority or for another name is not used', async () => {
    assert.match(await refused(['--database', toDatabase({ mode: 'disable' }), ...files().slice(0, 2)]), /no pg_hba\.conf entry/);
    assert.match(await refused(['--database', toDatabase({ ca: foreign.ca }), ...files().slice(0, 2)]), /certificate verify failed/);
    assert.match(await refused(['--database', toDatabase({ name: 'other.test' }), ...files().slice(0, 2)]), /does not match host name "other\.test"/);
  });

  test('a Redis with a certificate of another authority or for another name is not used; the node looks at the database instead', async () => {
    const other = await startRedis({ port: 6380, password: SECRET.redis, tls: { ca: own.ca, ...(await own.issue(['IP:127.0.0.1'])) } });
    for (const url of [toRedis({ ca: foreign.ca }), toRedis({ port: 6380 })]) {
      const node = await serve(['--database', toDatabase(), '--redis', url, ...files()]);
      await until(() => /bus-failed.*(certificate|mismatch)/.test(node.process.err), () => `the reason in the log: ${node.process.err}`);
      await node.ready();
      assert.equal(await node.metric('fourfall_bus_works'), 0);
      await node.stop();
    }
    await other.stop();
  });
});

describe('passwords', () => {
  const inUrls = () => ({ FOURFALL_DATABASE: toDatabase({ login: withPassword('fourfall', SECRET.database) }), FOURFALL_REDIS: toRedis({ login: `${withPassword('', SECRET.redis)}@` }) });
  const ways = {
    'in files': () => [['--database', toDatabase(), '--redis', toRedis(), ...files()]],
    'in files that the environment names': () => {
      const [, database, , bus] = files();
      return [[], { FOURFALL_DATABASE: toDatabase(), FOURFALL_DATABASE_PASSWORD: database, FOURFALL_REDIS: toRedis(), FOURFALL_REDIS_PASSWORD: bus }];
    },
    'in the environment': () => [[], inUrls()],
    'in the variable of libpq': () => [[], { ...inUrls(), FOURFALL_DATABASE: toDatabase(), PGPASSWORD: SECRET.database }],
  };
  for (const [name, way] of Object.entries(ways))
    test(`${name} are used, and in no command line`, async () => {
      const node = await serve(...way());
      await busWorks(node);
      await node.ready();
      await listen(node);
      const line = readFileSync(`/proc/${node.process.pid}/cmdline`, 'utf8');
      said.push(() => line);
      await node.stop();
      nothingLeaked();
    });

  test('--print-config shows where a server is, but no password', () => {
    const urls = inUrls();
    const texts = [
      [[], urls],
      [['--database', urls.FOURFALL_DATABASE, '--redis', urls.FOURFALL_REDIS], {}],
      [['--database', `${toDatabase()}&sslpassword=${WRONG}&password=${encodeURIComponent(SECRET.database)}&application_name=club`], {}],
      [['--database', `postgres://ann:${WRONG}/and@${NAME}/club`], {}],
      [['--database', `postgres://ann:${WRONG}?and@${NAME}/club`], {}],
    ].map(([args, env]) => {
      const { status, stdout, stderr } = spawnSync(PROGRAM, ['serve', '--print-config', ...args], { encoding: 'utf8', env: { ...process.env, ...env } });
      assert.equal(status, 0, stderr);
      said.push(() => stdout + stderr);
      return stdout;
    });
    for (const text of texts) assert.match(text, new RegExp(`^database = postgres://.*${NAME}`, 'm'));
    assert.match(texts[0], new RegExp(`^redis = rediss://:\\*\\*\\*@${ADDRESS}:6379`, 'm'));
    assert.match(texts[2], /application_name=club/);
    nothingLeaked();
  });

  test('wrong ones, missing files and misspelled settings are reported without them', async () => {
    const wrong = passwordFile('wrong.password', WRONG);
    assert.match(await refused(['--database', toDatabase(), '--database-password', wrong]), /password authentication failed/);
    assert.match(await refused(['--database', toDatabase({ login: withPassword('fourfall', WRONG) })]), /password authentication failed/);
    assert.match(await refused(['--database', toDatabase()]), /no password supplied/);
    assert.match(await refused(['--database', toDatabase(), '--database-password', join(home, 'nowhere')]), /cannot read a password from '.*nowhere'/);
    assert.match(await refused([`--databse=${inUrls().FOURFALL_DATABASE}`]), /unknown option '--databse'/);
    assert.match(await refused([inUrls().FOURFALL_DATABASE]), /unexpected argument/);
    assert.match(await refused(['--database', inUrls().FOURFALL_DATABASE.replace('postgres:', 'mysql:')]), /--database takes an address like/);
    assert.match(await refused(['--database', toDatabase(), '--redis', inUrls().FOURFALL_REDIS.replace('rediss:', 'http:')]), /--redis takes an address like/);
    // A password that is not percent-encoded makes another URL.
    for (const mark of ['@', '/', '?', ':', '#']) await refused(['--database', `postgres://ann:${WRONG}${mark}and@${ADDRESS}:1/club`]);
    assert.match(await refused(['--database', `postgres://ann:${WRONG}/and@${ADDRESS}:1/club`]), /address of the database/);
    const config = passwordFile('fourfall.conf', `databse = ${inUrls().FOURFALL_DATABASE}`);
    assert.match(await refused(['--config', config]), /fourfall\.conf.*databse/);
    nothingLeaked();
  });

  test('servers that are gone, or have other passwords now, are reported without them, and used again afterwards', async () => {
    const node = await serve(...ways['in the environment']());
    const turnAway = async () => {
      await setPassword('another');
      await postgres.disconnect('club');
    };
    await busWorks(node);
    for (const [fail, heal] of [[() => postgres.stop('immediate'), () => postgres.start()], [turnAway, () => setPassword(SECRET.database)]]) {
      await fail();
      await node.ready(503);
      await listen(node);
      await heal();
      await node.ready();
    }
    await redis.stop();
    await busWorks(node, 0);
    await redis.start();
    await busWorks(node);
    const cli = ['-h', ADDRESS, '--tls', '--cacert', own.ca, '--no-auth-warning', '-a', SECRET.redis];
    await run('redis-cli', cli, { input: 'CONFIG SET requirepass another\nCLIENT KILL TYPE pubsub\nCLIENT KILL TYPE normal SKIPME yes\n' });
    await busWorks(node, 0);
    await until(() => /bus-failed.*refuses this user or password/.test(node.process.err), () => `the reason in the log: ${node.process.err}`);
    await listen(node);
    // libpq itself prints a warning of a server that stops while a connection to it begins.
    const said = node.process.err.trim().split('\n').filter((line) => !line.startsWith('WARNING:'));
    const lines = said.map((line) => JSON.parse(line));
    const reasons = lines.filter(({ event }) => event === 'store-failed').map(({ problem }) => problem);
    assert.equal(reasons.length, 2, JSON.stringify(lines));
    for (const reason of reasons) assert.match(reason, /\w/, 'a failure without its reason');
    await node.stop();
    nothingLeaked();
  });
});
