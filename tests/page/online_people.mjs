// Several people on one server that can be killed and started again, on the same port and the same data.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before } from 'node:test';
import { FLAT, path, SCENE } from './browser.mjs';
import { DEADLINE_MS, eventually, Visit } from './visit.mjs';

const { chromium } = createRequire(path('web/package.json'))('playwright-core');

/** What a browser says by itself when the server is away. */
export const TROUBLE = /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|INTERNET_DISCONNECTED|EMPTY_RESPONSE|ABORTED|SOCKET_NOT_CONNECTED|NETWORK_CHANGED)|WebSocket connection/;
/** A page that is left, or a wire that is closed on purpose, gives up its open requests. */
export const GOODBYE = /ERR_ABORTED/;

export class Server {
  port = 0;
  /** More options for the program, from the next start on. A slow page must not miss the time to confirm a match. */
  options = ['--confirm', '120000'];

  async start() {
    this.data ??= mkdtempSync(join(tmpdir(), 'fourfall-'));
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

/** One person's page, with words for what has to do with others. */
export class Person extends Visit {
  constructor(shared, options = {}) {
    super(shared, { expected: GOODBYE, context: { deviceScaleFactor: 0.5 }, ...options }); // a quarter of the pixels to draw
    this.query = options.query ?? '';
  }

  get address() {
    return `${this.shared.server.address}?debug${this.query}`;
  }

  /** Calls something of the online model, which is fetched if need be. Gives what it resolves to. */
  online(name, ...args) {
    return this.page.evaluate(async ([action, given]) => {
      const online = await globalThis.fourfall.loadOnline();
      return online[action](...given);
    }, [name, args]);
  }

  /** Waits until a signal of the model satisfies, and gives its value. */
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

  /** The wire was cut since this was last asked, and holds again: a page may be late to see that its server is gone. */
  reconnected() {
    return this.page.waitForFunction(() => {
      const { links } = globalThis;
      return links.includes('lost') && links.at(-1) === 'online' && links.splice(0);
    });
  }

  seated() {
    return this.page.waitForFunction(() => globalThis.fourfall.remote.value && globalThis.fourfall.phase.value !== 'welcome');
  }

  /** The board shows these moves and nothing falls. */
  shows(notation) {
    return this.page.waitForFunction((wanted) => {
      const { snapshot, phase } = globalThis.fourfall;
      return snapshot.value.notation === wanted && phase.value !== 'moving';
    }, notation);
  }

  /** Drops a disc by the button over its column, numbered from 1. */
  async press(column) {
    await this.page.locator(`[data-column="${column - 1}"]:not(:disabled)`).click();
  }

  /** The same after a cut: who is earlier than the server's word on where the game stands is told so, and presses again. */
  async insist(column) {
    const isTaken = await eventually(async () => {
      await this.press(column);
      return this.page.evaluate(() => {
        const at = globalThis.heard.lastIndexOf('note.syncing');
        if (at >= 0) globalThis.heard.splice(at, 1);
        return at < 0;
      });
    }, Boolean);
    if (!isTaken) throw new Error('the server never says where the game stands');
  }

  message() {
    return this.page.evaluate(() => globalThis.fourfall.message.value?.key);
  }

  /** This was said since it was last asked for, whatever was said after it. */
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
 * Call at the top of a test file: one server, one browser; everybody goes home after each test. Without a scene the board is
 * the flat drawing.
 */
export function useOnline({ scene = true } = {}) {
  const shared = { server: new Server(), browser: null };
  let people = [];
  before(async () => {
    await shared.server.start();
    const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
    shared.browser = await chromium.launch({ executablePath, args: scene ? SCENE : FLAT });
  });
  afterEach(async () => {
    const here = people;
    people = [];
    if (shared.server.isRunning) shared.server.child.kill('SIGCONT');
    else await shared.server.start();
    try {
      here.forEach((person) => person.assertClean());
    } finally {
      for (const person of here) await person.context?.close();
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

/** The first one invites, the second comes by the link; the first one is red and begins. */
export async function meet(person, options = {}, wish = LIVE) {
  const x = await person(options);
  const trouble = await x.online('invite', wish, 'X', false);
  if (trouble) throw new Error(JSON.stringify(trouble));
  const { code } = await x.until('invitation');
  const o = await person({ ...options, query: `&join=${code}` });
  await Promise.all([x.seated(), o.seated()]);
  return [x, o];
}

/** Plays columns in turns by their buttons; both see every disc. `how`: press, or after a cut insist. */
export async function play(x, o, columns, from = '', how = 'press') {
  let known = from;
  for (const column of columns) {
    await (known.length % 2 ? o : x)[how](Number(column));
    known += column;
    await Promise.all([x.shows(known), o.shows(known)]);
  }
}
