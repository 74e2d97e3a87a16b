// The stock socket.io-client against build/sio-echo, over each way it can travel.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, describe, test } from 'node:test';
import { io } from '../e2e/players.mjs';
import { freePort } from '../e2e/server_process.mjs';
import { DEADLINE_MS, within } from '../e2e/websocket_client.mjs';
import { serve, served } from './echo.mjs';

const server = served();
const everybody = new Set();
after(() => everybody.forEach((client) => client.disconnect()));

function enter(options, namespace = '/', port = server.port) {
  const client = io(`http://127.0.0.1:${port}${namespace}`, { forceNew: true, reconnection: false, ...options });
  everybody.add(client);
  return client;
}

const next = (emitter, event) => within(once(emitter, event), event);
/** A client that has connected and heard `auth`; gives both. */
async function connected(options, namespace, port) {
  const client = enter(options, namespace, port);
  const refused = new Promise((_, reject) => client.once('connect_error', reject));
  const [[auth]] = await Promise.race([Promise.all([next(client, 'auth'), next(client, 'connect')]), refused]);
  return { client, auth };
}

async function answers(client, ...args) {
  const heard = next(client, 'message-back');
  client.emit('message', ...args);
  return heard;
}

const transportOf = (client) => client.io.engine.transport.name;

const WAYS = {
  'polling only': { transports: ['polling'] },
  'WebSocket only': { transports: ['websocket'] },
  'polling with upgrade': { transports: ['polling', 'websocket'] },
};

for (const [way, options] of Object.entries(WAYS)) {
  describe(way, () => {
    /** On the transport this way ends up with. */
    async function settled(more = {}, namespace = '/', port = server.port) {
      const { client, auth } = await connected({ ...options, ...more }, namespace, port);
      if (way === 'polling with upgrade' && transportOf(client) === 'polling') await next(client.io.engine, 'upgrade');
      assert.equal(transportOf(client), way === 'polling only' ? 'polling' : 'websocket');
      return Object.assign(client, { heardAuth: auth });
    }

    test('connects, its auth payload arrives, by object and by function', async () => {
      assert.deepEqual((await settled()).heardAuth, {});
      assert.deepEqual((await settled({ auth: { token: 'ü' } })).heardAuth, { token: 'ü' });
      assert.deepEqual((await settled({ auth: (tell) => tell({ later: 1 }) })).heardAuth, { later: 1 });
    });

    test('events go both ways with all they carry', async () => {
      const client = await settled();
      assert.deepEqual(await answers(client, 1, '2', { 3: [true, null] }, 'ü🟡\u2028'), [1, '2', { 3: [true, null] }, 'ü🟡\u2028']);
      const heard = [];
      client.on('message-back', (i) => heard.push(i));
      const last = new Promise((done) => client.on('message-back', (i) => i === 299 && done()));
      for (let i = 0; i < 300; i++) client.emit('message', i);
      await within(last, 'the last of 300');
      assert.deepEqual(heard, Array.from({ length: 300 }, (_, i) => i), 'all, in order');
    });

    test('binary goes both ways', async () => {
      const client = await settled();
      const [first, { deep }] = await answers(client, Buffer.from([1, 2, 3]), { deep: [Uint8Array.from([4, 5]), new ArrayBuffer(0)] });
      assert.deepEqual([...first], [1, 2, 3]);
      assert.deepEqual(deep.map((part) => [...new Uint8Array(part.buffer ?? part, part.byteOffset ?? 0, part.byteLength)]), [[4, 5], []]);
      const large = Buffer.alloc(300_000, 7);
      assert.ok(Buffer.from((await answers(client, large))[0]).equals(large));
    });

    test('acknowledgements, with binary, with promises, many at once', async () => {
      const client = await settled();
      assert.deepEqual(await client.timeout(DEADLINE_MS).emitWithAck('message-with-ack', { a: 1 }), { a: 1 });
      assert.deepEqual([...(await client.timeout(DEADLINE_MS).emitWithAck('message-with-ack', Buffer.from([9, 8])))], [9, 8]);
      const all = await Promise.all(Array.from({ length: 100 }, (_, i) => client.timeout(DEADLINE_MS).emitWithAck('message-with-ack', i)));
      assert.deepEqual(all, Array.from({ length: 100 }, (_, i) => i));
      await assert.rejects(client.timeout(50).emitWithAck('nobody answers this'), /timed out/);
    });

    test('two namespaces share a connection; leaving one leaves the other', async () => {
      const client = await settled();
      const custom = client.io.socket('/custom', { auth: { token: 'c' } });
      assert.deepEqual(await next(custom, 'auth'), [{ token: 'c' }]);
      assert.notEqual(custom.id, client.id);
      custom.disconnect();
      assert.deepEqual(await answers(client, 'still'), ['still']);
      custom.connect();
      await next(custom, 'auth');
      client.disconnect();
      assert.deepEqual(await answers(custom, 'here'), ['here']);
      custom.disconnect();
      assert.equal(client.io._readyState, 'closed', 'the last one closes the connection');
    });

    test('an unknown namespace: connect_error "Invalid namespace"', async () => {
      const client = enter(options, '/random');
      const [error] = await next(client, 'connect_error');
      assert.equal(error.message, 'Invalid namespace');
      client.disconnect();
    });

    test('after disconnect() it may connect again, with another id', async () => {
      const client = await settled();
      const { id } = client;
      client.disconnect();
      client.connect();
      await next(client, 'auth');
      assert.notEqual(client.id, id);
      assert.deepEqual(await answers(client, 'again'), ['again']);
    });

    test('reconnects by itself when the connection breaks', async () => {
      const client = await settled({ reconnection: true, reconnectionDelay: 1, reconnectionDelayMax: 10 });
      const { id } = client;
      client.io.engine.close();
      await next(client, 'auth');
      assert.notEqual(client.id, id);
      assert.deepEqual(await answers(client, 'back'), ['back']);
    });

    test('reconnects to a server that was killed and started again', async () => {
      const port = await freePort(), first = await serve({ port });
      const { client } = await connected({ ...options, reconnection: true, reconnectionDelay: 5, reconnectionDelayMax: 20 }, '/', port);
      const lost = next(client, 'disconnect');
      await first.stop('SIGKILL');
      await lost;
      const second = await serve({ port });
      await next(client, 'auth');
      assert.deepEqual(await answers(client, 'again'), ['again']);
      client.disconnect();
      await second.stop();
    });

    test('heartbeats keep it alive', async () => {
      const own = await serve({ 'ping-interval': 50, 'ping-timeout': 20_000 });
      const { client } = await connected(options, '/', own.port);
      for (let i = 0; i < 3; i++) await next(client.io.engine, 'ping');
      assert.deepEqual(await answers(client, 'alive'), ['alive']);
      client.disconnect();
      await own.stop();
    });
  });
}

describe('limits', () => {
  test('a message larger than the server takes ends the connection, and the client comes back', async () => {
    const own = await serve({ 'max-payload': 1000 });
    const { client } = await connected({ transports: ['websocket'], reconnection: true, reconnectionDelay: 5 }, '/', own.port);
    const lost = next(client, 'disconnect');
    client.emit('message', 'a'.repeat(2000));
    assert.equal((await lost)[0], 'transport close');
    await next(client, 'auth');
    assert.deepEqual(await answers(client, 'small'), ['small']);
    client.disconnect();
    await own.stop();
  });
});
