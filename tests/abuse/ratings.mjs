// The long form of tests/e2e/ratings.test.mjs: one person with many accounts tries to reach the top of a leaderboard. FOURFALL names
// another program to test.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeHome } from '../e2e/players.mjs';
import { begin, drop, enrol, get, post, refused, setServer } from '../e2e/rest_client.mjs';

const WIN = [3, 0, 3, 0, 3, 0, 3];
const DAYS = { rated: true, clock: { perMoveMs: 86_400_000 } };
let home, server;

before(async () => {
  home = makeHome();
  server = setServer(await home.serve(home.newData(), '--trust-proxy', '127.0.0.1', '--limits', 'off'));
});
after(async () => {
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  home.remove();
});

/** An account that plays from this address. */
async function account(address) {
  const at = { headers: { 'x-forwarded-for': address } };
  const made = await begin({ players: [{ kind: 'guest' }, { kind: 'computer', level: 'easy' }] }, at);
  await enrol([made.tokens[0]], at);
  return { token: made.tokens[0], playerId: made.seats[0].playerId, ...at };
}

/** A rated game by invitation; x wins, by a line or because o resigns. */
async function beats(x, o, isResigned = false) {
  const { body } = await post('/api/games', DAYS, x);
  const path = `/api/games/${body.game.gameId}`;
  assert.equal((await post('/api/join', { code: body.code }, o)).status, 200);
  for (const [i, column] of (isResigned ? WIN.slice(0, 4) : WIN).entries()) await post(`${path}/moves`, drop(column, i), i % 2 ? o : x);
  if (isResigned) await post(`${path}/resign`, undefined, o);
}

const countedOf = async ({ playerId }) => (await get(`/api/players/${playerId}`)).body.ratings[0]?.counted?.games ?? 0;

describe('a person with many accounts', () => {
  test('wins nothing against guests of their own, in 150 attempts', async () => {
    const me = await account('192.0.2.1');
    for (let i = 0; i < 150; i++) refused(await post('/api/games', { ...DAYS, players: [{ kind: 'me' }, { kind: 'guest' }] }, me), 422, 'rated-seats');
    assert.equal(await countedOf(me), 0);
  });

  test('in one network counts nothing, in 60 games against 20 puppets', async () => {
    const me = await account('192.0.2.2');
    for (let i = 0; i < 20; i++) {
      const puppet = await account('192.0.2.2');
      for (let game = 0; game < 3; game++) await beats(me, puppet);
    }
    assert.equal(await countedOf(me), 0);
  });

  test('in many networks counts the first five games against new puppets, then none', async () => {
    const me = await account('198.51.100.1');
    for (let i = 2; i < 32; i++) await beats(me, await account(`198.51.100.${i}`));
    assert.equal(await countedOf(me), 5);
  });

  test('counts no fast resignations, and three games a day of each pair', async () => {
    const [me, friend] = [await account('203.0.113.1'), await account('203.0.113.2')];
    for (let i = 0; i < 3; i++) await beats(me, friend, true);
    assert.equal(await countedOf(me), 0);
    for (let i = 0; i < 30; i++) await beats(me, await account('203.0.113.3')); // to forget the pair
    const [rival, other] = [await account('203.0.113.4'), await account('203.0.113.5')];
    for (let i = 0; i < 20; i++) await beats(rival, other);
    assert.equal(await countedOf(rival), 3);
  });
});
