// Clients play while the server is killed with SIGKILL again and again. Every move that was acknowledged or announced must
// be stored afterwards, once, and all clients play on. FF_KILLS sets the number of kills, FF_SEED their times; a failure
// prints the seed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { io, makeHome, PROGRAM } from '../e2e/players.mjs';
import { eventually, freePort, start } from '../e2e/server_process.mjs';
import { within } from '../e2e/websocket_client.mjs';

const KILLS = Number(process.env.FF_KILLS ?? 50);
const PLAYERS = Number(process.env.FF_PLAYERS ?? 40);
const SEED = Number(process.env.FF_SEED ?? Date.now() % 1_000_000);
const WIDTH = 7;
const PROGRESS_MS = 180_000;

/** Random numbers from a seed (mulberry32). */
let state = SEED;
function random(below) {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
}

/** What servers have promised about each game, and which moves clients have sent. Messages on different connections can
 * overtake each other. So a promise to one client holds for what that client gets later, and for all clients of a later
 * server. */
const games = new Map();
let epoch = 0; // the number of servers killed
const count = { acks: 0, repeats: 0, games: 0, resumes: 0, resent: 0 };
let stopping = false;
let onAck = () => {}; // called after every acknowledgement

function ledgerOf(gameId) {
  if (!games.has(gameId)) games.set(gameId, { promises: [], sent: new Map(), over: null });
  return games.get(gameId);
}

const columnOf = (letter) => Number(letter) - 1;

/** Checks a snapshot: it has every move that was acknowledged or announced, and no move that no client sent. */
function judge(view, me, why) {
  const ledger = ledgerOf(view.gameId);
  const say = (what) => `${what} (${why}, game ${view.gameId}, seed ${SEED}): ${JSON.stringify(view).slice(0, 400)}`;
  for (const { ply, column, to, when } of ledger.promises) {
    if (to !== me && when >= me.epoch) continue;
    assert.ok(view.ply >= ply, say(`ply ${view.ply}, but ply ${ply} was announced`));
    if (column !== undefined && view.moves !== undefined) assert.equal(columnOf(view.moves[ply - 1]), column, say(`the acknowledged move to ply ${ply} was lost or changed`));
  }
  assert.equal(view.board.filter(Boolean).length, view.ply, say('discs and ply differ'));
  if (view.moves !== undefined) {
    assert.equal(view.moves.length, view.ply, say('moves and ply differ'));
    [...view.moves].forEach((letter, ply) => assert.equal(ledger.sent.get(ply), columnOf(letter), say(`no client sent move ${ply}`)));
  }
  if (view.status !== 'playing') {
    ledger.over ??= [view.status, view.winner, view.ply];
    assert.deepEqual([view.status, view.winner, view.ply], ledger.over, say('a finished game has changed'));
  }
  ledger.promises.push({ ply: view.ply, to: me, when: epoch });
}

/** A stock client that queues, plays, is disconnected, and plays on. */
function enroll(port, fail) {
  const me = { game: null, seat: null, token: null, pending: null, epoch: 0 };
  const socket = io(`http://127.0.0.1:${port}`, {
    forceNew: true, transports: ['websocket'], reconnectionDelay: 10, reconnectionDelayMax: 100, timeout: 20_000,
    auth: (tell) => tell(me.token ? { token: me.token } : {}),
  });
  const guarded = (handler) => (data) => {
    try {
      handler(data);
    } catch (error) {
      fail(error);
    }
  };
  /** Sends an event. The answer is lost if this connection ends first. */
  const ask = (name, data, then) => socket.emit(name, data, guarded(then));

  const queue = () => {
    me.game = me.pending = null;
    if (stopping) return;
    ask('join-queue', {}, (answer) => assert.ok(answer.ok || ['in-game', 'already-queued'].includes(answer.error.code), JSON.stringify(answer)));
  };
  const send = () => {
    const { gameId, columnIndex, ply } = me.pending;
    me.pending.on = socket.id;
    ask('make-move', { gameId, columnIndex, ply }, (answer) => {
      if (answer.ok) {
        ledgerOf(gameId).promises.push({ ply: ply + 1, column: columnIndex, to: me, when: epoch });
        assert.equal(answer.ply, ply + 1, `the answer is not about this move, seed ${SEED}`);
        count.acks++;
        count.repeats += answer.repeated;
        if (me.pending?.gameId === gameId && me.pending.ply === ply) me.pending.isAcked = true;
        onAck();
      } else assert.fail(`${JSON.stringify(answer.error)} for ${JSON.stringify(me.pending)}, seed ${SEED}`);
    });
  };
  /** My last move may have been stored although its answer was lost. Then the same move is answered as accepted. */
  const repeatMove = (view) => {
    if (me.pending?.gameId !== view.gameId || me.pending.isAcked || me.pending.ply >= view.ply || me.pending.on === socket.id) return;
    count.resent++;
    send();
  };
  const move = (view) => {
    if (!view.isYourTurn || view.status !== 'playing' || stopping) return;
    if (me.pending?.gameId === view.gameId && me.pending.ply === view.ply) {
      if (me.pending.on !== socket.id) {
        count.resent++;
        send();
      }
      return;
    }
    const open = [...Array(WIDTH).keys()].filter((column) => !view.board[column]);
    me.pending = { gameId: view.gameId, columnIndex: open[random(open.length)], ply: view.ply };
    ledgerOf(view.gameId).sent.set(view.ply, me.pending.columnIndex);
    send();
  };
  const see = (view, why) => {
    judge(view, me, why);
    repeatMove(view);
    move(view);
  };
  /** Asks for my game, which may have ended while I was disconnected. */
  const resume = (then = () => {}) =>
    ask('resume', { gameId: me.game, ply: 0 }, (answer) => {
      assert.ok(answer.ok, `${JSON.stringify(answer)}, seed ${SEED}`);
      count.resumes++;
      assert.equal(answer.player, me.seat);
      see(answer, 'resume');
      if (answer.status !== 'playing' && !stopping) queue();
      then(answer);
    });

  socket.on('connect', () => (me.epoch = epoch));
  socket.on('session', guarded((session) => {
    assert.ok(!me.token || me.token === session.token, `the token is no longer known, seed ${SEED}`);
    me.token = session.token;
    if (me.game) resume();
    else queue();
  }));
  socket.on('game-start', guarded((view) => {
    me.game = view.gameId;
    me.seat = view.player;
    see(view, 'game-start');
  }));
  socket.on('game-update', guarded((view) => {
    if (view.gameId === me.game) see(view, 'game-update');
  }));
  socket.on('game-over', guarded((over) => {
    if (over.gameId !== me.game) return;
    count.games++;
    queue();
  }));
  socket.on('match-found', guarded(({ matchId }) => socket.emit('confirm-match', { matchId }, () => {})));
  socket.on('match-cancelled', guarded(({ waiting }) => !waiting && queue()));
  socket.on('error-message', (error) => fail(new Error(JSON.stringify(error))));
  return { me, socket, resume };
}

/** Resolves after this many more acknowledgements. */
function progress(acks) {
  const until = count.acks + acks;
  return new Promise((resolve) => {
    onAck = () => count.acks >= until && resolve();
    onAck();
  });
}

let home;
before(() => {
  home = makeHome();
});
after(() => home.remove());

test(`${PLAYERS} players, ${KILLS} kills: no move lost, no move doubled, all players play on`, async () => {
  const data = home.newData();
  const serve = (port) => start(PROGRAM, ['serve', '--listen', `127.0.0.1:${port}`, '--web', home.web, '--data', data, '--limits', 'off']);
  let fail;
  const failed = new Promise((_, reject) => (fail = reject));
  failed.catch(() => {});
  const port = await freePort();
  let server = await serve(port);
  const players = Array.from({ length: PLAYERS }, () => enroll(port, fail));
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      await Promise.race([failed, within(progress(random(4) ? random(100) : 0), `progress before kill ${kill}, seed ${SEED}`, PROGRESS_MS)]);
      assert.deepEqual(await server.stop('SIGKILL'), { code: null, signal: 'SIGKILL' });
      await eventually(() => new Promise(setImmediate), () => players.every(({ socket }) => !socket.connected), 'the end of all connections');
      epoch++;
      server = await serve(port);
    }
    await Promise.race([failed, within(progress(PLAYERS * 5), `progress after the last kill, seed ${SEED}`, PROGRESS_MS)]);
    // Check every running game against a last snapshot.
    stopping = true;
    const last = players.filter(({ me }) => me.game).map(({ resume }) => new Promise((resolve) => resume(resolve)));
    await Promise.race([failed, within(Promise.all(last), 'the last snapshots')]);
    assert.equal(server.err, '');
    assert.deepEqual(await server.stop(), { code: 0, signal: null });
  } finally {
    players.forEach(({ socket }) => socket.disconnect());
  }
  console.log(`# seed ${SEED}: ${KILLS} kills, ${games.size} games, ${JSON.stringify(count)}`);
  assert.ok(games.size > PLAYERS / 2 && count.resent > 0 && count.acks > KILLS);
});
