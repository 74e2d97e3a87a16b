// The primary and its disk are lost while the population plays. The synchronous standby, promoted, has every acknowledged move.
import { after, before, test } from 'node:test';
import { inCluster } from './cluster.mjs';
import { startPostgres } from './postgres.mjs';
import { ADDRESS, moment } from './processes.mjs';
import { startRedis } from './redis.mjs';

let primary, standby, redis;

before(async () => {
  [primary, redis] = await Promise.all([startPostgres({ port: 5432 }), startRedis()]);
  standby = await primary.standby(5433);
});
after(async () => {
  await standby.stop('immediate');
  if (primary.process.isRunning) await primary.stop('immediate');
  await redis.stop();
});

const url = (database) => `postgres://fourfall@${ADDRESS}:5432,${ADDRESS}:5433/${database}?target_session_attrs=read-write`;
const of = (work) => inCluster(() => primary, () => ({ nodes: 3, redis, url }), work);

test('the standby is away for a moment: commits wait, nothing is refused for ever', of(async (cluster) => {
  const town = cluster.town();
  town.everybody();
  await town.progress(50, 'with the standby');
  await standby.stop('fast');
  await moment(1000);
  await standby.start();
  await town.progress(100, 'with the standby again');
  await cluster.audit(town);
}));

test('the primary is killed and its folder deleted, the standby is promoted: nothing acknowledged is lost', of(async (cluster) => {
  const town = cluster.town();
  town.everybody();
  await town.progress(100, 'on the primary');
  await primary.destroy();
  await standby.promote();
  await town.progress(150, 'on the promoted standby');
  await cluster.audit(town, { database: standby });
}));
