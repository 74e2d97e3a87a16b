// Games of the server on the board (web/src/app/remote.ts, playing.ts, address.ts): the real controller and core of two or
// three people, and the real server.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually, onlySqlite } from '../e2e/server_process.mjs';
import { confirmed, LIVE, online, play, reconnection, seated, table, usePeople } from './page_people.mjs';
import { until } from './until.mjs';

const { person, meet, server, wire } = await usePeople();
const NO_CLOCK = { board: '7x6', clock: { kind: 'none' }, isRated: false };
const path = (page) => page.window.history.entry.url.pathname;
/** Closing something takes its step out of the history, and browsers take their time for that. */
const pathIs = (page, wanted) => eventually(() => new Promise((done) => setTimeout(done, 0, path(page))), (found) => found === wanted, `the path ${wanted}`);

async function against(page) {
  assert.equal(await (await page.app.loadOnline()).playComputer(NO_CLOCK, 'easy', 'balanced', 'X'), null);
  await seated(page);
}

describe('a whole game', () => {
  test('by the link of a friend, which a reload does not follow again', async () => {
    const [x, o] = await meet();
    assert.equal(o.window.history.entry.url.searchParams.has('join'), false);
    assert.deepEqual([x.turnText, x.app.phase.peek(), o.app.phase.peek()], ['Your turn', 'turn', 'waiting']);
    await play(x, o, '4141414');
    await Promise.all([x.phase('over'), o.phase('over')]);
    assert.deepEqual([x.turnText, o.turnText], ['You win!', `${x.app.remote.peek().names[0]} wins!`]);
    assert.equal((await table(o)).result.reason, 'line');
    assert.deepEqual([await online(x).winsInARow(), await online(o).winsInARow()], [1, 0]);
  });

  test('by the queue, confirmed by both', async () => {
    const people = [await person(), await person()];
    for (const p of people) assert.equal(await (await p.app.loadOnline()).joinQueue(LIVE), null);
    for (const p of people) await until(online(p).match, (match) => match !== null, 'a match');
    for (const p of people) online(p).confirmMatch();
    for (const p of people) await seated(p);
    const [x, o] = online(people[0]).table.peek().seat === 0 ? people : people.reverse();
    await play(x, o, '4455667');
    assert.equal(x.turnText, 'You win!');
    await o.phase('over');
  });

  test('ends by resigning in the middle of it', async () => {
    const [x, o] = await meet();
    await play(x, o, '44');
    online(x).resign();
    await Promise.all([x.phase('over'), o.phase('over')]);
    assert.deepEqual([o.turnText, o.at.status], ['You win!', 'playing'], 'the position itself would go on');
  });

  test('against the computer of the server', async () => {
    const x = await person();
    await against(x);
    x.app.drop(3);
    await x.ply(2);
    await x.phase('turn');
  });

  test('in the cube, with letters', async () => {
    const [x, o] = await meet({}, { ...LIVE, board: '5x5x5' });
    let known = '5x5x5:';
    for (const [i, letter] of [...'aggmmsmsses'].entries()) {
      const mover = i % 2 ? o : x;
      await mover.phase('turn');
      mover.app.drop(mover.at.letters.indexOf(letter));
      known += letter;
      await Promise.all([x.shows(known), o.shows(known)]);
    }
    await Promise.all([x.phase('over'), o.phase('over')]);
    assert.deepEqual([x.at.winner, (await table(x)).result.reason], [0, 'line']);
  });
});

describe('a disc', () => {
  test('of mine falls before the server has answered; nothing else can be dropped meanwhile', async () => {
    const [x, o] = await meet({ settings: { motion: 'full' } });
    x.scene.holds = true;
    x.app.drop(3);
    assert.equal(x.app.phase.peek(), 'moving');
    x.app.drop(4);
    await until(x.app.snapshot, ({ ply }) => ply === 1, 'a falling disc');
    await o.shows('4');
    assert.equal(x.app.phase.peek(), 'moving', 'it has not landed here');
    x.scene.land();
    await x.phase('waiting');
    assert.equal(x.at.notation, '4');
  });

  test('of the opponent falls when mine has landed, one after the other', async () => {
    const [x, o] = await meet({ settings: { motion: 'full' } });
    x.scene.holds = true;
    const plies = [];
    x.app.snapshot.subscribe(({ ply }) => plies.push(ply));
    x.app.drop(3);
    await until(x.app.snapshot, ({ ply }) => ply === 1, 'my falling disc'); // its worker may be slower than the server
    await o.shows('4');
    await o.phase('turn');
    o.app.drop(3);
    await o.shows('44');
    await table(x, () => x.app.remote.peek() !== null, 'the game');
    assert.equal(x.at.ply, 1);
    x.scene.land();
    await until(x.app.snapshot, ({ ply }) => ply === 2, 'the second disc');
    assert.equal(x.app.phase.peek(), 'moving');
    x.scene.land();
    await x.phase('turn');
    assert.deepEqual(plies, [0, 1, 2]);
  });

  test('pressed while the opponent\'s falls is kept, and sent when that has landed', async () => {
    const [x, o] = await meet({ settings: { motion: 'full' } });
    o.scene.holds = true;
    x.app.drop(3);
    await until(o.app.snapshot, ({ ply }) => ply === 1, 'the falling disc');
    assert.equal(o.app.phase.peek(), 'moving');
    o.app.drop(0);
    o.app.drop(1);
    assert.deepEqual([o.app.queued.peek(), o.scene.shown.at(-1).kept], [1, { column: 1, player: 1 }]);
    o.scene.land();
    await x.shows('42');
    assert.equal(o.app.queued.peek(), null);
  });

  test('pressed while mine falls becomes a premove where those are wanted', async () => {
    const [x, o] = await meet({ settings: { motion: 'full' } });
    online(x).premoves.value = true;
    x.scene.holds = true;
    x.app.drop(3);
    await until(x.app.snapshot, ({ ply }) => ply === 1, 'my falling disc');
    x.app.drop(0);
    assert.equal(x.app.queued.peek(), 0);
    await confirmed(x);
    x.scene.land();
    await x.phase('waiting');
    assert.deepEqual([(await table(x)).premove, x.app.queued.peek()], [0, null]);
    assert.deepEqual([x.scene.shown.at(-1).kept, x.app.cancelKept(), (await table(x)).premove], [{ column: 0, player: 0 }, true, null]);
    await o.shows('4');
  });

  test('is refused in a full column, and nothing is sent', async () => {
    const [x, o] = await meet();
    await play(x, o, '444444');
    x.app.drop(3);
    assert.deepEqual([x.said.at(-1), x.scene.refused], ['message.full', [3]]);
    assert.equal((await table(x)).pending, null);
  });

  test('out of turn is refused, or is a premove where those are wanted', async () => {
    const [x, o] = await meet();
    o.app.drop(0);
    assert.equal(o.said.at(-1), 'note.waiting');
    online(o).premoves.value = true;
    o.app.drop(0);
    assert.equal((await table(o)).premove, 0);
    o.app.drop(0);
    assert.equal((await table(o)).premove, null, 'the same column again takes it back');
    o.app.drop(0);
    await x.phase('turn');
    x.app.drop(3);
    await Promise.all([x.shows('41'), o.shows('41')]);
  });
});

describe('while others play against me', () => {
  test('nothing helps me, nothing is taken back, and no other game takes the board', async () => {
    const [x, o] = await meet({ settings: { scores: true, threats: true } });
    await play(x, o, '44');
    for (const [actions, key] of [[['undo', 'redo', 'restart', 'continueFromHere'], 'note.playing'], [['askHint', 'startReview'], 'note.fairPlay']])
      for (const action of actions) {
        x.said.length = 0;
        x.app[action]();
        await x.hears(key);
      }
    assert.equal((await x.app.open('4453')).key, 'note.playing');
    const { analysis, threats, hint, review } = x.app;
    assert.deepEqual([analysis.peek(), threats.peek(), hint.peek(), review.peek(), x.at.notation], [null, [], null, null, '44']);
    online(x).resign();
    await x.phase('over');
    await x.core.loadBook();
    x.app.startReview();
    await until(x.app.review, (found) => found !== null, 'a review');
  });

  test('an earlier moment can be looked at; the next move leads back to the present', async () => {
    const [x, o] = await meet();
    await play(x, o, '443');
    x.app.seek(1);
    await x.phase('replay');
    const seen = [];
    x.app.snapshot.subscribe(({ notation }) => seen.push(notation));
    o.app.drop(2);
    await Promise.all([x.shows('4433'), o.shows('4433')]);
    assert.deepEqual(seen, ['4', '4433'], 'nothing else is seen on the way');
    assert.equal(x.turnText, 'Your turn');
  });

  test('leaving goes to the start page; the game is offered, and is there again', async () => {
    const [x, o] = await meet();
    await play(x, o, '4');
    x.app.leave();
    assert.equal(x.app.phase.peek(), 'welcome');
    await pathIs(x, '/');
    const { gameId } = await until(online(x).running, (running) => running !== null, 'the running game');
    const again = await x.reload();
    await again.onlineLoader.connectReturning();
    await until(online(again).running, (running) => running !== null, 'the running game');
    assert.equal(again.app.phase.peek(), 'welcome');
    assert.equal(await online(again).resume(gameId), null);
    await again.shows('4');
    await play(again, o, '44', '4');
  });

  test('a game that was played here is still there after one with others', async () => {
    const x = await person();
    await x.start();
    await x.play('445');
    await against(x);
    online(x).resign();
    await x.phase('over');
    x.app.leave();
    assert.deepEqual(x.app.saved.peek().map(({ text }) => text), ['445']);
    const again = await x.reload();
    again.app.resumeSaved(again.app.saved.peek()[0].id);
    await again.shows('445');
  });

  test('a game that is over goes on here from any of its moments, for two people', async () => {
    const [x, o] = await meet();
    await play(x, o, '44');
    online(x).resign();
    await x.phase('over');
    x.app.undo();
    await x.phase('replay');
    assert.equal(x.at.ply, 1);
    x.app.continueFromHere();
    await x.phase('turn');
    assert.deepEqual([x.app.remote.peek(), x.app.setup.peek().mode], [null, 'two']);
    await pathIs(x, '/');
    await x.play('7');
    assert.equal(x.at.notation, '47');
  });
});

describe('a game has an address', () => {
  test('of a game that is over: it is looked at, with names and result', async () => {
    const [x, o] = await meet();
    await play(x, o, '4141');
    const { gameId } = await table(x);
    online(x).resign();
    await x.phase('over');
    const w = await person({ below: `game/${gameId}` });
    await w.phase('over');
    const { names, seat, result } = w.app.remote.peek();
    assert.deepEqual([seat, result.winner, result.reason, w.turnText], [null, 1, 'resign', `${names[1]} wins!`]);
    w.app.seek(2);
    await w.phase('replay');
    w.app.leave();
    assert.equal(w.app.phase.peek(), 'welcome');
    await pathIs(w, '/');
  });

  test('of a running one: mine is resumed, others are watched', async () => {
    const [x, o] = await meet();
    await play(x, o, '4');
    const { gameId } = await table(x);
    const w = await person({ below: `game/${gameId}` });
    await w.shows('4');
    assert.equal((await table(w)).seat, null);
    w.app.drop(0);
    assert.equal(w.said.at(-1), 'note.watching');
    await o.close();
    const again = await person({ below: `game/${gameId}`, storage: o.window.storage });
    await again.shows('4');
    assert.equal((await table(again)).seat, 1);
    await play(x, again, '4', '4');
    await w.shows('44');
  });

  test('a rematch has its own; Back leaves it without losing it', async () => {
    const [x, o] = await meet();
    const { gameId: first } = await table(x);
    assert.equal(path(x), `/game/${first}`);
    await play(x, o, '44');
    online(x).resign();
    await x.phase('over');
    online(o).askRematch();
    await table(x, ({ rematch }) => rematch === 'offered', 'the offer');
    online(x).answerRematch(true);
    const { gameId } = await table(x, (now) => now.gameId !== first, 'the rematch');
    await x.phase('waiting');
    assert.equal(path(x), `/game/${gameId}`);
    x.window.history.back();
    await x.phase('welcome');
    await pathIs(x, '/');
    assert.equal(await online(x).resume(gameId), null);
    await x.phase('waiting');
    assert.equal(path(x), `/game/${gameId}`);
  });

  test('opened from a screen: Back leads to that screen and resigns nothing; closing the screen leads home', async () => {
    const [x, o] = await meet();
    await play(x, o, '4');
    const { gameId } = await table(x);
    x.app.leave();
    await pathIs(x, '/');
    x.app.screen.value = { kind: 'mine' };
    assert.equal(await online(x).resume(gameId), null);
    await x.phase('waiting');
    await pathIs(x, `/game/${gameId}`);
    assert.equal(x.app.screen.peek(), null);
    x.window.history.back();
    await x.phase('welcome');
    assert.deepEqual(await until(x.app.screen, (screen) => screen !== null, 'the screen'), { kind: 'mine' });
    assert.equal((await table(o)).result, null);
    await until(online(x).running, (running) => running?.gameId === gameId, 'the way back');
    x.app.screen.value = null;
    await eventually(() => new Promise((done) => setTimeout(done, 0, x.window.history.at)), (at) => at === 0, 'the first entry');
    assert.equal(path(x), '/');
  });

  test('Back from a game of the archive leads to the game that was played here, Forward to the other one again', async () => {
    const [x, o] = await meet();
    await play(x, o, '4');
    const { gameId } = await table(x);
    online(x).resign();
    await x.phase('over');
    const w = await person();
    await w.start();
    await w.play('445');
    assert.equal(await (await w.app.loadOnline()).open(gameId), null);
    await w.phase('over');
    w.window.history.back();
    await w.shows('445');
    assert.deepEqual([w.app.phase.peek(), w.app.remote.peek()], ['turn', null]);
    w.window.history.forward();
    await w.shows('4');
    assert.equal(path(w), `/game/${gameId}`);
  });

  test('that names no game is said, and the start page stays', async () => {
    const w = await person({ below: 'game/0000000000000' });
    assert.deepEqual([w.said.at(-1), w.app.phase.peek()], ['refusal.no-such-game', 'welcome']);
  });
});

test('a spectator sees every disc fall; three that come at once are put right without falling', async () => {
  const [x, o] = await meet();
  const { gameId } = await table(x);
  const slow = await wire();
  const w = await person({ port: slow.port });
  assert.equal(await (await w.app.loadOnline()).watch(gameId), null);
  await seated(w);
  await play(x, o, '44');
  await w.shows('44');
  await slow.upgraded();
  const motions = () => w.scene.shown.map(({ motion }) => motion);
  assert.deepEqual(motions().slice(-2), ['animate', 'animate']);
  const before = w.scene.shown.length;
  slow.hold();
  await play(x, o, '353', '44');
  await slow.holds(3);
  slow.release();
  await w.shows('44353');
  assert.deepEqual([...new Set(motions().slice(before))], ['jump']);
});

test('spectators talk among themselves, and are counted until they leave', async () => {
  const [x, o] = await meet();
  const { gameId } = await table(x);
  const w = await person();
  assert.equal(await (await w.app.loadOnline()).watch(gameId), null);
  await table(x, ({ spectators }) => spectators === 1, 'a spectator');
  const says = (page, text) => until(online(page).chat, (lines) => lines.some((line) => line.text === text), text);
  assert.equal(await online(w).say('what a game'), null);
  await says(w, 'what a game');
  assert.equal(await online(x).say('hello'), null);
  await says(o, 'hello');
  assert.deepEqual(online(o).chat.peek().map(({ text }) => text), ['hello'], 'players do not hear spectators');
  w.app.leave();
  await table(x, ({ spectators }) => spectators === 0, 'no spectator');
});

test('a clock runs out: both see who ran out of time', async () => {
  const [x, o] = await meet({}, { ...LIVE, clock: { kind: 'live', initialMs: 5000, incrementMs: 0 } });
  x.app.drop(3);
  await o.shows('4');
  const left = online(o).leftNow(1);
  assert.ok(left >= 0 && left <= 5000, String(left));
  for (const page of [x, o]) {
    const { result } = await table(page, (now) => now.result !== null, 'the end');
    assert.deepEqual([result.winner, result.reason], [0, 'time']);
    await page.phase('over');
  }
  assert.equal(x.turnText, 'You win!');
});

test('a game over days goes on after two of three, and is lost after four more', onlySqlite('nodes go by the clock of a database server'), async () => {
  const DAY_MS = 86_400_000;
  const [x, o] = await meet({}, { ...LIVE, clock: { kind: 'days', perMoveMs: 3 * DAY_MS } });
  /** The server ends, and begins again as if so many days had gone by. */
  const daysLater = async (days) => {
    const back = [reconnection(x), reconnection(o)];
    await server.process.stop();
    await server.start('--test-clock-shift', String(days * DAY_MS));
    await Promise.all(back);
  };
  await play(x, o, '44');
  await daysLater(2);
  await play(x, o, '5', '44');
  await daysLater(6);
  for (const page of [x, o]) {
    const { result } = await table(page, (now) => now.result !== null, 'the end');
    assert.deepEqual([result.winner, result.reason], [0, 'time']);
  }
  await x.phase('over');
  assert.equal(x.turnText, 'You win!');
});

test('a device with push messages tells the server of another language at once, and ends them at a log-out', async () => {
  const page = await person();
  const calls = [];
  const subscription = { endpoint: 'https://push.example.org/1', toJSON: () => ({}), unsubscribe: async () => void calls.push('unsubscribe') };
  const pushManager = { subscribe: async () => (calls.push('subscribe'), subscription), getSubscription: async () => subscription };
  page.window.navigator.serviceWorker = { ready: Promise.resolve({ pushManager }), getRegistration: async () => undefined };
  page.window.storage.setItem('fourfall.online.push', 'true');
  const mine = await page.app.loadOnline();
  assert.equal(await mine.connect(), null);
  const called = (wanted) => eventually(() => new Promise((done) => setTimeout(done, 0, calls.join())), (found) => found === wanted, wanted);
  await called('subscribe');
  page.app.change({ language: 'de' });
  await called('subscribe,subscribe');
  page.app.change({ sound: false });
  await mine.useToken(null);
  await called('subscribe,subscribe,unsubscribe');
});
