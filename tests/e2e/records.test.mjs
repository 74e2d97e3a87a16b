// Records of finished games: profiles, rating graphs, leaderboards, searches, files, and pages of single games. FOURFALL names
// another program to test.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { enter, makeHome, meet, play as playLive } from './players.mjs';
import { assertAnswered, begin, beginRated, enrol, get, UNUSED_ID, play, post, refused, setServer } from './rest_client.mjs';
import { eventually, onlySqlite } from './server_process.mjs';

const WIN = [3, 0, 3, 0, 3, 0, 3]; // X wins with its fourth disc
const LOSS = [0, 3, 0, 3, 1, 3, 1, 3]; // O does
let home, server;

before(async () => {
  home = makeHome();
  writeFileSync(join(home.web, 'game.html'), '<!doctype html><base href="../"><title>A game</title>');
  writeFileSync(join(home.web, 'embed.html'), '<!doctype html><base href="../"><title>An embedded game</title>');
  server = setServer(await home.serve(home.newData(), '--count-same-network', 'on')); // all players of the tests have one address
});
after(async () => {
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  assert.equal(server.err, '');
  home.remove();
});

/** Two players who can play again and again: {ids, tokens}. */
async function pair(...names) {
  const made = await begin({ players: names.map((name) => ({ kind: 'guest', name })) });
  await post(`${made.path}/resign`, undefined, { token: made.tokens[0] });
  return { ids: made.seats.map((seat) => seat.playerId), tokens: made.tokens };
}

/** Plays a whole game between them; `first` moves first. */
async function whole(two, columns, { first = 0, ...wish } = {}) {
  const { tokens } = two;
  if (wish.rated) {
    if (!two.isEnrolled) await enrol(tokens);
    two.isEnrolled = true;
    wish.clock = { perMoveMs: 86_400_000 };
  }
  const { body } = await post('/api/games', wish, { token: tokens[first] });
  await post('/api/join', { code: body.code }, { token: tokens[1 - first] });
  const made = { path: `/api/games/${body.game.gameId}`, id: body.game.gameId, tokens: first ? [...tokens].reverse() : tokens };
  await play(made, columns);
  return made;
}

const profile = async (id) => (await get(`/api/players/${id}`)).body;
const results = (games, wins, draws, losses) => ({ games, wins, draws, losses });

describe('a profile', () => {
  test('counts games between people by colour and opening, with length and streaks', async () => {
    const two = await pair('Ann', 'Bob'); // one game, resigned by Ann before the first disc
    for (const [columns, first] of [[WIN, 0], [WIN, 0], [LOSS, 1], [WIN, 1]]) await whole(two, columns, { first });
    const ann = await profile(two.ids[0]);
    assert.deepEqual([ann.name, ann.isGuest, ann.isDeleted, ann.ratings], ['Ann', true, false, []]);
    assert.deepEqual(ann.totals, results(5, 3, 0, 2));
    assert.deepEqual(ann.byColour, { X: results(3, 2, 0, 1), O: results(2, 1, 0, 1) });
    assert.deepEqual(ann.streak, { current: -1, bestWin: 3 });
    assert.equal(ann.averagePly, (3 * 7 + 8) / 5);
    assert.deepEqual(ann.openings, [
      { column: 3, as: 'X', ...results(2, 2, 0, 0) },
      { column: 0, as: 'O', ...results(1, 1, 0, 0) },
      { column: 3, as: 'O', ...results(1, 0, 0, 1) },
    ]);
    assert.deepEqual(ann.computer, results(0, 0, 0, 0));
    assert.deepEqual((await profile(two.ids[1])).totals, results(5, 2, 0, 3));
  });

  test('counts games against the computer separately', async () => {
    const made = await begin({ players: [{ kind: 'guest' }, { kind: 'computer', level: 'easy' }] });
    await play(made, [3]);
    await post(`${made.path}/resign`, undefined, { token: made.tokens[0] });
    const { totals, computer, averagePly } = await profile(made.seats[0].playerId);
    assert.deepEqual([totals, computer, averagePly], [results(0, 0, 0, 0), results(1, 0, 0, 1), null]);
  });

  test('of an unknown player is refused', async () => {
    for (const id of [UNUSED_ID, 'x']) {
      refused(await get(`/api/players/${id}`), 404, 'no-such-player');
      refused(await get(`/api/players/${id}/ratings`), 404, 'no-such-player');
    }
  });
});

describe('ratings', () => {
  test('the graph has every rated game of its class, oldest first', async () => {
    const two = await pair('Ann', 'Bob');
    const games = [await whole(two, WIN, { rated: true }), await whole(two, LOSS, { rated: true })];
    await whole(two, WIN);
    await whole(two, [0, 1, 2, 3], { rated: true, board: '5x5x5' }).then((made) => post(`${made.path}/resign`, undefined, { token: made.tokens[0] }));
    const { body } = await get(`/api/players/${two.ids[0]}/ratings`, { token: two.tokens[0] });
    assert.deepEqual(body.points.map((point) => point.gameId), games.map((game) => game.id));
    assert.ok(body.points[0].rating > 1500 && body.points[1].rating < body.points[0].rating);
    assert.deepEqual((await get(`/api/players/${two.ids[0]}/ratings?class=cube`)).body.points.length, 1);
    assert.deepEqual((await get(`/api/players/${two.ids[0]}/ratings?class=other`)).body.points, []);
    refused(await get(`/api/players/${two.ids[0]}/ratings?class=x`), 400, 'bad-request');
    const { ratings } = await profile(two.ids[0]);
    assert.deepEqual(ratings.map((one) => [one.class, one.games, one.wins, one.losses]), [['classic', 2, 1, 1], ['cube', 1, 0, 1]]);
    assert.equal(ratings[0].rating, body.points[1].rating);
  });

  test('resigning before both players have moved twice changes no rating', async () => {
    const two = await pair('Ann', 'Bob');
    const short = await whole(two, [3, 3, 3], { rated: true });
    await post(`${short.path}/resign`, undefined, { token: two.tokens[1] });
    assert.equal((await get(`${short.path}/history`)).body.reason, 'resign');
    assert.deepEqual((await profile(two.ids[0])).ratings, []);
    assert.equal((await profile(two.ids[0])).totals.games, 2);
    const longer = await whole(two, [3, 3, 3, 3], { rated: true });
    await post(`${longer.path}/resign`, undefined, { token: two.tokens[1] });
    assert.equal((await profile(two.ids[0])).ratings[0].wins, 1);
  });

  test('game-over has ratings only if they changed; players have the id of their profile', async () => {
    const [a, b] = await Promise.all([enter(server.port), enter(server.port)]);
    const [x, o] = await meet(a, b, { rated: true, clock: { initialMs: 300_000 } });
    assert.deepEqual([x.game.players.X.playerId, x.game.opponent.playerId], [x.session.playerId, o.session.playerId]);
    assert.deepEqual([x.session.account, x.session.isGuest], [null, true]);
    await playLive(x, o, [3, 3]);
    await x.must('resign', { gameId: x.game.gameId });
    assert.equal('ratings' in (await o.next('game-over')), false);
    const [y, p] = await meet(a, b, { rated: true, clock: { initialMs: 300_000 } });
    await playLive(y, p, WIN);
    assert.ok((await p.next('game-over', (over) => over.gameId === p.game.gameId)).ratings.X.after > 1500);
    [a, b].forEach((player) => player.leave());
  });
});

describe('leaderboards', () => {
  /** Everybody plays everybody, thrice at most, until the first player's counted rating is no longer provisional. */
  async function settle(two) {
    const others = await Promise.all(['Gil', 'Ida', 'Jan'].map((name) => pair(name, `${name}a`)));
    const all = [two, ...others].flatMap(({ ids, tokens }) => tokens.map((token, i) => ({ id: ids[i], token })));
    await enrol(all.map(({ token }) => token));
    for (let round = 0; round < 3; round++)
      for (const [i, a] of all.entries())
        for (const [j, b] of all.slice(i + 1).entries()) {
          await whole({ tokens: [a.token, b.token], isEnrolled: true }, (round + j) % 2 ? LOSS : WIN, { rated: true });
          const [{ counted }] = (await profile(two.ids[0])).ratings;
          if (counted && !counted.isProvisional) return;
        }
    assert.fail('still provisional');
  }

  test('by rating and by wins: ranks continue across pages, each player appears once, and the sender sees their rank', async () => {
    const two = await pair('Carl', 'Dora');
    assert.equal((await get('/api/leaders', { token: two.tokens[0] })).body.me, null, 'provisional: no place by rating');
    await settle(two);
    for (const by of ['rating', 'wins']) {
      const all = [];
      for (let cursor = '', pages = 0; cursor !== null; pages++) {
        assert.ok(pages < 50);
        const { body } = await get(`/api/leaders?by=${by}&limit=1${cursor && `&cursor=${cursor}`}`, { token: two.tokens[0] });
        all.push(...body.leaders);
        cursor = body.next;
        assert.equal(body.me.playerId, two.ids[0]);
      }
      const { body } = await get(`/api/leaders?by=${by}&limit=100`, { token: two.tokens[0] });
      assert.deepEqual(all, body.leaders);
      const ranked = all.filter((leader) => leader.rank !== null);
      assert.deepEqual(ranked.map((leader) => leader.rank), ranked.map((_, i) => i + 1));
      assert.deepEqual(ranked, all.slice(0, ranked.length), 'provisional players come last');
      assert.equal(new Set(all.map((leader) => leader.playerId)).size, all.length);
      assert.equal(body.total, ranked.length);
      assert.deepEqual(body.me, all.find((leader) => leader.playerId === two.ids[0]));
      const mine = await get(`/api/leaders?by=${by}&limit=2&cursor=${body.mine}`);
      assert.deepEqual(mine.body.leaders, all.slice(body.me.rank - 1, body.me.rank + 1), 'a page that begins with me');
      assert.equal(mine.body.mine, null, 'the request had no token');
      for (const part of [ranked, all.slice(ranked.length)]) {
        const keys = part.map((leader) => (by === 'wins' ? leader.wins : leader.rating));
        assert.deepEqual(keys, [...keys].sort((p, q) => q - p));
      }
      if (by === 'rating') assert.ok(all.every((leader) => leader.isProvisional === (leader.rank === null)));
      else assert.ok(ranked.length === all.length && all.every((leader) => leader.wins > 0));
    }
    assert.deepEqual((await get('/api/leaders?class=other')).body.leaders, []);
  });

  test('a player with a provisional rating is listed after the ranked ones, without a rank', async () => {
    const two = await pair('Emil', 'Frida');
    assert.equal((await get('/api/leaders?class=other', { token: two.tokens[0] })).body.me, null, 'no rated game yet');
    await whole(two, WIN, { rated: true, board: '8x7' });
    const { body } = await get('/api/leaders?class=other&limit=1', { token: two.tokens[1] });
    assert.deepEqual([body.leaders[0].playerId, body.leaders[0].rank, body.leaders[0].isProvisional], [two.ids[0], null, true]);
    assert.deepEqual([body.me.playerId, body.me.rank, body.total], [two.ids[1], null, 0]);
    const rest = await get(`/api/leaders?class=other&cursor=${body.next}`);
    assert.deepEqual(rest.body.leaders, [body.me]);
    assert.deepEqual((await get(`/api/leaders?class=other&cursor=${body.mine}`)).body.leaders, [body.me]);
    refused(await get(`/api/leaders?class=other&by=wins&cursor=${body.mine}`), 400, 'bad-request');
  });

  test('wrong parameters are refused with the reason', async () => {
    for (const query of ['by=luck', 'class=x', 'limit=0', 'limit=101', 'limit=x', 'cursor=x']) refused(await get(`/api/leaders?${query}`), 400, 'bad-request');
    refused(await get('/api/leaders', { token: 'short' }), 401, 'no-session');
  });
});

describe('a search of a player\'s own games', () => {
  test('finds by class, result and opponent, page by page, with the fields of a list', async () => {
    const two = await pair('Ann', 'Bob');
    const won = await whole(two, WIN, { rated: true }), lost = await whole(two, LOSS);
    const cube = await whole(two, [0, 1], { board: '5x5x5' });
    await post(`${cube.path}/resign`, undefined, { token: two.tokens[1] });
    const [token] = two.tokens, ids = async (query) => (await get(`/api/games?player=me&${query}`, { token })).body.games.map((game) => game.gameId);
    assert.deepEqual(await ids('class=cube'), [cube.id]);
    assert.deepEqual(await ids('result=won'), [cube.id, won.id]);
    assert.deepEqual((await ids('result=lost')).slice(0, 1), [lost.id]);
    assert.deepEqual(await ids('result=drawn'), []);
    assert.deepEqual(await ids('class=classic&result=won&status=completed'), [won.id]);
    assert.equal((await ids(`opponent=${two.ids[1]}`)).length, 4);
    assert.equal((await ids('opponent=bO')).length, 4);
    assert.deepEqual(await ids('opponent=%25'), [], 'no pattern, just a beginning');
    assert.deepEqual(await ids(`opponent=${UNUSED_ID}`), []);
    const first = (await get('/api/games?player=me&result=won&limit=1', { token })).body;
    assert.deepEqual((await get(`/api/games?player=me&result=won&limit=1&cursor=${first.next}`, { token })).body.games.map((game) => game.gameId), [won.id]);
    const entry = (await get('/api/games?player=me&class=classic&result=won', { token })).body.games[0];
    assert.deepEqual([entry.board, entry.class, entry.moves, entry.ply, entry.result, entry.reason, entry.rated, entry.version], ['7x6', 'classic', '4141414', 7, 'won', 'line', true, 7]);
    assert.equal(entry.finishedAt, entry.updatedAt);
    const theirs = (await get('/api/games?player=me&class=cube', { token: two.tokens[1] })).body.games[0];
    assert.deepEqual([theirs.result, theirs.reason, theirs.rated], ['lost', 'resign', false]);
  });

  test('filters by your_turn and by its short form turn', async () => {
    const made = await begin(), [token] = made.tokens;
    for (const status of ['turn', 'your_turn']) assert.deepEqual((await get(`/api/games?player=me&status=${status}`, { token })).body.games.map((game) => [game.gameId, game.result, game.finishedAt]), [[made.game.gameId, null, null]]);
  });

  test('wrong parameters are refused with the reason', async () => {
    const { tokens: [token] } = await begin();
    for (const query of ['player=me&class=x', 'player=me&result=x', 'player=me&result=won&status=in_progress', 'result=won', `player=me&opponent=${'x'.repeat(65)}`])
      refused(await get(`/api/games?${query}`, { token }), 400, 'bad-request');
  });
});

describe('files and pages', () => {
  test('a game can be downloaded as its state or as notation, which names the board unless it is classic', async () => {
    const two = await pair('Ann', 'Bob');
    const made = await whole(two, WIN), cube = await whole(two, [0, 12, 24], { board: '5x5x5' });
    const json = await get(`${made.path}/export.json`);
    const { reason, rated, finishedAt, clock, deadline, ...bare } = (await get(made.path)).body;
    assert.deepEqual([json.body, reason, rated, clock, deadline], [bare, 'line', false, null, null]);
    assert.equal(finishedAt, bare.updatedAt);
    assert.equal(json.headers.get('content-disposition'), `attachment; filename="fourfall-${made.id}.json"`);
    const text = await get(`${made.path}/export.txt`);
    assert.equal(text.body, '4141414\n');
    assert.equal(text.headers.get('content-disposition'), `attachment; filename="fourfall-${made.id}.txt"`);
    assert.equal((await get(`${cube.path}/export.txt`)).body, '5x5x5:amy\n');
    for (const what of ['export.json', 'export.txt']) refused(await get(`/api/games/${UNUSED_ID}/${what}`), 404, 'no-such-game');
  });

  test('every game has a page, and one that other sites may embed', async () => {
    for (const [kind, title] of [['game', 'A game'], ['embed', 'An embedded game']]) {
      const { status, body, headers } = await get(`/${kind}/${UNUSED_ID}`);
      const policy = headers.get('content-security-policy');
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8']);
      assert.ok(body.includes(`<title>${title}</title>`));
      assert.ok(policy.includes("script-src 'self'") && policy.includes("base-uri 'self'"));
      assert.ok(policy.endsWith(kind === 'embed' ? 'frame-ancestors *' : "frame-ancestors 'none'"), policy);
      assert.equal(headers.get('cross-origin-resource-policy'), kind === 'embed' ? 'cross-origin' : 'same-origin');
      for (const bad of ['', 'x', `${UNUSED_ID}/`, `${UNUSED_ID}0`, 'iiiiiiiiiiiii', '..%2findex.html']) assert.equal((await get(`/${kind}/${bad}`)).status, 404, bad);
    }
    assert.ok((await get('/')).headers.get('content-security-policy').includes("base-uri 'none'; frame-ancestors 'none'"));
  });
});

describe('the lobby', () => {
  /** The answer is made once a second, so a change shows up a little later. */
  const lobby = (own, isThere, what) => eventually(async () => {
    await pause(50); // within the rate limit
    const { status, body } = await get('/api/lobby', { port: own.port });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }, isThere, what);
  const idOf = (made) => made.path.split('/').at(-1);

  test('shows who is online, what is waited for, public games and their results, and never a private game', async () => {
    const own = await home.serve(home.newData());
    assert.deepEqual((await get('/api/lobby', { port: own.port })).body, { online: 0, kinds: [], games: [], results: [] });
    const at = { port: own.port };
    const people = await Promise.all([enter(own.port), enter(own.port), enter(own.port)]);
    const [live] = await meet(people[1], people[2]);
    const hidden = await begin({ visibility: 'private' }, at);
    const shown = await begin({ visibility: 'public' }, at);
    await people[0].must('join-queue', { board: '5x5x5', clock: { initialMs: 180_000, incrementMs: 2000 }, rated: true });
    const now = await lobby(own, ({ online, kinds, games }) => online === 3 && kinds.length === 1 && games.length === 2, 'people and games');
    assert.deepEqual(now.kinds, [{ board: '5x5x5', clock: { initialMs: 180_000, incrementMs: 2000 }, rated: true, waiting: 1, typicalWaitMs: null }]);
    assert.deepEqual(now.games.map(({ gameId }) => gameId), [live.game.gameId, idOf(shown)], 'live games first');
    await play(hidden, WIN, 0, at);
    await play(shown, WIN, 0, at);
    const later = await lobby(own, ({ results }) => results.length === 1, 'a result');
    assert.deepEqual(later.results.map(({ gameId, winner, reason }) => [gameId, winner, reason]), [[idOf(shown), shown.seats[0].playerId, 'line']]);
    assert.ok(!JSON.stringify(later).includes(idOf(hidden)));
    await live.must('resign', { gameId: live.game.gameId });
    const [again] = await meet(people[1], people[2]);
    await again.must('resign', { gameId: again.game.gameId });
    const { kinds } = await lobby(own, (body) => body.kinds.length === 2, 'waits');
    assert.deepEqual([kinds[1].board, kinds[1].clock, kinds[1].waiting], ['7x6', null, 0]);
    assert.ok(kinds[1].typicalWaitMs >= 0 && kinds[1].typicalWaitMs < 60_000);
    people.forEach((player) => player.leave());
    await lobby(own, ({ online }) => online === 0, 'everybody left');
    assert.deepEqual(await own.stop(), { code: 0, signal: null });
  });
});

describe('a clock that is ahead', onlySqlite('nodes go by the clock of a database server'), () => {
  test('ends games over days whose time is over (test flag)', async () => {
    const data = home.newData();
    let own = await home.serve(data);
    const made = await beginRated({ clock: { perMoveMs: 2 * 86_400_000 } }, { port: own.port });
    await play(made, [3, 3, 3], 0, { port: own.port });
    await own.stop();
    own = await home.serve(data, '--test-clock-shift', String(3 * 86_400_000));
    const over = await eventually(async () => (await get(`${made.path}/history`, { port: own.port })).body, (history) => history.status === 'completed', 'the end');
    assert.equal(over.reason, 'time');
    await own.stop();
  });
});

test('every operation of records was answered as documented', () => {
  assertAnswered((template) => /^\/api\/(players|leaders|lobby|games\/\{id\}\/export)(?!.*report)/.test(template));
});
