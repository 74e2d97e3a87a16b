// Socket.IO, protocol 5: BINARY_EVENT and BINARY_ACK, their attachments and placeholders.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OP } from '../e2e/websocket_client.mjs';
import { PLACEHOLDER, SEPARATOR, SOCKET, closes, isClosedFor, joined, polling, sendAll, served } from './echo.mjs';

const server = served();

describe('Exchange protocol: binary', () => {
  const [one, two] = [Buffer.from([1, 2, 3]), Buffer.from([4, 5, 6])];

  /** The next packet and its attachments. */
  async function withAttachments(ws, count) {
    const text = await ws.text();
    const binaries = [];
    for (let i = 0; i < count; i++) {
      const got = await ws.next('an attachment');
      assert.equal(got.op, OP.BINARY);
      binaries.push([...got.payload]);
    }
    return [text, binaries];
  }

  test('BINARY_EVENT: "+ binary attachments extracted", there and back', async () => {
    const ws = await joined(server);
    sendAll(ws, [`452-["message",${PLACEHOLDER(0)},${PLACEHOLDER(1)}]`, one, two]);
    assert.deepEqual(await withAttachments(ws, 2), [`452-["message-back",${PLACEHOLDER(0)},${PLACEHOLDER(1)}]`, [[...one], [...two]]]);
    sendAll(ws, [`451-["message",{"deep":[${PLACEHOLDER(0)},"x"]}]`, Buffer.alloc(0)]);
    assert.deepEqual(await withAttachments(ws, 1), [`451-["message-back",{"deep":[${PLACEHOLDER(0)},"x"]}]`, [[]]]);
    ws.destroy();
  });

  test('placeholders name their attachment by number: in another order, or one twice', async () => {
    const ws = await joined(server);
    sendAll(ws, [`452-["message",${PLACEHOLDER(1)},${PLACEHOLDER(0)},${PLACEHOLDER(1)}]`, one, two]);
    const [text, binaries] = await withAttachments(ws, 2);
    const values = JSON.parse(text.slice(4)).slice(1).map(({ num }) => binaries[num]);
    assert.deepEqual(values, [[...two], [...one], [...two]]);
    ws.destroy();
  });

  test('BINARY_ACK in answer to one, in both namespaces', async () => {
    const ws = await joined(server);
    sendAll(ws, [`452-789["message-with-ack",${PLACEHOLDER(0)},${PLACEHOLDER(1)}]`, one, two]);
    assert.deepEqual(await withAttachments(ws, 2), [`462-789[${PLACEHOLDER(0)},${PLACEHOLDER(1)}]`, [[...one], [...two]]]);
    ws.send('40/custom');
    assert.match(await ws.text(), /^40/);
    await ws.text();
    sendAll(ws, [`451-/custom,5["message-with-ack",${PLACEHOLDER(0)}]`, two]);
    assert.deepEqual(await withAttachments(ws, 1), [`461-/custom,5[${PLACEHOLDER(0)}]`, [[...two]]]);
    ws.destroy();
  });

  test('heartbeats may come between a packet and its attachments', async () => {
    const ws = await joined(server);
    sendAll(ws, [`451-["message",${PLACEHOLDER(0)}]`, '3', '6', one]);
    assert.deepEqual(await withAttachments(ws, 1), [`451-["message-back",${PLACEHOLDER(0)}]`, [[...one]]]);
    ws.destroy();
  });

  test('by polling attachments travel in base64 behind their packet', async () => {
    const session = await polling(server, SOCKET);
    await session.post('40');
    assert.match((await session.poll()).text, /^40\{"sid":"[^"]+"\}\x1e42\["auth",\{\}\]$/);
    const attachments = [one, two].map((buffer) => `b${buffer.toString('base64')}`);
    const packet = (name) => [`452-["${name}",${PLACEHOLDER(0)},${PLACEHOLDER(1)}]`, ...attachments].join(SEPARATOR);
    await session.post(packet('message'));
    assert.equal((await session.poll()).text, packet('message-back'));
  });

  test('text where an attachment should be, or an attachment that belongs to nothing: closed', async () => {
    await isClosedFor(server, `451-["message",${PLACEHOLDER(0)}]`, '42["message"]');
    await isClosedFor(server, one);
    await isClosedFor(server, `451-["message",${PLACEHOLDER(0)}]`, one, two);
  });

  test('a number of attachments that is missing, none, odd or beyond measure: closed', async () => {
    for (const head of ['45', '450-', '45-', '45-1-', '451', '45a-', '45999-', '4599999999999999999999-']) await isClosedFor(server, `${head}["message",${PLACEHOLDER(0)}]`);
  });

  test('a placeholder that names no attachment: closed', async () => {
    for (const num of ['1', '-1', '1.5', '"0"', 'null', '99999999999999999999']) await isClosedFor(server, `451-["message",{"_placeholder":true,"num":${num}}]`);
    await isClosedFor(server, '451-["message",{"_placeholder":true}]');
  });

  test('as long as attachments are missing, nothing is delivered; leaving then leaves nothing behind', async () => {
    const ws = await joined(server);
    sendAll(ws, [`452-["message",${PLACEHOLDER(0)},${PLACEHOLDER(1)}]`, one]);
    ws.send({ op: OP.PING, payload: 'now' });
    assert.equal((await ws.next()).op, OP.PONG, 'and no message before it');
    ws.send('1');
    await closes(ws);
  });

  test('what merely looks like a placeholder in a plain event is plain data', async () => {
    const ws = await joined(server);
    ws.send(`42["message",${PLACEHOLDER(5)}]`);
    assert.equal(await ws.text(), `42["message-back",${PLACEHOLDER(5)}]`);
    ws.destroy();
  });
});
