// Players for the tests of the online model: the page's own model in Node, against the real server, with a board that only
// records its calls. Every wait has a deadline.
import { once } from 'node:events';
import net from 'node:net';
import { performance } from 'node:perf_hooks';
import { freePort, start } from '../e2e/server_process.mjs';
import { makeHome, PROGRAM } from '../e2e/players.mjs';
import { within } from '../e2e/websocket_client.mjs';
import { bundle } from './bundle.mjs';
import { until } from './until.mjs';

export { until };

const { createOnline } = await bundle('online/online.ts');

/** A board that records: `calls` as [name, …arguments], `moves` as the board would show them. */
class Board {
  calls = [];
  moves = null;
  remote = null;
  #listeners = new Set();

  /** Like a signal: calls the listener now and after every call. */
  subscribe(listener) {
    this.#listeners.add(listener);
    listener(this);
    return () => this.#listeners.delete(listener);
  }
  peek() {
    return this.calls;
  }
  note(name, ...args) {
    this.calls.push([name, ...args]);
    if (args.at(0)?.names) this.remote = args[0];
    if (['sit', 'follow'].includes(name)) this.moves = args[1];
    if (name === 'takeBack') this.moves = args[0];
    this.#listeners.forEach((listener) => listener(this));
  }
  named(name) {
    return this.calls.filter(([called]) => called === name).map(([, ...args]) => args);
  }
  async sit(remote, notation) {
    this.note('sit', remote, notation);
  }
  async follow(remote, notation) {
    this.note('follow', remote, notation);
  }
  update(remote) {
    this.note('update', remote);
  }
  async takeBack(notation, column, key, args) {
    this.note('takeBack', notation, column, key, args);
  }
  rise() {
    this.note('rise');
  }
  say(key, args = {}, kind = 'info') {
    this.note('say', key, args, kind);
  }
  sound(name) {
    this.note('sound', name);
  }
  words(key) {
    return key;
  }
}

export const everybody = [];

/** One window of a player. Windows of the same player share `storage`. */
export function openPage(port, storage = new Map()) {
  const board = new Board();
  storage.set('named', 'true'); // these players are not asked for a name
  const memory = {
    read: (key) => JSON.parse(storage.get(key) ?? 'null'),
    write: (key, value) => storage.set(key, JSON.stringify(value)),
  };
  const parts = createOnline({ board, memory, home: new URL(`http://127.0.0.1:${port}/`) });
  const page = {
    ...parts,
    board,
    storage,
    /** Drops as the real board does: the disc falls and is sent at once. Returns why not, or null. */
    drop(column) {
      const why = parts.seat.refusal();
      if (why) return why;
      const ply = board.moves.replace(/^.*:/, '').length;
      board.moves += String(column + 1);
      parts.seat.dropped(column, ply);
      return null;
    },
    close: () => parts.online.leave(),
  };
  everybody.push(page);
  return page;
}

export async function connected(page) {
  const trouble = await within(page.online.connect(), 'a connection');
  if (trouble) throw new Error(JSON.stringify(trouble));
  return page;
}

export const seatedAt = (page) => until(page.online.table, (table) => table !== null, 'a table');
export const moved = (page, moves) => until(page.board, (board) => board.moves === moves, `the moves ${moves}`);

/** A server that can be restarted on the same port and database. */
export class Server {
  async start(...options) {
    this.home ??= makeHome();
    this.data ??= this.home.newData();
    this.port ??= await freePort();
    this.process = await start(PROGRAM, ['serve', '--listen', `127.0.0.1:${this.port}`, '--web', this.home.web, '--data', this.data, ...options]);
    return this;
  }
  kill() {
    return this.process.stop('SIGKILL');
  }
  async end() {
    everybody.splice(0).forEach((page) => page.close());
    await this.process.stop();
    this.home.remove();
  }
}

/** Splits one direction of a WebSocket connection into frames. The HTTP head counts as a frame without text. */
class Frames {
  #rest = Buffer.alloc(0);
  #isOpen = false;

  /** The frames that are complete now: {bytes, text}. */
  take(data) {
    this.#rest = Buffer.concat([this.#rest, data]);
    const found = [];
    for (let size = this.#nextSize(); size > 0 && size <= this.#rest.length; size = this.#nextSize()) {
      const bytes = this.#rest.subarray(0, size);
      found.push({ bytes, text: this.#isOpen ? this.#textOf(bytes) : '' });
      this.#rest = this.#rest.subarray(size);
      this.#isOpen = true;
    }
    return found;
  }

  /** 0: more bytes are needed to know. */
  #nextSize() {
    const bytes = this.#rest;
    if (!this.#isOpen) return bytes.includes('\r\n\r\n') ? bytes.indexOf('\r\n\r\n') + 4 : 0;
    if (bytes.length < 2) return 0;
    const short = bytes[1] & 0x7f;
    const extra = short === 127 ? 8 : short === 126 ? 2 : 0;
    if (bytes.length < 2 + extra) return 0;
    const length = extra === 8 ? Number(bytes.readBigUInt64BE(2)) : extra === 2 ? bytes.readUInt16BE(2) : short;
    return 2 + extra + (bytes[1] >> 7) * 4 + length;
  }

  #textOf(bytes) {
    const short = bytes[1] & 0x7f;
    const at = 2 + (short === 127 ? 8 : short === 126 ? 2 : 0);
    if (!(bytes[1] >> 7)) return bytes.subarray(at).toString();
    const mask = bytes.subarray(at, at + 4);
    return Buffer.from(bytes.subarray(at + 4).map((byte, i) => byte ^ mask[i & 3])).toString();
  }
}

/** "42…[name, …]" is an event of Socket.IO on Engine.IO. */
const eventIn = (text) => (/^42\d*\[/.test(text) ? JSON.parse(text.replace(/^42\d*/, ''))[0] : null);

/**
 * A connection to the server that a test can disturb. `cut`: what was sent has arrived, but no answer comes back. `hold`:
 * what comes back is delayed. `withholds`: one kind of event is delayed. `events`: names of the events the page has sent.
 */
export class Wire {
  pairs = new Set();
  held = null;
  isMute = false;
  /** True: nothing gets through until it is false again. Connections that are there are cut by cut(). */
  isDown = false;
  events = [];
  /** The name of the server's event that is withheld, until `deliver`. */
  withholds = null;
  #withheld = [];

  async lead(port) {
    this.server = net.createServer((near) => (this.isDown ? near.destroy() : this.#join(near, net.connect(port, '127.0.0.1'))));
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this.server.address().port;
  }
  #join(near, far) {
    const pair = [near, far];
    let forth = null;
    let back = null;
    this.pairs.add(pair);
    near.on('data', (data) => {
      if (!forth && /^GET \S*transport=websocket/.test(data)) [forth, back] = [new Frames(), new Frames()];
      for (const { text } of forth?.take(data) ?? []) this.#note(text);
      if (!this.isMute) far.write(data, () => this.sent?.());
    });
    far.on('data', (data) => this.#back(near, back ? this.#passing(near, back.take(data)) : data)).on('end', () => near.end());
    for (const end of pair) end.on('error', () => {}).on('close', () => this.pairs.delete(pair) && pair.forEach((other) => other.destroy()));
  }
  /** Resolves when everything goes over WebSocket from now on: "5" is Engine.IO's upgrade packet. */
  upgraded() {
    if (this.isUpgraded) return Promise.resolve();
    return within(new Promise((resolve) => (this.whenUpgraded = resolve)), 'the upgrade to WebSocket');
  }
  #note(text) {
    const event = eventIn(text);
    if (event) this.events.push(event);
    if (text !== '5') return;
    this.isUpgraded = true;
    this.whenUpgraded?.();
  }
  #passing(near, frames) {
    const isWithheld = ({ text }) => this.withholds !== null && eventIn(text) === this.withholds;
    this.#withheld.push(...frames.filter(isWithheld).map(({ bytes }) => [near, bytes]));
    return Buffer.concat(frames.filter((frame) => !isWithheld(frame)).map(({ bytes }) => bytes));
  }
  deliver() {
    this.withholds = null;
    for (const [near, bytes] of this.#withheld.splice(0)) near.write(bytes);
  }
  /** Resolves when the next bytes have reached the server. */
  next() {
    return within(new Promise((resolve) => (this.sent = resolve)), 'bytes on the wire');
  }
  #back(near, data) {
    if (!this.held) return void near.write(data);
    this.held.push([near, data]);
    this.more?.();
  }
  /** From now on nothing that the page sends arrives; what comes back still does. Only after upgraded(). */
  mute() {
    this.isMute = true;
  }
  /** Holds back everything from the server until release(). */
  hold() {
    this.held = [];
  }
  async holds(count) {
    while (this.held.length < count) await within(new Promise((resolve) => (this.more = resolve)), 'bytes held up');
  }
  release() {
    const held = this.held;
    this.held = null;
    for (const near of new Set(held.map(([end]) => end))) {
      near.write(Buffer.concat(held.filter(([end]) => end === near).map(([, data]) => data)));
    }
  }
  cut() {
    for (const pair of this.pairs) {
      this.pairs.delete(pair);
      pair[0].destroy();
      pair[1].end();
    }
  }
  close() {
    this.cut();
    this.server.close();
  }
}

export const now = () => performance.now();
