// Programs that the tests of several nodes start: each is ended by its own process id, also when the test fails or is killed.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEADLINE_MS, within } from '../e2e/websocket_client.mjs';

/** An address of the loopback for this process alone. So ports can be fixed: nobody takes one while its server is down. */
export const ADDRESS = `127.${64 + (process.pid >> 16)}.${(process.pid >> 8) & 255}.${process.pid & 255}`;

const running = new Set();
const folders = new Set();

process.on('exit', () => {
  running.forEach((one) => one.signal('SIGKILL'));
  folders.forEach((folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  process.exit(); // otherwise Node may wait for ever for a connection that was reset
});

/** The user and group of a name, or null: this process is not root and stays who it is. */
function identity(user) {
  if (!user || process.getuid() !== 0) return null;
  const [, , uid, gid] = execFileSync('getent', ['passwd', user], { encoding: 'utf8' }).split(':').map(Number);
  return { uid, gid };
}

/** A temporary folder that is deleted when this process ends. */
export function makeFolder(name, user) {
  const folder = mkdtempSync(join(tmpdir(), `fourfall-${name}-`));
  folders.add(folder);
  const owner = identity(user);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

/** The command line of a program as another user; the kernel ends it if this process dies. */
function command(program, args, user) {
  const owner = identity(user);
  const become = owner ? [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'] : [];
  return ['setpriv', [...become, '--pdeathsig', 'KILL', program, ...args]];
}

/** Runs a program to its end; gives what it printed. */
export function run(program, args, { user, input, ms } = {}) {
  const [setpriv, words] = command(program, args, user);
  return new Promise((resolve, reject) => {
    const child = spawn(setpriv, words, { stdio: ['pipe', 'pipe', 'pipe'], timeout: ms ?? 120_000, killSignal: 'SIGKILL', cwd: '/' });
    let out = '', err = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
    child.stdin.on('error', () => {});
    child.on('error', reject);
    child.on('close', (code, signal) => (code === 0 ? resolve(out) : reject(new Error(`${program} ${args.join(' ')}: ${signal ?? code}: ${err}`))));
    child.stdin.end(input ?? '');
  });
}

/** Starts a program that stays, and waits until a line of its output matches `ready`. */
export async function launch(program, args, { user, ready, env = {}, pipe = false }) {
  const [setpriv, words] = command(program, args, user);
  const child = spawn(setpriv, words, { stdio: [pipe ? 'pipe' : 'ignore', 'pipe', 'pipe'], env: { ...process.env, ...env }, cwd: '/' });
  const one = { child, pid: child.pid, out: '', err: '', isRunning: true };
  running.add(one);
  [child, child.stdout, child.stderr, child.stdin].forEach((handle) => handle?.unref?.()); // a failed test must not wait for it
  let stir = () => {};
  child.stdout.setEncoding('utf8').on('data', (text) => ((one.out += text), stir()));
  child.stderr.setEncoding('utf8').on('data', (text) => ((one.err += text), stir()));
  one.exit = new Promise((resolve) => {
    child.on('error', () => resolve({ code: null, signal: null }));
    child.on('close', (code, signal) => {
      one.isRunning = false;
      running.delete(one);
      resolve({ code, signal });
    });
  });
  one.signal = (name) => one.isRunning && child.kill(name);
  /** Sends a signal and waits for the end. */
  one.end = (name = 'SIGTERM') => {
    one.signal(name);
    return within(one.exit, `the end of ${program} by ${name}`);
  };
  /** Waits for a line in what it prints from now on, or since `from`. */
  one.said = (pattern, { from = one.out.length + one.err.length } = {}) => {
    const is = () => pattern.test((one.out + one.err).slice(from));
    const said = new Promise((resolve, reject) => {
      stir = () => is() && resolve();
      stir();
      one.exit.then(({ code, signal }) => (is() ? resolve() : reject(new Error(`${program} ended with ${signal ?? code}: ${one.out}${one.err}`))));
    });
    return within(said, `${pattern} from ${program}; it said: ${(one.out + one.err).slice(-2000)}`);
  };
  if (ready) await one.said(ready, { from: 0 });
  return one;
}

export const moment = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Looks again and again, without keeping a core busy, until the answer is true; gives it. */
export async function until(ask, what, ms = DEADLINE_MS) {
  for (const end = Date.now() + ms; ; await moment(10)) {
    const answer = await ask();
    if (answer) return answer;
    assert.ok(Date.now() < end, `nothing within ${ms} ms: ${typeof what === 'function' ? what() : what}`);
  }
}

/** The children of a process that runs here. */
export function childrenOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** The letter of a process's state; null: there is none. */
function stateOf(pid) {
  try {
    return /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1];
  } catch {
    return null;
  }
}

/** Is there such a process? A zombie does not count. */
export const isAlive = (pid) => ![null, 'Z'].includes(stateOf(pid));

/** Has it been stopped by a signal, or is it gone? */
export const isStopped = (pid) => [null, 'Z', 'T'].includes(stateOf(pid));

/** Sends a signal to processes, some of which may have ended. */
export function signalAll(pids, name) {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch (error) {
      assert.equal(error.code, 'ESRCH');
    }
}
