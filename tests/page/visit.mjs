// One visit to the page: a fresh profile, the page, and what most tests do and read.
import assert from 'node:assert/strict';
import { Contexts } from './contexts.mjs';
import { decodePng } from './png.mjs';

/** Reached only by a failing test; a busy machine may be slow. */
export const DEADLINE_MS = 90_000;
/** For tests that do not care about size: every pixel is drawn in software. */
const SMALL = { width: 640, height: 480 };
/** Settings in the page's storage before it loads. */
const QUIET = { sound: false, motion: 'reduced', quality: 'low', naturalDelay: false, language: 'en' };

/** The tours of a first game are over, except in the tests about them. */
const SEEN = { drop: true, cube: true };

/** Runs before the page's script: fills the storage and reports CSP violations as console errors. */
function prepare(entries) {
  for (const [key, value] of Object.entries(entries)) {
    if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value));
  }
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`));
  globalThis.everyFrame = globalThis.requestAnimationFrame.bind(globalThis);
  listenToRegions();

  /** Collects every text of the live regions: a screen reader reads also those that are soon overwritten. */
  function listenToRegions() {
    const last = new Map();
    globalThis.spoken = { status: [], alert: [] };
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[aria-live][role]')) {
        if (last.get(region) === region.textContent) continue;
        last.set(region, region.textContent);
        globalThis.spoken[region.getAttribute('role')]?.push(region.textContent.trim());
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }
}

/**
 * Runs before the page's script. A frame of a moving scene costs 50 ms of CPU time in software; ten a second show the same as
 * sixty. `everyFrame` still waits for each frame of the browser.
 */
function drawRarely() {
  const own = globalThis.everyFrame;
  globalThis.requestAnimationFrame = (draw) => setTimeout(() => own(draw), 90);
  globalThis.cancelAnimationFrame = clearTimeout;
}

/** Runs before the page's script: the page finds no WebGL and shows the flat drawing. */
function hideGraphics() {
  const own = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function getContext(kind, ...more) {
    return kind.startsWith('webgl') ? null : own.call(this, kind, ...more);
  };
}

/** Asks until the answer is good, and returns it. After the deadline it returns the last answer, for the test to report. */
export async function eventually(ask, isGood) {
  const late = Date.now() + DEADLINE_MS;
  for (;;) {
    const found = await ask();
    if (isGood(found) || Date.now() > late) return found;
    await new Promise((done) => setTimeout(done, 20));
  }
}

export class Visit {
  constructor(shared, { viewport = SMALL, settings = {}, hash = '', touch = false, storage = {}, context = {}, spy = null, scene = shared.scene ?? true, expected = null, worker = false } = {}) {
    Object.assign(this, { shared, viewport, settings, hash, touch, storage, spy, scene, expected });
    // Few tests are about the service worker, which copies the whole page at every first visit.
    const serviceWorkers = worker ? 'allow' : 'block';
    this.options = { viewport, hasTouch: touch, isMobile: touch, locale: 'en-US', colorScheme: 'dark', serviceWorkers, ...context };
    this.complaints = [];
  }

  /** With ?debug the page puts its controller into a global. */
  get address() {
    return `${this.shared.server.address}?debug${this.hash}`;
  }

  async open() {
    this.shared.contexts ??= new Contexts(this.shared.browser);
    Object.assign(this, await this.shared.contexts.take(this.options));
    const settings = { ...QUIET, ...this.settings };
    // Most tests want neither a tour nor to be asked for a name before a game.
    const seen = { 'fourfall.tours': SEEN, 'fourfall.online.named': true };
    this.scripts = [await this.context.addInitScript(prepare, { 'fourfall.settings': settings, ...seen, ...this.storage })];
    if (this.scene && settings.motion === 'full') this.scripts.push(await this.context.addInitScript(drawRarely));
    if (!this.scene && this.shared.scene) this.scripts.push(await this.context.addInitScript(hideGraphics));
    if (this.spy) this.scripts.push(await this.context.addInitScript(this.spy));
    this.page.setDefaultTimeout(DEADLINE_MS);
    this.listen();
    await this.page.goto(this.address);
    await this.ready();
  }

  /** Ends the visit. */
  close() {
    return this.shared.contexts.give(this.context, this.options, new URL(this.shared.server.address).origin, this.scripts);
  }

  listen() {
    const complain = (text) => this.expected?.test(text) || this.complaints.push(text);
    this.page.on('console', (message) => message.type() === 'error' && complain(`console: ${message.text()}`));
    this.page.on('pageerror', (error) => complain(`exception: ${error.message}`));
    this.page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText;
      // Leaving a page aborts its open requests.
      if (!this.isLeaving || why !== 'net::ERR_ABORTED') complain(`request: ${request.url()} ${why}`);
    });
  }

  async reload() {
    // On a busy machine the browser may still be on its way to the history entry of the game.
    await this.page.waitForFunction(() => {
      const { gameId, phase } = globalThis.fourfall;
      const isInHistory = (id) => history.state.fourfall.steps.some((step) => step.kind === 'game' && step.id === id);
      return phase.value === 'welcome' || gameId.value === null || isInHistory(gameId.value);
    });
    this.isLeaving = true;
    await this.page.reload();
    this.isLeaving = false;
    await this.ready();
  }

  /** Resizes the window; resolves when the page has its new size. */
  async resize(viewport) {
    await this.page.setViewportSize(viewport);
    await this.page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, viewport);
  }

  assertClean() {
    assert.deepEqual(this.complaints, []);
  }

  /** The first frame is drawn (without a scene: the panels are), and keys and live regions work. */
  async ready() {
    await this.page.waitForFunction((hasScene) => {
      const app = globalThis.fourfall;
      return hasScene ? app?.scene?.stats().frames > 0 : app && document.querySelector('main');
    }, this.scene);
    // Key handlers and live regions start right after the first frame.
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  }

  // ---- reading ----

  /** The controller's state. */
  state() {
    return this.page.evaluate(() => {
      const { snapshot, phase, tally, you, setup, hint, firstSeat } = globalThis.fourfall;
      const { notation, ply, status, winner, turn, lines, cells, board, moves } = snapshot.value;
      return {
        notation, ply, status, winner, turn, moves, lines, cells: [...cells], board: board.name,
        phase: phase.value, tally: tally.value, you: you.value, setup: setup.value, hint: hint.value?.column ?? null, firstSeat: firstSeat.value,
      };
    });
  }

  phase(...names) {
    return this.page.waitForFunction((wanted) => wanted.includes(globalThis.fourfall.phase.value), names);
  }

  ply(count) {
    return this.page.waitForFunction((wanted) => {
      const { snapshot, phase } = globalThis.fourfall;
      return snapshot.value.ply === wanted && phase.value !== 'moving';
    }, count);
  }

  /** Resolves when the camera stands still, all discs have landed and the column buttons are over their columns, for three frames. */
  rest() {
    return this.page.evaluate(async (deadline) => {
      const { scene } = globalThis.fourfall;
      const frame = () => new Promise((done) => globalThis.everyFrame(done));
      const isPlaced = () => {
        const anchors = scene.anchors();
        return [...document.querySelectorAll('.columns.placed .column')].every((column, i) => {
          const { left, width } = column.getBoundingClientRect();
          return Math.abs(left + width / 2 - anchors[i].x) < 2;
        });
      };
      const began = performance.now();
      for (let calm = 0, frames = -1; calm < 3; ) {
        if (performance.now() > began + deadline) throw new Error('the board never comes to rest');
        await frame();
        const { isMoving, frames: drawn } = scene.stats();
        calm = !isMoving && drawn === frames && isPlaced() ? calm + 1 : 0;
        frames = drawn;
      }
    }, DEADLINE_MS);
  }

  /** Waits for a text of the turn indicator. */
  turnSays(text) {
    return this.page.waitForFunction((wanted) => document.querySelector('.turn p')?.textContent === wanted, text);
  }

  /** Waits until a live region has this text, or has had it since the last call. `role`: "status" is polite, "alert" interrupts. */
  hears(text, role = 'status') {
    return this.page.waitForFunction(([wanted, kind]) => {
      const spoken = globalThis.spoken[kind];
      const at = spoken.lastIndexOf(wanted);
      if (at >= 0) spoken.splice(0, at + 1);
      return at >= 0 || [...document.querySelectorAll(`[aria-live][role=${kind}]`)].some((region) => region.textContent.trim() === wanted);
    }, [text, role]);
  }

  button(name) {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' }).first();
  }

  // ---- acting ----

  /** Calls an action of the controller, for tests that are not about the control for it. */
  act(name, ...args) {
    return this.page.evaluate(([action, given]) => void globalThis.fourfall[action](...given), [name, args]);
  }

  /** Changes the language and waits until the page speaks it: the texts of another one are loaded first. */
  async speak(language) {
    await this.act('change', { language });
    await this.page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
  }

  /** Starts a game and waits until it has started, even if it looks like the one before. */
  async start(setup = {}) {
    const wanted = { mode: 'two', board: '7x6', ...setup };
    await this.page.evaluate((given) => {
      const { snapshot, start } = globalThis.fourfall;
      globalThis.shownBefore = snapshot.value;
      start(given);
    }, wanted);
    await this.page.waitForFunction((board) => {
      const { snapshot, phase } = globalThis.fourfall;
      const isNew = snapshot.value !== globalThis.shownBefore && snapshot.value.board.name === board;
      return isNew && snapshot.value.ply <= 1 && ['turn', 'thinking'].includes(phase.value);
    }, wanted.board);
  }

  /** Opens a game for two people. */
  async openGame(text) {
    const wrong = await this.page.evaluate((given) => globalThis.fourfall.open(given), text);
    assert.equal(wrong, null);
    await this.phase('turn', 'over');
  }

  /** Plays columns, given by their characters, through the controller. */
  async play(text) {
    for (const letter of text) {
      const { ply } = await this.state();
      await this.page.evaluate((wanted) => {
        const { snapshot, drop } = globalThis.fourfall;
        drop(snapshot.value.letters.indexOf(wanted));
      }, letter);
      await this.ply(ply + 1);
    }
  }

  // ---- the picture ----

  /** The place of a cell on the page. */
  async cellAt(cell) {
    await this.rest();
    const box = await this.page.locator('#board').boundingBox();
    const at = await this.page.evaluate((index) => globalThis.fourfall.scene.cellAt(index), cell);
    return { x: box.x + at.x, y: box.y + at.y, radius: at.radius };
  }

  /** Clicks or taps a cell on the canvas. */
  async touchCell(cell) {
    const { x, y } = await this.cellAt(cell);
    if (this.touch) await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
  }

  /** Plays columns (from 1) of a flat board by clicks on the canvas, in the middle of each column. */
  async touchColumns(text) {
    const { width, height } = await this.page.evaluate(() => globalThis.fourfall.snapshot.value.board);
    for (const digit of text) {
      const { ply } = await this.state();
      await this.touchCell(Math.floor(height / 2) * width + Number(digit) - 1);
      await this.ply(ply + 1);
    }
  }

  /** The pixels of the page, without debug drawings. */
  async picture(clip) {
    await this.rest();
    await this.page.evaluate(() => (document.querySelector('.debug').style.display = 'none'));
    return decodePng(await this.page.screenshot({ clip, scale: 'css' }));
  }
}
