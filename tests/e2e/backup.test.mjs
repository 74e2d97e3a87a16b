// `fourfall backup` while people play, and `fourfall restore`. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { comeBack, enter, makeHome, meet, PROGRAM } from './players.mjs';
import { within } from './websocket_client.mjs';

const BAD_INPUT = 1;
const BAD_USAGE = 2;
const PAIRS = 8;
const BOARD = '12x12c8'; // columns in their order: nobody has eight in a row before ply 85
const MOVES = 80;
const HOUR_MS = 3_600_000;
const INITIAL_MS = 600_000;
let home, place;

before(() => {
  home = makeHome();
  place = (name) => join(home.web, '..', name);
});
after(() => home.remove());

const run = (...args) => spawnSync(PROGRAM, args, { encoding: 'utf8', timeout: 60_000 });

function refused(status, args, wanted) {
  const result = run(...args);
  assert.deepEqual([result.status, result.stdout], [status, ''], result.stderr);
  assert.match(result.stderr, wanted);
  assert.match(result.stderr, /^fourfall: [^\n]+\n$/);
}

const historyOf = async (server, gameId) => JSON.parse((await server.get(`/api/games/${gameId}/history`)).body);

/** Both play on, one move after the other; `game.acked` is how many they know to be safe. */
async function playOn(x, o, game, until) {
  for (let ply = 0; ply < MOVES && !until.isOver; ply++) {
    await (ply % 2 ? o : x).must('make-move', { gameId: game.id, columnIndex: ply % 12, ply });
    game.acked = ply + 1;
  }
}

/** A data folder with one game of these columns, its server gone. */
async function madeData(columns) {
  const data = home.newData();
  const server = await home.serve(data);
  const [x, o] = await meet(await enter(server.port), await enter(server.port));
  for (const [ply, columnIndex] of columns.entries()) await (ply % 2 ? o : x).must('make-move', { gameId: x.game.gameId, columnIndex, ply });
  x.leave();
  o.leave();
  await server.stop();
  return { data, gameId: x.game.gameId };
}

describe('a backup while people play', () => {
  test('has every move that was acknowledged before it began, and the restored server goes on', async () => {
    const server = await home.serve(home.newData(), '--limits', 'off');
    const until = { isOver: false };
    const games = [];
    for (let i = 0; i < PAIRS; i++) {
      const [x, o] = await meet(await enter(server.port), await enter(server.port), { board: BOARD });
      games.push({ id: x.game.gameId, x, o, acked: 0 });
    }
    const playing = Promise.all(games.map((game) => playOn(game.x, game.o, game, until)));
    const half = async () => {
      while (games.some((game) => game.acked < 10)) await new Promise((resolve) => setImmediate(resolve));
    };
    await within(half(), 'ten moves of each game');
    const before = games.map((game) => game.acked);
    const data = join(home.web, '..', 'data-0');
    const child = spawn(PROGRAM, ['backup', '--data', data, place('live.db')], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (text) => (said += text));
    assert.equal(await within(new Promise((resolve) => child.on('close', resolve)), 'the backup'), 0);
    assert.match(said, /live\.db: 16 players, 8 games \(schema version \d+\)\n$/);
    const meanwhile = games.map((game) => game.acked);
    until.isOver = true;
    await playing;
    assert.equal(statSync(place('live.db')).mode & 0o777, 0o600);
    games.forEach(({ x, o }) => [x, o].forEach((player) => player.leave()));
    await server.stop();

    const fresh = home.newData();
    const restored = run('restore', place('live.db'), '--data', fresh);
    assert.equal(restored.status, 0, restored.stderr);
    assert.match(restored.stdout, /: 16 players, 8 games as of \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ \(schema version \d+\)\n$/);
    const again = await home.serve(fresh, '--limits', 'off');
    for (const [i, game] of games.entries()) {
      const { moves } = await historyOf(again, game.id);
      assert.ok(moves.length >= before[i] && moves.length <= meanwhile[i] + 1, `${before[i]} <= ${moves.length} <= ${meanwhile[i]} + 1`);
      moves.forEach((move, ply) => assert.equal(move.column, ply % 12));
      const mover = await comeBack(again.port, moves.length % 2 ? game.o : game.x);
      await mover.must('make-move', { gameId: game.id, columnIndex: moves.length % 12, ply: moves.length });
      mover.leave();
    }
    await again.stop();
  });

  test('the clock of a running game stands where the backup left it, however late it is restored', async () => {
    const data = home.newData();
    const server = await home.serve(data);
    const [x, o] = await meet(await enter(server.port), await enter(server.port), { clock: { initialMs: INITIAL_MS, incrementMs: 0 } });
    await x.must('make-move', { gameId: x.game.gameId, columnIndex: 3, ply: 0 });
    assert.equal(run('backup', '--data', data, place('clock.db')).status, 0);
    x.leave();
    o.leave();
    await server.stop();
    const fresh = home.newData();
    assert.equal(run('restore', place('clock.db'), '--data', fresh).status, 0);
    for (let start = 0; start < 2; start++) {
      const again = await home.serve(fresh, '--test-clock-shift', `${HOUR_MS}`);
      const back = await comeBack(again.port, o);
      const { status, clock } = await back.next('game-start');
      assert.equal(status, 'playing');
      assert.ok(clock.leftMs.O > INITIAL_MS / 2, JSON.stringify(clock));
      back.leave();
      await again.stop();
    }
  });
});

describe('refusals', () => {
  test('a backup never replaces a file, and a folder without data has none', async () => {
    const { data } = await madeData([3]);
    writeFileSync(place('taken.db'), 'mine');
    refused(BAD_INPUT, ['backup', '--data', data, place('taken.db')], /no backup was made: .*taken\.db: File exists/);
    assert.equal(readFileSync(place('taken.db'), 'utf8'), 'mine');
    mkdirSync(place('empty'));
    refused(BAD_INPUT, ['backup', '--data', place('empty'), place('none.db')], /no backup was made: .*fourfall\.db: No such file/);
    refused(BAD_INPUT, ['backup', '--data', data, place('nowhere/none.db')], /No such file/);
    assert.deepEqual(readdirSync(place('empty')), []);
    assert.ok(!existsSync(place('none.db')) && !existsSync(place('none.db.part')));
  });

  test('a restore replaces nothing unless it is forced, and then puts the old aside', async () => {
    const old = await madeData([1, 2]), other = await madeData([5]);
    assert.equal(run('backup', '--data', other.data, place('other.db')).status, 0);
    const was = readFileSync(join(old.data, 'fourfall.db'));
    refused(BAD_INPUT, ['restore', place('other.db'), '--data', old.data], /already exists; --force replaces it and keeps the old one/);
    assert.deepEqual(readFileSync(join(old.data, 'fourfall.db')), was);
    const forced = run('restore', place('other.db'), '--data', old.data, '--force');
    assert.equal(forced.status, 0, forced.stderr);
    const alive = (data) => Math.floor(statSync(join(data, 'alive')).mtimeMs);
    assert.equal(alive(old.data), alive(other.data), 'clocks go on from when that server was last alive');
    const aside = /the old database is now (\S+)\n$/.exec(forced.stdout)[1];
    assert.deepEqual(readFileSync(join(old.data, aside)), was);
    const server = await home.serve(old.data);
    assert.equal((await historyOf(server, other.gameId)).moves.length, 1);
    assert.equal((await server.get(`/api/games/${old.gameId}/history`)).status, 404);
    await server.stop();
  });

  test('a running server is not robbed of its data', async () => {
    const { data } = await madeData([1]);
    assert.equal(run('backup', '--data', data, place('running.db')).status, 0);
    const server = await home.serve(data);
    refused(BAD_INPUT, ['restore', place('running.db'), '--data', data, '--force'], new RegExp(`a server is using '.*' \\(process id ${server.child.pid}\\); stop it first`));
    await server.stop();
  });

  test('what is damaged, newer, empty or no database is refused, and nothing is touched', async () => {
    const { data } = await madeData([1]);
    assert.equal(run('backup', '--data', data, place('good.db')).status, 0);
    const good = readFileSync(place('good.db'));
    const bad = {
      nonsense: Buffer.from('this is no database, but it is long enough to be asked for its header, surely. '.repeat(9)),
      empty: Buffer.alloc(0),
      newer: Buffer.from(good),
      foreign: Buffer.from(good),
      damaged: Buffer.from(good),
      short: good.subarray(0, good.length - 8192),
    };
    bad.newer.writeUInt32BE(9999, 60); // user_version
    bad.foreign.writeUInt32BE(1, 68); // application_id
    for (let at = 4096 * 2; at < bad.damaged.length; at += 4096) bad.damaged.fill(0xff, at, at + 100);
    for (const [name, bytes] of Object.entries(bad)) {
      const target = place(`from-${name}`);
      writeFileSync(place(`${name}.db`), bytes);
      refused(BAD_INPUT, ['restore', place(`${name}.db`), '--data', target], /nothing was restored: /);
      assert.deepEqual(readdirSync(target).filter((file) => !file.endsWith('.lock')), [], name);
      refused(BAD_INPUT, ['restore', place(`${name}.db`), '--data', data, '--force'], /nothing was restored: /);
    }
    refused(BAD_INPUT, ['restore', place('newer.db'), '--data', place('x')], /has schema version 9999, this program knows versions up to/);
    refused(BAD_INPUT, ['restore', place('nowhere.db'), '--data', place('x')], /No such file/);
    const server = await home.serve(data);
    await server.stop();
  });

  test('a database server is backed up with its own tools, and the answer says so without repeating the URL', () => {
    const url = 'postgres://ann:hush@localhost/club';
    for (const args of [['backup', '--database', url, 'a.db'], ['backup', '--data', url, 'a.db'], ['restore', 'a.db', '--database', url], ['restore', 'a.db', '--data', url.replace('postgres', 'postgresql')]]) {
      refused(BAD_USAGE, args, /data folders; use pg_basebackup and archived WAL, or pg_dump, for PostgreSQL \(docs\/operations\.md, "Backup of a shared database"\)/);
      assert.doesNotMatch(run(...args).stderr, /hush/);
    }
  });

  test('bad usage', () => {
    for (const args of [['backup'], ['backup', 'a.db'], ['backup', '--data', 'd'], ['restore', '--data', 'd'], ['restore', 'a.db'], ['backup', '--data', 'd', 'a', 'b'], ['restore', 'a', '--data', 'd', '--frob']]) refused(BAD_USAGE, args, /./);
  });
});
