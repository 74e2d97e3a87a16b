// Hands and history in a real browser: where the focus stands, which column the keyboard plays, and what Back closes.
// tests/web/page_kept.test.mjs and page_history.test.mjs have the rules; here is what only a browser does.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { FLAT, PHONE, useBrowser } from './browser.mjs';

const { useVisit: useVisitOf } = useBrowser({ flags: FLAT });
const useVisit = (options) => useVisitOf({ expected: /^console: THREE\.WebGLRenderer/, ...options });

/** The focus, as its column's number or its name; waits for it. */
const focusIs = (v, wanted) => v.page.waitForFunction((name) => {
  const { activeElement: at } = document;
  return (at.dataset.column ? `column ${Number(at.dataset.column) + 1}` : at.ariaLabel ?? at.textContent.trim()) === name;
}, wanted);

/** Holds back the computer's moves until letGo() is called. */
function holdComputer() {
  const post = Worker.prototype.postMessage;
  const held = [];
  globalThis.letGo = () => {
    globalThis.isFree = true;
    for (const send of held.splice(0)) send();
  };
  Worker.prototype.postMessage = function (message, ...more) {
    const send = () => post.call(this, message, ...more);
    if (message?.request?.op === 'choose' && !globalThis.isFree) held.push(send);
    else send();
  };
}

describe('the focus', () => {
  const v = useVisit({});
  const press = (key) => v.page.keyboard.press(key);
  beforeEach(async () => {
    await v.page.evaluate(() => (globalThis.fourfall.dialog.value = null));
  });

  test('stands on the board when a game begins: by a dialog, by keyboard', async () => {
    await v.act('start', { mode: 'two', board: '7x6', first: 'you' });
    await v.phase('turn');
    await focusIs(v, 'column 4');
    await press('n');
    await v.page.getByRole('dialog', { name: 'New game' }).waitFor();
    await v.button('Start the game').focus();
    await press('Enter');
    await focusIs(v, 'column 4');
  });

  test('stays on a full column, which says why it refuses', async () => {
    await v.openGame('444444');
    await press('4');
    await focusIs(v, 'column 4');
    await press('Enter');
    await v.hears('Column 4 is full.', 'alert');
    await focusIs(v, 'column 4');
  });

  test('is on Play again when the result is shown, and on the board in the next game', async () => {
    await v.openGame('112233');
    await press('4');
    await press('Enter');
    await v.phase('over');
    await focusIs(v, 'Play again');
    await press('Enter');
    await v.ply(0);
    await v.phase('turn');
    await focusIs(v, 'column 4');
  });

  test('returns to the board when the end is taken back', async () => {
    await v.openGame('112233');
    await press('4');
    await press(' ');
    await v.phase('over');
    await focusIs(v, 'Play again');
    await press('u');
    await v.ply(6);
    await v.page.waitForFunction(() => document.activeElement.dataset.column !== undefined);
  });

  test('returns to what opened a dialog, also when Back closes it', async () => {
    await v.openGame('4453');
    await v.button('Help').focus();
    await press('Enter');
    await v.page.getByRole('dialog', { name: 'Help' }).waitFor();
    await v.page.evaluate(() => history.back());
    await v.page.getByRole('dialog', { name: 'Help' }).waitFor({ state: 'hidden' });
    await focusIs(v, 'Help');
  });
});

describe('the keyboard', () => {
  const v = useVisit({ spy: holdComputer });
  const press = (key) => v.page.keyboard.press(key);

  test('plays the column chosen last: 4 Enter, then 1 while the computer is at it, then Enter', async () => {
    await v.start({ mode: 'cpu', level: 'easy', first: 'you' });
    await press('4');
    await press('Enter');
    await v.phase('thinking');
    await press('1');
    await focusIs(v, 'column 1');
    await press('Enter');
    await v.hears('Column 1 is next. Press it again to take it back.');
    assert.equal(await v.page.evaluate(() => document.activeElement.ariaPressed), 'true');
    await press('Escape');
    await v.hears('Taken back.');
    await press('Enter');
    await v.page.evaluate(() => globalThis.letGo());
    await v.ply(4);
    const { moves } = await v.state();
    assert.deepEqual([moves[0], moves[2]], [3, 0]);
  });

  test('does not play again while Enter is held down', async () => {
    await v.start();
    await press('2');
    await v.page.keyboard.down('Enter');
    await v.ply(1);
    await v.page.keyboard.down('Enter');
    await v.page.keyboard.up('Enter');
    await press('3');
    await focusIs(v, 'column 3');
    await press('Enter');
    await v.ply(2);
    assert.equal((await v.state()).notation, '23');
  });
});

describe('Back', () => {
  const v = useVisit({ viewport: PHONE, touch: true });
  const back = () => v.page.evaluate(() => history.back());
  const dialog = (name) => v.page.getByRole('dialog', { name });
  const length = () => v.page.evaluate(() => history.length);

  test('closes a dialog, a sheet and the game, one after the other; the game is kept', async () => {
    const before = await length();
    await v.page.mouse.click(2, 2); // a person is here
    await v.start();
    await v.play('44');
    await v.button('Moves').tap();
    await v.page.locator('.panel').waitFor();
    await v.button('Settings').tap();
    await dialog('Settings').waitFor();
    assert.equal(await length(), before + 3);
    await back();
    await dialog('Settings').waitFor({ state: 'hidden' });
    await back();
    await v.page.locator('.panel').waitFor({ state: 'hidden' });
    assert.equal((await v.state()).phase, 'turn');
    await back();
    await v.phase('welcome');
    assert.deepEqual(await v.page.evaluate(() => globalThis.fourfall.saved.value.map(({ text }) => text)), ['44']);
  });

  test('and Forward lead to the game and away again; closing leaves nothing behind', async () => {
    await v.page.evaluate(() => history.forward());
    await v.phase('turn');
    assert.equal((await v.state()).notation, '44');
    const before = await length();
    for (let i = 0; i < 3; i++) {
      await v.button('Help').tap();
      await dialog('Help').waitFor();
      await dialog('Help').getByRole('button', { name: 'Close' }).tap();
      await dialog('Help').waitFor({ state: 'hidden' });
      await v.page.waitForFunction(() => history.state.fourfall.steps.length === 1);
    }
    assert.ok((await length()) <= before + 1, 'the history does not grow');
    await back();
    await v.phase('welcome');
  });

  test('after a reload still leads through what was open', async () => {
    await v.page.evaluate(() => history.forward());
    await v.phase('turn');
    await v.button('Help').tap();
    await dialog('Help').waitFor();
    await v.reload();
    await dialog('Help').waitFor();
    assert.equal((await v.state()).notation, '44');
    await back();
    await dialog('Help').waitFor({ state: 'hidden' });
    await back();
    await v.phase('welcome');
  });
});

describe('opening a game', () => {
  const v = useVisit({ viewport: PHONE, touch: true });

  test('does nothing with an empty field, and a position is played against the computer', async () => {
    await v.page.evaluate(() => (globalThis.fourfall.dialog.value = 'share'));
    const field = v.page.getByLabel('Notation, link or JSON');
    await field.waitFor();
    await v.button('Open').tap();
    await v.page.waitForFunction(() => document.activeElement.tagName === 'TEXTAREA');
    assert.equal((await v.state()).phase, 'welcome');
    await field.fill('4, 4, 5-3');
    await v.button('Open').tap();
    await v.page.getByRole('dialog', { name: 'Play on from here' }).waitFor();
    const form = v.page.getByRole('dialog', { name: 'Play on from here' });
    for (const name of ['Yellow', 'Easy']) await form.getByRole('radio', { name }).check();
    await form.getByRole('button', { name: 'Play' }).tap();
    await v.ply(5);
    const { you, setup, notation } = await v.state();
    assert.deepEqual([you, setup.mode, setup.level, notation.slice(0, 4)], [1, 'cpu', 'easy', '4453']);
  });
});
