// The long form of tests/e2e/guesses.test.mjs: attacks that make the server hash hundreds of passwords. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeHome } from '../e2e/players.mjs';
import { begin, post, refused, setServer } from '../e2e/rest_client.mjs';

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

describe('guesses of strangers', () => {
  test('from many addresses slow down together; known devices, other accounts and unknown logins do not notice', async () => {
    const who = await member(), other = await member();
    const crowd = (name) => Promise.all(Array.from({ length: 80 }, (_, i) => login({ login: name, password: WRONG }, from(1000 + i))));
    assert.deepEqual(statuses(await crowd(who.login)), { 200: 0, 401: 60, 429: 20 });
    refused(await login({ login: who.login, password: PASSWORD }, who.at), 429, 'slow-down');
    refused(await login({ login: who.login, password: PASSWORD, device: other.device }, who.at), 429, 'slow-down');
    assert.equal((await login({ login: who.login, password: PASSWORD, device: who.device }, who.at)).status, 200);
    assert.equal((await login({ login: other.login, password: PASSWORD }, other.at)).status, 200);
    assert.deepEqual(statuses(await crowd('nobody-has-this')), { 200: 0, 401: 60, 429: 20 }, 'the limit does not tell which logins exist');
  });

  test('a known device has a limit of its own, and right passwords cost nothing', async () => {
    const who = await member(), known = { login: who.login, device: who.device };
    for (let i = 0; i < 25; i++) assert.equal((await login({ ...known, password: PASSWORD }, who.at)).status, 200);
    const guesses = await Promise.all(Array.from({ length: 30 }, () => login({ ...known, password: WRONG }, who.at)));
    assert.deepEqual(statuses(guesses), { 200: 0, 401: 20, 429: 10 });
  });

  test('a stolen session guesses no faster, and does not keep the owner out', async () => {
    const who = await member();
    const guesses = await Promise.all(Array.from({ length: 30 }, () => post('/api/account/proof', { password: WRONG }, { token: who.token, ...from(2) })));
    assert.deepEqual(statuses(guesses), { 200: 0, 401: 20, 429: 10 });
    assert.equal((await login({ login: who.login, password: PASSWORD }, who.at)).status, 200);
  });
});
