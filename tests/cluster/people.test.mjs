// The players and the checker of these tests, on one node with SQLite: an honest server passes, and every kind of broken
// promise is seen.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { enter, meet, play } from '../e2e/players.mjs';
import { check, idOf, numberOf } from './checker.mjs';
import { makeNode } from './node.mjs';
import { makeFolder, moment } from './processes.mjs';
import { makeTown, SEED } from './town.mjs';

let node, town, sound;

before(async () => {
  const folder = makeFolder('people');
  mkdirSync(join(folder, 'web'));
  writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html><title>Fourfall</title>');
  node = makeNode(8001, () => ['--web', join(folder, 'web'), '--data', join(folder, 'data')]);
  await node.start();
});
after(async () => {
  town.close();
  await node.stop();
});

/** A copy of the ledger, so that a test can falsify it. */
const copy = (ledger) => ({ games: new Map([...ledger.games].map(([id, game]) => [id, structuredClone(game)])), players: new Map(ledger.players) });
const someGame = (ledger, isGood = () => true) => [...ledger.games.values()].find((game) => game.acks.length > 5 && game.result && isGood(game));

test('the population plays games of every kind to their end while its node is killed, stopped and frozen', async () => {
  town = makeTown(() => [node.url]);
  town.everybody();
  try {
    for (const fault of [() => node.kill(), () => node.stop()]) {
      await town.progress(100);
      await fault();
      await node.start();
    }
    await town.progress(100);
    node.freeze();
    await moment(1000);
    node.thaw();
    await town.progress(100);
    await town.finish();
  } finally {
    town.close();
  }
  sound = copy(town.ledger);
  await check(sound, node.url);
  const games = [...sound.games.values()];
  console.log(`# seed ${SEED}: ${JSON.stringify(town.ledger.count)}`);
  const has = (isSuch) => games.some(isSuch);
  assert.deepEqual([has(({ ratings }) => ratings), has(({ seats }) => Object.values(seats).includes('computer')), has(({ reason }) => reason === 'line')], [true, true, true]);
  assert.ok(town.ledger.count.acks >= 400 && town.ledger.count.sessions > 2 * town.players.length);
});

describe('the checker sees', () => {
  const broken = async (spoil, message) => {
    const ledger = copy(sound);
    spoil(ledger);
    await assert.rejects(check(ledger, node.url), message);
  };

  test('an acknowledged move that is not stored', () =>
    broken((ledger) => someGame(ledger).acks.push({ ply: 42, column: 3, playerId: 'x' }), /acknowledged move 42 is lost/));
  test('an acknowledged move that is stored otherwise', () =>
    broken((ledger) => (someGame(ledger).acks[2].column += 1), /acknowledged move \d+ has changed/));
  test('a stored move that nobody sent', () =>
    broken((ledger) => {
      const game = someGame(ledger, ({ seats }) => !Object.values(seats).includes('computer'));
      game.acks = game.acks.filter(({ ply }) => ply !== 3);
      game.sent.delete(3);
    }, /nobody sent move 3/));
  test('a game that does not exist', () =>
    broken((ledger) => ledger.games.set('0000000000001', { ...someGame(ledger), gameId: '0000000000001' }), /404/));
  test('another winner than was told', () =>
    broken((ledger) => {
      const game = someGame(ledger, ({ result }) => JSON.parse(result).winner);
      const told = JSON.parse(game.result);
      game.result = JSON.stringify({ ...told, winner: told.winner === 'X' ? 'O' : 'X' });
    }, /another winner/));
  test('moves after the end', () =>
    broken((ledger) => {
      const game = someGame(ledger);
      const told = JSON.parse(game.result);
      game.result = JSON.stringify({ ...told, ply: told.ply - 1 });
    }, /moves after the end/));
  test('a rated game that is not counted', () =>
    broken((ledger) => Object.assign(someGame(ledger, ({ isRated }) => !isRated), { isRated: true }), /rated games, counted are/));
  test('a rated game that is counted although nobody played it', () =>
    broken((ledger) => Object.assign(someGame(ledger, ({ ratings }) => ratings), { isRated: false, ratings: null }), /rated games, counted are/));
  test('a result that is counted twice, or not at all', () =>
    broken((ledger) => ledger.games.delete(someGame(ledger, ({ isRated, seats }) => !isRated && !Object.values(seats).includes('computer')).gameId), /finished \d+ games, counted are/));
  test('a token that opens another seat', () =>
    broken((ledger) => {
      const [[a], [, token]] = [...ledger.players];
      ledger.players.set(a, token);
    }, /another seat/));

  test('a player who is still in the queue', async () => {
    const player = await enter(0, { url: node.url });
    await player.must('join-queue', { clock: { perMoveMs: 86_400_000 } });
    player.leave();
    await broken((ledger) => ledger.players.set(player.session.playerId, player.token), /still waits in the queue/);
  });
  test('a player who is still in a game, and a game without an end', async () => {
    const [x, o] = await meet(await enter(0, { url: node.url }), await enter(0, { url: node.url }));
    await play(x, o, [3, 3]);
    const { playerId } = x.session;
    await broken((ledger) => ledger.players.set(playerId, x.token), /still in a game/);
    const sent = new Map([[0, { column: 3, playerId }], [1, { column: 3, playerId: o.session.playerId }]]);
    const game = { gameId: x.game.gameId, sent, acks: [], seats: {}, result: null };
    await broken((ledger) => ledger.games.set(game.gameId, game), /has no end/);
    x.leave();
    o.leave();
  });
});

describe('a player notices at once', () => {
  /** What the town reports when nodes contradict themselves. */
  const contradiction = async (tell) => {
    const other = makeTown(() => [node.url]);
    tell(other.ledger);
    await Promise.race([other.failed, moment(1000)]);
  };
  const view = { gameId: '0000000000001', ply: 1, board: ['X'], status: 'playing', winner: null };
  const over = { ...view, status: 'win', winner: 'X', reason: 'line' };

  test('a game that goes back on one connection', () =>
    assert.rejects(contradiction((ledger) => {
      const last = new Map();
      ledger.shows(view, { by: 'A', last });
      ledger.shows({ ...view, ply: 0, board: [] }, { by: 'A', last });
    }), /on the same connection/));
  test('two results of one game', () =>
    assert.rejects(contradiction((ledger) => {
      ledger.ends(over, 'A');
      ledger.ends({ ...over, winner: 'O' }, 'B');
    }), /two results/));
  test('two reasons', () =>
    assert.rejects(contradiction((ledger) => {
      ledger.ends(over, 'A');
      ledger.ends({ ...over, reason: 'time' }, 'B');
    }), /two reasons/));
  test('ratings that change twice', () =>
    assert.rejects(contradiction((ledger) => {
      ledger.ends({ ...over, ratings: { X: { before: 1500, after: 1600 } } }, 'A');
      ledger.ends({ ...over, ratings: { X: { before: 1600, after: 1650 } } }, 'B');
    }), /changed ratings twice/));
});

test('ids are the numbers of the database', () => {
  assert.equal(numberOf('0000000000010'), '32');
  assert.equal(numberOf('7zzzzzzzzzzzz'), '9223372036854775807');
  for (const id of sound.games.keys()) assert.equal(idOf(numberOf(id)), id);
});
