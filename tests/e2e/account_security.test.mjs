// The security of accounts: what a stolen token cannot do, sessions, the second factor. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { comeBack, makeHome } from './players.mjs';
import { ask, assertAnswered, begin, get, post, refused, setServer, UNUSED_ID, UNUSED_TOKEN } from './rest_client.mjs';
import { codeOf, earlyInStep } from './totp.mjs';
import { within } from './websocket_client.mjs';

const PASSWORD = 'correct horse battery', FRESH = 'another good one';
const PHONE = { 'user-agent': 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0' };
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

/** A player with an account: {playerId, token, login, recoveryCode}. */
async function member() {
  const made = await begin({ players: [{ kind: 'guest', name: `Member ${count}` }, { kind: 'computer', level: 'easy' }] });
  const login = `owner_${count++}`, token = made.tokens[0];
  const { status, body } = await post('/api/account', { login, password: PASSWORD }, { token });
  assert.equal(status, 201, JSON.stringify(body));
  return { playerId: body.playerId, name: body.name, token, login, recoveryCode: body.recoveryCode };
}

const wrong = (answer) => refused(answer, 401, 'wrong-credentials');
const done = ({ status, body }) => (assert.ok(status < 300, JSON.stringify(body)), body);
const prove = async (token, secret) => done(await post('/api/account/proof', secret, { token })).proof;
const logIn = async (who, headers = {}) => done(await post('/api/login', { login: who.login, password: PASSWORD }, { headers })).token;
const sessionsOf = async (token) => (await get('/api/sessions', { token })).body.sessions;
const gone = (player) => within(new Promise((resolve) => (player.socket.connected ? player.socket.once('disconnect', resolve) : resolve())), 'the end of the connection');

/** Every request that would make access last, as [path, body]. */
const takeovers = (proof, { name }) => [
  ['/api/account/password', { newPassword: FRESH }],
  ['/api/account/recovery', {}],
  ['/api/account/totp', {}],
  ['/api/account/totp/delete', {}],
  ['/api/me/delete', { name }],
].map(([path, body]) => [path, proof === undefined ? body : { ...body, proof }]);

describe('a stolen token', () => {
  test('changes nothing of an account: not without a proof, nor with a false one or that of another session', async () => {
    const who = await member(), stranger = await member();
    const strange = await prove(stranger.token, { password: PASSWORD });
    const elsewhere = await prove(await logIn(who), { password: PASSWORD });
    for (const proof of [undefined, UNUSED_TOKEN, 'x', strange, elsewhere])
      for (const [path, body] of takeovers(proof, who)) refused(await post(path, body, { token: who.token }), 403, 'proof-needed');
    wrong(await post('/api/account/proof', { password: 'a guess of mine' }, { token: who.token }));
    wrong(await post('/api/account/proof', { recoveryCode: stranger.recoveryCode }, { token: who.token }));
    for (const bad of [{}, { code: '123456' }, { password: PASSWORD, recoveryCode: who.recoveryCode }]) refused(await post('/api/account/proof', bad, { token: who.token }), 400, 'bad-request');
    assert.ok(await logIn(who), 'the password is as it was');
  });

  test('a proof is for one change', async () => {
    const who = await member(), proof = await prove(who.token, { password: PASSWORD });
    done(await post('/api/account/recovery', { proof }, { token: who.token }));
    for (const [path, body] of takeovers(proof, who)) refused(await post(path, body, { token: who.token }), 403, 'proof-needed');
  });

  test('a new password ends every session, also copies of the token that changed it, with their connections', async () => {
    const who = await member(), other = await logIn(who);
    const thief = await comeBack(server.port, who), second = await comeBack(server.port, { token: other });
    const stale = await prove(other, { password: PASSWORD });
    const proof = await prove(who.token, { password: PASSWORD });
    const { token, playerId } = done(await post('/api/account/password', { newPassword: FRESH, proof }, { token: who.token }));
    assert.equal(playerId, who.playerId);
    for (const player of [thief, second]) {
      assert.deepEqual(await player.next('session-ended'), { reason: 'logged-out' });
      await gone(player);
    }
    for (const ended of [who.token, other]) refused(await get('/api/me', { token: ended }), 401, 'no-session');
    assert.equal((await get('/api/me', { token })).body.playerId, who.playerId);
    assert.deepEqual((await sessionsOf(token)).map((one) => one.isCurrent), [true]);
    refused(await post('/api/account/recovery', { proof: stale }, { token }), 403, 'proof-needed');
    wrong(await post('/api/login', { login: who.login, password: PASSWORD }));
  });

  test('a login by recovery code sets a new password once without the old one; the code is replaced', async () => {
    const who = await member();
    const { token, proof, recoveryCode } = done(await post('/api/login', { recoveryCode: who.recoveryCode }));
    assert.notEqual(recoveryCode, who.recoveryCode);
    const changed = done(await post('/api/account/password', { newPassword: FRESH, proof }, { token }));
    refused(await post('/api/account/password', { newPassword: PASSWORD, proof }, { token: changed.token }), 403, 'proof-needed');
    refused(await get('/api/me', { token: who.token }), 401, 'no-session');
    wrong(await post('/api/login', { recoveryCode: who.recoveryCode }));
    done(await post('/api/login', { recoveryCode }));
  });

  test('a guest has only the token: no proof can be asked for', async () => {
    const { tokens: [token] } = await begin();
    refused(await post('/api/account/proof', { password: PASSWORD }, { token }), 409, 'no-account');
    done(await post('/api/me/delete', { name: 'Ann' }, { token }));
  });
});

describe('sessions', () => {
  test('are listed with device and times; one can be ended with its connections', async () => {
    const who = await member(), phone = await logIn(who, PHONE), on = await comeBack(server.port, { token: phone });
    const all = await sessionsOf(who.token), other = all.find((one) => !one.isCurrent);
    assert.equal(all.length, 2);
    assert.deepEqual([other.browser, other.system], ['Firefox', 'Android']);
    assert.ok(Date.parse(other.seenAt) >= Date.parse(other.createdAt));
    for (const one of all) assert.ok(!phone.includes(one.id) && !who.token.includes(one.id));
    done(await post(`/api/sessions/${other.id}/delete`, {}, { token: who.token }));
    await on.next('session-ended');
    await gone(on);
    refused(await get('/api/me', { token: phone }), 401, 'no-session');
    assert.equal((await sessionsOf(who.token)).length, 1);
    refused(await post(`/api/sessions/${other.id}/delete`, {}, { token: who.token }), 404, 'no-such-session');
  });

  test('of somebody else cannot be ended', async () => {
    const who = await member(), other = await member();
    const [{ id }] = await sessionsOf(other.token);
    refused(await post(`/api/sessions/${id}/delete`, {}, { token: who.token }), 404, 'no-such-session');
    assert.equal((await get('/api/me', { token: other.token })).status, 200);
  });

  test('of a connection know its device, too', async () => {
    const player = await comeBack(server.port, {}, { extraHeaders: PHONE });
    const [session] = await sessionsOf(player.session.token);
    assert.deepEqual([session.browser, session.system], ['Firefox', 'Android']);
    player.leave();
  });
});

/** Turns the second factor on; gives its secret. The code of the earlier step is used up. */
async function turnOn(who) {
  const proof = await prove(who.token, { password: PASSWORD });
  const { ticket, secret, uri } = done(await post('/api/account/totp', { proof }, { token: who.token }));
  assert.equal(uri, `otpauth://totp/Fourfall:${who.login}?secret=${secret}&issuer=Fourfall`);
  assert.equal((await get('/api/me', { token: who.token })).body.account.hasTotp, false, 'not before it is confirmed');
  await earlyInStep();
  const { body } = await post('/api/account/totp/confirm', { ticket, code: codeOf(secret, -1) }, { token: who.token });
  assert.equal(body.account?.hasTotp, true, JSON.stringify(body));
  return secret;
}

const firstStep = async (who) => {
  const { status, body } = await post('/api/login', { login: who.login, password: PASSWORD });
  assert.equal(status, 202);
  assert.deepEqual(Object.keys(body), ['ticket', 'rpId', 'passkeys']);
  return body.ticket;
};

describe('the second factor', () => {
  test('is asked for after the password, and a code is accepted once', async () => {
    const who = await member(), secret = await turnOn(who);
    const ticket = await firstStep(who), code = codeOf(secret);
    const { token } = done(await post('/api/login/second', { ticket, code }));
    assert.equal((await get('/api/me', { token })).body.playerId, who.playerId);
    refused(await post('/api/login/second', { ticket, code: codeOf(secret, 1) }), 403, 'bad-ticket');
    wrong(await post('/api/login/second', { ticket: await firstStep(who), code }));
    wrong(await post('/api/account/proof', { password: PASSWORD, code }, { token: who.token }));
  });

  test('five wrong codes void the ticket; tickets are neither tokens nor proofs, and end with a new password', async () => {
    const who = await member(), secret = await turnOn(who), ticket = await firstStep(who), code = codeOf(secret);
    const bad = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    refused(await get('/api/me', { token: ticket }), 401, 'no-session');
    refused(await post('/api/account/recovery', { proof: ticket }, { token: who.token }), 403, 'proof-needed');
    for (let i = 0; i < 5; i++) wrong(await post('/api/login/second', { ticket, code: bad }));
    refused(await post('/api/login/second', { ticket, code }), 403, 'bad-ticket');
    for (const body of [{ ticket }, { code }, { ticket: 'x', code: 5 }]) refused(await post('/api/login/second', body), 400, 'bad-request');
    const open = await firstStep(who);
    const proof = await prove(who.token, { recoveryCode: who.recoveryCode });
    done(await post('/api/account/password', { newPassword: FRESH, proof }, { token: who.token }));
    refused(await post('/api/login/second', { ticket: open, code }), 403, 'bad-ticket');
  });

  test('a stolen token and the password do not turn it off; password and code do', async () => {
    const who = await member(), secret = await turnOn(who);
    for (const secrets of [{ password: PASSWORD }, { password: PASSWORD, code: '' }, { password: PASSWORD, code: codeOf(secret, -1) }]) wrong(await post('/api/account/proof', secrets, { token: who.token }));
    const proof = await prove(who.token, { password: PASSWORD, code: codeOf(secret) });
    assert.equal(done(await post('/api/account/totp/delete', { proof }, { token: who.token })).account.hasTotp, false);
    assert.ok(await logIn(who));
  });

  test('a login by recovery code turns it off', async () => {
    const who = await member();
    await turnOn(who);
    const { token } = done(await post('/api/login', { recoveryCode: who.recoveryCode }));
    assert.equal((await get('/api/me', { token })).body.account.hasTotp, false);
    assert.ok(await logIn(who));
  });

  test('needs a password, a confirmed code, and the session that began it', async () => {
    const who = await member(), other = await logIn(who);
    const proof = await prove(who.token, { password: PASSWORD });
    const { ticket, secret } = done(await post('/api/account/totp', { proof }, { token: who.token }));
    refused(await post('/api/account/totp/confirm', { ticket, code: codeOf(secret) }, { token: other }), 403, 'bad-ticket');
    refused(await post('/api/account/totp/confirm', { ticket, code: codeOf(secret, 9) }, { token: who.token }), 422, 'wrong-code');
    assert.ok(await logIn(who), 'it is still off');
    const { tokens: [guest] } = await begin();
    for (const path of ['/api/account/totp', '/api/account/totp/delete']) refused(await post(path, {}, { token: guest }), 409, 'no-password');
  });
});

test('without a token, or with an unknown one: 401', async () => {
  const code = { ticket: UNUSED_TOKEN, code: '123456' };
  for (const [method, target, body] of [['GET', '/api/sessions'], ['POST', `/api/sessions/${UNUSED_ID}/delete`, {}], ['POST', '/api/account/totp', {}], ['POST', '/api/account/totp/confirm', code], ['POST', '/api/account/totp/delete', {}]])
    for (const token of [undefined, UNUSED_TOKEN]) refused(await ask(method, target, { token, body }), 401, 'no-session');
});

test('every operation of the security of accounts was answered as documented', () => {
  assertAnswered((template) => /^\/api\/(sessions|account\/totp|login\/second)/.test(template));
});
