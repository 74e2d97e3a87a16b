// The primary and its disk are lost while the population plays. The synchronous standby, promoted, has every acknowledged move.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inCluster, lasting } from './cluster.mjs';
import { fillDisk, smallDisk } from './disk.mjs';
import { quote, startPostgres } from './postgres.mjs';
import { ADDRESS, moment, until } from './processes.mjs';
import { startRedis } from './redis.mjs';

let primary, standby, redis, disk;

before(async () => {
  [primary, redis] = await Promise.all([startPostgres({ port: 5432 }), startRedis()]);
  disk = smallDisk(96);
  standby = await primary.standby(5433, { log: disk.folder && join(disk.folder, 'wal') });
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

test('the disk of the standby’s log is full: moves are refused as retryable, and with space again nothing acknowledged is lost', async (context) => {
  if (disk.why) return context.skip(disk.why);
  await of(async (cluster) => {
    const town = cluster.town(), { count } = town.ledger;
    town.everybody();
    await town.progress(50, 'before the fault');
    const free = fillDisk(disk.folder);
    // Each switch needs a new segment of 16 MiB at the standby. The primary goes no further ahead of it: it would delete what the standby lacks.
    const isFull = () => /No space left on device/.test(standby.process.err);
    while (!isFull()) {
      const lsn = await primary.run('postgres', 'SET synchronous_commit = local; SELECT pg_switch_wal() FROM pg_logical_emit_message(true, $$$$, $$$$)');
      await until(async () => isFull() || (await primary.value('postgres', `SELECT count(*) FROM pg_stat_replication WHERE flush_lsn >= ${quote(lsn.trim())}`)) > 0, 'the standby has the segment, or no space');
    }
    const from = count.refused;
    await until(() => count.refused >= from + 5, 'moves are refused as retryable');
    for (const node of cluster.nodes) {
      await node.ready(503);
      assert.equal((await node.get('/healthz')).status, 200);
    }
    const { acks } = count;
    await moment(lasting(1000, 60_000));
    assert.equal(count.acks, acks, 'nothing is acknowledged that the standby does not have');
    free();
    await town.progress(100, 'with space again');
    await cluster.audit(town);
  })();
});

test('the primary is killed and its folder deleted, the standby is promoted: nothing acknowledged is lost', of(async (cluster) => {
  const town = cluster.town();
  town.everybody();
  await town.progress(100, 'on the primary');
  await primary.destroy();
  await standby.promote();
  await town.progress(150, 'on the promoted standby');
  await cluster.audit(town, { database: standby });
}));
