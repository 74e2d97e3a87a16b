// Engine.IO, protocol 4: the types of packets, and how they are encoded on both transports.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { request } from '../e2e/server_process.mjs';
import { OP } from '../e2e/websocket_client.mjs';
import { BAD_REQUEST, SEPARATOR, UNKNOWN_SID, ask, assertRefused, closes, echoes, polling, serve, served, socket } from './echo.mjs';

const server = served();

describe('Protocol: packet types', () => {
  test('close: by POST the waiting poll ends with noop and the session is gone', async () => {
    const session = await polling(server);
    const poll = await session.waitingPoll();
    assert.equal((await session.post('1')).text, 'ok');
    assert.equal((await poll.answer()).text, '6');
    assertRefused(await session.poll(), UNKNOWN_SID);
  });

  test('close: by WebSocket the connection is closed', async () => {
    const ws = await socket(server);
    ws.send('1');
    await closes(ws);
  });

  test('packets before a close are still taken, those behind it are not', async () => {
    const session = await polling(server);
    const poll = await session.waitingPoll();
    await session.post(['4a', '1', '4b'].join(SEPARATOR));
    assert.equal((await poll.answer()).text, '4a');
    assertRefused(await session.poll(), UNKNOWN_SID);
  });

  test('open, upgrade and noop from a client whose transport is settled mean nothing', async () => {
    const ws = await socket(server);
    for (const packet of ['0', '5', '6', '3']) ws.send(packet);
    await echoes(ws);
    ws.destroy();
    const session = await polling(server);
    assert.equal((await session.post(['0', '5', '6', '3', '4a'].join(SEPARATOR))).text, 'ok');
    assert.equal((await session.poll()).text, '4a');
  });

  for (const [what, packet] of [['an unknown type', 'abc'], ['a type beyond the last', '7'], ['nothing at all', ''], ['a ping, which only the server sends', '2']]) {
    test(`${what} closes a session by WebSocket`, async () => {
      const ws = await socket(server);
      ws.send(packet);
      ws.send('4not read any more');
      await closes(ws);
    });

    test(`${what} closes a session by polling: 400, and the waiting poll hears close`, async () => {
      const session = await polling(server);
      const poll = await session.waitingPoll();
      assertRefused(await session.post(packet), BAD_REQUEST);
      assert.equal((await poll.answer()).text, '1');
      assertRefused(await session.poll(), UNKNOWN_SID);
    });
  }
});

describe('Protocol: message, and its encoding', () => {
  test('plain text and binary by WebSocket: "Binary payloads are sent as is"', async () => {
    const ws = await socket(server);
    await echoes(ws, '4hello');
    await echoes(ws, '4');
    for (const payload of [Buffer.from([1, 2, 3, 4]), Buffer.from([4]), Buffer.alloc(0), Buffer.alloc(70_000, 0xff)]) {
      ws.send({ op: OP.BINARY, payload });
      const got = await ws.next();
      assert.deepEqual([got.op, got.payload.length], [OP.BINARY, payload.length]);
      assert.ok(got.payload.equals(payload));
    }
    ws.destroy();
  });

  test('"separated by the record separator", "base64-encoded and prefixed with b": what was posted comes back', async () => {
    for (const payload of ['4hello', ['4test1', '4test2', '4test3'].join(SEPARATOR), `4hello${SEPARATOR}bAQIDBA==`, 'b', 'bQkI=', '4€ 🔴', '4']) {
      const session = await polling(server);
      assert.equal((await session.post(payload)).text, 'ok', payload);
      assert.equal((await session.poll()).text, payload);
    }
  });

  for (const [what, payload] of [
    ['base64 that is none', 'bAQI*'], ['base64 of a wrong length', 'bA'], ['base64 with bits to spare', 'bAB=='],
    ['a separator with nothing behind it', `4a${SEPARATOR}`], ['one with nothing before it', `${SEPARATOR}4a`],
    ['bytes that are not UTF-8', Buffer.from('4\xff', 'latin1')], ['the encoding of protocol 3', '7:4abcdef'],
  ]) {
    test(`${what} closes the session`, async () => {
      const session = await polling(server);
      const text = Buffer.concat([Buffer.from(request('POST', session.at, { 'Content-Length': Buffer.byteLength(payload) })), Buffer.from(payload)]);
      assertRefused(await ask(server, text), BAD_REQUEST);
      assert.equal(await session.isKnown(), false);
    });
  }

  test('"SHOULD use maxPayload": a larger body is answered 413, and the session goes on', async () => {
    const own = await serve({ 'max-payload': 100 });
    const session = await polling(own);
    assert.equal((await session.post(`4${'a'.repeat(99)}`)).text, 'ok');
    assert.equal((await session.post(`4${'a'.repeat(100)}`)).status, 413);
    assert.equal((await session.poll()).text, `4${'a'.repeat(99)}`);
    await own.stop();
  });

  test('answers keep to maxPayload, too: what waits beyond it comes with the next poll', async () => {
    const own = await serve({ 'max-payload': 100 });
    const session = await polling(own);
    for (const letter of 'abc') await session.post(`4${letter.repeat(39)}`);
    assert.equal((await session.poll()).text, `4${'a'.repeat(39)}${SEPARATOR}4${'b'.repeat(39)}`);
    assert.equal((await session.poll()).text, `4${'c'.repeat(39)}`);
    await own.stop();
  });
});
