// The page without a network, its manifest, and its requests.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, test } from 'node:test';
import { useBrowser } from './browser.mjs';
import { decodePng } from './png.mjs';
import { DEADLINE_MS } from './visit.mjs';

const { shared, useVisit: useVisitOf, visit: visitOf } = useBrowser();

/** A quarter of the pixels to draw; the page is laid out the same. */
const context = { deviceScaleFactor: 0.5 };
const useVisit = (options) => useVisitOf({ context, worker: true, ...options });
const visit = (options, test) => visitOf({ context, worker: true, ...options }, test);

const PROMISED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Reads "name value; name value" as an object. */
const directivesOf = (policy) => Object.fromEntries(policy.split(';').map((part) => part.trim().split(/ (.*)/s).slice(0, 2)));

describe('a visit from the first byte', () => {
  test('requests only its own server, and gets the promised headers', async () => {
    await visit({}, async (v) => {
      const seen = [];
      const cdp = await v.context.newCDPSession(v.page);
      v.context.on('response', (response) => seen.push(response));
      v.context.on('request', (request) => assert.ok(
        request.url().startsWith(shared.server.address) || request.url().startsWith('data:') || request.url().startsWith('blob:'), request.url()));
      await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
      await v.reload();
      await v.page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
      await v.start({ mode: 'cpu', level: 'hard' });
      await v.act('drop', 3);
      await v.ply(2);
      await v.page.evaluate(() => globalThis.fourfall.exportPicture().then((blob) => blob.size));
      const page = seen.find((response) => response.url() === v.address.replace(/#.*/, ''));
      const headers = await page.allHeaders();
      for (const [name, value] of Object.entries(PROMISED)) assert.equal(headers[name], value, name);
      const policy = directivesOf(headers['content-security-policy']);
      assert.equal(policy['default-src'], "'none'");
      assert.equal(policy['script-src'], "'self' 'wasm-unsafe-eval'");
      assert.equal(policy['style-src'], "'self'");
      assert.equal(policy['frame-ancestors'], "'none'");
      assert.ok(!headers['content-security-policy'].includes('unsafe-inline'));
      assert.match(headers['cache-control'], /no-cache/);
      assert.equal(await v.page.evaluate(() => globalThis.crossOriginIsolated), true);
      const hashed = seen.filter((response) => /\.[0-9A-Z]{8,10}\.(js|css|wasm|book)$/.test(new URL(response.url()).pathname));
      assert.ok(hashed.length >= 4, seen.map((response) => response.url()).join());
      for (const response of hashed) {
        const { 'cache-control': caching, 'content-encoding': encoding } = await response.allHeaders();
        if (response.fromServiceWorker()) continue;
        assert.match(caching, /immutable/, response.url());
        assert.ok(encoding === 'br' || encoding === 'gzip', `${response.url()} is sent as it is`);
      }
    });
  });

  test('has a manifest that can be installed', async () => {
    await visit({}, async (v) => {
      const href = await v.page.locator('link[rel=manifest]').getAttribute('href');
      const manifest = await (await v.page.request.get(new URL(href, shared.server.address).href)).json();
      assert.equal(manifest.display, 'standalone');
      assert.ok(manifest.name && manifest.short_name && manifest.start_url && manifest.scope);
      for (const size of [192, 512]) {
        const icon = manifest.icons.find(({ sizes, type }) => sizes === `${size}x${size}` && type === 'image/png');
        const file = decodePng(Buffer.from(await (await v.page.request.get(new URL(icon.src, shared.server.address).href)).body()));
        assert.deepEqual([file.width, file.height], [size, size]);
      }
      const cdp = await v.context.newCDPSession(v.page);
      const { errors } = await cdp.send('Page.getAppManifest');
      assert.deepEqual(errors, []);
      // Every test runs in a private window: that is the only allowed obstacle to installing.
      const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
      assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'), []);
    });
  });
});

describe('without a network', () => {
  const v = useVisit();

  test('after the first visit the page opens and plays a whole game against Perfect', async () => {
    await v.page.waitForFunction(() => globalThis.fourfall.isKept.value);
    await v.context.setOffline(true);
    await v.reload();
    await v.start({ mode: 'cpu', level: 'perfect', first: 'you' });
    for (let i = 0; i < 21; i++) {
      await v.phase('turn', 'over');
      const { phase, ply } = await v.state();
      if (phase === 'over') break;
      await v.page.evaluate(() => globalThis.fourfall.drop(globalThis.fourfall.snapshot.value.canDrop.indexOf(true)));
      await v.page.waitForFunction((before) => globalThis.fourfall.snapshot.value.ply > before, ply);
    }
    await v.phase('over');
    assert.equal((await v.state()).winner, 1);
  });

  test('it says that it is offline, and when it is online again', async () => {
    await v.page.locator('.offline').waitFor();
    await v.context.setOffline(false);
    await v.page.locator('.offline').waitFor({ state: 'detached' });
    await v.reload();
  });
});

/** The page's files as a host that gets another version between two requests. */
async function serveVersions() {
  const folder = process.env.FOURFALL_WEB ?? new URL('../../build/web', import.meta.url).pathname;
  const types = { html: 'text/html', js: 'text/javascript', css: 'text/css', wasm: 'application/wasm', svg: 'image/svg+xml', webmanifest: 'application/manifest+json' };
  const at = { version: 1 };
  const server = createServer((request, response) => {
    const name = new URL(request.url, 'http://localhost').pathname.slice(1) || 'index.html';
    if (!existsSync(`${folder}/${name}`)) return void response.writeHead(404).end();
    response.setHeader('content-type', types[name.split('.').at(-1)] ?? 'application/octet-stream');
    response.setHeader('cache-control', 'no-cache');
    const file = readFileSync(`${folder}/${name}`);
    if (name === 'service.js') return void response.end(`${file}\n// version ${at.version}\n`);
    response.end(name === 'index.html' ? String(file).replace('<html ', `<html data-version="${at.version}" `) : file);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return { at, address: `http://localhost:${server.address().port}/`, stop: () => new Promise((done) => { server.close(done); server.closeAllConnections(); }) };
}

test('a newer version waits for the end of the game, says so, and is there after a reload', async () => {
  const host = await serveVersions();
  const own = await shared.browser.newContext({ viewport: { width: 640, height: 480 }, deviceScaleFactor: 0.5 });
  try {
    await own.addInitScript(() => localStorage.getItem('fourfall.settings') ?? localStorage.setItem('fourfall.settings', '{"sound":false,"motion":"reduced","quality":"low","language":"en"}'));
    const page = await own.newPage();
    page.setDefaultTimeout(DEADLINE_MS);
    await page.goto(`${host.address}?debug`);
    await page.waitForFunction(() => globalThis.fourfall && navigator.serviceWorker.controller);
    await page.reload(); // controlled from the first byte, as on every later visit
    await page.waitForFunction(() => globalThis.fourfall && navigator.serviceWorker.controller);
    await page.evaluate(() => globalThis.fourfall.open('121212'));
    host.at.version = 2;
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration.update();
    });
    await page.waitForFunction(() => navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting !== null));
    const notice = page.getByText('A new version is ready.').locator('visible=true');
    assert.equal(await page.locator('.toast.lasting').count(), 0, 'not during a game');
    await page.evaluate(() => globalThis.fourfall.drop(0));
    await page.locator('.toast.lasting').waitFor();
    assert.ok(await notice.count() > 0);
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload' }).click();
    await reloaded;
    await page.waitForFunction(() => globalThis.fourfall && document.documentElement.dataset.version === '2');
    assert.equal(await page.evaluate(() => navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting)), null);
    assert.equal(await page.locator('.toast.lasting').count(), 0);
  } finally {
    await own.close();
    await host.stop();
  }
});

test('the service worker keeps every file of the page, and no more', async () => {
  await visit({}, async (v) => {
    await v.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const kept = await v.page.evaluate(async () => {
      const names = await caches.keys();
      const store = await caches.open(names[0]);
      return { names, urls: (await store.keys()).map(({ url }) => new URL(url).pathname.slice(1)) };
    });
    assert.equal(kept.names.length, 1);
    const index = readFileSync(`${process.env.FOURFALL_WEB ?? new URL('../../build/web', import.meta.url).pathname}/index.html`, 'utf8');
    const named = [...index.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name);
    assert.deepEqual(named.filter((name) => !kept.urls.includes(name)), []);
    assert.ok(['', ...['.book', '.wasm', 'worker.']].every((part) => kept.urls.some((url) => (part === '' ? url === '' : url.includes(part)))));
    // The cube's network is kept from its first use on.
    assert.ok(!kept.urls.some((url) => url.endsWith('.net')));
    await v.page.evaluate(() => globalThis.fourfall.start({ mode: 'cpu', board: '5x5x5', level: 'hard', first: 'you' }));
    await v.page.waitForFunction(async () => {
      const store = await caches.open((await caches.keys())[0]);
      return (await store.keys()).some(({ url }) => url.endsWith('.net'));
    });
  });
});
