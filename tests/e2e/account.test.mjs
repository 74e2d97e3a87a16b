// Accounts: creating one, logging in and out, exporting and deleting data. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { comeBack, enter, makeHome, meet, play as playLive } from './players.mjs';
import { ask, assertAnswered, begin, get, play, post, refused, setServer, UNUSED_TOKEN } from './rest_client.mjs';
import { eventually, request, storedBytes } from './server_process.mjs';
import { connect, response, within } from './websocket_client.mjs';

const PASSWORD = 'correct horse battery';
const MANY = 12; // hashes: far more work than a few requests, on any machine
let home, server, count = 0;

before(async () => {
  home = makeHome();
  server = setServer(await home.serve(home.newData(), '--limits', 'off'));
});
after(async () => {
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  assert.equal(server.err, '');
  home.remove();
});

const newLogin = () => `player_${count++}`;

/** A guest: {playerId, token, name}. */
async function guest(name = `Visitor ${count++}`, options = {}) {
  const made = await begin({ players: [{ kind: 'guest', name }, { kind: 'computer', level: 'easy' }] }, options);
  return { playerId: made.seats[0].playerId, token: made.tokens[0], name };
}

/** A guest with an account: {playerId, token, name, login, recoveryCode}. */
async function member(name = `Member ${count}`, options = {}) {
  const who = await guest(name, options), login = newLogin();
  const { status, body } = await post('/api/account', { login, password: PASSWORD }, { token: who.token, ...options });
  assert.equal(status, 201, JSON.stringify(body));
  return { ...who, login, recoveryCode: body.recoveryCode, body };
}

const login = (credentials, options) => post('/api/login', credentials, options);
/** A proof for one change of the account. */
const prove = async (token, secret, options) => {
  const { status, body } = await post('/api/account/proof', secret, { token, ...options });
  assert.equal(status, 200, JSON.stringify(body));
  return body.proof;
};
const wrong = (answer) => refused(answer, 401, 'wrong-credentials').body;
const me = async (token) => (await get('/api/me', { token })).body;
const gone = (player) => within(new Promise((resolve) => (player.socket.connected ? player.socket.once('disconnect', resolve) : resolve())), 'the end of the connection');

/** Sends requests on connections of their own so that the server reads them all in the same turn of its loop; gives the answers. */
async function together(own, texts) {
  const wires = await Promise.all(texts.map(() => connect(own.port)));
  for (const wire of wires) {
    wire.write(request('GET', '/healthz'));
    await response(wire);
  }
  own.child.kill('SIGSTOP');
  await eventually(async () => readFileSync(`/proc/${own.child.pid}/stat`, 'utf8'), (stat) => stat.includes(') T '), 'the server stands still');
  for (const [i, wire] of wires.entries()) await new Promise((sent) => wire.socket.write(texts[i], sent));
  own.child.kill('SIGCONT');
  const answers = await Promise.all(wires.map((wire) => response(wire)));
  wires.forEach((wire) => wire.destroy());
  return answers;
}

describe('a guest becomes an account', () => {
  test('keeps its id, token and games', async () => {
    const who = await member();
    assert.equal(who.body.playerId, who.playerId);
    assert.deepEqual(who.body.account, { login: who.login, hasPassword: true, hasRecoveryCode: true, hasTotp: false, hasPasskey: false });
    const { recoveryCode, device, ...rest } = who.body;
    assert.match(device, /^[A-Za-z0-9_-]{43}$/);
    assert.match(recoveryCode, /^[0-9A-Z]{5}(-[0-9A-Z]{5}){4}$/);
    assert.deepEqual(await me(who.token), rest);
    assert.equal(rest.isGuest, false);
    assert.equal((await get('/api/games?player=me', { token: who.token })).body.games.length, 1);
    assert.equal((await get(`/api/players/${who.playerId}`)).body.isGuest, false);
    refused(await post('/api/account', { login: newLogin(), password: PASSWORD }, { token: who.token }), 409, 'has-account');
  });

  test('a login belongs to one player, ignoring case', async () => {
    const who = await member(), other = await guest('Bob');
    refused(await post('/api/account', { login: who.login.toUpperCase(), password: PASSWORD }, { token: other.token }), 409, 'login-taken');
    assert.equal((await me(other.token)).account, null);
  });

  test('of two simultaneous requests for the same login one succeeds', async () => {
    const [a, b] = await Promise.all([guest('A'), guest('B')]), name = newLogin();
    const both = await Promise.all([a, b].map(({ token }) => post('/api/account', { login: name, password: PASSWORD }, { token })));
    assert.deepEqual(both.map((answer) => answer.status).sort(), [201, 409]);
  });

  test('logins and passwords have rules', async () => {
    const { token } = await guest();
    for (const bad of ['ab', 'x'.repeat(21), 'two words', 'émile', '<b>', '']) refused(await post('/api/account', { login: bad, password: PASSWORD }, { token }), 422, 'bad-login');
    for (const bad of ['', 'short', 'password', 'PASSWORD', '12345678', 'aaaaaaaaaaaa', 'My_Login-1', 'x'.repeat(129)]) refused(await post('/api/account', { login: 'my_login-1', password: bad }, { token }), 422, 'weak-password');
    for (const bad of [{}, { login: 'abc' }, { login: 'abc', password: 12345678 }, { login: 'abc', password: PASSWORD, more: 1 }, '[', { password: `${PASSWORD}\u0000` , login: 'abc' }]) refused(await post('/api/account', bad, { token }), 400, 'bad-request');
    const long = 'ü'.repeat(128), name = newLogin();
    assert.equal((await post('/api/account', { login: name, password: long }, { token })).status, 201);
    assert.equal((await login({ login: name, password: long })).status, 200);
  });

  test('the session event shows the account', async () => {
    const who = await member();
    const player = await comeBack(server.port, who);
    assert.deepEqual([player.session.playerId, player.session.isGuest, player.session.account], [who.playerId, false, { login: who.login }]);
    player.leave();
  });
});

describe('logging in', () => {
  test('by login (ignoring case) and password gives the same player a new token', async () => {
    const who = await member('Émile');
    const { status, body } = await login({ login: who.login.toUpperCase(), password: PASSWORD });
    assert.equal(status, 200);
    assert.deepEqual([body.playerId, body.name], [who.playerId, 'Émile']);
    assert.notEqual(body.token, who.token);
    assert.equal((await me(body.token)).playerId, who.playerId);
    assert.equal((await me(who.token)).playerId, who.playerId);
  });

  test('a wrong password, an unknown login and an impossible login get the same answer', async () => {
    const who = await member();
    const answers = [];
    for (const body of [{ login: who.login, password: 'wrong wrong' }, { login: 'unused-login', password: PASSWORD }, { login: '<b>', password: '' }, { login: who.login, password: '' }, { login: who.login, password: `${PASSWORD}x`.repeat(40) }]) answers.push(wrong(await login(body)));
    answers.push(wrong(await login({ recoveryCode: '00000-00000-00000-00000-00000' })), wrong(await login({ recoveryCode: 'nonsense' })));
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
    for (const bad of [{}, { login: who.login }, { recoveryCode: who.recoveryCode, login: who.login }, { recoveryCode: 5 }]) refused(await login(bad), 400, 'bad-request');
  });

  test('by recovery code, in any case and grouping; a new code invalidates the old one', async () => {
    const who = await member();
    const typed = who.recoveryCode.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    const first = (await login({ recoveryCode: typed })).body;
    assert.equal(first.playerId, who.playerId);
    wrong(await login({ recoveryCode: who.recoveryCode })); // a used code is replaced
    const { recoveryCode } = (await post('/api/account/recovery', { proof: first.proof }, { token: first.token })).body;
    wrong(await login({ recoveryCode: first.recoveryCode }));
    assert.equal((await login({ recoveryCode })).body.playerId, who.playerId);
    assert.equal((await login({ login: who.login, password: PASSWORD })).status, 200);
  });

  test('a guest may have only a recovery code, and a login later', async () => {
    const who = await guest();
    const { recoveryCode } = (await post('/api/account/recovery', undefined, { token: who.token })).body;
    assert.deepEqual((await me(who.token)).account, { login: null, hasPassword: false, hasRecoveryCode: true, hasTotp: false, hasPasskey: false });
    refused(await post('/api/account/password', { newPassword: PASSWORD }, { token: who.token }), 422, 'bad-login');
    const name = newLogin();
    refused(await post('/api/account/password', { newPassword: PASSWORD, login: name }, { token: who.token }), 403, 'proof-needed');
    const proof = await prove(who.token, { recoveryCode });
    const { body } = await post('/api/account/password', { newPassword: PASSWORD, login: name, proof }, { token: who.token });
    assert.deepEqual(body.account, { login: name, hasPassword: true, hasRecoveryCode: true, hasTotp: false, hasPasskey: false });
    assert.equal((await login({ login: name, password: PASSWORD })).body.playerId, who.playerId);
    assert.equal((await login({ recoveryCode })).body.playerId, who.playerId);
  });

  test('changing the password needs a proof, which a refused password does not use up', async () => {
    const who = await member(), options = { token: who.token }, fresh = 'another good one';
    refused(await post('/api/account/password', { newPassword: fresh }, options), 403, 'proof-needed');
    wrong(await post('/api/account/proof', { password: 'wrong wrong' }, options));
    const proof = await prove(who.token, { password: PASSWORD });
    refused(await post('/api/account/password', { proof, newPassword: 'short' }, options), 422, 'weak-password');
    refused(await post('/api/account/password', { proof }, options), 400, 'bad-request');
    assert.equal((await post('/api/account/password', { proof, newPassword: fresh }, options)).status, 200);
    wrong(await login({ login: who.login, password: PASSWORD }));
    assert.equal((await login({ login: who.login, password: fresh })).status, 200);
  });

  test('an account that is deleted or changed while its password is checked refuses the login', async () => {
    const who = await member('Gone'), proof = await prove(who.token, { password: PASSWORD });
    const asked = async () => Number(/^fourfall_rest_requests_total (\d+)$/m.exec((await get('/metrics')).body)[1]);
    const before = await asked();
    const ahead = Array.from({ length: MANY }, () => login({ login: 'unused-login', password: PASSWORD }));
    await eventually(asked, (count) => count === before + MANY, 'those ahead');
    const late = login({ login: who.login, password: PASSWORD });
    await eventually(asked, (count) => count === before + MANY + 1, 'all logins to arrive');
    assert.equal((await post('/api/me/delete', { name: 'Gone', proof }, { token: who.token })).status, 200);
    wrong(await late);
    await Promise.all(ahead);
  });

  test('an account survives SIGKILL', async () => {
    const data = home.newData();
    let own = await home.serve(data);
    const who = await member('Ann', { port: own.port });
    await own.stop('SIGKILL');
    own = await home.serve(data);
    assert.equal((await login({ login: who.login, password: PASSWORD }, { port: own.port })).body.playerId, who.playerId);
    await own.stop();
  });

  test('secrets are neither stored nor logged', async () => {
    const data = home.newData(), own = await home.serve(data, '--log', 'info'), at = { port: own.port };
    const who = await member('Ann', at);
    await login({ login: who.login, password: PASSWORD }, at);
    await login({ login: who.login, password: 'a wrong secret' }, at);
    await login({ recoveryCode: who.recoveryCode }, at);
    await own.stop();
    const stored = storedBytes(data);
    for (const secret of [PASSWORD, 'a wrong secret', who.recoveryCode, who.recoveryCode.replaceAll('-', ''), who.token]) {
      assert.ok(!own.err.includes(secret));
      assert.ok(!stored.includes(secret));
    }
    assert.ok(stored.includes('$argon2id$'));
  });
});

describe('logging out', () => {
  test('invalidates this token and ends its connections, but not those of other tokens', async () => {
    const who = await member(), other = (await login({ login: who.login, password: PASSWORD })).body;
    const [first, second] = [await comeBack(server.port, who), await comeBack(server.port, other)];
    assert.deepEqual((await post('/api/logout', undefined, { token: who.token })).body, { ok: true });
    assert.deepEqual(await first.next('session-ended'), { reason: 'logged-out' });
    await gone(first);
    refused(await get('/api/me', { token: who.token }), 401, 'no-session');
    assert.equal((await me(other.token)).playerId, who.playerId);
    assert.equal((await second.must('set-name', { name: 'Still here' })).name, 'Still here');
    const stranger = await comeBack(server.port, who);
    assert.notEqual(stranger.session.playerId, who.playerId, 'the token is unknown now');
    [stranger, second].forEach((player) => player.leave());
  });

  test('everywhere invalidates every token, loaded or not, and gives the caller a new one', async () => {
    const who = await member(), tokens = [who.token];
    for (let i = 0; i < 3; i++) tokens.push((await login({ login: who.login, password: PASSWORD })).body.token);
    const players = [await comeBack(server.port, { token: tokens[0] }), await comeBack(server.port, { token: tokens[1] })];
    const { body } = await post('/api/logout-everywhere', undefined, { token: tokens[2] });
    for (const player of players) {
      assert.deepEqual(await player.next('session-ended'), { reason: 'logged-out' });
      await gone(player);
    }
    for (const token of tokens) refused(await get('/api/me', { token }), 401, 'no-session');
    assert.equal((await me(body.token)).playerId, who.playerId);
    assert.equal(body.playerId, who.playerId);
  });

  test('a game continues after a login with another token', async () => {
    const [a, b] = await Promise.all([enter(server.port), enter(server.port)]);
    const [x, o] = await meet(a, b, {});
    await playLive(x, o, [3]);
    const { body } = await post('/api/logout-everywhere', undefined, { token: o.token });
    await o.next('session-ended');
    const back = await comeBack(server.port, { token: body.token });
    const game = await back.next('game-start');
    assert.deepEqual([game.gameId, game.player, game.ply], [x.game.gameId, 'O', 1]);
    await back.must('make-move', { gameId: game.gameId, columnIndex: 0, ply: 1 });
    await x.next('opponent-reconnected');
    [x, back].forEach((player) => player.leave());
  });
});

describe('an export', () => {
  test('is one file with everything stored about the player', async () => {
    const who = await member(), player = await comeBack(server.port, who), other = await enter(server.port, { auth: { name: 'Bob' } });
    const [x, o] = await meet(player, other, { rated: true, clock: { initialMs: 300_000 } });
    await playLive(x, o, [3, 0, 3, 0]);
    await player.must('chat-message', { gameId: x.game.gameId, text: 'Hello <b>' });
    await other.must('chat-message', { gameId: x.game.gameId, text: 'not mine' });
    await other.must('resign', { gameId: x.game.gameId });
    await player.next('game-over');
    const { status, body, headers } = await get('/api/me/export', { token: who.token });
    assert.equal(status, 200);
    assert.equal(headers.get('content-disposition'), `attachment; filename="fourfall-player-${who.playerId}.json"`);
    assert.deepEqual([body.playerId, body.account.login, body.statistics.totals.games, body.sessions.length, body.waiting], [who.playerId, who.login, 1, 1, null]);
    assert.deepEqual(body.games.map((game) => [game.status, game.moves.length, game.times.length]), [['playing', 0, 0], ['win', 4, 4]]);
    assert.deepEqual(body.chat.map((line) => [line.gameId, line.text]), [[x.game.gameId, 'Hello <b>']]);
    assert.equal(body.ratingHistory[0].points.length, 1);
    [player, other].forEach((one) => one.leave());
  });

  test('runs once at a time for each player', async () => {
    const own = await home.serve(home.newData()), at = { port: own.port };
    const [ann, bob] = [await guest('Ann', at), await guest('Bob', at)];
    // A database that answers out of order may let one of two come after the other; not the last of twelve.
    const players = [...Array.from({ length: 12 }, () => ann), bob];
    const answers = await together(own, players.map(({ token }) => request('GET', '/api/me/export', { Authorization: `Bearer ${token}` })));
    const statuses = answers.map((answer) => answer.status);
    assert.deepEqual([...new Set(statuses.slice(0, -1))].sort(), [200, 429]);
    assert.equal(statuses.at(-1), 200);
    assert.equal((await get('/api/me/export', { token: ann.token, ...at })).status, 200);
    await own.stop();
  });

  test('of two thousand games does not block other clients', async () => {
    const own = await home.serve(home.newData(), '--limits', 'off', '--durability', 'normal'), at = { port: own.port };
    const [ann, bob] = [await guest('Ann', at), await guest('Bob', at)];
    const one = async () => {
      const { body } = await post('/api/games', { players: [{ kind: 'me' }, { kind: 'guest' }] }, { token: ann.token, ...at });
      await post(`/api/games/${body.game.gameId}/resign`, undefined, { token: body.seats[1].token, ...at });
    };
    for (let done = 0; done < 2000; done += 50) await Promise.all(Array.from({ length: 50 }, one));
    const [file, ...others] = await Promise.all([get('/api/me/export', { token: ann.token, ...at }), ...Array.from({ length: 5 }, () => get('/api/me', { token: bob.token, ...at }))]);
    assert.equal(file.body.games.length, 2001);
    assert.equal(new Set(file.body.games.map((game) => game.gameId)).size, 2001);
    assert.equal(file.body.statistics.totals.wins, 2000);
    assert.ok(others.every((answer) => answer.status === 200));
    await own.stop();
  });
});

describe('deleting a player', () => {
  test('removes all data, resigns running games, and keeps finished games without the name', async () => {
    const who = await member('Carla'), player = await comeBack(server.port, who), other = await enter(server.port, { auth: { name: 'Bob' } });
    const [x, o] = await meet(player, other, { rated: true, clock: { initialMs: 300_000 } });
    await playLive(x, o, [3, 0, 3, 0]);
    await player.must('chat-message', { gameId: x.game.gameId, text: 'a secret of mine' });
    const waiting = (await post('/api/games', {}, { token: who.token })).body;
    const days = (await post('/api/games', { clock: { perMoveMs: 86_400_000 } }, { token: who.token })).body;
    await post('/api/join', { code: days.code }, { token: other.token });
    await player.must('join-queue', { clock: { perMoveMs: 172_800_000 } });

    refused(await post('/api/me/delete', { name: 'Karla' }, { token: who.token }), 422, 'wrong-name');
    refused(await post('/api/me/delete', {}, { token: who.token }), 400, 'bad-request');
    refused(await post('/api/me/delete', { name: 'Carla' }, { token: who.token }), 403, 'proof-needed');
    assert.equal((await get(`/api/games/${x.game.gameId}`)).body.status, 'in_progress', 'nothing happened');

    const proof = await prove(who.token, { recoveryCode: who.recoveryCode });
    assert.deepEqual((await post('/api/me/delete', { name: 'Carla', proof }, { token: who.token })).body, { ok: true });
    const over = await other.next('game-over', (game) => game.gameId === x.game.gameId);
    assert.deepEqual([over.reason, over.winner], ['resign', other === x ? 'X' : 'O']);
    assert.deepEqual(await player.next('session-ended'), { reason: 'deleted' });
    await gone(player);
    refused(await get('/api/me', { token: who.token }), 401, 'no-session');
    wrong(await login({ login: who.login, password: PASSWORD }));
    wrong(await login({ recoveryCode: who.recoveryCode }));
    const profile = (await get(`/api/players/${who.playerId}`)).body;
    assert.deepEqual([profile.name, profile.isDeleted, profile.isGuest, profile.createdAt, profile.ratings, profile.totals.games], ['Deleted player', true, false, null, [], 0]);
    for (const [id, reason] of [[x.game.gameId, 'resign'], [days.game.gameId, 'resign'], [waiting.game.gameId, 'cancelled']]) {
      assert.equal((await get(`/api/games/${id}/history`)).body.reason, reason);
      assert.ok((await get(`/api/games/${id}`)).body.players.every((one) => one.name !== 'Carla'));
    }
    refused(await post('/api/join', { code: waiting.code }, { token: other.token }), 404, 'no-such-code');
    const { chat } = await other.must('resume', { gameId: x.game.gameId });
    assert.deepEqual(chat, []);
    const mine = (await get(`/api/games?player=me&status=completed&opponent=${who.playerId}`, { token: other.token })).body.games;
    assert.deepEqual(mine.map((game) => [game.result, game.players.find((one) => one.id === who.playerId).name]), [['won', 'Deleted player'], ['won', 'Deleted player']]);
    assert.deepEqual((await get('/api/leaders?by=wins')).body.leaders.filter((leader) => leader.playerId === who.playerId), []);
    const again = await guest('Carla');
    assert.equal((await post('/api/account', { login: who.login, password: PASSWORD }, { token: again.token })).status, 201, 'the login is free again');
    other.leave();
  });

  test('also removes data that is not in memory, and it stays deleted after a restart', async () => {
    const data = home.newData();
    let own = await home.serve(data), at = { port: own.port };
    const made = await begin({ clock: { perMoveMs: 86_400_000 } }, at);
    await play(made, [3, 3], 0, at);
    await own.stop();
    [own] = [await home.serve(data)];
    at = { port: own.port };
    assert.deepEqual((await post('/api/me/delete', { name: 'Ann' }, { token: made.tokens[0], ...at })).body, { ok: true });
    await own.stop('SIGKILL');
    own = await home.serve(data);
    at = { port: own.port };
    const { body } = await get(made.path, at);
    assert.deepEqual([body.status, body.winner, body.players[0].name], ['completed', made.seats[1].playerId, 'Deleted player']);
    refused(await get('/api/me', { token: made.tokens[0], ...at }), 401, 'no-session');
    await own.stop();
    assert.ok(!storedBytes(data).includes(made.tokens[0]));
  });
});

test('without a token, or with an unknown one: 401', async () => {
  const body = { login: 'abc', password: PASSWORD, newPassword: PASSWORD, name: 'x' };
  for (const [method, target, keys] of [['POST', '/api/account', ['login', 'password']], ['POST', '/api/account/recovery', []], ['POST', '/api/account/proof', ['password']], ['POST', '/api/account/password', ['newPassword']], ['POST', '/api/logout', []], ['POST', '/api/logout-everywhere', []], ['GET', '/api/me/export', null], ['POST', '/api/me/delete', ['name']]])
    for (const token of [undefined, UNUSED_TOKEN]) refused(await ask(method, target, { token, body: keys ? Object.fromEntries(keys.map((key) => [key, body[key]])) : undefined }), 401, 'no-session');
});

test('the loop does not wait for a hash', async () => {
  const { token } = await guest();
  let hashed = 0;
  const logins = Array.from({ length: MANY }, () => login({ login: 'unused-login', password: PASSWORD }).finally(() => hashed++));
  for (let i = 0; i < 5; i++) assert.equal((await get('/api/me', { token })).status, 200);
  assert.ok(hashed < MANY, 'five requests were answered while all those hashes were made');
  await Promise.all(logins);
});

test('every operation of accounts was answered as documented', () => {
  assertAnswered((template) => /^\/api\/(account$|account\/(recovery|password|proof)|login$|logout|me\/)/.test(template));
});
