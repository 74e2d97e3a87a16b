// Rated games: the attacks on ratings and leaderboards that worked once, and what moderators see of them. Players have addresses of
// their own, as behind a proxy. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { enter, makeHome, meet, play, PROGRAM } from './players.mjs';
import { assertAnswered, enrol, get, post, refused, setServer } from './rest_client.mjs';
import { storeOptions } from './server_process.mjs';

const WIN = [3, 0, 3, 0, 3, 0, 3];
const CLOCK = { initialMs: 300_000 };
const RATED = { rated: true, clock: CLOCK };
const DAYS = { rated: true, clock: { perMoveMs: 86_400_000 } };
let home, data, server, moderator;

const serve = async () => (server = setServer(await home.serve(data, '--trust-proxy', '127.0.0.1')));
const from = (address, auth = {}) => enter(server.port, { auth, extraHeaders: { 'x-forwarded-for': address } });
const command = (...args) => spawnSync(PROGRAM, ['moderator', ...storeOptions(data), ...args], { encoding: 'utf8', timeout: 60_000 });

before(async () => {
  home = makeHome();
  data = home.newData();
  await serve();
  moderator = await from('192.0.2.99');
  await post('/api/account', { login: 'Marple', password: 'st-mary-mead-1930' }, { token: moderator.token });
  assert.deepEqual([command('add', 'nobody').status, command('add', 'marple').stdout], [1, 'marple is a moderator\n']);
  assert.equal(command('list').stdout, 'Marple\n');
});
after(async () => {
  await server.stop();
  home.remove();
});

const ratingOf = async (player) => (await get(`/api/players/${player.session.playerId}`)).body.ratings[0];
const leaders = async () => (await get('/api/leaders?by=wins')).body;
const discounts = async (query = '') => (await get(`/api/moderation/discounts?${query}`, { token: moderator.token })).body;

/** Two players meet in the queue, and the first to move wins; gives game-over, and the winner. */
async function rated(a, b, wish = RATED) {
  const [x, o] = await meet(a, b, wish);
  await play(x, o, WIN);
  const over = await x.next('game-over', ({ gameId }) => gameId === x.game.gameId);
  return { ...over, winner: x, loser: o };
}

describe('farming', () => {
  test('a rated game against a guest of one\'s own is refused, however often', async () => {
    const ann = await from('192.0.2.1');
    await enrol([ann.token]);
    for (let i = 0; i < 20; i++) {
      const players = i % 2 ? [{ kind: 'me' }, { kind: 'guest' }] : [{ kind: 'guest' }, { kind: 'guest' }];
      refused(await post('/api/games', { ...DAYS, players }, { token: ann.token }), 422, 'rated-seats');
    }
    assert.equal(await ratingOf(ann), undefined);
    ann.leave();
  });

  test('two players of one network: their ratings move, their leaderboard entries do not', async () => {
    const [a, b] = [await from('2001:db8:0:1::1'), await from('2001:db8:0:1:ffff::2')]; // the same 64 bits
    const { ratings, winner, loser, gameId } = await rated(a, b);
    assert.deepEqual([ratings.X.counts, ratings.O.counts, ratings.X.after > 1500], [false, false, true]);
    const { games, wins, counted } = await ratingOf(winner);
    assert.deepEqual([games, wins, counted], [1, 1, null]);
    assert.deepEqual((await leaders()).leaders, []);
    const [{ discount, players, winner: won, ply, ...game }] = (await discounts()).discounts;
    assert.deepEqual([discount, won, ply, game.gameId, game.class], ['same-network', 'X', 7, gameId, 'classic']);
    assert.deepEqual([players.X.name, players.O.playerId, players.X.counts], [winner.session.name, loser.session.playerId, false]);
    [a, b].forEach((player) => player.leave());
  });

  test('win trading: three games of a pair in a day count, the others do not', async () => {
    const [a, b] = [await from('192.0.2.11'), await from('198.51.100.12')];
    for (let i = 0; i < 5; i++) {
      const { rematch, ...first } = i ? { rematch: true } : await rated(a, b);
      if (rematch) {
        const [x, o] = a.game.player === 'X' ? [b, a] : [a, b]; // the colours change
        await a.must('request-rematch', { gameId: a.game.gameId });
        await b.must('accept-rematch', { gameId: b.game.gameId });
        for (const player of [a, b]) player.game = await player.next('game-start');
        await play(x, o, WIN);
        first.ratings = (await x.next('game-over', ({ gameId }) => gameId === x.game.gameId)).ratings;
      }
      assert.deepEqual([first.ratings.X.counts, first.ratings.O.counts], [i < 3, i < 3], `game ${i + 1}`);
    }
    const { games, counted } = await ratingOf(a);
    assert.deepEqual([games, counted.games], [5, 3]);
    const mine = (await leaders()).leaders.find(({ playerId }) => playerId === a.session.playerId);
    assert.equal(mine.games, 3);
    assert.deepEqual((await discounts('limit=2')).discounts.map(({ discount }) => discount), ['repeated', 'repeated']);
    [a, b].forEach((player) => player.leave());
  });
});

describe('the moderators\' list', () => {
  test('is for moderators only, newest first, page by page', async () => {
    refused(await get('/api/moderation/discounts'), 401, 'no-session');
    const guest = await from('192.0.2.20');
    refused(await get('/api/moderation/discounts', { token: guest.token }), 403, 'not-moderator');
    guest.leave();
    for (const query of ['limit=0', 'limit=101', 'cursor=x']) refused(await get(`/api/moderation/discounts?${query}`, { token: moderator.token }), 400, 'bad-request');
    const all = (await discounts()).discounts, found = [];
    for (let cursor = ''; cursor !== null; ) {
      const page = await discounts(`limit=1${cursor && `&cursor=${cursor}`}`);
      found.push(...page.discounts);
      cursor = page.next;
    }
    assert.deepEqual(found, all);
    assert.equal(all.length, 3);
    assert.deepEqual(all.map(({ at }) => at), all.map(({ at }) => at).sort().reverse());
    assert.equal(command('remove', 'MARPLE').status, 0);
    refused(await get('/api/moderation/discounts', { token: moderator.token }), 403, 'not-moderator');
    assert.equal(command('add', 'marple').status, 0);
  });
});

test('a network is recognised after a restart, by the key in the database', async () => {
  const early = await from('203.0.113.7');
  await early.must('join-queue', DAYS);
  early.leave();
  await server.stop();
  await serve();
  const late = await from('203.0.113.7'), back = await from('198.51.100.77', { token: early.token });
  await late.must('join-queue', DAYS);
  late.game = await late.next('game-start');
  back.game = await back.must('resume', { gameId: late.game.gameId });
  const [x, o] = late.game.player === 'X' ? [late, back] : [back, late];
  await play(x, o, WIN);
  const { ratings } = await late.next('game-over');
  assert.deepEqual([ratings.X.counts, ratings.O.counts], [false, false]);
  assert.equal((await discounts('limit=1')).discounts[0].discount, 'same-network');
});

test('the list was answered as documented', () => assertAnswered((template) => template === '/api/moderation/discounts'));
