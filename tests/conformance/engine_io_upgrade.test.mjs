// Engine.IO, protocol 4: heartbeat and upgrade, the sections that need time or two transports.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { request } from '../e2e/server_process.mjs';
import { OP, open } from '../e2e/websocket_client.mjs';
import { ENGINE, SEPARATOR, ask, closes, echoes, polling, serve, served, socket, target } from './echo.mjs';

const QUICK = { 'ping-interval': 60, 'ping-timeout': 40 };
/** A client that wants to be in time is, also on a busy machine. */
const FAIR = { 'ping-interval': 60, 'ping-timeout': 4000 };
/** Pings come, but no client here is late for its pong. */
const PATIENT = { 'ping-interval': 60, 'ping-timeout': 60_000 };

describe('Protocol: heartbeat', () => {
  const quick = served(QUICK);
  const fair = served(FAIR);
  const patient = served(PATIENT);

  test('"At a given interval the server sends a ping": by polling, again and again as long as pongs come', async () => {
    const session = await polling(patient);
    for (let i = 0; i < 4; i++) {
      assert.equal((await session.poll()).text, '2');
      assert.equal((await session.post('3')).text, 'ok');
    }
  });

  test('"At a given interval the server sends a ping": by WebSocket', async () => {
    const ws = await socket(patient);
    for (let i = 0; i < 4; i++) {
      assert.equal(await ws.text('a ping'), '2');
      ws.send('3');
    }
    ws.destroy();
  });

  test('after a ping there is no other before its pong', async () => {
    const ws = await socket(patient);
    assert.equal(await ws.text('a ping'), '2');
    const other = await socket(patient);
    for (let i = 0; i < 3; i++) {
      assert.equal(await other.text('a ping'), '2');
      other.send('3');
    }
    await echoes(ws);
    ws.destroy();
    other.destroy();
  });

  test('a ping waits with the messages for the next poll', async () => {
    const session = await polling(patient);
    await session.post('4early');
    const heard = [];
    while (heard.length < 2) heard.push(...(await session.poll()).text.split(SEPARATOR));
    assert.deepEqual(heard.sort(), ['2', '4early']); // on a busy machine the ping may be first
  });

  test('"If the server does not receive a pong": who polls hears ping, then close, and the session is gone', async () => {
    const session = await polling(fair);
    assert.equal((await session.poll()).text, '2');
    assert.equal((await session.poll()).text, '1');
    assert.equal(await session.isKnown(), false);
  });

  test('"If the server does not receive a pong": who does not even poll is gone, too', async () => {
    await (await polling(quick)).gone();
  });

  test('"If the server does not receive a pong": a WebSocket is cut', async () => {
    const ws = await socket(quick);
    assert.equal(await ws.text('a ping'), '2');
    await ws.closed();
  });

  test('a pong in time keeps a WebSocket, a missing one ends it', async () => {
    const ws = await socket(fair);
    for (let i = 0; i < 2; i++) {
      assert.equal(await ws.text('a ping'), '2');
      ws.send('3');
    }
    assert.equal(await ws.text('a ping'), '2');
    await ws.closed();
  });
});

describe('Protocol: upgrade', () => {
  const server = served();

  /** The probe is answered. */
  async function probed(session) {
    const ws = await session.probe();
    ws.send('2probe');
    assert.equal(await ws.text('the answer to the probe'), '3probe');
    return ws;
  }

  async function upgraded(session) {
    const ws = await probed(session);
    ws.send('5');
    return ws;
  }

  const assertOnSocket = async (session) => assert.equal((await session.poll()).status, 400, 'polls are over');

  test('"send a noop packet to any pending GET": and the WebSocket takes over', async () => {
    const session = await polling(server);
    const poll = await session.waitingPoll();
    const ws = await probed(session);
    assert.deepEqual(await poll.answer().then(({ status, text }) => [status, text]), [200, '6']);
    ws.send('5');
    await echoes(ws);
    await assertOnSocket(session);
    ws.destroy();
  });

  test('a poll that comes while the probe is answered ends at once with noop', async () => {
    const session = await polling(server);
    const ws = await probed(session);
    for (let i = 0; i < 3; i++) assert.equal((await session.poll()).text, '6');
    ws.send('5');
    await echoes(ws);
    ws.destroy();
  });

  test('the pending poll is not touched before the probe', async () => {
    const session = await polling(server);
    const poll = await session.waitingPoll();
    const ws = await session.probe();
    await session.post('4a');
    assert.equal((await poll.answer()).text, '4a');
    ws.destroy();
  });

  test('"to ensure that no packet gets lost": posts between probe and upgrade come back on the WebSocket', async () => {
    const session = await polling(server);
    const ws = await probed(session);
    await session.post(`4a${SEPARATOR}bAQID`);
    ws.send('5');
    assert.equal(await ws.text(), '4a');
    const binary = await ws.next();
    assert.deepEqual([binary.op, [...binary.payload]], [OP.BINARY, [1, 2, 3]]);
    ws.destroy();
  });

  test('"ignores HTTP requests with same sid after upgrade"', async () => {
    const session = await polling(server);
    const ws = await upgraded(session);
    await echoes(ws);
    for (const answer of [await session.poll(), await session.post('4a')])
      assert.deepEqual([answer.status, JSON.parse(answer.text).code], [400, 3]);
    await echoes(ws);
    ws.destroy();
  });

  test('a WebSocket for a session that has one already is closed, the first goes on', async () => {
    const session = await polling(server);
    const ws = await upgraded(session);
    await echoes(ws);
    await closes(await session.probe());
    await echoes(ws);
    ws.destroy();
  });

  test('a second probe beside the first is closed, the first goes on', async () => {
    const session = await polling(server);
    const ws = await session.probe();
    await closes(await session.probe());
    ws.send('2probe');
    assert.equal(await ws.text(), '3probe');
    ws.send('5');
    await echoes(ws);
    ws.destroy();
  });

  for (const [what, packets] of [
    ['an upgrade without a probe', ['5']],
    ['a message instead of a probe', ['4hello']],
    ['a ping that is no probe', ['2']],
    ['a ping with another word', ['2probes']],
    ['an invalid packet', ['abc']],
    ['a message instead of the upgrade', ['2probe', '4hello']],
    ['a close instead of the upgrade', ['2probe', '1']],
  ]) {
    test(`${what} ends the probe; the session goes on by polling`, async () => {
      const session = await polling(server);
      const ws = await session.probe();
      packets.forEach((packet) => ws.send(packet));
      await closes(ws);
      await session.post('4still');
      assert.equal((await session.poll()).text, '4still');
    });
  }

  test('a probe whose client leaves ends; the session goes on, and another may follow', async () => {
    const session = await polling(server);
    (await probed(session)).destroy();
    await session.post('4still');
    let heard = '6';
    while (heard === '6') heard = (await session.poll()).text;
    assert.equal(heard, '4still');
    const again = await upgraded(session);
    await echoes(again);
    again.destroy();
  });

  test('a session closed while it is probed takes its probe along', async () => {
    const session = await polling(server);
    const ws = await session.probe();
    await session.post('1');
    await closes(ws);
  });

  test('an upgraded session ends with its WebSocket', async () => {
    const session = await polling(server);
    const ws = await upgraded(session);
    await echoes(ws);
    ws.send('1');
    await closes(ws);
    await session.gone();
  });

  test('heartbeats go on after the upgrade', async () => {
    const own = await serve(PATIENT);
    const session = await polling(own);
    const ws = await upgraded(session);
    for (let i = 0; i < 3; i++) {
      assert.equal(await ws.text('a ping'), '2');
      ws.send('3');
    }
    ws.destroy();
    await own.stop();
  });

  test('an upgrade from WebSocket to polling does not exist', async () => {
    const ws = await socket(server);
    const at = target(ENGINE, { EIO: 4, transport: 'polling', sid: ws.handshaken.sid });
    assert.equal((await ask(server, request('GET', at))).status, 400);
    await assert.rejects(open(server.port, at), (error) => error.response.status === 400);
    await echoes(ws);
    ws.destroy();
  });
});

describe('stopping', () => {
  test('sessions of both transports hear close before the server ends', async () => {
    const own = await serve();
    const session = await polling(own);
    const poll = await session.waitingPoll();
    const [silent, ws, another] = [await socket(own), await socket(own), await socket(own)];
    own.child.kill('SIGTERM');
    assert.equal((await poll.answer()).text, '1');
    const last = await ws.close();
    assert.ok([1000, 1001].includes(last.code), String(last.code));
    ws.send({ op: OP.CLOSE, payload: last.payload });
    await ws.closed();
    assert.deepEqual([silent, another].map(({ wire }) => wire.isEnded), [false, false], 'before the server is tired of waiting for the others');
    assert.deepEqual(await own.ended(), { code: 0, signal: null });
  });
});
