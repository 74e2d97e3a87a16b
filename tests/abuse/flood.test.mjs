// A client that keeps sending is disconnected, whatever it sends. (tests/e2e/net.test.mjs counts its share of a turn.)
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { enter, makeHome } from '../e2e/players.mjs';
import { frame, OP, within } from '../e2e/websocket_client.mjs';
import { ask, get, HONEST, IS_LONG, metricsOf, openPolling, openSession, pollingPath, post, raw, refusedOf } from './common/attackers.mjs';
import { cpuMs } from './common/process_time.mjs';

const home = makeHome();
let server;
before(async () => {
  server = await home.serve(home.newData(), '--durability', 'normal');
});
after(async () => {
  await server.stop('SIGKILL');
  home.remove();
});

const FLOODS = {
  'valid events': frame({ payload: '42["leave-queue"]' }),
  'valid events with acknowledgements': frame({ payload: '421["leave-queue"]' }),
  'unknown events': frame({ payload: '42["x"]' }),
  'acknowledgements': frame({ payload: '431[]' }),
  'WebSocket pings': frame({ op: OP.PING }),
  'WebSocket pongs': frame({ op: OP.PONG }),
  'Engine.IO pongs': frame({ payload: '3' }),
  'Engine.IO noops': frame({ payload: '6' }),
  'fragments': Buffer.concat([frame({ payload: '42["x', fin: false }), ...Array(20).fill(frame({ op: OP.CONTINUE, payload: 'y', fin: false })), frame({ op: OP.CONTINUE, payload: '"]' })]),
  'a message that never ends': frame({ op: OP.CONTINUE, payload: '', fin: false }),
  'large messages': frame({ payload: `42["x","${'y'.repeat(60_000)}"]` }),
};

/** Sends until the server closes the connection; gives the number of bytes it sent. */
async function floodUntilClosed(wire, block) {
  let sent = 0;
  while (wire.isOpen && sent < 200e6) {
    sent += block.length;
    if (!wire.write(block)) await within(Promise.race([new Promise((resolve) => wire.socket.once('drain', resolve)), wire.closed]), 'the server reads or closes');
  }
  await within(wire.closed, 'the end of a flood');
  return sent;
}

describe('a flood of', () => {
  for (const [name, one] of Object.entries(FLOODS))
    test(`${name} is disconnected`, async () => {
      const wire = await openSession(server.port, { auth: {} });
      if (name === 'a message that never ends') wire.send('42["x', { fin: false });
      wire.socket.resume();
      await floodUntilClosed(wire, one.length > 10_000 ? one : Buffer.concat(Array(200).fill(one)));
    });

  test('packets in POSTs ends the session', async () => {
    const sid = await openPolling(server.port);
    await ask(server.port, post(pollingPath(sid), '40'));
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await ask(server.port, post(pollingPath(sid), Array(800).fill('42["leave-queue"]').join('\x1e')))).status);
    assert.equal(statuses[0], 200);
    assert.equal(statuses.at(-1), 400);
  });

  test('requests is answered 429, and disconnected', async () => {
    const wire = raw(server.port);
    const statuses = new Map();
    let answers = 0, asked = 0, rest = '', wake;
    wire.socket.on('data', (data) => {
      const lines = (rest + data.toString('latin1')).split('\n');
      rest = lines.pop();
      for (const [, status] of lines.map((line) => /HTTP\/1\.1 (\d+) /.exec(line)).filter(Boolean)) {
        answers++;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      if (answers >= asked) wake?.();
    });
    // The client reads every answer, so that nothing but the limit of requests can end the connection.
    for (; wire.isOpen && asked < 200_000; await within(Promise.race([wire.closed, new Promise((resolve) => (wake = resolve))]), 'answers')) {
      asked += 100;
      wire.write(get('/healthz').repeat(100));
    }
    assert.ok(!wire.isOpen, JSON.stringify([...statuses]));
    assert.equal(statuses.get('429'), 1);
    assert.ok(statuses.get('200') >= 20_000);
  });

  test('events beyond the rate limit, below that of input, is disconnected', async () => {
    const own = await home.serve(home.newData(), '--durability', 'normal', '--limit-input', '1000000/1', '--limit-connection', '5/1000');
    const wire = await openSession(own.port, { auth: {} });
    wire.socket.resume();
    await floodUntilClosed(wire, FLOODS['valid events']);
    assert.ok((await refusedOf(own, 'input')) >= 1);
    await own.stop('SIGKILL');
  });

  test('each is counted, and the processor rests afterwards', async () => {
    assert.ok((await refusedOf(server, 'input')) >= Object.keys(FLOODS).length - 1);
    const before = cpuMs(server.child.pid);
    assert.equal((await ask(server.port, get('/healthz'), HONEST)).status, 200);
    assert.ok(cpuMs(server.child.pid) - before < 500);
  });
});

describe('an honest player', () => {
  test('is not disconnected: 20 s of play in a hurry', { skip: !IS_LONG && 'long form only' }, async () => {
    const honest = await enter(server.port);
    for (let i = 0; i < 400; i++) {
      await honest.ask('leave-queue');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.ok(honest.socket.connected);
    assert.equal((await metricsOf(server)).get('fourfall_clients') >= 1, true);
    honest.leave();
  });
});
