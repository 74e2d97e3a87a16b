// build/fourfall.html: the page as one file, opened from disk in a folder where nothing else is.
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { SCENE, launchProfile, path } from './browser.mjs';
import { Visit } from './visit.mjs';

const FILE = path('build/fourfall.html');
/** Flat and deep, small and large, and one of every way to connect. */
const BOARDS = ['4x4', '9x7c5', '12x12', '3x3c3', '4x4x4', '6x5x5c5'];

/** Runs before the page's script: notes the files that workers are given. */
function watchWorkers() {
  globalThis.given = [];
  const own = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function postMessage(message, ...more) {
    if (message.help) globalThis.given.push([message.help, message.file.byteLength]);
    return own.call(this, message, ...more);
  };
}

describe('the page in one file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fourfall-single-'));
  const requests = [];
  let profile, v;
  before(async () => {
    assert.ok(existsSync(FILE), 'make single builds it');
    const alone = join(folder, 'a folder, alone');
    mkdirSync(alone);
    copyFileSync(FILE, join(alone, 'game.html'));
    // Without a profile on the disk, Chromium on a busy machine may lose the storage of a file when it is opened again.
    const newContext = async (options) => {
      profile = await launchProfile(SCENE, join(folder, 'profile'), options);
      profile.on('request', (request) => requests.push(request.url()));
      return profile;
    };
    v = new Visit({ browser: { newContext }, server: { address: pathToFileURL(join(alone, 'game.html')).href } }, { spy: watchWorkers, context: { deviceScaleFactor: 0.5 } });
    await v.open();
  });
  after(async () => {
    await profile?.close();
    rmSync(folder, { recursive: true });
  });
  afterEach(() => v.assertClean());
  const state = (name) => v.page.evaluate((key) => globalThis.fourfall[key].value, name);
  const isState = (name, wanted) => v.page.waitForFunction(([key, value]) => globalThis.fourfall[key].value === value, [name, wanted]);

  test('offers no play that needs a server', async () => {
    const ways = await v.page.locator('.way strong').allTextContents();
    assert.deepEqual(ways, ['Two players']);
  });

  test('plays a game against the computer, with the opening book', async () => {
    await v.start({ mode: 'cpu', level: 'perfect', first: 'you' });
    await v.act('drop', 3);
    await v.ply(2);
    assert.equal((await v.state()).notation, '44', 'the only reply that holds');
    const size = await v.page.evaluate(() => globalThis.given.find(([help]) => help === 'book')?.[1]);
    assert.ok(size > 50_000, String(size));
  });

  test('plays the cube against the computer, with its network', async () => {
    await v.start({ mode: 'cpu', board: '5x5x5', level: 'hard', first: 'you' });
    await isState('network', 'ready');
    await v.act('drop', 12);
    await v.ply(2);
    assert.ok(await v.page.evaluate(() => globalThis.given.some(([help, size]) => help === 'network' && size > 200_000)));
  });

  for (const board of BOARDS)
    test(`plays ${board}`, async () => {
      await v.start({ board });
      await v.act('drop', 0);
      await v.ply(1);
      assert.equal((await v.state()).board, board);
    });

  test('plays by other rules', async () => {
    await v.openGame('popout:44-4');
    assert.equal((await v.state()).notation, '7x6-popout:44-4');
  });

  test('solves a position and reviews a game', async () => {
    await v.openGame('44444325');
    await v.act('change', { scores: true });
    await isState('analysisState', 'done');
    await v.act('change', { scores: false });
    await v.act('startReview');
    await v.page.waitForFunction(() => globalThis.fourfall.review.value !== null);
  });

  test('speaks German', () => v.speak('de'));

  test('keeps the game over a reload', async () => {
    await v.start({ board: '7x6' });
    await v.play('4453');
    await v.reload();
    assert.equal((await v.state()).notation, '4453');
  });

  test('requests nothing but itself', () => {
    const others = requests.filter((url) => !/^(data|blob):/.test(url));
    assert.ok(others.length > 0);
    assert.deepEqual(others.filter((url) => !url.startsWith('file://') || !url.includes('/game.html')), []);
  });
});
