// A cluster for one test: nodes on a database of their own, and the population around them. One PostgreSQL and one Redis serve all
// tests of a file. FF_CLUSTER=long lengthens the faults.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { check, checkRows } from './checker.mjs';
import { openLink } from './link.mjs';
import { makeNode } from './node.mjs';
import { ADDRESS, makeFolder } from './processes.mjs';
import { isLong, lasting, makeTown, SEED } from './town.mjs';

export { isLong, lasting };

const web = join(makeFolder('web'), 'web');
mkdirSync(web);
writeFileSync(join(web, 'index.html'), '<!doctype html><title>Fourfall</title>');
let databases = 0, ports = 8001;

/** Nodes on a new database. Options:
 *   nodes     how many
 *   redis     null: they have no bus
 *   links     true: each node has a wire of its own to PostgreSQL and to Redis (node.toDatabase, node.toBus)
 *   reachable true: nodes tell each other their addresses, and pass requests on
 *   url       the connection string for a database name, where one server is not enough
 *   space     the tablespace of the database
 *   settings  more options of all nodes, or a function of the node's index */
export async function makeCluster(postgres, { nodes: size = 3, redis = null, links = false, reachable = false, url = postgres.url, space, settings = [] } = {}) {
  const database = `club${++databases}`;
  await postgres.createDatabase(database, space);
  const cluster = { postgres, redis, database, nodes: [], towns: [] };

  const wire = async (node) => {
    if (!links) return;
    node.toDatabase = await openLink(postgres.port, node.port + 1000);
    if (redis) node.toBus = await openLink(redis.port, node.port + 2000);
  };
  const options = (node, index) => {
    const toDatabase = node.toDatabase ? url(database).replace(`:${postgres.port}/`, `:${node.toDatabase.port}/`) : url(database);
    const toBus = redis && (node.toBus ? `redis://${ADDRESS}:${node.toBus.port}` : redis.url);
    const letter = String.fromCharCode('a'.charCodeAt(0) + (index % 26));
    const address = reachable ? ['--node-address', `${ADDRESS}:${node.port}`] : [];
    return ['--web', web, '--node-letter', letter, ...address, '--database', toDatabase, ...(toBus ? ['--redis', toBus] : []), ...(typeof settings === 'function' ? settings(index) : settings)];
  };
  /** One more node. */
  cluster.add = async (program) => {
    const index = cluster.nodes.length;
    const node = makeNode(ports++, () => options(node, index), program);
    await wire(node);
    await node.start();
    cluster.nodes.push(node);
    return node;
  };
  cluster.town = (options, urls = () => cluster.nodes.map((node) => node.url)) => {
    const town = makeTown(urls, options);
    cluster.towns.push(town);
    return town;
  };
  /** All games end; then the ledger is compared with the database, read by a new node and row by row. Gives the counts. */
  cluster.audit = async (town, { database: keeper = cluster.postgres, reasons = ['line', 'draw', 'resign'] } = {}) => {
    await town.finish();
    town.close();
    const fresh = await cluster.add();
    await check(town.ledger, fresh.url);
    await checkRows(town.ledger, keeper, database);
    for (const { gameId, stored } of town.ledger.games.values()) assert.ok(reasons.includes(stored.reason), `${gameId} ended by ${stored.reason}: nobody left, and nobody was slow`);
    console.log(`# seed ${SEED}: ${JSON.stringify(town.ledger.count)}`);
    return town.ledger.count;
  };
  cluster.close = async () => {
    cluster.towns.forEach((town) => town.close());
    for (const node of cluster.nodes) {
      if (node.process.isRunning) await node.process.end('SIGKILL');
      node.toDatabase?.close();
      node.toBus?.close();
    }
  };
  try {
    for (let i = 0; i < size; i++) await cluster.add();
  } catch (error) {
    await cluster.close();
    throw error;
  }
  return cluster;
}

/** Runs a test in a cluster, which is gone afterwards. */
export const inCluster = (postgres, options, work) => async () => {
  const cluster = await makeCluster(postgres(), typeof options === 'function' ? options() : options);
  try {
    await work(cluster);
  } finally {
    await cluster.close();
  }
};

/**
 * A way to declare faults that a population survives: `fault(name, work)`. In the short form one population of one cluster lives through all
 * of them, and `fault.audit()`, the last test, compares its ledger; in the long form, and after a failure, each fault has its own.
 */
export function makeFaults(postgres, options) {
  let cluster = null, town;
  const end = async (work) => {
    const ended = cluster;
    cluster = null;
    try {
      await work?.(ended);
    } finally {
      await ended.close();
    }
  };
  const audit = () => end((ended) => ended.audit(town));
  const begin = async () => {
    if (cluster) return;
    cluster = await makeCluster(postgres(), options());
    town = cluster.town();
    town.everybody();
  };
  const fault = (name, work) =>
    test(name, async () => {
      await begin();
      try {
        await town.progress(lasting(20, 50), 'before the fault');
        await work(cluster, town);
        await town.progress(lasting(50, 100), 'after the fault');
      } catch (error) {
        await end();
        throw error;
      }
      if (isLong) await audit();
    });
  fault.audit = () =>
    test('afterwards everything is as it was acknowledged', async (context) => {
      if (cluster) await audit();
      else context.skip('each fault was checked by itself');
    });
  after(() => cluster && end());
  return fault;
}
