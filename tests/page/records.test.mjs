// Players and finished games in a browser: profile, lists, leaderboard, account, links, embedding.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { codeOf, earlyInStep } from '../e2e/totp.mjs';
import { assertAccessible } from './axe.mjs';
import { FLAT, path, PHONE, useBrowser } from './browser.mjs';
import { atOnce, People, RATED } from './records_people.mjs';
import { eventually } from './visit.mjs';

// The tests fill a database with many requests from one address; its durability does not matter.
Object.assign(process.env, { FOURFALL_LIMITS: 'off', FOURFALL_DURABILITY: 'normal', FOURFALL_COUNT_SAME_NETWORK: 'on' });

const { shared, useVisit, visit } = useBrowser({ flags: FLAT });
const WIN = [0, 1, 0, 1, 0, 1, 0];
const LONG = [3, 3, 2, 2, 4, 5, 1]; // red wins along the bottom
// The browser logs these as errors, but they are expected: aborted requests, and refusals under test.
const LEFT = /ERR_ABORTED/;
const REFUSED = /ERR_ABORTED|status of 4\d\d/;
// A frame of another site has no storage. The tests' own init script fails there; the page must not.
const ELSEWHERE = /status of 4\d\d|'localStorage' property/;
const WINNERS = 60;

let people;
const ann = {}; // has many games
const memoryOf = (player) => ({ 'fourfall.online.token': player.token, 'fourfall.online.name': player.name });
const annsMemory = {};

/** Wins, losses and draws on both boards, against players whose names the search tests look for. */
async function giveAnnHistory() {
  const first = await people.rivals('Ann', 'Bob');
  Object.assign(ann, first.x);
  await people.play(first.gameId, ann, first.o, WIN);
  ann.lastGame = first.gameId;
  const opponents = [first.o];
  for (const name of ['Carla', 'Боб', 'bobby', '小林']) opponents.push((await people.guests('Zoe', name)).o);
  await people.enrol(...opponents.slice(1));
  for (const [i, opponent] of [...opponents, ...opponents].entries()) {
    const [x, o] = i % 2 ? [opponent, ann] : [ann, opponent];
    await people.play(await people.meet(x, o, RATED), x, o, LONG);
  }
  const cube = await people.meet(ann, opponents[1], { board: '5x5x5', ...RATED });
  await people.play(cube, ann, opponents[1], [12, 12, 6, 7, 8, 9, 10, 11, 13, 14]);
  await people.resign(cube, opponents[1]);
  ann.running = await people.meet(ann, opponents[0]);
  Object.assign(annsMemory, memoryOf(ann));
}

let seeding = null;

/** The data of all tests, made once before the first. */
const seed = () => (seeding ??= (async () => {
  people = new People(shared.server.address);
  await giveAnnHistory();
  await atOnce(Array.from({ length: WINNERS }, (_, i) => i), 12, async (i) => {
    const { gameId, x, o } = await people.rivals(`Winner ${i}`, `Loser ${i}`);
    await people.play(gameId, x, o, WIN);
  });
})());

const records = (v) => v.page.locator('.records');

/** Opens a screen as the page's buttons do, and waits until it has loaded. */
async function show(v, screen) {
  await close(v);
  await v.page.evaluate((wanted) => (globalThis.fourfall.screen.value = wanted), screen);
  await v.page.waitForFunction((kind) => document.querySelector(`.records.${kind}`) && !document.querySelector('.records .shapes'), screen.kind);
}

async function close(v) {
  await v.page.evaluate(() => (globalThis.fourfall.screen.value = null));
  await v.page.waitForFunction(() => !document.querySelector('dialog[open]'));
}

const status = (v, text) => v.page.locator('.records [role=status]', { hasText: text }).waitFor();
const button = (v, name) => records(v).getByRole('button', { name, exact: true });
const formOf = (v, name) => records(v).getByRole('form', { name, exact: true });
/** A form field with its label and messages, by the beginning of the label; and its input. */
const around = (v, form, label) => formOf(v, form).locator('.typein', { has: v.page.locator('label', { hasText: new RegExp(`^${label}`) }) });
const field = (v, form, label) => around(v, form, label).locator('input');

async function download(v, click) {
  const [file] = await Promise.all([v.page.waitForEvent('download'), click()]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

describe('axe finds nothing', () => {
  before(seed);
  const v = useVisit({ viewport: { width: 1100, height: 700 }, storage: annsMemory, expected: LEFT });

  for (const [theme, language] of [['dark', 'en'], ['classic', 'de'], ['contrast', 'en']])
    test(`on any screen in the theme ${theme}, ${language}`, async () => {
      await v.act('change', { theme, language });
      for (const screen of [{ kind: 'profile', playerId: ann.playerId }, { kind: 'games', playerId: ann.playerId }, { kind: 'leaders' }, { kind: 'account' }]) {
        await show(v, screen);
        if (screen.kind === 'profile') await records(v).locator('.pointtable summary').click();
        if (screen.kind === 'account') await records(v).locator('.danger summary').click();
        await assertAccessible(v, `${theme} ${screen.kind}`);
      }
      await close(v);
    });

  test('on a phone', async () => {
    await v.page.setViewportSize(PHONE);
    await v.act('change', { theme: 'dark', language: 'en' });
    for (const screen of [{ kind: 'profile', playerId: ann.playerId }, { kind: 'games', playerId: ann.playerId }, { kind: 'leaders' }, { kind: 'account' }]) {
      await show(v, screen);
      await assertAccessible(v, `phone ${screen.kind}`);
      const overflow = await v.page.evaluate(() => {
        const middle = document.querySelector('.screen .middle');
        return middle.scrollWidth - middle.clientWidth;
      });
      assert.equal(overflow, 0, `${screen.kind} is wider than the phone`);
    }
  });
});

/** Leaves the screen as soon as the first game is judged. It runs in the page: a call from outside might come too late. */
const leaveAtFirst = (v) => v.page.evaluate(() => {
  const part = document.querySelector('.accuracypart');
  const observer = new MutationObserver(() => {
    if (!(part.querySelector('progress')?.value >= 1)) return;
    observer.disconnect();
    globalThis.fourfall.screen.value = null;
  });
  observer.observe(part, { subtree: true, childList: true, attributes: true });
});

describe('in one visit', () => {
  before(seed);
  const v = useVisit({ viewport: { width: 900, height: 700 }, storage: annsMemory, expected: LEFT });

  describe('a profile', () => {
    test('shows ratings, figures and openings from the server', async () => {
      const facts = await people.ask('GET', `api/players/${ann.playerId}`);
      await show(v, { kind: 'profile', playerId: ann.playerId });
      assert.equal(await records(v).locator('.person-head bdi').textContent(), 'Ann');
      const cards = await records(v).locator('.ratingcard').evaluateAll((all) => all.map((card) => card.querySelector('b').textContent));
      assert.deepEqual(cards, facts.ratings.map(({ rating }) => String(rating)));
      assert.equal(await records(v).locator('.ratingcard .provisional').count(), facts.ratings.filter(({ isProvisional }) => isProvisional).length);
      const figures = await records(v).locator('.figures dd').allTextContents();
      assert.deepEqual(figures.slice(0, 4), [facts.totals.games, facts.totals.wins, facts.totals.draws, facts.totals.losses].map(String));
      const mine = facts.openings.filter((one) => one.as === 'X');
      const counts = await records(v).locator('.openings.as-X td').evaluateAll((all) => all.map((cell) => Number(cell.querySelector('small span')?.textContent ?? 0)));
      assert.deepEqual(counts, [0, 1, 2, 3, 4, 5, 6].map((column) => mine.find((one) => one.column === column)?.games ?? 0));
    });

    test('shows the history of a rating as a curve and as a table, newest first', async () => {
      const { points } = await people.ask('GET', `api/players/${ann.playerId}/ratings?class=classic`);
      await show(v, { kind: 'profile', playerId: ann.playerId });
      await records(v).locator('.course .curve').waitFor();
      assert.equal(await records(v).locator('.course .curve').getAttribute('d').then((d) => d.match(/[ML]/g).length), points.length);
      await records(v).locator('.pointtable summary').click();
      await records(v).locator('.pointtable tbody tr').first().waitFor();
      const rows = await records(v).locator('.pointtable tbody td:nth-child(2)').allTextContents();
      assert.deepEqual(rows, points.map(({ rating }) => String(rating)).reverse());
      await records(v).getByRole('button', { name: /^Cube/ }).click();
      await v.page.waitForFunction(() => document.querySelector('.ratingcard[aria-pressed=true] .kind').textContent === 'Cube');
    });

    test('computes accuracy on request, and stops when the screen is left', async () => {
      await show(v, { kind: 'profile', playerId: ann.playerId });
      const before = v.page.workers().length;
      await leaveAtFirst(v);
      await button(v, 'Compute').click();
      await v.page.waitForFunction(() => !document.querySelector('.records'));
      await show(v, { kind: 'profile', playerId: ann.playerId });
      await button(v, 'Compute').click();
      await records(v).locator('.exactness strong').waitFor();
      const percent = Number.parseInt(await records(v).locator('.exactness strong').textContent(), 10);
      assert.ok(percent > 0 && percent <= 100, `${percent}`);
      const { totals } = await people.ask('GET', `api/players/${ann.playerId}`);
      assert.equal(await records(v).locator('.strokes li').count(), totals.games - 1, 'all but the cube');
      const workers = await eventually(() => v.page.workers().length, (count) => count <= before + 1);
      assert.ok(workers <= before + 1, 'no worker is left behind');
    });

    test('leads to the games, and a game opens on the board', async () => {
      await show(v, { kind: 'profile', playerId: ann.playerId });
      await button(v, 'All games').click();
      await v.page.waitForFunction(() => document.querySelectorAll('.records.games .gamerow').length > 6);
      const row = records(v).locator('.gamerow a').last();
      const address = await row.getAttribute('href');
      assert.equal(address, `${shared.server.address}game/${ann.lastGame}`);
      await row.click();
      await v.page.waitForFunction((id) => globalThis.fourfall.remote.value?.gameId === id, ann.lastGame);
      assert.equal(await v.page.evaluate(() => globalThis.fourfall.screen.value), null);
      await v.page.waitForFunction(() => globalThis.fourfall.snapshot.value.notation === '1212121');
    });

    test('of an unknown player says so', async () => {
      v.expected = REFUSED;
      await v.page.evaluate(() => (globalThis.fourfall.screen.value = { kind: 'profile', playerId: '0000000000000' }));
      await records(v).getByText('There is no such player.').waitFor();
      await close(v);
    });
  });

  describe('a list of games', () => {
    const opponents = () => records(v).locator('.gamerow .side:nth-child(2) bdi').allTextContents();
    const counted = (count) => status(v, count === 1 ? '1 game' : `${count} games`);

    test('is searched by the beginning of a name, upper or lower case', async () => {
      await show(v, { kind: 'games', playerId: ann.playerId });
      await records(v).getByLabel('Opponent').fill('BOB');
      await counted(5);
      assert.deepEqual([...new Set(await opponents())].sort(), ['Bob', 'bobby']);
      await records(v).getByLabel('Opponent').fill('nobody like that');
      await records(v).getByText('No game like that. Try another search.').waitFor();
      await records(v).getByLabel('Opponent').fill('');
      await counted(12);
    });

    test('is searched by result, board, and whether it is over', async () => {
      const { totals } = await people.ask('GET', `api/players/${ann.playerId}`);
      await show(v, { kind: 'games', playerId: ann.playerId });
      await records(v).getByRole('combobox', { name: 'Result' }).selectOption('lost');
      await counted(totals.losses);
      assert.deepEqual([...new Set(await records(v).locator('.how').allTextContents())], ['–Lost']);
      await records(v).getByRole('combobox', { name: 'Result' }).selectOption('');
      await counted(12);
      await records(v).getByRole('combobox', { name: 'Board' }).selectOption('cube');
      await counted(1);
      await records(v).getByRole('combobox', { name: 'Board' }).selectOption('');
      await counted(12); // each game is counted once
      await records(v).getByRole('combobox', { name: 'Games' }).selectOption('running');
      await counted(1);
      assert.equal(await records(v).locator('.gamerow a').getAttribute('href'), `${shared.server.address}game/${ann.running}`);
      assert.equal(await records(v).getByRole('combobox', { name: 'Result' }).isDisabled(), true);
    });
  });

  describe('the leaderboard', () => {
    const range = (text) => v.page.locator('.pager p', { hasText: text }).waitFor();
    const ranks = () => records(v).locator('.ranks tbody .rank').allTextContents();

    test('pages forward and back', async () => {
      await show(v, { kind: 'leaders' });
      await records(v).getByRole('radio', { name: 'Wins' }).check();
      const { total } = await people.ask('GET', 'api/leaders?by=wins&class=classic');
      await range(`1 to 50 of ${total}`);
      assert.deepEqual(await ranks(), Array.from({ length: 50 }, (_, i) => String(i + 1)));
      assert.equal(await button(v, 'Previous page').getAttribute('aria-disabled'), 'true');
      await button(v, 'Next page').click();
      await range(`51 to ${total} of ${total}`);
      assert.equal((await ranks())[0], '51');
      assert.equal(await button(v, 'Next page').getAttribute('aria-disabled'), 'true');
      await button(v, 'Previous page').click();
      await range(`1 to 50 of ${total}`);
      await button(v, 'Next page').click();
      await range(`51 to ${total}`);
      await button(v, 'First page').click();
      await range(`1 to 50 of ${total}`);
    });

    test('marks the signed-in player, and shows their rank on every page', async () => {
      await show(v, { kind: 'leaders' });
      await records(v).getByRole('radio', { name: 'Wins' }).check();
      await range('1 to 50');
      const me = records(v).locator('.ranks tr.me');
      assert.equal(await me.count(), 1);
      assert.equal(await me.locator('bdi').textContent(), 'Ann');
      await button(v, 'Next page').click();
      await range('51 to');
      assert.equal(await records(v).locator('.ranks tr.me').count(), 1);
      await button(v, 'My rank').click();
      const { rank } = (await people.ask('GET', 'api/leaders?by=wins&class=classic')).leaders.find(({ name }) => name === 'Ann');
      await range(new RegExp(`^${rank} to`));
      assert.equal(await records(v).locator('.ranks tbody tr').first().locator('bdi').textContent(), 'Ann');
    });

    test('has a page for each board, and invites to play where it is empty', async () => {
      await show(v, { kind: 'leaders' });
      const full = await v.page.evaluate(() => document.querySelector('.screen').getBoundingClientRect().top);
      await records(v).getByRole('radio', { name: 'Other boards' }).check();
      await records(v).getByText(/Be the first/).waitFor();
      const [top, below] = await v.page.evaluate(() => {
        const card = document.querySelector('.screen').getBoundingClientRect();
        return [card.top, card.bottom - document.querySelector('.invite').getBoundingClientRect().bottom];
      });
      assert.equal(top, full, 'the navigation stays where it is');
      assert.ok(below < 40, `the card ends with its content, not ${below} pixels below it`);
      assert.equal(await records(v).locator('.invite .thumb').isVisible(), true);
      await records(v).getByRole('radio', { name: 'Wins' }).check();
      await records(v).getByRole('radio', { name: 'Cube' }).check();
      await range('1 to 1 of 1');
    });

    test('leads to profiles', async () => {
      await show(v, { kind: 'leaders' });
      await records(v).getByRole('radio', { name: 'Wins' }).check();
      await range('1 to 50');
      await records(v).locator('.ranks').getByRole('button', { name: 'Ann', exact: true }).click();
      await v.page.waitForFunction(() => document.querySelector('.records.profile .person-head bdi')?.textContent === 'Ann');
    });
  });

  describe('the share dialog of a finished game', () => {
    test('offers its address, an embed code and its files', async () => {
      await v.page.evaluate(async (id) => void (await (await globalThis.fourfall.loadOnline()).open(id)), ann.lastGame);
      await v.page.waitForFunction(() => globalThis.fourfall.remote.value?.result);
      await v.page.evaluate(() => (globalThis.fourfall.dialog.value = 'share'));
      const links = v.page.locator('.gamelinks');
      await links.waitFor();
      assert.equal(await links.getByRole('textbox', { name: 'Link to this game' }).inputValue(), `${shared.server.address}game/${ann.lastGame}`);
      assert.match(await links.getByRole('textbox', { name: 'HTML for your own page' }).inputValue(), new RegExp(`^<iframe src="${shared.server.address}embed/${ann.lastGame}" [^<>]+></iframe>$`));
      const text = await download(v, () => links.getByRole('link', { name: 'Notation' }).click());
      assert.equal(text.text.trim(), '1212121');
      const json = await download(v, () => links.getByRole('link', { name: 'Game record (JSON)' }).click());
      assert.equal(JSON.parse(json.text).gameId, ann.lastGame);
      const picture = await links.getByRole('textbox', { name: 'Address of the picture' }).inputValue();
      assert.match(await (await fetch(picture)).text(), /^<svg/);
      await assertAccessible(v, 'share');
    });
  });
});

describe('a game opened from a list', () => {
  before(seed);
  const v = useVisit({ viewport: { width: 700, height: 600 }, storage: annsMemory, expected: LEFT });
  const path = () => v.page.evaluate(() => location.pathname);
  const gameOnBoard = (id) => v.page.waitForFunction((wanted) => globalThis.fourfall.remote.value?.gameId === wanted, id);
  const search = () => records(v).getByLabel('Opponent');
  let gameId;

  /** Goes Back or Forward, and waits for the page. */
  const go = async (by) => {
    await v.page.evaluate((steps) => history.go(steps), by);
    await v.page.waitForFunction(() => globalThis.fourfall);
  };

  test('has its own address, and the page does not reload', async () => {
    await v.start();
    await v.play('44');
    await show(v, { kind: 'games', playerId: ann.playerId });
    await search().fill('BOB');
    await status(v, '5 games');
    await v.page.evaluate(() => (globalThis.isSame = true));
    const row = records(v).locator('.gamerow a').first();
    gameId = (await row.getAttribute('href')).split('/').at(-1);
    await row.click();
    await gameOnBoard(gameId);
    assert.equal(await path(), `/game/${gameId}`);
    assert.equal(await v.page.evaluate(() => globalThis.isSame), true);
    assert.equal(await v.page.locator('dialog.screen[open]').count(), 0);
  });

  test('Back returns to the list as it was, and to the local game behind it', async () => {
    await go(-1);
    await status(v, '5 games');
    assert.equal(await search().inputValue(), 'BOB');
    await v.page.waitForFunction(() => globalThis.fourfall.snapshot.value.notation === '44' && !globalThis.fourfall.remote.value);
    assert.equal(await path(), '/');
    await go(1);
    await gameOnBoard(gameId);
    assert.equal(await v.page.evaluate(() => globalThis.fourfall.screen.value), null);
    assert.equal(await path(), `/game/${gameId}`);
  });

  test('is shown again after a reload, and Back still leads to the list', async () => {
    await v.reload();
    await gameOnBoard(gameId);
    await go(-1);
    await records(v).locator('.gamerow').first().waitFor();
    await v.page.waitForFunction(() => globalThis.fourfall.snapshot.value.notation === '44');
    assert.equal(await path(), '/');
  });

  test('leads to the next game, and Back leads through both', async () => {
    const ids = [];
    for (const index of [1, 2]) {
      await show(v, { kind: 'games', playerId: ann.playerId });
      const row = records(v).locator('.gamerow a').nth(index);
      ids.push((await row.getAttribute('href')).split('/').at(-1));
      await row.click();
      await gameOnBoard(ids.at(-1));
    }
    await go(-1);
    await gameOnBoard(ids[0]);
    await records(v).locator('.gamerow').first().waitFor();
    assert.equal(await path(), `/game/${ids[0]}`);
    await go(-1);
    await v.page.waitForFunction(() => !globalThis.fourfall.screen.value);
    assert.equal(await path(), `/game/${ids[0]}`, 'the list over the game is a step of its own');
    await go(-1);
    await v.page.waitForFunction(() => !globalThis.fourfall.remote.value);
    assert.equal(await path(), '/');
    await v.page.waitForFunction(() => globalThis.fourfall.screen.value); // the list is restored last
    await close(v);
  });

  test('leaving it leaves its address', async () => {
    await go(2);
    await v.page.waitForFunction(() => globalThis.fourfall.remote.value);
    await v.act('leave');
    await v.phase('welcome');
    await v.page.waitForFunction(() => location.pathname === '/');
  });
});

describe('an account', () => {
  before(seed);
  const memory = {};
  const v = useVisit({ viewport: { width: 900, height: 760 }, storage: memory, expected: REFUSED });
  const me = () => v.page.evaluate(() => globalThis.fourfall.online.value.me.value);
  let code = '';
  let playerId = '';

  const shownCode = async () => {
    await records(v).locator('.recovery code').waitFor();
    return records(v).locator('.recovery code').textContent();
  };
  const logIn = async (login, password) => {
    await records(v).getByRole('radio', { name: 'Password' }).check();
    await field(v, 'Log in', 'Login').fill(login);
    await field(v, 'Log in', 'Password').fill(password);
    await formOf(v, 'Log in').getByRole('button', { name: 'Log in', exact: true }).click();
  };

  test('begins as a guest who takes a name', async () => {
    await show(v, { kind: 'account' });
    await records(v).getByText('You play as a guest.').waitFor();
    playerId = (await me()).playerId;
    await field(v, 'Name', 'Name others see').fill('Eve');
    await button(v, 'Change the name').click();
    await status(v, 'Name changed.');
    assert.equal((await people.ask('GET', `api/players/${playerId}`)).name, 'Eve');
  });

  test('has two columns where there is the width, one on a phone; the fields fill them', async () => {
    const columnsAt = async (width, height) => {
      await v.resize({ width, height });
      return v.page.evaluate(() => {
        const parts = [...document.querySelectorAll('.account .part')].map((part) => part.getBoundingClientRect());
        const fields = [...document.querySelectorAll('.account .typed .field')].filter((one) => one.checkVisibility()).map((one) => one.offsetWidth / one.closest('.part').clientWidth);
        return { columns: new Set(parts.map(({ left }) => Math.round(left))).size, least: Math.min(...fields) };
      });
    };
    for (const [width, height, wanted] of [[1280, 800, 2], [820, 1180, 2], [390, 844, 1], [667, 375, 1]]) {
      const { columns, least } = await columnsAt(width, height);
      assert.equal(columns, wanted, `${width}x${height}`);
      assert.ok(least > 0.8, `${width}x${height}: a field has ${(100 * least).toFixed()} % of its part`);
    }
    await v.resize({ width: 900, height: 760 });
  });

  test('shows a refusal beside its field, in plain words', async () => {
    const login = field(v, 'Create an account', 'Login');
    const password = field(v, 'Create an account', 'Password');
    assert.deepEqual([await login.getAttribute('autocomplete'), await password.getAttribute('autocomplete')], ['username', 'new-password']);
    await login.fill('a!');
    await password.fill('tr4ffic-light');
    await records(v).getByText('Good', { exact: true }).waitFor();
    await button(v, 'Create the account').click();
    await around(v, 'Create an account', 'Login').getByText('A login has 3 to 20 letters, digits, _ or -.').waitFor();
    assert.equal(await login.getAttribute('aria-invalid'), 'true');
    await login.fill('evening');
    await password.fill('password');
    await records(v).getByText('Easy to guess').waitFor();
    await button(v, 'Create the account').click();
    await around(v, 'Create an account', 'Password').getByText(/too easy to guess/).waitFor();
    assert.equal(await login.getAttribute('aria-invalid'), 'false');
  });

  test('a login that is taken is refused', async () => {
    await people.ask('POST', 'api/account', { body: { login: 'Morning', password: 'tr4ffic-light' }, token: (await people.guests('Early', 'Bird')).x.token, status: 201 });
    await field(v, 'Create an account', 'Login').fill('mOrNiNg');
    await field(v, 'Create an account', 'Password').fill('tr4ffic-light');
    await button(v, 'Create the account').click();
    await records(v).getByText('This login is taken. Choose another one.').waitFor();
  });

  test('keeps the guest\'s player, and shows its recovery code once', async () => {
    await field(v, 'Create an account', 'Login').fill('evening');
    await field(v, 'Create an account', 'Password').fill('tr4ffic-light');
    await button(v, 'Create the account').click();
    code = await shownCode();
    assert.match(code, /^[A-Z0-9-]{20,}$/);
    await v.page.waitForFunction(() => document.activeElement.id === 'recovery-title'); // one frame after it is there
    const file = await download(v, () => button(v, 'Save as a file').click());
    assert.ok(file.text.includes(code));
    await button(v, 'I have saved it').click();
    await records(v).getByText('Logged in. Your games wait for you on any device.').waitFor();
    await v.page.waitForFunction(() => globalThis.fourfall.online.value.me.value?.isGuest === false);
    assert.deepEqual([(await me()).playerId, (await me()).login], [playerId, 'evening']);
    assert.equal((await records(v).textContent()).includes(code), false);
    await records(v).getByText('Account created', { exact: true }).waitFor();
    await records(v).getByText(/from the network 127\.0\.0\.0\/24/).waitFor();
  });

  test('changes its password only with the present one', async () => {
    await field(v, 'Change the password', 'Current password').fill('not this one');
    await field(v, 'Change the password', 'New password').fill('dark-green-c4r');
    await button(v, 'Save the password').click();
    await around(v, 'Change the password', 'Current password').getByText(/does not match/).waitFor();
    await field(v, 'Change the password', 'Current password').fill('tr4ffic-light');
    await button(v, 'Save the password').click();
    await status(v, 'Password saved.');
  });

  test('logs out, and back in with the new password', async () => {
    await button(v, 'Log out').click();
    await status(v, 'Logged out. You are a new guest.');
    assert.notEqual((await me()).playerId, playerId);
    await logIn('evening', 'tr4ffic-light');
    await records(v).getByText(/does not match/).waitFor();
    await logIn('EVENING', 'dark-green-c4r');
    await status(v, 'Logged in.');
    assert.equal((await me()).playerId, playerId);
  });

  test('ends every other session and stays signed in', async () => {
    const other = await people.ask('POST', 'api/login', { body: { login: 'evening', password: 'dark-green-c4r' } });
    await button(v, 'Log out everywhere').click();
    await status(v, 'Every other session has ended.');
    await people.ask('GET', 'api/me', { token: other.token, status: 401 });
    assert.equal((await me()).playerId, playerId);
  });

  test('shows its devices, and ends the session of one of them', async () => {
    const other = await people.ask('POST', 'api/login', { body: { login: 'evening', password: 'dark-green-c4r' } });
    await show(v, { kind: 'profile', playerId });
    await show(v, { kind: 'account' });
    await records(v).locator('.devices li', { hasText: 'This device' }).filter({ hasText: 'Chrome on Linux' }).waitFor();
    await button(v, 'End session: Node.js').click();
    await status(v, 'That session has ended.');
    await records(v).locator('.devices li', { hasText: 'Node.js' }).waitFor({ state: 'detached' });
    await people.ask('GET', 'api/me', { token: other.token, status: 401 });
  });

  test('can need a second step to log in', async () => {
    await button(v, 'Set up an authenticator app').click();
    const asked = formOf(v, 'Set up an authenticator app');
    await v.page.waitForFunction(() => document.activeElement.autocomplete === 'current-password');
    await asked.getByLabel('Current password', { exact: true }).fill('dark-green-c4r');
    await asked.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await records(v).locator('svg.qr').waitFor();
    const secret = await records(v).locator('code.secret').textContent();
    await assertAccessible(v);
    await field(v, 'Two-step login', 'Code of the authenticator app').fill('000000');
    await button(v, 'Turn on').click();
    await around(v, 'Two-step login', 'Code of the authenticator app').getByText(/not the code/).waitFor();
    await earlyInStep();
    await field(v, 'Two-step login', 'Code of the authenticator app').fill(codeOf(secret, -1));
    await button(v, 'Turn on').click();
    await status(v, 'Two-step login is on.');
    await button(v, 'Log out').click();
    await status(v, 'Logged out.');
    await logIn('evening', 'dark-green-c4r');
    await field(v, 'Second step', 'Code of the authenticator app').fill(codeOf(secret));
    await formOf(v, 'Second step').getByRole('button', { name: 'Log in' }).click();
    await status(v, 'Logged in.');
    assert.equal((await me()).playerId, playerId);
    await button(v, 'Turn off').click();
    const off = formOf(v, 'Turn off');
    await off.getByLabel('Current password', { exact: true }).fill('dark-green-c4r');
    await off.getByLabel('Code of the authenticator app').fill(codeOf(secret, 1));
    await off.getByRole('button', { name: 'Turn off' }).click();
    await status(v, 'Two-step login is off.');
  });

  test('adds a passkey, logs in and confirms with it, and deletes it', async () => {
    const cdp = await v.page.context().newCDPSession(v.page);
    await cdp.send('WebAuthn.enable');
    const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
    await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
    await button(v, 'Add a passkey').click();
    const add = formOf(v, 'Add a passkey');
    await add.getByLabel('Name of the passkey').fill('My laptop');
    await add.getByLabel('Current password', { exact: true }).fill('dark-green-c4r');
    await add.getByRole('button', { name: 'Add a passkey' }).click();
    await status(v, 'Passkey added.');
    await records(v).locator('.devices li', { hasText: 'My laptop' }).waitFor();
    await assertAccessible(v);
    await button(v, 'Log out').click();
    await status(v, 'Logged out.');
    await button(v, 'Log in with a passkey').click();
    await status(v, 'Logged in.');
    assert.equal((await me()).playerId, playerId);
    await button(v, 'Delete the passkey My laptop').click();
    const gone = formOf(v, 'Delete the passkey My laptop');
    await gone.getByRole('button', { name: 'With a passkey' }).click();
    await gone.getByText('Confirmed with your passkey.').waitFor();
    await gone.getByRole('button', { name: 'Delete' }).click();
    await status(v, 'Passkey deleted.');
    await records(v).locator('.devices li', { hasText: 'My laptop' }).waitFor({ state: 'detached' });
    await cdp.detach();
  });

  test('is recovered by its code; a new code invalidates the old one', async () => {
    await button(v, 'Get a new code').click();
    await formOf(v, 'Get a new code').getByLabel('Current password', { exact: true }).fill('dark-green-c4r');
    await formOf(v, 'Get a new code').getByRole('button', { name: 'Get a new code' }).click();
    const old = code;
    code = await shownCode();
    assert.notEqual(code, old);
    await button(v, 'I have saved it').click();
    await button(v, 'Log out').click();
    await status(v, 'Logged out.');
    await records(v).getByRole('radio', { name: 'Recovery code' }).check();
    await field(v, 'Log in', 'Recovery code').fill(old);
    await formOf(v, 'Log in').getByRole('button', { name: 'Log in', exact: true }).click();
    await records(v).getByText(/does not match/).waitFor();
    await field(v, 'Log in', 'Recovery code').fill(` ${code.toLowerCase()} `);
    await formOf(v, 'Log in').getByRole('button', { name: 'Log in', exact: true }).click();
    await status(v, 'Logged in. The old recovery code is used up; keep the new one.');
    assert.equal((await me()).playerId, playerId);
    assert.notEqual(await shownCode(), code);
    await button(v, 'I have saved it').click();
    assert.equal(await formOf(v, 'Change the password').getByLabel('Current password', { exact: true }).count(), 0);
    await field(v, 'Change the password', 'New password').fill('light-blue-b0at');
    await button(v, 'Save the password').click();
    await status(v, 'Password saved.');
  });

  test('exports all its data', async () => {
    const { text } = await download(v, () => button(v, 'Export my data').click());
    const data = JSON.parse(text);
    assert.deepEqual([data.playerId, data.name, data.account.login], [playerId, 'Eve', 'evening']);
    assert.equal(/tr4ffic|dark-green|light-blue|argon/i.test(text), false);
  });

  test('is deleted once its name is typed', async () => {
    await records(v).locator('.danger summary').click();
    const name = field(v, 'Delete my data', 'To confirm, type your name: Eve');
    await name.fill('Adam');
    await name.press('Enter');
    assert.equal((await people.ask('GET', `api/players/${playerId}`)).isDeleted, false);
    await name.fill('Eve');
    await field(v, 'Delete my data', 'Current password').fill('light-blue-b0at');
    await button(v, 'Delete for good').click();
    await status(v, 'Your data is deleted. You are a new guest.');
    assert.notEqual((await me()).playerId, playerId);
    await show(v, { kind: 'profile', playerId });
    await records(v).getByText("This player's data was deleted.").waitFor();
  });
});

describe('embedded in another site', () => {
  before(seed);
  let elsewhere;
  let address;
  before(async () => {
    const page = (request) => `<!doctype html><html lang="en"><title>A blog</title><body><main><h1>A blog</h1>
      <iframe src="${shared.server.address}embed/${new URL(request.url, 'http://x').searchParams.get('id')}?debug" width="320" height="320" title="Fourfall"></iframe></main>`;
    elsewhere = createServer((request, response) => response.setHeader('content-type', 'text/html').end(page(request)));
    await new Promise((done) => elsewhere.listen(0, '127.0.0.1', done));
    address = `http://127.0.0.1:${elsewhere.address().port}/`;
  });
  after(() => new Promise((done) => elsewhere.close(done)));

  const frameOf = async (v, id) => {
    await v.page.goto(`${address}?id=${id}`);
    const frame = v.page.frames().find((one) => one.url().includes('/embed/')) ?? (await v.page.waitForEvent('framenavigated'));
    return frame;
  };

  test('a game shows its board, names, result and replay controls, and nothing else', async () => {
    await visit({ expected: ELSEWHERE }, async (v) => {
      const asked = [];
      v.isLeaving = true;
      await v.page.goto('about:blank'); // the start page may still load its book
      v.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const frame = await frameOf(v, ann.lastGame);
      await frame.locator('.embed .outcome', { hasText: 'Ann wins, with a line' }).waitFor();
      assert.deepEqual(await frame.locator('.embed header bdi').allTextContents(), ['Ann', 'Bob']);
      const shown = () => frame.evaluate(() => globalThis.fourfall.snapshot.value.ply);
      assert.equal(await shown(), 7);
      await frame.getByRole('slider', { name: 'Shown move' }).fill('3');
      await frame.waitForFunction(() => globalThis.fourfall.snapshot.value.ply === 3);
      await frame.getByRole('button', { name: 'Play back' }).click();
      await frame.waitForFunction(() => globalThis.fourfall.snapshot.value.ply === 7 && !globalThis.fourfall.isPlaying.value);
      const link = frame.getByRole('link', { name: 'Open in Fourfall' });
      assert.deepEqual([await link.getAttribute('href'), await link.getAttribute('target')], [`${shared.server.address}game/${ann.lastGame}`, '_blank']);
      assert.equal(await frame.locator('dialog, .welcome, .dock, .columns button').count(), 0);
      assert.equal(await frame.evaluate(async () => (await navigator.serviceWorker?.getRegistrations().catch(() => []))?.length ?? 0), 0);
      assert.deepEqual(asked.filter((name) => /^\/(main|screens|classic)\./.test(name)), [], 'neither the scene, nor panels, nor the book');
      const box = await frame.evaluate(() => ({ wide: document.documentElement.scrollWidth, high: document.documentElement.scrollHeight }));
      assert.ok(box.wide <= 320 && box.high <= 320, JSON.stringify(box));
    });
  });

  test('an unknown game says so', async () => {
    await visit({ expected: ELSEWHERE }, async (v) => {
      const frame = await frameOf(v, '4nn3eye56mke4');
      await frame.waitForFunction(() => /^There is no such game/.test(document.querySelector('.embed [role=status]')?.textContent ?? ''));
    });
  });

  test('other pages of the server refuse to be framed', async () => {
    const framed = await fetch(`${shared.server.address}embed/${ann.lastGame}`);
    const plain = await fetch(`${shared.server.address}game/${ann.lastGame}`);
    assert.match(framed.headers.get('content-security-policy'), /frame-ancestors \*/);
    assert.match(plain.headers.get('content-security-policy'), /frame-ancestors 'none'/);
  });
});
