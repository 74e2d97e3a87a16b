// Players for the tests of the online game: stock Socket.IO clients that remember what they heard. Everything that waits
// has a deadline.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { path, start } from './server_process.mjs';
import { DEADLINE_MS, within } from './websocket_client.mjs';

const require = createRequire(path('web/package.json'));
export const { io } = require('socket.io-client');
export const PROGRAM = process.env.FOURFALL ?? path('build/fourfall');
const everybody = new Set();

/** Whoever is still there would keep a failed test from ending. */
export const sendAllAway = () => everybody.forEach((player) => player.leave());

/** A home for servers: a page, and data folders; `remove` also sends everybody away. */
export function makeHome() {
  const home = mkdtempSync(join(tmpdir(), 'fourfall-online-'));
  const web = join(home, 'web');
  mkdirSync(web);
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>Fourfall</title>');
  let count = 0;
  return {
    newData: () => join(home, `data-${count++}`),
    serve: (data, ...options) => start(PROGRAM, ['serve', '--listen', '127.0.0.1:0', '--web', web, '--data', data, ...options]),
    remove() {
      sendAllAway();
      rmSync(home, { recursive: true, force: true });
    },
    web,
  };
}

/** Joins a server. Options are those of socket.io-client, and `url`; the promise resolves with the first session. */
export async function enter(port, { url = `http://127.0.0.1:${port}`, ...options } = {}) {
  const socket = io(url, { forceNew: true, reconnection: false, transports: ['websocket'], ...options });
  const heard = []; // everything, in order
  const waiting = [];
  /** The next event of this name (that satisfies) which nobody has taken yet, whenever it comes. */
  const hear = (name, isGood = () => true) => {
    const take = () => {
      const at = heard.findIndex((one) => one.name === name && isGood(one.data));
      return at < 0 ? null : heard.splice(at, 1)[0].data;
    };
    const found = take();
    if (found) return Promise.resolve(found);
    return new Promise((resolve) => waiting.push(() => {
      const data = take();
      if (data) resolve(data);
      return Boolean(data);
    }));
  };
  const player = {
    socket,
    heard,
    session: null,
    token: null,
    next: (name, isGood) => within(hear(name, isGood), `${name} for ${player.session?.name}; heard ${JSON.stringify(heard).slice(0, 600)}`),
    has: (name) => heard.some((one) => one.name === name),
    /** Sends an event and waits for its acknowledgement. */
    ask: (name, data) => within(data === undefined ? socket.timeout(DEADLINE_MS).emitWithAck(name) : socket.timeout(DEADLINE_MS).emitWithAck(name, data), `the answer to ${name}`),
    /** The same for what must be accepted. */
    async must(name, data) {
      const answer = await player.ask(name, data);
      assert.equal(answer.ok, true, `${name}: ${JSON.stringify(answer)}`);
      return answer;
    },
    leave() {
      everybody.delete(player);
      socket.disconnect();
    },
  };
  everybody.add(player);
  socket.onAny((name, data) => {
    if (name === 'session') {
      player.session = data;
      player.token = data.token;
    }
    heard.push({ name, data });
    for (let i = 0; i < waiting.length; ) {
      if (waiting[i]()) waiting.splice(i, 1);
      else i++;
    }
  });
  const refused = new Promise((_, reject) => {
    socket.once('connect_error', reject);
    socket.once('disconnect', (reason) => options.reconnection || reject(new Error(`deferred: ${reason}`)));
  });
  refused.catch(() => {}); // once there is a session, nobody waits for it
  await within(Promise.race([hear('session'), refused]), 'a session');
  return player;
}

/** Comes back with the same token. */
export const comeBack = (port, player, options = {}) => enter(port, { auth: { token: player.token }, ...options });

/** Two players meet in the queue and confirm; gives them in the order X, O with their `game`. */
export async function meet(a, b, wish = {}) {
  await a.must('join-queue', wish);
  await b.must('join-queue', wish);
  const [matchA, matchB] = await Promise.all([a.next('match-found'), b.next('match-found')]);
  assert.equal(matchA.matchId, matchB.matchId);
  await a.must('confirm-match', { matchId: matchA.matchId });
  await b.must('confirm-match', { matchId: matchB.matchId });
  return seated(a, b);
}

/** Both hear that a game begins: [x, o]. */
export async function seated(a, b) {
  [a.game, b.game] = await Promise.all([a.next('game-start'), b.next('game-start')]);
  assert.equal(a.game.gameId, b.game.gameId);
  return a.game.player === 'X' ? [a, b] : [b, a];
}

/** Plays columns in turns from the current ply on; both must see each move. Gives the last update of each. */
export async function play(x, o, columns, ply = 0) {
  let seen;
  for (const columnIndex of columns) {
    const mover = ply % 2 ? o : x;
    await mover.must('make-move', { gameId: x.game.gameId, columnIndex, ply });
    ply++;
    const is = (update) => update.ply === ply;
    seen = await Promise.all([x.next('game-update', is), o.next('game-update', is)]);
  }
  return seen;
}

/** The cells a list of columns leaves on the classic board, as the wire shows them. */
export function boardOf(columns, width = 7, height = 6) {
  const board = Array(width * height).fill(null);
  columns.forEach((column, i) => {
    for (let row = height - 1; row >= 0; row--)
      if (!board[row * width + column]) {
        board[row * width + column] = i % 2 ? 'O' : 'X';
        break;
      }
  });
  return board;
}
