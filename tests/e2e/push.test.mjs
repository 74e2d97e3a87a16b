// Push messages for games over days, against a push service of the tests. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { makeCertificate } from './certificate.mjs';
import { comeBack, makeHome } from './players.mjs';
import { openPushService } from './push_service.mjs';
import { assertAnswered, begin, get, play, post, refused, setServer, UNUSED_TOKEN } from './rest_client.mjs';
import { eventually, onlySqlite } from './server_process.mjs';

const DAYS = { clock: { perMoveMs: 2 * 86_400_000 } };
const LOCAL = ['--test-push-local', 'on', '--push-contact', 'mailto:admin@example.org', '--limits', 'off', '--log', 'info'];
const ANN = 0, BOB = 1;
let home, service, server, data;

before(async () => {
  home = makeHome();
  service = await openPushService();
  data = home.newData();
  server = setServer(await home.serve(data, ...LOCAL));
});
after(async () => {
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  await service.close();
  home.remove();
  assert.deepEqual(service.problems, []);
});

const idOf = (made) => made.game.gameId;
const subscribe = (token, device, language = 'en', options = {}) => post('/api/push', { ...device.subscription, language }, { token, ...options });

/** Subscribes a new device of a player; `answer` as in push_service.mjs. */
async function newDevice(token, { language, answer, ...options } = {}) {
  const device = service.device(answer);
  assert.equal((await subscribe(token, device, language, options)).status, 200);
  return device;
}

/** Another player is told of another game: what was due before has been sent, too. */
async function somebodyIsTold() {
  const made = await begin(DAYS);
  const device = await newDevice(made.tokens[BOB]);
  await play(made, [3]);
  await device.got(1);
}

const devicesOf = async (token, options) => (await get('/api/me/export', { token, ...options })).body.pushDevices;
const metric = async (name, own = server) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await own.get('/metrics')).body)[1]);

describe('a player who has no page open', () => {
  test('hears that it is their turn: signed, encrypted, in the language of the device, nothing more', async () => {
    const made = await begin(DAYS);
    const bob = await newDevice(made.tokens[BOB], { language: 'de' });
    const { body: { publicKey } } = await get('/api/push');
    await play(made, [3]);
    const { headers, claims, data: message } = await bob.got(1);
    assert.deepEqual(message, { game: idOf(made), body: 'Ann hat gezogen. Du bist am Zug.', language: 'de' });
    assert.equal(claims.key, publicKey);
    assert.deepEqual([claims.aud, claims.sub], [service.url, 'mailto:admin@example.org']);
    const now = Date.now() / 1000;
    assert.ok(claims.exp > now && claims.exp < now + 24 * 3600, 'a token for less than a day');
    assert.equal(headers.topic, idOf(made));
    assert.equal(headers.urgency, 'normal');
    assert.ok(Number(headers.ttl) > 86_400 && Number(headers.ttl) <= 2 * 86_400, `until the move is due, not ${headers.ttl}`);
    await eventually(() => metric('fourfall_pushes_total'), (count) => count === 1, 'counted');
  });

  test('hears of the beginning and of the end; the player who moves or resigns does not', async () => {
    const host = await begin({ players: [{ kind: 'guest', name: 'Ann' }, { kind: 'open' }], ...DAYS });
    const ann = await newDevice(host.tokens[ANN]);
    const guest = await begin(), bobs = guest.tokens[BOB];
    const bob = await newDevice(bobs);
    await post('/api/join', { code: host.code }, { token: bobs });
    assert.equal((await ann.got(1)).data.body, 'Your game against Bob has begun. It is your turn.');
    const made = { ...host, tokens: [host.tokens[ANN], bobs] };
    await play(made, [0]);
    assert.equal((await bob.got(1)).data.body, 'Ann has moved. It is your turn.');
    await play(made, [3, 0, 3, 0, 3], 1);
    await ann.got(2);
    await play(made, [0], 6);
    await bob.heard('You have lost against Ann.');
    assert.ok(ann.messages.every(({ data: { body } }) => !/won|lost/.test(body)));
    const second = await begin(DAYS);
    const [left, right] = [await newDevice(second.tokens[ANN]), await newDevice(second.tokens[BOB])];
    await post(`${second.path}/resign`, undefined, { token: second.tokens[BOB] });
    assert.equal((await left.got(1)).data.body, 'You have won against Bob.');
    assert.equal(right.messages.length, 0);
  });

  test('hears nothing of games that are not over days', async () => {
    const made = await begin();
    const bob = await newDevice(made.tokens[BOB]);
    await play(made, [3]);
    await somebodyIsTold();
    assert.equal(bob.messages.length, 0);
  });
});

test('a player with a page open gets no message, and gets one again after leaving', async () => {
  const made = await begin(DAYS);
  const bob = await newDevice(made.tokens[BOB]);
  const page = await comeBack(server.port, { token: made.tokens[BOB] });
  await play(made, [3]);
  await somebodyIsTold();
  assert.equal(bob.messages.length, 0);
  page.leave();
  await eventually(async () => (await get('/api/lobby')).body.online, (online) => online === 0, 'the page is gone');
  await play(made, [3, 3], 1);
  await bob.got(1);
  const opponent = await comeBack(server.port, { token: made.tokens[ANN] });
  await opponent.must('offer-draw', { gameId: idOf(made) });
  await bob.heard('Ann offers a draw.');
  assert.equal(bob.messages.length, 2);
  await opponent.must('resign', { gameId: idOf(made) });
  await bob.heard('You have won against Ann.');
  await opponent.must('request-rematch', { gameId: idOf(made) });
  await bob.heard('Ann asks for a rematch.');
  opponent.leave();
});

describe('a push service that', () => {
  test('no longer knows the device (410): it is deleted and not asked again', async () => {
    const made = await begin(DAYS);
    const [gone, kept] = [await newDevice(made.tokens[BOB], { answer: () => [410] }), await newDevice(made.tokens[BOB])];
    await play(made, [3]);
    await Promise.all([gone.got(1), kept.got(1)]);
    const left = await eventually(() => devicesOf(made.tokens[BOB]), (devices) => devices.length === 1, 'one device left');
    assert.equal(left[0].endpoint, kept.subscription.endpoint);
    await play(made, [3, 3], 1);
    await kept.got(2);
    assert.equal(gone.messages.length, 1);
  });

  test('is busy (429): the message comes again, not before the time it asked for', async () => {
    const made = await begin(DAYS);
    const bob = await newDevice(made.tokens[BOB], { answer: (count) => (count === 1 ? [429, { 'Retry-After': '2' }] : [201]) });
    await play(made, [3]);
    const [first, second] = [await bob.got(1), await bob.got(2)];
    assert.ok(second.at - first.at >= 1900, `${second.at - first.at} ms later`);
    assert.deepEqual(second.data, first.data);
    assert.ok((await metric('fourfall_push_retries_total')) >= 1);
  });

  test('is busy while the player moves: the message is not sent again', async () => {
    const made = await begin(DAYS), other = await begin(DAYS);
    const bob = await newDevice(made.tokens[BOB], { answer: (count) => (count === 1 ? [503, { 'Retry-After': '1' }] : [201]) });
    await play(made, [3]);
    await bob.got(1);
    await play(made, [3], 1);
    const late = await newDevice(other.tokens[BOB], { answer: (count) => (count === 1 ? [429, { 'Retry-After': '2' }] : [201]) });
    await play(other, [3]);
    await late.got(2); // by now the first would have come again
    assert.equal(bob.messages.length, 1);
  });

  test('refuses the message (400): it is dropped, and the device stays', async () => {
    const made = await begin(DAYS);
    const bob = await newDevice(made.tokens[BOB], { answer: () => [400] });
    const before = await metric('fourfall_push_failures_total');
    await play(made, [3]);
    await eventually(() => metric('fourfall_push_failures_total'), (count) => count === before + 1, 'dropped');
    assert.equal(bob.messages.length, 1);
    assert.equal((await devicesOf(made.tokens[BOB])).length, 1);
  });

  test('never answers: moves are answered meanwhile, and others get their messages', async () => {
    const slow = await begin(DAYS);
    const hung = [];
    for (let i = 0; i < 8; i++) hung.push(await newDevice(slow.tokens[BOB], { answer: () => [0] }));
    await play(slow, [3]);
    await hung[0].got(1);
    const made = await begin(DAYS);
    const bob = await newDevice(made.tokens[BOB]);
    await play(made, [3]);
    await bob.got(1);
    assert.equal((await server.get('/healthz')).status, 200);
    const count = hung.filter(({ messages }) => messages.length > 0).length;
    assert.ok(count < 4, `${count} threads wait for one player`);
  });
});

test('a push service at https is trusted by its certificate alone', async () => {
  const certificate = makeCertificate();
  const secure = await openPushService(certificate);
  const before = process.env.SSL_CERT_FILE;
  /** What becomes of a message with these trusted issuers. */
  const sent = async (issuers, counter) => {
    process.env.SSL_CERT_FILE = issuers;
    const own = await home.serve(home.newData(), ...LOCAL);
    const at = { port: own.port };
    const made = await begin(DAYS, at);
    const bob = secure.device();
    await subscribe(made.tokens[BOB], bob, 'en', at);
    await play(made, [3], 0, at);
    await eventually(() => metric(counter, own), (count) => count === 1, counter);
    await own.stop();
    return bob.messages.length;
  };
  assert.equal(await sent(certificate.cert, 'fourfall_pushes_total'), 1);
  assert.equal(await sent(makeCertificate().cert, 'fourfall_push_retries_total'), 0);
  if (before === undefined) delete process.env.SSL_CERT_FILE;
  else process.env.SSL_CERT_FILE = before;
  await secure.close();
  assert.deepEqual(secure.problems, []);
});

test('a killed server sends after its restart what is due, once, and not what is outdated', async () => {
  const folder = home.newData();
  let own = await home.serve(folder, ...LOCAL);
  let at = { port: own.port };
  let isDown = true;
  const answer = () => (isDown ? [503, { 'Retry-After': '1' }] : [201]);
  const [due, played, told] = [await begin(DAYS, at), await begin(DAYS, at), await begin(DAYS, at)];
  const [first, second] = [await newDevice(due.tokens[BOB], { answer, ...at }), await newDevice(played.tokens[BOB], { answer, ...at })];
  const third = await newDevice(told.tokens[BOB], at);
  for (const made of [due, played, told]) await play(made, [3], 0, at);
  await Promise.all([first.got(1), second.got(1), third.got(1)]);
  await eventually(() => metric('fourfall_pushes_total', own), (count) => count === 1, 'the third is told');
  await play(played, [3], 1, at);
  await own.stop('SIGKILL');
  isDown = false;
  const seen = first.messages.length, seenSecond = second.messages.length;
  own = await home.serve(folder, ...LOCAL);
  at = { port: own.port };
  assert.equal((await first.got(seen + 1)).data.game, idOf(due));
  await play(due, [3, 3], 1, at);
  await first.got(seen + 2);
  assert.deepEqual([first.messages.length, second.messages.length, third.messages.length], [seen + 2, seenSecond, 1]);
  assert.equal(first.messages.at(-1).claims.key, first.messages[0].claims.key, 'the same key as before');
  if (!onlySqlite().skip) assert.equal(statSync(join(folder, 'push-key.pem')).mode & 0o777, 0o600);
  await own.stop();
});

describe('a subscription', () => {
  test('is changed, exported, deleted by its player alone, and goes with its session', async () => {
    const made = await begin(DAYS);
    const [ann, bob] = made.tokens;
    const device = await newDevice(ann);
    await subscribe(ann, device, 'de');
    const [stored, ...more] = await devicesOf(ann);
    assert.deepEqual([stored.endpoint, stored.language, more], [device.subscription.endpoint, 'de', []]);
    const { endpoint } = device.subscription;
    assert.equal((await post('/api/push/delete', { endpoint }, { token: bob })).status, 200);
    assert.equal((await devicesOf(ann)).length, 1, 'it is not his');
    assert.equal((await post('/api/push/delete', { endpoint }, { token: ann })).status, 200);
    assert.equal((await devicesOf(ann)).length, 0);
    const again = await newDevice(bob);
    await post('/api/logout', undefined, { token: bob });
    await play(made, [3]);
    await somebodyIsTold();
    assert.equal(again.messages.length, 0);
  });

  test('that is malformed is refused, and so is one without a token', async () => {
    const { tokens: [token] } = await begin();
    const device = service.device(), good = { ...device.subscription, language: 'en' };
    const keys = (p256dh, auth = good.keys.auth) => ({ ...good, keys: { p256dh, auth } });
    const offCurve = Buffer.from(good.keys.p256dh, 'base64url');
    offCurve[64] ^= 1;
    const bad = [{}, { ...good, endpoint: 'nowhere' }, { ...good, endpoint: `https://a.example/${'x'.repeat(800)}` }, { ...good, endpoint: 'ftp://a.example/' },
      { ...good, endpoint: 'https://a:b@c.example/' }, { ...good, language: 'fr' }, { ...good, language: undefined }, { ...good, more: 1 }, keys('AAAA'),
      keys(offCurve.toString('base64url')), keys(good.keys.p256dh, 'AAAA'), keys('!')];
    for (const body of bad) refused(await post('/api/push', body, { token }), 400, 'bad-request');
    refused(await post('/api/push/delete', {}, { token }), 400, 'bad-request');
    for (const target of ['/api/push', '/api/push/delete']) {
      refused(await post(target, good), 401, 'no-session');
      refused(await post(target, target.endsWith('delete') ? { endpoint: good.endpoint } : good, { token: UNUSED_TOKEN }), 401, 'no-session');
    }
    assert.equal((await devicesOf(token)).length, 0);
  });

  test('must not lead into a private network', async () => {
    const own = await home.serve(home.newData());
    const at = { port: own.port };
    const { tokens: [token] } = await begin({}, at);
    const good = { ...service.device().subscription, language: 'en' };
    for (const endpoint of ['http://push.example.org/a', 'https://127.0.0.1/a', 'https://localhost/a', 'https://10.0.0.1/a', 'https://[::1]/a', 'https://169.254.169.254/a',
      'https://2130706433/a', 'https://0x7f.1/a', 'https://[::ffff:10.0.0.1]/a', 'https://printer.local/a', 'https://db/a', 'https://push.example.org:8443/a'])
      refused(await post('/api/push', { ...good, endpoint }, { token, ...at }), 400, 'bad-request');
    assert.equal((await post('/api/push', { ...good, endpoint: 'https://push.example.org/a' }, { token, ...at })).status, 200);
    await own.stop();
  });

  test('is not offered by a server that sends no messages', async () => {
    const own = await home.serve(home.newData(), '--push', 'off');
    const at = { port: own.port };
    const { tokens: [token] } = await begin({}, at);
    refused(await get('/api/push', at), 404, 'push-off');
    refused(await post('/api/push', { ...service.device().subscription, language: 'en' }, { token, ...at }), 404, 'push-off');
    refused(await post('/api/push/delete', { endpoint: 'https://a.example/' }, { token, ...at }), 404, 'push-off');
    await own.stop();
  });
});

test('every operation about push messages was answered as documented', () => {
  assertAnswered((template) => template.startsWith('/api/push'));
});
