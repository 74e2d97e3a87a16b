// Attacks on accounts: guessing passwords, keeping the owner out, finding out which logins exist. The attackers come from
// addresses of their own through a trusted proxy. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeHome } from './players.mjs';
import { begin, get, post, refused, setServer } from './rest_client.mjs';

const PASSWORD = 'correct horse battery', WRONG = 'wrong wrong wrong';
let home, server, count = 0;

before(async () => {
  home = makeHome();
  server = setServer(await home.serve(home.newData(), '--trust-proxy', '127.0.0.1'));
});
after(async () => {
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  assert.equal(server.err, '');
  home.remove();
});

/** A new address for each number. */
const from = (number) => ({ headers: { 'x-forwarded-for': `198.${51 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}` } });
const homeAddress = () => from(1_000_000 + count++);

async function guest(options) {
  const made = await begin({ players: [{ kind: 'guest', name: `Pupil ${count++}` }, { kind: 'computer', level: 'easy' }] }, options);
  return { playerId: made.seats[0].playerId, token: made.tokens[0] };
}

async function member() {
  const at = homeAddress(), who = await guest(at), login = `owner_${count++}`;
  const { status, body } = await post('/api/account', { login, password: PASSWORD }, { token: who.token, ...at });
  assert.equal(status, 201, JSON.stringify(body));
  return { ...who, login, at, device: body.device };
}

const login = (body, options) => post('/api/login', body, options);
const statuses = (answers) => Object.fromEntries([200, 401, 429].map((status) => [status, answers.filter((answer) => answer.status === status).length]));

const retryAfter = (answer) => Number(answer.headers.get('retry-after'));

/** The answer to a question that was asked and answered while the server refused guesses, however slow the machine is. */
async function askWhileRefused(ask, guess) {
  for (;;) {
    const began = performance.now(), refusal = await guess(), answer = await ask();
    // Retry-After is rounded up to a second.
    if (refusal.status === 429 && performance.now() - began < (retryAfter(refusal) - 1) * 1000) return answer;
  }
}

describe('guesses of strangers', () => {
  test('a thousand from one address leave the owner free to log in', async () => {
    const who = await member(), stranger = from(1), began = performance.now();
    const guess = () => login({ login: who.login, password: WRONG }, stranger);
    const guesses = [];
    for (let i = 0; i < 10; i++) guesses.push(...(await Promise.all(Array.from({ length: 100 }, guess))));
    // Ten, and one more every 30 seconds.
    const more = (performance.now() - began) / 30_000, { 200: right, 401: wrong, 429: slow } = statuses(guesses);
    assert.ok(right === 0 && wrong >= 10 && wrong <= 10 + more && wrong + slow === 1000, `${right} ${wrong} ${slow}`);
    assert.ok(retryAfter(guesses.find((answer) => answer.status === 429)) >= Math.max(1, 30 * (1 - more)));
    refused(await askWhileRefused(() => login({ login: who.login.toUpperCase(), password: PASSWORD }, stranger), guess), 429, 'slow-down');

    const known = await login({ login: who.login, password: PASSWORD, device: who.device }, stranger);
    assert.equal(known.status, 200, 'from the known device, even behind the same address');
    assert.equal(known.body.device, who.device);
    assert.equal((await login({ login: who.login, password: PASSWORD }, who.at)).status, 200, 'from a new device elsewhere');
    assert.equal((await get('/api/me', { token: who.token, ...stranger })).status, 200, 'a valid token still works');
  });
});

test('a device has a token of its own for each account, and it must be one of ours', async () => {
  const who = await member();
  for (const device of ['x', `${'A'.repeat(43)}!`]) {
    const { status, body } = await login({ login: who.login, password: PASSWORD, device }, who.at);
    assert.equal(status, 200);
    assert.notEqual(body.device, device);
  }
  const again = await login({ login: who.login, password: PASSWORD, device: who.device }, who.at);
  assert.equal(again.body.device, who.device);
  const file = (await get('/api/me/export', { token: who.token, ...who.at })).body;
  assert.equal(file.devices.length, 3);
});

test('signing up tells about ten logins, then neither taken nor free ones', async () => {
  const who = await member(), spy = await guest(from(3));
  const taken = () => post('/api/account', { login: who.login, password: PASSWORD }, { token: spy.token, ...from(3) });
  const began = performance.now();
  let answer, told = 0;
  while ((answer = await taken()).status === 409) told++;
  refused(answer, 429, 'slow-down');
  assert.ok(told >= 10 && told <= 10 + (performance.now() - began) / 10_000, `${told}`);
  refused(await askWhileRefused(() => post('/api/account', { login: `free_${count++}`, password: PASSWORD }, { token: spy.token, ...from(3) }), taken), 429, 'slow-down');
  const claim = () => post('/api/account/password', { login: who.login, newPassword: PASSWORD }, { token: spy.token, ...from(3) });
  refused(await askWhileRefused(claim, taken), 429, 'slow-down');
});

test('the limit of an address counts all accounts and recovery codes together', async () => {
  const at = from(4), before = await login({ recoveryCode: 'x' }, at);
  refused(before, 401, 'wrong-credentials');
  const codes = await Promise.all(Array.from({ length: 450 }, () => login({ recoveryCode: 'x' }, at)));
  const { 401: wrong, 429: slow } = statuses(codes);
  assert.ok(wrong >= 399 && slow > 0, `${wrong} ${slow}`);
});
