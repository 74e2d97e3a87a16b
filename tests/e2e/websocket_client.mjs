// A WebSocket client that can do wrong: it sends the very bytes a test wants to see refused. Node 18 and 20 have none of
// their own. Everything that waits has a deadline.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';

export const OP = { CONTINUE: 0, TEXT: 1, BINARY: 2, CLOSE: 8, PING: 9, PONG: 10 };
export const DEADLINE_MS = Number(process.env.FF_DEADLINE_MS ?? 60_000); // a machine may have much else to do

/** The promise, or an error that says what was waited for. */
export function within(promise, what, ms = DEADLINE_MS) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing within ${ms} ms: ${what}`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** FF_TLS=1: connections are encrypted unless a test says otherwise, so a suite can run either way. */
const isSecure = () => process.env.FF_TLS === '1';

/** Bytes received and not yet taken. They grow in steps of twice the size: a large file comes in a thousand pieces. */
class Received {
  #store = Buffer.alloc(65536);
  #from = 0;
  #to = 0;
  get received() {
    return this.#store.subarray(this.#from, this.#to);
  }
  /** What is left after the first bytes were taken. */
  set received(rest) {
    this.#from = this.#to - rest.length;
  }
  append(data) {
    if (this.#to + data.length > this.#store.length) {
      const kept = this.received;
      this.#store = Buffer.alloc(2 * (kept.length + data.length));
      kept.copy(this.#store);
      [this.#from, this.#to] = [0, kept.length];
    }
    data.copy(this.#store, this.#to);
    this.#to += data.length;
  }
}

/** A TCP (or, with `secure`, TLS) connection that collects what it receives. `options` are those of tls.connect. */
export async function connect(port, { secure = isSecure(), host = '127.0.0.1', options = {} } = {}) {
  const socket = secure ? tls.connect({ port, host, rejectUnauthorized: false, ...options }) : net.connect({ port, host });
  const wire = Object.assign(new Received(), { socket, isEnded: false, waiters: [] });
  const stir = () => wire.waiters.splice(0).forEach((wake) => wake());
  socket.on('data', (data) => {
    wire.append(data);
    stir();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    wire.isEnded = true;
    stir();
  });
  socket.on('end', () => {
    wire.isEnded = true;
    stir();
  });
  await within(once(socket, secure ? 'secureConnect' : 'connect'), 'a connection');
  return Object.assign(wire, {
    write: (data) => socket.write(data),
    destroy: () => socket.destroy(),
    /** Waits until take() gives something other than undefined, or the connection is closed (then null). */
    async until(take, what, ms) {
      for (;;) {
        const result = take();
        if (result !== undefined) return result;
        if (wire.isEnded) return null;
        await within(new Promise((wake) => wire.waiters.push(wake)), what, ms);
      }
    },
    closed: (what = 'the end of the connection', ms) =>
      wire.isEnded ? Promise.resolve() : wire.until(() => undefined, what, ms).then(() => undefined),
  });
}

/** Takes one HTTP response off a connection: {status, headers, body}, or null if it closed instead. `isHead`: without a body. */
export function response(wire, { isHead = false, ms } = {}) {
  return wire.until(() => {
    const end = wire.received.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const [line, ...lines] = wire.received.subarray(0, end).toString('latin1').split('\r\n');
    if (!/^HTTP\/1\.1 \d{3} /.test(line)) throw new Error(`no response: ${line.slice(0, 60)}`);
    const headers = Object.fromEntries(lines.map((text) => [text.slice(0, text.indexOf(':')).toLowerCase(), text.slice(text.indexOf(':') + 1).trim()]));
    const length = isHead ? 0 : Number(headers['content-length'] ?? 0);
    if (wire.received.length < end + 4 + length) return undefined;
    const body = wire.received.subarray(end + 4, end + 4 + length);
    wire.received = wire.received.subarray(end + 4 + length);
    return { status: Number(line.split(' ')[1]), line, headers, body };
  }, 'an HTTP response', ms);
}

/** The bytes of a client's frame. What is not said is as the protocol wants it. */
export function frame({ op = OP.TEXT, payload = '', fin = true, rsv = 0, masked = true, length, longLength = 0 } = {}) {
  const bytes = Buffer.from(payload);
  const size = length ?? bytes.length;
  const extra = longLength || (size > 0xffff ? 8 : size > 125 ? 2 : 0);
  const head = Buffer.alloc(2 + extra);
  head[0] = (fin ? 0x80 : 0) | (rsv << 4) | op;
  head[1] = (masked ? 0x80 : 0) | (extra === 8 ? 127 : extra === 2 ? 126 : size);
  if (extra === 2) head.writeUInt16BE(size, 2);
  if (extra === 8) head.writeBigUInt64BE(BigInt(size), 2);
  if (!masked) return Buffer.concat([head, bytes]);
  const mask = randomBytes(4);
  return Buffer.concat([head, mask, Buffer.from(bytes.map((byte, i) => byte ^ mask[i & 3]))]);
}

export const closePayload = (code, reason = '') => {
  const bytes = Buffer.alloc(2 + Buffer.byteLength(reason));
  bytes.writeUInt16BE(code, 0);
  bytes.write(reason, 2);
  return bytes;
};

export const HANDSHAKE = {
  Host: 'localhost',
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
};

/** A handshake's request; a header set to null is left out. */
export function handshake(path, headers = {}, key = randomBytes(16).toString('base64')) {
  const all = { ...HANDSHAKE, 'Sec-WebSocket-Key': key, ...headers };
  const lines = Object.entries(all).filter(([, value]) => value !== null).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

export const acceptOf = (key) => createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');

/** Opens a WebSocket; throws with the response as `response` if it is refused. */
export async function open(port, path = '/', { headers = {}, ...how } = {}) {
  const wire = await connect(port, how);
  const key = randomBytes(16).toString('base64');
  wire.write(handshake(path, headers, key));
  const answer = await response(wire);
  if (answer?.status !== 101 || answer.headers['sec-websocket-accept'] !== acceptOf(key)) {
    wire.destroy();
    throw Object.assign(new Error(`refused: ${answer?.line}`), { response: answer });
  }
  return websocket(wire, answer);
}

function websocket(wire, answer) {
  const takeFrame = () => {
    const bytes = wire.received;
    if (bytes.length < 2) return undefined;
    const short = bytes[1] & 0x7f;
    const extra = short === 127 ? 8 : short === 126 ? 2 : 0;
    if (bytes.length < 2 + extra) return undefined;
    const size = extra === 8 ? Number(bytes.readBigUInt64BE(2)) : extra === 2 ? bytes.readUInt16BE(2) : short;
    if (bytes.length < 2 + extra + size) return undefined;
    const payload = bytes.subarray(2 + extra, 2 + extra + size);
    wire.received = bytes.subarray(2 + extra + size);
    const got = { op: bytes[0] & 0x0f, fin: bytes[0] >> 7 === 1, rsv: (bytes[0] >> 4) & 7, masked: bytes[1] >> 7 === 1, payload };
    if (got.op === OP.CLOSE && size >= 2) Object.assign(got, { code: payload.readUInt16BE(0), reason: payload.subarray(2).toString() });
    return got;
  };
  return {
    wire,
    answer,
    send: (options) => wire.write(frame(typeof options === 'string' ? { payload: options } : options)),
    raw: (bytes) => wire.write(bytes),
    /** The next frame, whatever it is; null once the connection is closed. */
    next: (what = 'a frame', ms) => wire.until(takeFrame, what, ms),
    /** The next frame as text. */
    async text(what) {
      const got = await this.next(what);
      return got && got.payload.toString();
    },
    /** Reads on until the close frame, or until the connection ends without one (null). */
    async close(what = 'a close frame') {
      for (;;) {
        const got = await this.next(what);
        if (!got || got.op === OP.CLOSE) return got;
      }
    },
    closed: () => wire.closed(),
    destroy: () => wire.destroy(),
  };
}
