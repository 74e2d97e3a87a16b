// Long polling behind a balancer that knows nothing of sessions: the real nginx sends requests to two nodes in turns, and a node that has
// not got the session passes the request on to the one that has. A node of our own sees what nodes send each other, and answers badly.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { enter, io, meet, play, sendAllAway } from '../e2e/players.mjs';
import { connect, DEADLINE_MS, within } from '../e2e/websocket_client.mjs';
import { makeCluster } from './cluster.mjs';
import { startNginx } from './nginx.mjs';
import { startPostgres } from './postgres.mjs';
import { ADDRESS, until } from './processes.mjs';
import { startRedis } from './redis.mjs';

const WIN = [3, 0, 3, 0, 3, 0, 3];
const UNKNOWN = { status: 400, text: '{"code":1,"message":"Session ID unknown"}' };
const QUERY = '/socket.io/?EIO=4&transport=polling';
// No heartbeat comes between, so a poll waits until there is something to tell. One node, for the bounds, is small and impatient.
const PATIENT = ['--ping-interval', '120000', '--ping-timeout', '60000'];
const SMALL = ['--ping-interval', '120000', '--ping-timeout', '500', '--max-clients', '2', '--max-queued', '1'];
let postgres, redis, cluster, a, b, nginx, isSmall = false;

before(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  cluster = await makeCluster(postgres, { nodes: 2, redis, reachable: true, settings: () => ['--trust-proxy', '127.0.0.0/8', ...(isSmall ? SMALL : PATIENT)] });
  [a, b] = cluster.nodes;
  nginx = await startNginx([a, b], { isPlain: true });
});
after(async () => {
  sendAllAway();
  await nginx.stop();
  await cluster.close();
  await postgres.stop('immediate');
  await redis.stop();
});

const leave = (...players) => players.forEach((player) => player.leave());
const relayed = async () => (await Promise.all([a, b].map((node) => node.metric('fourfall_relayed_total')))).reduce((x, y) => x + y);

/** A request to a node, which may wait for long. */
const get = (node, target, options) => node.get(target, { signal: AbortSignal.timeout(DEADLINE_MS), ...options });

/** A long-polling session at a node, byte by byte: `poll` and `post` may go to any node. */
async function open(node) {
  const { sid } = JSON.parse((await get(node, QUERY)).text.slice(1));
  const target = `${QUERY}&sid=${sid}`;
  const session = { sid, target };
  session.poll = (at, options) => get(at, target, options);
  session.hear = async (at, wanted) => {
    for (;;) {
      const { status, text } = await session.poll(at);
      assert.equal(status, 200, text);
      if (wanted.test(text)) return;
    }
  };
  session.post = (at, body, options) => get(at, target, { method: 'POST', body, ...options });
  return session;
}

/** The same, with a player behind it. */
async function join(node, at) {
  const session = await open(node);
  assert.deepEqual(await session.post(at, '40'), { status: 200, text: 'ok' });
  await session.hear(at, /"session"/);
  return session;
}

/** A poll that is on its way through a node. */
async function waiting(session, at) {
  const poll = session.poll(at);
  poll.catch(() => {});
  await until(async () => (await at.metric('fourfall_relaying')) >= 1, 'a poll is passed on');
  return { poll };
}

describe('behind plain round robin', () => {
  test('stock clients play a whole game by polling', async () => {
    const before = await relayed();
    const [x, o] = await meet(...(await Promise.all([1, 2].map(() => enter(0, { url: nginx.url, transports: ['polling'] })))));
    const [last] = await play(x, o, WIN);
    assert.deepEqual([last.status, last.winner], ['win', 'X']);
    assert.ok((await relayed()) - before > WIN.length, 'requests were passed on');
    leave(x, o);
  });

  test('stock clients that may upgrade play a whole game by whatever they got', async () => {
    const players = await Promise.all(Array.from({ length: 4 }, () => enter(0, { url: nginx.url, transports: ['polling', 'websocket'] })));
    for (const pair of [players.slice(0, 2), players.slice(2)]) {
      const [x, o] = await meet(...pair);
      const [last] = await play(x, o, WIN);
      assert.deepEqual([last.status, last.winner], ['win', 'X']);
    }
    leave(...players);
  });

  test('a stock client whose WebSocket reaches another node stays on polling', async () => {
    const socket = io(a.url, { forceNew: true, reconnection: false, transports: ['polling', 'websocket'], transportOptions: { websocket: { port: b.port } } });
    try {
      const { engine } = socket.io;
      await within(new Promise((resolve) => engine.once('upgradeError', resolve)), 'the upgrade is refused');
      await until(() => socket.connected, 'the client is connected');
      const answer = await within(socket.emitWithAck('leave-queue', {}), 'the answer');
      assert.equal(answer.error.code, 'not-queued');
      assert.equal(engine.transport.name, 'polling');
    } finally {
      socket.disconnect();
    }
  });

  test('the population plays by polling while a node is killed, and the other one stops', async () => {
    const town = cluster.town({}, () => [nginx.url]);
    town.friends(2, { transports: ['polling'] });
    town.queuers(2, {}, { transports: ['polling'] });
    await town.progress(30);
    await a.kill();
    await town.progress(20, 'without a node');
    await a.start();
    await town.progress(20);
    await b.stop();
    await town.progress(20, 'without the other node');
    await b.start();
    await town.progress(20);
    await cluster.audit(town);
  });
});

describe('a request that is passed on', () => {
  test('is answered as the node with the session would have answered it', async () => {
    const session = await join(a, b);
    assert.deepEqual(await session.post(b, '42["leave-queue",{}]'), { status: 200, text: 'ok' });
    const origin = `http://${ADDRESS}:${b.port}`;
    const answer = await within(fetch(b.url + session.target, { headers: { Origin: origin } }), 'a poll');
    assert.equal(answer.status, 200);
    assert.deepEqual(
      ['content-type', 'cache-control', 'access-control-allow-origin'].map((name) => answer.headers.get(name)),
      ['text/plain; charset=UTF-8', 'no-store', origin],
    );
    assert.match(await answer.text(), /not-queued|"ping"|^2/);
    const { status } = await get(b, session.target, { method: 'OPTIONS', headers: { Origin: origin } });
    assert.equal(status, 204, 'a preflight asks nothing of the session');
  });

  test('is refused by the node that got it, if its origin or its size is wrong', async () => {
    const session = await join(a, b);
    const before = await relayed();
    assert.equal((await session.post(b, '1', { headers: { Origin: 'https://evil.example' } })).status, 403);
    assert.equal((await session.post(b, `4${'x'.repeat(70_000)}`)).status, 413);
    assert.equal((await get(b, session.target, { method: 'DELETE' })).status, 400);
    assert.equal(await relayed(), before, 'nothing was passed on');
    assert.deepEqual(await session.post(b, '42["leave-queue",{}]'), { status: 200, text: 'ok' }, 'the session lives');
  });

  test('waits at the node that got it until its body is complete', async () => {
    const session = await join(a, b);
    const before = await relayed();
    const wire = await connect(b.port, { host: ADDRESS, secure: false });
    const body = '42["leave-queue",{}]';
    wire.write(`POST ${session.target} HTTP/1.1\r\nHost: ${ADDRESS}\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`);
    await wire.until(() => (wire.received.includes('100 Continue\r\n\r\n') ? true : undefined), 'the node has read the head');
    wire.received = Buffer.alloc(0);
    wire.write(body.slice(0, 10));
    assert.equal((await b.metric('fourfall_relaying')) + (await relayed()), before);
    wire.write(body.slice(10));
    assert.match(await wire.until(() => (wire.received.includes('ok') ? String(wire.received) : undefined), 'the answer'), /^HTTP\/1\.1 200 /);
    assert.equal(await relayed(), before + 1);
    wire.destroy();
  });

  test('ends the session if its client leaves, as anywhere', async () => {
    const session = await join(a, b);
    const abort = new AbortController();
    const poll = session.poll(b, { signal: abort.signal });
    await until(async () => (await b.metric('fourfall_relaying')) >= 1, 'a poll is passed on');
    abort.abort();
    await assert.rejects(poll);
    await until(async () => (await b.metric('fourfall_relaying')) === 0, 'it is forgotten');
    await until(async () => (await session.post(b, '3')).status === 400, 'the session has ended');
    assert.deepEqual(await session.post(b, '3'), UNKNOWN);
  });

  test('is refused as one of an unknown session when its node is killed, at once and later', async () => {
    const nodes = cluster.nodes.length;
    await until(async () => (await a.metric('fourfall_nodes')) === nodes, 'no node of an earlier test still has a lease');
    const session = await join(b, a);
    const { poll } = await waiting(session, a);
    const number = await b.metric('fourfall_node');
    await b.kill();
    assert.deepEqual(await poll, UNKNOWN);
    assert.deepEqual(await session.post(a, '3'), UNKNOWN, 'the others do not know yet that it is dead');
    await postgres.run(cluster.database, `UPDATE node SET beat_ms = beat_ms - 60000 WHERE id = ${number}`);
    await until(async () => (await a.metric('fourfall_nodes')) < nodes, 'the dead node is buried');
    const failures = await a.metric('fourfall_relay_failures_total');
    assert.deepEqual(await session.poll(a), UNKNOWN);
    assert.equal(await a.metric('fourfall_relay_failures_total'), failures, 'nothing was tried');
    await b.start();
    assert.deepEqual(await session.poll(a), UNKNOWN, 'it came back with another number');
    assert.deepEqual(await session.poll(b), UNKNOWN);
  });

  test('reaches a node that has just joined', async () => {
    const node = await cluster.add();
    const session = await join(node, a);
    await session.post(b, '42["leave-queue",{}]');
    await session.hear(b, /not-queued/);
    const { poll } = await waiting(session, b);
    await until(async () => (await node.metric('fourfall_socket_polls')) === 1, 'the poll has reached its node');
    await node.stop();
    assert.deepEqual(await poll, { status: 200, text: '1' }, 'a node that stops closes its sessions');
  });

  test('does not keep the node that passes it on from stopping', async () => {
    const session = await join(a, b);
    const { poll } = await waiting(session, b);
    await b.stop();
    assert.deepEqual(await poll, UNKNOWN);
    await b.start();
  });
});

describe('what nodes tell each other', () => {
  let server, number, small, seen, answer;

  /** The id of a session that a node might have. */
  const sidOf = (node) => {
    const bytes = Buffer.alloc(15, 0x5a);
    bytes.writeUIntBE(node, 3, 3);
    return bytes.toString('base64url');
  };
  const target = (node = number) => `${QUERY}&sid=${sidOf(node)}`;
  const ask = (options) => get(a, target(), options);

  before(async () => {
    isSmall = true;
    small = await cluster.add();
    server = createServer((socket) => {
      let text = '';
      socket.on('error', () => {});
      socket.on('data', (data) => {
        text += data;
        if (text.includes('\r\n\r\n')) answer(socket, text);
      });
    });
    server.listen(0, ADDRESS);
    await once(server, 'listening');
    const row = `(1, epoch_ms() + 3600000, '${ADDRESS}:${server.address().port}', 0)`;
    number = Number(await postgres.run(cluster.database, `INSERT INTO node (secret, beat_ms, address, online) VALUES ${row} RETURNING id`));
  });
  after(() => server.close());

  const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Type: text/x-own\r\n\r\n4!';

  test('the client, its address and its request, and nothing else of its headers', async () => {
    answer = (socket, text) => {
      seen = text;
      socket.end(ANSWER);
    };
    const headers = { 'X-Forwarded-For': '203.0.113.9, 198.51.100.7', 'User-Agent': 'Own/1', 'Content-Type': 'text/own', Cookie: 'a=b', Authorization: 'Bearer x' };
    assert.deepEqual(await ask({ method: 'POST', body: '4!', headers }), { status: 200, text: '4!' });
    const lines = [`POST ${target()} HTTP/1.1`, 'host: node', 'connection: close', 'x-fourfall-relayed: 198.51.100.7 HASH', 'user-agent: Own/1', 'content-type: text/own', 'content-length: 2', '', '4!'];
    assert.deepEqual(seen.replace(/ [0-9a-f]{32}\r\n/, ' HASH\r\n').split('\r\n'), lines);
  });

  test('an answer may come in pieces', async () => {
    answer = async (socket) => {
      socket.setNoDelay(true);
      for (const letter of ANSWER) await new Promise((sent) => socket.write(letter, sent));
    };
    assert.deepEqual(await ask(), { status: 200, text: '4!' });
  });

  const half = ANSWER.slice(0, -1);
  for (const [name, bytes, isLast] of [
    ['that is not HTTP', 'Good morning\r\n\r\n'],
    ['without a length', 'HTTP/1.1 200 OK\r\n\r\n4!'],
    ['in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n4!\r\n0\r\n\r\n'],
    ['that would be too long', 'HTTP/1.1 200 OK\r\nContent-Length: 2097152\r\n\r\n4!'],
    ['with an endless head', 'HTTP/1.1 200 OK\r\n' + 'X: y\r\n'.repeat(3000)],
    ['that ends early', half, true],
  ])
    test(`an answer ${name} is that for an unknown session`, async () => {
      answer = (socket) => (isLast ? socket.end(bytes) : socket.write(bytes));
      assert.deepEqual(await ask(), UNKNOWN);
    });

  test('no more is under way than a node may have clients, and no more bytes than it may keep', async () => {
    const sockets = [];
    answer = (socket) => sockets.push(socket);
    const polls = [1, 2].map(() => get(small, target()));
    await until(() => sockets.length === 2, 'two polls are passed on');
    assert.deepEqual(await get(small, target()), UNKNOWN, 'a third is not');
    assert.equal(sockets.length, 2);
    sockets.forEach((socket) => socket.end(ANSWER));
    for (const poll of polls) assert.deepEqual(await poll, { status: 200, text: '4!' });
    const body = 'x'.repeat(1_500_000);
    answer = (socket) => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    assert.deepEqual(await get(small, target()), UNKNOWN);
    assert.deepEqual(await ask(), { status: 200, text: body });
    assert.equal(await small.metric('fourfall_relaying'), 0);
  });

  test('a node that is silent, or never comes, is waited for as long as the heartbeat allows', async () => {
    answer = (socket) => socket.write(half);
    for (const to of [number, number + 1000]) assert.deepEqual(await get(small, target(to), { method: 'POST', body: '3' }), UNKNOWN);
    assert.equal(await small.metric('fourfall_relaying'), 0);
  });

  test('a request makes one hop, and nobody but a node can say whose it is', async () => {
    answer = (socket, text) => {
      seen = text;
      socket.end(ANSWER);
    };
    const evil = { Origin: 'https://evil.example' };
    await ask();
    const [, mark] = /x-fourfall-relayed: (.*)\r\n/.exec(seen);
    seen = '';
    const claim = (claimed, query = target()) => get(a, query, { headers: { ...evil, 'X-Fourfall-Relayed': claimed } });
    assert.deepEqual(await claim(mark), UNKNOWN, 'a node’s mark: it has checked the origin');
    const forged = [mark.replace(/^\S+/, '198.51.100.7'), mark.replace(/.$/, (c) => (c === '0' ? '1' : '0')), '198.51.100.7', '', `${mark} ${mark}`, 'x'.repeat(500)];
    for (const other of forged) assert.equal((await claim(other)).status, 403, other);
    assert.equal((await claim(mark, `${target()}&t=1`)).status, 403, 'the mark of another request');
    assert.equal((await get(a, '/api/lobby', { headers: { ...evil, 'X-Fourfall-Relayed': mark } })).status, 403);
    assert.deepEqual(await get(a, target(), { headers: { 'X-Fourfall-Relayed': 'forged' } }), UNKNOWN);
    assert.equal(seen, '', 'nothing was passed on');
  });

  test('a session of a node that nobody knows is unknown', async () => {
    assert.deepEqual(await get(a, target(0)), UNKNOWN);
    const poll = get(a, target(number + 1));
    await until(async () => (await a.metric('fourfall_relaying')) === 1, 'it might have joined just now');
    const rows = `(2, epoch_ms() + 3600000, '', 0), (3, epoch_ms() + 3600000, '', 0)`;
    await postgres.run(cluster.database, `BEGIN; INSERT INTO node (secret, beat_ms, address, online) VALUES ${rows}; DELETE FROM node WHERE secret = 2; COMMIT`);
    assert.deepEqual(await within(poll, 'a newer node than that has joined'), UNKNOWN);
    assert.deepEqual(await get(a, `${QUERY}&sid=short`), UNKNOWN);
  });

  test('a node without a lease is given up, also in the middle of a poll', async () => {
    answer = (socket) => socket.write(half);
    const poll = ask();
    await until(async () => (await a.metric('fourfall_relaying')) === 1, 'a poll is passed on');
    await postgres.run(cluster.database, `DELETE FROM node WHERE id = ${number}`);
    assert.deepEqual(await within(poll, 'the poll is given up'), UNKNOWN);
  });
});
