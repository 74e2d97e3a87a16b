// The living lobby in a browser: the search that goes on behind other screens, the question for a name, lists by keyboard.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAccessible } from './axe.mjs';
import { useOnline } from './online_people.mjs';

const { person } = useOnline({ scene: false });
const WISH = { board: '6x5', clock: { kind: 'none' }, isRated: false };
const SIZES = [[320, 568], [360, 640], [390, 844], [844, 390], [820, 1180], [1280, 800], [2560, 1440]];

/** Time in the page stands still, and can be moved forward: a busy machine may need ten seconds for a few steps. */
const timeMachine = () => {
  const began = performance.now();
  globalThis.laterMs = 0;
  performance.now = () => began + globalThis.laterMs;
};

/** What the pill overlaps, and whether it is cut off: both must be empty. */
const overlaps = (p) => p.page.evaluate(() => {
  const pill = document.querySelector('.pill');
  const at = pill.getBoundingClientRect();
  const isCut = at.left < 0 || at.right > innerWidth || at.top < 0 || [...pill.querySelectorAll('b, .out')].some((part) => part.scrollWidth > part.clientWidth + 1);
  const others = [...document.querySelectorAll('button, .score, .turn, .stage > svg, .stage > .flatboard')];
  const covered = others.filter((other) => {
    const box = other.getBoundingClientRect();
    const isSeen = other.checkVisibility() && box.width > 0 && !pill.contains(other) && !other.matches('.skip');
    return isSeen && Math.min(at.right, box.right) - Math.max(at.left, box.left) > 1 && Math.min(at.bottom, box.bottom) - Math.max(at.top, box.top) > 1;
  });
  return [...(isCut ? ['cut off'] : []), ...covered.map((other) => other.outerHTML.slice(0, 80))];
});

async function assertFree(p, where) {
  for (const language of ['en', 'de']) {
    await p.speak(language);
    for (const [width, height] of SIZES) {
      await p.resize({ width, height });
      assert.deepEqual(await overlaps(p), [], `${where} ${width}x${height} ${language}`);
    }
  }
  await p.speak('en');
}

test('an invitation comes into view without moving the head or the navigation', async () => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 667, height: 375 }, { width: 1280, height: 800 }]) {
    const p = await person({ viewport });
    await p.page.evaluate(() => (globalThis.fourfall.screen.value = { kind: 'lobby', way: 'friend' }));
    await p.page.locator('.invited .qr').waitFor();
    const found = await p.page.evaluate(() => {
      const frame = document.querySelector('dialog.screen');
      // Texts for screen readers lie far down in the list of games: they must not make the frame scroll.
      frame.querySelector('.middle').insertAdjacentHTML('beforeend', '<span class="hidden">far below</span>');
      document.querySelector('.invited').scrollIntoView({ block: 'start' });
      const { top, bottom } = frame.getBoundingClientRect();
      const inside = [...frame.querySelectorAll('.head, .places')].every((part) => part.getBoundingClientRect().top >= top - 1 && part.getBoundingClientRect().bottom <= bottom + 1);
      return { scrolled: frame.scrollTop, inside };
    });
    assert.deepEqual(found, { scrolled: 0, inside: true }, JSON.stringify(viewport));
  }
});

test('the search goes on behind a computer game and the start page, with a way back and a way out', async () => {
  const a = await person({ spy: timeMachine });
  assert.equal(await a.online('joinQueue', WISH), null);
  await a.page.evaluate(() => (globalThis.fourfall.screen.value = { kind: 'lobby' }));
  await a.page.locator('.looking').waitFor();
  assert.equal(await a.page.locator('.meanwhile').count(), 0, 'not before ten seconds have passed');
  await a.page.evaluate(() => (globalThis.laterMs = 10_000));
  await a.page.locator('.meanwhile').getByRole('button', { name: 'Play the computer' }).click();
  const pill = a.page.getByRole('group', { name: 'Looking for an opponent…' });
  await pill.getByRole('timer').filter({ hasText: /^0:1\d$/ }).waitFor();
  assert.deepEqual(await a.page.evaluate(() => [globalThis.fourfall.setup.value.mode, globalThis.fourfall.snapshot.value.board.name]), ['cpu', '6x5']);
  await assertFree(a, 'game');
  await assertAccessible(a, 'a game while searching');
  await a.act('leave');
  await pill.waitFor();
  await assertFree(a, 'start page');
  await assertAccessible(a, 'start page while searching');
  await pill.getByRole('button', { name: /^Searching/ }).click();
  await a.page.locator('.looking').waitFor();
  await a.page.keyboard.press('Escape');
  await pill.getByRole('button', { name: 'Cancel' }).click();
  await pill.waitFor({ state: 'detached' });
  assert.equal(await a.until('waiting', () => true), null);
});

test('a name is asked for before the first game; one press accepts the suggestion, which then stands with a picture at the top', async () => {
  const a = await person({ storage: { 'fourfall.online.named': false }, viewport: { width: 390, height: 844 } });
  await a.button(/^Play online/).click();
  await a.button(/^Find an opponent/).click();
  const question = a.page.getByRole('dialog', { name: 'What should others call you?' });
  await question.waitFor();
  await assertAccessible(a, 'the question for a name');
  const name = await question.getByRole('textbox', { name: 'Your name' }).inputValue();
  assert.match(name, /^[A-Z][a-z]+ [A-Z][a-z]+$/);
  await a.page.keyboard.press('Enter');
  await a.page.locator('.looking').waitFor();
  assert.equal((await a.until('me')).name, name);
  await a.page.evaluate(() => (globalThis.fourfall.screen.value = null));
  await a.act('start', { mode: 'two' });
  const badge = a.page.getByRole('button', { name: `${name}: my account` });
  await badge.click();
  await a.page.getByRole('dialog', { name: 'Account' }).waitFor();
});

describe('lists', () => {
  test('are walked with the arrow keys, Home and End, and Enter opens', async () => {
    const a = await person();
    await a.page.evaluate(async () => {
      const players = [{ kind: 'guest', name: 'Ann' }, { kind: 'guest', name: 'Bob' }];
      const make = () => fetch('api/games', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ players, visibility: 'public' }) });
      for (let i = 0; i < 3; i++) await make();
      globalThis.fourfall.screen.value = { kind: 'watch' };
    });
    const entries = a.page.locator('.entries .entry');
    await entries.nth(2).waitFor();
    const last = (await entries.count()) - 1;
    const focused = () => entries.evaluateAll((all) => all.indexOf(document.activeElement));
    await entries.first().focus();
    for (const [key, at] of [['ArrowDown', 1], ['End', last], ['ArrowDown', last], ['ArrowUp', last - 1], ['Home', 0]]) {
      await a.page.keyboard.press(key);
      assert.equal(await focused(), at, key);
    }
    await assertAccessible(a, 'games to watch');
    await a.page.keyboard.press('Enter');
    await a.page.waitForFunction(() => globalThis.fourfall.remote.value !== null);
    await assertAccessible(a, 'watching');
  });
});
