// Faults of PostgreSQL and on the way to it, while the population plays. Afterwards every acknowledgement is compared with the rows.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { enter, meet } from '../e2e/players.mjs';
import { inCluster, lasting, makeFaults } from './cluster.mjs';
import { fillDisk, smallDisk } from './disk.mjs';
import { startPostgres } from './postgres.mjs';
import { makeFolder, moment, until } from './processes.mjs';
import { startRedis } from './redis.mjs';

const HOUR_MS = 3_600_000;
const CHANCE_MS = lasting(300_000, 1_800_000); // one deadlock takes a second on a quiet machine, six on a busy one; the long form wants fifty
let postgres, redis;

before(async () => {
  [postgres, redis] = await Promise.all([startPostgres({ settings: { max_connections: 60, deadlock_timeout: '50ms' } }), startRedis()]);
});
after(async () => {
  await postgres.stop('immediate');
  await redis.stop();
});

const of = (options, work) => inCluster(() => postgres, () => ({ nodes: 2, redis, ...options }), work);
const fault = makeFaults(() => postgres, () => ({ nodes: 2, redis, links: true }));
/** Waits until moves are refused. */
const refusals = (town, more = 5) => {
  const from = town.ledger.count.refused;
  return until(() => town.ledger.count.refused >= from + more, 'moves are refused as retryable');
};

describe('PostgreSQL', () => {
  fault('is restarted', () => postgres.restart('fast'));
  fault('shuts down at once, without a checkpoint', () => postgres.restart('immediate'));
  fault('is killed with all its processes', async () => {
    await postgres.kill();
    await postgres.start();
  });
  fault('one of its processes is killed, so it ends all connections and recovers', async ({ database }) => {
    const pid = await postgres.value('postgres', `SELECT pid FROM pg_stat_activity WHERE datname = '${database}' AND usename = 'fourfall' LIMIT 1`);
    const ready = postgres.process.said(/ready to accept connections/);
    process.kill(pid, 'SIGKILL');
    await ready;
  });
  fault('ends the connections of the nodes, again and again', async ({ database }, town) => {
    for (let i = 0; i < lasting(5, 100); i++) {
      await postgres.disconnect(database);
      await town.progress(20);
    }
  });
  fault('is frozen for a while', async (_, town) => {
    await postgres.freeze();
    await moment(lasting(6000, 30_000));
    postgres.thaw();
    await town.progress(20);
  });

  fault('is stopped for a while: moves are refused as retryable, reading and pings go on, and nobody is thrown out of a game', async ({ nodes }, town) => {
    await postgres.stop('fast');
    const stopped = moment(lasting(5000, 30_000));
    await refusals(town);
    for (const node of nodes) {
      await node.ready(503);
      assert.equal((await node.get('/healthz')).status, 200);
    }
    await stopped;
    await postgres.start();
    for (const node of nodes) await node.ready();
  });

  test('is stopped: a move is refused with its reason, and the clocks stand still', of({}, async ({ nodes }) => {
    const clock = { initialMs: 120_000, incrementMs: 0 };
    const [x, o] = await meet(await enter(0, { url: nodes[0].url }), await enter(0, { url: nodes[1].url }), { clock });
    const { gameId } = x.game;
    await x.must('make-move', { gameId, columnIndex: 3, ply: 0 });
    await o.next('game-update', ({ ply }) => ply === 1);
    /** The clock of the side to move; a node may need a moment to reach the database again. */
    const left = async () => {
      const answer = await until(async () => {
        const reply = await o.ask('resume', { gameId });
        assert.ok(reply.ok || reply.error.retryable, JSON.stringify(reply));
        return reply.ok && reply;
      }, 'the state of the game');
      return { at: performance.now(), ms: answer.clock.leftMs.O };
    };
    const earlier = await left();
    await postgres.stop('fast');
    const began = performance.now();
    const refused = await o.ask('make-move', { gameId, columnIndex: 3, ply: 1 });
    assert.deepEqual([refused.ok, refused.error.code, refused.error.retryable], [false, 'store-unavailable', true]);
    await moment(lasting(6000, 30_000));
    const stood = performance.now() - began;
    await postgres.start();
    await nodes[1].ready();
    const later = await left();
    const used = earlier.ms - later.ms, passed = later.at - earlier.at;
    assert.ok(used <= passed - stood + 1500, `the clock ran for ${used} ms of ${passed} ms, although it stood for ${stood} ms`);
    await until(async () => (await o.ask('make-move', { gameId, columnIndex: 3, ply: 1 })).ok, 'the move is accepted');
    await x.next('game-update', ({ ply }) => ply === 2);
    x.leave();
    o.leave();
  }));
});

describe('one node’s way to PostgreSQL', () => {
  fault('is cut and healed: that node is not ready, the others play on', async ({ nodes: [node, other] }, town) => {
    node.toDatabase.cut();
    await node.ready(503);
    await other.ready();
    await town.progress(50, 'on the other node');
    node.toDatabase.heal();
    await node.ready();
  });
  fault('is reset in the middle of commits, again and again', async ({ nodes }, town) => {
    for (let i = 0; i < lasting(10, 300); i++) {
      nodes[town.random(2)].toDatabase.reset();
      await town.progress(10);
    }
  });
  fault('swallows everything for a while', async ({ nodes: [node] }, town) => {
    node.toDatabase.stall();
    await node.ready(503);
    await town.progress(30, 'on the other node');
    node.toDatabase.heal();
    await node.ready();
  });
  fault('loses the answers: whether a commit happened the row decides', async ({ nodes }, town) => {
    for (let i = 0; i < lasting(5, 100); i++) {
      const node = nodes[town.random(2)];
      node.toDatabase.deafen();
      await moment(20 + town.random(50)); // some commits happen meanwhile
      node.toDatabase.cut();
      await moment(20);
      node.toDatabase.heal();
      await town.progress(10);
    }
  });
  fault('is cut for longer than the lease: that node is buried and comes back', async ({ nodes: [node] }, town) => {
    node.toDatabase.cut();
    await moment(lasting(12_000, 30_000));
    await town.progress(30, 'on the other node');
    node.toDatabase.heal();
    await node.ready();
  });
  fault('delays packets by 200 ms, on every node', async ({ nodes }, town) => {
    nodes.forEach(({ toDatabase }) => toDatabase.delay(200));
    await town.progress(lasting(30, 1000), 'with a delay');
    nodes.forEach(({ toDatabase }) => toDatabase.heal());
  });
});

describe('other programs at the database', () => {
  fault('lock every running game for a while', async ({ database, nodes }, town) => {
    const session = await postgres.session(database);
    await session.run('BEGIN; SELECT id FROM live FOR UPDATE');
    await moment(lasting(2000, 20_000));
    for (const node of nodes) assert.equal((await node.get('/healthz')).status, 200, 'the loop does not wait');
    await session.run('COMMIT');
    await session.close();
    await town.progress(20);
  });

  fault('make deadlocks, of which the nodes are the victims', async ({ database }, town) => {
    const deadlocks = () => postgres.value('postgres', `SELECT deadlocks::int FROM pg_stat_database WHERE datname = '${database}'`);
    const session = await postgres.session(database);
    const [had, wanted] = [await deadlocks(), lasting(1, 50)];
    // Rows one by one in random order, and patiently: a node that holds one of them and waits for another gives up first.
    await session.run("SET deadlock_timeout = '60s'; SET lock_timeout = '5s'");
    const tangle = `DO $$ DECLARE r record; BEGIN
        FOR r IN SELECT id FROM live ORDER BY random() LOOP PERFORM 1 FROM live WHERE id = r.id FOR UPDATE; PERFORM pg_sleep(0.005); END LOOP;
      EXCEPTION WHEN lock_not_available THEN NULL; END $$`;
    await until(async () => {
      await session.run(tangle);
      return (await deadlocks()) >= had + wanted;
    }, 'deadlocks', CHANCE_MS);
    await session.close();
    await town.progress(20);
  });

  fault('let transactions fail to serialise', async ({ database }, town) => {
    const from = postgres.process.err.length;
    await postgres.run('postgres', `ALTER DATABASE ${database} SET default_transaction_isolation = 'serializable'`);
    await postgres.disconnect(database);
    const failures = () => postgres.process.err.slice(from).match(/could not serialize/g)?.length ?? 0;
    await until(() => failures() >= lasting(1, 100), 'serialisation failures', CHANCE_MS);
    await town.progress(50);
    await postgres.run('postgres', `ALTER DATABASE ${database} RESET default_transaction_isolation`);
    await postgres.disconnect(database);
  });

  fault('take all connections', async ({ database, nodes }, town) => {
    // The nodes lose their connections, and when they come back another program has them all.
    nodes.forEach(({ toDatabase }) => toDatabase.cut());
    await until(async () => (await postgres.connections(database)) === 0, 'the nodes are disconnected');
    const full = await postgres.fill(database);
    nodes.forEach(({ toDatabase }) => toDatabase.heal());
    try {
      await refusals(town);
      await moment(lasting(1000, 30_000));
    } finally {
      full.release();
    }
  });
});

fault.audit();

test('PostgreSQL’s disk is full for a while: what needs space is refused as retryable', async (context) => {
  const { folder, why } = smallDisk(64);
  if (why) return context.skip(why);
  await postgres.run('postgres', `CREATE TABLESPACE small LOCATION '${folder}'`);
  await of({ space: 'small' }, async (cluster) => {
    const town = cluster.town();
    town.everybody();
    await town.progress(50, 'before the fault');
    const free = fillDisk(folder);
    try {
      await refusals(town);
      await moment(lasting(1000, 20_000));
    } finally {
      free();
    }
    await town.progress(50, 'with space again');
    await cluster.audit(town);
  })();
});

test('the disk of PostgreSQL’s log is full: it stops itself, and with space again nothing acknowledged is lost', async (context) => {
  const { folder, why } = smallDisk(96);
  if (why) return context.skip(why);
  // Old segments stay: otherwise a checkpoint at the right moment would make room. And PostgreSQL ends with the first PANIC:
  // otherwise it could come up again in the part of a segment that is left, again and again.
  const own = await startPostgres({ port: 5433, place: folder, settings: { wal_keep_size: '1GB', restart_after_crash: 'off' } });
  try {
    await inCluster(() => own, { nodes: 2, redis }, async (cluster) => {
      const town = cluster.town();
      town.everybody();
      await town.progress(50, 'before the fault');
      const free = fillDisk(folder);
      const refused = refusals(town);
      // Each switch needs a new segment of 16 MiB. The one that gets none ends the server.
      await until(async () => {
        await own.run('postgres', 'SELECT pg_switch_wal() FROM pg_logical_emit_message(true, $$$$, $$$$)').catch(() => {});
        return !own.process.isRunning;
      }, () => `the end of PostgreSQL; it said: ${own.process.err.slice(-3000)}`);
      assert.match(own.process.err, /PANIC: .*No space left on device/);
      await refused;
      free();
      await own.start();
      await town.progress(50, 'with space again');
      await cluster.audit(town);
    })();
  } finally {
    await own.stop('immediate');
  }
});

test('a node whose clock is an hour ahead and one whose clock is an hour behind change nothing', of({ nodes: 3, settings: (index) => (index < 2 ? ['--test-clock-shift', String(index ? -HOUR_MS : HOUR_MS)] : []) }, async (cluster) => {
  const began = Date.now();
  const town = cluster.town();
  town.everybody();
  await town.progress(100);
  const { body } = await town.rest('POST', '/api/games', { body: { players: [{ kind: 'guest', name: 'Ann' }, { kind: 'guest', name: 'Bob' }], clock: { perMoveMs: 60_000 } } });
  await town.progress(100);
  for (const node of cluster.nodes) assert.equal(JSON.parse((await node.get(`/api/games/${body.game.gameId}`)).text).status, 'in_progress', 'a minute has not passed');
  await town.rest('POST', `/api/games/${body.game.gameId}/resign`, { token: body.seats[0].token });
  await cluster.audit(town);
  const times = ['SELECT max(greatest(created_ms, updated_ms, moved_ms)) FROM game', 'SELECT max(created_ms) FROM player', 'SELECT max(seen_ms) FROM session', 'SELECT max(at_ms) FROM rated'];
  for (const sql of times) {
    const [first, last] = [await postgres.value(cluster.database, sql.replace('max', 'min')), await postgres.value(cluster.database, sql)];
    assert.ok(first > began - HOUR_MS / 2 && last < Date.now() + HOUR_MS / 2, `${sql}: ${new Date(first)} to ${new Date(last)}`);
  }
}));

describe('an upgrade', () => {
  test('that made the schema newer: running nodes play on, an old program does not start', of({ nodes: 3 }, async (cluster) => {
    const town = cluster.town();
    town.everybody();
    await town.progress(50);
    const step = (by) => postgres.run(cluster.database, `UPDATE fourfall_schema SET version = version + ${by}`);
    await step(1);
    await town.progress(50, 'on a newer schema');
    const [node] = cluster.nodes;
    await node.stop();
    const tables = () => postgres.query(cluster.database, "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2");
    const before = await tables();
    await assert.rejects(node.start(), /ended with 1: .*newer/s);
    assert.deepEqual(await tables(), before, 'it changed nothing');
    await town.progress(50, 'without the old program');
    await step(-1);
    await node.start();
    await town.progress(50);
    await cluster.audit(town);
  }));

  test('many nodes start at once on an empty database: one creates the tables', async () => {
    await inCluster(() => postgres, () => ({ nodes: 0, redis }), async (cluster) => {
      await Promise.all(Array.from({ length: 4 }, () => cluster.add()));
      const town = cluster.town();
      town.everybody();
      await town.progress(50);
      await cluster.audit(town);
    })();
  });
});
