// The tools of these tests: each fault is really there while it is on, and gone afterwards.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { after, afterEach, before, describe, test } from 'node:test';
import { within } from '../e2e/websocket_client.mjs';
import { openLink } from './link.mjs';
import { startPostgres } from './postgres.mjs';
import { ADDRESS, isAlive, moment, until } from './processes.mjs';
import { startRedis } from './redis.mjs';

describe('PostgreSQL', () => {
  let postgres;
  before(async () => {
    postgres = await startPostgres({ port: 5432, settings: { max_connections: 20 } });
    await postgres.createDatabase('club');
    await postgres.run('club', 'CREATE TABLE t (id bigint PRIMARY KEY, v int); INSERT INTO t VALUES (1, 0)');
  });
  after(() => postgres.stop('immediate'));

  const value = () => postgres.value('club', 'SELECT v FROM t');

  test('rows are read back with their types', async () => {
    assert.deepEqual(await postgres.query('club', "SELECT id::text, v, null AS n, 'a''b' AS s FROM t"), [{ id: '1', v: 0, n: null, s: "a'b" }]);
    assert.deepEqual(await postgres.query('club', 'SELECT v FROM t WHERE v = 99'), []);
  });

  for (const mode of ['fast', 'immediate'])
    test(`what is committed is there after a restart (${mode})`, async () => {
      const was = await value();
      await postgres.run('club', 'UPDATE t SET v = v + 1');
      await postgres.restart(mode);
      assert.equal(await value(), was + 1);
    });

  test('also after all its processes were killed', async () => {
    const was = await value();
    await postgres.run('club', 'UPDATE t SET v = v + 1');
    await postgres.kill();
    await assert.rejects(value(), /refused|closed/);
    await postgres.start();
    assert.equal(await value(), was + 1);
  });

  test('frozen, it answers nobody; then it does', async () => {
    await postgres.freeze();
    let isAnswered = false;
    const asked = value().then(() => (isAnswered = true));
    await moment(300);
    assert.equal(isAnswered, false);
    postgres.thaw();
    await within(asked, 'the answer');
  });

  test('a session holds its lock until it ends', async () => {
    const session = await postgres.session('club');
    await session.run('BEGIN; SELECT * FROM t WHERE id = 1 FOR UPDATE');
    await assert.rejects(postgres.run('club', "SET lock_timeout = '50ms'; UPDATE t SET v = v + 1"), /lock timeout/);
    await session.run('COMMIT');
    await postgres.run('club', "SET lock_timeout = '5s'; UPDATE t SET v = v + 1");
    await session.close();
  });

  test('all connections of ordinary roles can be taken; the superuser still gets one', async () => {
    const full = await postgres.fill('club');
    assert.ok(await postgres.connections('club') >= 10);
    assert.equal(await full.hold(), await postgres.connections('club'));
    full.release();
    await until(async () => (await postgres.connections('club')) === 0, 'the end of all connections');
  });

  test('a standby has every commit, also when the primary and its disk are lost', async () => {
    const standby = await postgres.standby(5433);
    await postgres.run('club', 'UPDATE t SET v = 1000');
    const { pid } = postgres.process;
    await postgres.destroy();
    assert.ok(!existsSync(postgres.data) && !isAlive(pid));
    await assert.rejects(standby.run('club', 'UPDATE t SET v = 1'), /read-only/);
    await standby.promote();
    assert.equal(await standby.value('club', 'SELECT v FROM t'), 1000);
    await standby.run('club', 'UPDATE t SET v = 1001');
    postgres = standby;
  });
});

describe('Redis', () => {
  test('it is empty after a restart, and refuses to write when its memory is full', async () => {
    const redis = await startRedis();
    assert.equal(await redis.command('SET', 'a', '1'), '+OK');
    await redis.stop();
    await redis.start();
    assert.equal(await redis.command('GET', 'a'), '$-1');
    await redis.command('CONFIG', 'SET', 'maxmemory', '1');
    assert.match(await redis.command('SET', 'a', '1'), /^-OOM/);
    await redis.stop();
  });
});

describe('a link', () => {
  let server, link;
  const sockets = new Set();
  before(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.pipe(socket);
    }).listen(7001, ADDRESS);
    await once(server, 'listening');
    link = await openLink(7001, 7002);
  });
  after(() => {
    link.close();
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });

  /** A client that collects its echo. */
  function open() {
    const socket = connect(7002, ADDRESS);
    const client = { socket, got: '', isClosed: false, error: null };
    socket.setEncoding('utf8').on('data', (text) => (client.got += text));
    socket.on('error', (error) => (client.error = error.code));
    socket.on('close', () => (client.isClosed = true));
    return client;
  }
  const has = (client, text) => until(() => client.got === text, `${text}, not ${client.got}`);

  afterEach(async () => {
    link.heal();
    await until(() => link.connections() === 0, 'the end of all connections');
  });

  test('open, bytes pass in both directions', async () => {
    const client = open();
    client.socket.write('one');
    await has(client, 'one');
    client.socket.destroy();
  });

  test('cut, connections are reset and new ones, too; healed, they pass again', async () => {
    const client = open();
    client.socket.write('one');
    await has(client, 'one');
    link.cut();
    await until(() => client.isClosed, 'a reset');
    assert.equal(client.error, 'ECONNRESET');
    const late = open();
    await until(() => late.isClosed, 'a reset');
    link.heal();
    const next = open();
    next.socket.write('two');
    await has(next, 'two');
    next.socket.destroy();
  });

  test('stalled, nothing passes and nothing is lost', async () => {
    const client = open();
    await until(() => link.connections() === 1, 'a connection');
    link.stall();
    const late = open();
    [client, late].forEach(({ socket }) => socket.write('one'));
    await moment(200);
    assert.deepEqual([client.got, late.got], ['', '']);
    link.heal();
    await has(client, 'one');
    await has(late, 'one');
    [client, late].forEach(({ socket }) => socket.destroy());
  });

  test('deaf, what is said arrives, and the answer waits', async () => {
    const client = open();
    client.socket.write('one');
    await has(client, 'one');
    const heard = once([...sockets].at(-1), 'data');
    link.deafen();
    client.socket.write('two');
    assert.equal(String((await within(heard, 'the question'))[0]), 'two');
    assert.equal(client.got, 'one');
    link.heal();
    await has(client, 'onetwo');
    client.socket.destroy();
  });

  test('delayed, bytes come later and in their order, also when the delay ends', async () => {
    const client = open();
    link.delay(200);
    const began = performance.now();
    client.socket.write('one');
    await until(() => link.delayed() === 1, 'the first bytes wait');
    link.heal();
    client.socket.write('two');
    await has(client, 'onetwo');
    assert.ok(performance.now() - began >= 200);
    client.socket.destroy();
  });
});
