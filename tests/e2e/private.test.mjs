// Private games: the id of one is its link, so no list and no event shows it to others. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { enter, makeHome } from './players.mjs';
import { begin, get, play, post, setServer } from './rest_client.mjs';

const PASSWORD = 'correct horse battery';
let home, server, ann, bob, stranger;

before(async () => {
  home = makeHome();
  server = setServer(await home.serve(home.newData(), '--limits', 'off'));
  [ann, bob] = [await member('Annabel', 'annabel_1'), await member('Bobby', 'bobby_1')];
  stranger = await enter(server.port, { auth: { name: 'Stranger' } });
});
after(async () => {
  stranger.leave();
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  home.remove();
});

async function member(name, login) {
  const made = await begin({ players: [{ kind: 'guest', name }, { kind: 'computer', level: 'easy' }] });
  const who = { playerId: made.seats[0].playerId, token: made.tokens[0], name };
  assert.equal((await post('/api/account', { login, password: PASSWORD }, { token: who.token })).status, 201);
  await post(`/api/games/${made.game.gameId}/resign`, undefined, { token: who.token });
  return who;
}

/** Everything that a stranger can read without knowing a game. */
async function everything() {
  const ids = [ann.playerId, bob.playerId], token = stranger.token;
  const paths = ['/api/lobby', '/api/games', '/api/games?status=completed&limit=50', '/api/me', '/api/me/export', '/', '/metrics', '/healthz'];
  for (const kind of ['classic', 'cube', 'other']) paths.push(`/api/leaders?class=${kind}`, `/api/leaders?class=${kind}&by=wins`);
  for (const id of ids) {
    paths.push(`/api/players/${id}`, ...['classic', 'cube', 'other'].map((kind) => `/api/players/${id}/ratings?class=${kind}`));
    for (const status of ['waiting', 'in_progress', 'your_turn', 'completed']) paths.push(`/api/games?player=${id}&status=${status}&limit=50`);
    paths.push(`/api/games?player=${id}&opponent=${ids[0]}`, `/api/games?player=${id}&result=won`, `/api/games?player=${id}&limit=1`);
  }
  const bodies = [];
  for (const path of paths) for (const options of [{}, { token }]) bodies.push([path, JSON.stringify((await get(path, options)).body)]);
  return bodies;
}

async function assertHidden(game, when) {
  for (const [path, text] of await everything())
    for (const [what, secret] of [['id', game.gameId], ['code', game.code]]) assert.ok(!secret || !text.includes(secret), `${when}: ${path} shows the ${what}`);
  assert.ok(!JSON.stringify(stranger.heard ?? []).includes(game.gameId), `${when}: an event`);
}

describe('a private game', () => {
  test('is in no list of others while it waits, is played and is over; its players see it', async () => {
    const made = (await post('/api/games', { rated: true, clock: { perMoveMs: 86_400_000 } }, { token: ann.token })).body;
    const game = { gameId: made.game.gameId, code: made.code };
    assert.ok(game.code);
    await assertHidden(game, 'waiting');
    assert.equal((await post('/api/join', { code: game.code }, { token: bob.token })).status, 200);
    await assertHidden(game, 'playing');
    const { players } = (await get(`/api/games/${game.gameId}`)).body;
    const tokens = players.map(({ id }) => (id === ann.playerId ? ann.token : bob.token));
    await play({ path: `/api/games/${game.gameId}`, tokens }, [3, 0, 3, 0, 3, 0, 3]);
    await assertHidden(game, 'over');
    const points = async (who, token) => (await get(`/api/players/${who.playerId}/ratings`, { token })).body.points.map((point) => point.gameId);
    assert.deepEqual([await points(ann), await points(ann, stranger.token)], [[null], [null]]);
    for (const { token } of [ann, bob]) for (const who of [ann, bob]) assert.deepEqual(await points(who, token), [game.gameId]);
    for (const { token } of [ann, bob]) assert.ok((await get('/api/games?player=me&status=completed', { token })).body.games.some(({ gameId }) => gameId === game.gameId));
  });

  test('is read with its link, which shows neither its code nor the chat of its players, and has no preview', async () => {
    const made = (await post('/api/games', {}, { token: ann.token })).body, id = made.game.gameId;
    await post('/api/join', { code: made.code }, { token: bob.token });
    for (const path of ['', '/history', '/board.svg', '/export.json', '/export.txt']) {
      const { status, body } = await get(`/api/games/${id}${path}`);
      assert.equal(status, 200, path);
      assert.ok(!JSON.stringify(body).includes(made.code), path);
    }
    const page = (await get(`/game/${id}`)).body;
    assert.ok(!page.includes('Annabel') && !page.includes('Bobby'));
    const player = await enter(server.port, { auth: { token: ann.token } });
    await player.must('chat-message', { gameId: id, text: 'between us' });
    const seen = await stranger.must('watch', { gameId: id });
    assert.ok(!JSON.stringify(seen).includes('between us') && !JSON.stringify(seen).includes(made.code));
    await stranger.must('unwatch', { gameId: id });
    player.leave();
  });
});

/** The state of splitmix64 after it has given `out`. */
function splitmixState(out) {
  const mask = (1n << 64n) - 1n;
  const unshift = (x, by) => {
    let y = x;
    for (let i = 0; i < 3; i++) y = x ^ (y >> by);
    return y;
  };
  const inverse = (odd) => {
    let x = odd;
    for (let i = 0; i < 6; i++) x = (x * (2n - odd * x)) & mask;
    return x;
  };
  let x = unshift(out, 31n);
  x = (x * inverse(0x94d049bb133111ebn)) & mask;
  x = unshift(x, 27n);
  x = (x * inverse(0xbf58476d1ce4e5b9n)) & mask;
  return unshift(x, 30n);
}

function splitmixNext(state) {
  const mask = (1n << 64n) - 1n, next = (state + 0x9e3779b97f4a7c15n) & mask;
  let x = ((next ^ (next >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
  x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & mask;
  return [x ^ (x >> 31n), next];
}

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const numberOf = (id) => [...id].reduce((sum, digit) => sum * 32n + BigInt(DIGITS.indexOf(digit)), 0n);

test('the id of a private game cannot be worked out from those of its players', async () => {
  const made = await begin({ players: [{ kind: 'guest' }, { kind: 'guest' }] });
  const gameId = numberOf(made.game.gameId), guesses = [];
  for (const { playerId } of made.seats)
    for (const top of [0n, 1n << 63n]) {
      let out, state = splitmixState(numberOf(playerId) | top);
      for (let i = 0; i < 6; i++) {
        [out, state] = splitmixNext(state);
        guesses.push(out & ((1n << 63n) - 1n));
      }
    }
  assert.ok(!guesses.includes(gameId));
});
