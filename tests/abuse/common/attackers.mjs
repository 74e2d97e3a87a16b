// What the attacks share: raw connections from any loopback address, and the server's metrics.
//
// Every attack has two sizes. `./test` runs the short one against a server with small limits; `make abuse` sets
// FF_ABUSE=long and runs the long one against the defaults.
import net from 'node:net';
import { frame, handshake } from '../../e2e/websocket_client.mjs';

export const IS_LONG = process.env.FF_ABUSE === 'long';
/** Linux accepts connections from all of 127.0.0.0/8, so a test has as many addresses as it needs. */
export const ATTACKER = '127.0.0.66';
export const HONEST = '127.0.0.7';

/** A connection that counts what it receives; `isOpen` until either side closes it. */
export function raw(port, { from = ATTACKER, text = '' } = {}) {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: from });
  const wire = { socket, isOpen: true, bytes: 0, head: '', write: (data) => socket.write(data), destroy: () => socket.destroy() };
  wire.closed = new Promise((resolve) => {
    socket.on('error', () => {});
    socket.on('close', () => {
      wire.isOpen = false;
      resolve();
    });
  });
  wire.answered = new Promise((resolve) => {
    socket.on('data', (data) => {
      wire.bytes += data.length;
      if (wire.head.length < 4096) wire.head += data.toString('latin1');
      resolve(wire);
    });
    wire.closed.then(() => resolve(wire));
  });
  socket.on('connect', () => text && socket.write(text));
  return wire;
}

/** The text of a GET. */
export const get = (target) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
export const post = (target, body) =>
  `POST ${target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const CLOSE_FRAME = '\x88';
const SOCKET_IO = '/socket.io/?EIO=4&transport=';

/** A WebSocket with an Engine.IO session; with `auth`, also one of Socket.IO. Resolves when the first answer came. */
export async function openSession(port, { from = ATTACKER, auth } = {}) {
  const wire = raw(port, { from, text: handshake(`${SOCKET_IO}websocket`) });
  wire.send = (payload, options = {}) => wire.write(frame({ payload, ...options }));
  await wire.answered;
  wire.isAdmitted = wire.head.startsWith('HTTP/1.1 101');
  if (wire.isAdmitted && auth) {
    wire.send(`40${JSON.stringify(auth)}`);
    const isAnswered = () => ['"session"', '44{', CLOSE_FRAME].some((answer) => wire.head.includes(answer));
    for (const until = Date.now() + 60_000; wire.isOpen && !isAnswered(); ) {
      if (Date.now() > until) throw new Error(`no session: ${wire.head}`);
      await new Promise((resolve) => wire.socket.once('data', resolve).once('close', resolve));
    }
    wire.isAdmitted = wire.isOpen && wire.head.includes('"session"');
  }
  return wire;
}

/** One request on a connection of its own; gives status and body, or status 0 if the server closed the connection. */
export async function ask(port, text, from = ATTACKER) {
  const wire = raw(port, { from, text: text.replace('\r\n', '\r\nConnection: close\r\n') });
  let all = '';
  wire.socket.on('data', (data) => (all += data));
  await wire.closed;
  const end = all.indexOf('\r\n\r\n');
  return { status: Number(all.split(' ')[1] ?? 0), body: end < 0 ? '' : all.slice(end + 4) };
}

/** An Engine.IO session on polling: its id, or null if it was refused. */
export async function openPolling(port, from = ATTACKER) {
  const { status, body } = await ask(port, get(`${SOCKET_IO}polling`), from);
  return status === 200 ? JSON.parse(body.slice(1)).sid : null;
}
export const pollingPath = (sid) => `${SOCKET_IO}polling&sid=${sid}`;

/** Waits for the next turn of this process's event loop, so that the server's answers are read meanwhile. */
export const breathe = () => new Promise((resolve) => setImmediate(resolve));

/** The server's metrics: name with labels -> number. */
export async function metricsOf(server) {
  const { body } = await ask(server.port, get('/metrics'), HONEST);
  return new Map(body.split('\n').filter((line) => line && line[0] !== '#').map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}
export const refusedOf = async (server, resource) => (await metricsOf(server)).get(`fourfall_refused_total{resource="${resource}"}`);

