// "Backup of a shared database" in docs/operations.md, command by command: WAL is archived, a base backup is made while people play, somebody
// deletes the games, and the database of the moment before is restored. A node on it goes on with those games.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { comeBack, enter, meet, sendAllAway } from '../e2e/players.mjs';
import { path } from '../e2e/server_process.mjs';
import { makeCluster } from './cluster.mjs';
import { program, serve, startPostgres } from './postgres.mjs';
import { ADDRESS, makeFolder, run, until } from './processes.mjs';

const OWNER = 'postgres';
let backups, places, postgres, cluster, restored;

/** The code blocks of the section, with folders, address and moment of this test. */
function blocks(moment = '') {
  const [, section] = /\n## Backup of a shared database\n([^]*?)\n## /.exec(readFileSync(path('docs/operations.md'), 'utf8'));
  return [...section.matchAll(/```(\w+)\n([^]*?)```/g)].map(([, kind, text]) => ({
    kind,
    text: text
      .replaceAll('/var/backups/fourfall', backups)
      .replaceAll('/var/lib/postgresql/restored', join(places, 'data'))
      .replace(/recovery_target_time = '[^']*'/, `recovery_target_time = '${moment}'`),
  }));
}
/** Runs a block as PostgreSQL's user. */
const follow = (text) =>
  run('bash', ['-euo', 'pipefail', '-c', `PATH=${program('').replace(/\/$/, '')}:$PATH DATABASE_URL='host=${ADDRESS} port=5432 user=${OWNER}'\nexport PATH DATABASE_URL\n${text}`], { user: OWNER });

before(async () => {
  [backups, places] = [makeFolder('backups', OWNER), makeFolder('restored', OWNER)];
  await run('mkdir', [join(backups, 'wal')], { user: OWNER });
  const archive = blocks()[0].text.trim().split('\n').map((line) => /^(\w+) = '?(.*?)'?$/.exec(line).slice(1));
  postgres = await startPostgres({ settings: Object.fromEntries(archive) });
  cluster = await makeCluster(postgres, { nodes: 1, url: (database) => (restored ?? postgres).url(database) });
});
after(async () => {
  sendAllAway();
  await cluster.close();
  await restored?.stop('immediate');
  if (postgres.process.isRunning) await postgres.stop('immediate');
});

const historyOf = async (node, gameId) => JSON.parse((await node.get(`/api/games/${gameId}/history`)).text);
/** Moves of a game from this ply on; each is acknowledged. */
async function drop([x, o], columns, from = 0) {
  for (const [i, columnIndex] of columns.entries()) await ((from + i) % 2 ? o : x).must('make-move', { gameId: x.game.gameId, columnIndex, ply: from + i });
}

test('the games are those of the chosen moment, and they go on', async () => {
  const [node] = cluster.nodes;
  const at = () => enter(0, { url: node.url });
  const pair = async () => meet(await at(), await at());
  const kept = await pair();
  await drop(kept, [3, 3]);
  await follow(blocks()[1].text); // people go on playing
  const [running, ended] = [await pair(), await pair()];
  await drop(kept, [3], 2);
  await drop(running, [0, 1, 2, 3, 4]);
  await drop(ended, [3, 0, 3, 0, 3, 0, 3]);

  const moment = await postgres.value(cluster.database, 'SELECT clock_timestamp()::text');
  const late = await pair();
  await drop(late, [6, 5]);
  await drop(running, [5], 5);
  await drop(kept, [4], 3);
  await postgres.run(cluster.database, 'DELETE FROM game');
  const segment = await postgres.value('postgres', 'SELECT pg_walfile_name(pg_switch_wal())');
  await until(() => readdirSync(join(backups, 'wal')).includes(segment), 'the last segment in the archive');
  sendAllAway();
  await node.kill();
  await postgres.destroy();

  await follow(blocks(moment)[2].text);
  restored = await serve(places, 5433, { archive_mode: 'off' });
  await until(async () => (await restored.value('postgres', 'SELECT pg_is_in_recovery()')) === false, 'the end of the recovery');
  const next = await cluster.add();
  assert.deepEqual((await historyOf(next, kept[0].game.gameId)).moves.map(({ column }) => column), [3, 3, 3]);
  assert.deepEqual((await historyOf(next, running[0].game.gameId)).moves.map(({ column }) => column), [0, 1, 2, 3, 4]);
  assert.equal((await historyOf(next, ended[0].game.gameId)).reason, 'line');
  assert.equal((await next.get(`/api/games/${late[0].game.gameId}/history`)).status, 404);

  const [x, o] = await Promise.all(running.map((player) => comeBack(0, player, { url: next.url })));
  for (const player of [x, o]) player.game = await player.next('game-start', ({ gameId }) => gameId === running[0].game.gameId);
  await drop([x, o], [5, 6], 5);
  assert.equal((await historyOf(next, running[0].game.gameId)).moves.length, 7);
});
