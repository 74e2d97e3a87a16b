// A wire between a node and its database or bus: a TCP proxy that can be cut, stalled, slowed down and healed.
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { ADDRESS } from './processes.mjs';

/** Listens at `port` and connects to `target`. Modes:
 *   open     bytes pass
 *   cut      connections are reset, and so are new ones
 *   stalled  connections stay, but no byte passes; it passes after `heal`, as after a lost route
 *   deaf     what the node says passes, the answers do not: a commit may have happened */
export async function openLink(target, port) {
  const pairs = new Set();
  let mode = 'open', delayMs = 0, delayed = 0;

  const gate = ({ near, far }) => {
    for (const [socket, isShut] of [[near, mode === 'stalled'], [far, mode !== 'open']])
      if (isShut) socket.pause();
      else socket.resume();
  };
  /** Passes bytes on in their order, each when its time has come. */
  const pass = (from, to) => {
    const waiting = [];
    const pump = () => {
      for (; waiting.length && waiting[0].at <= performance.now(); delayed--) waiting.shift().send();
      if (waiting.length) setTimeout(pump, waiting[0].at - performance.now());
    };
    const later = (send) => {
      if (!delayMs && !waiting.length) return send();
      waiting.push({ at: performance.now() + delayMs, send });
      delayed++;
      if (waiting.length === 1) pump();
    };
    from.on('data', (data) => later(() => to.destroyed || to.write(data)));
    from.on('end', () => later(() => to.end()));
    from.on('error', () => to.destroy());
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    if (mode === 'cut') {
      near.on('error', () => {});
      near.resetAndDestroy();
      return;
    }
    const far = connect({ port: target, host: ADDRESS, allowHalfOpen: true, noDelay: true });
    const pair = { near, far };
    pairs.add(pair);
    pass(near, far);
    pass(far, near);
    for (const socket of [near, far])
      socket.on('close', () => {
        pairs.delete(pair);
        near.destroy();
        far.destroy();
      });
    gate(pair);
  });
  server.listen(port, ADDRESS);
  server.unref();
  await once(server, 'listening');
  const become = (next) => {
    mode = next;
    pairs.forEach(gate);
  };
  const reset = () => pairs.forEach(({ near, far }) => [near, far].forEach((socket) => socket.resetAndDestroy()));
  return {
    port,
    connections: () => pairs.size,
    /** How many pieces wait for their time. */
    delayed: () => delayed,
    cut() {
      become('cut');
      reset();
    },
    reset,
    stall: () => become('stalled'),
    deafen: () => become('deaf'),
    delay: (ms) => (delayMs = ms),
    heal() {
      delayMs = 0;
      become('open');
    },
    close() {
      reset();
      server.close();
    },
  };
}
