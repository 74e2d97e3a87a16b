// A real terminal for tests: tmux on a socket of this process, one session a test. Tests wait for text to appear, with a
// deadline.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { after, afterEach, before } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

const SOCKET = `ff-test-${process.pid}`;
const DEADLINE_MS = 90_000;
const POLL_MS = 25;

/** The environment of every program under test. */
export const UNIVERSAL = { PATH: process.env.PATH, LANG: 'C.UTF-8', TERM: 'screen-256color' };

export function tmux(...args) {
  const run = spawnSync('tmux', ['-L', SOCKET, '-f', '/dev/null', '-u', ...args], { encoding: 'utf8' });
  assert.equal(run.status, 0, `tmux ${args.join(' ')}: ${run.stderr}`);
  return run.stdout;
}

// One server with a session a test: a server that is shutting down refuses new sessions.
let session = 0;
export const pane = () => `game${session}:`;
export const screenText = () => tmux('capture-pane', '-p', '-t', pane());
export const screenCodes = () => tmux('capture-pane', '-p', '-e', '-t', pane());
export const flag = (name) => tmux('display-message', '-p', '-t', pane(), `#{${name}}`).trim();
export const resize = (columns, rows) => tmux('resize-window', '-t', pane(), '-x', String(columns), '-y', String(rows));
export const press = (...keys) => tmux('send-keys', '-t', pane(), ...keys);
export const type = (text) => tmux('send-keys', '-t', pane(), '-l', '--', text);

/** Opens a session that runs `command` with the environment UNIVERSAL and `env`, and no other variables. */
export function openTerminal(command, { columns, rows, env = {} }) {
  const variables = Object.entries({ ...UNIVERSAL, ...env }).map(([name, value]) => `${name}=${value}`);
  session++;
  tmux('new-session', '-d', '-s', `game${session}`, '-x', String(columns), '-y', String(rows), 'env', '-i', ...variables, ...command);
}

/** Waits until `holds` returns true once; it is not called again, because the state may pass. */
export async function until(holds) {
  const deadline = Date.now() + DEADLINE_MS;
  while (!holds()) {
    if (Date.now() >= deadline) return false;
    await pause(POLL_MS);
  }
  return true;
}

/** Waits until `check` accepts the text of the screen, and returns that text. */
export async function screenUntil(what, check) {
  let text = '';
  const isSeen = await until(() => check((text = screenText())));
  assert.ok(isSeen, `${what} did not appear within ${DEADLINE_MS} ms on:\n${text}`);
  return text;
}

const isIn = (text) => (wanted) => (wanted instanceof RegExp ? wanted.test(text) : text.includes(wanted));
export const shows = (...wanted) => screenUntil(wanted.join(' and '), (text) => wanted.every(isIn(text)));
export const hides = (unwanted) => screenUntil(`a screen without ${unwanted}`, (text) => !text.includes(unwanted));

/** Call this in a describe whose tests open terminals. */
export function useTerminals() {
  before(() => tmux('start-server', ';', 'set-option', '-g', 'exit-empty', 'off'));
  afterEach(() => spawnSync('tmux', ['-L', SOCKET, 'kill-session', '-t', pane()]));
  after(() => {
    const socket = tmux('display-message', '-p', '#{socket_path}').trim();
    tmux('kill-server');
    rmSync(socket, { force: true });
  });
}
