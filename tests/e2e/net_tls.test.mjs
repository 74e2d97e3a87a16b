// What src/net promises, over TLS: first the whole suite of net.test.mjs encrypted, then what only TLS can get wrong.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, before, describe, test } from 'node:test';
import tls from 'node:tls';
import { makeCertificate } from './certificate.mjs';
import { eventually, path, request, start } from './server_process.mjs';
import { RECORD, proxyTo } from './tls_proxy.mjs';
import { connect, frame, open, response, within } from './websocket_client.mjs';

process.env.FF_TLS = '1';
await import('./net.test.mjs');

const PROGRAM = process.env.NET_ECHO ?? path('build/tests/net-echo');
const BIG = 4 * 1024 * 1024;
const CONTENT = Buffer.alloc(BIG, 'abcdefghijklmnopqrstuvwxyz');
const { cert, key } = makeCertificate();
const begin = (...options) => start(PROGRAM, ['cert', cert, 'key', key, ...options].map(String));
const stats = async (server) => JSON.parse((await server.get('/stats')).body.toString());
const V12 = { options: { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } };

let server;
before(async () => (server = await begin()));
after(async () => {
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  assert.equal(server.err, '', 'nothing a client does is logged');
});

/** A WebSocket through a proxy; the welcome is already read. */
async function openThroughProxy(how = {}) {
  const proxy = await proxyTo(server.port);
  const ws = await open(proxy.port, '/', how);
  await proxy.ready();
  assert.equal(await ws.text(), 'welcome');
  return { proxy, ws, close: () => [ws, proxy].forEach((end) => end.destroy()) };
}

/** Pauses and resumes reading all the time, until stopped or the test is over. */
function readInSteps({ socket }) {
  const timer = setInterval(() => (socket.isPaused() ? socket.resume() : socket.pause()), 1).unref();
  return () => clearInterval(timer);
}

const onlyOne = (what) => eventually(() => stats(server), (now) => now.connections === 1, what);

describe('the TLS handshake', () => {
  const refused = (options) => assert.rejects(connect(server.port, { options }));

  test('TLS 1.2 and 1.3 are spoken, older versions refused', async () => {
    for (const version of ['TLSv1.2', 'TLSv1.3']) {
      const wire = await connect(server.port, { options: { minVersion: version, maxVersion: version } });
      assert.equal(wire.socket.getProtocol(), version);
      wire.destroy();
    }
    await refused({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' });
  });

  test('TLS 1.2 has forward secrecy and authenticated encryption only', async () => {
    await refused({ ...V12.options, ciphers: 'AES128-GCM-SHA256:AES256-SHA' });
    await refused({ ...V12.options, ciphers: 'ECDHE-ECDSA-AES128-SHA' });
  });

  test('ALPN: http/1.1 is chosen; a client without it is refused', async () => {
    const wire = await connect(server.port, { options: { ALPNProtocols: ['h2', 'http/1.1'] } });
    assert.equal(wire.socket.alpnProtocol, 'http/1.1');
    wire.destroy();
    await refused({ ALPNProtocols: ['h2'] });
  });

  test('a session is resumed by its ticket', async () => {
    const first = await connect(server.port, V12);
    const session = first.socket.getSession();
    first.destroy();
    const again = await connect(server.port, { options: { ...V12.options, session } });
    assert.equal(again.socket.isSessionReused(), true);
    again.destroy();
  });

  test('renegotiation is refused', async () => {
    const wire = await connect(server.port, V12);
    const renegotiated = new Promise((resolve) => {
      wire.socket.once('close', () => resolve('closed'));
      wire.socket.renegotiate({}, (error) => resolve(error ? 'refused' : 'done'));
    });
    assert.notEqual(await within(renegotiated, 'the end of the renegotiation'), 'done');
    wire.destroy();
  });

  test('silence, half a handshake and a handshake byte by byte are cut at the deadline', async () => {
    const hasty = await begin('request_ms', 1500);
    const hello = await clientHello();
    const wires = await Promise.all([1, 2, 3].map(() => connect(hasty.port, { secure: false })));
    wires[1].write(hello.subarray(0, 50));
    let at = 0;
    const drip = setInterval(() => wires[2].write(hello.subarray(at, ++at)), 20).unref();
    for (const wire of wires) {
      await wire.closed();
      assert.equal(wire.received.length, 0);
    }
    clearInterval(drip);
    assert.deepEqual(await hasty.stop(), { code: 0, signal: null });
  });

  test('plain HTTP, noise and an unfinished hello end the connection without an answer', async () => {
    for (const text of [request('GET', '/stats'), '\x16\x03\x01\x00\x02\x01\x00', '\0'.repeat(100)]) {
      const wire = await connect(server.port, { secure: false });
      wire.write(text);
      wire.socket.end();
      await wire.closed();
      assert.ok(!wire.received.includes('HTTP'), wire.received.toString());
      wire.destroy();
    }
    await onlyOne('none of them is left');
  });

  test('plain HTTP is not kept until the deadline', async () => {
    const wire = await connect(server.port, { secure: false });
    const began = Date.now();
    wire.write(request('GET', '/stats'));
    await wire.closed();
    assert.ok(Date.now() - began < 9000, 'before request_ms');
    wire.destroy();
  });

  test('a client may reset the connection at any point of the handshake', async () => {
    const hello = await clientHello();
    for (const part of [0, 1, 5, 100, hello.length]) {
      const wire = await connect(server.port, { secure: false });
      await new Promise((sent) => (part ? wire.socket.write(hello.subarray(0, part), sent) : sent()));
      if (part === hello.length) await wire.until(() => (wire.received.length > 0 ? true : undefined), 'the server hello');
      wire.socket.resetAndDestroy();
    }
    await onlyOne('every one of them is gone');
  });
});

/** The first bytes of a TLS client. */
async function clientHello() {
  const listener = net.createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const client = tls.connect({ port: listener.address().port, host: '127.0.0.1', rejectUnauthorized: false }).on('error', () => {});
  const [socket] = await once(listener, 'connection');
  const [hello] = await once(socket, 'data');
  [client, socket].forEach((end) => end.destroy());
  listener.close();
  return hello;
}

describe('records', () => {
  test('many small messages of one turn leave in few records', async () => {
    const { proxy, ws, close } = await openThroughProxy(V12);
    const before = proxy.types.length;
    ws.send('flood 500 20');
    for (let i = 0; i < 500; i++) assert.equal((await ws.next()).payload.length, 20);
    assert.ok(proxy.types.length - before <= 2, `${proxy.types.length - before} records`);
    close();
  });

  test('all records of one segment are read', async () => {
    const { proxy, ws, close } = await openThroughProxy();
    proxy.hold();
    for (let i = 0; i < 100; i++) {
      await new Promise((sent) => ws.wire.socket.write(frame({ payload: `message ${i}` }), sent)); // a record each
    }
    await proxy.holds(100 * 30);
    await proxy.release();
    for (let i = 0; i < 100; i++) assert.equal(await ws.text(), `message ${i}`);
    close();
  });

  test('records may arrive byte by byte, and several ends of records in one segment', async () => {
    for (const size of [1, 7, 1000, 16_384]) {
      const { proxy, ws, close } = await openThroughProxy();
      proxy.hold();
      const texts = size === 1 ? ['a', 'bc'] : ['x'.repeat(40_000), 'short', 'y'.repeat(3000)];
      for (const text of texts) await new Promise((sent) => ws.wire.socket.write(frame({ payload: text }), sent));
      await proxy.holds(texts.join('').length);
      await proxy.release(size);
      for (const text of texts) assert.equal(await ws.text(), text);
      close();
    }
  });
});

describe('slow readers', () => {
  test('a client that reads in small steps gets a large answer whole', async () => {
    const wire = await connect(server.port);
    const count = 5;
    wire.socket.pause();
    for (let i = 0; i < count; i++) wire.write(request('GET', '/big'));
    for (let i = 0; i < count; i++) {
      const read = response(wire);
      const stop = readInSteps(wire);
      const { body } = await read;
      stop();
      assert.ok(body.equals(CONTENT));
    }
    wire.destroy();
  });

  test('messages to a slow reader arrive whole and in order, together with its own', async () => {
    const patient = await begin('output_max', 100_000_000);
    const ws = await open(patient.port);
    assert.equal(await ws.text(), 'welcome');
    ws.wire.socket.pause();
    for (let i = 0; i < 20; i++) {
      ws.send('flood 9 100000');
      ws.send(`after ${i}`);
    }
    await stats(patient);
    const stop = readInSteps(ws.wire);
    for (let i = 0; i < 20; i++) {
      for (let n = 0; n < 9; n++) assert.equal((await ws.next()).payload.length, 100_000);
      assert.equal(await ws.text(), `after ${i}`);
    }
    stop();
    ws.destroy();
    assert.deepEqual(await patient.stop(), { code: 0, signal: null });
  });
});

describe('the end of a TLS connection', () => {
  const LAST = (proxy) => proxy.types.at(-1);

  test('an answer that ends the connection is followed by close_notify', async () => {
    const proxy = await proxyTo(server.port);
    const wire = await connect(proxy.port, V12);
    wire.write(request('GET', '/stats', { Connection: 'close' }));
    assert.equal((await response(wire)).status, 200);
    await wire.closed();
    assert.equal(LAST(proxy), RECORD.ALERT);
    proxy.destroy();
  });

  test('so is the close frame of a WebSocket, and an idle connection when the server stops', async () => {
    const own = await begin();
    const [idleProxy, wsProxy] = [await proxyTo(own.port), await proxyTo(own.port)];
    const idle = await connect(idleProxy.port, V12);
    idle.write(request('GET', '/stats'));
    await response(idle);
    const ws = await open(wsProxy.port, '/', V12);
    own.child.kill('SIGTERM');
    const last = await ws.close();
    assert.equal(last.code, 1001);
    ws.send({ op: last.op, payload: last.payload });
    await Promise.all([ws.closed(), idle.closed()]);
    assert.deepEqual([LAST(idleProxy), LAST(wsProxy)], [RECORD.ALERT, RECORD.ALERT]);
    assert.deepEqual(await own.ended(), { code: 0, signal: null });
    [idleProxy, wsProxy].forEach((proxy) => proxy.destroy());
  });

  test('SIGTERM: an answer that is being sent is sent whole', async () => {
    const own = await begin('drain_ms', 60_000);
    const wire = await connect(own.port);
    wire.socket.pause();
    for (let i = 0; i < 4; i++) wire.write(request('GET', '/big'));
    await eventually(() => stats(own), (now) => now.connections === 2, 'the answers are being sent');
    own.child.kill('SIGTERM');
    wire.socket.resume();
    assert.equal((await response(wire)).body.length, BIG);
    await wire.closed();
    assert.deepEqual(await own.ended(), { code: 0, signal: null });
  });

  test('a client that closes its sending half still gets the rest of its answer', async () => {
    const wire = await connect(server.port, { options: { allowHalfOpen: true } });
    wire.socket.pause();
    for (let i = 0; i < 4; i++) wire.write(request('GET', '/big'));
    await new Promise((ended) => wire.socket.end(ended));
    await stats(server);
    wire.socket.resume();
    assert.equal((await response(wire)).body.length, BIG);
    wire.destroy();
    await onlyOne('it is gone');
  });
});

test('a certificate that cannot be read, or a key of another one, is refused', async () => {
  const other = makeCertificate();
  for (const [a, b] of [['/dev/null', '/dev/null'], [cert, other.key], [cert, '/dev/null']])
    await assert.rejects(start(PROGRAM, ['cert', a, 'key', b]), /the certificate or its key cannot be used/);
});
