// `fourfall copy`: a club moves from its data folder to a real PostgreSQL, and back. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { comeBack, enter, makeHome, meet, PROGRAM } from './players.mjs';
import { path } from './server_process.mjs';

const BAD_INPUT = 1;
const BAD_USAGE = 2;
const INITIAL_MS = 600_000;
const COLUMNS = [3, 3, 2, 4, 0];
let home, postgres, url;
delete process.env.FF_SERVE_POSTGRES; // these tests choose their databases themselves

const tool = (...args) => spawnSync(path('tools/postgres'), args, { encoding: 'utf8', timeout: 120_000 });
const sql = (database, text) => spawnSync('psql', ['-qAtX', '-v', 'ON_ERROR_STOP=1', '-d', `${url}/${database}`, '-c', text], { encoding: 'utf8', timeout: 60_000 });

before(() => {
  home = makeHome();
  postgres = mkdtempSync(join(tmpdir(), 'fourfall-pg-'));
  const started = tool('start', postgres);
  assert.equal(started.status, 0, started.stderr);
  url = started.stdout.trim().replace(/\/fourfall$/, '');
});
after(() => {
  home.remove();
  tool('stop', postgres);
  tool('remove', postgres);
});

const run = (...args) => spawnSync(PROGRAM, args, { encoding: 'utf8', timeout: 60_000 });

function refused(status, args, wanted) {
  const result = run('copy', ...args);
  assert.deepEqual([result.status, result.stdout], [status, ''], result.stderr);
  assert.match(result.stderr, wanted);
  assert.match(result.stderr, /^fourfall: [^\n]+\n$/);
}

function copied(from, to) {
  const result = run('copy', '--from', from, '--to', to);
  assert.equal(result.status, 0, result.stderr);
  assert.match(result.stdout, /: 2 players, 1 games, \d+ rows, each compared\n$/);
}

/** A new database, by its address. */
function newDatabase(name) {
  const made = sql('postgres', `CREATE DATABASE ${name}`);
  assert.equal(made.status, 0, made.stderr);
  return `${url}/${name}`;
}

/** A data folder with one live game, its server gone, and the players. */
async function madeData() {
  const data = home.newData();
  const server = await home.serve(data);
  const [x, o] = await meet(await enter(server.port), await enter(server.port), { clock: { initialMs: INITIAL_MS, incrementMs: 0 } });
  for (const [ply, columnIndex] of COLUMNS.entries()) await (ply % 2 ? o : x).must('make-move', { gameId: x.game.gameId, columnIndex, ply });
  x.leave();
  o.leave();
  await server.stop();
  return { data, x, o, gameId: x.game.gameId };
}

const aliveOf = (data) => Math.floor(statSync(join(data, 'alive')).mtimeMs);

/** The game is where it was, and goes on. */
async function goesOn(server, { x, o, gameId }, columns) {
  const { moves } = JSON.parse((await server.get(`/api/games/${gameId}/history`)).body);
  assert.deepEqual(moves.map((move) => move.column), columns);
  const mover = await comeBack(server.port, columns.length % 2 ? o : x);
  const { status, clock } = await mover.next('game-start');
  assert.equal(status, 'playing');
  assert.ok(Math.min(clock.leftMs.X, clock.leftMs.O) > INITIAL_MS / 2, JSON.stringify(clock));
  await mover.must('make-move', { gameId, columnIndex: 6, ply: columns.length });
  mover.leave();
}

describe('a club that moves', () => {
  test('goes on where it was, in PostgreSQL and back in a folder', async () => {
    const club = await madeData();
    const database = newDatabase('club');
    copied(club.data, database);
    assert.equal(Number(sql('club', 'SELECT at_ms FROM alive').stdout), aliveOf(club.data), 'clocks stand still from here on');
    const node = await home.serve(home.newData(), '--database', database);
    await goesOn(node, club, COLUMNS);
    await node.stop();
    const back = home.newData();
    copied(database, back);
    assert.equal(aliveOf(back), Number(sql('club', 'SELECT at_ms FROM alive').stdout));
    const server = await home.serve(back);
    await goesOn(server, club, [...COLUMNS, 6]);
    await server.stop();
    assert.deepEqual(readdirSync(back).filter((name) => name.includes('part')), []);
    const old = await home.serve(club.data); // the source was not touched
    await goesOn(old, club, COLUMNS);
    await old.stop();
  });

  test('meets an address that does not work: its password is not printed', async () => {
    const { data } = await madeData();
    const secret = join(home.web, '..', 'password');
    writeFileSync(secret, 'sesame\n');
    newDatabase('closed');
    refused(BAD_INPUT, ['--from', data, '--to', `${url.replace('fourfall@', 'nobody:sesame@')}/closed`], /nothing was copied: (?!.*sesame)/);
    refused(BAD_INPUT, ['--from', data, '--to', `${url}/closed`, '--database-password', '/nowhere'], /cannot read a password from '\/nowhere'/);
    const result = run('copy', '--from', data, '--to', `${url}/closed`, '--database-password', secret);
    assert.equal(result.status, 0, result.stderr);
  });
});

describe('refusals', () => {
  test('a target that is not empty stays as it is', async () => {
    const club = await madeData();
    const database = newDatabase('filled');
    copied(club.data, database);
    refused(BAD_INPUT, ['--from', club.data, '--to', database], /nothing was copied: the PostgreSQL database is not empty/);
    refused(BAD_INPUT, ['--from', database, '--to', club.data], /nothing was copied: .*fourfall\.db: it exists already/);
  });

  test('a folder that a server uses is not copied', async () => {
    const data = home.newData();
    const server = await home.serve(data);
    const database = newDatabase('used');
    refused(BAD_INPUT, ['--from', data, '--to', database], /nothing was copied: .*in use by another process/);
    refused(BAD_INPUT, ['--from', database, '--to', data], /a server is using it; stop it first/);
    await server.stop();
  });

  test('a PostgreSQL database that a server uses is not copied', async () => {
    const club = await madeData();
    const database = newDatabase('busy');
    copied(club.data, database);
    const node = await home.serve(home.newData(), '--database', database);
    refused(BAD_INPUT, ['--from', database, '--to', home.newData()], /nothing was copied: a server is using the PostgreSQL database/);
    await node.stop();
    copied(database, home.newData());
  });

  test('a newer database, an empty one and a missing folder are named', async () => {
    const database = newDatabase('newer');
    const nowhere = join(home.web, 'none');
    refused(BAD_INPUT, ['--from', database, '--to', home.newData()], /nothing was copied: .*not migrated/);
    refused(BAD_INPUT, ['--from', nowhere, '--to', database], /nothing was copied: .*none\/fourfall\.db: No such file/);
    assert.ok(!existsSync(nowhere));
    const club = await madeData();
    copied(club.data, database);
    assert.equal(sql('newer', 'UPDATE fourfall_schema SET version = 999').status, 0);
    refused(BAD_INPUT, ['--from', database, '--to', home.newData()], /schema version 999/);
  });

  test('a wrong command line', () => {
    refused(BAD_USAGE, ['--from', 'here'], /say --from and --to/);
    refused(BAD_USAGE, ['--from', 'here', '--to', 'there'], /one of --from and --to must be a data folder/);
    refused(BAD_USAGE, ['--from', 'postgres://a/b', '--to', 'postgresql://c/d'], /one of --from and --to must be a data folder/);
    refused(BAD_USAGE, ['here'], /here/);
  });
});
