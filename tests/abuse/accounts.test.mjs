// Attacks around accounts that need an account, or a password: what one of them holds, and what others notice.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { comeBack, makeHome } from '../e2e/players.mjs';
import { begin, get, post, refused, setServer } from '../e2e/rest_client.mjs';
import { codeOf, earlyInStep } from '../e2e/totp.mjs';
import { within } from '../e2e/websocket_client.mjs';
import { metricsOf } from './common/attackers.mjs';

const PASSWORD = 'correct horse battery';
let home, server, count = 0;

before(async () => {
  home = makeHome();
  server = setServer(await home.serve(home.newData(), '--durability', 'normal', '--trust-proxy', '127.0.0.1'));
});
after(async () => {
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  assert.equal(server.err, '');
  home.remove();
});

const from = (address) => ({ headers: { 'x-forwarded-for': address } });
const done = ({ status, body }) => (assert.ok(status < 300, JSON.stringify(body)), body);

async function guest(at) {
  return (await begin({ players: [{ kind: 'guest', name: `Pupil ${count++}` }, { kind: 'computer', level: 'easy' }] }, at)).tokens[0];
}

/** A player with an account: {token, login, recoveryCode, device, at}. */
async function member(address) {
  const at = from(address), token = await guest(at), login = `owner_${count++}`;
  return { token, login, at, ...done(await post('/api/account', { login, password: PASSWORD }, { token, ...at })) };
}

const prove = async ({ token, at }, secret = { password: PASSWORD }) => done(await post('/api/account/proof', secret, { token, ...at })).proof;

describe('a flood of challenges', () => {
  test('is not for guests, and voids nothing of other addresses', async () => {
    const owner = await member('198.51.100.1'), attacker = await member('192.0.2.1');
    const proof = await prove(owner);
    const visitor = await guest(attacker.at);
    refused(await post('/api/login/challenge', undefined, { token: visitor, ...attacker.at }), 409, 'no-account');
    for (let i = 0; i < 1100; i++) await post('/api/login/challenge', undefined, { token: attacker.token, ...attacker.at });
    done(await post('/api/account/recovery', { proof }, { token: owner.token, ...owner.at }));
  });
});

describe('an account', () => {
  test('has 200 sessions: one more ends the one that was not used for longest, with its connection', async () => {
    const who = await member('198.51.100.2'), first = await comeBack(server.port, who, { extraHeaders: { 'X-Forwarded-For': '198.51.100.2' } });
    let { recoveryCode } = who;
    for (let i = 1; i < 200; i++) ({ recoveryCode } = done(await post('/api/login', { recoveryCode }, who.at)));
    const last = done(await post('/api/login', { recoveryCode }, who.at));
    await within(new Promise((resolve) => (first.socket.connected ? first.socket.once('disconnect', resolve) : resolve())), 'the end of the first session');
    refused(await get('/api/me', { token: who.token, ...who.at }), 401, 'no-session');
    const { sessions } = done(await get('/api/sessions', { token: last.token, ...who.at }));
    assert.equal(sessions.length, 200);
    assert.ok((await metricsOf(server)).get('fourfall_sessions') < 100, 'most of them are not in memory');
  });

  test('whose password is known: 20 wrong codes of its app, then no more, except from a device that logged in before', async () => {
    const who = await member('198.51.100.3');
    const { ticket, secret } = done(await post('/api/account/totp', { proof: await prove(who) }, { token: who.token, ...who.at }));
    await earlyInStep();
    done(await post('/api/account/totp/confirm', { ticket, code: codeOf(secret, -1) }, { token: who.token, ...who.at }));
    const logIn = async (at, device) => done(await post('/api/login', { login: who.login, password: PASSWORD, ...(device ? { device } : {}) }, at)).ticket;
    const wrong = String((Number(codeOf(secret)) + 500_000) % 1_000_000).padStart(6, '0');
    for (let i = 0; i < 4; i++) {
      const at = from(`192.0.2.${10 + i}`), one = await logIn(at);
      for (let j = 0; j < 5; j++) refused(await post('/api/login/second', { ticket: one, code: wrong }, at), 401, 'wrong-credentials');
    }
    const at = from('192.0.2.20'), other = await logIn(at);
    refused(await post('/api/login/second', { ticket: other, code: wrong }, at), 429, 'slow-down');
    refused(await post('/api/login/second', { ticket: other, code: codeOf(secret, 1) }, at), 429, 'slow-down');
    const known = await logIn(who.at, who.device);
    done(await post('/api/login/second', { ticket: known, code: codeOf(secret, 1), device: who.device }, who.at));
  });
});
