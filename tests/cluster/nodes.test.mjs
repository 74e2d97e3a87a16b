// Any node, any client: players of one game on different nodes, spectators on a third, REST on a fourth; two nodes that want to
// change the same thing at the same time.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { comeBack, enter, meet, play, seated, sendAllAway } from '../e2e/players.mjs';
import { codeOf, earlyInStep } from '../e2e/totp.mjs';
import { makeCluster } from './cluster.mjs';
import { startPostgres } from './postgres.mjs';
import { until } from './processes.mjs';
import { startRedis } from './redis.mjs';

const WIN = [3, 0, 3, 0, 3, 0, 3];
let postgres, redis, cluster, nodes;

before(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  cluster = await makeCluster(postgres, { nodes: 4, redis });
  ({ nodes } = cluster);
});
after(async () => {
  sendAllAway();
  for (const node of nodes) await node.stop();
  await cluster.close();
  await postgres.stop('immediate');
  await redis.stop();
});

const at = (index, options = {}) => enter(0, { url: nodes[index].url, ...options });
const back = (index, player) => comeBack(0, player, { url: nodes[index].url });
/** Two players on nodes 0 and 1 in a game: [x, o]. */
const pair = async (wish) => meet(await at(0), await at(1), wish);
const leave = (...players) => players.forEach((player) => player.leave());

async function rest(index, method, target, { token, body } = {}) {
  const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body ? { 'content-type': 'application/json' } : {}) };
  const answer = await fetch(nodes[index].url + target, { method, headers, body: body && JSON.stringify(body), signal: AbortSignal.timeout(60_000) });
  return { status: answer.status, body: await answer.json() };
}
const drop = (index, gameId, token, column, version) =>
  rest(index, 'POST', `/api/games/${gameId}/moves`, { token, body: { action: 'drop', parameters: { column }, version } });
/** A game of two guests, by REST. */
async function guests(index = 0, wish = {}) {
  const { status, body } = await rest(index, 'POST', '/api/games', { body: { players: [{ kind: 'guest', name: 'Ann' }, { kind: 'guest', name: 'Bob' }], ...wish } });
  assert.equal(status, 201, JSON.stringify(body));
  return { gameId: body.game.gameId, tokens: body.seats.map(({ token }) => token) };
}
/** Waits until all nodes show the same game; one that has an older copy finds the newer row soon. Gives it. */
async function agree(gameId) {
  let views;
  const look = async () => (views = await Promise.all(nodes.map(async (_, index) => (await rest(index, 'GET', `/api/games/${gameId}`)).body)));
  const facts = ({ status, winner, version, reason, metadata: { moves } }) => JSON.stringify({ status, winner, version, reason, moves });
  await until(async () => new Set((await look()).map(facts)).size === 1, () => `all nodes show the same game: ${views.map(facts)}`);
  return views[0];
}
const codes = (answers) => answers.map((answer) => (answer.ok === undefined ? answer.body.error?.code ?? 'ok' : answer.ok ? 'ok' : answer.error.code)).sort();

test('nodes of one database have one key of push messages, those of another database another', async () => {
  const other = await makeCluster(postgres, { nodes: 1 });
  const keys = await Promise.all([...nodes, ...other.nodes].map(async (node) => JSON.parse((await node.get('/api/push')).text).publicKey));
  await other.close();
  const foreign = keys.pop();
  assert.match(foreign, /^[\w-]{87}$/);
  assert.equal(new Set(keys).size, 1, keys.join(' '));
  assert.notEqual(keys[0], foreign);
});

test('the lobby of every node counts the players of all nodes, until they leave or their node stops', async () => {
  const players = await Promise.all([at(0), at(1), at(1), at(2)]);
  const show = (count) => async () => {
    const lobbies = await Promise.all([0, 1, 3].map((index) => rest(index, 'GET', '/api/lobby')));
    return lobbies.every(({ body }) => body.online === count);
  };
  await until(show(4), 'four players are online');
  leave(players[1]);
  await nodes[2].stop();
  await until(show(2), 'one has left, and one has lost its node');
  await nodes[2].start();
  leave(...players);
});

describe('one game on four nodes', () => {
  test('players on two, a spectator on a third, REST on a fourth: all see each move and one end', async () => {
    const [x, o] = await pair();
    const { gameId } = x.game;
    const watcher = await at(2);
    assert.equal((await watcher.must('watch', { gameId })).ply, 0);
    await Promise.all([x, o].map((player) => player.next('spectators', ({ count }) => count === 1)));
    const waiting = rest(3, 'GET', `/api/games/${gameId}?wait=60&version=0`);
    const [last] = await play(x, o, WIN);
    assert.deepEqual([last.status, last.winner], ['win', 'X']);
    assert.equal((await waiting).body.version >= 1, true);
    for (let ply = 1; ply <= WIN.length; ply++) await watcher.next('game-update', (update) => update.ply === ply);
    for (const one of [x, o, watcher]) {
      assert.equal((await one.next('game-over')).reason, 'line');
      assert.ok(!one.has('game-over'), 'told once');
    }
    assert.equal((await agree(gameId)).metadata.moves, WIN.map((column) => column + 1).join(''));
    leave(x, o, watcher);
  });

  test('spectators of all nodes are counted, until they leave or their node dies', async () => {
    const [x, o] = await pair();
    const { gameId } = x.game;
    const counted = (count) => Promise.all([x, o].map((player) => player.next('spectators', (event) => event.count === count)));
    const mortal = await cluster.add();
    const watchers = [await at(0), await at(2), await enter(0, { url: mortal.url })];
    for (const [index, watcher] of watchers.entries()) {
      await watcher.must('watch', { gameId });
      await counted(index + 1);
    }
    for (const one of [x, o]) assert.equal((await one.must('resume', { gameId })).spectators, 3);
    const again = await back(3, x); // a node that did not have the game hears the number when it is repeated
    await again.next('spectators', ({ count }) => count === 3);
    x.leave();
    watchers[0].leave();
    await o.next('spectators', ({ count }) => count === 2);
    cluster.nodes.pop();
    await mortal.kill();
    await o.next('spectators', ({ count }) => count === 1);
    watchers[1].leave();
    await o.next('spectators', ({ count }) => count === 0);
    await o.must('resign', { gameId });
    leave(o, again, watchers[2]);
  });

  test('chat, offers and rematches cross nodes', async () => {
    const [x, o] = await pair();
    const { gameId } = x.game;
    await x.must('chat-message', { gameId, text: 'hello' });
    assert.equal((await o.next('chat-message')).text, 'hello');
    await o.must('chat-message', { gameId, quick: 1 });
    assert.equal((await x.next('chat-message', ({ quick }) => quick === 1)).from, o.game.player);
    await play(x, o, [3, 3]);
    await x.must('offer-draw', { gameId });
    assert.equal((await o.next('draw-offered')).by, 'X');
    await o.must('decline-draw', { gameId });
    await x.next('draw-declined');
    await o.must('offer-draw', { gameId });
    await x.next('draw-offered');
    await x.must('accept-draw', { gameId });
    for (const one of [x, o]) assert.equal((await one.next('game-over')).agreed, true);
    await o.must('request-rematch', { gameId });
    await x.next('rematch-offered');
    await x.must('accept-rematch', { gameId });
    const [first] = await seated(x, o);
    assert.equal(first.game.rematchOf, gameId);
    assert.equal(first.session.playerId, o.session.playerId, 'sides are swapped');
    await first.must('resign', { gameId: first.game.gameId });
    leave(x, o);
  });

  test('a player leaves one node and comes back to another: the opponent hears of both, and the seat is the same', async () => {
    const [x, o] = await pair();
    await play(x, o, [3, 3]);
    x.leave();
    await o.next('opponent-disconnected');
    const again = await back(2, x);
    const game = await again.next('game-start');
    assert.deepEqual([game.gameId, game.player, game.moves, game.isYourTurn], [x.game.gameId, 'X', '44', true]);
    await o.next('opponent-reconnected');
    again.game = game;
    await play(again, o, [3], 2);
    await o.must('resign', { gameId: game.gameId });
    leave(again, o);
  });

  test('a game made on one node is joined by its code on another; a repeated request finds it on a third', async () => {
    const [a, b] = [await at(0), await at(1)];
    const requestId = `once-${a.session.playerId}`;
    const made = await a.must('create-game', { requestId });
    const again = await back(2, a);
    assert.deepEqual([(await again.must('create-game', { requestId })).gameId, (await again.must('create-game', { requestId })).code], [made.gameId, made.code]);
    await b.must('join-game', { code: made.code });
    const [x, o] = await seated(again, b);
    await play(x, o, WIN);
    leave(a, b, again);
  });

  test('a waiting game that is cancelled on one node cannot be joined on another', async () => {
    const [a, b] = [await at(0), await at(1)];
    const { code, gameId } = await a.must('create-game', {});
    await a.must('cancel-game', { gameId });
    assert.equal((await b.ask('join-game', { code })).error.code, 'no-such-code');
    leave(a, b);
  });

  test('a flag falls once, and all hear of the same end', async () => {
    const [x, o] = await pair({ clock: { initialMs: 1000 } });
    const watcher = await at(2);
    await watcher.must('watch', { gameId: x.game.gameId });
    const ends = await Promise.all([x, o, watcher].map((one) => one.next('game-over')));
    assert.deepEqual(ends.map(({ reason, winner }) => [reason, winner]), Array(3).fill(['time', 'O']));
    assert.ok(![x, o, watcher].some((one) => one.has('game-over')), 'told once');
    leave(x, o, watcher);
  });

  test('the computer answers on the node where its opponent is, wherever that is', async () => {
    let player = await at(0);
    const { gameId } = await player.must('create-game', { level: 'easy', player: 'X' });
    for (let ply = 0; ply < 6; ply += 2) {
      await player.must('make-move', { gameId, columnIndex: ply / 2, ply });
      await player.next('game-update', (update) => update.ply === ply + 2);
      player.leave();
      player = await back(1 + (ply % 3), player);
      assert.equal((await player.next('game-start')).ply, ply + 2);
    }
    await player.must('resign', { gameId });
    player.leave();
  });
});

describe('one player on several nodes', () => {
  test('the newest connection plays, wherever it is', async () => {
    const [x, o] = await pair();
    const { gameId } = x.game;
    const newer = await back(2, x);
    await x.next('session-replaced');
    assert.equal((await x.ask('make-move', { gameId, columnIndex: 0, ply: 0 })).error.code, 'replaced');
    await newer.next('game-start');
    await newer.must('make-move', { gameId, columnIndex: 3, ply: 0 });
    await o.next('game-update', ({ ply }) => ply === 1);
    await x.must('resume', { gameId }); // and back again
    await newer.next('session-replaced');
    await o.must('make-move', { gameId, columnIndex: 3, ply: 1 });
    await x.next('game-update', ({ ply }) => ply === 2);
    await x.must('make-move', { gameId, columnIndex: 3, ply: 2 });
    assert.equal((await newer.ask('make-move', { gameId, columnIndex: 1, ply: 2 })).error.code, 'replaced');
    assert.ok(!o.has('opponent-disconnected'), 'the opponent noticed nothing');
    await o.must('resign', { gameId });
    leave(x, newer, o);
  });

  test('when the newest closes, the one before it on another node is active again, and nobody has left', async () => {
    const [x, o] = await pair();
    const { gameId } = x.game;
    const newer = await back(2, x);
    await x.next('session-replaced');
    newer.leave();
    await x.next('session');
    await x.must('make-move', { gameId, columnIndex: 3, ply: 0 });
    await o.next('game-update', ({ ply }) => ply === 1);
    await o.must('resign', { gameId });
    leave(x, o);
  });

  test('a player is in the queue once, and leaves it anywhere', async () => {
    const a = await at(0);
    await a.must('join-queue', { board: '6x6' });
    const b = await back(1, a);
    assert.equal((await b.ask('join-queue', { board: '6x6' })).error.code, 'already-queued');
    await b.must('leave-queue');
    assert.equal((await b.ask('leave-queue')).error.code, 'not-queued');
    leave(a, b);
  });

  test('a logout on one node ends the session on all', async () => {
    const a = await at(0);
    const b = await back(1, a);
    assert.equal((await rest(2, 'POST', '/api/logout', { token: a.token })).status, 200);
    for (const one of [a, b]) assert.equal((await one.next('session-ended')).reason, 'logged-out');
    for (const index of nodes.keys()) await until(async () => (await rest(index, 'GET', '/api/me', { token: a.token })).status === 401, `the end of the session on node ${index}`);
    assert.notEqual((await back(3, a)).session.playerId, a.session.playerId);
  });

  test('a session that is ended on one node, and a logout everywhere, reach all nodes', async () => {
    const made = { login: 'everywhere', password: 'a long enough password' };
    const isKnown = async (index, token) => (await rest(index, 'GET', '/api/me', { token })).status === 200;
    const a = await at(0);
    assert.equal((await rest(0, 'POST', '/api/account', { token: a.token, body: made })).status, 201);
    const [first, second] = await Promise.all([1, 2].map(async (index) => (await rest(index, 'POST', '/api/login', { body: made })).body.token));
    const [b, c] = [await back(1, { token: first }), await back(2, { token: second })];
    const { sessions } = (await rest(3, 'GET', '/api/sessions', { token: first })).body;
    assert.equal(sessions.length, 3);
    const [mine] = (await rest(3, 'GET', '/api/sessions', { token: second })).body.sessions.filter(({ isCurrent }) => isCurrent);
    assert.equal((await rest(3, 'POST', `/api/sessions/${mine.id}/delete`, { token: first, body: {} })).status, 200);
    assert.equal((await c.next('session-ended')).reason, 'logged-out');
    for (const index of nodes.keys()) await until(async () => !(await isKnown(index, second)), `the end of one session on node ${index}`);
    const fresh = (await rest(3, 'POST', '/api/logout-everywhere', { token: first })).body;
    for (const one of [a, b]) assert.equal((await one.next('session-ended')).reason, 'logged-out');
    for (const index of nodes.keys()) {
      for (const token of [a.token, first]) await until(async () => !(await isKnown(index, token)), `the end of all sessions on node ${index}`);
      assert.ok(await isKnown(index, fresh.token), 'the new one is known');
    }
    leave(a, b, c);
  });

  test('a deletion on one node ends everything everywhere', async () => {
    const [x, o] = await pair();
    await play(x, o, [3, 3]);
    const { status, body } = await rest(2, 'POST', '/api/me/delete', { token: x.token, body: { name: x.session.name } });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal((await x.next('session-ended')).reason, 'deleted');
    assert.equal((await o.next('game-over')).winner, 'O');
    for (const index of nodes.keys()) await until(async () => (await rest(index, 'GET', '/api/me', { token: x.token })).status === 401, `the end of the player on node ${index}`);
    leave(x, o);
  });

  test('a new name is seen everywhere', async () => {
    const [x, o] = await pair();
    const name = `N${x.session.playerId.slice(0, 8)}`;
    await x.must('set-name', { name });
    for (const index of nodes.keys()) await until(async () => (await rest(index, 'GET', `/api/players/${x.session.playerId}`)).body.name === name, `the new name on node ${index}`);
    await o.must('resign', { gameId: o.game.gameId });
    leave(x, o);
  });
});

describe('two nodes at the same time', () => {
  test('different moves for one ply: one is made, the other is stale and shows the game', async () => {
    const { gameId, tokens } = await guests();
    let open = [0, 1, 2, 3, 4, 5, 6];
    for (let ply = 0; open.length > 1; ply++) {
      const token = tokens[ply % 2];
      const columns = [open[ply % open.length], open[(ply + 1) % open.length]];
      const answers = await Promise.all(columns.map((column, index) => drop(index, gameId, token, column, ply)));
      assert.deepEqual(codes(answers), ['ok', 'stale'], JSON.stringify(answers.map(({ body }) => body)));
      const stale = answers.find(({ status }) => status === 409);
      assert.ok(stale.body.game.version > ply);
      const made = answers.find(({ status }) => status === 200).body;
      assert.equal(made.metadata.moves.length, ply + 1);
      if (made.status === 'completed') break;
      open = open.filter((column) => !made.metadata.board[0][column]);
    }
    await agree(gameId);
  });

  test('the same move for one ply: both are accepted, and it is made once', async () => {
    const { gameId, tokens } = await guests();
    for (let ply = 0; ply < 10; ply++) {
      const answers = await Promise.all(nodes.map((_, index) => drop(index, gameId, tokens[ply % 2], [0, 1, 2][ply % 3], ply)));
      assert.deepEqual(codes(answers), Array(4).fill('ok'));
    }
    assert.equal((await agree(gameId)).version, 10);
  });

  test('both players resign: one of them loses', async () => {
    for (let i = 0; i < 5; i++) {
      const { gameId, tokens } = await guests(i % 4);
      const answers = await Promise.all(tokens.map((token, index) => rest(index, 'POST', `/api/games/${gameId}/resign`, { token })));
      assert.deepEqual(codes(answers), ['game-over', 'ok']);
      assert.equal((await agree(gameId)).reason, 'resign');
    }
  });

  test('two players join one code: one gets the seat', async () => {
    for (let i = 0; i < 5; i++) {
      const [a, b, c] = await Promise.all([at(0), at(1), at(2)]);
      const { code, gameId } = await a.must('create-game', {});
      const answers = await Promise.all([b, c].map((player) => player.ask('join-game', { code })));
      assert.deepEqual(codes(answers), ['no-such-code', 'ok']);
      await a.must('resign', { gameId });
      leave(a, b, c);
    }
  });

  test('a game is asked for twice with one request id: it is made once', async () => {
    for (let i = 0; i < 5; i++) {
      const { token } = await at(0);
      const body = { players: [{ kind: 'me' }, { kind: 'open' }], requestId: `twice-${i}` };
      const answers = await Promise.all([1, 2, 3].map((index) => rest(index, 'POST', '/api/games', { token, body })));
      assert.equal(new Set(answers.map((answer) => answer.body.game?.gameId)).size, 1, JSON.stringify(answers));
    }
  });

  test('a code of the second factor is shown to three nodes: it logs in once', async () => {
    const password = 'a long enough password';
    const done = ({ status, body }) => (assert.ok(status < 300, JSON.stringify(body)), body);
    for (let i = 0; i < 5; i++) {
      const { token } = await at(0), login = `twice_shown_${i}`;
      const post = async (target, body) => done(await rest(0, 'POST', target, { token, body }));
      await post('/api/account', { login, password });
      const { proof } = await post('/api/account/proof', { password });
      const { ticket, secret } = await post('/api/account/totp', { proof });
      await earlyInStep();
      await post('/api/account/totp/confirm', { ticket, code: codeOf(secret, -1) });
      const first = await Promise.all([1, 2, 3].map((index) => rest(index, 'POST', '/api/login', { body: { login, password } })));
      const code = codeOf(secret);
      const second = await Promise.all([1, 2, 3].map((index, nr) => rest(index, 'POST', '/api/login/second', { body: { ticket: first[nr].body.ticket, code } })));
      assert.deepEqual(codes(second), ['ok', 'wrong-credentials', 'wrong-credentials'], JSON.stringify(second));
    }
  });

  test('a move and a resignation: the game has one end, and the move is there if it was accepted', async () => {
    for (let i = 0; i < 10; i++) {
      const { gameId, tokens } = await guests(i % 4);
      const [moved, resigned] = await Promise.all([drop(0, gameId, tokens[0], 3, 0), rest(1, 'POST', `/api/games/${gameId}/resign`, { token: tokens[1] })]);
      assert.equal(resigned.status, 200, JSON.stringify(resigned));
      const { status, version } = await agree(gameId);
      assert.deepEqual([status, version], ['completed', moved.status === 200 ? 1 : 0], JSON.stringify(moved));
    }
  });

  test('many players queue on all nodes: each gets one opponent', async () => {
    const board = '5x5'; // a queue of their own
    const players = await Promise.all(Array.from({ length: 12 }, (_, i) => at(i % 4)));
    await Promise.all(players.map((player) => player.must('join-queue', { board })));
    const games = await Promise.all(players.map(async (player) => {
      const { matchId } = await player.next('match-found');
      await player.must('confirm-match', { matchId });
      player.game = await player.next('game-start');
      return player.game.gameId;
    }));
    assert.equal(new Set(games).size, 6);
    await Promise.all(players.filter(({ game }) => game.player === 'X').map((player) => player.must('resign', { gameId: player.game.gameId })));
    assert.ok(!players.some((player) => player.has('match-found') || player.has('game-start')), 'nobody was matched twice');
    leave(...players);
  });
});
