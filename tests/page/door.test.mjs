// The front door as a browser shows it: a shared game at first sight, the page of a missing address, and the embedded game.
// What needs no browser is in tests/web/page_door.test.mjs and tests/e2e/preview.test.mjs.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { assertAccessible } from './axe.mjs';
import { DESKTOP, FLAT, PHONE, useBrowser } from './browser.mjs';

const { shared, visit } = useBrowser({ flags: FLAT });
const MISSING = /status of 404/;
const WIN = [3, 3, 2, 2, 4, 4, 0, 0, 6, 6, 1];
let gameId;

async function post(path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(new URL(path, shared.server.address), { method: 'POST', headers, body: JSON.stringify(body) });
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer.json();
}

async function seed() {
  if (gameId) return;
  const players = [{ kind: 'guest', name: 'Ada' }, { kind: 'guest', name: 'Bob' }];
  const { game, seats } = await post('api/games', { players, visibility: 'public', clock: { initialMs: 300_000, incrementMs: 3000 } });
  gameId = game.gameId;
  for (const [version, column] of WIN.entries())
    await post(`api/games/${gameId}/moves`, { action: 'drop', parameters: { column }, version }, seats[version % 2].token);
}

/** Goes to an address of the server, in a visit that has the start page open. */
function go(v, path) {
  v.isLeaving = true;
  return v.page.goto(shared.server.address + path);
}

describe('a shared game at first sight', () => {
  before(seed);
  for (const [language, viewport, texts] of [
    ['en', DESKTOP, { winner: "Play the winner's side", here: 'Play on from move 6', computer: 'Against the computer', clock: /5 \+ 3/ }],
    ['de', PHONE, { winner: 'Die Siegerseite spielen', here: 'Ab Zug 6 weiterspielen', computer: 'Gegen den Computer', clock: null }],
  ]) {
    test(`in ${language}, ${viewport.width} px wide`, async () => {
      await visit({ viewport, settings: { language } }, async (v) => {
        await go(v, `game/${gameId}?debug`);
        const result = v.page.locator('.result');
        await result.waitFor();
        assert.equal(await v.page.locator('.strip').count(), 0, 'no banner');
        if (texts.clock) assert.match(await v.page.locator('.played').innerText(), texts.clock);
        for (const name of ['Ada', 'Bob']) await v.page.locator('.player strong:visible', { hasText: name }).first().waitFor();
        await v.page.waitForFunction((name) => document.activeElement?.getAttribute('aria-label') === name, texts.winner);
        await assertAccessible(v);
        await result.getByRole('button', { name: texts.here }).click();
        const computer = result.getByRole('button', { name: texts.computer });
        await computer.waitFor();
        await v.page.waitForFunction((name) => document.activeElement?.getAttribute('aria-label') === name, texts.computer); // one frame after it is there
        await v.page.keyboard.press('Enter');
        await v.page.waitForFunction(() => globalThis.fourfall.remote.value === null);
        const { you, ply, setup } = await v.state();
        assert.deepEqual([you, ply >= 5, setup.mode], [1, true, 'cpu']);
      });
    });
  }
});

describe('a missing address', () => {
  for (const [locale, viewport, words] of [['en-US', DESKTOP, 'Nothing landed here'], ['de-DE', PHONE, 'Hier ist kein Stein gelandet']])
    test(`is a page with a way home: ${locale}`, async () => {
      await visit({ viewport, context: { locale }, expected: MISSING }, async (v) => {
        await go(v, 'no/such/page');
        await v.page.getByRole('heading', { name: words }).waitFor();
        assert.equal(await v.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
        await assertAccessible(v);
        for (const [width, height] of [[320, 568], [568, 320], [667, 375], [844, 390], [2560, 1440]]) {
          await v.resize({ width, height });
          const box = await v.page.locator('main a').boundingBox();
          assert.ok(box.y >= 0 && box.y + box.height <= height, `${width}x${height}: the way home is in sight: ${JSON.stringify(box)}`);
        }
        await v.page.locator('main a').click();
        await v.page.waitForURL(shared.server.address);
        await v.page.locator('#app main').waitFor();
      });
    });
});

describe('an embedded game', () => {
  before(seed);
  test('has the marks, and the theme that was asked for or preferred', async () => {
    await visit({ context: { colorScheme: 'light' } }, async (v) => {
      const theme = () => v.page.evaluate(() => document.documentElement.dataset.theme);
      for (const [query, wanted] of [['', 'classic'], ['?theme=dark', 'dark'], ['?theme=contrast', 'contrast'], ['?theme=nonsense', 'classic']]) {
        await go(v, `embed/${gameId}${query}`);
        await v.page.locator('.embed .outcome').waitFor();
        assert.equal(await theme(), wanted, query);
      }
      const marks = v.page.locator('.flatboard .mark');
      assert.deepEqual([await marks.count(), await marks.first().isVisible()], [WIN.length, true]);
      await v.page.emulateMedia({ colorScheme: 'dark' });
      await v.page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
      assert.equal(await v.page.getByRole('link', { name: 'Open in Fourfall' }).getAttribute('href'), `${shared.server.address}game/${gameId}`);
      await assertAccessible(v);
    });
  });
});
