// Messages to a closed page: the page's own part in Node, with the real server and the push service of the tests. The browser's
// push manager is the test's: it gives out the addresses of that service, as a browser does.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { makeHome } from '../e2e/players.mjs';
import { openPushService } from '../e2e/push_service.mjs';
import { begin, get, play, setServer } from '../e2e/rest_client.mjs';
import { bundle } from './bundle.mjs';

const { Push } = await bundle('online/push.ts');
const { ApiClient } = await bundle('online/api.ts');
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

const memoryOf = (kept = {}) => ({ kept, read: (key) => kept[key] ?? null, write: (key, value) => void (kept[key] = value) });
const pushOf = (token, own = server) => new Push(new ApiClient(new URL(`http://127.0.0.1:${own.port}/`), () => token), memory);
const devicesOf = async (token) => (await get('/api/me/export', { token })).body.pushDevices;

function setBrowser(manager, lang = 'en') {
  browser = manager;
  const serviceWorker = manager && { ready: Promise.resolve({ pushManager: manager }) };
  Object.defineProperty(globalThis, 'navigator', { value: { serviceWorker }, configurable: true });
  globalThis.PushManager = Manager;
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
