// Socket.IO, protocol 5: every paragraph of its document that concerns a server, by its sections, on raw transports. What the stock
// client makes of it is in socket_io_client.test.mjs, attachments are in socket_io_binary.test.mjs.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OP } from '../e2e/websocket_client.mjs';
import { PLACEHOLDER, SEPARATOR, SOCKET, closes, isClosedFor, joined, polling, sendAll, serve, served, socket } from './echo.mjs';

const server = served();
const SID = /^40(\/custom,)?\{"sid":"([\w-]{20,})"\}$/;

/** This connection is as alive as ever in this namespace. */
async function talks(ws, namespace = '') {
  ws.send(`42${namespace}["message","alive"]`);
  assert.equal(await ws.text('message-back'), `42${namespace}["message-back","alive"]`);
}

describe('Exchange protocol: connection to a namespace', () => {
  test('"MUST respond with a CONNECT packet, with the session ID in the payload": the main namespace', async () => {
    const ws = await joined(server);
    const [, , sid] = SID.exec(ws.connected);
    assert.notEqual(sid, ws.handshaken.sid, 'an id of its own: this one others may see');
    assert.equal(ws.auth, '42["auth",{}]');
    ws.destroy();
  });

  test('"with a custom namespace": with and without its comma', async () => {
    for (const packet of ['40/custom,', '40/custom']) {
      const ws = await joined(server, packet, '/custom,');
      assert.match(ws.connected, SID);
      assert.equal(ws.auth, '42/custom,["auth",{}]');
      ws.destroy();
    }
  });

  test('"with an additional payload": the program gets it', async () => {
    const main = await joined(server, '40{"token":"123"}');
    assert.equal(main.auth, '42["auth",{"token":"123"}]');
    const custom = await joined(server, '40/custom,{"token":"abc","n":[1,{"ü":null}]}', '/custom,');
    assert.equal(custom.auth, '42/custom,["auth",{"token":"abc","n":[1,{"ü":null}]}]');
    main.destroy();
    custom.destroy();
  });

  test('a query behind the namespace does not belong to its name', async () => {
    const ws = await joined(server, '40/custom?a=1&b=2,{"token":"x"}', '/custom,');
    assert.equal(ws.auth, '42/custom,["auth",{"token":"x"}]');
    ws.destroy();
    (await joined(server, '40/?a=1,')).destroy();
  });

  test('"or a CONNECT_ERROR packet": an unknown namespace; another may be joined afterwards', async () => {
    const ws = await socket(server, SOCKET);
    for (const name of ['/random', '/Custom', '/custom/', '/customs', '/ü']) {
      ws.send(`40${name},{}`);
      assert.equal(await ws.text(), `44${name},{"message":"Invalid namespace"}`);
    }
    ws.send('40');
    assert.match(await ws.text(), SID);
    ws.destroy();
  });

  test('"If the server does not receive a CONNECT packet first, it MUST close immediately"', async () => {
    for (const packet of ['42["message"]', '420["message"]', '430[]', '41', '44{"message":"x"}', '4abc', '4', `451-["message",${PLACEHOLDER(0)}]`, '42/custom,["message"]']) {
      const ws = await socket(server, SOCKET);
      ws.send(packet);
      if (packet.startsWith('451-')) ws.send({ op: OP.BINARY, payload: 'a' });
      await closes(ws);
    }
  });

  test('the same by polling: what was sent too early is answered by close', async () => {
    const session = await polling(server, SOCKET);
    const poll = await session.waitingPoll();
    await session.post('42["message"]');
    assert.equal((await poll.answer()).text, '1');
    await session.gone();
  });

  test('who joins nothing is closed after the connect timeout; who has joined is not', async () => {
    const own = await serve({ 'connect-timeout': 4000 });
    const good = await joined(own);
    const idle = await socket(own, SOCKET);
    const refused = await socket(own, SOCKET);
    refused.send('40/random');
    assert.match(await refused.text(), /^44/);
    const poll = await (await polling(own, SOCKET)).waitingPoll();
    await closes(idle);
    await closes(refused);
    assert.equal((await poll.answer()).text, '1');
    await talks(good);
    good.destroy();
    await own.stop();
  });

  test('"connected to multiple namespaces at the same time": each with an id and messages of its own', async () => {
    const ws = await joined(server);
    ws.send('40/custom,{"token":"c"}');
    const [, , sid] = SID.exec(await ws.text());
    assert.ok(!ws.connected.includes(sid));
    assert.equal(await ws.text(), '42/custom,["auth",{"token":"c"}]');
    await talks(ws);
    await talks(ws, '/custom,');
    ws.destroy();
  });

  test('who is there already cannot connect again', () => isClosedFor(server, '40'));

  test('only a server says CONNECT_ERROR', () => isClosedFor(server, '44{"message":"no"}'));

  for (const auth of ['[]', '"text"', 'true', 'null', '{', '{"a":1,"a":2}', '{}x']) {
    test(`an auth payload that is no object is refused: ${auth}`, async () => {
      const ws = await socket(server, SOCKET);
      ws.send(`40${auth}`);
      await closes(ws);
    });
  }
});

describe('Exchange protocol: sending and receiving data', () => {
  test('EVENT: every kind of JSON goes there and back', async () => {
    const ws = await joined(server);
    for (const args of ['1,"2",{"3":[true]}', 'null,false,-1.5,1e3', '"€ 🔴 \\u0000 \\" \\\\ \\u2028"', '{}', '[]', '{"":{"deep":[[[]]]}}']) {
      ws.send(`42["message",${args}]`);
      const back = await ws.text();
      assert.deepEqual(JSON.parse(back.slice(2)), ['message-back', ...JSON.parse(`[${args}]`)]);
      assert.ok(back.startsWith('42["message-back",'));
    }
    ws.send('42["message"]');
    assert.equal(await ws.text(), '42["message-back"]');
    ws.destroy();
  });

  test('EVENT with an unknown name is nothing to answer; a number may be a name', async () => {
    const ws = await joined(server);
    ws.send('42["nobody listens",1]');
    ws.send('42[7]');
    await talks(ws);
    ws.destroy();
  });

  test('"The payload is mandatory and MUST be a non-empty array. If not, the receiver MUST close the connection"', async () => {
    for (const payload of ['', '{}', '[]', '"message"', 'null', '1', '["message"', '["message"]]', "['message']", '["message",]', '[{}]', '[null]', '[["message"]]'])
      await isClosedFor(server, `42${payload}`);
  });

  test('names with a meaning of their own are no events', async () => {
    for (const name of ['connect', 'connect_error', 'disconnect', 'disconnecting', 'newListener', 'removeListener'])
      await isClosedFor(server, `42["${name}"]`);
  });

  test('JSON nested beyond measure closes the connection, and nothing worse', async () => {
    await isClosedFor(server, `42["message",${'['.repeat(50_000)}${']'.repeat(50_000)}]`);
    await isClosedFor(server, `42["message",${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}]`);
  });

  test('for a namespace that was not joined: closed', async () => {
    await isClosedFor(server, '42/custom,["message"]');
    await isClosedFor(server, '42/random,["message"]');
  });

  test('an unknown type, an empty packet: closed', async () => {
    for (const packet of ['4', '4abc', '47', '49["message"]', '4-1', '4 2["message"]']) await isClosedFor(server, packet);
  });
});

describe('Exchange protocol: acknowledgement', () => {
  test('"MUST respond with an ACK packet with the same event ID", the payload an array', async () => {
    const ws = await joined(server);
    for (const id of ['0', '1', '456', '2147483648', '9007199254740991']) {
      ws.send(`42${id}["message-with-ack",1,"2",{"3":[false]}]`);
      assert.equal(await ws.text(), `43${id}[1,"2",{"3":[false]}]`);
    }
    ws.send('4212["message-with-ack"]');
    assert.equal(await ws.text(), '4312[]', 'possibly empty');
    ws.destroy();
  });

  test('in a custom namespace', async () => {
    const ws = await joined(server, '40/custom', '/custom,');
    ws.send('42/custom,13["message-with-ack","bar"]');
    assert.equal(await ws.text(), '43/custom,13["bar"]');
    ws.destroy();
  });

  test('without an id nothing is acknowledged', async () => {
    const ws = await joined(server);
    ws.send('42["message-with-ack",1]');
    await talks(ws);
    ws.destroy();
  });

  test('an ACK of an event that was never sent is ignored', async () => {
    const ws = await joined(server);
    ws.send('4399[]');
    sendAll(ws, [`461-7[${PLACEHOLDER(0)}]`, Buffer.from([1])]);
    await talks(ws);
    ws.destroy();
  });

  test('ids that are none, acks without array or id: closed', async () => {
    for (const packet of ['42abc["message-with-ack",1,2,3]', '42-1["message-with-ack"]', '421.5["message-with-ack"]', '4299999999999999999999["message-with-ack"]', '431', '431{}', '43[]', '431"x"'])
      await isClosedFor(server, packet);
  });
});

describe('Exchange protocol: disconnection from a namespace', () => {
  test('"No response is expected", the connection is kept for the other namespace', async () => {
    const ws = await joined(server);
    ws.send('40/custom');
    await ws.text();
    await ws.text();
    ws.send('41/custom,');
    await talks(ws);
    ws.send('42/custom,["message"]');
    await closes(ws);
  });

  test('from the main namespace: the connection stays, and may join again under another id', async () => {
    const ws = await joined(server);
    ws.send('41');
    ws.send({ op: OP.PING });
    assert.equal((await ws.next()).op, OP.PONG, 'no response, no close');
    ws.send('40');
    const again = await ws.text();
    assert.match(again, SID);
    assert.notEqual(again, ws.connected);
    await ws.text();
    await talks(ws);
    ws.destroy();
  });

  test('from one that was not joined, or with a payload: closed', async () => {
    await isClosedFor(server, '41/custom,');
    await isClosedFor(server, '41', '41');
    await isClosedFor(server, '41{}');
  });

  test('a connection that closes leaves all namespaces', async () => {
    const ws = await joined(server);
    ws.send('1');
    await closes(ws);
  });
});

describe('Packet encoding, sample session', () => {
  test('requests 1 to 6: open by polling, connect, talk, upgrade, talk on', async () => {
    const session = await polling(server, SOCKET);
    assert.equal((await session.post('40')).text, 'ok');
    assert.match((await session.poll()).text, /^40\{"sid":"/);
    assert.equal((await session.post(`42["message",1]${SEPARATOR}42["message",2]`)).text, 'ok');
    assert.equal((await session.poll()).text, `42["message-back",1]${SEPARATOR}42["message-back",2]`);
    const ws = await session.probe();
    ws.send('2probe');
    assert.equal(await ws.text(), '3probe');
    sendAll(ws, ['5', '42["message","hello"]', '40/custom,', '42/custom,1["message-with-ack","me"]']);
    assert.equal(await ws.text(), '42["message-back","hello"]');
    assert.match(await ws.text(), SID);
    assert.equal(await ws.text(), '42/custom,["auth",{}]');
    assert.equal(await ws.text(), '43/custom,1["me"]');
    ws.send('1');
    await closes(ws);
  });

  test('"the namespace is only included if it is different from the main namespace": named it may be all the same', async () => {
    const ws = await joined(server, '40/,');
    ws.send('42/,["message","x"]');
    assert.equal(await ws.text(), '42["message-back","x"]');
    ws.destroy();
  });

  test('a namespace longer than any of ours: closed', async () => isClosedFor(server, `40/${'a'.repeat(5000)},`));
});
