// From the start page to an opponent and through a game: by mouse, by keyboard, in both languages.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { assertAccessible } from './axe.mjs';
import { path, PHONE } from './browser.mjs';
import { meet, play, useOnline } from './online_people.mjs';
import { eventually } from './visit.mjs';

const { person } = useOnline({ scene: false });
const PAYLOADS = readFileSync(path('tests/data/xss.txt'), 'utf8').split('\n').filter(Boolean);

const WIDE = { width: 1100, height: 600 };
const dialog = (p, name) => p.page.getByRole('dialog', { name });

async function toLobby(p) {
  await p.button(/^Play online/).click();
  await dialog(p, 'Play online').waitFor();
  await p.connection('online');
}

async function find(p) {
  await toLobby(p);
  await p.button(/^Find an opponent/).click();
}

describe('the queue', () => {
  test('is two clicks away, and leads to a game that both have to confirm', async () => {
    const [a, b] = [await person(), await person({ viewport: PHONE })];
    await find(a);
    const looking = a.page.locator('.looking');
    await looking.getByText('Only you are waiting for this game so far.').waitFor();
    await looking.getByRole('timer').waitFor();
    await find(b);
    for (const p of [a, b]) await dialog(p, 'Opponent found').waitFor();
    const confirm = (p) => dialog(p, 'Opponent found').getByRole('button', { name: 'Play', exact: true }).click();
    await confirm(a);
    await dialog(a, 'Opponent found').getByRole('status').getByText('Waiting for').waitFor();
    await confirm(b);
    for (const p of [a, b]) {
      await p.seated();
      assert.equal(await p.page.locator('dialog[open]').count(), 0, 'nothing stands before the board');
      const clocks = () => p.page.getByRole('timer').filter({ visible: true }).count();
      assert.equal(await eventually(clocks, (count) => count === 2), 2, 'both clocks are seen');
    }
  });

  test('is left by a click; a player who declines is out, the other waits again', async () => {
    const [a, b] = [await person(), await person()];
    await find(a);
    await a.button('Stop looking').click();
    await a.button(/^Find an opponent/).waitFor();
    assert.equal(await a.until('waiting', () => true), null);
    await a.button(/^Find an opponent/).click();
    await find(b);
    await dialog(b, 'Opponent found').waitFor();
    await b.page.keyboard.press('Escape');
    await dialog(a, 'Opponent found').waitFor({ state: 'hidden' });
    await a.said('note.matchCancelled');
    const toast = a.page.locator('.toast:popover-open').filter({ hasText: 'still in the queue' });
    await toast.waitFor();
    assert.ok(await toast.evaluate((message) => message.getBoundingClientRect().bottom <= innerHeight), 'over the lobby');
    assert.notEqual(await a.until('waiting', () => true), null, 'at the front of the queue again');
    await b.button(/^Find an opponent/).waitFor();
  });

  test('remembers the last wish', async () => {
    const a = await person();
    await toLobby(a);
    await dialog(a, 'Play online').getByRole('radio', { name: 'Cube' }).check();
    await a.page.getByRole('radio', { name: '10 + 5' }).check();
    await a.page.getByRole('switch', { name: /^Rated/ }).check();
    await a.reload();
    await a.act('leave');
    await a.page.evaluate(() => (globalThis.fourfall.screen.value = { kind: 'lobby' }));
    await a.page.getByText('Cube · 10 + 5 · rated').waitFor();
  });
});

describe('a friend', () => {
  test('joins by a link, which is also a QR code, or by the code in any spelling', async () => {
    const [a, b] = [await person(), await person()];
    await toLobby(a);
    await a.button(/^Play a friend/).click();
    await a.page.getByRole('radio', { name: 'Red begins' }).check();
    await a.button('Create a link').click();
    const link = await a.page.getByLabel('Link for your friend', { exact: true }).inputValue();
    const { code } = await a.until('invitation');
    assert.equal(new URL(link).searchParams.get('join'), code);
    const picture = a.page.getByRole('img', { name: 'QR code of the link' });
    const { width, height } = await picture.boundingBox();
    assert.ok(width >= 160 && width === height);
    assert.ok((await picture.locator('path').getAttribute('d')).length > 1000);
    await toLobby(b);
    await b.button(/^Join with a code/).click();
    await b.page.getByLabel('Code').fill('nonsense');
    await b.button('Join').click();
    await b.page.locator('.screen .wrong').filter({ hasText: /\w/ }).waitFor();
    await b.page.getByLabel('Code').fill(` ${code.toLowerCase()} `);
    await b.button('Join').click();
    await Promise.all([a.seated(), b.seated()]);
    assert.equal((await a.until('table')).seat, 0);
  });
});

describe('in a game', () => {
  test('a draw is offered and declined, resigning is confirmed, and a rematch follows', async () => {
    const [x, o] = await meet(person, { viewport: WIDE });
    await play(x, o, '44');
    await x.button('Draw: offer one').click();
    await o.page.getByText(/offers a draw/).first().waitFor();
    await o.button('Decline').click();
    await x.said('note.drawDeclined');
    await o.button('Resign').click();
    await o.page.waitForFunction(() => document.activeElement?.textContent === 'Play on'); // not Resign: Enter must not end the game
    await o.button('Play on').click();
    assert.equal((await o.until('table')).result, null);
    await o.button('Resign').click();
    await o.page.getByRole('alertdialog').getByRole('button', { name: 'Resign', exact: true }).click();
    await x.page.getByRole('region', { name: 'You win!' }).getByText(/ resigned\.$/).waitFor();
    await o.page.getByRole('region', { name: / wins\.$/ }).getByText('You resigned.').waitFor();
    const before = (await x.until('table')).gameId;
    await x.button('Rematch').click();
    await o.button('Accept').click();
    await x.until('table', (table) => table?.gameId !== before && table?.seat === 1);
    await o.until('table', (table) => table?.gameId !== before && table?.seat === 0);
  });

  test('a premove is chosen, seen, taken back, and played as soon as it can be', async () => {
    const [x, o] = await meet(person);
    await play(x, o, '4');
    await x.button('Premove').click();
    const fifth = x.page.locator('[data-column="4"]');
    await fifth.click();
    await x.page.getByText('Premove: column 5.').waitFor();
    assert.equal(await fifth.getAttribute('aria-pressed'), 'true');
    await x.button('Take it back').click();
    await x.until('table', ({ premove }) => premove === null);
    await fifth.click();
    await o.press(4);
    await Promise.all([x.shows('445'), o.shows('445')]);
  });

  test('chat: quick messages, emoji and text; unread lines are counted and announced', async () => {
    const [x, o] = await meet(person, { viewport: WIDE });
    await x.page.keyboard.press('c');
    const field = x.page.getByRole('textbox', { name: 'Message' });
    await field.waitFor();
    await x.page.waitForFunction(() => document.activeElement.matches('.composer input'));
    await x.page.keyboard.type('Well, <b>hello</b> & welcome');
    await x.page.keyboard.press('Enter');
    await o.hears(`${(await x.until('me')).name}: Well, <b>hello</b> & welcome`);
    await x.button('Good luck!').click();
    await x.button('Applause').click();
    await o.page.locator('.actions .badge').filter({ hasText: '3' }).waitFor();
    await o.page.locator('.actions').getByRole('button', { name: /^Chat/ }).click();
    const lines = o.page.locator('.lines li');
    await lines.nth(2).waitFor();
    assert.deepEqual(await lines.locator('p').allTextContents(), ['Well, <b>hello</b> & welcome', 'Good luck!', 'Applause']);
    await o.until('unread', (count) => count === 0); // marked as read one frame after they are visible
    await o.speak('de');
    await o.page.getByText('Viel Glück!').first().waitFor();
    await o.page.getByRole('button', { name: 'Chat stummschalten' }).click();
    await o.page.getByText('Stumm: Du siehst nur, was du selbst schreibst.').waitFor();
    assert.equal(await lines.count(), 0);
    await field.fill('x'.repeat(201));
    await x.page.getByText('-1 characters left').waitFor();
    await field.press('Enter');
    assert.equal(await field.inputValue(), 'x'.repeat(201), 'nothing is cut off and nothing is lost');
  });
});

describe('text from other people', () => {
  test('is shown as plain text, in five hundred lines', async () => {
    const wires = [];
    let isUpgraded = false;
    const [, o] = await meet(async (options) => {
      const p = await person(options);
      if (!options.query) return p;
      await p.seated();
      await p.page.routeWebSocket(/socket\.io/, (near) => {
        const far = near.connectToServer();
        wires.push(near);
        near.onMessage((message) => {
          far.send(message);
          isUpgraded ||= message === '5';
        });
      });
      await p.reload();
      await p.seated();
      return p;
    }, { viewport: WIDE, spy: () => (globalThis.xss = () => (globalThis.isHurt = true)) });
    const { gameId } = await o.until('table');
    // The connection starts with polling: until the upgrade the page ignores this WebSocket.
    assert.ok(await eventually(() => isUpgraded, Boolean), 'the page moves to a WebSocket');
    for (let seq = 1; seq <= 500; seq++) {
      const text = PAYLOADS[seq % PAYLOADS.length];
      const line = { gameId, seq, channel: 'players', playerId: 'somebody', from: 'X', name: text.slice(0, 20), text, sentAt: seq };
      wires.at(-1).send(`42${JSON.stringify(['chat-message', line])}`);
    }
    await o.until('chat', (lines) => lines.length === 500);
    await o.page.keyboard.press('c');
    const lines = o.page.locator('.lines li');
    await lines.last().waitFor();
    assert.ok(await lines.count() < 200, 'only the last lines are drawn');
    const show = o.button('Show earlier messages');
    while (await show.count()) await show.click();
    assert.equal(await lines.count(), 500);
    const shown = await lines.locator('p').allTextContents();
    shown.forEach((text, at) => assert.equal(text, PAYLOADS[(at + 1) % PAYLOADS.length]));
    const strangers = await o.page.evaluate(() => document.querySelectorAll('.lines li :not(small, p, svg, circle, path, .avatar rect)').length);
    assert.equal(strangers, 0, 'no element came from a message');
    assert.equal(await o.page.evaluate(() => globalThis.isHurt), undefined);
  });

  test('is shown as plain text in names, too', async () => {
    const name = '<img src=x onerror=1';
    const x = await person();
    assert.equal(await x.online('setName', name), null);
    assert.equal(await x.online('playComputer', { board: '7x6', clock: { kind: 'none' }, isRated: false }, 'easy', 'balanced', 'X'), null);
    await x.seated();
    assert.equal(await x.page.locator('.seats .near strong, .own strong').first().textContent(), name);
    assert.equal(await x.page.locator('img').count(), 0);
  });
});

test('everything is reached by keyboard, and closing returns the focus', async () => {
  const a = await person();
  const press = (key) => a.page.keyboard.press(key);
  const focus = () => a.page.evaluate(() => document.activeElement.innerText?.split('\n')[0] ?? '');
  const tabTo = async (text) => {
    for (let i = 0; i < 60 && (await focus()) !== text; i++) await press('Tab');
    assert.equal(await focus(), text);
  };
  await tabTo('Play online');
  await press('Enter');
  await dialog(a, 'Play online').waitFor();
  await a.page.waitForFunction(() => document.activeElement.id === 'screen-title');
  await a.connection('online');
  await tabTo('Watch');
  await press('Enter');
  await dialog(a, 'Watch').waitFor();
  await a.page.locator('.empty, .entries').waitFor();
  await press('Escape');
  await a.page.getByRole('dialog').waitFor({ state: 'hidden' });
  await a.page.waitForFunction(() => document.activeElement.textContent.startsWith('Play online'));
  await press('Enter');
  await tabTo('Find an opponent');
  await press('Enter');
  await a.until('waiting');
});

test('every text is German in German', async () => {
  const a = await person({ settings: { language: 'de' } });
  await a.button(/^Online/).click();
  await a.connection('online');
  for (const text of ['Gegner finden', 'Mit Freunden spielen', 'Mit Code beitreten', 'Klassisch · 5 + 3 · ohne Wertung', 'Name wählen, oder mit einem Konto Spiele behalten']) {
    await a.page.getByRole('dialog').getByText(text, { exact: true }).first().waitFor();
  }
  await a.page.getByRole('navigation').getByRole('button', { name: 'Meine' }).click();
  await a.page.getByText('Keine laufenden Spiele. Wie wäre es mit einem über mehrere Tage?').waitFor();
});

test('a game over days is listed with its turn, and is opened again from there', async () => {
  const a = await person();
  const days = { board: '7x6', clock: { kind: 'days', perMoveMs: 3 * 86_400_000 }, isRated: false };
  assert.equal(await a.online('playComputer', days, 'easy', 'balanced', 'X'), null);
  await a.seated();
  await a.press(4);
  await a.ply(2);
  await a.act('leave');
  await a.button(/^Play online/).click();
  await a.page.getByRole('navigation').getByRole('button', { name: /^My games/ }).click();
  const entry = a.page.getByRole('button', { name: /^Against Computer Your turn/ });
  await entry.waitFor();
  for (const player of [0, 1]) assert.match(await entry.locator(`svg.thumb .fill-${player}`).getAttribute('d'), /^M[^M]+$/, 'one disc');
  await entry.click();
  await a.seated();
  assert.equal((await a.state()).ply, 2);
});

describe('axe finds nothing', () => {
  test('on the screens before a game', async () => {
    const a = await person({ viewport: { width: 1120, height: 640 } });
    await toLobby(a);
    await assertAccessible(a, 'lobby');
    for (const way of ['Join with a code', "Play the server's computer", 'Play a friend']) await a.button(new RegExp(`^${way}`)).click();
    await assertAccessible(a, 'lobby, friend');
    await a.button('Create a link').click();
    await a.page.locator('.qr').waitFor();
    await assertAccessible(a, 'invitation');
    for (const kind of ['mine', 'watch']) {
      await a.page.evaluate((wanted) => (globalThis.fourfall.screen.value = { kind: wanted }), kind);
      await a.page.locator('.empty, .entries').waitFor();
      await assertAccessible(a, kind);
    }
    await a.act('change', { theme: 'contrast' });
    await assertAccessible(a, 'high contrast');
  });

  test('in the queue, with a match, in the game, in the chat and at the end', async () => {
    const options = { viewport: { width: 1120, height: 640 } };
    const [a, b] = [await person(options), await person({ viewport: PHONE, settings: { theme: 'classic', language: 'de' } })];
    await find(a);
    await assertAccessible(a, 'looking');
    await b.online('joinQueue', { board: '7x6', clock: { kind: 'live', initialMs: 300_000, incrementMs: 3000 }, isRated: false });
    for (const p of [a, b]) await p.page.locator('.match[open]').waitFor();
    await assertAccessible(a, 'found');
    for (const p of [a, b]) await p.online('confirmMatch');
    for (const p of [a, b]) await p.seated();
    await b.online('sayQuick', 101);
    await a.page.locator('.action .badge').waitFor();
    for (const p of [a, b]) await assertAccessible(p, 'game');
    for (const p of [a, b]) await p.page.locator('.actions').getByRole('button', { name: /^Chat/ }).click();
    for (const p of [a, b]) await assertAccessible(p, 'chat');
    await a.online('offerDraw');
    await b.page.locator('.strip').waitFor();
    await assertAccessible(b, 'offer');
    await b.online('answerDraw', true);
    await b.page.locator('.panel').getByRole('button', { name: 'Schließen' }).click(); // the sheet gives its place to the result
    for (const p of [a, b]) await p.page.locator('.result').waitFor();
    for (const p of [a, b]) await assertAccessible(p, 'result');
  });
});
