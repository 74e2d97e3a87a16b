// Two people play through the server, each in a browser of their own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIVE, meet, play, useOnline } from './online_people.mjs';

const { person } = useOnline({ scene: false });

describe('a whole game', () => {
  test('by the link of a friend, with the buttons over the columns', async () => {
    const [x, o] = await meet(person);
    assert.equal(new URL(o.page.url()).searchParams.has('join'), false, 'a reload does not join again');
    await x.turnSays('Your turn');
    await o.phase('waiting');
    await play(x, o, '4141414');
    await Promise.all([x.phase('over'), o.phase('over')]);
    await x.turnSays('You win!');
    const name = await x.page.evaluate(() => globalThis.fourfall.remote.value.names[0]);
    await o.turnSays(`${name} wins!`);
    assert.equal((await o.until('table')).result.reason, 'line');
  });

  test('by the queue', async () => {
    const people = [await person(), await person()];
    for (const p of people) assert.equal(await p.online('joinQueue', LIVE), null);
    for (const p of people) await p.until('match');
    for (const p of people) await p.online('confirmMatch');
    for (const p of people) await p.seated();
    const seats = await Promise.all(people.map(async (p) => (await p.until('table')).seat));
    const [x, o] = seats[0] === 0 ? people : people.reverse();
    await play(x, o, '4455667');
    await x.turnSays('You win!');
    await o.phase('over');
  });

  test('ends by resigning in the middle of it', async () => {
    const [x, o] = await meet(person);
    await play(x, o, '44');
    await x.online('resign');
    await Promise.all([x.phase('over'), o.phase('over')]);
    await o.turnSays('You win!');
    const { status } = await o.state();
    assert.equal(status, 'playing', 'the position itself would go on');
  });

  test('against the computer of the server', async () => {
    const x = await person();
    await x.online('playComputer', { board: '7x6', clock: { kind: 'none' }, isRated: false }, 'easy', 'balanced', 'X');
    await x.seated();
    await x.press(4);
    await x.ply(2);
    await x.phase('turn', 'over');
  });
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
    events.length = 0; // whatever belonged to coming back has been sent before the first move
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

describe('while others play against me', () => {
  test('nothing helps me, nothing is taken back, and no other game takes the board', async () => {
    const [x, o] = await meet(person, { settings: { scores: true, threats: true } });
    await play(x, o, '44');
    for (const action of ['undo', 'redo', 'restart', 'continueFromHere']) {
      await x.act(action);
      await x.said('note.playing');
      await x.act('say', 'note.back');
    }
    for (const action of ['askHint', 'startReview']) {
      await x.act(action);
      await x.said('note.fairPlay');
      await x.act('say', 'note.back');
    }
    const wrong = await x.page.evaluate(() => globalThis.fourfall.open('4453'));
    assert.equal(wrong.key, 'note.playing');
    const seen = await x.page.evaluate(() => {
      const { analysis, threats, hint, review } = globalThis.fourfall;
      return [analysis.value, threats.value, hint.value, review.value];
    });
    assert.deepEqual(seen, [null, [], null, null]);
    await x.shows('44');
    await x.online('resign');
    await x.phase('over');
    await x.act('startReview');
    await x.page.waitForFunction(() => globalThis.fourfall.review.value !== null);
  });

  test('an earlier moment can be looked at; the next move leads back to the present', async () => {
    const [x, o] = await meet(person);
    await play(x, o, '443');
    await x.act('seek', 1);
    await x.phase('replay');
    await x.page.evaluate(() => {
      globalThis.seen = [];
      globalThis.fourfall.snapshot.subscribe(({ notation }) => globalThis.seen.push(notation));
    });
    await o.press(3);
    await Promise.all([x.shows('4433'), o.shows('4433')]);
    assert.deepEqual(await x.page.evaluate(() => globalThis.seen), ['4', '4433'], 'nothing else is seen on the way');
    await x.turnSays('Your turn');
  });

  test('a move when it is not my turn is refused, or is a premove where those are wanted', async () => {
    const [x, o] = await meet(person);
    await o.act('drop', 0);
    await o.said('note.waiting');
    await o.page.evaluate(() => void (globalThis.fourfall.online.value.premoves.value = true));
    await o.act('drop', 0);
    assert.equal((await o.until('table')).premove, 0);
    await x.press(4);
    await Promise.all([x.shows('41'), o.shows('41')]);
  });

  test('leaving goes to the start page; the game is offered, and is there again', async () => {
    const [x, o] = await meet(person);
    await play(x, o, '4');
    await x.act('leave');
    await x.phase('welcome');
    const { gameId } = await x.until('running');
    await x.reload();
    await x.until('running');
    assert.equal((await x.state()).phase, 'welcome');
    assert.equal(await x.online('resume', gameId), null);
    await x.shows('4');
    await o.press(4);
    await x.press(4);
  });

  test('a game that was played here is still there after one with others', async () => {
    const x = await person();
    await x.start({ mode: 'two' });
    await x.play('445');
    await x.online('playComputer', { board: '7x6', clock: { kind: 'none' }, isRated: false }, 'easy', 'balanced', 'X');
    await x.seated();
    await x.online('resign');
    await x.phase('over');
    await x.act('leave');
    await x.phase('welcome');
    await x.reload();
    await x.phase('turn');
    assert.equal((await x.state()).notation, '445');
  });
});

describe('a game has an address', () => {
  test('of a game that is over: it is looked at, with names and result', async () => {
    const [x, o] = await meet(person);
    await play(x, o, '4141');
    const { gameId } = await x.until('table');
    await x.online('resign');
    await x.phase('over');
    const w = await person();
    await w.page.goto(`${w.shared.server.address}game/${gameId}?debug`);
    await w.ready();
    await w.phase('over');
    const { names, seat, result } = await w.page.evaluate(() => globalThis.fourfall.remote.value);
    assert.deepEqual([seat, result.winner, result.reason], [null, 1, 'resign']);
    await w.turnSays(`${names[1]} wins!`);
    await w.act('seek', 2);
    await w.phase('replay');
    await w.act('leave');
    await w.phase('welcome');
    assert.equal(new URL(w.page.url()).pathname, '/');
  });

  test('of a running one: mine is resumed, others are watched', async () => {
    const [x, o] = await meet(person);
    await play(x, o, '4');
    const { gameId } = await x.until('table');
    const address = `${x.shared.server.address}game/${gameId}?debug`;
    const w = await person();
    await w.page.goto(address);
    await w.ready();
    await w.shows('4');
    assert.equal((await w.until('table')).seat, null);
    await o.page.goto(address);
    await o.ready();
    await o.shows('4');
    assert.equal((await o.until('table')).seat, 1);
    await o.press(4);
    await Promise.all([x, o, w].map((p) => p.shows('44')));
  });

  test('a rematch has its own; Back leaves it without losing it, and no other game takes its place', async () => {
    const [x, o] = await meet(person);
    const path = () => x.page.evaluate(() => location.pathname);
    const { gameId: first } = await x.until('table');
    assert.equal(await path(), `/game/${first}`);
    await play(x, o, '44');
    await x.online('resign');
    await x.phase('over');
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
});

test('how long the opponent may still be gone is counted down, also after a reload', async () => {
  const [x, o] = await meet(person);
  const strip = x.page.locator('.strip', { hasText: /has lost the connection\. You win if they are not back in 0:[0-5]\d/ });
  await o.page.close();
  await strip.waitFor();
  await x.reload();
  await strip.waitFor();
});
