// One game and many who watch it, each on a raw WebSocket: everybody hears every move, in order, once. FF_SPECTATORS says how many;
// `make soak` takes 2,000. Memory and time are printed, not judged.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { boardOf, enter, makeHome, meet } from './players.mjs';
import { open, within } from './websocket_client.mjs';

const SPECTATORS = Number(process.env.FF_SPECTATORS ?? 100);
const TOGETHER = 50; // come in at a time
const COLUMNS = [3, 0, 3, 0, 3, 0, 3];
const DEADLINE_MS = 120_000;
let home, server;

before(async () => {
  home = makeHome();
  server = await home.serve(home.newData(), '--limits', 'off', '--durability', 'normal');
});
after(async () => {
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  assert.equal(server.err, '');
  home.remove();
});

/** The next packet of Socket.IO as [head, data]; pings are answered on the way. */
async function packet(ws) {
  for (;;) {
    const frame = await ws.next('a packet', DEADLINE_MS);
    assert.ok(frame, 'a spectator was cut off');
    const text = frame.payload.toString();
    if (text !== '2') return [/^\d+/.exec(text)[0], JSON.parse(text.slice(/^\d+/.exec(text)[0].length))];
    ws.send('3');
  }
}

/** Joins, watches, and has seen the board as it is. */
async function spectator(gameId) {
  const ws = await open(server.port, '/socket.io/?EIO=4&transport=websocket');
  await ws.next('the open packet', DEADLINE_MS);
  ws.send('40');
  assert.equal((await packet(ws))[0], '40');
  assert.equal((await packet(ws))[1][0], 'session');
  ws.send(`421["watch",${JSON.stringify({ gameId })}]`);
  for (;;) {
    const [head, data] = await packet(ws);
    if (head !== '431') continue;
    assert.equal(data[0].ok, true, JSON.stringify(data));
    return ws;
  }
}

/** Reads on to the end of the game: the updates it heard. */
async function watched(ws) {
  const updates = [];
  for (;;) {
    const [, [name, data]] = await packet(ws);
    if (name === 'game-update') updates.push(data);
    if (name === 'game-over') return { updates, over: data };
  }
}

const residentKiB = async () => Number(/^process_resident_memory_bytes (\d+)/m.exec((await server.get('/metrics')).body)?.[1]) / 1024;

test(`${SPECTATORS} spectators hear every move of one game`, async (t) => {
  const [x, o] = await meet(await enter(server.port), await enter(server.port), {});
  const { gameId } = x.game;
  const before = await residentKiB();
  const all = [];
  while (all.length < SPECTATORS)
    all.push(...(await Promise.all(Array.from({ length: Math.min(TOGETHER, SPECTATORS - all.length) }, () => spectator(gameId)))));
  t.diagnostic(`${((await residentKiB() - before) / SPECTATORS).toFixed(1)} KiB a spectator`);
  assert.equal((await x.next('spectators', ({ count }) => count === SPECTATORS)).count, SPECTATORS, 'the players know how many');

  const endings = all.map(watched);
  const began = performance.now();
  for (const [ply, columnIndex] of COLUMNS.entries()) await (ply % 2 ? o : x).must('make-move', { gameId, columnIndex, ply });
  const heard = await within(Promise.all(endings), 'the end of the game for every spectator', DEADLINE_MS);
  const ms = performance.now() - began;
  t.diagnostic(`${COLUMNS.length} moves to ${SPECTATORS} in ${ms.toFixed(0)} ms, ${((1000 * ms) / (COLUMNS.length * SPECTATORS)).toFixed(1)} us each, the clients' work included`);

  for (const { updates, over } of heard) {
    assert.deepEqual(updates.map(({ ply }) => ply), COLUMNS.map((_, i) => i + 1), 'every move, in order, once');
    updates.forEach((update, i) => {
      assert.deepEqual(update.board, boardOf(COLUMNS.slice(0, i + 1)));
      assert.equal('isYourTurn' in update, false);
    });
    assert.deepEqual([over.gameId, over.winner, over.reason], [gameId, 'X', 'line']);
  }
  all.forEach((ws) => ws.destroy());
});
