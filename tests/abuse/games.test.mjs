// One stranger tries to use up what games are made of: boards, places, rows, the queue, names and codes.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { enter, makeHome } from '../e2e/players.mjs';
import { begin, get, post, setServer } from '../e2e/rest_client.mjs';
import { refusedOf } from './common/attackers.mjs';

const PASSWORD = 'correct horse battery';
const home = makeHome();
const servers = [];
after(async () => {
  for (const server of servers) await server.stop('SIGKILL');
  home.remove();
});

/** A server without the limits of connections, which would end these attacks before their own limits do. */
async function serve(...options) {
  const limits = ['--limit-address', '1000000/1', '--limit-connection', '1000000/1', '--limit-input', '1000000/1'];
  const server = await home.serve(home.newData(), '--durability', 'normal', '--trust-proxy', '127.0.0.1', ...limits, ...options);
  servers.push(server);
  return setServer(server);
}

const from = (address) => ({ headers: { 'x-forwarded-for': address } });
const enterFrom = (server, address) => enter(server.port, { extraHeaders: { 'X-Forwarded-For': address } });
const BOT = { kind: 'computer', level: 'easy' };

/** Asks again and again; gives how often each code came, "ok" for those that were accepted. */
async function count(times, ask) {
  const codes = {};
  for (let i = 0; i < times; i++) {
    const { error } = await ask(i), code = error?.code ?? 'ok';
    codes[code] = (codes[code] ?? 0) + 1;
  }
  return codes;
}

/** Games against the computer that are over. */
async function finished(times, stranger) {
  const games = [];
  for (let i = 0; i < times; i++) {
    const { body } = await post('/api/games', { players: [{ kind: 'me' }, BOT] }, { token: stranger.token, ...from('192.0.2.1') });
    games.push(body.game.gameId);
    await stranger.must('resign', { gameId: games[i] });
  }
  return games;
}

describe('games of one stranger', () => {
  let server;
  before(async () => (server = await serve()));

  test('on 300 boards leave others theirs', async () => {
    const stranger = await enterFrom(server, '192.0.2.1');
    const boards = [];
    for (let width = 3; width <= 12; width++) for (let height = 3; height <= 12; height++) for (let connect = 3; connect <= 5; connect++) boards.push(`${width}x${height}c${connect}`);
    await count(300, (i) => stranger.ask('create-game', { board: boards[i], clock: { perMoveMs: 86_400_000 } }));
    for (const board of ['7x6', '5x5x5', '12x12c8']) await begin({ board, players: [{ kind: 'guest' }, BOT] }, from('192.0.2.2'));
    stranger.leave();
  });

  test('by rematches count like others', async () => {
    const own = await serve('--max-address-games', '12');
    const stranger = await enterFrom(own, '192.0.2.1');
    const games = await finished(20, stranger);
    const codes = await count(20, (i) => stranger.ask('request-rematch', { gameId: games[i] }));
    assert.deepEqual(codes, { ok: 12, 'too-many-games': 8 });
    stranger.leave();
  });

  test('come no faster than their limit, rematches and requests included', async () => {
    const own = await serve('--limit-games', '10/600000');
    const stranger = await enterFrom(own, '192.0.2.1'), { token } = stranger;
    const games = await finished(6, stranger);
    assert.deepEqual(await count(1, () => stranger.ask('create-game', {})), { ok: 1 });
    assert.deepEqual(await count(6, (i) => stranger.ask('request-rematch', { gameId: games[i] })), { ok: 3, 'slow-down': 3 });
    assert.equal((await post('/api/games', { players: [{ kind: 'me' }, BOT] }, { token, ...from('192.0.2.1') })).status, 429);
    assert.ok((await refusedOf(own, 'games')) >= 4);
    await begin({ players: [{ kind: 'guest' }, BOT] }, from('192.0.2.2'));
    stranger.leave();
  });
});

test('searches in the games of a player cost more than other requests', async () => {
  const server = await home.serve(home.newData(), '--durability', 'normal', '--trust-proxy', '127.0.0.1', '--limit-address', '100/600000');
  servers.push(setServer(server));
  const { seats } = await begin({}, from('198.51.100.1'));
  const asks = { 'status=your_turn': 20, 'result=won': 20, 'opponent=Ann': 20, 'status=in_progress': 100 };
  for (const [i, [query, most]] of Object.entries(asks).entries()) {
    const codes = await count(most + 5, async () => (await get(`/api/games?player=${seats[0].playerId}&${query}`, from(`192.0.2.${i}`))).body);
    assert.equal(codes.ok, most, query);
  }
});

test('guests who queue for games over days and leave are 200 of one address at most, and others get in', async () => {
  const server = await serve('--max-clients', '2000', '--limit-guests', '1000/1');
  const wish = (i) => ({ board: `${3 + (i % 10)}x${3 + (Math.floor(i / 10) % 10)}c3`, clock: { perMoveMs: 86_400_000 * (1 + Math.floor(i / 100)) } });
  const codes = await count(220, async (i) => {
    const guest = await enterFrom(server, '192.0.2.1');
    const answer = await guest.ask('join-queue', wish(i));
    guest.leave();
    return answer;
  });
  assert.deepEqual(codes, { ok: 200, 'server-full': 20 });
  const honest = await enterFrom(server, '192.0.2.2');
  await honest.must('join-queue', { clock: { perMoveMs: 3 * 86_400_000 } });
  honest.leave();
});

describe('guesses of one stranger', () => {
  const GUESSES = 20;
  let server, login, code;
  before(async () => {
    server = await serve('--limit-guesses', `${GUESSES}/600000`);
    const owner = (await begin({ players: [{ kind: 'guest', name: 'Somebody' }, BOT] }, from('198.51.100.1'))).tokens[0];
    login = 'hidden_login';
    assert.equal((await post('/api/account', { login, password: PASSWORD }, { token: owner, ...from('198.51.100.1') })).status, 201);
    ({ code } = (await post('/api/games', {}, { token: owner, ...from('198.51.100.1') })).body);
  });

  test('tell by names that are taken which logins exist, until the limit; then nothing', async () => {
    const stranger = await enterFrom(server, '192.0.2.1');
    const codes = await count(GUESSES + 5, () => stranger.ask('set-name', { name: login }));
    assert.deepEqual(codes, { 'name-taken': GUESSES, 'slow-down': 5 });
    assert.equal((await stranger.ask('set-name', { name: 'Nobody has this' })).error.code, 'slow-down');
    for (const name of [login, 'Nobody has this']) {
      const made = await post('/api/games', { players: [{ kind: 'guest', name }, BOT] }, from('192.0.2.1'));
      assert.equal(made.body.error.code, 'slow-down');
      const guest = await enter(server.port, { auth: { name }, extraHeaders: { 'X-Forwarded-For': '192.0.2.1' } });
      assert.match(guest.session.name, /^Guest \d+$/);
      guest.leave();
    }
    const honest = await enterFrom(server, '192.0.2.2');
    await honest.must('set-name', { name: 'Nobody has this' });
    stranger.leave();
    honest.leave();
  });

  test('find no game by its code, and a right one tells nothing after the limit', async () => {
    const stranger = await enterFrom(server, '192.0.2.3'), { token } = stranger;
    const codes = await count(GUESSES, (i) => stranger.ask('join-game', { code: `ZZ${String(2222 + i).replace(/[01]/g, '7')}` }));
    assert.deepEqual(codes, { 'no-such-code': GUESSES });
    assert.equal((await stranger.ask('join-game', { code: 'ZZZZZZ' })).error.code, 'slow-down');
    assert.equal((await stranger.ask('join-game', { code })).error.code, 'slow-down');
    assert.equal((await post('/api/join', { code }, { token, ...from('192.0.2.3') })).body.error.code, 'slow-down');
    const friend = await enterFrom(server, '192.0.2.4');
    await friend.must('join-game', { code });
    assert.equal((await get('/api/me', { token, ...from('192.0.2.3') })).status, 200);
    stranger.leave();
    friend.leave();
  });
});
