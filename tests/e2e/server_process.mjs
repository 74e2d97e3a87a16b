// Servers as child processes for the tests: started on a free port, told to stop, and never left behind.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { connect, DEADLINE_MS, response, within } from './websocket_client.mjs';

export const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const running = new Set();

process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** A port for servers that come back to it: below those that the system gives to whoever asks for any. */
export async function freePort() {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await new Promise((resolve) => server.once('listening', () => resolve(true)).once('error', () => resolve(false)));
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
}

// With FF_SERVE_POSTGRES, the URL of a PostgreSQL server, every `fourfall serve` gets a database there instead of its data folder, so
// that all suites run on both stores. Servers with the same folder share a database.
const { FF_SERVE_POSTGRES: postgres } = process.env;

/** Options of tests that are about SQLite alone: with PostgreSQL they are skipped for this reason. */
export const onlySqlite = (why) => (postgres ? { skip: `SQLite only: ${why}` } : {});

/** The options that name the store of a data folder. */
export function storeOptions(folder) {
  if (!postgres) return ['--data', folder];
  const name = `test_${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  return ['--database', postgres.replace(/[^/]*$/, name)];
}

function withDatabase(args) {
  if (!postgres || args[0] !== 'serve') return args;
  const at = args.indexOf('--data');
  const [option, url] = storeOptions(at < 0 ? randomUUID() : args[at + 1]);
  spawnSync('psql', ['-qX', postgres, '-c', `CREATE DATABASE ${url.split('/').at(-1)}`]); // it may exist
  const rest = at < 0 ? args : [...args.slice(0, at), ...args.slice(at + 2)];
  return ['serve', option, url, ...rest.slice(1)];
}

/** All that the store of a data folder keeps, for tests of what must not be there. */
export function storedBytes(folder) {
  if (!postgres) return Buffer.concat(readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`)));
  const dump = execFileSync('pg_dump', ['--inserts', storeOptions(folder)[1]], { encoding: 'latin1', maxBuffer: 1 << 28 });
  return Buffer.from(dump.replace(/\\x((?:[0-9a-f]{2})+)/g, (_, hex) => Buffer.from(hex, 'hex').toString('latin1')), 'latin1');
}

/** Starts a program and waits until it printed a line that ends with its port. */
export async function start(program, givenArgs) {
  const args = withDatabase(givenArgs);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const server = { child, out: '', err: '', port: 0 };
  running.add(child);
  [child, child.stdout, child.stderr].forEach((handle) => handle.unref()); // a failed test must not wait for it
  child.on('exit', () => running.delete(child));
  // Not 'exit': what it wrote last may still be on its way then.
  server.exit = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  child.stderr.on('data', (data) => (server.err += data));
  const started = new Promise((resolve, reject) => {
    child.stdout.on('data', (data) => {
      server.out += data;
      if (server.out.endsWith('\n')) resolve();
    });
    child.on('close', (code) => reject(new Error(`ended with ${code}: ${server.err}`)));
  });
  await within(started, `the first line of ${program}`);
  server.port = Number(/(\d+)\n$/.exec(server.out)[1]);
  server.ended = () => within(server.exit, 'the end of the server');
  server.stop = (signal = 'SIGTERM') => {
    child.kill(signal);
    return server.ended();
  };
  /** One request on a connection of its own; raw text goes out as it is. */
  server.request = async (text, options) => {
    const wire = await connect(server.port);
    wire.write(text);
    const answer = await response(wire, options);
    wire.destroy();
    return answer;
  };
  server.get = (target, headers = {}) => server.request(request('GET', target, headers));
  return server;
}

/** The text of a request. */
export function request(method, target, headers = {}, body = '') {
  const all = { Host: 'localhost', ...(body ? { 'Content-Length': Buffer.byteLength(body) } : {}), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Asks again and again until the answer satisfies; a deadline, not a sleep, ends it. */
export async function eventually(ask, isGood, what, ms = DEADLINE_MS) {
  const until = Date.now() + ms;
  for (;;) {
    const answer = await ask();
    if (isGood(answer)) return answer;
    assert.ok(Date.now() < until, `${what}: still ${JSON.stringify(answer)}`);
  }
}
