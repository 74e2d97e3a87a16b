// The part of a browser's window that the controller (web/src/app) needs: an address with its history, storage, events,
// and a clock that a test may drive. It has no layout, no focus and no drawing: tests of those use a real browser.
import { performance } from 'node:perf_hooks';
import { within } from '../e2e/websocket_client.mjs';

/** What localStorage keeps. Windows of one person share it. */
export class Storage {
  #items = new Map();
  getItem(key) {
    return this.#items.get(key) ?? null;
  }
  setItem(key, value) {
    this.#items.set(key, String(value));
  }
  removeItem(key) {
    this.#items.delete(key);
  }
  get length() {
    return this.#items.size;
  }
  key(index) {
    return [...this.#items.keys()][index] ?? null;
  }
}

/** Time stands still until a test advances it. Timers fire in order, each after the promises before it have settled. */
export class FakeClock {
  #now = 0;
  #timers = new Map();
  #last = 0;
  #sleepers = [];

  now = () => this.#now;
  setTimeout = (task, ms = 0) => {
    this.#timers.set(++this.#last, { at: this.#now + Math.max(0, ms), task });
    for (const wake of this.#sleepers.splice(0)) wake();
    return this.#last;
  };
  clearTimeout = (id) => void this.#timers.delete(id);

  /** Resolves when a timer waits. */
  async timer() {
    while (this.#timers.size === 0) await within(new Promise((wake) => this.#sleepers.push(wake)), 'a timer');
  }

  async advance(ms) {
    const end = this.#now + ms;
    for (;;) {
      await new Promise(setImmediate);
      const [next] = [...this.#timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at);
      if (!next) break;
      this.#timers.delete(next[0]);
      this.#now = next[1].at;
      next[1].task();
    }
    this.#now = end;
  }
}

const REAL_CLOCK = { now: () => performance.now(), setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };

/** Stands for every object and every call of the audio interface. */
const SILENCE = new Proxy(() => {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : SILENCE),
  apply: () => SILENCE,
  set: () => true,
});

/** Entries of the session's history, with popstate and hashchange as a browser fires them. */
class History {
  constructor(window, address) {
    this.window = window;
    this.entries = [{ url: new URL(address), state: null }];
    this.at = 0;
  }
  get entry() {
    return this.entries[this.at];
  }
  get state() {
    return this.entry.state;
  }
  pushState(state, _, url = this.entry.url) {
    this.entries.splice(this.at + 1, Infinity, { url: new URL(url, this.entry.url), state: structuredClone(state) });
    this.at++;
  }
  replaceState(state, _, url = this.entry.url) {
    this.entries[this.at] = { url: new URL(url, this.entry.url), state: structuredClone(state) };
  }
  back() {
    this.go(-1);
  }
  forward() {
    this.go(1);
  }
  /** As in a browser, the answer comes later. Back from the first entry leaves the page. */
  go(by) {
    setImmediate(() => {
      const to = this.at + by;
      if (to < 0) this.hasLeft = true;
      if (!this.entries[to]) return;
      this.at = to;
      this.window.fire('popstate');
    });
  }
}

function makeLocation(history, window) {
  const url = () => history.entry.url;
  return {
    get href() { return url().href; },
    get origin() { return url().origin; },
    get pathname() { return url().pathname; },
    get search() { return url().search; },
    get hash() { return url().hash; },
    set hash(hash) {
      const next = new URL(url());
      next.hash = hash;
      history.pushState(null, '', next);
      window.fire('popstate');
      window.fire('hashchange');
    },
  };
}

export class Window {
  #events = new EventTarget();
  #documentEvents = new EventTarget();
  #lists = new Map();

  constructor({ address, storage = new Storage(), clock = REAL_CLOCK, language = 'en-US', isHidden = false }) {
    this.history = new History(this, address);
    this.storage = storage;
    this.clock = clock;
    this.isHidden = isHidden;
    this.hasSounded = false;
    this.navigator = { onLine: true, language, userActivation: { hasBeenActive: false } };
    this.home = new URL('/', address).href;
  }

  /** The system's answer to a media query; a test changes it with prefer(). */
  #media(query) {
    const list = this.#lists.get(query) ?? Object.assign(new EventTarget(), { matches: false });
    this.#lists.set(query, list);
    return list;
  }

  prefer(query, matches) {
    const list = this.#media(query);
    list.matches = matches;
    list.dispatchEvent(new Event('change'));
  }

  fire(type) {
    this.#events.dispatchEvent(new Event(type));
  }

  /** The tab comes to the front, or goes to the back. */
  setHidden(isHidden) {
    this.isHidden = isHidden;
    this.#documentEvents.dispatchEvent(new Event('visibilitychange'));
  }

  /** What the browser says when its network is gone, and when it is there again. */
  setOnline(isOnline) {
    this.navigator.onLine = isOnline;
    this.fire(isOnline ? 'online' : 'offline');
  }

  /** The names a script finds in a window. */
  globals() {
    const { clock, history, navigator } = this;
    const document = {
      baseURI: this.home,
      documentElement: { dataset: {}, lang: '' },
      head: { append: (link) => link.onload?.() },
      createElement: () => ({ getContext: () => ({}), remove: () => {} }),
      querySelector: () => null,
      querySelectorAll: () => [],
      addEventListener: this.#documentEvents.addEventListener.bind(this.#documentEvents),
      get hidden() { return false; },
    };
    Object.defineProperty(document, 'hidden', { get: () => this.isHidden });
    const window = this;
    class AudioContext {
      constructor() {
        window.hasSounded = true;
        return SILENCE;
      }
    }
    const names = {
      AudioContext,
      document,
      history,
      navigator,
      location: makeLocation(history, this),
      localStorage: this.storage,
      performance: { now: clock.now },
      setTimeout: clock.setTimeout,
      clearTimeout: clock.clearTimeout,
      addEventListener: this.#events.addEventListener.bind(this.#events),
      removeEventListener: this.#events.removeEventListener.bind(this.#events),
      matchMedia: (query) => this.#media(query),
    };
    const globalThis = new Proxy(names, { get: (own, name) => (name in own ? own[name] : Reflect.get(global, name)) });
    return { ...names, globalThis };
  }
}
