// Three people at one game, clocks that run out, and games that last for days.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANDSCAPE, PHONE } from './browser.mjs';
import { LIVE, meet, play, useOnline } from './online_people.mjs';
import { eventually } from './visit.mjs';

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
async function tellsWhy(p, why) {
  for (const viewport of [LANDSCAPE, PHONE]) {
    await p.resize(viewport);
    await p.page.locator('.result small', { hasText: why }).waitFor();
    const boxes = () => p.page.evaluate(() => ['.result', '.result small'].map((part) => document.querySelector(part).getBoundingClientRect().toJSON()));
    const isInside = ([box, words]) => box.left >= 0 && box.right <= viewport.width
      && words.width > 60 && words.top >= box.top && words.bottom <= box.bottom;
    const seen = await eventually(boxes, isInside); // the result follows the window a frame later
    assert.ok(isInside(seen), `${viewport.width}: ${JSON.stringify(seen)}`);
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

/** Before the page's script: who begins presses as soon as there is something to press, before the own time can run out. */
function beginAtOnce() {
  const look = () => {
    const seat = globalThis.fourfall?.remote.value?.seat;
    const button = seat === 0 ? document.querySelector('[data-column="3"]:enabled') : null;
    button?.click();
    if (!button && seat !== 1) setTimeout(look, 10);
  };
  look();
}

test('a clock runs out: both see who ran out of time', async () => {
  const initialMs = 6000;
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

/** The server ends, and begins again as if so many days had gone by. */
async function daysLater(days, people) {
  await shared.server.end('SIGTERM');
  shared.server.options = ['--test-clock-shift', String(days * DAY_MS)];
  await shared.server.start();
  await Promise.all(people.map((p) => p.reconnected()));
}

test('a game over days goes on after two of three, and is lost after four more', async () => {
  const expected = /ERR_|WebSocket/; // the server is away in between
  const [x, o] = await meet(person, { expected }, { ...LIVE, clock: { kind: 'days', perMoveMs: 3 * DAY_MS } });
  await play(x, o, '44');
  await daysLater(2, [x, o]);
  await play(x, o, '5', '44', 'insist');
  await daysLater(6, [x, o]);
  for (const p of [x, o]) {
    const { result } = await p.until('table', (table) => table.result !== null);
    assert.deepEqual([result.winner, result.reason], [0, 'time']);
  }
  await x.turnSays('You win!');
});
