// After a restart every client comes back, although all of them have one address.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { io, makeHome, PROGRAM } from '../e2e/players.mjs';
import { freePort, start } from '../e2e/server_process.mjs';
import { within } from '../e2e/websocket_client.mjs';
import { IS_LONG, metricsOf } from './common/attackers.mjs';

// The short form has tighter limits, so that fewer clients meet them just as well.
const CLIENTS = IS_LONG ? 2000 : 120;
const TIGHT = ['--limit-address', '80/20', '--limit-guests', '20/200'];
const home = makeHome();
const clients = [];
after(() => {
  clients.forEach(({ socket }) => socket.disconnect());
  home.remove();
});

/** A stock client with its defaults, which keeps the token of its first session. */
function newClient(port) {
  const client = { player: null, sessions: 0, socket: null };
  const auth = {};
  client.socket = io(`http://127.0.0.1:${port}`, { forceNew: true, auth: (send) => send(auth) });
  client.socket.on('session', (session) => {
    client.player ??= session.playerId;
    assert.equal(session.playerId, client.player, 'the same player comes back');
    auth.token = session.token;
    client.sessions++;
    client.wake?.();
  });
  client.reached = (count) => (client.sessions >= count ? Promise.resolve() : new Promise((resolve) => (client.wake = () => client.sessions >= count && resolve())));
  clients.push(client);
  return client;
}

describe(`${CLIENTS} stock clients of one address`, () => {
  test('come back after the server was killed, each as its player', async () => {
    const port = await freePort(), data = home.newData();
    const serve = (...limits) => start(PROGRAM, ['serve', '--listen', `127.0.0.1:${port}`, '--web', home.web, '--data', data, '--durability', 'normal', ...limits]);
    const first = await serve('--limits', 'off');
    for (let i = 0; i < CLIENTS; i++) {
      const { reached } = newClient(port);
      if (i % 50 === 49) await within(reached(1), 'the first session');
    }
    await within(Promise.all(clients.map((client) => client.reached(1))), 'all sessions', 300_000);
    await first.stop('SIGKILL');
    const second = await serve(...(IS_LONG ? [] : TIGHT));
    const began = Date.now();
    await within(Promise.all(clients.map((client) => client.reached(2))), 'everybody', 300_000);
    if (IS_LONG) console.log(`# all ${CLIENTS} were back after ${Date.now() - began} ms`);
    const metrics = await metricsOf(second);
    assert.equal(metrics.get('fourfall_clients'), CLIENTS);
    clients.forEach(({ socket }) => socket.disconnect());
    await second.stop('SIGKILL');
  });
});
