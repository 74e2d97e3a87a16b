// The real page in a real browser, in front of several nodes: each node dies once during a game, and nobody loses a move.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { FLAT, launch, path } from '../page/browser.mjs';
import { meet, Person, play, TROUBLE } from '../page/online_people.mjs';
import { makeCluster } from './cluster.mjs';
import { startNginx } from './nginx.mjs';
import { startPostgres } from './postgres.mjs';
import { until } from './processes.mjs';
import { startRedis } from './redis.mjs';

const shared = { server: {}, browser: null, scene: false };
let postgres, redis, cluster, nginx;

before(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  cluster = await makeCluster(postgres, { nodes: 3, redis, settings: ['--web', path('build/web'), '--trust-proxy', '127.0.0.0/8'] });
  nginx = await startNginx(cluster.nodes);
  shared.server.address = `${nginx.url}/`;
  shared.browser = await launch(FLAT);
});
after(async () => {
  await shared.browser?.close();
  await nginx.stop();
  await cluster.close();
  await postgres.stop('immediate');
  await redis.stop();
});

const wasLost = ({ page }) => page.evaluate(() => globalThis.links.includes('lost') && globalThis.links.at(-1) === 'online');

test('two pages play a game to its end while each node dies once', async () => {
  const people = [];
  const person = async (options) => {
    const one = new Person(shared, { ...options, scene: false, expected: new RegExp(`${TROUBLE.source}|status of 50[234]`) });
    people.push(one);
    await one.open();
    return one;
  };
  const [x, o] = await meet(person);
  let moves = '';
  const goOn = async (columns) => {
    await play(x, o, columns, moves, 'insist');
    moves += columns;
  };
  for (const [index, node] of cluster.nodes.entries()) {
    await goOn('41');
    const clients = await node.metric('fourfall_clients');
    await node.kill();
    const lost = async () => (await Promise.all(people.map(wasLost))).filter(Boolean).length;
    await until(async () => (await lost()) >= clients, `${clients} pages have lost node ${index} and found another`);
    for (const { page } of people) await page.evaluate(() => globalThis.links.splice(0));
    await Promise.all([x.shows(moves), o.shows(moves)]);
    await node.start();
  }
  await goOn('4');
  await Promise.all([x.phase('over'), o.phase('over')]);
  assert.equal((await o.until('table')).result.reason, 'line');
  people.forEach((one) => one.assertClean());
});
