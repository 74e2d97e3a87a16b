// The npm package in Chromium: a page of esbuild, and <fourfall-move-input> in a page without a bundler.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { installPackage } from '../e2e/npm_package.mjs';
import { findings } from './axe.mjs';
import { FLAT, launch, path } from './browser.mjs';
import { openPage, serveFolders, tourPage } from './npm_page.mjs';
import { eventually } from './visit.mjs';

const { build } = createRequire(path('web/package.json'))('esbuild');
const { folder, remove } = installPackage('tests/npm/tour.mjs');
const installed = join(folder, 'node_modules/fourfall');
let browser;
before(async () => (browser = await launch(FLAT)));
after(async () => {
  await browser?.close();
  remove();
});

async function bundled(name, entry) {
  const out = join(folder, name);
  mkdirSync(out);
  writeFileSync(join(folder, `${name}.js`), entry);
  await build({ entryPoints: [join(folder, `${name}.js`)], outfile: join(out, 'main.js'), bundle: true, format: 'esm', loader: { '.wasm': 'file' }, logLevel: 'error' });
  writeFileSync(join(out, 'index.html'), '<!doctype html><html lang="en"><title>waiting</title><script type="module" src="main.js"></script>');
  return out;
}

async function tourIn(folders, policy) {
  const server = await serveFolders(folders, policy);
  const { page, complaints } = await openPage(browser, server.address);
  const title = await eventually(() => page.title(), (found) => found !== 'waiting');
  await page.close();
  server.stop();
  assert.deepEqual([complaints, server.missing], [[], []]);
  assert.match(title, /^fourfall .* works$/);
}

describe('a page of esbuild', () => {
  test('says where the module is', async () => tourIn({ '': await bundled('page', tourPage('{ wasm }', "import wasm from 'fourfall/fourfall.wasm';")) }));

  test('needs no file with fourfall/inline', async () => tourIn({ '': await bundled('inline', tourPage('{}').replace("'fourfall'", "'fourfall/inline'")) }));

  test('runs under a policy without blobs, if it names the worker', async () => {
    const out = await bundled('strict', tourPage("{ wasm, worker: 'worker.js' }", "import wasm from 'fourfall/fourfall.wasm';"));
    copyFileSync(join(installed, 'dist/worker.js'), join(out, 'worker.js'));
    await tourIn({ '': out }, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'");
  });
});

test('a worker of the page plays and searches', async () => {
  const out = join(folder, 'worker');
  mkdirSync(out);
  writeFileSync(join(out, 'index.html'), '<!doctype html><html lang="en"><title>waiting</title><script type="module">new Worker("worker.js", { type: "module" }).onmessage = ({ data }) => { document.title = data; };</script>');
  writeFileSync(join(out, 'worker.js'), `import * as library from './fourfall/dist/browser.js'; import * as plugin from './fourfall/dist/plugin.js'; import { tour } from './tour.js';
    library.load().then(() => tour(library, plugin)).then(postMessage, (error) => postMessage(String(error)));`);
  copyFileSync(join(folder, 'tour.mjs'), join(out, 'tour.js'));
  await tourIn({ '': out, fourfall: installed });
});

describe('<fourfall-move-input> in plain HTML', () => {
  let server, page, complaints;
  before(async () => {
    server = await serveFolders({ '': path('examples/plain-html'), fourfall: installed });
    ({ page, complaints } = await openPage(browser, server.address));
    await page.waitForFunction(() => document.querySelector('fourfall-move-input')?.gameState);
  });
  after(() => server?.stop());

  const buttons = () => page.locator('fourfall-move-input button');
  const disabled = () => buttons().evaluateAll((all) => all.map((button) => button.disabled));
  const input = (change, given) => page.evaluate(`(${change})(document.querySelector('fourfall-move-input'), ${JSON.stringify(given ?? null)})`);
  const settle = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done())));
  const preview = () => page.evaluate(() => [...document.querySelector('fourfall-move-input').shadowRoot.querySelectorAll('.preview')].map(({ dataset: { row, column } }) => [Number(row), Number(column)]));
  const ALL = Array(7).fill(true);

  test('has no findings of axe', async () => assert.deepEqual(await findings({ page }), []));

  test('shows where a disc lands, under the pointer and with the keyboard', async () => {
    const parts = () => page.evaluate(() => [...document.querySelector('fourfall-move-input').shadowRoot.querySelectorAll('[part~=preview]')].length);
    for (const column of [1, 2]) await buttons().nth(column).hover();
    assert.deepEqual(await preview(), [[5, 2]]);
    assert.equal(await parts(), 1);
    await buttons().nth(0).focus();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.evaluate(() => document.activeElement.shadowRoot.activeElement.textContent), '7');
    assert.ok((await preview()).some(([, column]) => column === 6));
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement.shadowRoot.activeElement.ariaLabel), 'Column 2, lands in row 1');
  });

  test('sends exactly the column that was pressed, as an event and as a call', async () => {
    await input(`(element) => {
      globalThis.sent = [];
      element.onMoveChange = (move) => sent.push(['call', move]);
      document.addEventListener('movechange', ({ detail }) => sent.push(['event', detail]), { capture: true });
    }`);
    for (let column = 0; column < 7; column++) {
      await buttons().nth(column).click();
      const move = { action: 'drop', parameters: { column } };
      assert.deepEqual(await page.evaluate(() => sent.splice(0)), [['call', move], ['event', move]]);
    }
  });

  test('disables a full column', async () => {
    // Each column has one disc; five more fill column 3, which has no line of four.
    for (let i = 0; i < 5; i++) await buttons().nth(3).click();
    await settle();
    assert.deepEqual(await disabled(), [false, false, false, true, false, false, false]);
    assert.equal(await buttons().nth(3).getAttribute('aria-label'), 'Column 4 is full');
  });

  test('is disabled as a whole when it is not the turn of its player, and when the host says so', async () => {
    for (const [change, wanted] of [["(e) => (e.playerId = 'bob')", false], ["(e) => (e.playerId = 'ann')", true], ['(e) => (e.playerId = null)', false], ['(e) => (e.disabled = true)', true], ['(e) => (e.disabled = false)', false]]) {
      const turn = await page.evaluate(() => document.querySelector('fourfall-move-input').gameState.currentPlayerIndex);
      await input(change);
      await settle();
      const isOff = change.includes('bob') || change.includes('ann') ? (change.includes('bob') ? turn !== 1 : turn !== 0) : wanted;
      assert.deepEqual(await disabled(), isOff ? ALL : [false, false, false, true, false, false, false], change);
    }
  });

  test('gives the focus back when a move may be made again, unless something else has it', async () => {
    const focus = () => page.evaluate(() => document.activeElement.shadowRoot?.activeElement?.textContent ?? document.activeElement.tagName);
    const pause = async (meanwhile = async () => {}) => {
      await input('(element) => (element.disabled = true)');
      assert.notEqual(await eventually(focus, (found) => !/\d/.test(found)), 'INPUT');
      await meanwhile();
      await input('(element) => (element.disabled = false)');
      await settle();
    };
    await buttons().nth(5).focus();
    await pause();
    assert.equal(await focus(), '6');
    await pause(() => page.evaluate(() => document.body.append(Object.assign(document.createElement('input'), { id: 'other', ariaLabel: 'other' })) ?? document.querySelector('#other').focus()));
    assert.equal(await focus(), 'INPUT');
    await page.evaluate(() => document.querySelector('#other').remove());
    await pause();
    assert.equal(await focus(), 'BODY', 'nor is it taken where it was given up');
    // Column 4 is full: its neighbour takes the focus of a button that vanishes under it.
    await input('(element) => { element.shadowRoot.querySelectorAll("button")[3].disabled = false; element.shadowRoot.querySelectorAll("button")[3].focus(); element.gameState = element.gameState; }');
    await settle();
    assert.match(await focus(), /[35]/);
  });

  test('plays a game to its end, says so, and is disabled then', async () => {
    for (let i = 0; i < 40 && (await page.locator('#turn').textContent()).includes('to move'); i++) {
      await page.locator('fourfall-move-input button:enabled').nth(i % 2).click();
      await settle();
    }
    assert.match(await page.locator('#turn').textContent(), /wins!$/);
    assert.deepEqual(await disabled(), ALL);
    assert.equal(await page.locator('fourfall-move-input [role=status]').textContent(), 'The game is over.');
    assert.deepEqual(complaints, []);
  });

  test('takes its colours from custom properties', async () => {
    const fill = await input("(element) => { element.style.setProperty('--fourfall-red', 'rgb(1, 2, 3)'); return getComputedStyle(element.shadowRoot.querySelector('.red')).fill; }");
    assert.equal(fill, 'rgb(1, 2, 3)');
  });

  test('takes a state that was set before the element was defined', async () => {
    const other = await browser.newPage();
    await other.goto(`${server.address}fourfall/package.json`);
    const count = await other.evaluate(async (address) => {
      const element = document.createElement('fourfall-move-input');
      const board = Array.from({ length: 6 }, () => Array(7).fill(null));
      element.gameState = { status: 'in_progress', players: [{ id: 'a' }, { id: 'b' }], currentPlayerIndex: 0, metadata: { board } };
      document.documentElement.append(element);
      await import(address);
      return element.shadowRoot.querySelectorAll('button:enabled').length;
    }, `${server.address}fourfall/dist/move_input.js`);
    await other.close();
    assert.equal(count, 7);
  });
});
