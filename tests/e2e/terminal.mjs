// A real terminal for tests: tmux on a socket of this process, one session a test. Waiting is always for something to
// appear, with a deadline.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { after, afterEach, before } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

const SOCKET = `ff-test-${process.pid}`;
const DEADLINE_MS = 90_000;
const POLL_MS = 25;

/** The surroundings of every program under test. */
export const UNIVERSAL = { PATH: process.env.PATH, LANG: 'C.UTF-8', TERM: 'screen-256color' };

export function tmux(...args) {
  const run = spawnSync('tmux', ['-L', SOCKET, '-f', '/dev/null', '-u', ...args], { encoding: 'utf8' });
  assert.equal(run.status, 0, `tmux ${args.join(' ')}: ${run.stderr}`);
  return run.stdout;
}

// Every test has a session of its own on one server: a server that is just ending refuses new ones.
let session = 0;
export const pane = () => `game${session}:`;
export const screenText = () => tmux('capture-pane', '-p', '-t', pane());
export const screenCodes = () => tmux('capture-pane', '-p', '-e', '-t', pane());
export const flag = (name) => tmux('display-message', '-p', '-t', pane(), `#{${name}}`).trim();
export const resize = (columns, rows) => tmux('resize-window', '-t', pane(), '-x', String(columns), '-y', String(rows));
export const press = (...keys) => tmux('send-keys', '-t', pane(), ...keys);
export const type = (text) => tmux('send-keys', '-t', pane(), '-l', text);

/** Opens a session that runs `command` with UNIVERSAL and the variables given, and nothing else of ours. */
export function openTerminal(command, { columns, rows, env = {} }) {
  const variables = Object.entries({ ...UNIVERSAL, ...env }).map(([name, value]) => `${name}=${value}`);
  session++;
  tmux('new-session', '-d', '-s', `game${session}`, '-x', String(columns), '-y', String(rows), 'env', '-i', ...variables, ...command);
}

/** Waits until `holds` answers true, and asks it no more then: what was seen may pass. */
export async function until(holds) {
  const deadline = Date.now() + DEADLINE_MS;
  while (!holds()) {
    if (Date.now() >= deadline) return false;
    await pause(POLL_MS);
  }
  return true;
}

/** Waits until `check` of the screen's text answers something true, and returns that text. */
export async function screenUntil(what, check) {
  let text = '';
  const isSeen = await until(() => check((text = screenText())));
  assert.ok(isSeen, `${what} did not appear within ${DEADLINE_MS} ms on:\n${text}`);
  return text;
}

const isIn = (text) => (wanted) => (wanted instanceof RegExp ? wanted.test(text) : text.includes(wanted));
export const shows = (...wanted) => screenUntil(wanted.join(' and '), (text) => wanted.every(isIn(text)));
export const hides = (unwanted) => screenUntil(`a screen without ${unwanted}`, (text) => !text.includes(unwanted));

/** For a describe whose tests open terminals. */
export function useTerminals() {
  before(() => tmux('start-server', ';', 'set-option', '-g', 'exit-empty', 'off'));
  afterEach(() => spawnSync('tmux', ['-L', SOCKET, 'kill-session', '-t', pane()]));
  after(() => {
    const socket = tmux('display-message', '-p', '#{socket_path}').trim();
    tmux('kill-server');
    rmSync(socket, { force: true });
  });
}
