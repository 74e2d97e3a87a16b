// A player looks at another page while a game over days waits: notifications, the badge of the app, the number in the
// title. Notifications are real: the service worker shows and lists them. The badge cannot be read back, so its calls are
// recorded.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAccessible } from './axe.mjs';
import { LIVE, meet, play, useOnline } from './online_people.mjs';
import { eventually } from './visit.mjs';

const { person: personOf } = useOnline({ scene: false, whole: true });
const person = (options) => personOf({ worker: true, ...options });
const DAYS = { ...LIVE, clock: { kind: 'days', perMoveMs: 3 * 86_400_000 } };
const granted = { context: { permissions: ['notifications'] } };

/** Runs before the page's script: records badges, requests for permission and shown notifications. */
function spy() {
  globalThis.badges = [];
  globalThis.questions = 0;
  globalThis.shown = 0;
  Navigator.prototype.setAppBadge = async (count) => void globalThis.badges.push(count);
  Navigator.prototype.clearAppBadge = async () => void globalThis.badges.push(0);
  const ask = Notification.requestPermission.bind(Notification);
  Notification.requestPermission = () => {
    globalThis.questions++;
    return ask();
  };
  const show = ServiceWorkerRegistration.prototype.showNotification;
  ServiceWorkerRegistration.prototype.showNotification = async function (...args) {
    await show.apply(this, args);
    globalThis.shown++;
  };
}

/** A headless browser never hides a page, so the page is told so. */
const hide = ({ page }, isHidden = true) => page.evaluate((wanted) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => wanted });
  document.dispatchEvent(new Event('visibilitychange'));
}, isHidden);

const worker = ({ page }) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
const title = ({ page }, wanted) => page.waitForFunction((text) => document.title === text, `${wanted}Fourfall`);
const badge = ({ page }, wanted) => page.waitForFunction((count) => globalThis.badges.at(-1) === count, wanted);

const notices = ({ page }) => page.evaluate(async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration.getNotifications()).map(({ title: head, body }) => [head, body]);
});

/**
 * Waits until the browser shows exactly these. It is asked only once, at the end: Chromium forgets a notification that is
 * listed while it appears.
 */
async function shows(who, wanted) {
  await who.page.waitForFunction((count) => globalThis.shown >= count, wanted.length);
  assert.deepEqual(await notices(who), wanted);
}

describe('where notifications are allowed', () => {
  test('my turn is notified while the page is hidden, and only then', async () => {
    const [x, o] = await meet(person, { ...granted, spy }, DAYS);
    const { name } = await o.until('me');
    await worker(x);
    await title(x, '(1) Your turn – ');
    await play(x, o, '4');
    await title(x, `${name}'s turn – `);
    await badge(x, 0);
    await play(x, o, '4', '4');
    await title(x, '(1) Your turn – ');
    assert.deepEqual(await notices(x), [], 'the page was seen');
    await play(x, o, '5', '44');
    await hide(x);
    await o.press(5);
    await shows(x, [['Fourfall', `Your turn against ${name}.`]]);
    await badge(x, 1);
    assert.equal(await x.page.evaluate(() => globalThis.questions), 0, 'what is allowed is not asked for');
    await x.online('resign');
    await title(x, `${name} wins! – `);
    await badge(x, 0);
  });

  test('so is my turn in a game that is not on the board, in the language of the page', async () => {
    const [x, o] = await meet(person, { ...granted, spy, settings: { language: 'de' } }, DAYS);
    const { name } = await o.until('me');
    await worker(x);
    await play(x, o, '4');
    await hide(x);
    await o.press(4);
    await shows(x, [['Fourfall', `Du bist am Zug gegen ${name.replace('Guest', 'Gast')}.`]]);
    await hide(x, false);
    await play(x, o, '5', '44');
    await x.act('leave');
    await title(x, '');
    await hide(x);
    await o.press(5);
    await title(x, '(1) ');
    await badge(x, 1);
    await x.page.waitForFunction(() => globalThis.shown >= 2);
    const bodies = (await notices(x)).map(([, body]) => body);
    assert.ok(bodies.includes('Du bist in einem deiner Spiele am Zug.'), bodies.join());
  });
});

describe('a push message', () => {
  /** Has the browser deliver a message to the service worker, as a push service does. */
  async function deliver({ page, context }, message) {
    const session = await context.newCDPSession(page);
    const registered = new Promise((resolve) => session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && resolve(first.registrationId)));
    await session.send('ServiceWorker.enable');
    const { origin } = new URL(page.url());
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data: JSON.stringify(message) });
    await session.detach();
  }

  /** Waits until the browser shows so many; asked rarely, because Chromium forgets one that is listed while it appears. */
  const listed = async (who, count) => {
    const all = () => who.page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const registration = await navigator.serviceWorker.getRegistration();
      return (await registration.getNotifications()).map(({ body, lang, tag }) => ({ body, lang, tag }));
    });
    return eventually(all, (notifications) => notifications.length === count);
  };

  test('is shown in its language, one for each game, and leads to its game', async () => {
    const x = await person({ ...granted, expected: /404|ERR_ABORTED/ }); // there is no such game
    await worker(x);
    await deliver(x, { game: '0000000000003', body: 'Nobody needs this: the page is seen.', language: 'en' });
    const [scope] = x.context.serviceWorkers();
    await scope.evaluate(() => Object.defineProperty(WindowClient.prototype, 'visibilityState', { get: () => 'hidden' }));
    await deliver(x, { game: '0000000000001', body: 'Zoë hat gezogen. Du bist am Zug.', language: 'de' });
    await deliver(x, { game: '0000000000002', body: 'Bob has moved. It is your turn.', language: 'en' });
    await deliver(x, { game: '0000000000001', body: 'Zoë bietet ein Unentschieden an.', language: 'de' });
    const shown = await listed(x, 2);
    assert.deepEqual(shown.sort((a, b) => a.tag.localeCompare(b.tag)), [
      { body: 'Zoë bietet ein Unentschieden an.', lang: 'de', tag: '0000000000001' },
      { body: 'Bob has moved. It is your turn.', lang: 'en', tag: '0000000000002' },
    ]);
    await scope.evaluate(async () => {
      WindowClient.prototype.focus = async function focus() { // only a click of a person may focus a window
        return this;
      };
      const [notification] = await self.registration.getNotifications({ tag: '0000000000002' });
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    });
    await x.page.waitForURL('**/game/0000000000002');
  });

  test('is offered where notifications are allowed, and says when this browser cannot', async () => {
    // A browser without its maker's push service: the test answers for it.
    const unreachable = () => {
      PushManager.prototype.subscribe = () => Promise.reject(new DOMException('no push service', 'AbortError'));
    };
    const x = await person({ ...granted, spy: unreachable });
    await x.page.evaluate(() => (globalThis.fourfall.screen.value = { kind: 'mine' }));
    const choice = x.page.getByRole('switch', { name: 'Also when Fourfall is closed' });
    await choice.waitFor();
    assert.equal(await choice.isChecked(), false);
    await choice.click();
    await x.page.getByText('the push service of this browser cannot be reached').waitFor();
    assert.equal(await choice.isChecked(), false);
    await assertAccessible(x);
  });
});

test('without permission nothing is asked or shown, and the title still tells', async () => {
  const [x, o] = await meet(person, { context: { permissions: [] }, spy }, DAYS);
  await worker(x);
  assert.equal(await x.page.evaluate(() => Notification.permission), 'denied');
  await play(x, o, '4');
  await hide(x);
  await o.press(4);
  await title(x, '(1) Your turn – ');
  await badge(x, 1);
  await hide(x, false);
  await x.page.evaluate(() => (globalThis.fourfall.screen.value = { kind: 'mine' }));
  await x.page.getByText('Notifications are blocked in this browser.').waitFor();
  assert.equal(await x.page.evaluate(() => globalThis.questions), 0);
  assert.deepEqual(await notices(x), []);
});

test('a button asks for permission, once', async () => {
  // A headless browser cannot show its permission prompt: the test answers it.
  const answered = () => {
    globalThis.questions = 0;
    Notification.requestPermission = () => {
      globalThis.questions++;
      return new Promise((resolve) => (globalThis.answer = resolve));
    };
  };
  const x = await person({ spy: answered });
  const questions = () => x.page.evaluate(() => globalThis.questions);
  assert.equal(await x.page.evaluate(() => Notification.permission), 'default');
  await x.page.evaluate(() => (globalThis.fourfall.screen.value = { kind: 'mine' }));
  const ask = x.button('Tell me when it is my turn');
  await ask.waitFor();
  assert.equal(await questions(), 0);
  // The list above the button may still load and move it.
  assert.equal(await eventually(() => ask.click().then(questions), (count) => count > 0), 1);
  await x.context.grantPermissions([]); // no
  await x.page.evaluate(() => globalThis.answer(Notification.permission));
  await x.page.getByText('Notifications are blocked in this browser.').waitFor();
  assert.equal(await ask.count(), 0);
  assert.equal(await questions(), 1);
});
