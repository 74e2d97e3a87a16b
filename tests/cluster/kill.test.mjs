// Nodes are killed, frozen and restarted while the population plays. Afterwards every acknowledgement is compared with the
// database. FF_KILLS sets the number of kills, FF_SEED repeats the choices.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { enter, meet, sendAllAway } from '../e2e/players.mjs';
import { inCluster, lasting, makeFaults } from './cluster.mjs';
import { IMPATIENT } from './node.mjs';
import { startPostgres } from './postgres.mjs';
import { moment, until } from './processes.mjs';
import { startRedis } from './redis.mjs';

const KILLS = Number(process.env.FF_KILLS ?? 4);
let postgres, redis;

before(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
});
after(async () => {
  await postgres.stop('immediate');
  await redis.stop();
});

const fault = makeFaults(() => postgres, () => ({ nodes: 3, redis, settings: IMPATIENT }));
const of = (nodes, work, settings = IMPATIENT) => inCluster(() => postgres, () => ({ nodes, redis, settings }), work);

describe('nodes are killed in full play', () => {
  fault(`one of three, ${KILLS} times: nothing lost, nothing doubled, nobody stuck`, async (cluster, town) => {
    for (let kill = 0; kill < KILLS; kill++) {
      await town.progress(20 + town.random(60), `before kill ${kill}`);
      const node = cluster.nodes[town.random(3)];
      await node.kill();
      await town.progress(town.random(60), `after kill ${kill}`);
      await node.start();
    }
  });

  fault('all at once', async (cluster, town) => {
    for (let kill = 0; kill < Math.max(1, KILLS / 10); kill++) {
      await town.progress(50, `before kill ${kill}`);
      await Promise.all(cluster.nodes.map((node) => node.kill()));
      await Promise.all(cluster.nodes.map((node) => node.start()));
    }
  });

  test('a node that never comes back: its players go on elsewhere, and its places in the queue are free', of(2, async (cluster) => {
    const town = cluster.town();
    town.everybody();
    await town.progress(50);
    await cluster.nodes[0].kill();
    await town.progress(100);
    await cluster.nodes[1].kill(); // the keeper is gone, too
    await cluster.add();
    await town.progress(100);
    await cluster.audit(town);
  }));

  test('a live game without a clock, whose players leave with their node, ends as abandoned', of(2, async ({ database, nodes: [node, other] }) => {
    const [x, o] = await meet(await enter(0, { url: node.url }), await enter(0, { url: node.url }));
    await x.must('make-move', { gameId: x.game.gameId, columnIndex: 3, ply: 0 });
    await node.kill();
    sendAllAway();
    // Asking the node for the game would bring it into memory, and so to its end.
    await until(async () => (await postgres.value(database, 'SELECT count(*) FROM live')) === 0, 'no game is running');
    const { status, winner, reason } = JSON.parse((await other.get(`/api/games/${o.game.gameId}`)).text);
    assert.deepEqual([status, winner, reason], ['completed', null, 'abandon']);
  }, ['--grace', '1000']));
});

fault('a node is frozen for longer than its lease, and thaws', async ({ nodes: [node] }, town) => {
  node.freeze();
  const frozen = moment(lasting(13_000, 30_000));
  await town.progress(100, 'while a node is frozen');
  await frozen;
  node.thaw();
  await node.ready();
});

test('a frozen keeper: matches are made by another node', of(2, async (cluster) => {
  cluster.nodes[0].freeze(); // it was the first, so it has the lowest number
  const town = cluster.town();
  town.queuers(6);
  await town.progress(40, 'without the keeper');
  cluster.nodes[0].thaw();
  await town.progress(40, 'with the keeper back');
  await cluster.audit(town);
}));

describe('a rolling restart', () => {
  fault('under load loses no game and no acknowledged move', async (cluster, town) => {
    const had = town.ledger.count.sessions;
    for (let round = 0; round < lasting(1, 20); round++)
      for (const node of cluster.nodes.slice()) {
        await town.progress(30);
        await node.stop();
        await town.progress(30, 'while a node is down');
        await node.start();
        await node.ready();
      }
    assert.ok(town.ledger.count.sessions > had, 'players have moved');
  });

  fault.audit();

  test('/readyz says that the node stops while it still answers', of(1, async ({ nodes: [node] }) => {
    await node.ready();
    const answers = [];
    const ask = async () => {
      for (;;) answers.push((await node.get('/readyz')).status);
    };
    const asking = ask().catch(() => {}); // until it no longer listens
    await until(() => answers.includes(200), 'an answer');
    await node.stop();
    await asking;
    assert.equal(answers.at(-1), 503, `the last answers: ${answers.slice(-5)}`);
  }, ['--drain', '3000']));

  test('a node that drains still plays, and its players go to others when it stops', of(2, async (cluster) => {
    const town = cluster.town();
    town.everybody();
    await town.progress(50);
    const [node] = cluster.nodes;
    const stopped = node.stop();
    await node.ready(503);
    await town.progress(10, 'while it drains');
    await stopped;
    await node.start();
    await town.progress(50);
    await cluster.audit(town);
  }, ['--drain', '3000']));
});
