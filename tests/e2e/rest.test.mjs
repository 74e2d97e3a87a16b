// The REST interface, alone and together with stock Socket.IO clients. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { enter, makeHome } from './players.mjs';
import { ask, assertAnswered, begin, beginRated, document, drop, get, UNUSED_ID, play, post, refused, setServer, UNUSED_TOKEN } from './rest_client.mjs';
import { eventually, onlySqlite, path } from './server_process.mjs';
import { frame, open } from './websocket_client.mjs';

const require = createRequire(path('web/package.json'));
const { Validator } = await import(require.resolve('@seriousme/openapi-schema-validator'));
/** What a server logged about clients and itself; a node of a database server also logs its number. */
const eventsOf = (lines) => lines.map((line) => line.event).filter((event) => event !== 'node');
let home, server;

before(async () => {
  home = makeHome();
  server = setServer(await home.serve(home.newData()));
});
after(async () => {
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  assert.equal(server.err, '');
  home.remove();
});

describe('a game', () => {
  test('of two new guests has their tokens, and its state is that of the move contract', async () => {
    const made = await begin();
    const { game } = made;
    assert.deepEqual(game.players.map((player) => player.name), ['Ann', 'Bob']);
    assert.deepEqual(made.seats.map((seat) => seat.playerId), game.players.map((player) => player.id));
    assert.deepEqual([game.gameType, game.status, game.winner, game.currentPlayerIndex, game.version], ['connect-four', 'in_progress', null, 0, 0]);
    assert.deepEqual(game.metadata.board, Array(6).fill(Array(7).fill(null)));
    assert.deepEqual((await get(made.path)).body, game);
    assert.notEqual(made.tokens[0], made.tokens[1]);
  });

  test('is played to a win; every answer is the state after the move', async () => {
    const made = await begin();
    const first = await play(made, [3]);
    assert.deepEqual(first.metadata.lastMove, { row: 5, column: 3, player: made.game.players[0].id });
    assert.deepEqual([first.version, first.currentPlayerIndex, first.metadata.board[5][3]], [1, 1, 'red']);
    const last = await play(made, [0, 3, 0, 3, 0, 3], 1);
    assert.deepEqual([last.status, last.winner, last.version], ['completed', made.game.players[0].id, 7]);
    assert.deepEqual((await get(made.path)).body, last);
  });

  test('has its clock and the time left; a game over days has a deadline', async () => {
    const live = await begin({ clock: { initialMs: 300_000, incrementMs: 3000 } });
    await play(live, [3, 3]);
    const { clock, deadline } = (await get(live.path)).body;
    assert.deepEqual([clock.initialMs, clock.incrementMs, clock.running, deadline], [300_000, 3000, 'X', null]);
    for (const side of ['X', 'O']) assert.ok(clock.leftMs[side] > 200_000 && clock.leftMs[side] <= 303_000, JSON.stringify(clock));
    const day = 86_400_000, slow = await begin({ clock: { perMoveMs: 3 * day } });
    await play(slow, [3]);
    const { body } = await get(slow.path);
    assert.deepEqual([body.clock.perMoveMs, body.clock.running], [3 * day, 'O']);
    assert.equal(Date.parse(body.deadline), Date.parse(body.updatedAt) + 3 * day);
    const listed = (await get('/api/games?player=me', { token: slow.tokens[0] })).body.games[0];
    assert.deepEqual([listed.clock, listed.deadline], [{ perMoveMs: 3 * day }, body.deadline]);
    await post(`${slow.path}/resign`, undefined, { token: slow.tokens[0] });
    const over = (await get(slow.path)).body;
    assert.deepEqual([over.deadline, over.clock.running, over.reason], [null, null, 'resign']);
  });

  test('a stale version gets 409 with the current state; a repeated move is accepted and made once', async () => {
    const made = await begin();
    await play(made, [3]);
    const stale = refused(await post(`${made.path}/moves`, drop(2, 0), { token: made.tokens[1] }), 409, 'stale');
    assert.deepEqual(stale.body.game, (await get(made.path)).body);
    const again = await post(`${made.path}/moves`, drop(3, 0), { token: made.tokens[0] });
    assert.deepEqual([again.status, again.body.version], [200, 1]);
  });

  test('resigning wins it for the other side', async () => {
    const made = await begin();
    await play(made, [3]);
    const over = await post(`${made.path}/resign`, undefined, { token: made.tokens[0] });
    assert.deepEqual([over.status, over.body.status, over.body.winner, over.body.version], [200, 'completed', made.game.players[1].id, 1]);
    assert.deepEqual((await get(made.path)).body, over.body);
    refused(await post(`${made.path}/resign`, undefined, { token: made.tokens[1] }), 409, 'game-over');
    refused(await post(`${made.path}/moves`, drop(1, 1), { token: made.tokens[1] }), 409, 'game-over');
    assert.equal((await get(`${made.path}/history`)).body.reason, 'resign');
  });

  test('is played on the cube and other boards', async () => {
    const made = await begin({ board: '5x5x5' });
    const state = await play(made, [12, 0]);
    assert.deepEqual([state.metadata.size, state.metadata.board.length, state.metadata.board[0].length], ['5x5x5', 5, 5]);
  });

  test('against the computer gets its replies', async () => {
    const made = await begin({ players: [{ kind: 'guest' }, { kind: 'computer', level: 'easy' }] });
    assert.equal(made.game.players[1].id, 'computer');
    await play(made, [3]);
    const answered = await get(`${made.path}?wait=20&version=1`);
    assert.equal(answered.body.version, 2);
  });

  test('with an open seat waits until a player joins with the code', async () => {
    const [ann] = (await begin()).tokens, [bob] = (await begin()).tokens;
    const { body } = await post('/api/games', {}, { token: ann });
    assert.deepEqual([body.game.status, body.game.players.length, body.seats[1]], ['waiting', 1, { playerId: null, token: null }]);
    const validation = await post(`/api/games/${body.game.gameId}/validate`, drop(0), { token: ann });
    assert.deepEqual(validation.body, { valid: false, error: 'Game is waiting for players' });
    refused(await post('/api/join', { code: 'nonsense' }, { token: bob }), 404, 'no-such-code');
    refused(await post('/api/join', { code: body.code }, { token: ann }), 409, 'own-game');
    const joined = await post('/api/join', { code: body.code }, { token: bob });
    assert.deepEqual([joined.status, joined.body.status, joined.body.players.length], [200, 'in_progress', 2]);
  });
});

describe('a request id', () => {
  const wish = { players: [{ kind: 'me' }, { kind: 'open' }], requestId: 'r-1' };

  test('makes a repeated request safe: the same game and code, with status 200', async () => {
    const { token } = (await begin()).seats[0], first = await post('/api/games', wish, { token });
    assert.equal(first.status, 201);
    const again = await post('/api/games', wish, { token });
    assert.deepEqual([again.status, again.body.game.gameId, again.body.code], [200, first.body.game.gameId, first.body.code]);
    assert.equal((await post('/api/games', { ...wish, requestId: 'r-2' }, { token })).status, 201);
    assert.equal((await post('/api/games', wish, { token: (await begin()).tokens[0] })).status, 201);
  });

  test('never shows a guest\'s token twice', async () => {
    const { token } = (await begin()).seats[0], order = { players: [{ kind: 'me' }, { kind: 'guest' }], requestId: 'r-3' };
    const first = await post('/api/games', order, { token }), again = await post('/api/games', order, { token });
    assert.equal(first.body.seats[1].token.length, 43);
    assert.deepEqual(again.body.seats, [first.body.seats[0], { ...first.body.seats[1], token: null }]);
  });

  test('works for a game that the sender does not play in, too', async () => {
    const { token } = (await begin()).seats[0], order = { players: [{ kind: 'guest' }, { kind: 'guest' }], requestId: 'r-4' };
    const first = await post('/api/games', order, { token }), again = await post('/api/games', order, { token });
    assert.equal(again.body.game.gameId, first.body.game.gameId);
  });

  test('needs a token, and has 1 to 36 characters', async () => {
    refused(await post('/api/games', { requestId: 'r-1' }), 400, 'bad-request');
    const { token } = (await begin()).seats[0];
    for (const requestId of ['', 'x'.repeat(37), 'ä'.repeat(19), 5]) refused(await post('/api/games', { ...wish, requestId }, { token }), 400, 'bad-request');
  });

  test('is not needed to find the code again: the list of one\'s waiting games has it', async () => {
    const { token, playerId } = (await begin()).seats[0], { body } = await post('/api/games', { ...wish, visibility: 'public' }, { token });
    const mine = (await get('/api/games?player=me&status=waiting', { token })).body.games;
    assert.deepEqual(mine.map(({ gameId, code }) => [gameId, code]), [[body.game.gameId, body.code]]);
    const others = (await get(`/api/games?player=${playerId}&status=waiting`)).body.games;
    assert.deepEqual(others.map(({ gameId, code }) => [gameId, code]), [[body.game.gameId, undefined]]);
  });
});

describe('integers', () => {
  const moves = (made, column, version) => post(`${made.path}/moves`, `{"action":"drop","parameters":{"column":${column}},"version":${version}}`, { token: made.tokens[0] });

  test('a number with a zero fraction is one; others are refused', async () => {
    const made = await begin();
    for (const column of ['3.5', '1e400', '9223372036854775808', 'NaN']) refused(await moves(made, column, 0), 400, 'bad-request');
    assert.equal((await moves(made, '3.0', '0e0')).body.version, 1);
  });

  test('an unknown field is named, with any characters', async () => {
    for (const name of ['ä'.repeat(40), `a${'ä'.repeat(40)}`, '\ud800']) {
      const { body } = refused(await post('/api/games', { [name]: 1 }), 400, 'bad-request');
      assert.match(body.error.message, /is not a field known here$/);
    }
  });
});

describe('validation', () => {
  test('checks in the order of the move contract, with its texts, and changes nothing', async () => {
    const made = await begin(), stranger = await begin();
    const strangerId = stranger.game.players[0].id;
    await play(made, [0, 0, 0, 0, 0, 0]);
    const before = (await get(made.path)).body;
    const judge = async (column, token) => (await post(`${made.path}/validate`, drop(column), { token })).body;
    assert.deepEqual(await judge(9, made.tokens[1]), { valid: false, error: 'It is not your turn' });
    assert.deepEqual(await judge(7, made.tokens[0]), { valid: false, error: 'Column must be between 0 and 6' });
    assert.deepEqual(await judge(-1, made.tokens[0]), { valid: false, error: 'Column must be between 0 and 6' });
    assert.deepEqual(await judge(0, made.tokens[0]), { valid: false, error: 'Column 0 is full' });
    assert.deepEqual(await judge(0, stranger.tokens[0]), { valid: false, error: 'Column 0 is full' });
    assert.deepEqual(await judge(1, stranger.tokens[0]), { valid: false, error: `Player ${strangerId} is not in this game` });
    assert.deepEqual(await judge(1, made.tokens[0]), { valid: true });
    assert.deepEqual((await get(made.path)).body, before);
    await post(`${made.path}/resign`, undefined, { token: made.tokens[1] });
    assert.deepEqual(await judge(1, made.tokens[0]), { valid: false, error: 'Game is already completed' });
    assert.deepEqual(await judge(1, stranger.tokens[0]), { valid: false, error: 'Game is already completed' });
  });

  test('a move is refused with the same texts', async () => {
    const made = await begin(), stranger = await begin();
    const text = async (column, token, status, code) => refused(await post(`${made.path}/moves`, drop(column, 0), { token }), status, code).body.error.message;
    assert.equal(await text(1, made.tokens[1], 422, 'not-your-turn'), 'It is not your turn');
    assert.equal(await text(7, made.tokens[0], 422, 'column-out-of-range'), 'Column must be between 0 and 6');
    assert.equal(await text(1, stranger.tokens[0], 403, 'not-in-game'), `Player ${stranger.game.players[0].id} is not in this game`);
    assert.equal((await get(made.path)).body.version, 0);
  });
});

describe('reading a game', () => {
  test('the picture is drawn by the core, names escaped', async () => {
    const made = await begin({ players: [{ kind: 'guest', name: '<b>&' }, { kind: 'guest' }] });
    await play(made, [3]);
    const { status, body, headers } = await get(`${made.path}/board.svg`);
    assert.deepEqual([status, headers.get('content-type')], [200, 'image/svg+xml']);
    assert.match(body, /^<svg [^]*<\/svg>\s*$/);
    assert.ok(!body.includes('<b>'));
  });

  test('the history has every move and its time', async () => {
    const made = await begin();
    await play(made, [3, 4, 3]);
    const { body } = await get(`${made.path}/history`);
    assert.deepEqual(body.moves.map(({ version, column, player }) => [version, column, made.game.players.findIndex(({ id }) => id === player)]), [[1, 3, 0], [2, 4, 1], [3, 3, 0]]);
    assert.ok(body.moves.every((move) => move.at >= made.game.createdAt));
    assert.deepEqual([body.status, body.reason], ['in_progress', null]);
  });

  test('/api/me shows the player of the token', async () => {
    const made = await begin();
    const { body } = await get('/api/me', { token: made.tokens[1] });
    const { createdAt, ...rest } = body;
    assert.ok(createdAt <= made.game.createdAt);
    assert.deepEqual(rest, { playerId: made.game.players[1].id, name: 'Bob', isGuest: true, account: null, ratings: [], isModerator: false, mutedUntil: null, bannedUntil: null });
  });

  test('a rated game changes the ratings of /api/me', async () => {
    const made = await beginRated();
    await play(made, [3, 0, 3, 0, 3, 0, 3]);
    const { ratings } = (await get('/api/me', { token: made.tokens[0] })).body;
    assert.deepEqual(ratings.map((one) => [one.class, one.games, one.wins, one.isProvisional]), [['classic', 1, 1, true]]);
  });
});

describe('lists', () => {
  test('have pages, each game once, newest first', async () => {
    const token = (await begin()).tokens[0], made = [];
    const { playerId } = (await get('/api/me', { token })).body;
    for (let i = 0; i < 4; i++) made.push((await post('/api/games', { players: [{ kind: 'me' }, { kind: 'guest' }] }, { token })).body.game.gameId);
    const found = [];
    for (let cursor = '', pages = 0; cursor !== null; pages++) {
      assert.ok(pages < 10);
      const { body } = await get(`/api/games?player=me&limit=2${cursor && `&cursor=${cursor}`}`, { token });
      found.push(...body.games.map((game) => game.gameId));
      cursor = body.next;
    }
    assert.deepEqual(found.slice(0, 4), made.reverse());
    assert.equal(new Set(found).size, 5);
    assert.deepEqual((await get(`/api/games?player=${playerId}`)).body.games, [], 'private games are hidden from others');
  });

  test('filter by status: waiting, in progress, your turn, completed', async () => {
    const made = await begin({ visibility: 'public' }), [ann, bob] = made.tokens;
    const waiting = (await post('/api/games', {}, { token: ann })).body.game.gameId;
    const ids = async (query, token) => (await get(`/api/games?${query}`, { token })).body.games.map((game) => game.gameId);
    assert.deepEqual(await ids('player=me&status=waiting', ann), [waiting]);
    assert.deepEqual(await ids('player=me&status=in_progress', ann), [made.game.gameId]);
    assert.deepEqual(await ids('player=me&status=your_turn', ann), [made.game.gameId]);
    assert.deepEqual(await ids('player=me&status=your_turn', bob), []);
    assert.ok((await ids('status=in_progress')).includes(made.game.gameId));
    await post(`${made.path}/resign`, undefined, { token: bob });
    assert.deepEqual(await ids('player=me&status=completed', ann), [made.game.gameId]);
    assert.deepEqual(await ids(`player=${made.game.players[0].id}&status=completed`), [made.game.gameId], 'public games are everybody\'s');
    assert.ok((await ids('status=completed')).includes(made.game.gameId));
  });

  test('wrong parameters are refused with the reason', async () => {
    for (const query of ['status=lost', 'status=waiting', 'limit=0', 'limit=51', 'limit=x', 'limit=01', 'player=x', 'cursor=x', `cursor=${'g'.repeat(16)}-${'0'.repeat(16)}`])
      refused(await get(`/api/games?${query}`), 400, 'bad-request');
    refused(await get('/api/games?player=me'), 401, 'no-session');
  });
});

describe('waiting for a move', () => {
  test('the answer comes when the version changes', async () => {
    const made = await begin();
    const waiting = get(`${made.path}?wait=30&version=0`);
    await eventually(async () => (await get('/metrics')).body, (text) => /^fourfall_long_polls 1$/m.test(text), 'the poll');
    await play(made, [3]);
    assert.equal((await waiting).body.version, 1);
    assert.match((await get('/metrics')).body, /^fourfall_long_polls 0$/m);
  });

  test('the answer comes at once if the version differs already, or the game is over', async () => {
    const made = await begin();
    await play(made, [3]);
    assert.equal((await get(`${made.path}?wait=60&version=0`)).body.version, 1);
    await post(`${made.path}/resign`, undefined, { token: made.tokens[0] });
    assert.equal((await get(`${made.path}?wait=60&version=1`)).body.status, 'completed');
  });

  test('the answer comes when the time is over, when the game ends, and when it begins', async () => {
    const made = await begin();
    assert.equal((await get(`${made.path}?wait=1&version=0`)).body.version, 0);
    const waiting = get(`${made.path}?wait=60&version=0`);
    await eventually(async () => (await get('/metrics')).body, (text) => /^fourfall_long_polls 1$/m.test(text), 'the poll');
    await post(`${made.path}/resign`, undefined, { token: made.tokens[1] });
    assert.equal((await waiting).body.status, 'completed');
    const open = (await post('/api/games', {}, { token: made.tokens[0] })).body;
    const begins = get(`/api/games/${open.game.gameId}?wait=60&version=0`);
    await eventually(async () => (await get('/metrics')).body, (text) => /^fourfall_long_polls 1$/m.test(text), 'the poll');
    await post('/api/join', { code: open.code }, { token: made.tokens[1] });
    assert.equal((await begins).body.status, 'in_progress');
  });

  test('a client that disconnects waits no longer; one address has a limited number of waiting requests', async () => {
    const made = await begin(), gone = new AbortController();
    const polls = Array.from({ length: 256 }, () => fetch(`http://127.0.0.1:${server.port}${made.path}?wait=60&version=0`, { signal: gone.signal }).catch(() => null));
    await eventually(async () => (await get('/metrics')).body, (text) => /^fourfall_long_polls 256$/m.test(text), 'all polls');
    refused(await get(`${made.path}?wait=60&version=0`), 429, 'too-many-polls');
    gone.abort();
    await Promise.all(polls);
    await eventually(async () => (await get('/metrics')).body, (text) => /^fourfall_long_polls 0$/m.test(text), 'no poll');
    await play(made, [3]);
  });

  test('a server that stops answers waiting requests first', async () => {
    const own = await home.serve(home.newData());
    const made = await begin({}, { port: own.port });
    const waiting = get(`${made.path}?wait=60&version=0`, { port: own.port });
    await eventually(async () => (await get('/metrics', { port: own.port })).body, (text) => /^fourfall_long_polls 1$/m.test(text), 'the poll');
    const stopped = own.stop();
    assert.equal((await waiting).body.version, 0);
    assert.deepEqual(await stopped, { code: 0, signal: null });
  });

  test('a wrong wait or version is refused', async () => {
    const made = await begin();
    for (const query of ['wait=61&version=0', 'wait=x&version=0', 'wait=1', 'wait=1&version=-1']) refused(await get(`${made.path}?${query}`), 400, 'bad-request');
  });
});

describe('with Socket.IO', () => {
  test('a REST client and a Socket.IO client play the same game', async () => {
    const bob = await enter(server.port, { auth: { name: 'Bob' } });
    const ann = (await begin()).tokens[0];
    const { body } = await post('/api/games', { players: [{ kind: 'me' }, { kind: 'open' }] }, { token: ann });
    const { gameId } = body.game, there = `/api/games/${gameId}`;
    await bob.must('join-game', { code: body.code });
    await bob.next('game-start', (game) => game.gameId === gameId);
    for (let ply = 0; ply < 6; ply += 2) {
      assert.equal((await post(`${there}/moves`, drop(3, ply), { token: ann })).status, 200);
      const update = await bob.next('game-update', (game) => game.ply === ply + 1);
      assert.equal(update.isYourTurn, true);
      const waiting = get(`${there}?wait=30&version=${ply + 1}`);
      await bob.must('make-move', { gameId, columnIndex: 0, ply: ply + 1 });
      assert.equal((await waiting).body.version, ply + 2);
    }
    const won = await post(`${there}/moves`, drop(3, 6), { token: ann });
    assert.equal(won.body.winner, (await get('/api/me', { token: ann })).body.playerId);
    assert.equal((await bob.next('game-over')).winner, 'X');
    assert.equal((await get('/api/me', { token: bob.token })).body.name, 'Bob');
    bob.leave();
  });
});

describe('refusals', () => {
  test('without a token, or with an unknown one: 401', async () => {
    const made = await begin();
    for (const [method, target, body] of [['GET', '/api/me'], ['POST', `${made.path}/moves`, drop(0, 0)], ['POST', `${made.path}/validate`, drop(0)], ['POST', `${made.path}/resign`], ['POST', '/api/join', { code: 'x' }]])
      for (const token of [undefined, UNUSED_TOKEN, 'short']) {
        const answer = refused(await ask(method, target, { body, token }), 401, 'no-session');
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
      }
    refused(await get('/api/me', { headers: { authorization: `Basic ${made.tokens[0]}` } }), 401, 'no-session');
    refused(await post('/api/games', { players: [{ kind: 'me' }, { kind: 'guest' }] }, { token: UNUSED_TOKEN }), 401, 'no-session');
  });

  test('an unknown game: 404 for every request', async () => {
    const { tokens: [token] } = await begin();
    for (const id of [UNUSED_ID, 'x', 'i'.repeat(13)]) {
      for (const what of ['', '/board.svg', '/history']) refused(await get(`/api/games/${id}${what}`), 404, 'no-such-game');
      for (const [what, body] of [['/moves', drop(0, 0)], ['/validate', drop(0)], ['/resign']]) refused(await post(`/api/games/${id}${what}`, body, { token }), 404, 'no-such-game');
    }
    refused(await get('/api/nothing'), 404, 'no-such-address');
  });

  test('only players of a game may resign', async () => {
    const made = await begin(), other = await begin();
    refused(await post(`${made.path}/resign`, undefined, { token: other.tokens[0] }), 403, 'not-in-game');
  });

  test('a body that is not a move: 400 with the reason, and no change', async () => {
    const made = await begin(), token = made.tokens[0];
    const bad = ['{', '[]', '"x"', 'null x', '{"action":"drop","action":"drop"}', {}, { action: 'drop' }, { ...drop(0, 0), action: 'lift' }, drop('0', 0), drop(0.5, 0), drop(0), drop(0, -1), drop(0, '0'), { ...drop(0, 0), more: 1 },
      { action: 'drop', parameters: { column: 0, row: 1 }, version: 0 }, `${'['.repeat(200)}${']'.repeat(200)}`];
    for (const body of bad) refused(await post(`${made.path}/moves`, body, { token }), 400, 'bad-request');
    assert.equal((await get(made.path)).body.version, 0);
  });

  test('a wrong new game: 400 for types, 422 for values', async () => {
    for (const body of [{ players: [] }, { players: [{ kind: 'guest' }] }, { players: 'two' }, { players: [{ kind: 'ghost' }, { kind: 'guest' }] }, { board: 7 }, { clock: {} }, { visibility: 'secret' }, { extra: true }])
      refused(await post('/api/games', body), 400, 'bad-request');
    for (const [body, code] of [[{ board: '99x99' }, 'bad-board'], [{ clock: { initialMs: 1 } }, 'bad-clock'], [{ players: [{ kind: 'guest', name: ' ' }, { kind: 'guest' }] }, 'bad-name'], [{ players: [{ kind: 'guest' }, { kind: 'computer', level: 'divine' }] }, 'bad-level'], [{ players: [{ kind: 'open' }, { kind: 'open' }] }, 'bad-seats']])
      refused(await post('/api/games', body), 422, code);
  });

  test('too long: 413; not JSON: 415; wrong method: 405 with Allow', async () => {
    refused(await post('/api/games', `{"board":"${'x'.repeat(5000)}"}`), 413, 'too-large');
    refused(await post('/api/games', '{}', { headers: { 'content-type': 'text/plain' } }), 415, 'not-json');
    const answer = refused(await ask('DELETE', '/api/games'), 405, 'method-not-allowed');
    assert.equal(answer.headers.get('allow'), 'POST, GET, HEAD, OPTIONS');
    refused(await ask('POST', '/api/me'), 405, 'method-not-allowed');
  });

  test('too many requests: 429 with Retry-After', async () => {
    const own = await home.serve(home.newData(), '--limit-address', '100/100'); // less than the slowest machine asks for
    let slow = null;
    for (let round = 0; round < 20 && !slow; round++) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => post('/api/games', {}, { port: own.port })));
      slow = answers.find((answer) => answer.status === 429) ?? null;
    }
    assert.ok(slow, 'no request was refused');
    refused(slow, 429, 'slow-down');
    assert.equal(slow.headers.get('retry-after'), '1');
    const reads = await Promise.all(Array.from({ length: 300 }, () => get('/api/quick-messages', { port: own.port })));
    refused(reads.find((answer) => answer.status === 429) ?? reads[0], 429, 'slow-down');
    await own.stop();
  });

  test('pages of other origins: 403 unless they are listed', async () => {
    const own = await home.serve(home.newData(), '--origin', 'https://friend.example', '--log', 'info');
    const from = (origin, method = 'GET') => ask(method, '/api/games', { port: own.port, headers: { origin } });
    refused(await from('https://evil.example'), 403, 'bad-origin');
    assert.equal((await from('https://friend.example')).headers.get('access-control-allow-origin'), 'https://friend.example');
    const preflight = await from('https://friend.example', 'OPTIONS');
    assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-headers')], [204, 'authorization, content-type']);
    assert.equal((await from(`http://127.0.0.1:${own.port}`)).status, 200);
    refused(await get('/api/quick-messages', { port: own.port, headers: { origin: 'https://evil.example' } }), 403, 'bad-origin');
    await own.stop();
    const lines = own.err.trim().split('\n').map((line) => JSON.parse(line));
    assert.deepEqual(eventsOf(lines), ['start', 'origin-refused', 'origin-refused', 'stop']);
    assert.ok(lines.every((line) => line.level === 'info' && /^\d{4}-\d\d-\d\dT/.test(line.time)));
  });
});

describe('durability', () => {
  test('games and tokens survive a restart and SIGKILL', async () => {
    const data = home.newData();
    let own = await home.serve(data);
    const made = await begin({}, { port: own.port });
    await play(made, [3, 4], 0, { port: own.port });
    const before = (await get(made.path, { port: own.port })).body;
    await own.stop('SIGKILL');
    own = await home.serve(data);
    assert.deepEqual((await get(made.path, { port: own.port })).body, before);
    assert.equal((await play(made, [3], 2, { port: own.port })).version, 3);
    await own.stop();
    assert.ok(!own.err.includes(made.tokens[0]));
  });
});

// A database server that fails cannot be read either.
describe('when the store fails', process.env.FOURFALL_TEST_STORE_LATE === 'on' ? { skip: 'a late store stands for a database server' } : onlySqlite('its files must not grow'), () => {
  test('writes get 503 with Retry-After and change nothing; afterwards the same request succeeds', async () => {
    const own = await home.serve(home.newData()), at = { port: own.port };
    const made = await begin({}, at);
    await play(made, [3], 0, at);
    const limit = (bytes) => execFileSync('prlimit', ['--pid', String(own.child.pid), `--fsize=${bytes}:`]);
    limit(1); // no file may be written beyond this: a full disk, as far as the server can tell, its probes included
    const move = () => post(`${made.path}/moves`, drop(4, 1), { token: made.tokens[1], ...at });
    const answer = refused(await move(), 503, 'store-unavailable');
    assert.equal(answer.headers.get('retry-after'), '1');
    refused(await post('/api/games', {}, at), 503, 'store-unavailable');
    refused(await post(`${made.path}/resign`, undefined, { token: made.tokens[0], ...at }), 503, 'store-unavailable');
    const state = (await get(made.path, at)).body;
    assert.deepEqual([state.version, state.status], [1, 'in_progress']);
    const { body } = await get('/metrics', at);
    assert.match(body, /^fourfall_store_ready 0$/m);
    assert.match(body, /^fourfall_moves_total 1$/m);
    limit('unlimited');
    await eventually(() => own.get('/readyz'), ({ status }) => status === 200, 'ready again');
    assert.equal((await move()).body.version, 2);
    await own.stop();
    const events = own.err.trim().split('\n').map((line) => JSON.parse(line).event);
    assert.deepEqual([events[0], events.at(-1)], ['store-failed', 'store-works']);
  });
});

describe('metrics', () => {
  test('count moves, commits, refusals and memory, each with its type', async () => {
    const own = await home.serve(home.newData()), at = { port: own.port };
    const made = await begin({}, at);
    await play(made, [3, 4, 3], 0, at);
    refused(await post(`${made.path}/moves`, drop(9, 3), { token: made.tokens[1], ...at }), 422, 'column-out-of-range');
    const { body, headers } = await get('/metrics', at);
    assert.equal(headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    const value = (name) => Number(new RegExp(`^${name.replace(/[{}"+]/g, '\\$&')} (\\S+)$`, 'm').exec(body)?.[1]);
    assert.equal(value('fourfall_moves_total'), 3);
    assert.equal(value('fourfall_refusals_total{code="column-out-of-range"}'), 1);
    assert.equal(value('fourfall_games'), 1);
    assert.equal(value('fourfall_store_ready'), 1);
    assert.ok(value('process_resident_memory_bytes') > 1e6);
    assert.ok(value('fourfall_connections') >= 1);
    assert.ok(value('fourfall_commit_seconds_count') >= 4);
    assert.equal(value('fourfall_commit_seconds_bucket{le="+Inf"}'), value('fourfall_commit_seconds_count'));
    const names = new Set([...body.matchAll(/^([a-z_]+)[{ ]/gm)].map(([, name]) => name.replace(/_(bucket|sum|count)$/, '')));
    for (const name of names) assert.match(body, new RegExp(`^# TYPE ${name} (counter|gauge|histogram)$`, 'm'));
    await own.stop();
  });
});

describe('logs', () => {
  const SOCKET = '/socket.io/?EIO=4&transport=websocket';

  test('a malformed client and a foreign origin are counted and logged, without secrets', async () => {
    const own = await home.serve(home.newData(), '--log', 'info'), at = { port: own.port };
    const made = await begin({}, at);
    const socket = await open(own.port, SOCKET);
    socket.wire.write(frame({ masked: false, payload: 'x' }));
    await assert.rejects(open(own.port, SOCKET, { headers: { Origin: 'https://evil.example' } }));
    const counted = (text) => /^fourfall_cut_clients_total 1$/m.test(text) && /^fourfall_refused_origins_total 1$/m.test(text);
    await eventually(async () => (await get('/metrics', at)).body, counted, 'both counted');
    await own.stop();
    const lines = own.err.trim().split('\n').map((line) => JSON.parse(line));
    assert.deepEqual(eventsOf(lines).sort(), ['client-cut', 'origin-refused', 'start', 'stop']);
    assert.equal(lines.find((line) => line.event === 'client-cut').code, 1002);
    assert.ok(made.tokens.every((token) => !own.err.includes(token)));
  });
});

describe('openapi.json', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(validator.version, '3.1');
  });

  test('is served unchanged', async () => {
    assert.deepEqual((await get('/api/openapi.json')).body, document);
  });

  /** "GET /api/me" of every operation, as [method, template]. */
  const operations = () => Object.entries(document.paths).flatMap(([template, item]) => Object.keys(item).filter((key) => key !== 'parameters').map((method) => [method.toUpperCase(), template]));
  const example = (template) => template.replace('{id}', UNUSED_ID);

  test('has every address in the sources of the server', () => {
    const files = readdirSync(path('src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.c') && !name.endsWith('_test.c'));
    const named = new Set(files.flatMap((name) => readFileSync(join(path('src'), name), 'utf8').match(/(?<=")\/api\/[^"\s]+(?=")/g) ?? []));
    assert.deepEqual([...named].sort(), Object.keys(document.paths).sort());
  });

  test('has exactly the methods that the server accepts at each address', async () => {
    for (const template of Object.keys(document.paths)) {
      const { status, headers } = await ask('PUT', example(template));
      const taken = (headers.get('allow') ?? '').split(', ').filter((method) => !['HEAD', 'OPTIONS'].includes(method));
      assert.deepEqual([status, taken.sort()], [405, operations().filter(([, other]) => other === template).map(([method]) => method).sort()], template);
    }
  });

  test('has the statuses of refusals that every request can get', async () => {
    for (const [method, template] of operations()) {
      const send = (options) => ask(method, example(template), options); // fails if the status is not documented
      await send({ headers: { authorization: 'Basic abc' } });
      if (method === 'GET') continue;
      const token = (await begin()).tokens[0];
      refused(await send({ token, body: '{' }), 400, 'bad-request');
      refused(await send({ token, body: '{}', headers: { 'content-type': 'text/plain' } }), 415, 'not-json');
      refused(await send({ token, body: `{"x":"${'x'.repeat(5000)}"}` }), 413, 'too-large');
    }
  });

  test('lists the quick messages', async () => {
    const { status, body } = await get('/api/quick-messages');
    assert.equal(status, 200);
    assert.ok(body.some((message) => message.text === 'Hello!') && body.some((message) => message.name.startsWith('emoji-') && message.text === ''));
  });

  test('every operation was answered as documented, success and refusals', async () => {
    assertAnswered((template) => /^\/api\/(games(\/\{id\}(\/[a-z]+(\.svg)?)?)?|join|me|openapi\.json|quick-messages)$/.test(template));
  });
});
