// PostgreSQL for the tests: real servers in temporary folders, which tests stop, kill, freeze, fill and replace by their standby.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { within } from '../e2e/websocket_client.mjs';
import { ADDRESS, childrenOf, isAlive, isStopped, launch, makeFolder, run, signalAll, until } from './processes.mjs';

export const OWNER = 'postgres'; // the program refuses to run as root
const ROLE = 'fourfall'; // an ordinary role: the last connections are not for it
const STOP = { smart: 'SIGTERM', fast: 'SIGINT', immediate: 'SIGQUIT' };
const SETTINGS = {
  listen_addresses: ADDRESS, unix_socket_directories: '', max_connections: 100, shared_buffers: '32MB', max_wal_size: '256MB', wal_level: 'replica',
  max_wal_senders: 4, wal_keep_size: '64MB', hot_standby: 'on', fsync: process.env.FF_FSYNC === '1' ? 'on' : 'off', timezone: 'UTC', log_min_messages: 'warning',
  autovacuum_naptime: '5s', restart_after_crash: 'on',
};

/** The newest PostgreSQL of Debian. Its programs are not in the path. */
export function program(name) {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').map(Number).sort((a, b) => b - a) : [];
  return versions.length ? `/usr/lib/postgresql/${versions[0]}/bin/${name}` : name;
}

/** The SQL text of a value. */
export const quote = (text) => `'${String(text).replaceAll("'", "''")}'`;

/** A server on the data in `folder`/data. */
export async function serve(folder, port, settings) {
  const data = join(folder, 'data');
  const server = { port, data, process: null };
  const args = () => ['-D', data, '-p', String(port), ...Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const isUp = /ready to accept (read-only )?connections/;

  server.start = async () => {
    server.process = await launch(program('postgres'), args(), { user: OWNER, ready: isUp });
  };
  /** Stops the postmaster, so that it starts no more processes, and then the others. Gives all of them. */
  server.freeze = async () => {
    const { pid } = server.process;
    signalAll([pid], 'SIGSTOP');
    await until(() => isStopped(pid), 'the postmaster has stopped');
    const children = childrenOf(pid);
    signalAll(children, 'SIGSTOP');
    return [pid, ...children];
  };
  server.thaw = () => signalAll([...childrenOf(server.process.pid), server.process.pid], 'SIGCONT');
  /** Everything ends at once, as when the machine loses power. */
  server.kill = async () => {
    const pids = await server.freeze();
    signalAll(pids, 'SIGKILL');
    await within(server.process.exit, 'the end of the postmaster');
    await until(() => !pids.some(isAlive), 'the end of PostgreSQL’s processes');
  };
  server.stop = async (mode = 'fast') => {
    assert.ok(STOP[mode], mode);
    const { signal } = await server.process.end(STOP[mode]);
    assert.equal(signal, null, server.process.err);
  };
  server.restart = async (mode) => {
    await server.stop(mode);
    await server.start();
  };
  /** The disk is lost, too. */
  server.destroy = async () => {
    await server.kill();
    rmSync(data, { recursive: true });
  };
  server.url = (database, role = ROLE) => `postgres://${role}@${ADDRESS}:${port}/${database}`;

  /** Runs SQL as the superuser, who still gets a connection when others do not. */
  server.run = (database, sql) => run('psql', ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-d', server.url(database, OWNER), '-f', '-'], { input: sql });
  /** The rows of a query as objects. Cast ids to text: they have 63 bits. */
  server.query = async (database, sql) => (await server.queries(database, { sql })).sql;
  /** Several queries at once, by name, as of one moment; `first` runs before them, in the same session. */
  server.queries = async (database, queries, first = '') => {
    const parts = Object.entries(queries).map(([name, sql]) => `${quote(name)}, (SELECT coalesce(json_agg(r), '[]') FROM (${sql}) AS r)`);
    return JSON.parse(await server.run(database, `${first} SELECT json_build_object(${parts})`));
  };
  server.value = async (database, sql) => Object.values((await server.query(database, sql))[0])[0];
  server.createDatabase = (name, space = 'pg_default') => server.run('postgres', `CREATE DATABASE ${name} OWNER ${ROLE} TABLESPACE ${space}`);
  server.dropDatabase = (name) => server.run('postgres', `DROP DATABASE ${name} WITH (FORCE)`);
  server.set = async (name, value) => {
    await server.run('postgres', `ALTER SYSTEM SET ${name} = ${quote(value)}`);
    await server.run('postgres', 'SELECT pg_reload_conf()');
  };
  /** How many connections the nodes have. */
  server.connections = (database) => server.value('postgres', `SELECT count(*) FROM pg_stat_activity WHERE datname = ${quote(database)} AND usename = ${quote(ROLE)}`);
  /** Ends the connections of the nodes from the server's side. */
  server.disconnect = (database) =>
    server.run('postgres', `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = ${quote(database)} AND usename = ${quote(ROLE)}`);
  server.session = (database) => openSession(server.url(database, OWNER));
  server.fill = (database) => fillConnections(port, database);
  server.promote = () => server.run('postgres', 'SELECT pg_promote(true, 60)');
  server.standby = (standbyPort, { log } = {}) => startStandby(server, standbyPort, settings, log);
  await server.start();
  return server;
}

/** Starts a new server. `place`: the folder for its data, otherwise a temporary one; `role`: of the nodes, null for none. */
export async function startPostgres({ port = 5432, settings = {}, place, role = ROLE } = {}) {
  const folder = place ?? makeFolder('postgres', OWNER);
  await run(program('initdb'), ['-D', join(folder, 'data'), '-U', OWNER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], { user: OWNER });
  const server = await serve(folder, port, settings);
  if (role) await server.run('postgres', `CREATE ROLE ${role} LOGIN`);
  return server;
}

/** A streaming standby of a server, which from then on acknowledges a commit when the standby has it, too. `log`: the folder for its log. */
async function startStandby(primary, port, settings, log) {
  const folder = makeFolder('standby', OWNER);
  const from = `host=${ADDRESS} port=${primary.port} user=${OWNER} application_name=standby`;
  await run(program('pg_basebackup'), ['-D', join(folder, 'data'), '-d', from, '-R', '-X', 'stream', '-c', 'fast', '--no-sync', ...(log ? ['--waldir', log] : [])], { user: OWNER });
  const standby = await serve(folder, port, settings);
  await primary.set('synchronous_standby_names', 'standby');
  const state = () => primary.query('postgres', 'SELECT sync_state FROM pg_stat_replication');
  await until(async () => (await state())[0]?.sync_state === 'sync', 'a synchronous standby');
  return standby;
}

/** A psql that stays connected: for transactions that hold their locks. */
async function openSession(url) {
  const psql = await launch('psql', ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-d', url], { pipe: true });
  let count = 0;
  return {
    /** Runs SQL and waits until it has ended. */
    async run(sql) {
      const mark = `-- done ${++count}`;
      const said = psql.said(new RegExp(mark), { from: 0 });
      psql.child.stdin.write(`${sql};\n\\echo '${mark}'\n`);
      await said;
    },
    close: () => psql.end('SIGTERM'),
  };
}

/** One connection by hand: resolves with its socket, or null if the server has no room. */
function occupy(port, database) {
  const words = Buffer.from(`user\0${ROLE}\0database\0${database}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + words.length, 0);
  head.writeInt32BE(0x30000, 4); // protocol 3.0
  const socket = connect(port, ADDRESS, () => socket.write(Buffer.concat([head, words])));
  let received = Buffer.alloc(0);
  const asked = new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      for (let at = 0; at + 5 <= received.length; at += 1 + received.readInt32BE(at + 1)) {
        const kind = String.fromCharCode(received[at]);
        if (kind === 'Z') resolve(socket); // ready for a query
        if (kind === 'E') resolve(/C53300\0/.test(received.toString('latin1')) ? null : reject(new Error(received.toString('latin1'))));
      }
    });
  });
  return within(asked, 'a connection to PostgreSQL');
}

/** Takes every connection that ordinary roles may still have; `hold` takes those again that become free. */
async function fillConnections(port, database) {
  const held = [];
  const hold = async () => {
    for (let socket; (socket = await occupy(port, database)); held.push(socket)) socket.on('error', () => {});
    return held.length;
  };
  await hold();
  return { hold, release: () => held.splice(0).forEach((socket) => socket.destroy()) };
}
