// The page without a browser: its own controller, online model and texts, on the real core (worker threads and
// WebAssembly). Each page has a window of its own, so several people fit into one process. Everything that waits has a
// deadline.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { afterEach } from 'node:test';
import { BrowserWorker, useCore } from './core_host.mjs';
import { bundleScript } from './bundle.mjs';
import { until } from './until.mjs';
import { Storage, Window } from './window.mjs';

const require = createRequire(import.meta.url);
const NOWHERE = 'http://fourfall.example/';
const QUIET = { sound: false, motion: 'reduced', naturalDelay: false };

const ENTRY = `
  export { createApp } from './app/app';
  export { openScenery } from './app/scenery';
  export { coreFiles } from './app/files';
  export { startHistory } from './app/history';
  export { Core } from './core/client';
  export { panel, sheet } from './ui/state';
  export { playCube } from './tours/script';
  export { planLine } from './tours/plan';
  export { linePositions } from './tours/line_script';
  export { statusText } from './ui/texts/names';
  export { tell } from './ui/texts/texts';
`;

/** The 3D view as the controller sees it. Discs that fall land at once, or when the test says so. */
class FakeScene {
  refused = [];
  shown = [];
  finished = 0;
  holds = false;
  constructor(events) {
    this.events = events;
  }
  show(picture) {
    this.shown.push(picture);
    if (!this.holds && picture.motion === 'animate') queueMicrotask(() => this.land());
  }
  land() {
    this.events.land(1, 0);
  }
  looks = [];
  setLook(look) {
    this.looks.push(look);
  }
  finish() {
    this.finished++;
  }
  refuse(column) {
    this.refused.push(column);
  }
}

export class Page {
  workers = [];
  /** Keys of everything that was said, in order. */
  said = [];
  held = null;

  /** `settings` and `storage` are what the page remembers from an earlier visit. `isNamed`: it does not ask for a name. `load` loads a language. */
  constructor(host, { address = NOWHERE, storage = new Storage(), settings = {}, clock, language, isHidden, isNamed = true, load = () => null } = {}) {
    this.host = host;
    this.load = load;
    this.window = new Window({ address, storage, clock, language, isHidden });
    if (isNamed) storage.setItem('fourfall.online.named', 'true');
    if (storage.getItem('fourfall.settings') === null)
      storage.setItem('fourfall.settings', JSON.stringify({ ...QUIET, ...settings }));
  }

  /** As main.tsx does it, without panels. */
  async open() {
    const script = this.host.run(this);
    this.core = await script.Core.load(script.coreFiles());
    const { app, view, onlineLoader, demonstrate, parts, resume } = script.createApp(this.core, await script.openScenery(this.core), { tell: script.tell, load: this.load });
    Object.assign(this, { app, onlineLoader, script });
    app.message.subscribe((message) => message && this.said.push(message.key));
    view.open({}, (_, events) => (this.scene = new FakeScene(events)));
    if (onlineLoader.isWanted()) await onlineLoader.begin(true);
    else await resume();
    await demonstrate();
    script.startHistory(parts, script.sheet);
    await new Promise(setImmediate);
    this.window.navigator.userActivation.hasBeenActive = true;
    return this;
  }

  async close() {
    this.app?.online.peek()?.leave();
    await Promise.all(this.workers.map(({ thread }) => thread.terminate()));
  }

  /** The same window again: address, history and storage stay. */
  async reload() {
    await this.close();
    const { window, host } = this;
    const again = new Page(host, { storage: window.storage, clock: window.clock });
    again.window.history = window.history;
    window.history.window = again.window;
    again.window.home = window.home;
    host.pages.push(again);
    return again.open();
  }

  /** Requests that the workers were sent, by their name. */
  requests(op) {
    return this.workers.flatMap(({ sent }) => sent).flatMap(({ request }) => (request?.op === op ? [request] : []));
  }
  /** From now on the computer player gets no request; letGo() sends them all. */
  hold() {
    this.held = [];
  }
  letGo() {
    const { held } = this;
    this.held = null;
    for (const send of held) send();
  }

  get at() {
    return this.app.snapshot.peek();
  }
  get turnText() {
    return this.script.statusText(this.app);
  }
  get messageText() {
    return this.script.tell(this.app, this.app.message.peek());
  }

  phase(...names) {
    return until(this.app.phase, (phase) => names.includes(phase), `the phase ${names}`);
  }
  async ply(count) {
    await until(this.app.snapshot, ({ ply }) => ply === count, `ply ${count}`);
    await until(this.app.phase, (phase) => phase !== 'moving', 'the disc to land');
  }
  /** The board shows these moves and nothing falls. */
  async shows(notation) {
    await until(this.app.snapshot, (at) => at.notation === notation, `the moves ${notation}`);
    await until(this.app.phase, (phase) => phase !== 'moving', 'the disc to land');
  }
  /** This was said since it was last asked for. */
  async hears(key) {
    await until(this.app.message, () => this.said.includes(key), key);
    this.said.splice(0, this.said.indexOf(key) + 1);
  }

  /** Begins a game and waits until it has begun. */
  async start(setup = {}) {
    const before = this.at;
    this.app.start({ mode: 'two', board: '7x6', ...setup });
    await until(this.app.snapshot, (at) => at !== before, 'a new game');
    await this.phase('turn', 'thinking');
  }
  /** Opens a game for two people. */
  async openGame(text) {
    assert.equal(await this.app.open(text), null);
    await this.phase('turn', 'over');
  }
  /** Plays columns by their characters. */
  async play(text) {
    for (const letter of text) {
      const { ply, letters } = this.at;
      this.app.drop(letters.indexOf(letter));
      await this.ply(ply + 1);
    }
  }
}

/** Call at the top of a test file. Pages are closed after each test. */
export async function usePages() {
  const { files, book, network } = await useCore();
  book.open();
  const names = { worker: files.worker.href, wasm: files.wasm.href, rules: files.wasm.href, book: files.book.href, network: files.network.href, variants: files.variants.href, onlineStyle: 'online.css', service: 'service.js' };
  const script = await bundleScript(ENTRY, { FILES: names });
  const host = {
    network,
    pages: [],
    /** Runs the page's script with the globals of the page's window instead of Node's. */
    run(page) {
      const Worker = class extends BrowserWorker {
        constructor(url) {
          super(url);
          page.workers.push(this);
        }
        postMessage(message) {
          if (page.held && message.request?.op === 'choose') page.held.push(() => super.postMessage(message));
          else super.postMessage(message);
        }
      };
      const globals = { ...page.window.globals(), Worker, require };
      return new Function(...Object.keys(globals), `${script}; return page;`)(...Object.values(globals));
    },
    async page(options) {
      const page = new Page(host, options);
      host.pages.push(page);
      return page.open();
    },
  };
  afterEach(() => Promise.all(host.pages.splice(0).map((page) => page.close())));
  return host;
}
