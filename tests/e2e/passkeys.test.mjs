// Passkeys: registration, logging in, second factor and proof with a software authenticator, and attacks on each.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { algorithms, ATTESTED, Authenticator, PRESENT, VERIFIED } from './authenticator.mjs';
import { makeHome } from './players.mjs';
import { ask, assertAnswered, refused, setServer, UNUSED_TOKEN } from './rest_client.mjs';
import { codeOf } from './totp.mjs';

const PASSWORD = 'correct horse battery';
let home, server, origin, count = 0;

before(async () => {
  home = makeHome();
  server = setServer(await home.serve(home.newData(), '--limits', 'off'));
  origin = `http://localhost:${server.port}`;
});
after(async () => {
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  assert.equal(server.err, '');
  home.remove();
});

// Passkeys need a host with a name.
const post = (target, body = {}, token = undefined) => ask('POST', target, { body, token, host: 'localhost' });
const get = (target, token) => ask('GET', target, { token, host: 'localhost' });
const done = ({ status, body }) => (assert.ok(status < 300, JSON.stringify(body)), body);
const wrong = (answer) => refused(answer, 401, 'wrong-credentials');
const prove = async (token, secret = { password: PASSWORD }) => done(await post('/api/account/proof', secret, token)).proof;
const begin = async (token) => done(await post('/api/account/passkeys/challenge', { proof: await prove(token) }, token));
const challenge = async (token) => done(await post('/api/login/challenge', token ? {} : { device: UNUSED_TOKEN }, token));
const logIn = (passkey) => post('/api/login/passkey', { passkey });

async function member() {
  const made = done(await post('/api/games', { players: [{ kind: 'guest' }, { kind: 'computer', level: 'easy' }] }));
  const { token, playerId } = made.seats[0], login = `holder_${count++}`;
  done(await post('/api/account', { login, password: PASSWORD }, token));
  return { token, playerId, login };
}

/** A member with a passkey: {token, playerId, login, key}. */
async function holder(algorithm) {
  const who = await member(), key = new Authenticator(algorithm);
  const { passkeys } = done(await post('/api/account/passkeys', { name: 'My phone', ...key.create(await begin(who.token), origin) }, who.token));
  assert.deepEqual(passkeys.map((one) => [one.name, one.usedAt]), [['My phone', null]]);
  return { ...who, key };
}

describe('a passkey', () => {
  for (const algorithm of algorithms)
    test(`with ${algorithm} logs in without a name, as often as wanted`, async () => {
      const who = await holder(algorithm);
      for (let i = 0; i < 2; i++) {
        const asked = await challenge();
        assert.deepEqual([asked.rpId, asked.passkeys], ['localhost', []]);
        const { token, playerId } = done(await logIn(who.key.get(asked, origin)));
        assert.equal(playerId, who.playerId);
        assert.equal((await get('/api/me', token)).body.playerId, who.playerId);
      }
      const { passkeys: [one] } = done(await get('/api/account/passkeys', who.token));
      assert.ok(Date.parse(one.usedAt) >= Date.parse(one.createdAt));
    });

  test('of an authenticator that does not count logs in, too', async () => {
    const who = await holder();
    for (let i = 0; i < 2; i++) {
      who.key.counter = -1;
      done(await logIn(who.key.get(await challenge(), origin)));
    }
  });

  test('is the second factor, and a proof', async () => {
    const who = await holder();
    const { ticket, secret } = done(await post('/api/account/totp', { proof: await prove(who.token) }, who.token));
    done(await post('/api/account/totp/confirm', { ticket, code: codeOf(secret) }, who.token));
    const first = await post('/api/login', { login: who.login, password: PASSWORD });
    assert.equal(first.status, 202);
    assert.equal(first.body.passkeys.length, 1);
    const passkey = who.key.get({ ...first.body, challenge: first.body.ticket }, origin);
    assert.equal(done(await post('/api/login/second', { ticket: first.body.ticket, passkey })).playerId, who.playerId);
    const proof = await prove(who.token, { passkey: who.key.get(await challenge(who.token), origin) });
    done(await post('/api/account/recovery', { proof }, who.token));
  });

  test('is deleted with a proof, and then logs nobody in', async () => {
    const who = await holder(), other = await holder(), id = who.key.id.toString('base64url');
    refused(await post('/api/account/passkeys/delete', { id }, who.token), 403, 'proof-needed');
    refused(await post('/api/account/passkeys/delete', { id, proof: await prove(other.token) }, other.token), 404, 'no-such-passkey');
    const forged = who.key.get(await challenge(), origin);
    wrong(await logIn({ ...forged, signature: forged.authenticatorData }));
    assert.deepEqual(done(await post('/api/account/passkeys/delete', { id, proof: await prove(who.token) }, who.token)).passkeys, []);
    wrong(await logIn(who.key.get(await challenge(), origin)));
    const { lines } = done(await get('/api/account/log', who.token));
    assert.deepEqual(lines.map(({ what }) => what), ['passkey-deleted', 'wrong-secret', 'passkey-added', 'sign-up']);
  });

  test('an account has at most ten, each with a name', async () => {
    const who = await member();
    for (let i = 0; i < 10; i++) done(await post('/api/account/passkeys', { name: `Key ${i}`, ...new Authenticator().create(await begin(who.token), origin) }, who.token));
    refused(await post('/api/account/passkeys/challenge', { proof: await prove(who.token) }, who.token), 409, 'too-many-passkeys');
    const other = await member();
    refused(await post('/api/account/passkeys', { name: ' ', ...new Authenticator().create(await begin(other.token), origin) }, other.token), 422, 'bad-name');
  });
});

describe('an attacker', () => {
  test('with a stolen token adds no passkey: not without a proof, nor with a challenge of another kind or session', async () => {
    const who = await holder(), stranger = await member();
    const add = (asked, token, options, page = origin) => post('/api/account/passkeys', { name: 'Evil', ...new Authenticator().create(asked, page, options) }, token);
    const no = (answer) => refused(answer, 422, 'bad-passkey');
    refused(await post('/api/account/passkeys/challenge', {}, who.token), 403, 'proof-needed');
    no(await add(await challenge(who.token), who.token));
    no(await add(await challenge(), who.token));
    no(await add({ challenge: UNUSED_TOKEN, rpId: 'localhost' }, who.token));
    no(await add(await begin(stranger.token), who.token));
    no(await add(await begin(stranger.token), stranger.token, {}, 'https://evil.example'));
    no(await add(await begin(stranger.token), stranger.token, { type: 'webauthn.get' }));
    no(await add(await begin(stranger.token), stranger.token, { crossOrigin: true }));
    no(await add(await begin(stranger.token), stranger.token, { flags: PRESENT | ATTESTED }));
    no(await add({ ...(await begin(stranger.token)), rpId: 'evil.example' }, stranger.token));
    const once = await begin(stranger.token);
    done(await add(once, stranger.token));
    no(await add(once, stranger.token));
    const same = who.key.create(await begin(stranger.token), origin);
    no(await post('/api/account/passkeys', { name: 'Taken', ...same }, stranger.token));
    const { tokens: [guest] } = { tokens: [done(await post('/api/games', {})).seats[0].token] };
    refused(await post('/api/account/passkeys/challenge', {}, guest), 409, 'no-account');
  });

  test('logs in by no assertion that is replayed, of another origin, challenge, type or host, or without its user', async () => {
    const who = await holder(), asked = await challenge(), first = who.key.get(asked, origin);
    done(await logIn(first));
    wrong(await logIn(first));
    wrong(await logIn(who.key.get(asked, origin)));
    wrong(await logIn(who.key.get(await challenge(), 'https://evil.example')));
    wrong(await logIn(who.key.get(await challenge(), `${origin}.evil.example`)));
    wrong(await logIn(who.key.get({ challenge: UNUSED_TOKEN, rpId: 'localhost' }, origin)));
    wrong(await logIn(who.key.get(await challenge(who.token), origin)));
    wrong(await logIn(who.key.get(await challenge(), origin, { type: 'webauthn.create' })));
    wrong(await logIn(who.key.get(await challenge(), origin, { crossOrigin: true })));
    wrong(await logIn(who.key.get({ ...(await challenge()), rpId: 'evil.example' }, origin)));
    wrong(await logIn(who.key.get(await challenge(), origin, { flags: PRESENT })));
    wrong(await logIn(who.key.get(await challenge(), origin, { flags: VERIFIED })));
    done(await logIn(who.key.get(await challenge(), origin)));
  });

  test('logs in by nothing that was changed after it was signed, nor with another key', async () => {
    const who = await holder(), other = new Authenticator();
    const change = async (edit) => {
      const passkey = who.key.get(await challenge(), origin);
      wrong(await logIn({ ...passkey, ...edit(passkey) }));
    };
    const flip = (text) => {
      const bytes = Buffer.from(text, 'base64url');
      bytes[bytes.length - 1] ^= 1;
      return bytes.toString('base64url');
    };
    await change(({ clientData }) => ({ clientData: Buffer.from(`${Buffer.from(clientData, 'base64url').toString().slice(0, -1)},"a":1}`).toString('base64url') }));
    await change(({ authenticatorData }) => ({ authenticatorData: flip(authenticatorData) }));
    await change(({ signature }) => ({ signature: flip(signature) }));
    await change(() => ({ signature: 'AA' }));
    await change(() => ({ authenticatorData: 'AAAA' }));
    await change(() => ({ clientData: Buffer.from('{').toString('base64url') }));
    other.id = who.key.id;
    other.counter = 100;
    wrong(await logIn(other.get(await challenge(), origin)));
    wrong(await logIn(new Authenticator().get(await challenge(), origin)));
    for (const bad of [{}, { id: 'x' }, { ...who.key.get(await challenge(), origin), more: 1 }, { ...who.key.get(await challenge(), origin), id: '!' }]) refused(await logIn(bad), 400, 'bad-request');
  });

  test('does not log in by a copied key: the counter must grow', async () => {
    const who = await holder();
    who.key.counter = 10;
    done(await logIn(who.key.get(await challenge(), origin)));
    for (const counter of [10, 5, -1]) {
      who.key.counter = counter;
      wrong(await logIn(who.key.get(await challenge(), origin)));
    }
    who.key.counter = 11;
    done(await logIn(who.key.get(await challenge(), origin)));
  });

  test("uses an own passkey neither as somebody else's second factor nor as their proof", async () => {
    const who = await member(), thief = await holder();
    const { ticket, secret } = done(await post('/api/account/totp', { proof: await prove(who.token) }, who.token));
    done(await post('/api/account/totp/confirm', { ticket, code: codeOf(secret) }, who.token));
    const first = done(await post('/api/login', { login: who.login, password: PASSWORD }));
    wrong(await post('/api/login/second', { ticket: first.ticket, passkey: thief.key.get({ challenge: first.ticket, rpId: 'localhost' }, origin) }));
    refused(await post('/api/login/second', { ticket: first.ticket, code: codeOf(secret, 1) }), 403, 'bad-ticket');
    wrong(await post('/api/account/proof', { passkey: thief.key.get(await challenge(who.token), origin) }, who.token));
    wrong(await post('/api/account/proof', { passkey: thief.key.get(await challenge(thief.token), origin) }, who.token));
  });
});

test('a host without a name has no passkeys', async () => {
  const { body } = await ask('POST', '/api/login/challenge', { body: {} });
  assert.equal(body.rpId, null);
  wrong(await ask('POST', '/api/login/passkey', { body: { passkey: new Authenticator().get({ ...body, rpId: '127.0.0.1' }, `http://127.0.0.1:${server.port}`) } }));
});

test('without a token, or with an unknown one: 401', async () => {
  const key = new Authenticator().create({ challenge: UNUSED_TOKEN, rpId: 'localhost' }, origin);
  for (const [method, target, body] of [['GET', '/api/account/passkeys'], ['POST', '/api/account/passkeys', { name: 'x', ...key }], ['POST', '/api/account/passkeys/challenge', {}], ['POST', '/api/account/passkeys/delete', { id: 'AAAA' }]])
    for (const token of [undefined, UNUSED_TOKEN]) refused(await ask(method, target, { token, body }), 401, 'no-session');
});

test('every operation of passkeys was answered as documented', () => {
  assertAnswered((template) => /^\/api\/(account\/passkeys|login\/(challenge|passkey))/.test(template));
});
