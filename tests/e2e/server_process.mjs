// Servers as child processes for the tests: started on a free port, told to stop, and never left behind.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
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

/**
 * With FF_SERVE_POSTGRES, the URL of a PostgreSQL server, every `fourfall serve` gets a database there instead of its data folder, so that
 * all suites run on both stores. Servers with the same folder share a database.
 */
function withDatabase(args) {
  const { FF_SERVE_POSTGRES: url } = process.env;
  if (!url || args[0] !== 'serve') return args;
  const at = args.indexOf('--data');
  const folder = at < 0 ? randomUUID() : args[at + 1];
  const name = `test_${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  spawnSync('psql', ['-qX', url, '-c', `CREATE DATABASE ${name}`]); // it may exist
  const rest = at < 0 ? args : args.toSpliced(at, 2);
  return [...rest, '--database', url.replace(/[^/]*$/, name)];
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
