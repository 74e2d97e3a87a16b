// RFC 6455 as a server must keep it: the data framing (section 5), the closing handshake (5.5.1, 7) and UTF-8 (8.1), seen through
// Engine.IO's echo. The opening handshake is in websocket_opening.test.mjs; net.test.mjs tells what the program hears of it all.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OP, closePayload, frame } from '../e2e/websocket_client.mjs';
import { closes, echoes, served, socket } from './echo.mjs';

const MAX = 200_000;
const server = served({ 'max-payload': MAX });
const bytes = (...list) => Buffer.from(list);

/** What is sent fails the connection with this code; nothing behind it is read. */
async function fails(code, ...frames) {
  const ws = await socket(server);
  ws.raw(Buffer.concat(frames));
  ws.send('4this is not read any more');
  const got = await ws.next('the close frame');
  assert.deepEqual([got?.op, got?.code], [OP.CLOSE, code]);
  assert.equal(await ws.next('the end'), null);
}

/** What is sent is one message, which comes back. */
async function comesBack(op, payload, ...frames) {
  const ws = await socket(server);
  ws.raw(Buffer.concat(frames));
  const got = await ws.next('the echo');
  assert.deepEqual([got.op, got.payload.length], [op, payload.length]);
  assert.ok(got.payload.equals(payload));
  ws.destroy();
}

describe('5.1 Overview', () => {
  test('"a server MUST close upon receiving a frame that is not masked", with 1002: data, control and fragments alike', async () => {
    for (const options of [{ payload: '4a' }, { op: OP.BINARY, payload: 'a' }, { op: OP.PING }, { op: OP.CLOSE }, { payload: '4', fin: false }])
      await fails(1002, frame({ ...options, masked: false }));
  });

  test('"A server MUST NOT mask any frames that it sends"', async () => {
    const ws = await socket(server);
    ws.send('4a');
    ws.send({ op: OP.PING });
    ws.send({ op: OP.CLOSE, payload: closePayload(1000) });
    for (let i = 0; i < 3; i++) assert.equal((await ws.next()).masked, false);
  });
});

describe('5.2 Base framing', () => {
  test('RSV1, RSV2, RSV3: "MUST be 0 unless an extension is negotiated"', async () => {
    for (const rsv of [1, 2, 4, 7]) for (const op of [OP.TEXT, OP.BINARY, OP.PING, OP.CLOSE]) await fails(1002, frame({ op, rsv, payload: '' }));
  });

  test('"If an unknown opcode is received, the receiving endpoint MUST Fail the connection"', async () => {
    for (const op of [3, 4, 5, 6, 7, 11, 12, 13, 14, 15]) {
      await fails(1002, frame({ op }));
      await fails(1002, frame({ payload: '4a', fin: false }), frame({ op, payload: 'b' }));
    }
  });

  test('a payload of any length in 7, 16 and 64 bits comes back whole, in the shortest form', async () => {
    const ws = await socket(server);
    for (const [size, head] of [[0, 2], [1, 2], [125, 2], [126, 4], [127, 4], [65_535, 4], [65_536, 10], [MAX, 10]]) {
      const payload = Buffer.alloc(size, size % 251);
      ws.send({ op: OP.BINARY, payload });
      await ws.wire.until(() => (ws.wire.received.length >= head + size ? true : undefined), `${size} bytes`);
      assert.equal(ws.wire.received.length, head + size);
      assert.ok((await ws.next()).payload.equals(payload));
    }
    ws.destroy();
  });

  test('"the minimal number of bytes MUST be used to encode the length"', async () => {
    await fails(1002, frame({ payload: '4a', longLength: 2 }));
    await fails(1002, frame({ payload: 'a'.repeat(125), longLength: 2 }));
    await fails(1002, frame({ payload: '4a', longLength: 8 }));
    await fails(1002, frame({ op: OP.BINARY, payload: Buffer.alloc(65_535), longLength: 8 }));
  });

  test('a 64-bit length: "the most significant bit MUST be 0"', async () => {
    await fails(1002, bytes(0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0));
  });

  test('a frame may come byte by byte', async () => {
    const ws = await socket(server);
    for (const byte of frame({ payload: '4slowly' })) await new Promise((sent) => ws.wire.socket.write(bytes(byte), sent));
    assert.equal(await ws.text(), '4slowly');
    ws.destroy();
  });
});

describe('5.3 Client-to-server masking', () => {
  test('whatever the key is, the payload is unmasked with it', async () => {
    for (const key of [[0, 0, 0, 0], [255, 255, 255, 255], [1, 2, 3, 4], [0x37, 0xfa, 0x21, 0x3d]]) {
      const payload = Buffer.from('4Hello, masks!');
      const masked = Buffer.from(payload.map((byte, i) => byte ^ key[i & 3]));
      await comesBack(OP.TEXT, payload, bytes(0x81, 0x80 | payload.length, ...key), masked);
    }
  });
});

describe('5.4 Fragmentation', () => {
  const parts = (op, ...payloads) => payloads.map((payload, i) => frame({ op: i ? OP.CONTINUE : op, payload, fin: i === payloads.length - 1 }));

  test('fragments of text and of binary are joined: "equivalent to a single message"', async () => {
    await comesBack(OP.TEXT, Buffer.from('4abc'), ...parts(OP.TEXT, '4a', 'b', 'c'));
    await comesBack(OP.BINARY, bytes(1, 2, 3), ...parts(OP.BINARY, bytes(1), bytes(2), bytes(3)));
    await comesBack(OP.BINARY, Buffer.alloc(1000, 9), ...parts(OP.BINARY, ...Array.from({ length: 1000 }, () => bytes(9))));
  });

  test('fragments may be empty, also all of them', async () => {
    await comesBack(OP.TEXT, Buffer.from('4ab'), ...parts(OP.TEXT, '', '4a', '', 'b', ''));
    await comesBack(OP.BINARY, Buffer.alloc(0), ...parts(OP.BINARY, '', '', ''));
  });

  test('"Control frames MAY be injected in the middle of a fragmented message"', async () => {
    const ws = await socket(server);
    ws.send({ payload: '4a', fin: false });
    ws.send({ op: OP.PING, payload: 'one' });
    ws.send({ op: OP.CONTINUE, payload: 'b', fin: false });
    ws.send({ op: OP.PONG, payload: 'unasked' });
    ws.send({ op: OP.PING, payload: 'two' });
    ws.send({ op: OP.CONTINUE, payload: 'c' });
    for (const word of ['one', 'two']) {
      const pong = await ws.next();
      assert.deepEqual([pong.op, pong.payload.toString()], [OP.PONG, word]);
    }
    assert.equal(await ws.text(), '4abc');
    ws.destroy();
  });

  test('a close within a fragmented message ends it', async () => {
    const ws = await socket(server);
    ws.send({ payload: '4a', fin: false });
    ws.send({ op: OP.CLOSE, payload: closePayload(1001) });
    const got = await ws.next();
    assert.deepEqual([got.op, got.code], [OP.CLOSE, 1001]);
    await ws.closed();
  });

  test('"The fragments of one message MUST NOT be interleaved between the fragments of another"', async () => {
    await fails(1002, frame({ payload: '4a', fin: false }), frame({ payload: '4b' }));
    await fails(1002, frame({ payload: '4a', fin: false }), frame({ payload: '4b', fin: false }));
    await fails(1002, frame({ payload: '4a', fin: false }), frame({ op: OP.BINARY, payload: 'b' }));
  });

  test('a continuation of nothing fails, at the beginning and behind a whole message', async () => {
    await fails(1002, frame({ op: OP.CONTINUE, payload: 'a' }));
    await fails(1002, frame({ op: OP.CONTINUE, payload: 'a', fin: false }));
    const ws = await socket(server);
    ws.raw(Buffer.concat(parts(OP.TEXT, '4a', 'b')));
    assert.equal(await ws.text(), '4ab');
    ws.send({ op: OP.CONTINUE, payload: 'c' });
    assert.equal((await ws.close()).code, 1002);
  });
});

describe('5.5 Control frames', () => {
  const CONTROLS = { close: OP.CLOSE, ping: OP.PING, pong: OP.PONG };

  for (const [name, op] of Object.entries(CONTROLS)) {
    test(`${name}: "MUST have a payload length of 125 bytes or less"`, () => fails(1002, frame({ op, payload: Buffer.alloc(126) })));
    test(`${name}: "MUST NOT be fragmented"`, () => fails(1002, frame({ op, payload: '', fin: false })));
  }

  test('5.5.2 "MUST send a Pong in response", 5.5.3 with "identical Application data"', async () => {
    const ws = await socket(server);
    for (const payload of [Buffer.alloc(0), Buffer.from('Hello'), bytes(0, 255, 0xc3, 0x28), Buffer.alloc(125, 1)]) {
      ws.send({ op: OP.PING, payload });
      const pong = await ws.next();
      assert.deepEqual([pong.op, pong.fin, pong.payload.length], [OP.PONG, true, payload.length]);
      assert.ok(pong.payload.equals(payload));
    }
    ws.destroy();
  });

  test('many pings at once are answered in order, before what follows them', async () => {
    const ws = await socket(server);
    ws.raw(Buffer.concat(Array.from({ length: 50 }, (_, i) => frame({ op: OP.PING, payload: `${i}` }))));
    for (let i = 0; i < 50; i++) assert.equal((await ws.next()).payload.toString(), `${i}`);
    await echoes(ws);
    ws.destroy();
  });

  test('5.5.3 an unsolicited Pong: "A response is not expected"', async () => {
    const ws = await socket(server);
    for (const payload of ['', 'x', Buffer.alloc(125)]) ws.send({ op: OP.PONG, payload });
    await echoes(ws);
    ws.destroy();
  });
});

describe('5.5.1 Close, 7 Closing the connection', () => {
  test('"the endpoint typically echos the status code it received", and the server closes TCP first (7.1.1)', async () => {
    for (const code of [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999]) {
      const ws = await socket(server);
      ws.send({ op: OP.CLOSE, payload: closePayload(code, 'bye') });
      const got = await ws.next();
      assert.deepEqual([got.op, got.code], [OP.CLOSE, code]);
      await ws.closed();
    }
  });

  test('a close without a code is answered', async () => {
    const ws = await socket(server);
    ws.send({ op: OP.CLOSE });
    const got = await ws.next();
    assert.deepEqual([got.op, got.payload.length], [OP.CLOSE, 0]);
    await ws.closed();
  });

  test('"the first two bytes MUST be a 2-byte unsigned integer": one byte is none', () => fails(1002, frame({ op: OP.CLOSE, payload: 'a' })));

  test('7.4 codes that must not be sent or mean nothing fail with 1002', async () => {
    for (const code of [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535])
      await fails(1002, frame({ op: OP.CLOSE, payload: closePayload(code) }));
  });

  test('"UTF-8-encoded data with value /reason/": up to 123 bytes; what is not UTF-8 fails with 1007', async () => {
    const ws = await socket(server);
    ws.send({ op: OP.CLOSE, payload: closePayload(1000, 'ü'.repeat(61)) });
    assert.equal((await ws.next()).code, 1000);
    await fails(1007, frame({ op: OP.CLOSE, payload: Buffer.concat([closePayload(1000), bytes(0xff)]) }));
    await fails(1007, frame({ op: OP.CLOSE, payload: Buffer.concat([closePayload(1000), bytes(0xe2, 0x82)]) }));
  });

  test('1.4 "any further data received is discarded" behind a close', async () => {
    const ws = await socket(server);
    ws.raw(Buffer.concat([frame({ op: OP.CLOSE, payload: closePayload(1000) }), frame({ payload: '4late' }), frame({ op: OP.PING }), bytes(0xff, 0xff, 0xff)]));
    assert.equal((await ws.next()).code, 1000);
    assert.equal(await ws.next(), null);
  });

  test('messages before a close are still answered, and before it', async () => {
    const ws = await socket(server);
    ws.raw(Buffer.concat([frame({ payload: '4a' }), frame({ payload: '4b' }), frame({ op: OP.CLOSE, payload: closePayload(1000) })]));
    assert.deepEqual([await ws.text(), await ws.text()], ['4a', '4b']);
    assert.equal((await ws.next()).code, 1000);
  });

  test("once the server has sent its close, it sends no data (5.5.1) and waits for the client's", async () => {
    const ws = await socket(server);
    ws.send('1');
    ws.send('4late');
    ws.send({ op: OP.PING, payload: 'late' });
    await closes(ws);
    assert.equal(ws.wire.received.length, 0);
  });

  test('7.1.7 a connection that just ends is closed without ado, and others go on', async () => {
    const other = await socket(server);
    const ws = await socket(server);
    ws.raw(frame({ payload: '4half', length: 1000 }));
    ws.destroy();
    await echoes(other);
    other.destroy();
  });
});

describe('8.1 Handling of errors in UTF-8-encoded data', () => {
  const text = (...list) => Buffer.concat([Buffer.from('4'), bytes(...list)]);

  test('"MUST Fail the WebSocket Connection" (1007, section 7.4.1)', async () => {
    for (const payload of [
      text(0x80), text(0xff), text(0xc3, 0x28), text(0xe2, 0x82), text(0xf0, 0x9f, 0x9f), // stray, unknown, broken off
      text(0xc0, 0xaf), text(0xc1, 0x81), text(0xe0, 0x80, 0xaf), text(0xf0, 0x80, 0x80, 0xaf), // overlong
      text(0xed, 0xa0, 0x80), text(0xed, 0xbf, 0xbf), // surrogates
      text(0xf4, 0x90, 0x80, 0x80), text(0xf8, 0x88, 0x80, 0x80, 0x80), // beyond the last character
    ]) await fails(1007, frame({ payload }));
  });

  test('what is valid passes: every length, the borders, noncharacters, a byte 0', async () => {
    const ws = await socket(server);
    await echoes(ws, '4$ £ € 🟡 \u0000 \u007f \u0080 \u07ff \u0800 \ud7ff \ue000 \ufffd \uffff \u{10000} \u{10ffff}');
    ws.destroy();
  });

  test('a character may be split across fragments at every byte', async () => {
    const payload = Buffer.from('4ü€🟡');
    for (let at = 1; at < payload.length; at++)
      await comesBack(OP.TEXT, payload, frame({ payload: payload.subarray(0, at), fin: false }), frame({ op: OP.CONTINUE, payload: payload.subarray(at) }));
    await comesBack(OP.TEXT, payload, ...[...payload].map((byte, i) => frame({ op: i ? OP.CONTINUE : OP.TEXT, payload: bytes(byte), fin: i === payload.length - 1 })));
  });

  test('fragments that are invalid only together, or only at the end, fail', async () => {
    await fails(1007, frame({ payload: text(0xe2), fin: false }), frame({ op: OP.CONTINUE, payload: bytes(0x28, 0xa1) }));
    await fails(1007, frame({ payload: text(0xf0, 0x9f), fin: false }), frame({ op: OP.CONTINUE, payload: '' }));
  });

  test('binary need not be text', async () => {
    const payload = bytes(0xc3, 0x28, 0xff, 0);
    await comesBack(OP.BINARY, payload, frame({ op: OP.BINARY, payload }));
  });
});

describe('10.4 Implementation-specific limits', () => {
  test('a message of the largest size passes; one byte more, even only announced, fails with 1009', async () => {
    await comesBack(OP.BINARY, Buffer.alloc(MAX, 1), frame({ op: OP.BINARY, payload: Buffer.alloc(MAX, 1) }));
    await fails(1009, frame({ op: OP.BINARY, length: MAX + 1 }));
    await fails(1009, frame({ op: OP.BINARY, length: 2 ** 50 }));
  });

  test('"limits on the total message size after reassembly"', async () => {
    const half = Buffer.alloc(MAX / 2, 1);
    await comesBack(OP.BINARY, Buffer.alloc(MAX, 1), frame({ op: OP.BINARY, payload: half, fin: false }), frame({ op: OP.CONTINUE, payload: half }));
    await fails(1009, frame({ op: OP.BINARY, payload: half, fin: false }), frame({ op: OP.CONTINUE, payload: half, fin: false }), frame({ op: OP.CONTINUE, payload: 'a' }));
  });
});
