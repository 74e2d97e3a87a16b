// `fourfall moderator` on a real PostgreSQL, while a node uses the database; on a data folder: moderation.test.mjs. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { enter, makeHome, PROGRAM } from './players.mjs';
import { get, post, refused, setServer } from './rest_client.mjs';
import { path } from './server_process.mjs';

const BAD_INPUT = 1;
const BAD_USAGE = 2;
let home, postgres, database, server;
delete process.env.FF_SERVE_POSTGRES; // this test chooses its database itself

const tool = (...args) => spawnSync(path('tools/postgres'), args, { encoding: 'utf8', timeout: 120_000 });
const run = (...args) => {
  const { status, stdout, stderr } = spawnSync(PROGRAM, ['moderator', ...args], { encoding: 'utf8', timeout: 60_000 });
  return { status, stdout, stderr };
};
const onDatabase = (...args) => run('--database', database, ...args);

before(async () => {
  home = makeHome();
  postgres = mkdtempSync(join(tmpdir(), 'fourfall-pg-'));
  const started = tool('start', postgres);
  assert.equal(started.status, 0, started.stderr);
  database = started.stdout.trim();
});
after(async () => {
  await server?.stop();
  home.remove();
  tool('stop', postgres);
  tool('remove', postgres);
});

test('a database that no server has prepared is left to the server', () => {
  const { status, stderr } = onDatabase('add', 'ann');
  assert.equal(status, BAD_INPUT);
  assert.match(stderr, /^fourfall: ann: .*not migrated\n$/);
});

test('a moderator is named, listed and dismissed while a node runs', async () => {
  server = setServer(await home.serve(home.newData(), '--database', database));
  const ann = await enter(server.port);
  assert.equal((await post('/api/account', { login: 'Ann_1', password: 'a long enough password' }, { token: ann.token })).status, 201);
  const reports = () => get('/api/moderation/reports', { token: ann.token });
  refused(await reports(), 403, 'not-moderator');
  assert.deepEqual(onDatabase('add', 'aNN_1'), { status: 0, stdout: 'aNN_1 is a moderator\n', stderr: '' });
  assert.equal((await reports()).status, 200);
  assert.deepEqual(onDatabase('list'), { status: 0, stdout: 'Ann_1\n', stderr: '' });
  assert.deepEqual(onDatabase('remove', 'Ann_1'), { status: 0, stdout: 'Ann_1 is no longer a moderator\n', stderr: '' });
  refused(await reports(), 403, 'not-moderator');
  assert.deepEqual(onDatabase('list'), { status: 0, stdout: '', stderr: '' });
  assert.deepEqual(onDatabase('add', 'eve'), { status: BAD_INPUT, stdout: '', stderr: 'fourfall: eve: no account has this login\n' });
  ann.leave();
});

test('a password comes from a file, and is not printed', () => {
  const secret = join(home.web, '..', 'password');
  writeFileSync(secret, 'sesame\n');
  assert.equal(onDatabase('--database-password', secret, 'list').status, 0);
  assert.match(onDatabase('--database-password', '/nowhere', 'list').stderr, /cannot read a password from '\/nowhere'/);
  const wrong = run('--database', database.replace('fourfall@', 'nobody:sesame@'), 'list');
  assert.equal(wrong.status, BAD_INPUT);
  assert.match(wrong.stderr, /^fourfall: (?!.*sesame)[^\n]+\n$/);
});

test('a wrong command line', () => {
  for (const args of [['list'], ['--data', 'here', '--database', database, 'list']]) {
    const { status, stderr } = run(...args);
    assert.deepEqual([status, stderr], [BAD_USAGE, 'fourfall: say where: --data FOLDER or --database URL (see --help)\n']);
  }
  assert.match(onDatabase('praise', 'ann').stderr, /say add LOGIN, remove LOGIN or list/);
});
