// Connection trouble in the page's online model: killed servers, windows that replace each other, tokens that survive reloads.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, afterEach, before, test } from 'node:test';
import { PROGRAM } from '../e2e/players.mjs';
import { storeOptions } from '../e2e/server_process.mjs';
import { connected, moved, openPage, seatedAt, Server, until, Wire } from './online_people.mjs';

const LIVE = { board: '7x6', clock: { kind: 'live', initialMs: 300_000, incrementMs: 2000 }, isRated: false };
const server = new Server();
before(() => server.start());
after(() => server.end());
afterEach(async () => server.process.child.exitCode === null && server.process.child.signalCode === null || server.start());

const page = (storage) => connected(openPage(server.port, storage));
const state = (p, wanted) => until(p.online.connection, (now) => now === wanted, `connection ${wanted}`);

async function friends() {
  const a = await page(), b = await page();
  await a.online.invite(LIVE, 'X', false);
  assert.equal(await b.online.join(a.online.invitation.value.code), null);
  await Promise.all([seatedAt(a), seatedAt(b)]);
  return [a, b];
}

test('the first failure is reported, and the page keeps trying', async () => {
  await server.kill();
  const a = openPage(server.port);
  const trouble = await a.online.connect();
  assert.equal(trouble.code, 'offline');
  assert.equal(a.online.connection.value, 'lost');
  assert.equal(typeof a.online.retryAt.value, 'number');
  await server.start();
  await state(a, 'online');
  assert.equal(a.online.retryAt.value, null);
});

test('a killed server is shown as lost; nothing is sent meanwhile, and the game continues afterwards', async () => {
  const [x, o] = await friends();
  x.drop(3);
  await moved(o, '4');
  await server.kill();
  await Promise.all([state(x, 'lost'), state(o, 'lost')]);
  assert.equal(o.drop(3), 'note.noConnection');
  assert.equal((await o.online.say('hello?')).code, 'offline');
  const refusals = [];
  const stop = o.online.connection.subscribe((now) => now === 'online' && refusals.push(o.seat.refusal()));
  await server.start();
  await Promise.all([state(x, 'online'), state(o, 'online')]);
  stop();
  assert.deepEqual(refusals, ['note.syncing'], 'first the server says where the game stands');
  await until(o.board, () => o.seat.refusal() === null, 'where the game stands');
  assert.equal(o.board.moves, '4');
  assert.equal(o.drop(2), null);
  await moved(x, '43');
  assert.deepEqual(o.online.chat.value, [], 'what was refused was not kept for later');
});

test('a ban is said, nothing is tried again, and the player is still known when it ends', async () => {
  const mod = await page(), a = await page();
  const { playerId } = a.online.me.value;
  assert.equal((await mod.online.api.post('api/account', { login: 'helper', password: 'correct horse battery' })).ok, true);
  execFileSync(PROGRAM, ['moderator', ...storeOptions(server.data), 'add', 'helper']);
  const ban = (hours) => mod.online.api.post(`api/moderation/players/${playerId}`, { action: 'ban', hours, reason: 'Cheating' });
  assert.equal((await ban(1)).ok, true);
  await state(a, 'banned');
  assert.equal(a.online.retryAt.value, null);
  assert.equal((await a.online.connect()).code, 'banned');
  assert.equal((await ban(0)).ok, true);
  assert.equal(await a.online.connect(), null);
  assert.equal(a.online.me.value.playerId, playerId);
});

/** Two players, the first behind a wire that can be held and cut. */
async function metThroughWire() {
  const wire = new Wire();
  const x = await connected(openPage(await wire.lead(server.port))), o = await page();
  await x.online.invite(LIVE, 'X', false);
  await o.online.join(x.online.invitation.value.code);
  await Promise.all([seatedAt(x), seatedAt(o)]);
  return { wire, x, o };
}

test('a move whose answer was lost is confirmed by the next snapshot', async () => {
  const { wire, x, o } = await metThroughWire();
  await until(x.online.mine, (games) => games?.length === 1, 'the list'); // the next on the wire is the move
  server.process.child.kill('SIGSTOP');
  const sent = wire.next();
  assert.equal(x.drop(3), null);
  await sent;
  wire.cut();
  await state(x, 'lost');
  assert.equal(x.online.table.value.pending, 3, 'nobody knows yet');
  server.process.child.kill('SIGCONT');
  await moved(o, '4');
  await until(x.online.table, ({ pending }) => pending === null, 'what became of it');
  assert.equal(x.board.moves, '4');
  assert.deepEqual(x.board.named('takeBack'), []);
  x.close();
  wire.close();
});

test('an invitation whose answer was lost is the same game when it is asked for again', async () => {
  const wire = new Wire();
  const x = await connected(openPage(await wire.lead(server.port)));
  await wire.upgraded();
  wire.hold();
  const lost = x.online.invite(LIVE, 'X', false);
  const answerIn = () => /"gameId":"(\w+)".*"code":"/.exec(Buffer.concat(wire.held.map(([, data]) => data)).toString());
  for (let held = 1; !answerIn(); held++) await wire.holds(held);
  const [, lostGame] = answerIn();
  wire.held = null;
  wire.cut();
  assert.equal((await lost).code, 'lost');
  await state(x, 'online');
  assert.equal(await x.online.invite(LIVE, 'X', false), null);
  assert.equal(x.online.invitation.value.gameId, lostGame, 'one game, not two');
  x.online.cancelInvitation();
  assert.equal(await x.online.invite(LIVE, 'X', false), null);
  assert.notEqual(x.online.invitation.value.gameId, lostGame, 'the next invitation is a new game');
  x.close();
  wire.close();
});

test('an answer that arrives together with later news does not undo it', async () => {
  const { wire, x, o } = await metThroughWire();
  assert.equal(x.drop(3), null);
  await Promise.all([moved(x, '4'), moved(o, '4')]);
  await until(x.online.mine, (games) => games?.length === 1, 'the list');
  wire.hold();
  const answer = x.online.resume(x.online.table.value.gameId);
  await wire.holds(1);
  assert.equal(o.drop(3), null);
  await wire.holds(2);
  wire.release();
  assert.equal(await answer, null);
  await moved(x, '44');
  assert.deepEqual(x.board.named('follow').map(([, notation]) => notation).slice(-2), ['4', '44']);
  x.close();
  wire.close();
});

test('a move that never arrived is taken back', async () => {
  const [x, o] = await friends();
  server.process.child.kill('SIGSTOP');
  assert.equal(x.drop(3), null);
  await server.kill();
  await state(x, 'lost');
  assert.equal(x.board.moves, '4', 'it stays until it is known');
  await server.start();
  await until(x.online.table, ({ pending }) => pending === null, 'what became of it');
  assert.deepEqual(x.board.named('takeBack'), [['', 3, 'note.takenBack', {}]]);
  await until(o.online.table, () => o.online.connection.peek() === 'online', 'the other one');
  assert.equal(o.board.moves, '');
});

test('a reload resumes the game by itself', async () => {
  const [x, o] = await friends();
  x.drop(3);
  await moved(o, '4');
  o.close();
  const again = await page(o.storage);
  await seatedAt(again);
  assert.deepEqual([again.online.table.value.seat, again.board.moves], [1, '4']);
  assert.equal(again.online.me.value.playerId, o.online.me.value.playerId);
  assert.equal(again.online.running.value, null);
});

test('a game that was left is offered at the next visit, not opened', async () => {
  const [x] = await friends();
  const { gameId } = x.online.table.value;
  x.seat.left();
  x.close();
  const again = await page(x.storage);
  const running = await until(again.online.running, Boolean, 'the offer');
  assert.equal(running.gameId, gameId);
  assert.equal(again.online.table.value, null);
});

test('an invitation survives a reload', async () => {
  const a = await page();
  await a.online.invite(LIVE, 'X', false);
  const { code } = a.online.invitation.value;
  a.close();
  const again = await page(a.storage);
  const { code: kept } = await until(again.online.invitation, Boolean, 'the invitation');
  assert.equal(kept, code);
  const b = await page();
  await b.online.join(code);
  await seatedAt(again);
  assert.equal(again.online.invitation.value, null);
});

test('a friend who joined while the page was closed is there at the next visit', async () => {
  const a = await page();
  await a.online.invite(LIVE, 'X', false);
  const { code } = a.online.invitation.value;
  a.close();
  const b = await page();
  assert.equal(await b.online.join(code), null);
  const again = await page(a.storage);
  await seatedAt(again);
  assert.deepEqual([again.online.invitation.value, again.online.running.value], [null, null]);
});

test('the absent opponent\'s remaining time is known after a reload, too', async () => {
  const [x, o] = await friends();
  o.close();
  await until(x.online.table, (table) => table.awayUntil !== null, 'the leaving');
  x.close();
  const again = await page(x.storage);
  const { awayUntil } = await seatedAt(again);
  assert.ok(Number.isFinite(awayUntil), String(awayUntil));
  await page(o.storage);
  await until(again.online.table, (now) => now.awayUntil === null, 'the coming back');
});

test('a replaced window says so, and can take the seat back', async () => {
  const [x, o] = await friends();
  const other = await page(x.storage);
  await state(x, 'replaced');
  await seatedAt(other);
  assert.equal(x.drop(3), 'note.noConnection');
  assert.ok(x.board.named('say').some(([key]) => key === 'note.replaced'));
  assert.equal(other.drop(3), null);
  await moved(o, '4');
  x.online.takeSeat();
  await state(other, 'replaced');
  await state(x, 'online');
  await moved(x, '4');
  o.drop(3);
  await moved(x, '44');
});

test('a replaced window does not fight for the seat when the server comes back', async () => {
  const [x] = await friends();
  const other = await page(x.storage);
  await state(x, 'replaced');
  const states = [];
  x.online.connection.subscribe((now) => states.push(now));
  await server.kill();
  await state(other, 'lost');
  await server.start();
  await state(other, 'online');
  assert.deepEqual(states, ['replaced']);
});

test('a player in the queue is in it again after a server restart', async () => {
  const wish = { ...LIVE, clock: { kind: 'live', initialMs: 62_000, incrementMs: 0 } };
  const a = await page(), b = await page();
  await a.online.joinQueue(wish);
  await server.kill();
  await state(a, 'lost');
  assert.ok(a.online.waiting.value);
  await server.start();
  await Promise.all([state(a, 'online'), state(b, 'online')]);
  await b.online.joinQueue(wish);
  await Promise.all([until(a.online.match, Boolean, 'a match'), until(b.online.match, Boolean, 'a match')]);
});

test('an unknown token makes a new guest', async () => {
  const a = await page();
  const before = a.online.me.value.playerId;
  assert.equal(await a.online.useToken(null), null);
  assert.notEqual(a.online.me.value.playerId, before);
  assert.ok(a.online.token());
});

test('a device stays known to the server after its player has logged out', async () => {
  const a = await page(), account = { login: 'device_owner', password: 'correct horse battery' };
  const { ok, value } = await a.online.api.postFromDevice('api/account', account, false);
  assert.equal(ok, true);
  await a.online.useToken(null);
  const again = await a.online.api.postFromDevice('api/login', account, true);
  assert.deepEqual([again.ok, again.value.device], [true, value.device], 'the page sent the token it got');
});

test('without its token the page can only watch its game', async () => {
  const [x, o] = await friends();
  x.drop(3);
  await moved(o, '4');
  await x.online.useToken(null);
  await until(x.online.table, ({ seat }) => seat === null, 'the loss of the seat');
  assert.deepEqual([x.board.moves, x.board.remote.seat], ['4', null]);
  assert.equal(o.drop(3), null);
  await moved(x, '44');
});
