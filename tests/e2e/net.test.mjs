// What src/net promises to a program, tested through build/tests/net-echo. NET_ECHO names another program. net_tls.test.mjs runs
// this suite encrypted, too.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeCertificate } from './certificate.mjs';
import { eventually, path, request, start } from './server_process.mjs';
import { OP, closePayload, connect, frame, handshake, open, response } from './websocket_client.mjs';

const PROGRAM = process.env.NET_ECHO ?? path('build/tests/net-echo');
const MESSAGE_MAX = 64 * 1024;
const { cert, key } = process.env.FF_TLS === '1' ? makeCertificate() : {};
const begin = (...options) => start(PROGRAM, [...options, ...(cert ? ['cert', cert, 'key', key] : [])].map(String));
const stats = async (server) => JSON.parse((await server.get('/stats')).body.toString());

let server;
before(async () => (server = await begin()));
after(async () => assert.deepEqual(await server.stop(), { code: 0, signal: null }));

/** A WebSocket of which the welcome is already read. */
async function opened(target = '/', on = server) {
  const ws = await open(on.port, target);
  assert.equal(await ws.text(), 'welcome');
  return ws;
}

describe('requests', () => {
  test('the handler gets path, query, headers and peer, decoded once', async () => {
    const answer = await server.get('/facts/%41%252e?a=1%262+3&b', { Cookie: 'c=d', Origin: 'http://o' });
    assert.equal(answer.body.toString(), '/facts/A%2e|a=1%262+3&b|1&2 3||c=d|http://o|127.0.0.1');
    assert.equal((await server.get('/facts?x=%31')).body.toString(), '/facts|x=%31|-|-|-|-|127.0.0.1');
  });

  test('a path or query that cannot be decoded is refused', async () => {
    for (const target of ['/%', '/%4', '/%zz', '/%00', '/a%00b', '/?a=%', '/?%00'])
      assert.equal((await server.get(target)).status, 400, target);
  });

  test('the handler gets a whole body, however it was split', async () => {
    const body = 'x'.repeat(40_000);
    const wire = await connect(server.port);
    const text = request('POST', '/body', {}, body);
    for (const end of [10, 60, 70, 20_000, text.length]) {
      const from = wire.sent ?? 0;
      await new Promise((done) => wire.socket.write(text.slice(from, end), done));
      wire.sent = end;
    }
    assert.equal((await response(wire)).body.toString(), body);
    wire.destroy();
  });

  test('a request may arrive byte by byte', async () => {
    const wire = await connect(server.port);
    for (const byte of request('POST', '/body', { Cookie: 'a' }, 'hello')) await new Promise((done) => wire.socket.write(byte, done));
    assert.equal((await response(wire)).body.toString(), 'hello');
    wire.destroy();
  });

  test('a body one byte longer than its handler allows is refused with 413', async () => {
    assert.equal((await server.request(request('POST', '/small', {}, '0123456789'))).body.toString(), '0123456789');
    const answer = await server.request(request('POST', '/small', {}, '0123456789a'));
    assert.equal(answer.status, 413);
    assert.equal(answer.headers.connection, 'close');
    assert.equal((await server.request(request('POST', '/body', { 'Content-Length': 64 * 1024 + 1 }))).status, 413, 'before it has come');
  });

  test('a refusal arrives even while the client keeps sending', async () => {
    const wire = await connect(server.port);
    wire.write(request('POST', '/body', { 'Content-Length': 50_000_000 }));
    for (let i = 0; i < 50; i++) wire.write(Buffer.alloc(100_000));
    assert.equal((await response(wire)).status, 413);
    wire.destroy();
  });

  test('a client that expects 100 Continue gets it', async () => {
    const wire = await connect(server.port);
    wire.write(request('POST', '/body', { 'Content-Length': 2, Expect: '100-continue' }));
    assert.equal((await response(wire)).status, 100);
    wire.write('hi');
    assert.equal((await response(wire)).body.toString(), 'hi');
    wire.destroy();
  });

  test('each request that is too long, unknown or ambiguous gets its status', async () => {
    const cases = [
      [414, request('GET', `/${'a'.repeat(4096)}`)],
      [414, `GET /${'a'.repeat(100_000)}`],
      [431, request('GET', '/', { 'X-Long': 'a'.repeat(9000) })],
      [431, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(100_000)}`],
      [431, `GET / HTTP/1.1\r\nHost: a\r\n${'a:\r\n'.repeat(101)}\r\n`],
      [501, request('FROB', '/')],
      [501, request('TRACE', '/')],
      [505, 'GET / HTTP/2.0\r\nHost: a\r\n\r\n'],
      [411, request('POST', '/body', { 'Transfer-Encoding': 'chunked' })],
      [400, request('POST', '/body', { 'Transfer-Encoding': 'chunked', 'Content-Length': 3 })],
      [400, 'GET / HTTP/1.1\r\n\r\n'],
      [400, 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
      [400, 'nonsense\r\n\r\n'],
      [400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\n\r\n'],
    ];
    for (const [status, text] of cases) {
      const answer = await server.request(text);
      assert.equal(answer?.status, status, text.slice(0, 60));
      assert.equal(answer.headers['x-every'], 'response', 'with the headers of every response');
      assert.equal(answer.headers.connection, 'close');
    }
  });

  test('several requests on one connection are answered in order, pipelined or not', async () => {
    const wire = await connect(server.port);
    for (const text of ['a', 'b']) {
      wire.write(request('POST', '/body', {}, text));
      assert.equal((await response(wire)).body.toString(), text);
    }
    wire.write(['c', 'd', 'e'].map((text) => request('POST', '/body', {}, text)).join('\r\n'));
    for (const text of ['c', 'd', 'e']) assert.equal((await response(wire)).body.toString(), text);
    wire.destroy();
  });

  test('a pipelined request waits until the one before it is answered', async () => {
    const wire = await connect(server.port);
    wire.write(request('GET', '/wait') + request('POST', '/body', {}, 'next'));
    await eventually(() => stats(server), (now) => now.waiting === 1, 'the request waits');
    await server.get('/go');
    assert.equal((await response(wire)).body.toString(), 'at last');
    assert.equal((await response(wire)).body.toString(), 'next');
    wire.destroy();
  });

  test('a client that pipelines without end is cut', async () => {
    const wire = await connect(server.port);
    wire.write(request('GET', '/wait'));
    for (let i = 0; i < 40; i++) wire.write(Buffer.alloc(100_000, 'a'));
    await wire.closed();
    await eventually(() => stats(server), (now) => now.waiting === 0, 'no request waits');
  });

  test('a connection is closed when the client says so, and for HTTP/1.0', async () => {
    for (const text of [request('GET', '/stats', { Connection: 'close' }), 'GET /stats HTTP/1.0\r\n\r\n']) {
      const wire = await connect(server.port);
      wire.write(text);
      const answer = await response(wire);
      assert.deepEqual([answer.status, answer.headers.connection], [200, 'close']);
      await wire.closed();
      wire.destroy();
    }
  });

  test('HEAD gets an answer without a body', async () => {
    const wire = await connect(server.port);
    wire.write(request('HEAD', '/headers') + request('GET', '/headers'));
    const head = await response(wire, { isHead: true });
    assert.deepEqual([head.status, head.headers['content-length']], [201, '4']);
    assert.equal((await response(wire)).body.toString(), 'made');
    wire.destroy();
  });

  test('an answer has the configured headers, its own, and none with a line break', async () => {
    const { headers } = await server.get('/headers');
    assert.equal((await server.get('/stats')).headers['x-every'], 'response');
    assert.deepEqual([headers['x-every'], headers['x-own']], ['replaced', 'yes']);
    assert.deepEqual([headers['x-bad'], headers['x-smuggled']], [undefined, undefined]);
    assert.ok(Math.abs(Date.parse(headers.date) - Date.now()) < 60_000);
  });

  test('an answer given later leaves at once', async () => {
    const waiting = await Promise.all([1, 2, 3].map(() => connect(server.port)));
    waiting.forEach((wire) => wire.write(request('GET', '/wait')));
    await eventually(() => stats(server), (now) => now.waiting === 3, 'three wait');
    await server.get('/go');
    for (const wire of waiting) {
      assert.equal((await response(wire)).body.toString(), 'at last');
      wire.destroy();
    }
  });

  test('request_closed reports a client that leaves before its answer', async () => {
    const { gone } = await stats(server);
    const wire = await connect(server.port);
    wire.write(request('GET', '/wait'));
    await eventually(() => stats(server), (now) => now.waiting === 1, 'it waits');
    wire.destroy();
    const now = await eventually(() => stats(server), (s) => s.waiting === 0, 'it is gone');
    assert.equal(now.gone, gone + 1);
  });

  test('a client that closes its sending half before its answer counts as gone', async () => {
    const wire = await connect(server.port);
    wire.write(request('GET', '/wait'));
    await eventually(() => stats(server), (now) => now.waiting === 1, 'it waits');
    wire.socket.end();
    await eventually(() => stats(server), (now) => now.waiting === 0, 'it is gone');
  });

  test('an answer given in end_of_turn leaves in the same turn', async () => {
    assert.equal((await server.get('/turn')).body.toString(), 'end of turn');
  });

  test('another thread wakes the loop', async () => {
    assert.equal((await server.get('/wake')).body.toString(), 'woken');
  });

  test('time advances and tick is called', async () => {
    const first = await stats(server);
    await eventually(() => stats(server), (now) => now.ticks > first.ticks + 2 && now.now > first.now, 'three ticks');
  });

  test('a client that reads late gets a large answer whole', async () => {
    const wire = await connect(server.port);
    wire.socket.pause();
    wire.write(request('GET', '/big'));
    await eventually(() => stats(server), () => true, 'others are served meanwhile');
    wire.socket.resume();
    const { body } = await response(wire);
    assert.equal(body.length, 4 * 1024 * 1024);
    assert.ok(body.every((byte, i) => byte === 97 + (i % 26)));
    wire.destroy();
  });

  test('a hundred requests at once are all answered', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => server.request(request('POST', '/body', {}, `${i}`))));
    assert.deepEqual(answers.map((answer) => Number(answer.body)), Array.from({ length: 100 }, (_, i) => i));
  });
});

describe('WebSocket handshake', () => {
  const refusal = async (text) => {
    const answer = await server.request(text);
    return [answer.status, answer.headers['sec-websocket-version']];
  };

  test('the key is answered as RFC 6455 says', async () => {
    const wire = await connect(server.port);
    wire.write(handshake('/', {}, 'dGhlIHNhbXBsZSBub25jZQ=='));
    const { status, headers } = await response(wire);
    assert.deepEqual([status, headers['sec-websocket-accept']], [101, 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=']);
    assert.deepEqual([headers.upgrade, headers.connection.toLowerCase()], ['websocket', 'upgrade']);
    assert.equal(headers['sec-websocket-extensions'], undefined);
    wire.destroy();
  });

  test('another version gets 426 with ours, a bad key 400', async () => {
    assert.deepEqual(await refusal(handshake('/', { 'Sec-WebSocket-Version': '8' })), [426, '13']);
    assert.deepEqual(await refusal(handshake('/', { 'Sec-WebSocket-Version': null })), [426, '13']);
    for (const key of [null, '', 'short', 'dGhlIHNhbXBsZSBub25jZ===', 'dGhlIHNhbXBsZSBub25jZR==', '*GhlIHNhbXBsZSBub25jZQ=='])
      assert.equal((await refusal(handshake('/', { 'Sec-WebSocket-Key': key })))[0], 400, key);
  });

  test('no extension is agreed to', async () => {
    const ws = await open(server.port, '/', { headers: { 'Sec-WebSocket-Extensions': 'permessage-deflate' } });
    assert.equal(ws.answer.headers['sec-websocket-extensions'], undefined);
    ws.destroy();
  });

  test('the handler may refuse; a handler that does nothing refuses with 400', async () => {
    await assert.rejects(open(server.port, '/refuse'), (error) => error.response.status === 403 && error.response.body.toString() === 'not you');
    await assert.rejects(open(server.port, '/undecided'), (error) => error.response.status === 400);
  });

  test('frames sent together with the handshake are read', async () => {
    const wire = await connect(server.port);
    wire.write(Buffer.concat([Buffer.from(handshake('/')), frame({ payload: 'early' })]));
    assert.equal((await response(wire)).status, 101);
    await wire.until(() => (wire.received.includes('early') ? true : undefined), 'the echo');
    wire.destroy();
  });
});

describe('WebSocket messages', () => {
  test('text and binary messages are echoed as such', async () => {
    const ws = await opened();
    for (const [op, payload] of [[OP.TEXT, 'grüße 🟡'], [OP.BINARY, Buffer.from([0, 255, 128])], [OP.TEXT, ''], [OP.BINARY, '']]) {
      ws.send({ op, payload });
      const got = await ws.next();
      assert.deepEqual([got.op, got.fin, got.masked, got.rsv], [op, true, false, 0]);
      assert.deepEqual(got.payload, Buffer.from(payload));
    }
    ws.destroy();
  });

  test('messages of every length encoding are echoed', async () => {
    const ws = await opened();
    for (const size of [1, 124, 125, 126, 127, 65_534, 65_535, MESSAGE_MAX]) {
      ws.send({ op: OP.BINARY, payload: Buffer.alloc(size, 7) });
      assert.equal((await ws.next()).payload.length, size);
    }
    ws.destroy();
  });

  test('fragments are joined, with control frames between them', async () => {
    const ws = await opened();
    ws.send({ payload: 'one ', fin: false });
    ws.send({ op: OP.PING, payload: 'now' });
    ws.send({ op: OP.CONTINUE, payload: Buffer.from('zwei ü').subarray(0, 6), fin: false });
    ws.send({ op: OP.CONTINUE, payload: Buffer.from('zwei ü').subarray(6) });
    const pong = await ws.next();
    assert.deepEqual([pong.op, pong.payload.toString()], [OP.PONG, 'now']);
    assert.equal(await ws.text(), 'one zwei ü');
    ws.destroy();
  });

  test('a message may arrive byte by byte, and many messages at once', async () => {
    const ws = await opened();
    for (const byte of frame({ payload: 'slowly' })) await new Promise((done) => ws.wire.socket.write(Buffer.from([byte]), done));
    assert.equal(await ws.text(), 'slowly');
    ws.raw(Buffer.concat(Array.from({ length: 500 }, (_, i) => frame({ payload: `${i}` }))));
    for (let i = 0; i < 500; i++) assert.equal(await ws.text(), `${i}`);
    ws.destroy();
  });

  test('a client that does not read gets no more pongs, and is not cut for its pings', async () => {
    const ws = await opened();
    const pings = Buffer.concat(Array.from({ length: 1000 }, () => frame({ op: OP.PING, payload: Buffer.alloc(125) })));
    ws.wire.socket.pause();
    for (let i = 0; i < 200; i++) await new Promise((done) => ws.wire.socket.write(pings, done)); // 25 MB
    ws.wire.socket.resume();
    ws.send('still here');
    let pongs = 0;
    for (let got; (got = await ws.next())?.op === OP.PONG; ) pongs++;
    assert.ok(pongs > 0 && pongs < 200_000, `${pongs} pongs`);
    ws.send('and now');
    assert.equal(await ws.text(), 'and now');
    ws.destroy();
  });

  test('an unsolicited pong is ignored', async () => {
    const ws = await opened();
    ws.send({ op: OP.PONG, payload: 'x' });
    ws.send('still here');
    assert.equal(await ws.text(), 'still here');
    ws.destroy();
  });

  test('messages of a handler stay queued until the end of the turn, then leave in order', async () => {
    const ws = await opened();
    ws.send('turn');
    assert.equal(await ws.text(), 'handler');
    assert.equal(await ws.text(), `queued ${2 + 'handler'.length}`, 'it was still queued when the turn ended');
    ws.destroy();
  });

  for (const [what, code, bytes] of [
    ['a message of one byte too many', 1009, () => [frame({ op: OP.BINARY, payload: Buffer.alloc(MESSAGE_MAX + 1) })]],
    ['the header of a huge message', 1009, () => [frame({ op: OP.BINARY, length: 2 ** 40 })]],
    ['fragments that are too big together', 1009, () => [frame({ payload: 'a'.repeat(MESSAGE_MAX), fin: false }), frame({ op: OP.CONTINUE, payload: Buffer.alloc(126, 97) })]],
    ['text that is not UTF-8', 1007, () => [frame({ payload: Buffer.from([0xc3, 0x28]) })]],
    ['text with a surrogate', 1007, () => [frame({ payload: Buffer.from([0xed, 0xa0, 0x80]) })]],
    ['text with an overlong character', 1007, () => [frame({ payload: Buffer.from([0xc0, 0xaf]) })]],
    ['text that ends within a character', 1007, () => [frame({ payload: 'a', fin: false }), frame({ op: OP.CONTINUE, payload: Buffer.from([0xe2, 0x82]) })]],
    ['a frame without a mask', 1002, () => [frame({ payload: 'a', masked: false })]],
    ['a reserved bit', 1002, () => [frame({ payload: 'a', rsv: 4 })]],
    ['a reserved data code', 1002, () => [frame({ op: 3 })]],
    ['a reserved control code', 1002, () => [frame({ op: 11 })]],
    ['a ping in fragments', 1002, () => [frame({ op: OP.PING, fin: false })]],
    ['a ping of 126 bytes', 1002, () => [frame({ op: OP.PING, payload: Buffer.alloc(126) })]],
    ['a length not in its shortest form', 1002, () => [frame({ payload: 'a', longLength: 2 })]],
    ['a continuation of nothing', 1002, () => [frame({ op: OP.CONTINUE, payload: 'a' })]],
    ['a message within a message', 1002, () => [frame({ payload: 'a', fin: false }), frame({ payload: 'b' })]],
    ['a close frame of one byte', 1002, () => [frame({ op: OP.CLOSE, payload: 'a' })]],
    ['a reserved close code', 1002, () => [frame({ op: OP.CLOSE, payload: closePayload(1006) })]],
    ['a close reason that is not UTF-8', 1007, () => [frame({ op: OP.CLOSE, payload: Buffer.concat([closePayload(1000), Buffer.from([0xff])]) })]],
  ]) {
    test(`${what} is closed with ${code}`, async () => {
      const ws = await opened();
      bytes().forEach(ws.raw);
      ws.send('this is not read any more');
      const got = await ws.next('the close frame');
      assert.deepEqual([got?.op, got?.code], [OP.CLOSE, code]);
      await ws.closed();
      await eventually(() => stats(server), (now) => now.code === code && now.opened === now.closed, 'socket_closed was called');
    });
  }
});

describe('WebSocket closing', () => {
  test("a client's close is answered with its code, and the connection ends", async () => {
    const ws = await opened();
    ws.send({ op: OP.CLOSE, payload: closePayload(4321, 'bye') });
    assert.equal((await ws.next()).code, 4321);
    await ws.closed();
    await eventually(() => stats(server), (now) => now.code === 4321, 'socket_closed got the code');
  });

  test('a close without a code is answered without one', async () => {
    const ws = await opened();
    ws.send({ op: OP.CLOSE });
    const got = await ws.next();
    assert.deepEqual([got.op, got.payload.length], [OP.CLOSE, 0]);
    await ws.closed();
    await eventually(() => stats(server), (now) => now.code === 1005, 'socket_closed was called');
  });

  test("the program's close frame follows all queued messages and is the last", async () => {
    const ws = await opened();
    ws.send('flood 3 10');
    ws.send(`close 4001 ${'ü'.repeat(20)}`);
    for (let i = 0; i < 3; i++) assert.equal((await ws.next()).payload.length, 10);
    const got = await ws.next();
    assert.deepEqual([got.code, got.reason], [4001, 'ü'.repeat(20)]);
    ws.send({ op: OP.CLOSE, payload: closePayload(4001) });
    assert.equal(await ws.next(), null);
  });

  test('a client that does not answer a close frame is dropped', async () => {
    const ws = await opened();
    ws.send('close 4001');
    assert.equal((await ws.next()).code, 4001);
    await ws.closed();
  });

  test('a cut sends no close frame; socket_closed gets 1006', async () => {
    const ws = await opened();
    ws.send('cut');
    assert.equal(await ws.next(), null);
    await eventually(() => stats(server), (now) => now.code === 1006 && now.opened === now.closed, 'socket_closed was called');
  });

  test('socket_closed gets 1006 for a client that vanishes', async () => {
    const ws = await opened();
    ws.destroy();
    await eventually(() => stats(server), (now) => now.code === 1006 && now.opened === now.closed, 'socket_closed was called');
  });
});

describe('limits', () => {
  test('a connection has 16 messages or requests in a turn; the others follow in order', async () => {
    const own = await begin();
    const ws = await opened('/', own), wire = await connect(own.port);
    own.child.kill('SIGSTOP'); // everything is there before the server reads
    ws.raw(Buffer.concat(Array.from({ length: 1000 }, (_, i) => frame({ payload: `${i}` }))));
    await new Promise((resolve) => setTimeout(resolve, 50));
    own.child.kill('SIGCONT');
    for (let i = 0; i < 1000; i++) assert.equal(await ws.text(), `${i}`);
    const messages = (await stats(own)).most;
    wire.write(request('GET', '/turn') + request('GET', '/stats').repeat(300));
    assert.equal((await response(wire)).body.toString(), 'end of turn');
    for (let i = 0; i < 300; i++) assert.equal((await response(wire)).status, 200);
    const { most } = await stats(own);
    [ws, wire].forEach((one) => one.destroy());
    assert.deepEqual(await own.stop(), { code: 0, signal: null });
    assert.ok(messages <= 16 && most <= 16, `${messages} messages, ${most} requests`);
  });

  test('a client that does not read is cut; others are served', async () => {
    const small = await begin('output_max', 300_000);
    const slow = await opened('/', small);
    const quick = await opened('/', small);
    slow.wire.socket.pause();
    for (let i = 0; i < 200; i++) slow.send('flood 2 100000');
    await eventually(() => stats(small), (now) => now.closed === 1, 'the slow one is cut');
    quick.send('alive');
    assert.equal(await quick.text(), 'alive');
    slow.destroy();
    quick.destroy();
    assert.deepEqual(await small.stop(), { code: 0, signal: null });
  });

  test('a queue may be full; a message beyond that cuts the client', async () => {
    const small = await begin('output_max', 300_000);
    const ws = await opened('/', small);
    ws.send('flood 29 10000');
    for (let i = 0; i < 29; i++) assert.equal((await ws.next()).payload.length, 10_000);
    ws.send('flood 30 10000');
    assert.equal(await ws.close(), null, 'no close frame: it is cut');
    assert.deepEqual(await small.stop(), { code: 0, signal: null });
  });

  test('silence and incomplete requests are cut at the deadline', async () => {
    const hasty = await begin('request_ms', 2000);
    const incomplete = ['', 'GET / HT', request('POST', '/body', { 'Content-Length': 5 }) + 'abc', handshake('/').slice(0, -2)];
    const wires = await Promise.all(incomplete.map(() => connect(hasty.port)));
    wires.forEach((wire, i) => wire.write(incomplete[i]));
    for (const [i, wire] of wires.entries()) {
      await wire.closed();
      assert.equal(wire.received.length, 0, incomplete[i]);
    }
    const wire = await connect(hasty.port);
    wire.write(request('GET', '/wait'));
    await eventually(() => stats(hasty), (now) => now.ticks > 10 && now.waiting === 1, 'a client that waits for its answer is not cut');
    assert.deepEqual(await hasty.stop(), { code: 0, signal: null });
  });

  test('a trickle of bytes does not extend the deadline of a request', async () => {
    const hasty = await begin('request_ms', 2000);
    const wire = await connect(hasty.port);
    const drip = setInterval(() => wire.write('a'), 50).unref();
    wire.write('GET /');
    await wire.closed();
    clearInterval(drip);
    assert.equal(wire.received.length, 0);
    await hasty.stop();
  });

  test('a kept connection without requests is closed', async () => {
    const hasty = await begin('idle_ms', 200);
    const wire = await connect(hasty.port);
    wire.write(request('GET', '/stats'));
    assert.equal((await response(wire)).status, 200);
    await wire.closed();
    await hasty.stop();
  });

  test('a client that does not read its answer is cut', async () => {
    const hasty = await begin('answer_ms', 300);
    const wire = await connect(hasty.port);
    wire.socket.pause();
    for (let i = 0; i < 4; i++) wire.write(request('GET', '/big'));
    await eventually(() => stats(hasty), (now) => now.connections === 1, 'only the connection that asks is left');
    wire.destroy();
    await hasty.stop();
  });

  test('connections beyond the maximum are closed until another one ends', async () => {
    const small = await begin('connections_max', 3);
    const wires = await Promise.all([1, 2, 3].map(() => connect(small.port)));
    for (const wire of wires) {
      wire.write(request('GET', '/stats'));
      await response(wire);
    }
    const late = await connect(small.port, { secure: false });
    await late.closed();
    wires[0].destroy();
    await eventually(() => small.get('/stats').catch(() => null), (answer) => answer?.status === 200, 'a new connection is served');
    wires.forEach((wire) => wire.destroy());
    await small.stop();
  });
});

describe('stopping', () => {
  for (const signal of ['SIGTERM', 'SIGINT']) {
    test(`${signal}: WebSockets get 1001, waiting requests their answer, new connections are refused`, async () => {
      const own = await begin();
      const ws = await opened('/', own);
      const waiting = await connect(own.port);
      const idle = await connect(own.port);
      waiting.write(request('GET', '/wait'));
      await eventually(() => stats(own), (now) => now.waiting === 1, 'it waits');
      own.child.kill(signal);
      assert.equal((await ws.close()).code, 1001);
      ws.send({ op: OP.CLOSE, payload: closePayload(1001) });
      const answer = await response(waiting);
      assert.deepEqual([answer.body.toString(), answer.headers.connection], ['draining', 'close']);
      await idle.closed();
      await assert.rejects(connect(own.port));
      assert.deepEqual(await own.ended(), { code: 0, signal: null });
    });
  }

  test('another thread may stop the loop', async () => {
    const own = await begin();
    assert.equal((await own.get('/stop')).body.toString(), 'stopping');
    assert.deepEqual(await own.ended(), { code: 0, signal: null });
  });

  test('clients that do not close are cut after drain_ms', async () => {
    const own = await begin('drain_ms', 300);
    const wire = await connect(own.port);
    wire.socket.pause();
    wire.write(request('GET', '/big'));
    const ws = await opened('/', own);
    ws.wire.socket.pause();
    assert.deepEqual(await own.stop(), { code: 0, signal: null });
    wire.destroy();
    ws.destroy();
  });

  test('a second signal stops at once', async () => {
    const own = await begin('drain_ms', 600_000);
    const wire = await connect(own.port);
    wire.socket.pause();
    wire.write(request('GET', '/big'));
    await stats(own);
    own.child.kill('SIGTERM');
    await eventually(() => connect(own.port).then((late) => late.destroy(), () => 'closed'), (now) => now === 'closed', 'it drains');
    assert.deepEqual(await own.stop(), { code: 0, signal: null });
    wire.destroy();
  });
});
