// A newer version of the page: it is told of when no game is in its way, and takes over only when the person wants it.
// tests/page/offline.test.mjs does the same with two real service workers.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundleScript } from './bundle.mjs';

const script = await bundleScript("export { Updates } from './app/updates'; export { signal } from '@preact/signals';", {});
const { signal, Updates } = new Function(`${script}; return page;`)();

/** The browser's side: a worker in control, and a registration whose newer worker may be waiting. */
function browser({ controller = {} } = {}) {
  const worker = Object.assign(new EventTarget(), { told: [], postMessage: (message) => worker.told.push(message) });
  const registration = Object.assign(new EventTarget(), { waiting: null, installing: null, update: async () => {} });
  const container = Object.assign(new EventTarget(), { controller });
  Object.defineProperty(globalThis, 'navigator', { value: { serviceWorker: container }, configurable: true });
  globalThis.setInterval = () => 0;
  return {
    worker, registration, container,
    install() {
      registration.installing = worker;
      registration.dispatchEvent(new Event('updatefound'));
      registration.installing = null;
      registration.waiting = worker;
      worker.dispatchEvent(new Event('statechange'));
    },
  };
}

function pageState({ phase = 'welcome', status = 'playing', moves = [], remote = null, online = null } = {}) {
  return { phase: signal(phase), snapshot: signal({ status, moves }), remote: signal(remote), online: signal(online) };
}

function watched(state, options) {
  const at = browser(options);
  const updates = new Updates(state);
  updates.watch(at.registration);
  return { ...at, updates };
}

const busyOnline = (change) => ({ waiting: signal(null), match: signal(null), invitation: signal(null), running: signal(null), ...change });

describe('a newer version', () => {
  test('is told of as soon as it waits', () => {
    const { updates, install } = watched(pageState());
    assert.equal(updates.isDue.value, false);
    install();
    assert.equal(updates.isDue.value, true);
  });

  test('is none on a first visit', () => {
    const { updates, install, container } = watched(pageState(), { controller: null });
    install();
    container.dispatchEvent(new Event('controllerchange'));
    assert.equal(updates.isDue.value, false);
  });

  const games = {
    'a local game': { state: { phase: 'turn', moves: [3] }, end: (state) => (state.snapshot.value = { status: 'won', moves: [3] }) },
    'an online game': { state: { phase: 'waiting', remote: { seat: 1, result: null } }, end: (state) => (state.remote.value = { seat: 1, result: {} }) },
    'a live game that is not on the board': { state: { online: busyOnline({ running: signal({}) }) }, end: (state) => (state.online.value.running.value = null) },
    'the search for an opponent': { state: { online: busyOnline({ waiting: signal({}) }) }, end: (state) => (state.online.value.waiting.value = null) },
    'an invitation': { state: { online: busyOnline({ invitation: signal({}) }) }, end: (state) => (state.online.value.invitation.value = null) },
  };
  for (const [name, { state: begin, end }] of Object.entries(games))
    test(`waits for the end of ${name}`, () => {
      const state = pageState(begin);
      const { updates, install } = watched(state);
      install();
      assert.equal(updates.isDue.value, false);
      end(state);
      assert.equal(updates.isDue.value, true);
    });

  test('does not wait for a game that is only watched, nor for one without a move', () => {
    for (const begin of [{ phase: 'waiting', remote: { seat: null, result: null } }, { phase: 'turn' }, { phase: 'over', status: 'draw', moves: [1] }]) {
      const { updates, install } = watched(pageState(begin));
      install();
      assert.equal(updates.isDue.value, true, JSON.stringify(begin));
    }
  });

  test('takes over when the person reloads, and not before; later means later', () => {
    const { updates, install, worker } = watched(pageState());
    install();
    updates.later();
    assert.deepEqual([updates.isDue.value, worker.told], [false, []]);
    updates.reload();
    assert.deepEqual(worker.told, ['take-over']);
  });
});
