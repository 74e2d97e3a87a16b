// A browser without WebGL: the page is playable with its buttons, its drawing and its table. Nothing else uses the page's
// thread here, so this file also tests that the engine does not block it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DESKTOP, FLAT, PHONE, useBrowser } from './browser.mjs';
import { eventually } from './visit.mjs';

const { useVisit } = useBrowser({ flags: FLAT });

/** Counts engine modules that are created on the page's own thread. */
function watchEngine() {
  globalThis.engines = 0;
  WebAssembly.Instance = class {
    constructor() {
      globalThis.engines++;
    }
  };
  WebAssembly.instantiate = () => {
    globalThis.engines++;
    return Promise.reject(new Error('not on the main thread'));
  };
  WebAssembly.instantiateStreaming = WebAssembly.instantiate;
}

/** Solves positions beyond the opening book, and reviews a game. */
const think = (v) => v.page.evaluate(async () => {
  const app = globalThis.fourfall;
  const until = (isTrue) => new Promise((done) => {
    const look = () => (isTrue() ? done() : setTimeout(look, 20));
    look();
  });
  for (const game of ['', '4444443315', '6x5:33']) {
    await app.open(game);
    app.change({ scores: true });
    await until(() => app.analysisState.value === 'done');
    app.change({ scores: false });
  }
  await app.open('112237445');
  app.startReview();
  await until(() => app.review.value !== null);
});

/** Blocks the page for about 50 ms of CPU time, on purpose. */
const count = (v) => v.page.evaluate(() => {
  let state = 1;
  for (let i = 0; i < 8_000_000; i++) state = Math.imul(state, 1_664_525) + 1_013_904_223;
  return state;
});

/** The tasks of the page's thread during some work, from the browser's trace. On a busy machine a trace may be empty. */
async function tasksDuring(v, work) {
  const { browser } = v.shared;
  await browser.startTracing(v.page, { categories: ['toplevel'] });
  await work(v);
  await v.page.evaluate(() => new Promise((done) => setTimeout(done))); // the trace has a task once the next one runs
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const pages = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`);
  const isTask = ({ name, ph }) => name === 'ThreadControllerImpl::RunTask' && ph === 'X'; // complete
  return traceEvents.filter((event) => isTask(event) && pages.includes(`${event.pid} ${event.tid}`));
}

/** The longest task of the page's thread during some work, in milliseconds of CPU time. Time that other programs take does not count. */
async function longestTask(v, work) {
  const isWhole = (tasks) => tasks.length > 0 && tasks.every(({ tdur }) => tdur >= 0);
  const tasks = await eventually(() => tasksDuring(v, work), isWhole);
  assert.ok(isWhole(tasks), 'the record is there');
  return Math.round(Math.max(...tasks.map(({ tdur }) => tdur)) / 1000);
}

describe('without WebGL', () => {
  // three.js logs an error without WebGL.
  const v = useVisit({ scene: false, expected: /^console: THREE\.WebGLRenderer/, spy: watchEngine });

  test('there is no 3D scene, and a message explains it when a game begins, not before', async () => {
    assert.deepEqual(await v.page.evaluate(() => [globalThis.fourfall.scene, globalThis.fourfall.message.value]), [null, null]);
    await v.button(/^Two players/).click();
    await v.page.waitForFunction(() => document.body.textContent.includes('This browser cannot draw in 3D. Play with the column buttons.'));
  });

  test('a game is won with the column buttons, and seen in the drawing and the table', async () => {
    await v.phase('turn');
    for (const [i, letter] of [...'1122334'].entries()) {
      await v.button(new RegExp(`^Column ${letter}:`)).click();
      await v.ply(i + 1);
    }
    await v.phase('over');
    await v.turnSays('Player 1 Wins!');
    const drawn = await v.page.locator('.flatboard circle:not(.mark)').evaluateAll((all) => all.map(({ className }) => className.baseVal));
    assert.equal(drawn.length, 42);
    assert.equal(drawn.filter((kind) => /fill-0\b.*won/.test(kind)).length, 4);
    assert.equal(await v.page.locator('section[aria-label=Board] td', { hasText: 'Red, winning line' }).count(), 4);
  });

  for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
    test(`the drawing lies free on a ${name}, each button over its column`, async () => {
      await v.resize(viewport);
      await v.openGame('4453');
      // A new size reaches the drawing first, then the buttons.
      await v.page.waitForFunction(() => {
        const across = (element) => element.getBoundingClientRect().left + element.getBoundingClientRect().width / 2;
        const circles = [...document.querySelectorAll('.flatboard circle:not(.mark)')].map(across);
        return [...document.querySelectorAll('.columns.placed button[data-column]')].filter((button, i) => Math.abs(across(button) - circles[i]) < 3).length === 7;
      });
      const circles = await v.page.locator('.flatboard circle:not(.mark)').evaluateAll((all) => all.map((circle) => circle.getBoundingClientRect().toJSON()));
      for (const { left, top, right, bottom } of circles) assert.ok(left > 0 && top > 0 && right < viewport.width && bottom < viewport.height);
      const buttons = await v.page.locator('button[data-column]').evaluateAll((all) => all.map((button) => button.getBoundingClientRect().bottom));
      for (const bottom of buttons) assert.ok(bottom <= circles[0].top);
    });

  test('the cube is played by its map', async () => {
    await v.openGame('5x5x5:mm');
    await v.page.locator('.minimap button[data-column="6"]').click();
    await v.ply(3);
    assert.equal((await v.state()).notation, '5x5x5:mmg');
    assert.equal(await v.page.locator('.flatboard circle:not(.mark)').count(), 125);
  });

  test('keyboard and computer player work as with WebGL', async () => {
    await v.start({ mode: 'cpu', level: 'easy', first: 'you' });
    await v.page.keyboard.press('4');
    await v.page.keyboard.press('Enter');
    await v.ply(2);
    assert.equal((await v.state()).moves[0], 3);
  });

  test('the engine runs in workers and never blocks the page', async () => {
    await v.resize({ width: 640, height: 480 });
    // The allowance scales with the processor; compilation or garbage collection may spoil one try.
    const tries = [];
    const isFree = ({ longest, allowed }) => longest <= Math.max(50, allowed);
    while (tries.length < 3 && !tries.some(isFree)) tries.push({ allowed: await longestTask(v, count), longest: await longestTask(v, think) });
    assert.ok(tries.some(isFree), `held up: ${JSON.stringify(tries)} ms`);
    assert.equal(await v.page.evaluate(() => globalThis.engines), 0);
  });
});
