// Messages to a closed page: the page's own part in Node, with the real server and the push service of the tests. The browser's
// push manager is the test's: it gives out the addresses of that service, as a browser does.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { makeHome } from '../e2e/players.mjs';
import { openPushService } from '../e2e/push_service.mjs';
import { begin, get, play, post, setServer } from '../e2e/rest_client.mjs';
import { bundle } from './bundle.mjs';

const { Push } = await bundle('online/push.ts');
const { ApiClient } = await bundle('online/api.ts');
const { keepPushAccount, readPushAccount } = await bundle('app/push_account.ts');
const DAYS = { clock: { perMoveMs: 2 * 86_400_000 } };
let home, server, service, browser, memory, made;

/** A browser's push manager: one subscription, bound to the key it was made with. */
class Manager {
  subscription = null;
  device = null;
  isReachable = true;
  async getSubscription() {
    return this.subscription;
  }
  async subscribe({ userVisibleOnly, applicationServerKey }) {
    assert.equal(userVisibleOnly, true);
    if (!this.isReachable) throw new DOMException('no push service', 'AbortError');
    if (this.subscription && this.key !== applicationServerKey) throw new DOMException('another key', 'InvalidStateError');
    if (!this.subscription) this.#make(applicationServerKey);
    return this.subscription;
  }
  #make(key) {
    this.key = key;
    this.device = service.device();
    const { endpoint } = this.device.subscription;
    this.subscription = { endpoint, toJSON: () => this.device.subscription, unsubscribe: async () => ((this.subscription = null), true) };
  }
}

/** The browser's caches, which page and service worker share. */
class Caches {
  stores = new Map();
  async open(name) {
    if (!this.stores.has(name)) this.stores.set(name, new Map());
    const store = this.stores.get(name);
    return { put: async (key, response) => void store.set(key, await response.text()), match: async (key) => (store.has(key) ? new Response(store.get(key)) : undefined) };
  }
  async delete(name) {
    return this.stores.delete(name);
  }
}

/** The page's service worker, started as a browser does: `send` is one event, and resolves when it has been dealt with. */
async function startServiceWorker(pages = []) {
  const listeners = {}, shown = [];
  const addEventListener = (type, listener) => void (listeners[type] = listener);
  const registration = { scope: `http://127.0.0.1:${server.port}/`, pushManager: browser, showNotification: async (title, options) => void shown.push({ title, ...options }) };
  globalThis.KEEP = { version: 'test', files: [] };
  globalThis.self = { addEventListener, registration, clients: { matchAll: async () => pages } };
  await bundle('offline/service.ts');
  const send = async (type, event) => {
    const tasks = [];
    listeners[type]({ ...event, waitUntil: (task) => tasks.push(task) });
    await Promise.all(tasks);
  };
  return { shown, send };
}

const memoryOf = (kept = {}) => ({ kept, read: (key) => kept[key] ?? null, write: (key, value) => void (kept[key] = value) });
const pushOf = (token, own = server) => new Push(new ApiClient(new URL(`http://127.0.0.1:${own.port}/`), () => token), memory, () => token);
const devicesOf = async (token) => (await get('/api/me/export', { token })).body.pushDevices;

function setBrowser(manager, lang = 'en') {
  browser = manager;
  const serviceWorker = manager && { ready: Promise.resolve({ pushManager: manager }) };
  Object.defineProperty(globalThis, 'navigator', { value: { serviceWorker }, configurable: true });
  globalThis.document = { documentElement: { lang } };
}

before(async () => {
  home = makeHome();
  service = await openPushService();
  server = setServer(await home.serve(home.newData(), '--test-push-local', 'on', '--limits', 'off'));
});
after(async () => {
  await server.stop();
  await service.close();
  home.remove();
  assert.deepEqual(service.problems, []);
});
beforeEach(async () => {
  setBrowser(new Manager());
  globalThis.caches = new Caches();
  memory = memoryOf();
  made = await begin(DAYS);
});

test('a device that is turned on gets messages in the language of the page, until it is turned off', async () => {
  const [, bob] = made.tokens, push = pushOf(bob);
  setBrowser(browser, 'de');
  await push.check();
  assert.equal(push.state.value, 'off');
  await push.turn(true);
  assert.equal(push.state.value, 'on');
  await play(made, [3]);
  assert.equal((await browser.device.got(1)).data.body, 'Ann hat gezogen. Du bist am Zug.');
  const again = pushOf(bob);
  await again.check();
  assert.equal(again.state.value, 'on', 'after a reload');
  await again.turn(false);
  assert.deepEqual([again.state.value, browser.subscription, await devicesOf(bob)], ['off', null, []]);
});

test('nothing is asked of the server before the player wants it', async () => {
  await pushOf(made.tokens[0]).renew();
  assert.equal(browser.subscription, null);
  assert.deepEqual(await devicesOf(made.tokens[0]), []);
});

test('the device follows its player to another account, and a new key of the server', async () => {
  const [ann, bob] = made.tokens;
  await pushOf(ann).turn(true);
  await pushOf(bob).renew();
  assert.deepEqual([(await devicesOf(ann)).length, (await devicesOf(bob)).length], [0, 1]);
  browser.key = 'another';
  const { endpoint } = browser.subscription;
  await pushOf(bob).renew();
  assert.notEqual(browser.subscription.endpoint, endpoint);
  assert.ok((await devicesOf(bob)).some((device) => device.endpoint === browser.subscription.endpoint));
});

test('a device gets its messages in another language as soon as the page has one', async () => {
  const [, bob] = made.tokens, push = pushOf(bob);
  await push.turn(true);
  setBrowser(browser, 'de');
  await push.renew();
  assert.deepEqual((await devicesOf(bob)).map(({ language }) => language), ['de']);
  assert.deepEqual(await readPushAccount(), { token: bob, language: 'de' });
});

test('after a log-out the device is no longer subscribed, and the next player here starts without messages', async () => {
  const [ann, bob] = made.tokens, push = pushOf(bob);
  await push.turn(true);
  await post('/api/logout', {}, { token: bob });
  await push.forget();
  assert.deepEqual([push.state.value, browser.subscription, await readPushAccount()], ['off', null, null]);
  await pushOf(ann).renew();
  assert.deepEqual([browser.subscription, await devicesOf(ann)], [null, []]);
});

test('a new address of the device reaches the server from the service worker, while no page is open', async () => {
  const [, bob] = made.tokens;
  setBrowser(browser, 'de');
  await pushOf(bob).turn(true);
  const { subscription: oldSubscription } = browser;
  browser.subscription = null;
  const worker = await startServiceWorker();
  await worker.send('pushsubscriptionchange', { oldSubscription, newSubscription: null });
  assert.deepEqual((await devicesOf(bob)).map(({ endpoint }) => endpoint), [browser.subscription.endpoint]);
  await play(made, [3]);
  assert.equal((await browser.device.got(1)).data.body, 'Ann hat gezogen. Du bist am Zug.');
  await keepPushAccount(null);
  browser.subscription = null;
  await worker.send('pushsubscriptionchange', { oldSubscription });
  assert.equal(browser.subscription, null, 'not after the messages were turned off');
});

test('a message is shown where no page is in view, and replaces an older one about the same game', async () => {
  const pages = [];
  const { send, shown } = await startServiceWorker(pages);
  const message = { game: 'abc', body: 'Ann hat gezogen.', language: 'de' };
  const push = () => send('push', { data: { json: () => message } });
  await push();
  assert.deepEqual(shown, [{ title: 'Fourfall', body: 'Ann hat gezogen.', lang: 'de', tag: 'abc', data: { game: 'abc' } }]);
  pages.push({ visibilityState: 'hidden' });
  await push();
  assert.equal(shown.length, 2, 'a hidden page may have lost its connection');
  pages.push({ visibilityState: 'visible' });
  await push();
  await send('push', { data: null });
  assert.equal(shown.length, 2);
});

test('a press on a message leads to its game: in a page that is open, or in a new one', async () => {
  const pages = [], seen = [];
  const worker = await startServiceWorker(pages);
  globalThis.self.clients.openWindow = async (address) => void seen.push(['open', address]);
  const press = (data) => worker.send('notificationclick', { notification: { close: () => seen.push(['close']), data } });
  const { scope } = globalThis.self.registration;
  await press({ game: 'abc' });
  const page = { focus: async () => page, navigate: async (address) => void seen.push(['go', address]) };
  pages.push(page);
  await press({ game: 'abc' });
  await press(undefined);
  assert.deepEqual(seen, [['close'], ['open', `${scope}game/abc`], ['close'], ['go', `${scope}game/abc`], ['close']]);
});

test('a push service that cannot be reached is said, and messages stay off', async () => {
  const push = pushOf(made.tokens[0]);
  browser.isReachable = false;
  await push.check();
  await push.turn(true);
  assert.equal(push.state.value, 'failed');
  assert.deepEqual([memory.kept.push, await devicesOf(made.tokens[0])], [null, []]);
  browser.isReachable = true;
  await push.turn(true);
  assert.equal(push.state.value, 'on');
});

test('it is not offered where the browser or the server cannot', async () => {
  const own = await home.serve(home.newData(), '--push', 'off');
  const off = pushOf(made.tokens[0], own);
  await off.check();
  assert.equal(off.state.value, 'unsupported');
  setBrowser(undefined);
  const old = pushOf(made.tokens[0]);
  await old.check();
  assert.equal(old.state.value, 'unsupported');
  await own.stop();
});
