// The dashboard of packaging/grafana and the alerts of packaging/prometheus with a real Prometheus that scrapes real nodes: every query has data,
// no alert is on while all is well, and each fault turns its alert on.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { enter, meet, play, sendAllAway } from '../e2e/players.mjs';
import { path } from '../e2e/server_process.mjs';
import { makeCluster } from './cluster.mjs';
import { startPostgres } from './postgres.mjs';
import { run, until } from './processes.mjs';
import { startPrometheus } from './prometheus.mjs';
import { startRedis } from './redis.mjs';

const WIN = [3, 0, 3, 0, 3, 0, 3];
const NODES = 3;
// Only limits that were reached have a line, and these nodes have none.
const MAY_BE_EMPTY = ['Limits a second'];
// A busy machine may be slow; alerts_test.yml tests these.
const OF_SPEED = ['FourfallSlowCommits', 'FourfallSlowComputer'];
const dashboard = JSON.parse(readFileSync(path('packaging/grafana/fourfall.json'), 'utf8'));
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
let postgres, redis, cluster, nodes, prometheus;

before(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  cluster = await makeCluster(postgres, { nodes: NODES, redis });
  nodes = cluster.nodes.slice();
  prometheus = await startPrometheus(nodes);
});
after(async () => {
  sendAllAway();
  await prometheus.stop();
  await cluster.close();
  await redis.stop();
  if (postgres.process.isRunning) await postgres.stop('immediate');
});

/** What Grafana would send, with an interval that no busy machine exceeds. */
const filled = (expr) => expr.replaceAll('$__rate_interval', '1h').replaceAll('$job', 'fourfall').replaceAll('$instance', '.*');
const isOn = async (alert) => (await prometheus.rules()).find(({ name }) => name === alert).alerts.length > 0;
const turnsOn = (alert) => until(() => isOn(alert), `the alert ${alert}`);
const turnsOff = (alert) => until(async () => !(await isOn(alert)), `the end of the alert ${alert}`);

describe('the dashboard', () => {
  let player;
  before(async () => {
    // A rate shows only what happens between two scrapes.
    await until(async () => (await prometheus.query('count(fourfall_moves_total)'))[0]?.value === NODES, 'the first scrape of all nodes');
    const [x, o] = await meet(await enter(0, { url: nodes[0].url }), await enter(0, { url: nodes[1].url }));
    await play(x, o, WIN);
    await fetch(`${nodes[2].url}/api/games?limit=1`);
    assert.equal((await x.ask('make-move', { gameId: x.game.gameId, columnIndex: 1, ply: 7 })).ok, false, 'a refusal');
    o.leave();
    player = x;
  });
  after(() => player.leave());

  for (const { title, targets } of panels)
    test(`${title}: every query is understood and has data`, async () => {
      for (const { expr } of targets) {
        const ask = () => prometheus.query(filled(expr));
        if (MAY_BE_EMPTY.includes(title)) await ask();
        else await until(async () => (await ask()).length > 0, `data for ${expr}`);
      }
    });

  test('its figures are those of the cluster', async () => {
    const value = async (title) => (await prometheus.query(filled(panels.find((one) => one.title === title).targets[0].expr)))[0]?.value;
    const figures = () => Promise.all(['Servers that answer', 'Nodes of the database', 'Store ready', 'Bus works', 'Clients'].map(value));
    await until(async () => JSON.stringify(await figures()) === JSON.stringify([NODES, NODES, 1, 1, 1]), 'three servers, three nodes, ready, one client');
    await until(async () => (await value('Moves a second')) > 0, 'moves');
    const [, p99] = panels.find(({ title }) => title === 'Duration of a commit').targets;
    await until(async () => (await prometheus.query(filled(p99.expr)))[0].value > 0, 'the duration of commits');
    assert.equal((await prometheus.query('sum(fourfall_node_is_keeper)'))[0].value, 1);
  });

  test('it names no metric that nodes do not have, and no panel covers another', async () => {
    const text = (await nodes[0].get('/metrics')).text;
    const names = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
    for (const { targets } of panels)
      for (const { expr } of targets)
        for (const [name] of expr.matchAll(/\b(fourfall|process)_\w+/g)) assert.ok(names.has(name.replace(/_(bucket|count|sum)$/, '')), name);
    const cells = dashboard.panels.flatMap(({ title, gridPos: { x, y, w, h } }) => Array.from({ length: w * h }, (_, i) => [`${x + (i % w)},${y + Math.floor(i / w)}`, title]));
    const taken = new Map();
    for (const [cell, title] of cells) {
      assert.ok(!taken.has(cell), `${title} and ${taken.get(cell)} at ${cell}`);
      taken.set(cell, title);
    }
    assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
  });
});

describe('alerts', () => {
  test('the rules pass promtool, and its unit tests', async () => {
    await run('promtool', ['check', 'rules', path('packaging/prometheus/alerts.yml')]);
    await run('promtool', ['test', 'rules', path('tests/cluster/alerts_test.yml')]);
  });

  test('docs/operations.md explains each of them', async () => {
    const names = (await prometheus.rules()).map(({ name }) => name);
    const section = readFileSync(path('docs/operations.md'), 'utf8').split('\n## Monitoring\n')[1].split('\n## ')[0];
    assert.deepEqual([...section.matchAll(/^\| `(Fourfall\w+)` \|/gm)].map(([, name]) => name).sort(), names.sort());
  });

  test('every expression is understood, and none is on while all is well', async () => {
    await until(async () => (await prometheus.rules()).every(({ health }) => health === 'ok'), 'all rules were evaluated');
    let on;
    const look = async () => (on = (await prometheus.rules()).filter(({ name, alerts }) => alerts.length > 0 && !OF_SPEED.includes(name)).map(({ name }) => name));
    await until(async () => (await look()).length === 0, () => `no alert; on: ${on}`);
  });

  test('Redis is gone: FourfallBusDown, until it is back', async () => {
    await redis.stop();
    await turnsOn('FourfallBusDown');
    await redis.start();
    await turnsOff('FourfallBusDown');
  });

  test('a node is gone: FourfallNodesMissing and FourfallDown, until it is back', async () => {
    await nodes[2].kill();
    await turnsOn('FourfallDown');
    await turnsOn('FourfallNodesMissing');
    await nodes[2].start();
    await turnsOff('FourfallDown');
    await turnsOff('FourfallNodesMissing');
  });

  test('the database is gone: FourfallStoreNotWritable, until it is back', async () => {
    await postgres.stop('immediate');
    await turnsOn('FourfallStoreNotWritable');
    await postgres.start();
    await turnsOff('FourfallStoreNotWritable');
  });
});
