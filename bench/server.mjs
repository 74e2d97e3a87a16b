// What a move costs: our server, a stock Node Socket.IO server and the wire alone under the same load, by turns. Each server
// has a core of its own, and so has the load.
//   node bench/server.mjs [CONNECTIONS [SECONDS [ROUNDS]]]      2000 connections, 3 s, 3 rounds
//
// CPU time is the server's own and the kernel's for it, divided by the moves. The ratios are medians over the rounds of
// figures measured within the same round, because the speed of a shared machine changes from minute to minute.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [connections = 2000, seconds = 3, rounds = 3] = process.argv.slice(2).map(Number);
const WARM_SECONDS = seconds < 3 ? 1 : 5; // Node's compiler needs seconds to optimise the code
const BUILD = process.env.FF_BUILD ?? 'build';
const hasTwoCores = availableParallelism() > 1;

const onCore = (core, command) => (hasTwoCores ? ['taskset', '-c', String(core), ...command] : command);
const SERVERS = {
  node: () => ['node', 'bench/load/node-reference/server.mjs'],
  fourfall: (data) => [`${BUILD}/fourfall`, 'serve', '--listen', '127.0.0.1:0', '--data', data, '--durability', 'normal', '--limits', 'off'],
};

/** Runs a program to its end; its output, or an error if it printed none. */
function output([program, ...args]) {
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: 'utf8' });
  if (!stdout) throw new Error(`${program} ended with status ${status}: ${stderr}`);
  return { stdout, status };
}

/** Starts a server and waits for the line that ends with its port. */
async function start([program, ...args]) {
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: server.stdout })) {
    const port = /(\d+)\/?$/.exec(line)?.[1];
    if (port) return { server, port };
  }
  throw new Error(`${program} did not start`);
}

async function measureServer(label) {
  const data = mkdtempSync(join(tmpdir(), 'fourfall-bench-'));
  const { server, port } = await start(onCore(0, SERVERS[label](data)));
  try {
    const options = { port, pid: server.pid, connections, seconds, warm: WARM_SECONDS, label };
    const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const { stdout, status } = output(onCore(1, [`${BUILD}/load`, '--json', ...flags]));
    if (status !== 0) process.exitCode = 1;
    return JSON.parse(stdout);
  } finally {
    server.kill();
    await once(server, 'exit');
    rmSync(data, { recursive: true });
  }
}

function measureWire() {
  const { stdout } = output([`${BUILD}/wire_floor`, String(connections), String(Math.max(seconds, 1))]);
  return Number(/([\d.]+) us CPU/.exec(stdout)[1]);
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const cell = (value, digits) => value.toFixed(digits).padStart(15);

function printServer(name, runs) {
  const of = (key) => median(runs.map((run) => run[key]));
  console.log(`${name.padEnd(10)}${cell(of('cpuUsPerMove'), 1)}${cell(of('movesPerSecond'), 0)}${cell(of('p99Ms'), 2)}${cell(of('kibPerConnection'), 1)}`);
}

const results = [];
for (let round = 1; round <= rounds; round++) {
  const result = { wire: measureWire(), node: await measureServer('node'), fourfall: await measureServer('fourfall') };
  results.push(result);
  console.log(`round ${round}: CPU us a move: wire ${result.wire.toFixed(1)}, Node ${result.node.cpuUsPerMove.toFixed(1)}, Fourfall ${result.fourfall.cpuUsPerMove.toFixed(1)}`);
  for (const { label, lost, refused, violations } of [result.node, result.fourfall])
    if (lost || refused || violations) console.log(`  ${label}: ${lost} connections lost, ${refused} events refused, ${violations} rules broken`);
}

console.log(`\n${rounds === 1 ? 'one round' : `medians of ${rounds} rounds`}, ${connections} connections, ${seconds} s each`);
console.log(`${''.padEnd(10)}${['CPU us/move', 'moves/s', 'p99 ms', 'KiB/connection'].map((name) => name.padStart(15)).join('')}`);
console.log(`${'wire'.padEnd(10)}${cell(median(results.map(({ wire }) => wire)), 1)}`);
printServer('Node', results.map(({ node }) => node));
printServer('Fourfall', results.map(({ fourfall }) => fourfall));
const toWire = median(results.map(({ wire, fourfall }) => fourfall.cpuUsPerMove / wire));
const toNode = median(results.map(({ node, fourfall }) => node.cpuUsPerMove / fourfall.cpuUsPerMove));
console.log(`\nA move costs ${toWire.toFixed(2)} times the CPU time of the wire alone, and ${toNode.toFixed(2)} times less than on Node.`);
