// Nodes on PostgreSQL beside one node on SQLite, by turns: durable moves a second as fast as they can, then latency at a fixed
// rate with the players of each game on different nodes.
//   node bench/cluster.mjs [CONNECTIONS [SECONDS [ROUNDS [SHAPES]]]]     2000 connections, 2 s, 3 rounds, shapes 0,1,2,3
//
// A shape is a number of nodes on PostgreSQL; 0 is one node on SQLite. PostgreSQL waits for its disk and for its standby, SQLite
// for its disk. All share the cores of this machine with the load, so more nodes make no more moves here: look at the CPU time of a
// move. Figures are medians over the rounds, and ratios medians of the ratios within a round, because the speed of a shared
// machine changes from minute to minute.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPostgres } from '../tests/cluster/postgres.mjs';
import { launch, makeFolder } from '../tests/cluster/processes.mjs';
import { startRedis } from '../tests/cluster/redis.mjs';

const [connections = 2000, seconds = 2, rounds = 3] = process.argv.slice(2, 5).map(Number);
const shapes = (process.argv[5] ?? '0,1,2,3').split(',').map(Number);
const BUILD = resolve(process.env.FF_BUILD ?? 'build');
const RATE = 1000;
const WARM_SECONDS = 2;
const LOAD_LIMIT_MS = 120_000;
const SETTINGS = { fsync: 'on', shared_buffers: '128MB', max_wal_size: '2GB' };

const primary = await startPostgres({ port: 5432, settings: SETTINGS });
const standby = await primary.standby(5433);
const redis = await startRedis({ port: 6379 });

const web = makeFolder('web');
writeFileSync(join(web, 'index.html'), '<!doctype html><title>Fourfall</title>');

async function startNode(options) {
  const args = ['serve', '--listen', '127.0.0.1:0', '--web', web, '--limits', 'off', ...options];
  const node = await launch(`${BUILD}/fourfall`, args, { ready: /is running at .*\n/ });
  return { pid: node.pid, end: () => node.end('SIGKILL'), port: /is running at \S+:(\d+)/.exec(node.out)[1] };
}

/** Starts the nodes of a shape; says which processes serve them. */
async function startShape(shape, round) {
  if (shape === 0) {
    const data = mkdtempSync(join(tmpdir(), 'fourfall-bench-'));
    const nodes = [await startNode(['--data', data, '--durability', 'full'])];
    return { nodes, others: {}, remove: () => rmSync(data, { recursive: true }) };
  }
  const name = `bench${shape}_${round}`;
  await primary.createDatabase(name);
  const nodes = [];
  while (nodes.length < shape) nodes.push(await startNode(['--database', primary.url(name), '--redis', redis.url]));
  const others = { postgres: primary.process.pid, standby: standby.process.pid, redis: redis.process.pid };
  return { nodes, others, remove: () => primary.dropDatabase(name) };
}

/** One run of the load generator; its figures. */
async function runLoad({ nodes, others }, options) {
  const named = [...nodes.map(({ pid }, i) => [`node${i + 1}`, pid]), ...Object.entries(others)];
  const flags = { port: nodes.map(({ port }) => port).join(), connections, seconds, warm: WARM_SECONDS, ...options };
  const args = ['--json', ...Object.entries(flags).flatMap(([name, value]) => (value === true ? [`--${name}`] : [`--${name}`, String(value)]))];
  named.forEach(([name, pid]) => args.push('--pid', `${name}=${pid}`));
  const load = spawn(`${BUILD}/load`, args, { stdio: ['ignore', 'pipe', 'inherit'], timeout: LOAD_LIMIT_MS, killSignal: 'SIGKILL' });
  let text = '';
  load.stdout.setEncoding('utf8').on('data', (part) => (text += part));
  const [status, signal] = await once(load, 'close');
  if (!text) throw new Error(`load ended with ${signal ?? status}`);
  if (status !== 0) process.exitCode = 1;
  return JSON.parse(text);
}

const sum = (values) => values.reduce((a, b) => a + b, 0);
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
/** CPU time a move, or memory, of all nodes, or of PostgreSQL with its standby. */
const used = (figures, kind, key) => sum(Object.entries(figures.processes).filter(([name]) => name.startsWith(kind)).map(([, one]) => one[key]));

function complain(label, { lost, refused, violations }) {
  if (lost || refused || violations) console.log(`  ${label}: ${lost} connections lost, ${refused} events refused, ${violations} rules broken`);
}

async function measure(shape, round) {
  const cluster = await startShape(shape, round);
  try {
    const paced = await runLoad(cluster, { rate: RATE, friends: true });
    const fast = await runLoad(cluster, {});
    complain(NAMES[shape], paced);
    complain(NAMES[shape], fast);
    return { paced, fast };
  } finally {
    for (const node of cluster.nodes) await node.end();
    await cluster.remove();
  }
}

const NAMES = ['SQLite, 1 node', 'PostgreSQL, 1 node', 'PostgreSQL, 2 nodes', 'PostgreSQL, 3 nodes'];
const FIGURES = [
  ['moves/s', 0, ({ fast }) => fast.movesPerSecond],
  ['CPU us/move', 1, ({ fast }) => fast.cpuUsPerMove],
  ['nodes', 1, ({ fast }) => used(fast, 'node', 'cpuUsPerMove')],
  ['primary', 1, ({ fast }) => used(fast, 'postgres', 'cpuUsPerMove')],
  ['standby', 1, ({ fast }) => used(fast, 'standby', 'cpuUsPerMove')],
  ['Redis', 2, ({ fast }) => used(fast, 'redis', 'cpuUsPerMove')],
  [`at ${RATE}/s: p50 ms`, 2, ({ paced }) => paced.p50Ms],
  ['p99 ms', 2, ({ paced }) => paced.p99Ms],
  ['CPU us/move', 0, ({ paced }) => paced.cpuUsPerMove],
  ['MiB a node', 0, ({ fast }) => used(fast, 'node', 'kib') / 1024 / Object.keys(fast.processes).filter((name) => name.startsWith('node')).length],
  ['PG MiB', 0, ({ fast }) => used(fast, 'postgres', 'kib') / 1024],
  ['Redis MiB', 0, ({ fast }) => used(fast, 'redis', 'kib') / 1024],
];
const WIDTH = 22;

function printTable(results) {
  console.log(`${''.padEnd(WIDTH)}${FIGURES.map(([name]) => name.padStart(Math.max(12, name.length + 2))).join('')}`);
  for (const shape of shapes) {
    const cells = FIGURES.map(([name, digits, figure]) => median(results.map((round) => figure(round[shape]))).toFixed(digits).padStart(Math.max(12, name.length + 2)));
    console.log(`${NAMES[shape].padEnd(WIDTH)}${cells.join('')}`);
  }
}

function printRatios(results) {
  if (!shapes.includes(0)) return;
  console.log('\ncompared with SQLite in the same round (moves/s; CPU time a move of all processes, of the nodes; p99)');
  for (const shape of shapes.filter(Boolean)) {
    const ratio = (figure) => median(results.map((round) => figure(round[shape]) / figure(round[0]))).toFixed(2).padStart(8);
    const cells = [({ fast }) => fast.movesPerSecond, ({ fast }) => fast.cpuUsPerMove, ({ fast }) => used(fast, 'node', 'cpuUsPerMove'), ({ paced }) => paced.p99Ms].map(ratio);
    console.log(`${NAMES[shape].padEnd(WIDTH)}${cells.join('')}`);
  }
}

const machine = () => `${cpus()[0].model}, ${cpus().length} cores, load ${loadavg().map((value) => value.toFixed(1)).join(' ')}`;
console.log(machine());
const results = [];
for (let round = 1; round <= rounds; round++) {
  const result = {};
  for (const shape of shapes) result[shape] = await measure(shape, round);
  results.push(result);
  const text = shapes.map((shape) => `${NAMES[shape]} ${result[shape].fast.movesPerSecond.toFixed(0)} moves/s, p99 ${result[shape].paced.p99Ms.toFixed(1)} ms`);
  console.log(`round ${round}: ${text.join('; ')}`);
}
console.log(`\n${rounds === 1 ? 'one round' : `medians of ${rounds} rounds`}, ${connections} connections, ${seconds} s each, standby synchronous; ${machine()}`);
printTable(results);
printRatios(results);
await redis.stop();
await standby.kill();
await primary.kill();
