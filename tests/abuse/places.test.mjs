// One address tries to take every place: connections, sessions, guests, games, waiting requests. It meets a limit that
// leaves room for others.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { comeBack, enter, makeHome, meet } from '../e2e/players.mjs';
import { eventually } from '../e2e/server_process.mjs';
import { ask, ATTACKER, breathe, get, HONEST, IS_LONG, metricsOf, openPolling, openSession, raw, refusedOf } from './common/attackers.mjs';

const LIMITS = IS_LONG
  ? { connections: 4000, clients: 3000, guests: 500, games: 1500, polls: 256 }
  : { connections: 60, clients: 20, guests: 10, games: 12, polls: 8 };
const SMALL = ['--max-address-connections', '60', '--max-address-clients', '20', '--limit-guests', '10/600000', '--max-address-games', '12', '--max-address-polls', '8'];
const home = makeHome();
let server;

before(async () => {
  server = await home.serve(home.newData(), '--durability', 'normal', ...(IS_LONG ? [] : SMALL));
});
after(async () => {
  await server.stop('SIGKILL');
  home.remove();
});

const opened = (wire) => new Promise((resolve) => wire.socket.once('connect', resolve).once('close', resolve));
const open = (wires) => wires.filter((wire) => wire.isOpen).length;

/** Opens connections until many are refused; gives those that stay. */
async function grab(count) {
  const wires = Array.from({ length: count }, () => raw(server.port));
  await Promise.all(wires.map(opened));
  await eventually(async () => (await metricsOf(server)).get('fourfall_refused_connections_total'), (refused) => refused >= count - LIMITS.connections, 'refused connections');
  return wires;
}

const getsIn = async () => {
  const wire = await openSession(server.port, { from: HONEST, auth: {} });
  wire.destroy();
  return wire.isAdmitted;
};

describe('one address', () => {
  test('opens no more connections than its limit, and others get in', async () => {
    const wires = await grab(LIMITS.connections + 50);
    await eventually(async () => {
      await breathe();
      return open(wires);
    }, (count) => count <= LIMITS.connections, 'open connections');
    assert.ok(await getsIn());
    assert.ok((await refusedOf(server, 'connections')) >= 50);
    wires.forEach((wire) => wire.destroy());
    await eventually(async () => (await metricsOf(server)).get('fourfall_connections'), (count) => count < 10, 'closed connections');
    const again = raw(server.port, { text: get('/healthz') });
    assert.match((await again.answered).head, /^HTTP\/1.1 200/, 'what was closed is given back');
    again.destroy();
  });

  test('opens no more Engine.IO sessions than its limit', async () => {
    const sids = new Set();
    const tries = IS_LONG ? LIMITS.clients + 1000 : LIMITS.clients + 15;
    for (let i = 0; i < tries; i++) sids.add(await openPolling(server.port));
    assert.ok(sids.size - 1 <= LIMITS.clients, `${sids.size}`);
    if (!IS_LONG) assert.equal(sids.size - 1, LIMITS.clients); // with the defaults the rate limit comes first
    assert.ok(await getsIn());
    assert.ok((await refusedOf(server, 'sessions')) > 0 || IS_LONG);
  });

  test('becomes no more guests than its limit, by Socket.IO or REST', async () => {
    const own = await home.serve(home.newData(), '--durability', 'normal', ...(IS_LONG ? ['--limit-guests', '500/600000'] : SMALL));
    const wires = [];
    for (let i = 0; i < LIMITS.guests; i++) wires.push(await openSession(own.port, { auth: {} }));
    wires.push(...await Promise.all(Array.from({ length: 5 }, () => openSession(own.port, { auth: {} }))));
    assert.equal(wires.filter((wire) => wire.isAdmitted).length, LIMITS.guests);
    assert.ok(wires.slice(LIMITS.guests).every((wire) => !wire.head.includes('44{')), 'they are deferred, not refused');
    const body = JSON.stringify({ players: [{ kind: 'guest' }, { kind: 'guest' }] });
    const made = await ask(own.port, `POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    assert.equal(made.status, 429);
    assert.ok((await refusedOf(own, 'guests')) >= 6);
    const honest = await openSession(own.port, { from: HONEST, auth: {} });
    assert.ok(honest.isAdmitted);
    await own.stop('SIGKILL');
  });

  test('creates no more open games than its limit; games that end make room', async () => {
    const own = await home.serve(home.newData(), '--durability', 'normal', '--limit-connection', '100000/1', '--limit-address', '100000/1', '--limit-input', '1000000/1', ...(IS_LONG ? [] : ['--max-address-games', '12']));
    const player = await enter(own.port);
    const create = () => player.ask('create-game', { clock: { perMoveMs: 86_400_000 } });
    const made = [];
    let answer;
    while ((answer = await create()).ok) made.push(answer.gameId);
    assert.equal(answer.error.code, 'too-many-games');
    assert.equal(made.length, LIMITS.games);
    await player.must('cancel-game', { gameId: made[0] });
    assert.equal((await create()).ok, true);
    assert.ok((await refusedOf(own, 'games')) > 0);
    player.leave();
    await own.stop('SIGKILL');
  });

  test('waits with no more requests than its limit', async () => {
    const body = JSON.stringify({ players: [{ kind: 'guest' }, { kind: 'guest' }] });
    const made = await ask(server.port, `POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`, HONEST);
    const { gameId } = JSON.parse(made.body).game;
    const waits = Array.from({ length: LIMITS.polls + 6 }, () => raw(server.port, { text: get(`/api/games/${gameId}?wait=60&version=0`) }));
    await eventually(async () => {
      await breathe();
      return waits.filter((wire) => wire.head.startsWith('HTTP/1.1 429')).length;
    }, (count) => count === 6, 'refused polls');
    assert.equal((await metricsOf(server)).get('fourfall_long_polls'), LIMITS.polls);
    const honest = raw(server.port, { from: HONEST, text: get(`/api/games/${gameId}?wait=60&version=0`) });
    await eventually(async () => (await metricsOf(server)).get('fourfall_long_polls'), (count) => count === LIMITS.polls + 1, 'the other address waits');
    [...waits, honest].forEach((wire) => wire.destroy());
    await eventually(async () => (await metricsOf(server)).get('fourfall_long_polls'), (count) => count === 0, 'no polls');
  });
});

describe('a full server', () => {
  test('admits players who return before new guests, and a player in a game before idle ones', async () => {
    const own = await home.serve(home.newData(), '--durability', 'normal', '--max-clients', '8'); // the last one for those who return
    const [ann, bob] = await meet(await enter(own.port), await enter(own.port));
    const idle = [];
    for (let i = 0; i < 5; i++) idle.push(await enter(own.port));
    await assert.rejects(enter(own.port), /deferred/, 'a new guest');
    bob.leave();
    await ann.next('opponent-disconnected');
    const [first] = idle;
    first.leave();
    await eventually(async () => (await metricsOf(own)).get('fourfall_clients'), (count) => count === 5, 'two places');
    idle.push(await enter(own.port), await enter(own.port), await comeBack(own.port, first));
    assert.equal((await metricsOf(own)).get('fourfall_clients'), 8);
    await new Promise((resolve) => setTimeout(resolve, 1100)); // idle is who was quiet for a second
    const back = await comeBack(own.port, bob, { reconnection: true, reconnectionDelay: 20 });
    assert.equal((await back.next('game-start')).gameId, ann.game.gameId);
    assert.ok(ann.socket.connected);
    assert.ok(idle.some(({ socket }) => !socket.connected));
    [ann, back, ...idle].forEach((player) => player.leave());
    await own.stop('SIGKILL');
  });
});

describe('behind a trusted proxy', () => {
  test('the forwarded address is the one that is limited', async () => {
    const own = await home.serve(home.newData(), '--trust-proxy', ATTACKER, '--max-address-connections', '10');
    const forwarded = (address) => raw(own.port, { text: get('/healthz').replace('\r\n', `\r\nX-Forwarded-For: ${address}\r\n`) });
    const idle = Array.from({ length: 14 }, () => raw(own.port));
    await Promise.all(idle.map(opened));
    assert.equal((await metricsOf(own)).get('fourfall_connections'), 15, 'the proxy itself has no limit');
    const many = [];
    for (let i = 0; i < 14; i++) many.push(await forwarded('192.0.2.1').answered);
    assert.deepEqual(many.map((wire) => wire.head.split(' ')[1]), [...Array(10).fill('200'), ...Array(4).fill('429')]);
    const other = await forwarded('192.0.2.2').answered;
    assert.match(other.head, / 200 /);
    const network = [];
    for (let i = 0; i < 12; i++) network.push(await forwarded(`2001:db8::${i}`).answered);
    assert.equal(network.filter((wire) => wire.head.includes(' 429 ')).length, 2, 'IPv6 by its network of 64 bits');
    await own.stop('SIGKILL');
  });
});

describe('--limits off', () => {
  test('turns the budgets off', async () => {
    const own = await home.serve(home.newData(), '--limits', 'off', ...SMALL);
    const wires = Array.from({ length: 100 }, () => raw(own.port));
    await Promise.all(wires.map(opened));
    assert.equal((await metricsOf(own)).get('fourfall_connections'), 101);
    await own.stop('SIGKILL');
  });
});
