// The installed package in pages of Vite, webpack, Rollup and esbuild, and the React example: built by each bundler as its users do, run in Chromium.
import assert from 'node:assert/strict';
import { copyFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { installPackage } from '../e2e/npm_package.mjs';
import { FLAT, launch, path } from '../page/browser.mjs';
import { openPage, serveFolders, tourPage } from '../page/npm_page.mjs';
import { eventually } from '../page/visit.mjs';

const { folder, remove } = installPackage('tests/npm/tour.mjs');
const installed = join(folder, 'node_modules/fourfall');
const tools = createRequire(path('tests/npm/package.json'));
const load = (name) => import(pathToFileURL(tools.resolve(name)).href);
let browser;
before(async () => (browser = await launch(FLAT)));
after(async () => {
  await browser?.close();
  remove();
});

/** A project of one script and, if the bundler makes none itself, the page. Returns its folder, and that of the result. */
function project(name, script) {
  const root = join(folder, name), out = join(root, 'dist');
  mkdirSync(out, { recursive: true });
  writeFileSync(join(root, 'main.js'), script.replace("'./tour.mjs'", "'../tour.mjs'"));
  writeFileSync(join(root, 'index.html'), '<!doctype html><html lang="en"><title>waiting</title><script type="module" src="./main.js"></script>');
  copyFileSync(join(root, 'index.html'), join(out, 'index.html'));
  return { root, out };
}

/** Opens a folder's page, which must neither complain nor miss a file. */
async function visit(out, act) {
  const server = await serveFolders({ '': out });
  try {
    const { page, complaints } = await openPage(browser, server.address);
    await act(page);
    await page.close();
    assert.deepEqual([complaints, server.missing], [[], []]);
  } finally {
    server.stop();
  }
}

const runs = (out) => visit(out, async (page) => assert.match(await eventually(() => page.title(), (found) => found !== 'waiting'), /^fourfall .* works$/));

const INLINE = tourPage('{}').replace("'fourfall'", "'fourfall/inline'");

describe('Vite', () => {
  async function built(name, script) {
    const { build } = await load('vite');
    const { root } = project(name, script);
    await build({ root, configFile: false, logLevel: 'error', build: { outDir: 'built', assetsInlineLimit: 0 } });
    return join(root, 'built');
  }

  test('gives the module an address', async () => runs(await built('vite', tourPage('{ wasm }', "import wasm from 'fourfall/fourfall.wasm?url';"))));
  test('needs no file with fourfall/inline', async () => runs(await built('vite-inline', INLINE)));
});

describe('webpack', () => {
  async function built(name, script) {
    const { default: webpack } = await load('webpack');
    const { root, out } = project(name, script);
    const stats = await new Promise((resolve, reject) => webpack({
      mode: 'production', context: root, entry: './main.js', output: { path: out, filename: 'main.js', publicPath: './' }, performance: false,
      module: { rules: [{ test: /\.wasm$/, type: 'asset/resource' }] },
    }, (error, found) => (error ? reject(error) : resolve(found))));
    assert.deepEqual(stats.toJson({ all: false, errors: true, warnings: true }), { errors: [], warnings: [] });
    return out;
  }

  test('gives the module an address', async () => runs(await built('webpack', tourPage('{ wasm }', "import wasm from 'fourfall/fourfall.wasm';"))));
  test('needs no file with fourfall/inline', async () => runs(await built('webpack-inline', INLINE)));
});

describe('Rollup', () => {
  async function built(name, script) {
    const [{ rollup }, { nodeResolve }] = [await load('rollup'), await load('@rollup/plugin-node-resolve')];
    const { root, out } = project(name, script);
    const bundle = await rollup({ input: join(root, 'main.js'), plugins: [nodeResolve({ browser: true })], onLog: (level, { message }) => assert.fail(`${level}: ${message}`) });
    await bundle.write({ file: join(out, 'main.js'), format: 'es' });
    await bundle.close();
    return out;
  }

  test('leaves the module a file that the page names', async () => {
    const out = await built('rollup', tourPage("{ wasm: 'core.wasm' }"));
    copyFileSync(join(installed, 'dist/fourfall.wasm'), join(out, 'core.wasm'));
    await runs(out);
  });
  test('needs no file with fourfall/inline', async () => runs(await built('rollup-inline', INLINE)));
});

describe('esbuild', () => {
  async function built(name, script, more) {
    const { build } = await load('esbuild');
    const { root, out } = project(name, script);
    await build({ entryPoints: [join(root, 'main.js')], outfile: join(out, 'main.js'), bundle: true, format: 'esm', logLevel: 'error', ...more });
    return out;
  }

  test('gives the module an address', async () => runs(await built('esbuild', tourPage('{ wasm }', "import wasm from 'fourfall/fourfall.wasm';"), { loader: { '.wasm': 'file' } })));
  test('needs no file with fourfall/inline', async () => runs(await built('esbuild-inline', INLINE)));
});

describe('examples/react', () => {
  test('plays against the computer, to the end', async () => {
    const { build } = await load('esbuild');
    const root = join(folder, 'react');
    cpSync(path('examples/react'), root, { recursive: true });
    for (const name of ['react', 'react-dom', 'scheduler']) symlinkSync(path(`tests/npm/node_modules/${name}`), join(folder, 'node_modules', name));
    await build({ entryPoints: [join(root, 'main.jsx')], outfile: join(root, 'main.js'), bundle: true, format: 'esm', jsx: 'automatic', logLevel: 'error', define: { 'process.env.NODE_ENV': '"production"' } });
    await visit(root, async (page) => {
      const look = () => page.evaluate(() => {
        const { metadata } = document.querySelector('fourfall-move-input')?.gameState ?? {};
        return { turn: document.querySelector('#turn')?.textContent, discs: metadata?.board.flat().filter((cell) => cell !== null).length };
      });
      const open = page.locator('fourfall-move-input button:enabled');
      for (let discs = 0; discs < 42; discs += 2) {
        const { turn } = await eventually(look, (found) => found.turn?.startsWith('Winner') || (found.turn === 'Your turn' && found.discs === discs));
        if (turn.startsWith('Winner')) break;
        await open.nth((discs / 2) % 2).click();
      }
      assert.match((await look()).turn, /^Winner: (You|Computer|you|cpu|nobody)$/);
      assert.ok((await look()).discs >= 7);
      assert.equal(await open.count(), 0);
    });
  });
});
