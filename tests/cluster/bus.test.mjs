// Faults of Redis and on the way to it, while the population plays. Redis only tells nodes what they would find anyway: everything
// works without it, and changes are seen within two seconds.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { enter, meet, play } from '../e2e/players.mjs';
import { inCluster, isLong, lasting, makeFaults } from './cluster.mjs';
import { startPostgres } from './postgres.mjs';
import { moment, until } from './processes.mjs';
import { startRedis } from './redis.mjs';

const SEEN_MS = 2000;
let postgres, redis;

before(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
});
after(async () => {
  await postgres.stop('immediate');
  await redis.stop();
});

const of = (options, work) => inCluster(() => postgres, () => ({ nodes: 3, redis, ...options }), work);
const fault = makeFaults(() => postgres, () => ({ nodes: 3, redis, links: true }));

describe('Redis', () => {
  fault('is stopped for a while', async (_, town) => {
    await redis.stop();
    const stopped = moment(lasting(3000, 60_000));
    await town.progress(50, 'without Redis');
    await stopped;
    await redis.start();
  });
  fault('is killed and restarted empty', async () => {
    await redis.kill();
    await redis.start();
  });
  fault('is frozen for a while', async (_, town) => {
    redis.freeze();
    await town.progress(50, 'without answers of Redis');
    await moment(lasting(2000, 60_000));
    redis.thaw();
  });
  fault('has no memory left', async (_, town) => {
    await redis.command('CONFIG', 'SET', 'maxmemory', '1');
    assert.match(await redis.command('SET', 'a', '1'), /^-OOM/);
    await town.progress(lasting(50, 1000), 'with a full Redis');
    await redis.command('CONFIG', 'SET', 'maxmemory', '0');
  });
  fault('refuses more connections', async ({ nodes }, town) => {
    await redis.command('CONFIG', 'SET', 'maxclients', '1'); // a node needs two
    nodes.forEach(({ toBus }) => toBus.reset());
    for (const node of nodes) await until(async () => (await node.metric('fourfall_bus_works')) === 0, 'a bus without connections');
    await town.progress(50, 'without a connection to Redis');
    for (const node of nodes) assert.equal(await node.metric('fourfall_bus_works'), 0, 'no connection yet');
    await redis.stop();
    await redis.start();
  });
  fault('gets messages of another program, and hands them on', async (_, town) => {
    const channels = await until(async () => {
      const answer = await redis.command('PUBSUB', 'CHANNELS');
      const found = answer.split('\r\n').filter((line) => !/^[*$]/.test(line));
      return found.length > 0 && found;
    }, 'nodes listen');
    for (const channel of channels) for (const text of ['', 'nonsense', '\0'.repeat(100), 'x'.repeat(70_000)]) await redis.command('PUBLISH', channel, text);
    await town.progress(50);
  });
  test('fails: spectators on other nodes are not counted until it works again', of({ nodes: 2 }, async ({ nodes }) => {
    const [a, b, here, there] = await Promise.all([0, 0, 0, 1].map((index) => enter(0, { url: nodes[index].url })));
    const [x] = await meet(a, b);
    const counted = (count) => x.next('spectators', (event) => event.count === count);
    await here.must('watch', { gameId: x.game.gameId });
    await counted(1);
    await there.must('watch', { gameId: x.game.gameId });
    await counted(2);
    await redis.stop();
    await counted(1);
    await redis.start();
    await counted(2);
    [a, b, here, there].forEach((player) => player.leave());
  }));
});

describe('one node’s way to Redis', () => {
  fault('is cut and healed', async ({ nodes: [node] }, town) => {
    node.toBus.cut();
    await town.progress(50, 'without one node’s messages');
    node.toBus.heal();
  });
  fault('is reset again and again', async ({ nodes }, town) => {
    for (let i = 0; i < lasting(10, 300); i++) {
      nodes[town.random(3)].toBus.reset();
      await town.progress(10);
    }
  });
  fault('swallows everything for a while, and then delivers it late', async ({ nodes: [node] }, town) => {
    node.toBus.stall();
    await town.progress(50, 'while messages are held back');
    node.toBus.heal();
  });
  fault('works in one direction only', async ({ nodes: [node] }, town) => {
    node.toBus.deafen();
    await town.progress(50, 'while one node hears nothing');
    node.toBus.heal();
  });
  fault('delays packets by 200 ms, on every node', async ({ nodes }, town) => {
    nodes.forEach(({ toBus }) => toBus.delay(200));
    await town.progress(lasting(50, 1000), 'with a delay');
    nodes.forEach(({ toBus }) => toBus.heal());
  });
});

fault.audit();

describe('without Redis', () => {
  test('the population plays as well', of({ redis: null }, async (cluster) => {
    const town = cluster.town();
    town.everybody();
    await town.progress(lasting(80, 400));
    await cluster.audit(town);
  }));

  test('a move, a message and an end are seen on another node, in long runs within two seconds', of({ redis: null }, async ({ nodes }) => {
    const [x, o] = await meet(await enter(0, { url: nodes[0].url }), await enter(0, { url: nodes[1].url }));
    const watcher = await enter(0, { url: nodes[2].url });
    const { gameId } = x.game;
    await watcher.must('watch', { gameId });
    const waits = [];
    const seen = async (act, hear) => {
      await act();
      const began = performance.now();
      await hear();
      waits.push(performance.now() - began);
    };
    for (let ply = 0; ply < lasting(2, 20); ply++) {
      const [mover, other] = ply % 2 ? [o, x] : [x, o];
      const is = (update) => update.ply === ply + 1;
      await seen(() => mover.must('make-move', { gameId, columnIndex: ply % 7, ply }), () => Promise.all([other, watcher].map((one) => one.next('game-update', is))));
    }
    await seen(() => x.must('chat-message', { gameId, text: 'hello' }), () => o.next('chat-message', ({ text }) => text === 'hello'));
    await seen(() => o.must('resign', { gameId }), () => Promise.all([x, watcher].map((one) => one.next('game-over'))));
    console.log(`# seen after ${waits.map(Math.round)} ms`);
    if (isLong) assert.ok(Math.max(...waits) < SEEN_MS, `seen after ${waits} ms`);
    [x, o, watcher].forEach((one) => one.leave());
  }));

  test('players on different nodes meet in the queue and play', of({ redis: null, nodes: 2 }, async ({ nodes }) => {
    const [x, o] = await meet(await enter(0, { url: nodes[0].url }), await enter(0, { url: nodes[1].url }));
    const [last] = await play(x, o, [3, 0, 3, 0, 3, 0, 3]);
    assert.deepEqual([last.status, last.winner], ['win', 'X']);
    x.leave();
    o.leave();
  }));
});
