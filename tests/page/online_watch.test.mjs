// Three people at one game, clocks that run out, and games that last for days.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANDSCAPE, PHONE } from './browser.mjs';
import { LIVE, meet, play, useOnline } from './online_people.mjs';

const { person, shared } = useOnline({ scene: false });
const DAY_MS = 86_400_000;
/** Red builds a line through four levels, from the corner a inwards. */
const SPACE_DIAGONAL = 'aggmmsmsses';

/** Drops columns of any board through the controller, by their letters; everybody sees every disc. */
async function playLetters(x, o, others, board, letters) {
  let known = '';
  for (const letter of letters) {
    const mover = known.length % 2 ? o : x;
    await mover.phase('turn');
    await mover.page.evaluate((wanted) => {
      const { snapshot, drop } = globalThis.fourfall;
      drop(snapshot.value.letters.indexOf(wanted));
    }, letter);
    known += letter;
    await Promise.all([x, o, ...others].map((p) => p.shows(`${board}:${known}`)));
  }
}

/** Why a game is over is read on a phone, however it is held, and nothing of it is cut off. */
async function tellsWhy({ page }, why) {
  for (const viewport of [LANDSCAPE, PHONE]) {
    await page.setViewportSize(viewport);
    await page.locator('.result small', { hasText: why }).waitFor();
    const box = await page.locator('.result').boundingBox();
    const words = await page.locator('.result small').first().boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= viewport.width, `${viewport.width}: ${JSON.stringify(box)}`);
    assert.ok(words.width > 60 && words.y >= box.y && words.y + words.height <= box.y + box.height, JSON.stringify([box, words]));
  }
}

test('two play in the cube, a third one watches every disc, and spectators talk among themselves', async () => {
  const [x, o] = await meet(person, {}, { ...LIVE, board: '5x5x5' });
  const { gameId } = await x.until('table');
  const w = await person();
  assert.equal(await w.online('watch', gameId), null);
  await w.seated();
  await x.until('table', ({ spectators }) => spectators === 1);
  assert.equal(await w.online('say', 'what a game'), null);
  await w.until('chat', (lines) => lines.some(({ text }) => text === 'what a game'));
  assert.equal(await x.online('say', 'hello'), null);
  await o.until('chat', (lines) => lines.some(({ text }) => text === 'hello'));
  await playLetters(x, o, [w], '5x5x5', SPACE_DIAGONAL);
  await Promise.all([x, o, w].map((p) => p.phase('over')));
  const results = await Promise.all([x, o, w].map(async (p) => (await p.until('table')).result));
  for (const { winner, reason } of results) assert.deepEqual([winner, reason], [(SPACE_DIAGONAL.length + 1) % 2, 'line']);
  const heard = await o.page.evaluate(() => globalThis.fourfall.online.value.chat.value.map(({ text }) => text));
  assert.deepEqual(heard, ['hello'], 'players do not hear spectators');
  await tellsWhy(x, 'Red connects 4.');
  await w.act('leave');
  await x.until('table', ({ spectators }) => spectators === 0);
});

test('a clock runs out: both see who ran out of time', async () => {
  const [x, o] = await meet(person, {}, { ...LIVE, clock: { kind: 'live', initialMs: 4000, incrementMs: 0 } });
  await play(x, o, '4');
  const left = await o.page.evaluate(() => globalThis.fourfall.online.value.leftNow(1));
  assert.ok(left >= 0 && left <= 4000, String(left));
  for (const p of [x, o]) {
    const { result } = await p.until('table', (table) => table.result !== null);
    assert.deepEqual([result.winner, result.reason], [0, 'time']);
    await p.phase('over');
  }
  await x.turnSays('You win!');
  await tellsWhy(o, 'You ran out of time.');
});

/** The server ends, and begins again as if so many days had gone by. */
async function daysLater(days) {
  await shared.server.end('SIGTERM');
  shared.server.options = ['--test-clock-shift', String(days * DAY_MS)];
  await shared.server.start();
}

test('a game over days goes on after two of three, and is lost after four more', async () => {
  const expected = /ERR_|WebSocket/; // the server is away in between
  const [x, o] = await meet(person, { expected }, { ...LIVE, clock: { kind: 'days', perMoveMs: 3 * DAY_MS } });
  await play(x, o, '44');
  await daysLater(2);
  await Promise.all([x.connection('online'), o.connection('online')]);
  await play(x, o, '5', '44');
  await daysLater(6);
  await Promise.all([x.connection('online'), o.connection('online')]);
  for (const p of [x, o]) {
    const { result } = await p.until('table', (table) => table.result !== null);
    assert.deepEqual([result.winner, result.reason], [0, 'time']);
  }
  await x.turnSays('You win!');
});
