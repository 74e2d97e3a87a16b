// Players, games and the own account by keyboard alone: Tab, Enter, Escape, arrows and typing. The focus is always visible
// and never lost.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { FLAT, useBrowser } from './browser.mjs';
import { People, RATED } from './records_people.mjs';
import { eventually } from './visit.mjs';

Object.assign(process.env, { FOURFALL_LIMITS: 'off', FOURFALL_DURABILITY: 'normal', FOURFALL_COUNT_SAME_NETWORK: 'on' });

const { shared, useVisit } = useBrowser({ flags: FLAT });
const WIN = [0, 1, 0, 1, 0, 1, 0];
const TABS_MAX = 80;
const annsMemory = {};
const ann = {};
let seeding = null;

/** Ann has won against Bob and Carla. */
const seed = () => (seeding ??= (async () => {
  const people = new People(shared.server.address);
  const { gameId, x, o } = await people.rivals('Ann', 'Bob');
  await people.play(gameId, x, o, WIN);
  const { o: carla } = await people.guests('Zoe', 'Carla');
  await people.enrol(carla);
  await people.play(await people.meet(x, carla, RATED), x, carla, WIN);
  Object.assign(ann, x, { lastGame: gameId });
  Object.assign(annsMemory, { 'fourfall.online.token': x.token, 'fourfall.online.name': 'Ann' });
})());

/** A person who uses only the keyboard. */
function hands(v) {
  const press = (key) => v.page.keyboard.press(key);
  /** The name of the focused element, and whether its focus is visible. */
  const focus = () => v.page.evaluate(() => {
    const at = document.activeElement;
    const label = at.labels?.[0]?.innerText ?? at.getAttribute('aria-label') ?? at.innerText ?? '';
    const drawn = at.type === 'radio' ? at.nextElementSibling : at;
    const { outlineStyle, outlineWidth } = getComputedStyle(drawn);
    const isTitle = /^H[1-6]$/.test(at.tagName) || at.matches('[role=status]');
    return { name: label.trim().split('\n')[0], tag: at.tagName, isSeen: isTitle || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) };
  });
  /** Presses Tab until the focus is there; the focus must be visible at every stop. */
  const tabTo = async (name, key = 'Tab') => {
    const way = [];
    for (let i = 0; i < TABS_MAX; i++) {
      const at = await focus();
      if (i > 0 && at.tag !== 'BODY') assert.ok(at.isSeen, `the focus is not seen on ${at.tag} "${at.name}"`);
      if (i > 0 && (name instanceof RegExp ? name.test(at.name) : at.name === name)) return;
      way.push(at.name);
      await press(key);
    }
    assert.fail(`${name} is not reached from ${way.join(' | ')}`);
  };
  /** The focus is inside the screen. */
  const holds = () => v.page.waitForFunction(() => document.activeElement.closest('dialog[open]') && document.activeElement.tagName !== 'DIALOG');
  /** Waits for the screen with this title, loaded and with the focus on its title. */
  const title = (text) => v.page.waitForFunction((wanted) => {
    const at = document.activeElement;
    const isThere = wanted === 'Play online' || document.querySelector('.records');
    return at.id === 'screen-title' && at.textContent === wanted && isThere && !document.querySelector('.records .shapes');
  }, text);
  /** Waits until the focus is there. */
  const rests = async (name) => {
    const found = await eventually(focus, (at) => (name instanceof RegExp ? name.test(at.name) : at.name === name));
    assert.match(found.name, name instanceof RegExp ? name : new RegExp(`^${name}$`));
  };
  const says = (text) => v.page.locator('.records [role=status]', { hasText: text }).waitFor();
  return { press, type: (text) => v.page.keyboard.type(text), tabTo, rests, holds, title, says };
}

describe('by keyboard alone', () => {
  before(seed);
  const v = useVisit({ viewport: { width: 900, height: 700 }, storage: annsMemory, expected: /ERR_ABORTED/ });
  const { press, type, tabTo, title, says, rests } = hands(v);

  test('the leaderboard is ordered by the arrows and leads to a profile', async () => {
    await tabTo('Play online');
    await press('Enter');
    await title('Play online');
    await tabTo('Leaders');
    await press('Enter');
    await title('Leaderboard');
    await tabTo('Rating');
    await press('ArrowRight');
    await v.page.waitForFunction(() => document.querySelectorAll('.ranks tbody tr').length === 1);
    await rests('Wins');
    await tabTo('Ann');
    await press('Enter');
    await title('Profile');
    await v.page.locator('.person-head bdi', { hasText: 'Ann' }).waitFor();
  });

  test('a profile shows its points as a table, and leads to the games', async () => {
    await tabTo('Classic');
    await press('Enter');
    await tabTo(/as a table/i);
    await press('Enter');
    await v.page.locator('.pointtable[open] tbody tr').first().waitFor();
    await tabTo('All games');
    await press('Enter');
    await title('Games');
    await says('2 games');
  });

  test('games are searched by name and by result', async () => {
    await tabTo('Opponent');
    await type('bo');
    await says('1 game');
    await tabTo('Result');
    await press('ArrowDown');
    await v.page.waitForFunction(() => document.querySelectorAll('.gamerow').length === 1);
    await press('End');
    await v.page.getByText('No game like that. Try another search.').waitFor();
    await press('Home');
    await says('1 game');
    await rests('Result');
  });

  test('Back leads to the profile and to the leaderboard; Escape returns the focus', async () => {
    await tabTo('Back', 'Shift+Tab');
    await press('Enter');
    await title('Profile');
    await tabTo('Back', 'Shift+Tab');
    await press('Enter');
    await title('Leaderboard');
    await press('Escape');
    await v.page.waitForFunction(() => !document.querySelector('dialog[open]'));
    await rests(/^Play online/);
  });

  test('a game is opened from the list, and Tab continues in the page', async () => {
    await press('Enter');
    await title('Play online');
    await tabTo('Account');
    await press('Enter');
    await title('Account');
    await tabTo('My profile');
    await press('Enter');
    await title('Profile');
    await tabTo('All games');
    await press('Enter');
    await title('Games');
    await tabTo('Board');
    await press('Tab');
    await press('Enter');
    await v.page.waitForFunction(() => globalThis.fourfall.remote.value?.result);
    await v.page.waitForFunction(() => !document.querySelector('dialog[open]'));
    await tabTo('Settings');
    assert.equal(new URL(v.page.url()).pathname, `/game/${ann.lastGame}`);
  });
});

describe('an account by keyboard alone', () => {
  const v = useVisit({ viewport: { width: 900, height: 760 }, expected: /ERR_ABORTED|status of 4\d\d/ });
  const { press, type, tabTo, title, says, rests, holds } = hands(v);
  const name = () => v.page.evaluate(() => globalThis.fourfall.online.value.me.value?.name);

  test('is created; the focus moves from the form to the code to the page', async () => {
    await tabTo('Play online');
    await press('Enter');
    await title('Play online');
    await tabTo('Account');
    await press('Enter');
    await title('Account');
    await tabTo('Login');
    await type('keyboardist');
    await press('Tab');
    await type('short');
    await press('Enter');
    await v.page.locator('.wrong', { hasText: /8/ }).first().waitFor();
    await rests('Password');
    await type(' but not any more');
    await press('Enter');
    await v.page.waitForFunction(() => document.activeElement.id === 'recovery-title');
    await tabTo('I have saved it');
    await press('Enter');
    await v.page.locator('.recovery').waitFor({ state: 'detached' });
    await holds();
  });

  test('ends all other sessions and stays signed in', async () => {
    await tabTo('Log out everywhere');
    await press('Enter');
    await says('Every other session has ended.');
    await holds();
    await tabTo('Log out everywhere', 'Shift+Tab');
  });

  test('confirms with the password what changes the account, and the focus returns from there', async () => {
    await tabTo('Get a new code', 'Shift+Tab');
    await press('Enter');
    await rests('Current password');
    await tabTo('Cancel');
    await press('Enter');
    await rests('Get a new code');
    await tabTo('Log out everywhere');
  });

  test('asks twice before deleting, and can be kept after the first question', async () => {
    const before = await name();
    await tabTo('Delete my data');
    await press('Enter');
    await tabTo(`To confirm, type your name: ${before}`);
    await type('somebody else');
    await press('Enter');
    assert.equal(await name(), before);
    await tabTo('Delete my data', 'Shift+Tab');
    await press('Enter');
    await v.page.locator('.danger:not([open])').waitFor();
    assert.equal(await name(), before);
  });

  test('is deleted after the second question, and the focus is not lost', async () => {
    const before = await name();
    await press('Enter');
    await tabTo(`To confirm, type your name: ${before}`);
    await press('Control+a');
    await type(before);
    await tabTo('Current password');
    await type('short but not any more');
    await press('Enter');
    await says('Your data is deleted. You are a new guest.');
    await v.page.waitForFunction((old) => globalThis.fourfall.online.value.me.value?.name !== old, before);
    await holds();
    await tabTo('My profile');
    await press('Escape');
    await v.page.waitForFunction(() => !document.querySelector('dialog[open]'));
    await rests(/^Play online/);
  });
});
