// Two people play through the server, each in a browser of their own: addresses, layouts and frames that only a browser has.
// tests/web/page_online.test.mjs has the rest of online play.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LANDSCAPE, PHONE } from './browser.mjs';
import { LIVE, meet, play, useOnline } from './online_people.mjs';
import { eventually } from './visit.mjs';

const { person } = useOnline({ scene: false });

/** The reason for the end is fully visible on a phone, upright and on its side. */
async function tellsWhy(p, why) {
  for (const viewport of [LANDSCAPE, PHONE]) {
    await p.resize(viewport);
    await p.page.locator('.result small', { hasText: why }).waitFor();
    const boxes = () => p.page.evaluate(() => ['.result', '.result small'].map((part) => document.querySelector(part).getBoundingClientRect().toJSON()));
    const isInside = ([box, words]) => box.left >= 0 && box.right <= viewport.width
      && words.width > 60 && words.top >= box.top && words.bottom <= box.bottom;
    const seen = await eventually(boxes, isInside); // the panel resizes one frame after the window
    assert.ok(isInside(seen), `${viewport.width}: ${JSON.stringify(seen)}`);
  }
}

test('a whole game by the link of a friend, with the buttons over the columns', async () => {
  const [x, o] = await meet(person);
  assert.equal(new URL(o.page.url()).searchParams.has('join'), false, 'a reload does not join again');
  await x.turnSays('Your turn');
  await o.phase('waiting');
  await x.page.waitForFunction(() => document.activeElement.dataset.column === '3'); // where the game began without a reload
  await play(x, o, '4141414');
  await Promise.all([x.phase('over'), o.phase('over')]);
  await x.turnSays('You win!');
  const name = await x.page.evaluate(() => globalThis.fourfall.remote.value.names[0]);
  await o.turnSays(`${name} wins!`);
  assert.equal((await o.until('table')).result.reason, 'line');
  for (const p of [x, o]) await p.page.waitForFunction(() => document.activeElement.matches('.result .primary'));
  await tellsWhy(x, 'Red connects 4.');
});

describe('a move', () => {
  /** Reloads the page and notes the name of every event it sends from then on; polling is over when "5" (upgrade) was sent. */
  async function eventsSentBy(visit) {
    const events = [];
    let upgrade = () => {};
    const upgraded = new Promise((resolve) => (upgrade = resolve));
    visit.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => {
      const text = String(payload);
      if (text === '5') upgrade();
      if (/^42\d*\[/.test(text)) events.push(JSON.parse(text.replace(/^42\d*/, ''))[0]);
    }));
    await visit.reload();
    await visit.seated();
    await upgraded;
    return events;
  }

  test('is one frame to the server', async () => {
    const [x, o] = await meet(person);
    const events = await eventsSentBy(x);
    await play(x, o, '1');
    events.length = 0; // everything about the reconnection was sent before the first move
    await play(x, o, '7172626', '1');
    assert.deepEqual(events, Array(3).fill('make-move'));
  });

  test('that the server refuses is explained in the language of the page, with the column as the board names it', async () => {
    const [x, o] = await meet(person, { settings: { language: 'de' } });
    await play(x, o, '4444441');
    await x.page.evaluate(() => void (globalThis.fourfall.online.value.premoves.value = true));
    await x.act('drop', 3);
    await o.press(2);
    await x.said('refusal.column-full');
    await x.page.locator('[role=alert]', { hasText: 'Spalte 4 ist voll.' }).first().waitFor({ state: 'attached' });
  });
});

test('a game has an address, a rematch its own; Back leaves it without losing it, and no other game takes its place', async () => {
  const [x, o] = await meet(person);
  const path = () => x.page.evaluate(() => location.pathname);
  const { gameId: first } = await x.until('table');
  assert.equal(await path(), `/game/${first}`);
  await play(x, o, '44');
  await x.online('resign');
  await x.phase('over');

  const w = await person();
  await w.page.goto(`${w.shared.server.address}game/${first}?debug`);
  await w.ready();
  await w.phase('over');
  const { names, seat, result } = await w.page.evaluate(() => globalThis.fourfall.remote.value);
  assert.deepEqual([seat, result.winner, result.reason], [null, 1, 'resign']);
  await w.turnSays(`${names[1]} wins!`);

  await o.online('askRematch');
  await x.until('table', ({ rematch }) => rematch === 'offered');
  await x.online('answerRematch', true);
  const { gameId } = await x.until('table', (table) => table.gameId !== first);
  await x.phase('waiting');
  assert.equal(await path(), `/game/${gameId}`);

  const { playerId } = await x.until('me');
  await x.page.evaluate((id) => (globalThis.fourfall.screen.value = { kind: 'games', playerId: id }), playerId);
  await x.page.locator('.gamerow a').click();
  await x.page.locator('.screen .wrong', { hasText: 'running game' }).waitFor();
  assert.equal(await path(), `/game/${gameId}`);
  await x.page.keyboard.press('Escape');

  await x.page.evaluate(() => history.back());
  await x.phase('welcome');
  assert.equal(await path(), '/');
  await x.button('Return to your running game').click();
  await x.phase('waiting');
  assert.equal(await path(), `/game/${gameId}`);
  await play(o, x, '44');
});

/** Runs before the page's script: the player who moves first presses as soon as possible, before their time runs out. */
function beginAtOnce() {
  const look = () => {
    const seat = globalThis.fourfall?.remote.value?.seat;
    const button = seat === 0 ? document.querySelector('[data-column="3"][aria-disabled=false]') : null;
    button?.click();
    if (!button && seat !== 1) setTimeout(look, 10);
  };
  look();
}

test('a clock runs out: both see who ran out of time', async () => {
  const initialMs = 10_000;
  const [x, o] = await meet(person, { spy: beginAtOnce }, { ...LIVE, clock: { kind: 'live', initialMs, incrementMs: 0 } });
  await Promise.all([x.shows('4'), o.shows('4')]);
  const left = await o.page.evaluate(() => globalThis.fourfall.online.value.leftNow(1));
  assert.ok(left >= 0 && left <= initialMs, String(left));
  for (const p of [x, o]) {
    const { result } = await p.until('table', (table) => table.result !== null);
    assert.deepEqual([result.winner, result.reason], [0, 'time']);
    await p.phase('over');
  }
  await x.turnSays('You win!');
  await tellsWhy(o, 'You ran out of time.');
});

test('the time left for an absent opponent is counted down, also after a reload', async () => {
  const [x, o] = await meet(person);
  const strip = x.page.locator('.strip', { hasText: /has lost the connection\. You win if they are not back in 0:[0-5]\d/ });
  await o.page.close();
  await strip.waitFor();
  await x.reload();
  await strip.waitFor();
});
