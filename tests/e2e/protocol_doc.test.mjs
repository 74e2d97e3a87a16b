// Compares docs/protocol.md with the sources and with a real server: events, types, statuses, error codes. Its transcripts are
// replayed. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { io, makeHome } from './players.mjs';
import { connect, leaveAll, recorded } from './protocol_client.mjs';
import * as page from './protocol_page.mjs';
import { document } from './rest_client.mjs';
import { eventually, path } from './server_process.mjs';
import { within } from './websocket_client.mjs';

const UNUSED_ID = '0000000000001'; // a well-formed id that is not in use
const WIN = [3, 0, 3, 0, 3, 0, 3]; // four in a column
const LIVE = { initialMs: 600_000, incrementMs: 1000 };
let home, server;

before(async () => {
  home = makeHome();
  server = await home.serve(home.newData(), '--limits', 'off');
});
after(async () => {
  leaveAll();
  await server.stop();
  home.remove();
});

const join1 = (auth, options) => connect(server.port, auth, options);
const api = (method, target, token, body) =>
  fetch(`http://127.0.0.1:${server.port}${target}`, { method, headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }, body: body && JSON.stringify(body) });

async function must(client, name, data) {
  const reply = await client.ask(name, data);
  assert.equal(reply.ok, true, `${name}: ${JSON.stringify(reply)}`);
  return reply;
}

async function refuses(client, name, data, code) {
  const reply = await client.ask(name, data);
  assert.equal(reply.error?.code, code, `${name}: ${JSON.stringify(reply)}`);
}

/** A game of two new players by code: {x, o, gameId}. */
async function pair(wish = {}, port = server.port) {
  const x = await connect(port), o = await connect(port);
  if (wish.rated) for (const client of [x, o]) await api('POST', '/api/account/recovery', client.session.token);
  const { code } = await must(x, 'create-game', wish);
  const { gameId } = await must(o, 'join-game', { code });
  for (const client of [x, o]) await client.until('game-start');
  return { x, o, gameId };
}

async function play({ x, o, gameId }, columns) {
  for (const [ply, columnIndex] of columns.entries()) await must(ply % 2 ? o : x, 'make-move', { gameId, columnIndex, ply });
}

/** Sends every event and provokes every event of the server. */
const tour = {
  async queue() {
    const [a, b] = [await join1(), await join1()], wish = { name: 'Emmy', clock: LIVE, rated: true };
    await must(a, 'set-name', { name: 'Ada' });
    await must(a, 'join-queue', wish);
    await refuses(a, 'join-queue', wish, 'already-queued');
    await must(a, 'leave-queue');
    await refuses(a, 'leave-queue', {}, 'not-queued');
    await must(a, 'join-queue', wish);
    await must(b, 'join-queue', { ...wish, name: 'Sofia' });
    const { matchId } = await b.until('match-found');
    await refuses(b, 'confirm-match', { matchId: UNUSED_ID }, 'no-such-match');
    await must(b, 'decline-match', { matchId });
    assert.equal((await a.until('match-cancelled')).waiting, true);
    await must(b, 'join-queue', wish);
    await b.until('match-found');
    await must(a, 'create-game', { level: 'easy' });
    assert.equal((await b.until('match-cancelled')).reason, 'elsewhere');
    await refuses(a, 'join-queue', {}, 'in-game');
    const c = await join1();
    await must(c, 'join-queue', wish);
    await b.until('match-found');
    await must(b, 'confirm-match');
    c.leave();
    assert.equal((await b.until('match-cancelled')).reason, 'disconnected');
  },

  async ratedGame() {
    const made = await pair({ rated: true, visibility: 'public', clock: { perMoveMs: 86_400_000 }, player: 'X' }), { x, o, gameId } = made;
    await refuses(o, 'make-move', { gameId, columnIndex: 0 }, 'not-your-turn');
    await refuses(x, 'make-move', { gameId, columnIndex: 7 }, 'column-out-of-range');
    await refuses(x, 'request-rematch', { gameId }, 'game-running');
    await play(made, WIN);
    assert.equal((await x.until('game-over')).reason, 'line');
    await refuses(x, 'make-move', { gameId, columnIndex: 1, ply: 7 }, 'game-over');
    assert.equal((await must(x, 'make-move', { gameId, columnIndex: 3, ply: 6 })).repeated, true);
    await refuses(x, 'make-move', { gameId, columnIndex: 4, ply: 6 }, 'stale');
    x.send('make-move', { gameId, columnIndex: 4, ply: 6 });
    await x.until('error-message', ({ code }) => code === 'stale');
    await x.until('game-update');
    await must(x, 'request-rematch', { gameId });
    await refuses(x, 'request-rematch', { gameId }, 'already-offered');
    await o.until('rematch-offered');
    await must(o, 'decline-rematch', { gameId });
    await x.until('rematch-declined');
    await refuses(x, 'accept-rematch', { gameId }, 'no-offer');
    await must(o, 'request-rematch', { gameId });
    assert.notEqual((await must(x, 'accept-rematch', { gameId })).gameId, gameId);
    assert.equal((await x.until('game-start')).rematchOf, gameId);
  },

  async ratedRules() {
    const maker = await join1(), guest = await join1();
    await refuses(maker, 'join-queue', { rated: true }, 'rated-clock');
    await refuses(maker, 'create-game', { rated: true, clock: LIVE }, 'rated-account');
    await api('POST', '/api/account/recovery', maker.session.token);
    const { code } = await must(maker, 'create-game', { rated: true, clock: LIVE });
    await refuses(guest, 'join-game', { code }, 'rated-account');
    const farm = await api('POST', '/api/games', maker.session.token, { rated: true, clock: LIVE, players: [{ kind: 'me' }, { kind: 'guest' }] });
    assert.deepEqual([farm.status, (await farm.json()).error.code], [422, 'rated-seats']);
  },

  async draws() {
    const { x, o, gameId } = await pair({ clock: LIVE });
    await must(x, 'offer-draw');
    await o.until('draw-offered');
    await must(o, 'decline-draw');
    await x.until('draw-declined');
    await must(o, 'offer-draw', { gameId });
    await must(x, 'accept-draw', { gameId });
    const over = await o.until('game-over');
    assert.deepEqual([over.status, over.reason, over.agreed], ['draw', 'draw', true]);
    const full = await pair({ board: '3x3c3' });
    await play(full, [0, 0, 0]);
    await refuses(full.o, 'make-move', { gameId: full.gameId, columnIndex: 0 }, 'column-full');
    const bot = await join1();
    await must(bot, 'create-game', { level: 'random', style: 'defensive', player: 'random' });
    await refuses(bot, 'offer-draw', {}, 'bot-declines');
  },

  async presence() {
    const { x, o, gameId } = await pair({ clock: LIVE });
    const { token } = o.session;
    const again = await join1({ token });
    await o.until('session-replaced');
    await refuses(o, 'resign', { gameId }, 'replaced');
    again.leave();
    await o.until('session');
    o.leave();
    await x.until('opponent-disconnected');
    assert.ok((await must(x, 'resume', { gameId })).opponent.graceMs > 0);
    const back = await join1({ token });
    await x.until('opponent-reconnected');
    await must(back, 'resign');
    assert.equal((await x.until('game-over')).reason, 'resign');
    back.leave();
    await eventually(() => x.ask('resume', { gameId }), ({ opponent }) => !opponent.isConnected, 'that the opponent is gone');
    await refuses(x, 'request-rematch', { gameId }, 'opponent-gone');
  },

  async waiting() {
    const maker = await join1(), other = await join1();
    const { gameId, code, status } = await must(maker, 'create-game', { clock: LIVE });
    assert.equal(status, 'waiting');
    await refuses(maker, 'join-game', { code }, 'own-game');
    await refuses(other, 'cancel-game', { gameId }, 'not-in-game');
    await refuses(maker, 'resign', { gameId }, 'game-waiting');
    await must(other, 'watch', { gameId });
    await must(maker, 'cancel-game');
    await maker.until('game-cancelled');
    await other.until('game-cancelled');
    assert.equal((await must(maker, 'resume', { gameId })).status, 'cancelled');
    await refuses(other, 'join-game', { code }, 'no-such-code');
    await refuses(other, 'resume', { gameId: UNUSED_ID }, 'no-such-game');
    for (const [wish, why] of [[{ board: '13x6' }, 'bad-board'], [{ clock: { initialMs: 1 } }, 'bad-clock'], [{ level: 'divine' }, 'bad-level']]) await refuses(other, 'create-game', wish, why);
    await refuses(other, 'set-name', { name: ' ' }, 'bad-name');
    await refuses(other, 'no-such-thing', {}, 'no-such-event');
    await refuses(other, 'make-move', { gameId, columnIndex: '3' }, 'bad-request');
    other.send('make-move', { gameId, columnIndex: '3' });
    assert.deepEqual((({ code, event }) => [code, event])(await other.until('error-message')), ['bad-request', 'make-move']);
    other.send('no-such-thing', {});
    assert.deepEqual((({ code, event }) => [code, event])(await other.until('error-message')), ['no-such-event', 'no-such-thing']);
  },

  async chat() {
    const { x, o, gameId } = await pair(), fan = await join1();
    await must(x, 'chat-message', { gameId, text: ' <b>he\u0007l\u202El\u200Bo</b>   you ' });
    await o.until('chat-message', ({ text }) => text === '<b>hello</b> you');
    await must(x, 'chat-message', { quick: 101 });
    assert.equal((await o.until('chat-message', ({ quick }) => quick)).text, '');
    await refuses(x, 'chat-message', { text: ' ' }, 'bad-text');
    await refuses(x, 'chat-message', { quick: 5000 }, 'bad-quick');
    await refuses(x, 'chat-message', { quick: '1' }, 'bad-request');
    assert.deepEqual((await must(o, 'resume', { gameId })).chat.map(({ text }) => text), ['<b>hello</b> you', '']);
    await refuses(fan, 'chat-message', { gameId, text: 'hi' }, 'not-watching');
    await refuses(x, 'watch', { gameId }, 'own-game-watch');
    await must(fan, 'watch', { gameId });
    await x.until('spectators');
    await must(fan, 'chat-message', { gameId, text: 'hi' });
    await fan.until('chat-message');
    fan.send('watch', { gameId });
    await fan.until('game-start');
    await must(x, 'make-move', { gameId, columnIndex: 0 });
    assert.equal('isYourTurn' in (await fan.until('game-update')), false);
    await must(fan, 'unwatch');
  },

  async accounts() {
    const guest = await join1();
    assert.equal((await api('POST', '/api/account', guest.session.token, { login: 'emmy', password: 'noether-1918' })).status, 201);
    const back = await join1({ token: guest.session.token });
    assert.deepEqual(back.session.account, { login: 'emmy' });
    assert.equal((await api('POST', '/api/logout', back.session.token)).status, 200);
    assert.equal((await back.until('session-ended')).reason, 'logged-out');
    const other = await join1();
    assert.equal((await api('POST', '/api/me/delete', other.session.token, { name: other.session.name })).status, 200);
    assert.equal((await other.until('session-ended')).reason, 'deleted');
  },

  async impatience() {
    const hurried = await home.serve(home.newData(), '--limits', 'off', '--confirm', '100', '--grace', '100');
    const a = await connect(hurried.port), b = await connect(hurried.port);
    for (const client of [a, b]) await must(client, 'join-queue', { board: '6x6' });
    assert.equal((await a.until('match-cancelled', ({ reason }) => reason === 'timeout')).waiting, false);
    for (const client of [a, b]) await must(client, 'join-queue', { board: '6x6' });
    assert.ok((await a.until('match-cancelled')).waitMs > 0, 'the second miss');
    await refuses(a, 'join-queue', { board: '6x6' }, 'queue-wait');
    a.send('join-queue', { board: '6x6' });
    assert.ok((await a.until('error-message')).waitMs > 0);
    const late = await pair({ clock: { initialMs: 1000 } }, hurried.port);
    assert.equal((await late.o.until('game-over')).reason, 'time');
    const gone = await pair({}, hurried.port);
    gone.x.leave();
    assert.equal((await gone.o.until('game-over')).reason, 'abandon');
    await hurried.stop();
  },
};

/** The sources of the program without tests. */
const sources = () => readdirSync(path('src'), { recursive: true, encoding: 'utf8' }).filter((name) => /\.[ch]$/.test(name) && !name.endsWith('_test.c')).map((name) => readFileSync(join(path('src'), name), 'utf8')).join('\n');
const table = (name) => new RegExp(`#define ${name}\\(X\\)([^]*?)\\n\\n`).exec(sources())[1];

describe('the names', () => {
  test('each event of a client is documented, and no other', () => {
    const names = [...table('COMMANDS').matchAll(/X\(\w+, "([a-z][^"]*)"/g)].map(([, name]) => name);
    assert.deepEqual([...page.clientEvents.keys()].sort(), names.sort());
  });

  test('each event of the server is documented, and no other', () => {
    const names = [...table('EVENTS').matchAll(/X\(\w+, "([a-z][^"]*)"/g)].map(([, name]) => name);
    assert.deepEqual([...page.serverEvents.keys()].sort(), [...names, 'error-message'].sort());
  });

  test('each refusal is documented with its status and text, and no other', () => {
    const named = new Map([...sources().matchAll(/^#define (MOVE_TEXT_\w+) "([^"]+)"/gm)].map(([, name, text]) => [name, text])); // of the core's move contract
    const text = (source) => named.get(source) ?? JSON.parse(source);
    const known = [...table('REFUSALS').matchAll(/X\((\w+), (\d+), "([^"]+)", ("[^"]+"|MOVE_TEXT_\w+)\)/g)].filter(([, name]) => name !== 'OK');
    const listed = Object.fromEntries([...page.errors].filter(([code]) => code !== 'bad-request'));
    assert.deepEqual(listed, Object.fromEntries(known.map(([, , status, code, source]) => [code, { status: Number(status), message: text(source) }])));
    assert.equal(page.errors.get('bad-request').status, 400);
  });

  test('each further code of REST is documented with its status, and no other', () => {
    const found = [...sources().matchAll(/\b([45]\d\d), "([a-z]+(?:-[a-z]+)+)"/g)].map(([, status, code]) => [code, { status: Number(status) }]);
    const elsewhere = [['method-not-allowed', { status: 405 }], ['out-of-memory', { status: 503 }]]; // written where no status stands beside them
    const further = new Map([...found, ...elsewhere].filter(([code]) => !page.errors.has(code)));
    assert.deepEqual(Object.fromEntries(page.restErrors), Object.fromEntries(further));
  });

  test('each REST request of the page is in openapi.json, and the other way round', () => {
    const operations = Object.entries(document.paths).flatMap(([target, item]) => Object.keys(item).filter((key) => key !== 'parameters').map((method) => `${method.toUpperCase()} ${target}`));
    assert.deepEqual([...page.requests].sort(), operations.sort());
  });
});

describe('a tour through the protocol', () => {
  for (const [name, walk] of Object.entries(tour)) test(name, walk);

  test('acknowledges every event of a client and shows every event of the server', () => {
    const seen = (kind, isGood = () => true) => new Set(recorded.filter((frame) => frame.kind === kind && isGood(frame.data)).map(({ name }) => name));
    assert.deepEqual([...page.clientEvents.keys()].filter((name) => !seen('ack', ({ ok }) => ok).has(name)), []);
    assert.deepEqual([...page.serverEvents.keys()].filter((name) => !seen('event').has(name)), []);
  });

  test('shows every status and reason', () => {
    const values = (key, event) => new Set(recorded.filter(({ kind, name }) => kind !== 'sent' && (!event || name === event)).map(({ data }) => data[key]));
    for (const [type, key, event] of [['Status', 'status'], ['Reason', 'reason', 'game-over']]) assert.deepEqual(page.union(type).filter((word) => !values(key, event).has(word)), [], type);
    for (const event of ['match-cancelled', 'session-ended']) assert.deepEqual(page.union('reason', event).filter((word) => !values('reason', event).has(word)), [], event);
  });

  test('refuses with the texts of the page, retryable where it says so', () => {
    const failures = recorded.flatMap(({ name, data }) => (name === 'error-message' ? [data] : data?.error ? [data.error] : []));
    assert.ok(failures.length > 20);
    for (const { code, message, retryable } of failures) {
      assert.ok(page.errors.has(code), code);
      if (code !== 'bad-request') assert.match(message, new RegExp(`^${page.errors.get(code).message.replace(/\{\w+\}/g, '\\S+')}$`));
      assert.equal(retryable ?? false, page.retryable.has(code), code);
    }
  });

  test('has only frames of the documented types, field by field', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fourfall-types-'));
    const map = (name, entries) => `interface ${name} {\n${[...entries].map(([key, type]) => `'${key}': ${type};`).join('\n')}\n}`;
    const typeOf = ({ kind, name, data }) => {
      if (kind === 'event') return `ServerEvents['${name}']`;
      if (kind === 'sent') return `ClientEvents['${name}']`;
      return data.ok ? `{ ok: true } & Replies['${name}']` : '{ ok: false, error: Failure, game?: GameUpdate }';
    };
    const frames = recorded.filter(({ kind, name }) => kind === 'ack' || page.serverEvents.has(name) || page.clientEvents.has(name));
    const lines = frames.map((frame, i) => `export const frame${i}: ${typeOf(frame)} = ${JSON.stringify(frame.data)};`);
    const text = [page.types, map('ServerEvents', page.serverEvents), map('ClientEvents', page.clientEvents), map('Replies', page.acknowledgements), ...lines].join('\n');
    writeFileSync(join(folder, 'frames.ts'), text);
    try {
      execFileSync(path('web/node_modules/.bin/tsc'), ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--types', '', 'frames.ts'], { cwd: folder, encoding: 'utf8' });
    } catch (error) {
      const wrong = [...new Set([...error.stdout.matchAll(/^frames\.ts\((\d+),/gm)].map(([, line]) => text.split('\n')[line - 1].slice(0, 300)))];
      assert.fail(`${error.stdout.slice(0, 3000)}\n${wrong.slice(0, 5).join('\n')}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('boards and moves', () => {
  test('are written as the page says', async () => {
    const client = await join1();
    for (const [board, boardSize] of [['classic', '7x6'], ['cube', '5x5x5'], ['9x7c5', '9x7c5'], ['7x6x1c4', '7x6'], ['12x12', '12x12'], ['4x4x4', '4x4x4']])
      assert.equal((await must(client, 'create-game', { board, clock: { perMoveMs: 60_000 } })).boardSize, boardSize);
    for (const board of ['', '7', '7x', '07x6', '13x6', '7x6c2', '7x6c9', '12x1x5', '12x12x2', '7 x 6']) await refuses(client, 'create-game', { board }, 'bad-board');
  });

  test('number columns and cells as the page says', async () => {
    for (const [board, letter, columnIndex, cell] of [['classic', '4', 3, 38], ['cube', 'd', 3, 23], ['cube', 'm', 12, 2 + 5 * (4 + 5 * 2)]]) {
      const { x, gameId } = await pair({ board });
      await must(x, 'make-move', { gameId, columnIndex });
      const { moves, lastMove, board: cells } = await must(x, 'resume', { gameId });
      assert.deepEqual([moves, lastMove.cell, cells.indexOf('X')], [letter, cell, cell]);
    }
  });
});

describe('when connecting fails', () => {
  const refusedWith = async (code, port, auth) => {
    const error = await connect(port, auth, { reconnection: true }).catch((error) => error);
    assert.deepEqual([error.message, error.active], [page.errors.get(code).message, false]);
  };

  test('a refused session does not reconnect by itself', () => refusedWith('bad-name', server.port, { name: 'x'.repeat(30) }));

  test('a full server and a rate limit only close the connection: the stock client tries again', async () => {
    const full = await home.serve(home.newData(), '--max-clients', '1');
    const first = await connect(full.port);
    const late = io(`http://127.0.0.1:${full.port}`, { forceNew: true, reconnectionDelay: 10, transports: ['websocket'] });
    await new Promise((resolve) => late.once('disconnect', resolve));
    assert.equal(late.active, true);
    const isIn = new Promise((resolve) => late.once('session', resolve));
    first.socket.disconnect();
    await within(isIn, 'the place that became free');
    late.disconnect();
    const strict = await home.serve(home.newData(), '--limit-guests', '1/600000');
    await connect(strict.port);
    const again = io(`http://127.0.0.1:${strict.port}`, { forceNew: true, reconnectionDelay: 10, transports: ['websocket'] });
    for (let i = 0; i < 3; i++) await within(new Promise((resolve) => again.once('disconnect', resolve)), 'another try');
    again.disconnect();
    leaveAll();
    await Promise.all([full.stop(), strict.stop()]);
  });

  test('an impossible token and a name of the wrong type are ignored; a name that is too long is refused', async () => {
    for (const auth of [{ name: 5 }, { name: '' }, { name: '\ud800' }, { token: 'y'.repeat(65), name: {} }]) assert.match((await join1(auth)).session.name, /^Guest \d+$/);
    for (const length of [21, 64, 65, 3000]) await refusedWith('bad-name', server.port, { name: 'x'.repeat(length) });
  });

  test('the stock client reconnects by itself to a server that stops or cannot be reached', async () => {
    const own = await home.serve(home.newData());
    const client = await connect(own.port, {}, { reconnection: true });
    const ended = client.ended();
    await own.stop();
    assert.equal((await ended).active, true);
    client.leave();
    const error = await connect(own.port, {}, { reconnection: true }).catch((error) => error);
    assert.equal(error.active, true);
    leaveAll();
  });

  test('too many malformed events end the connection for good', async () => {
    const own = await home.serve(home.newData(), '--limit-nonsense', '3/600000');
    const client = await connect(own.port);
    const ended = client.ended();
    for (let i = 0; i < 5; i++) client.send('nonsense');
    assert.deepEqual(await ended, { reason: 'io server disconnect', active: false });
    await own.stop();
  });
});

describe('the transcripts', () => {
  /** False if the players got the other sides, which are random. */
  async function replay(lines) {
    const clients = { A: await join1({ name: 'Ada' }), B: await join1({ name: 'Bob' }) }, names = new Map();
    for (const { who, isSent, name, data } of lines) {
      const client = clients[who];
      if (isSent) {
        void client.ask(name, page.translate(data, names));
        continue;
      }
      const frame = await client.next(`${who} ${name}`);
      assert.equal(frame.kind === 'ack' ? 'ack' : frame.name, name, `${who}: ${JSON.stringify(frame).slice(0, 200)}`);
      if (name === 'game-start' && frame.data.player !== data.player) return false;
      page.compare(data, frame.data, names, `${who} ${name}`);
    }
    return true;
  }

  test('the game is played again, frame by frame', async () => {
    const lines = page.game();
    assert.ok(lines.length > 20);
    let isPlayed = false;
    for (let i = 0; i < 50 && !isPlayed; i++) {
      isPlayed = await replay(lines);
      leaveAll();
    }
    assert.ok(isPlayed);
  });

  test('the requests are answered again, field by field', async () => {
    const names = new Map();
    for (const { method, target, body, token, status, answer } of page.exchanges()) {
      const real = target.replace(/[0-7][0-9a-z]{12}/, (id) => names.get(id));
      const response = await api(method, real, names.get(token), body);
      assert.equal(response.status, status, `${method} ${target}`);
      page.compare(answer, await response.json(), names, `${method} ${target}`);
    }
  });
});
