// A shared link, /game/ID, opened by somebody who was never here (web/src/app/remote.ts, tail.ts, online/record.ts): on the
// real core and the real server.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundle } from './bundle.mjs';
import { online, seated, usePeople } from './page_people.mjs';
import { until } from './until.mjs';
import { FakeClock } from './window.mjs';

const { person, server } = await usePeople();
const { playOnPly, tailStart, winnersPly } = await bundle('app/tail.ts');
const STEP_MS = 900;
const WIN = '44335511772'; // red connects 4 at the eleventh move
const FULL = { settings: { motion: 'full' } };

async function ask(method, path, body, token) {
  const headers = { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers, body: body && JSON.stringify(body) });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
  return answer.json();
}

/** A game of two guests with these moves: its id and their tokens. */
async function played(moves, wish = {}) {
  const players = ['Ada', 'Bob'].map((name) => ({ kind: 'guest', name }));
  const { game, seats } = await ask('POST', '/api/games', { players, ...wish });
  const tokens = seats.map(({ token }) => token);
  const path = `/api/games/${game.gameId}`;
  for (const [version, letter] of [...moves].entries())
    await ask('POST', `${path}/moves`, { action: 'drop', parameters: { column: Number(letter) - 1 }, version }, tokens[version % 2]);
  return { id: game.gameId, path, tokens };
}

const visit = ({ id }, options = {}) => person({ below: `game/${id}`, ...options });

describe('a finished game', () => {
  test('is shown with its names, clock and result, without a connection or a message', async () => {
    const game = await played(WIN, { clock: { initialMs: 300_000, incrementMs: 3000 }, rated: false });
    const v = await visit(game);
    await v.phase('over');
    const { people, clocks, spectators, result } = online(v).table.peek();
    assert.deepEqual(people.map(({ name }) => name), ['Ada', 'Bob']);
    assert.deepEqual(clocks.clock, { kind: 'live', initialMs: 300_000, incrementMs: 3000 });
    assert.ok(clocks.leftMs.every((left) => left > 200_000 && left < 330_000) && clocks.running === null);
    assert.deepEqual([spectators, result.winner, result.reason], [null, 0, 'line']);
    assert.deepEqual([online(v).connection.peek(), v.said], ['off', []]);
  });

  test('plays its last six moves by itself, once, and ends at its end', async () => {
    const game = await played(WIN);
    const clock = new FakeClock();
    const v = await visit(game, { ...FULL, clock });
    assert.deepEqual([v.app.phase.peek(), v.at.ply, v.app.isPlaying.peek()], ['replay', 5, true]);
    for (let ply = 6; ply <= 11; ply++) {
      await clock.timer();
      await clock.advance(STEP_MS);
      await until(v.app.snapshot, (at) => at.ply === ply, `ply ${ply}`);
    }
    await v.phase('over');
    await clock.advance(10 * STEP_MS);
    assert.deepEqual([v.at.ply, v.app.isPlaying.peek(), v.at.winner], [11, false, 0]);
  });

  test('plays nothing where motion is reduced', async () => {
    const v = await visit(await played(WIN), { settings: { motion: 'reduced' } });
    assert.deepEqual([v.app.phase.peek(), v.at.ply, v.app.isPlaying.peek()], ['over', 11, false]);
  });

  test('that was opened in the background waits for its visitor', async () => {
    const v = await visit(await played(WIN), { ...FULL, isHidden: true });
    assert.deepEqual([v.at.ply, v.app.isPlaying.peek()], [5, false]);
    v.window.setHidden(false);
    await until(v.app.isPlaying, (isPlaying) => isPlaying, 'the replay');
  });

  test('stops playing when the visitor looks at a move', async () => {
    const v = await visit(await played(WIN), { ...FULL, clock: new FakeClock() });
    v.app.seek(2);
    await until(v.app.snapshot, (at) => at.ply === 2, 'ply 2');
    assert.deepEqual([v.app.isPlaying.peek(), v.app.phase.peek()], [false, 'replay']);
  });

  test('can be played on from before its end, with the side of the winner against the computer', async () => {
    const v = await visit(await played(WIN));
    v.app.playOn({ mode: 'cpu', you: 0, ply: winnersPly(v.at, 0) });
    await until(v.app.remote, (remote) => remote === null, 'a local game');
    await v.phase('turn');
    assert.deepEqual([v.at.ply, v.at.turn, v.app.you.peek(), v.app.setup.peek().mode], [4, 0, 0, 'cpu']);
    assert.equal(v.window.history.entry.url.pathname, '/');
  });

  test('has its lesson, and the side of the winner is taken after the move that lost it', async () => {
    const v = await visit(await played('4433551177172'));
    await v.phase('over');
    const lesson = await until(v.app.lesson, (found) => found !== null, 'a lesson');
    assert.deepEqual([lesson.kind, lesson.ply], ['lapse', 3], 'yellow let red have three in a row with two open ends');
    assert.equal(winnersPly(v.at, 0), 6, 'without a lesson');
    v.app.playOn({ mode: 'cpu', you: 0, ply: winnersPly(v.at, 0, lesson) });
    await until(v.app.remote, (remote) => remote === null, 'a local game');
    await v.phase('turn');
    assert.deepEqual([v.at.ply, v.at.turn], [4, 0]);
  });

  test('is there again after Back, when it was played on', async () => {
    const game = await played(WIN);
    const v = await visit(game);
    v.app.playOn({ mode: 'two', ply: 5 });
    await v.phase('turn');
    v.window.history.back();
    await until(v.app.remote, (remote) => remote?.gameId === game.id, 'the shared game');
    await v.phase('over', 'replay');
  });

  test('that was resigned can be played on from its end', async () => {
    const game = await played('443');
    await ask('POST', `${game.path}/resign`, undefined, game.tokens[0]);
    const v = await visit(game);
    await v.phase('over');
    assert.deepEqual([playOnPly(v.at), winnersPly(v.at, 1)], [3, 3]);
    v.app.playOn({ mode: 'two', ply: playOnPly(v.at) });
    await v.phase('turn');
    assert.deepEqual([v.at.ply, v.at.notation], [3, '443']);
  });
});

test('a running game is watched live, with its clock', async () => {
  const game = await played('44', { clock: { initialMs: 300_000, incrementMs: 3000 } });
  const v = await visit(game, FULL);
  await seated(v);
  await v.shows('44');
  const { clocks, spectators } = online(v).table.peek();
  assert.deepEqual([clocks.clock.kind, clocks.running, typeof spectators], ['live', 0, 'number']);
  await ask('POST', `${game.path}/moves`, { action: 'drop', parameters: { column: 2 }, version: 2 }, game.tokens[0]);
  await v.shows('443');
  assert.deepEqual(v.said, []);
});

test('my games over days have the time left', async () => {
  const day = 86_400_000;
  const game = await played('4', { clock: { perMoveMs: 3 * day } });
  const v = await person();
  const mine = await v.app.loadOnline();
  assert.equal(await mine.useToken(game.tokens[1]), null);
  await mine.refreshMine();
  const [listed] = mine.mine.peek();
  assert.ok(listed.isMyTurn && Math.abs(listed.deadline - Date.now() - 3 * day) < day, `${listed.deadline}`);
});

describe('the ply to play on from', () => {
  const at = (ply, status, count = ply) => ({ first: 0, moves: Array(count).fill(0), ply, status });

  test('is the one shown while that is open, and before the last moves when it is decided', () => {
    assert.deepEqual([playOnPly(at(5, 'playing', 11)), playOnPly(at(11, 'won')), playOnPly(at(42, 'drawn'))], [5, 5, 36]);
    assert.deepEqual([tailStart(at(3, 'won')), tailStart({ first: 8, moves: Array(4).fill(0) })], [0, 8]);
  });

  test('has the winner to move, if there is such a ply', () => {
    assert.deepEqual([winnersPly(at(11, 'won'), 0), winnersPly(at(12, 'won'), 1)], [4, 5]);
    assert.deepEqual([3, 9].map((ply) => winnersPly(at(13, 'won'), 0, { kind: 'lapse', ply })), [4, 6], 'some moves are left to play');
    assert.equal(winnersPly(at(13, 'won'), 0, { kind: 'never' }), 6);
    assert.equal(winnersPly({ first: 9, moves: [0], ply: 10, status: 'won' }, 0), 9, 'nothing earlier is known');
  });
});
