// The server that protocol test suites talk to, build/sio-echo, and raw clients of it: Engine.IO by plain HTTP requests and by
// a WebSocket whose every byte the test decides. SIO_ECHO names another program.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { eventually, path, request, start } from '../e2e/server_process.mjs';
import { OP, connect, handshake, open, response } from '../e2e/websocket_client.mjs';

const PROGRAM = process.env.SIO_ECHO ?? path('build/sio-echo');
export const SEPARATOR = '\x1e';
export const ENGINE = '/engine.io/';
export const SOCKET = '/socket.io/';

/** Options as the program names them: serve({'ping-interval': 100}). */
export const serve = (options = {}) =>
  start(PROGRAM, ['--port', '0', ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])]);

/** A server for all tests of a suite, there as soon as the first test runs; it must end well. */
export function served(options) {
  const server = {};
  before(async () => Object.assign(server, await serve(options)));
  after(async () => assert.deepEqual(await server.stop(), { code: 0, signal: null }));
  return server;
}

export const target = (root, query) => `${root}?${new URLSearchParams(query)}`;

/** An answer with its body as text. */
const readable = (answer) => answer && { ...answer, text: answer.body.toString() };

export const ask = async (server, text) => readable(await server.request(text));

/** A request that stays open: `answer()` waits for what comes, `drop()` goes away without it. The server has read it: it answers
 * another one that was sent after it. */
export async function pending(server, text) {
  const wire = await connect(server.port);
  await new Promise((sent) => wire.socket.write(text, sent));
  await server.get('/');
  return {
    wire,
    answer: async () => {
      const got = readable(await response(wire));
      wire.destroy();
      return got;
    },
    drop: () => wire.destroy(),
  };
}

/** A session by long polling; the handshake is done. */
export async function polling(server, root = ENGINE) {
  const first = await ask(server, request('GET', target(root, { EIO: 4, transport: 'polling' })));
  assert.equal(first.status, 200, first.text);
  const handshaken = JSON.parse(first.text.slice(1));
  const at = target(root, { EIO: 4, transport: 'polling', sid: handshaken.sid });
  const session = {
    first, handshaken, at, sid: handshaken.sid,
    poll: () => ask(server, request('GET', at)),
    waitingPoll: () => pending(server, request('GET', at)),
    post: (body, headers = {}) => ask(server, request('POST', at, body ? headers : { 'Content-Length': 0, ...headers }, body)),
    /** Does the server still know it? A request that no session takes tells without touching this one. */
    async isKnown() {
      return JSON.parse((await ask(server, request('PUT', at))).text).code !== 1;
    },
    gone: () => eventually(session.isKnown, (known) => !known, 'the session is closed'),
    /** A WebSocket that wants to take over. */
    probe: () => open(server.port, target(root, { EIO: 4, transport: 'websocket', sid: handshaken.sid })),
  };
  return session;
}

/** A WebSocket at Engine.IO: {ws, handshaken}. Without pings, if the server's interval is long. */
export async function socket(server, root = ENGINE) {
  const ws = await open(server.port, target(root, { EIO: 4, transport: 'websocket' }));
  const first = await ws.text('the open packet');
  assert.equal(first[0], '0', first);
  return Object.assign(ws, { handshaken: JSON.parse(first.slice(1)) });
}

/** A WebSocket that has joined a namespace of Socket.IO and read what came with that. */
export async function joined(server, connectPacket = '40', namespace = '') {
  const ws = await socket(server, SOCKET);
  ws.send(connectPacket);
  ws.connected = await ws.text('CONNECT');
  assert.ok(ws.connected.startsWith(`40${namespace}{"sid":"`), ws.connected);
  ws.auth = await ws.text('the auth event');
  return ws;
}

/** What a refused WebSocket handshake is answered. */
export const refused = (server, at, headers = {}, key) => ask(server, handshake(at, headers, key));

/** The message comes back: whatever was sent before did no harm. */
export async function echoes(ws, message = '4still here') {
  ws.send(message);
  assert.equal(await ws.text(`the echo of ${message}`), message);
}

/** The server closes with this code; once it is answered, it ends the connection. */
export async function closes(ws, code = 1000) {
  const last = await ws.close();
  assert.deepEqual([last?.op, last?.code], [OP.CLOSE, code]);
  ws.send({ op: OP.CLOSE, payload: last.payload });
  await ws.closed();
}

export const PLACEHOLDER = (num) => `{"_placeholder":true,"num":${num}}`;

/** Texts as they are, buffers as binary messages. */
export const sendAll = (ws, packets) => packets.forEach((packet) => ws.send(Buffer.isBuffer(packet) ? { op: OP.BINARY, payload: packet } : packet));

/** Whoever says this after joining is closed. */
export async function isClosedFor(server, ...packets) {
  const ws = await joined(server);
  sendAll(ws, packets);
  await closes(ws);
}

export const UNKNOWN_TRANSPORT = { code: 0, message: 'Transport unknown' };
export const UNKNOWN_SID = { code: 1, message: 'Session ID unknown' };
export const BAD_METHOD = { code: 2, message: 'Bad handshake method' };
export const BAD_REQUEST = { code: 3, message: 'Bad request' };
export const BAD_VERSION = { code: 5, message: 'Unsupported protocol version' };

/** Refused with 400 and the JSON of the reference server. */
export function assertRefused(answer, why, what) {
  assert.deepEqual([answer?.status, answer?.headers['content-type']], [400, 'application/json'], what);
  assert.deepEqual(JSON.parse(answer.text), why, what);
}
