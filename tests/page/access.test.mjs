// Accessibility: no axe findings on any screen, announcements, tables, German, focus. The 3D picture is not drawn here;
// looks.test.mjs runs axe on the panels over it.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { assertAccessible, findings } from './axe.mjs';
import { FLAT, PHONE, useBrowser } from './browser.mjs';
import { eventually } from './visit.mjs';

const { visit, useVisit: useVisitOf } = useBrowser({ flags: FLAT });
const useVisit = (options) => useVisitOf({ expected: /^console: THREE\.WebGLRenderer/, ...options });

/** Closes a dialog that a failed test may have left open. */
const noDialog = (v) => v.page.evaluate(async () => {
  globalThis.fourfall.dialog.value = null;
  while (document.querySelector('dialog[open]')) await new Promise(requestAnimationFrame);
});

const openDialog = async (v, name, title) => {
  await v.page.evaluate((wanted) => (globalThis.fourfall.dialog.value = wanted), name);
  await v.page.getByRole('dialog', { name: title }).waitFor();
};

const closeDialog = async (v) => {
  await v.page.keyboard.press('Escape');
  await v.page.getByRole('dialog').waitFor({ state: 'hidden' });
};

const DIALOGS = { settings: 'Settings', help: 'Help', new: 'New game', share: 'Share and open', about: 'About Fourfall' };
const DIALOGE = { settings: 'Einstellungen', help: 'Hilfe', new: 'Neues Spiel', share: 'Teilen und öffnen', about: 'Über Fourfall' };

describe('axe finds nothing', () => {
  const v = useVisit({ viewport: { width: 1120, height: 640 } });
  beforeEach(() => noDialog(v));

  test('on the welcome screen, also with its fields open', async () => {
    await assertAccessible(v, 'welcome');
    await v.page.getByRole('radio', { name: 'Custom' }).check();
    await v.page.getByRole('spinbutton', { name: 'Depth' }).fill('12');
    await v.page.locator('.wrong:not(:empty)').waitFor();
    await assertAccessible(v, 'welcome, custom board, which is too large');
    await v.page.locator('.go').hover();
    await assertAccessible(v, 'welcome, pointing at a button');
  });

  test('in a game with scores, threats and the record of moves', async () => {
    await v.openGame('112233');
    await v.act('change', { scores: true, threats: true });
    await v.page.waitForFunction(() => document.querySelectorAll('.chip').length === 7);
    await assertAccessible(v, 'game');
    await v.act('change', { scores: false, threats: false });
  });

  test('on the cube with estimates, their record and review, and what is known about the cube', async () => {
    await v.openGame('5x5x5:mghr');
    await v.act('change', { scores: true });
    await v.page.waitForFunction(() => document.querySelectorAll('.minimap .chip').length === 25);
    assert.match(await v.page.locator('.minimap button[data-column="16"]').getAttribute('aria-label'), /^Column q: empty; next on level 1; wins with a chance of about \d+ %$/);
    await v.button('Moves').click();
    await v.page.locator('.estimate .why').waitFor();
    await assertAccessible(v, 'estimates');
    await v.button('What is known about the cube').click();
    for (const step of [1, 2, 3, 4, 5]) {
      await v.page.getByText(`Step ${step} of 5`).waitFor();
      await assertAccessible(v, `known, step ${step}`);
      await v.page.locator('.solution [data-next]').click();
    }
    await v.page.locator('.solution').waitFor({ state: 'hidden' });
    assert.equal(await v.page.evaluate(() => globalThis.fourfall.exhibit.value), null);
    await v.act('startReview');
    await v.page.getByRole('tab', { name: 'Review' }).click();
    await v.page.locator('svg.graph.chances').waitFor();
    await assertAccessible(v, 'review by estimates');
    await v.page.getByRole('tab', { name: 'Moves' }).click();
    await v.act('change', { scores: false });
    await v.page.locator('.panel').getByRole('button', { name: 'Close' }).click();
  });

  test('in a won game with its review', async () => {
    await v.openGame('1122334');
    await assertAccessible(v, 'won');
    await v.act('startReview');
    await v.button('Review').click();
    await v.page.locator('svg.graph').waitFor();
    await assertAccessible(v, 'review');
  });

  for (const [name, title] of Object.entries(DIALOGS))
    test(`in the dialog ${title}`, async () => {
      await v.openGame('4453');
      await openDialog(v, name, title);
      await assertAccessible(v, name);
      await closeDialog(v);
    });

  test('in About with the operator’s pages, which are linked where the server names them', async () => {
    const links = () => v.page.locator('dialog .legal a').evaluateAll((all) => all.map((link) => [link.textContent, new URL(link.href).pathname + new URL(link.href).search]));
    await openDialog(v, 'about', 'About Fourfall');
    assert.deepEqual(await links(), []);
    await closeDialog(v);
    await v.page.evaluate(() => document.head.insertAdjacentHTML('beforeend', '<link rel="privacy-policy" href="/privacy"><link rel="imprint" href="/imprint">'));
    await openDialog(v, 'about', 'About Fourfall');
    assert.deepEqual(await links(), [['Privacy', '/privacy?lang=en'], ['Imprint', '/imprint?lang=en']]);
    await assertAccessible(v, 'about, with links');
    await closeDialog(v);
  });

  test('on the cube', async () => {
    await v.openGame('5x5x5:mmgh');
    await assertAccessible(v, 'cube');
  });

  for (const theme of ['classic', 'contrast'])
    test(`in the theme ${theme}`, async () => {
      await v.act('change', { theme });
      await v.openGame('1122334');
      await assertAccessible(v, `${theme}, won`);
      await openDialog(v, 'settings', 'Settings');
      await assertAccessible(v, `${theme}, settings`);
      await closeDialog(v);
      await v.openGame('5x5x5:mmgh');
      await assertAccessible(v, `${theme}, cube`);
      await v.act('leave');
      await assertAccessible(v, `${theme}, welcome`);
      await v.act('change', { theme: 'dark' });
    });
});

describe('announcements and tables', () => {
  const v = useVisit({});

  test('every move is announced, a win with its winner', async () => {
    await v.start();
    await v.play('4');
    await v.hears('Red drops in column 4, row 1.');
    await v.play('4');
    await v.hears('Yellow drops in column 4, row 2.');
    await v.openGame('112233');
    await v.play('4');
    await v.hears('Red drops in column 4, row 1. Player 1 Wins!');
    assert.match(await v.page.title(), /^Player 1 Wins! – Fourfall$/);
    await v.act('undo');
    await v.hears('Back to move 6.');
  });

  test('refusals are announced at once', async () => {
    await v.openGame('444444');
    await v.act('drop', 3);
    await v.hears('Column 4 is full.', 'alert');
    await v.openGame('1122334');
    await v.act('drop', 3);
    await v.hears('The game is over. Play again?', 'alert');
  });

  test('a deep board announces levels', async () => {
    await v.start({ board: '5x5x5' });
    await v.play('mm');
    await v.hears('Yellow drops in column m, level 2.');
  });

  test('the table shows the position and names winning discs', async () => {
    for (const game of ['4453216', '1122334']) {
      await v.openGame(game);
      const { cells, lines } = await v.state();
      const names = ['Red', 'Yellow', 'empty'];
      const wanted = cells.map((content, cell) => (lines.flat().includes(cell) ? `${names[content]}, winning line` : names[content]));
      const rows = await v.page.locator('section[aria-label=Board] tbody tr').evaluateAll((all) =>
        all.map((row) => [...row.children].map((cell) => cell.textContent)));
      assert.deepEqual(rows.map(([head]) => head), [6, 5, 4, 3, 2, 1].map((row) => `Row ${row}`));
      assert.deepEqual(rows.flatMap(([, ...rest]) => rest), wanted);
    }
  });

  test('a deep board has a table for every level', async () => {
    await v.openGame('5x5x5:mma');
    const tables = v.page.locator('section[aria-label=Board] table');
    assert.equal(await tables.count(), 5);
    const texts = await tables.evaluateAll((all) => all.map((table) => [...table.querySelectorAll('td')].map((cell) => cell.textContent)));
    assert.deepEqual([texts[0][0], texts[0][12], texts[1][12], texts[2][12]], ['a: Red', 'm: Red', 'm: Yellow', 'm: empty']);
  });

  test('messages are visible with reduced motion, too', async () => {
    await v.openGame('444444');
    await v.act('drop', 3);
    await v.hears('Column 4 is full.', 'alert');
    // Checked in the middle of its animation, whatever the real time.
    const { isSeen, lastsMs } = await v.page.evaluate(() => {
      const toast = document.querySelector('.toast');
      const [animation] = toast.getAnimations();
      const lasts = animation.effect.getComputedTiming().endTime;
      animation.pause();
      animation.currentTime = lasts / 2;
      const { opacity, visibility } = getComputedStyle(toast);
      return { isSeen: Number(opacity) > 0.5 && visibility === 'visible', lastsMs: lasts };
    });
    assert.equal(isSeen, true);
    assert.ok(lastsMs > 2000, `long enough to be read: ${lastsMs} ms`);
  });

  test('a term of the game opens its explanation, and the focus comes back to it', async () => {
    await v.act('change', { scores: true });
    await v.openGame('57256333234527577');
    await v.page.waitForFunction(() => globalThis.fourfall.analysis.value);
    if ((await v.page.locator('.panel').count()) === 0) await v.button('Moves').click();
    const term = v.button('odd threat');
    await term.focus();
    await v.page.keyboard.press('Enter');
    const dialog = v.page.getByRole('dialog', { name: 'Terms of the game' });
    await dialog.getByRole('heading', { name: 'Odd threat' }).waitFor();
    await dialog.getByRole('img', { name: /^Three red discs in row 3/ }).waitFor();
    await assertAccessible(v, 'terms of the game');
    await dialog.getByRole('button', { name: 'Zugzwang' }).click();
    await dialog.getByRole('heading', { name: 'Zugzwang' }).waitFor();
    await v.page.keyboard.press('Escape');
    await v.page.waitForFunction(() => document.activeElement?.textContent === 'odd threat');
    await v.act('change', { scores: false });
  });

  test('a message is above an open dialog, is read once, and covers no column', async () => {
    await v.openGame('4453');
    await v.act('say', 'message.copied');
    await v.hears('Copied.');
    const box = await v.page.locator('.toast').boundingBox();
    const covered = await v.page.locator('.column').evaluateAll((all, { x, y, width, height }) => all.filter((column) => {
      const { left, top, right, bottom } = column.getBoundingClientRect();
      return left < x + width && right > x && top < y + height && bottom > y;
    }).length, box);
    assert.equal(covered, 0);
    await v.button('Help').click();
    await v.page.locator('dialog[open]').waitFor();
    await v.act('say', 'message.tallyReset');
    await v.page.getByText('Score reset.').last().waitFor();
    const seen = await v.page.evaluate(() => {
      const toasts = [...document.querySelectorAll('.toast')];
      const [toast] = toasts;
      toast.style.pointerEvents = 'auto';
      const { x, y, width, height } = toast.getBoundingClientRect();
      const isOnTop = toast.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      const region = document.querySelector('.voice [role=status]');
      return { count: toasts.length, isOnTop, text: toast.textContent, isRead: region.closest('dialog:modal') !== null, heard: globalThis.spoken.status.filter((text) => text === 'Score reset.').length };
    });
    assert.deepEqual(seen, { count: 1, isOnTop: true, text: 'Score reset.', isRead: true, heard: 1 });
    await v.page.keyboard.press('Escape');
    await v.page.waitForFunction(() => document.querySelector('.voice').parentElement === document.body);
  });

  test('a message lives as long when a dialog opens meanwhile', async () => {
    await v.act('say', 'message.tallyReset');
    const age = () => v.page.evaluate(() => {
      const [animation] = document.querySelector('.toast').getAnimations();
      return animation.currentTime - animation.effect.getTiming().delay;
    });
    assert.ok(await eventually(age, (time) => time > 200) > 200);
    const before = await age();
    await v.button('Help').click();
    await v.page.locator('dialog[open] .toast').waitFor();
    assert.ok(await age() >= before, 'it does not begin anew');
    await closeDialog(v);
  });

  test('the focus is visible at every stop, and returns after a dialog', async () => {
    await v.openGame('4453');
    const button = v.button('Help');
    await button.focus();
    await v.page.keyboard.press('Enter');
    await v.page.getByRole('dialog', { name: 'Help' }).waitFor();
    assert.equal(await v.page.evaluate(() => document.activeElement.closest('dialog') !== null), true);
    await closeDialog(v);
    assert.equal(await v.page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Help');
    const unseen = [];
    for (let i = 0; i < 24; i++) {
      await v.page.keyboard.press('Tab');
      const stop = await v.page.evaluate(() => {
        const element = document.activeElement;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        const isSeen = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
        return { name: element.getAttribute('aria-label') ?? element.textContent, isSeen, isBody: element === document.body };
      });
      if (!stop.isSeen && !stop.isBody) unseen.push(stop.name);
    }
    assert.deepEqual(unseen, []);
  });
});

test('the page changes its language in one step, also on a slow line, and repeats nothing', () =>
  visit({}, async (v) => {
    let letGo;
    const held = new Promise((done) => (letGo = done));
    await v.page.route('**/german_part.*', async (route) => (await held, route.continue()));
    await v.start();
    await v.act('change', { language: 'de' });
    await v.act('undo');
    await v.hears('Nothing to undo.', 'alert');
    assert.equal(await v.page.evaluate(() => document.documentElement.lang), 'en');
    letGo();
    await v.turnSays('Spieler 1 beginnt');
    assert.equal(await v.page.evaluate(() => document.documentElement.lang), 'de');
    await v.play('4');
    await v.hears('Rot wirft in Spalte 4 ein, Zeile 1.');
    await v.act('change', { marks: false });
    await v.play('4');
    await v.hears('Gelb wirft in Spalte 4 ein, Zeile 2.');
    assert.deepEqual((await v.page.evaluate(() => globalThis.spoken)).alert, []);
  }));

describe('in German', () => {
  const v = useVisit({ viewport: PHONE, touch: true, settings: { language: 'de' } });

  test('the page and its lang attribute are German', async () => {
    assert.equal(await v.page.evaluate(() => document.documentElement.lang), 'de');
    await v.button(/^Zu zweit/).tap();
    await v.phase('turn');
    await v.turnSays('Spieler 1 beginnt');
    await v.openGame('112233');
    await v.play('4');
    await v.turnSays('Spieler 1 gewinnt!');
    const english = ['Undo', 'Redo', 'Hint', 'Settings', 'Play again', 'Score', 'Red', 'Yellow'];
    const text = await v.page.evaluate(() => document.body.innerText);
    assert.deepEqual(english.filter((word) => new RegExp(`\\b${word}\\b`).test(text)), []);
  });

  test('axe finds nothing on a phone, in a game and in the dialogs', async () => {
    await assertAccessible(v, 'won');
    const found = [];
    for (const [name, title] of Object.entries(DIALOGE)) {
      await noDialog(v);
      await openDialog(v, name, title);
      found.push(...(await findings(v)));
    }
    await noDialog(v);
    assert.deepEqual(found, []);
  });

  test('no choice of a dialog is left alone in a second row', async () => {
    for (const [name, title] of Object.entries({ settings: DIALOGE.settings, new: DIALOGE.new })) {
      await noDialog(v);
      await openDialog(v, name, title);
      const rows = await v.page.locator('dialog .segments').evaluateAll((all) =>
        all.map((choice) => [choice.textContent, new Set([...choice.children].map((label) => label.offsetTop)).size]));
      assert.ok(rows.length >= 2);
      assert.deepEqual(rows.filter(([, count]) => count > 1), []);
    }
    await noDialog(v);
  });

  test('the language changes without a reload', async () => {
    await v.act('leave');
    await v.button('English').tap();
    await v.page.waitForFunction(() => document.documentElement.lang === 'en');
    await v.button(/^Two players/).waitFor();
  });
});
