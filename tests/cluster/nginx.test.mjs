// Long polling and WebSockets through packaging/nginx/cluster.conf, with the real nginx: any node takes any client, and the
// requests of one polling session reach the node that has it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { enter, meet, play, sendAllAway } from '../e2e/players.mjs';
import { makeCluster } from './cluster.mjs';
import { startNginx } from './nginx.mjs';
import { startPostgres } from './postgres.mjs';
import { startRedis } from './redis.mjs';

const WIN = [3, 0, 3, 0, 3, 0, 3];
let postgres, redis, cluster, nodes, nginx;

before(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  cluster = await makeCluster(postgres, { nodes: 3, redis, settings: ['--trust-proxy', '127.0.0.0/8'] });
  nodes = cluster.nodes.slice();
  nginx = await startNginx(nodes);
});
after(async () => {
  sendAllAway();
  await nginx.stop();
  await cluster.close();
  await postgres.stop('immediate');
  await redis.stop();
});

const leave = (...players) => players.forEach((player) => player.leave());

for (const transports of [['polling'], ['polling', 'websocket'], ['websocket']])
  test(`stock clients play whole games by ${transports.join(', then ')}`, async () => {
    const players = await Promise.all(Array.from({ length: 6 }, () => enter(0, { url: nginx.url, transports })));
    for (const [a, b] of [players.slice(0, 2), players.slice(2, 4), players.slice(4)]) {
      const [x, o] = await meet(a, b);
      const [last] = await play(x, o, WIN);
      assert.deepEqual([last.status, last.winner], ['win', 'X']);
    }
    leave(...players);
  });

test('clients are spread over all nodes, and the id of a session names its node', async () => {
  const players = await Promise.all(Array.from({ length: 9 }, () => enter(0, { url: nginx.url, transports: ['polling'] })));
  for (const node of nodes) assert.ok((await node.metric('fourfall_clients')) >= 1, `a node without clients: ${node.url}`);
  assert.deepEqual([...new Set(players.map(({ socket }) => socket.io.engine.id[0]))].sort(), ['a', 'b', 'c']);
  leave(...players);
});

test('the population plays by long polling while a node is killed, and another one stops', async () => {
  const town = cluster.town({}, () => [nginx.url]);
  town.friends(3, { spectators: 1, transports: ['polling'] });
  town.queuers(4, {}, { transports: ['polling'] });
  town.correspondents(1);
  await town.progress(50);
  await nodes[2].kill();
  await town.progress(50, 'without a node');
  await nodes[2].start();
  await town.progress(50);
  await nodes[0].stop();
  await town.progress(50, 'without another node');
  await nodes[0].start();
  await cluster.audit(town);
});
