// Nodes: processes of `fourfall serve` at fixed ports of this test's own address, which are killed, frozen and started again.
import assert from 'node:assert/strict';
import { PROGRAM } from '../e2e/players.mjs';
import { DEADLINE_MS } from '../e2e/websocket_client.mjs';
import { ADDRESS, launch, until } from './processes.mjs';

// Clients that do not come back must not lose their connection because the machine is busy.
const USUAL = ['--limits', 'off', '--ping-interval', '2000', '--ping-timeout', '60000', '--log', 'info'];
/** Clients of a frozen node notice within seconds. */
export const IMPATIENT = ['--ping-timeout', '4000'];

/** A node that `start` starts with these options (a function: they may change). */
export function makeNode(port, options, program = PROGRAM) {
  const node = { port, url: `http://${ADDRESS}:${port}`, process: null, isFrozen: false };
  node.start = async () => {
    const args = ['serve', '--listen', `${ADDRESS}:${port}`, ...USUAL, ...options()];
    node.process = await launch(program, args, { ready: /is running at .*\n/ });
    node.isFrozen = false;
  };
  node.kill = async () => assert.deepEqual(await node.process.end('SIGKILL'), { code: null, signal: 'SIGKILL' }, node.process.err);
  node.stop = async () => assert.deepEqual(await node.process.end('SIGTERM'), { code: 0, signal: null }, node.process.err);
  node.freeze = () => {
    node.isFrozen = true;
    node.process.signal('SIGSTOP');
  };
  node.thaw = () => {
    node.isFrozen = false;
    node.process.signal('SIGCONT');
  };
  node.get = async (target, options = {}) => {
    const answer = await fetch(node.url + target, { signal: AbortSignal.timeout(DEADLINE_MS), ...options });
    return { status: answer.status, text: await answer.text() };
  };
  /** Waits until /readyz has this status. */
  node.ready = (status = 200) =>
    until(async () => (await node.get('/readyz').catch(() => ({ status: 0 }))).status === status, `/readyz answers ${status}`);
  node.metric = async (name) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec((await node.get('/metrics')).text)?.[1]);
  return node;
}
