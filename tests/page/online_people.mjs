// Several people on one server, which tests can kill and restart on the same port and data.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before } from 'node:test';
import { freePort } from '../e2e/server_process.mjs';
import { FLAT, launch, path, SCENE } from './browser.mjs';
import { DEADLINE_MS, eventually, Visit } from './visit.mjs';

/** Errors that a browser logs when the server is gone. */
export const TROUBLE = /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|INTERNET_DISCONNECTED|EMPTY_RESPONSE|ABORTED|SOCKET_NOT_CONNECTED|NETWORK_CHANGED)|WebSocket connection/;
/** Leaving a page or closing a connection aborts open requests. */
export const GOODBYE = /ERR_ABORTED/;

export class Server {
  port = 0;
  /** Options of the server from its next start on. On a busy machine a page needs long to confirm a match. */
  options = ['--confirm', '120000'];

  async start() {
    this.data ??= mkdtempSync(join(tmpdir(), 'fourfall-'));
    this.port ||= await freePort();
    const web = process.env.FOURFALL_WEB ?? path('build/web');
    const program = process.env.FOURFALL ?? path('build/fourfall');
    this.child = spawn(program, ['serve', '--listen', `127.0.0.1:${this.port}`, '--web', web, '--data', this.data, ...this.options]);
    this.port = await new Promise((resolve, reject) => {
      let said = '';
      const hear = (chunk) => {
        said += chunk;
        const found = /Fourfall is running at http:\/\/[^:]+:(\d+)/.exec(said);
        if (found) resolve(Number(found[1]));
      };
      this.child.stdout.on('data', hear);
      this.child.stderr.on('data', hear);
      this.child.once('exit', (status) => reject(new Error(`the server ended with ${status}: ${said}`)));
    });
    this.address = `http://localhost:${this.port}/`;
  }

  get isRunning() {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async end(signal) {
    if (!this.isRunning) return;
    const gone = once(this.child, 'exit');
    this.child.kill(signal);
    await gone;
  }

  async stop() {
    await this.end('SIGTERM');
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** One person's page, with what tests of online play do and read. */
export class Person extends Visit {
  constructor(shared, options = {}) {
    super(shared, { expected: GOODBYE, context: { deviceScaleFactor: 0.5 }, ...options }); // a quarter of the pixels
    this.query = options.query ?? '';
  }

  get address() {
    return `${this.shared.server.address}?debug${this.query}`;
  }

  /** Calls a method of the online model, loading the model first if needed. */
  online(name, ...args) {
    return this.page.evaluate(async ([action, given]) => {
      const online = await globalThis.fourfall.loadOnline();
      return online[action](...given);
    }, [name, args]);
  }

  /** Waits until the value of a signal of the model is good, and returns it. */
  async until(name, isGood = (value) => value !== null) {
    const late = Date.now() + DEADLINE_MS;
    for (;;) {
      const value = await this.page.evaluate(async (signal) => {
        await new Promise((done) => setTimeout(done, 20)); // hidden pages have no frames to wait for
        return globalThis.fourfall?.online.value?.[signal].value;
      }, name);
      if (value !== undefined && isGood(value)) return value;
      if (Date.now() > late) throw new Error(`${name} is still ${JSON.stringify(value)}`);
    }
  }

  connection(state) {
    return this.until('connection', (now) => now === state);
  }

  /** Waits until the connection was lost and restored since the last call. A page may notice late that its server is gone. */
  reconnected() {
    return this.page.waitForFunction(() => {
      const { links } = globalThis;
      return links.includes('lost') && links.at(-1) === 'online' && links.splice(0);
    });
  }

  seated() {
    return this.page.waitForFunction(() => globalThis.fourfall.remote.value && globalThis.fourfall.phase.value !== 'welcome');
  }

  /** Waits until the board shows these moves and no disc falls. */
  shows(notation) {
    return this.page.waitForFunction((wanted) => {
      const { snapshot, phase } = globalThis.fourfall;
      return snapshot.value.notation === wanted && phase.value !== 'moving';
    }, notation);
  }

  /** Presses the button over a column, numbered from 1. */
  async press(column) {
    await this.page.locator(`[data-column="${column - 1}"][aria-disabled=false]`).click();
  }

  /** The same after a reconnection: presses again while the page still waits for the server's snapshot. */
  async insist(column) {
    const isTaken = await eventually(async () => {
      await this.press(column);
      return this.page.evaluate(() => {
        const at = globalThis.heard.lastIndexOf('note.syncing');
        if (at >= 0) globalThis.heard.splice(at, 1);
        return at < 0;
      });
    }, Boolean);
    if (!isTaken) throw new Error('the server never sends its snapshot');
  }

  message() {
    return this.page.evaluate(() => globalThis.fourfall.message.value?.key);
  }

  /** Waits until this message was shown since the last call, even if others followed. */
  said(key) {
    return this.page.waitForFunction((wanted) => {
      const at = globalThis.heard.lastIndexOf(wanted);
      return at >= 0 && globalThis.heard.splice(0, at + 1);
    }, key);
  }

  async ready() {
    await super.ready();
    await this.page.evaluate(() => {
      const heard = [];
      globalThis.heard = heard;
      globalThis.fourfall.message.subscribe((message) => message && heard.push(message.key));
      const links = [];
      globalThis.links = links;
      globalThis.fourfall.online.subscribe((online) => online?.connection.subscribe((state) => links.push(state)));
    });
  }
}

/**
 * Call at the top of a test file: one server, one browser. All pages are closed after each test. Without a scene the board
 * is the flat drawing. `whole`: the browser with notifications.
 */
export function useOnline({ scene = true, whole = false } = {}) {
  const shared = { server: new Server(), browser: null, scene };
  let people = [];
  before(async () => {
    await shared.server.start();
    shared.browser = await launch(scene ? SCENE : FLAT, whole);
  });
  afterEach(async () => {
    const here = people;
    people = [];
    if (shared.server.isRunning) shared.server.child.kill('SIGCONT');
    else await shared.server.start();
    try {
      here.forEach((person) => person.assertClean());
    } finally {
      for (const person of here) if (person.context) await person.close();
    }
  });
  after(async () => {
    await shared.browser?.close();
    await shared.server.stop();
  });
  return {
    shared,
    async person(options) {
      const person = new Person(shared, { scene, ...options });
      people.push(person);
      await person.open();
      return person;
    },
  };
}

export const LIVE = { board: '7x6', clock: { kind: 'live', initialMs: 300_000, incrementMs: 2000 }, isRated: false };

/** The first person invites, the second follows the link. The first is red and moves first. */
export async function meet(person, options = {}, wish = LIVE) {
  const x = await person(options);
  const trouble = await x.online('invite', wish, 'X', false);
  if (trouble) throw new Error(JSON.stringify(trouble));
  const { code } = await x.until('invitation');
  const o = await person({ ...options, query: `&join=${code}` });
  await Promise.all([x.seated(), o.seated()]);
  return [x, o];
}

/** Both press columns alternately, and both see every disc. `how`: "press", or "insist" after a reconnection. */
export async function play(x, o, columns, from = '', how = 'press') {
  let known = from;
  for (const column of columns) {
    await (known.length % 2 ? o : x)[how](Number(column));
    known += column;
    await Promise.all([x.shows(known), o.shows(known)]);
  }
}
