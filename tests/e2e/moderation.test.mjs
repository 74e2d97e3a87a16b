// Moderation: players report others; moderators read, mute, ban and rename. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { enter, makeHome, meet, PROGRAM } from './players.mjs';
import { assertAnswered, get, post, refused, setServer, UNUSED_ID } from './rest_client.mjs';
import { storeOptions } from './server_process.mjs';
import { within } from './websocket_client.mjs';

const PASSWORD = 'correct horse battery';
let home, data, server, mod, other, red, yellow, game;

const me = async (token) => (await get('/api/me', { token })).body;
const moderate = (who, body, token = mod.token) => post(`/api/moderation/players/${who.session.playerId}`, body, { token });
const report = (who, body, token) => post(`/api/players/${who.session.playerId}/report`, body, { token });
const reports = async () => (await get('/api/moderation/reports', { token: mod.token })).body.reports;
const gone = (player) => within(new Promise((resolve) => (player.socket.connected ? player.socket.once('disconnect', resolve) : resolve())), 'the end of the connection');

/** A player with an account who is made a moderator while the server runs. */
async function moderator(login) {
  const player = await enter(server.port);
  const { status } = await post('/api/account', { login, password: PASSWORD }, { token: player.token });
  assert.equal(status, 201);
  execFileSync(PROGRAM, ['moderator', ...storeOptions(data), 'add', login]);
  return player;
}

before(async () => {
  home = makeHome();
  data = home.newData();
  server = setServer(await home.serve(data, '--limits', 'off'));
  mod = await moderator('mod_one');
  other = await moderator('mod_two');
  ({ red, yellow, game } = await meetTwo());
});
after(async () => {
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  assert.equal(server.err, '');
  home.remove();
});

async function meetTwo() {
  const [x, o] = await meet(await enter(server.port), await enter(server.port));
  return { red: x, yellow: o, game: x.game.gameId };
}

describe('a report', () => {
  test('reaches the moderators with both players, the game and its words', async () => {
    assert.equal((await report(yellow, { kind: 'chat', gameId: game, text: '  Rude \u0007words ' }, red.token)).status, 200);
    const [first] = await reports();
    assert.deepEqual([first.player.playerId, first.sender.playerId, first.gameId, first.kind, first.text],
      [yellow.session.playerId, red.session.playerId, game, 'chat', 'Rude words']);
  });

  test('of the same two about the same game replaces the one before', async () => {
    assert.equal((await report(yellow, { kind: 'name', gameId: game }, red.token)).status, 200);
    const list = await reports();
    assert.deepEqual(list.map((one) => one.kind), ['name']);
  });

  test('is closed once', async () => {
    const [{ report: id }] = await reports();
    assert.equal((await post('/api/moderation/reports/close', { report: id }, { token: mod.token })).status, 200);
    assert.deepEqual(await reports(), []);
    refused(await post('/api/moderation/reports/close', { report: id }, { token: mod.token }), 404, 'no-such-report');
  });

  test('needs a token, another player, a kind, and a game that exists', async () => {
    refused(await report(yellow, { kind: 'chat' }), 401, 'no-session');
    refused(await report(red, { kind: 'chat' }, red.token), 403, 'bad-target');
    refused(await report(yellow, {}, red.token), 400, 'bad-request');
    refused(await report(yellow, { kind: 'spite' }, red.token), 400, 'bad-request');
    refused(await report(yellow, { kind: 'chat', text: 'x'.repeat(201) }, red.token), 400, 'bad-request');
    refused(await report(yellow, { kind: 'chat', gameId: UNUSED_ID }, red.token), 404, 'no-such-player');
    refused(await post(`/api/players/${UNUSED_ID}/report`, { kind: 'chat' }, { token: red.token }), 404, 'no-such-player');
  });

  test('is one of at most twenty open ones of a sender', async () => {
    const made = Array.from({ length: 25 }, () => post('/api/games', { players: [{ kind: 'me' }, { kind: 'computer', level: 'easy' }] }, { token: red.token }));
    for (const answer of await Promise.all(made)) {
      assert.equal(answer.status, 201);
      assert.equal((await report(yellow, { kind: 'play', gameId: answer.body.game.gameId }, red.token)).status, 200);
    }
    const list = (await get('/api/moderation/reports?limit=50', { token: mod.token })).body.reports;
    assert.equal(list.length, 20);
    const first = (await get('/api/moderation/reports?limit=15', { token: mod.token })).body;
    const second = (await get(`/api/moderation/reports?limit=15&cursor=${first.next}`, { token: mod.token })).body;
    assert.deepEqual([...first.reports, ...second.reports], list);
    assert.equal(second.next, null);
  });
});

describe('a moderator', () => {
  test('is nobody but an account that the host has chosen', async () => {
    const id = yellow.session.playerId;
    for (const token of [red.token, yellow.token]) {
      refused(await get('/api/moderation/reports', { token }), 403, 'not-moderator');
      refused(await get('/api/moderation/actions', { token }), 403, 'not-moderator');
      refused(await get(`/api/moderation/players/${id}`, { token }), 403, 'not-moderator');
      refused(await get(`/api/moderation/games/${game}/chat`, { token }), 403, 'not-moderator');
      refused(await post('/api/moderation/reports/close', { report: 1 }, { token }), 403, 'not-moderator');
      refused(await moderate(yellow, { action: 'ban', hours: 1, reason: 'I lost' }, token), 403, 'not-moderator');
    }
    for (const path of ['reports', 'actions', `players/${id}`, `games/${game}/chat`]) refused(await get(`/api/moderation/${path}`), 401, 'no-session');
    refused(await post('/api/moderation/reports/close', { report: 1 }), 401, 'no-session');
    refused(await post(`/api/moderation/players/${id}`, { action: 'ban', hours: 1, reason: 'I lost' }), 401, 'no-session');
    refused(await get(`/api/moderation/players/${UNUSED_ID}`, { token: mod.token }), 404, 'no-such-player');
    assert.equal((await me(red.token)).isModerator, false);
    assert.equal((await me(mod.token)).isModerator, true);
  });

  test('cannot moderate moderators, strangers, or without a reason', async () => {
    refused(await moderate(mod, { action: 'mute', hours: 1, reason: 'Me' }), 403, 'bad-target');
    refused(await moderate(other, { action: 'ban', hours: 1, reason: 'Coup' }), 403, 'bad-target');
    refused(await post(`/api/moderation/players/${UNUSED_ID}`, { action: 'ban', hours: 1, reason: 'Who' }, { token: mod.token }), 404, 'no-such-player');
    for (const body of [{ action: 'ban', hours: 1 }, { action: 'ban', reason: 'x' }, { action: 'ban', hours: -1, reason: 'x' }, { action: 'ban', hours: 87841, reason: 'x' }, { action: 'hang', hours: 1, reason: 'x' }, { action: 'mute', hours: 1.5, reason: 'x' }])
      refused(await moderate(yellow, body), 400, 'bad-request');
  });

  test('reads the chat of players and of spectators', async () => {
    await red.must('chat-message', { gameId: game, text: 'Hello' });
    const { body } = await get(`/api/moderation/games/${game}/chat`, { token: mod.token });
    assert.deepEqual(body.players.map((line) => [line.playerId, line.text]), [[red.session.playerId, 'Hello']]);
    assert.deepEqual(body.spectators, []);
    refused(await get(`/api/moderation/games/${UNUSED_ID}/chat`, { token: mod.token }), 404, 'no-such-game');
  });

  test('mutes: no texts and no new name, but quick messages', async () => {
    const { body } = await moderate(red, { action: 'mute', hours: 1, reason: 'Insults' });
    assert.ok(Date.parse(body.mutedUntil) > Date.now());
    assert.equal(body.bannedUntil, null);
    assert.equal((await red.ask('chat-message', { gameId: game, text: 'Fool' })).error.code, 'muted');
    assert.equal((await red.ask('set-name', { name: 'Fool' })).error.code, 'muted');
    await red.must('chat-message', { gameId: game, quick: 1 });
    assert.equal((await me(red.token)).mutedUntil, body.mutedUntil);
    assert.equal((await moderate(red, { action: 'mute', hours: 0, reason: 'Sorry' })).body.mutedUntil, null);
    await red.must('chat-message', { gameId: game, text: 'Sorry' });
  });

  test('renames', async () => {
    await red.must('set-name', { name: 'Ugly words' });
    const { body } = await moderate(red, { action: 'rename', reason: 'Ugly' });
    assert.match(body.name, /^Guest \d{4}$/);
    assert.equal((await me(red.token)).name, body.name);
    assert.deepEqual((await get(`/api/moderation/players/${red.session.playerId}`, { token: mod.token })).body, body);
  });

  test('bans: the player is disconnected and cannot come back or play by REST, also after a restart', async () => {
    const { token } = yellow, id = yellow.session.playerId;
    assert.equal((await moderate(yellow, { action: 'ban', hours: 2, reason: 'Cheating' })).status, 200);
    await gone(yellow);
    const tries = async () => {
      await assert.rejects(enter(server.port, { auth: { token } }), /banned/);
      refused(await post('/api/games', { players: [{ kind: 'me' }, { kind: 'computer', level: 'easy' }] }, { token }), 403, 'banned');
    };
    await tries();
    assert.ok((await me(token)).bannedUntil);
    await server.stop();
    server = setServer(await home.serve(data, '--limits', 'off'));
    await tries();
    const { body } = await get(`/api/moderation/actions?player=${id}`, { token: mod.token });
    assert.deepEqual(body.actions.map((one) => [one.action, one.reason, one.moderator.playerId]), [['ban', 'Cheating', mod.session.playerId]]);
    assert.equal((await moderate(yellow, { action: 'ban', hours: 0, reason: 'Proved wrong' })).body.bannedUntil, null);
    (await enter(server.port, { auth: { token } })).leave();
    const all = (await get('/api/moderation/actions', { token: mod.token })).body.actions;
    assert.deepEqual(all.map((one) => one.action), ['ban', 'ban', 'rename', 'mute', 'mute']);
  });
});

describe('names that the host reserves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fourfall-names-'));
  const file = (text) => (writeFileSync(join(folder, 'names.txt'), text), join(folder, 'names.txt'));
  after(() => rmSync(folder, { recursive: true }));

  test('are refused with their look-alikes', async () => {
    const own = await home.serve(home.newData(), '--reserved-names', file('# of our school\nHeadmaster\n\nMiss Müller # the librarian\n'));
    const player = await enter(own.port);
    for (const name of ['Headmaster', 'HEAD MASTER', 'H\u0435admaster', 'miss müller']) {
      const { error } = await player.ask('set-name', { name });
      assert.match(error?.code ?? 'none', /^name-(reserved|mixed)$/, name);
    }
    await player.must('set-name', { name: 'Head' });
    // A login would make the name its owner's.
    for (const login of ['headmaster', 'Head_Master']) refused(await post('/api/account', { login, password: PASSWORD }, { token: player.token, port: own.port }), 409, 'login-taken');
    assert.equal((await player.ask('set-name', { name: 'Headmaster' })).error?.code, 'name-reserved');
    player.leave();
    await own.stop();
  });

  test('are read at the start, or the reason is said', async () => {
    await assert.rejects(home.serve(home.newData(), '--reserved-names', join(folder, 'none.txt')), /cannot use .*none\.txt.*No such file/);
    await assert.rejects(home.serve(home.newData(), '--reserved-names', file(`Ann\n${'x'.repeat(21)}\n`)), /line 2: a name has 1 to 20/);
    await assert.rejects(home.serve(home.newData(), '--reserved-names', file('Ann\n'.repeat(10_001))), /more than 10,000 names/);
  });
});

test('every documented answer was seen', () => assertAnswered((template) => /moderation(?!\/(discounts|log))|report$/.test(template)));
