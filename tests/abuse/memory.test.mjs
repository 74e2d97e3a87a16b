// Clients that never read, and clients that never finish what they send: the memory they hold has a limit.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeHome } from '../e2e/players.mjs';
import { eventually } from '../e2e/server_process.mjs';
import { frame, OP } from '../e2e/websocket_client.mjs';
import { ask, get, HONEST, IS_LONG, metricsOf, openPolling, openSession, pollingPath, post, refusedOf } from './common/attackers.mjs';
import { residentMiB } from './common/process_time.mjs';

const MIB = 1024 * 1024;
const QUEUED_MIB = IS_LONG ? 64 : 4; // an address may hold a quarter
const home = makeHome();
let server;
before(async () => {
  // The rate limits would end these attacks before the memory does.
  const limits = ['--limit-address', '1000000/1', '--limit-connection', '1000000/1', '--limit-input', '1000000/1', '--limit-nonsense', '1000000/1', '--limit-guests', '100000/1'];
  server = await home.serve(home.newData(), '--durability', 'normal', ...limits, ...(IS_LONG ? [] : ['--max-queued', `${QUEUED_MIB}`]));
});
after(async () => {
  await server.stop('SIGKILL');
  home.remove();
});

const queued = async () => (await metricsOf(server)).get('fourfall_queued_bytes');
const isWell = async () => assert.equal((await ask(server.port, get('/healthz'), HONEST)).status, 200);

/** Runs an attack until the server refuses; meanwhile it never holds more than the address may. */
async function meetsItsLimit(attack) {
  const refused = await refusedOf(server, 'queued-bytes'), before = residentMiB(server.child.pid);
  let most = 0;
  await eventually(async () => {
    await attack();
    most = Math.max(most, await queued());
    return refusedOf(server, 'queued-bytes');
  }, (now) => now > refused, 'a refusal');
  assert.ok(most > 0 && most <= (QUEUED_MIB * MIB) / 4, `${most} bytes`);
  const grown = residentMiB(server.child.pid) - before;
  assert.ok(grown < QUEUED_MIB * 2 + 16, `${grown} MiB`);
  await isWell();
}

describe('an address holds a limited amount of memory', () => {
  test('by sessions on polling that never poll', async () => {
    const sids = [];
    for (let i = 0; i < (IS_LONG ? 200 : 8); i++) sids.push(await openPolling(server.port));
    await Promise.all(sids.map((sid) => ask(server.port, post(pollingPath(sid), '40'))));
    const body = Array(1500).fill('42["leave-queue"]').join('\x1e');
    await meetsItsLimit(() => Promise.all(sids.map((sid) => ask(server.port, post(pollingPath(sid), body)))));
  });

  test('by WebSockets that never read', async () => {
    const wires = await Promise.all(Array.from({ length: IS_LONG ? 200 : 12 }, () => openSession(server.port, { auth: {} })));
    wires.forEach((wire) => wire.socket.pause());
    const block = Buffer.concat(Array(300).fill(frame({ payload: '421["frob"]' })));
    await meetsItsLimit(() => Promise.all(wires.filter((wire) => wire.isOpen).map((wire) => new Promise((resolve) => wire.socket.write(block, resolve)))));
    wires.forEach((wire) => wire.destroy());
  });

  test('by messages that never end', async () => {
    const wires = await Promise.all(Array.from({ length: IS_LONG ? 400 : 40 }, () => openSession(server.port)));
    let at = 0;
    await meetsItsLimit(() => {
      const wire = wires[at++ % wires.length];
      wire.send('x'.repeat(60_000), { fin: false, op: OP.TEXT });
      return new Promise((resolve) => setImmediate(resolve));
    });
    wires.forEach((wire) => wire.destroy());
  });

  test('and gives it back', async () => {
    for (const wire of [await openSession(server.port, { auth: {} })]) wire.destroy();
    await eventually(queued, (bytes) => bytes <= (QUEUED_MIB * MIB) / 4, 'memory of those that left');
  });
});
