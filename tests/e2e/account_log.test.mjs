// The log of accounts: what its owner and moderators read. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { makeHome, PROGRAM } from './players.mjs';
import { assertAnswered, begin, get, post, refused, setServer } from './rest_client.mjs';
import { storeOptions } from './server_process.mjs';
import { within } from './websocket_client.mjs';

const PASSWORD = 'correct horse battery', from = { headers: { 'x-forwarded-for': '203.0.113.77' } }, six = { headers: { 'x-forwarded-for': '2001:db8:1:2::7' } };
let home, server, data, count = 0;

before(async () => {
  home = makeHome();
  data = home.newData();
  server = setServer(await home.serve(data, '--limits', 'off', '--trust-proxy', '127.0.0.1'));
});
after(async () => {
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  home.remove();
});

async function member() {
  const made = await begin({ players: [{ kind: 'guest', name: `Member ${count}` }, { kind: 'computer', level: 'easy' }] });
  const login = `logged_${count++}`, token = made.tokens[0];
  const { status, body } = await post('/api/account', { login, password: PASSWORD }, { token, ...from });
  assert.equal(status, 201, JSON.stringify(body));
  return { playerId: body.playerId, token, login, recoveryCode: body.recoveryCode };
}

const linesOf = async (token, query = '') => (await get(`/api/account/log${query}`, { token })).body;

test('has log-ins, failed ones and changes, with the network only', async () => {
  const who = await member(), other = await member();
  await post('/api/login', { login: who.login, password: 'wrong wrong' }, six);
  await post('/api/login', { login: who.login, password: PASSWORD }, from);
  await post('/api/login', { login: 'nobody-has-this', password: PASSWORD }, from);
  await post('/api/account/proof', { password: 'wrong wrong' }, { token: who.token, ...from });
  await post('/api/logout-everywhere', {}, { token: who.token, ...from }).then(({ body }) => (who.token = body.token));
  const { lines, next } = await linesOf(who.token);
  assert.equal(next, null);
  assert.deepEqual(lines.map(({ what, network }) => [what, network]), [
    ['logout-everywhere', '203.0.113.0/24'], ['wrong-secret', '203.0.113.0/24'], ['login', '203.0.113.0/24'], ['wrong-secret', '2001:db8:1::/48'], ['sign-up', '203.0.113.0/24'],
  ]);
  assert.ok(lines.every(({ at }) => Math.abs(Date.parse(at) - Date.now()) < 600_000));
  assert.deepEqual((await linesOf(other.token)).lines.map(({ what }) => what), ['sign-up'], 'and nothing of others');

  const first = await linesOf(who.token, '?limit=2'), second = await linesOf(who.token, `?limit=2&cursor=${first.next}`);
  assert.deepEqual([...first.lines, ...second.lines], lines.slice(0, 4));
  for (const query of ['?limit=0', '?limit=101', '?cursor=x']) refused(await get(`/api/account/log${query}`, { token: who.token }), 400, 'bad-request');
  refused(await get('/api/account/log'), 401, 'no-session');
  assert.deepEqual((await get('/api/me/export', { token: who.token })).body.log, lines);
});

test('has a log-in that comes with a flood of wrong secrets', async () => {
  const flooder = await member(), victim = await member();
  const request = (path, token, body) => `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${token ? `Authorization: Bearer ${token}\r\n` : ''}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const wrong = request('/api/account/proof', flooder.token, JSON.stringify({ recoveryCode: victim.recoveryCode }));
  const wire = connect({ port: server.port, host: '127.0.0.1' });
  let text = '';
  wire.setEncoding('latin1').on('data', (data) => (text += data));
  wire.write(wrong.repeat(100) + request('/api/login', null, JSON.stringify({ recoveryCode: victim.recoveryCode })));
  const isDone = () => /HTTP\/1\.1 200 /.test(text);
  await within((async () => { while (!isDone()) await once(wire, 'data'); })(), 'the log-in');
  wire.destroy();
  assert.equal((await linesOf(victim.token)).lines[0].what, 'login');
});

test('is for moderators, too', async () => {
  const who = await member(), moderator = await member();
  refused(await get('/api/moderation/log'), 401, 'no-session');
  refused(await get('/api/moderation/log', { token: who.token }), 403, 'not-moderator');
  const chosen = spawnSync(PROGRAM, ['moderator', 'add', moderator.login, ...storeOptions(data)], { encoding: 'utf8' });
  assert.equal(chosen.status, 0, chosen.stderr);
  const { body } = await get(`/api/moderation/log?player=${who.playerId}`, { token: moderator.token });
  assert.deepEqual(body.lines.map(({ playerId, what }) => [playerId, what]), [[who.playerId, 'sign-up']]);
  const all = (await get('/api/moderation/log', { token: moderator.token })).body.lines;
  assert.ok(new Set(all.map(({ playerId }) => playerId)).size >= 2);
  refused(await get('/api/moderation/log?player=x', { token: moderator.token }), 400, 'bad-request');
});

test('goes with its account, and survives a restart otherwise', async () => {
  const who = await member(), stays = await member();
  const proof = (await post('/api/account/proof', { password: PASSWORD }, { token: who.token })).body.proof;
  const me = (await get('/api/me', { token: who.token })).body;
  assert.equal((await post('/api/me/delete', { name: me.name, proof }, { token: who.token })).status, 200);
  await server.stop();
  server = setServer(await home.serve(data, '--limits', 'off', '--trust-proxy', '127.0.0.1'));
  assert.deepEqual((await linesOf(stays.token)).lines.map(({ what }) => what), ['sign-up']);
});

test('every documented answer was seen', () => assertAnswered((template) => /\/(account|moderation)\/log$/.test(template)));
