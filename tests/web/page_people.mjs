// People who play through the real server, each with a page of their own in this process (page_host.mjs).
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { eventually } from '../e2e/server_process.mjs';
import { within } from '../e2e/websocket_client.mjs';
import { Server, Wire } from './online_people.mjs';
import { usePages } from './page_host.mjs';
import { until } from './until.mjs';

export const LIVE = { board: '7x6', clock: { kind: 'live', initialMs: 300_000, incrementMs: 2000 }, isRated: false };

/** Call at the top of a test file: one server; pages are closed after each test. */
export async function usePeople() {
  const host = await usePages();
  const server = new Server();
  const wires = [];
  before(() => server.start('--confirm', '120000'));
  after(() => server.end());
  afterEach(async () => {
    wires.splice(0).forEach((wire) => wire.close());
    server.process.child.kill('SIGCONT');
    if (server.process.child.exitCode !== null || server.process.child.signalCode !== null) await server.start();
  });
  const people = {
    host,
    server,
    /** A page of the server, at an address below its home. */
    person({ below = '', port = server.port, ...options } = {}) {
      return host.page({ ...options, address: `http://127.0.0.1:${port}/${below}` });
    },
    /** A wire to the server that can be cut, for pages that are given its port. */
    async wire() {
      const wire = new Wire();
      wires.push(wire);
      return Object.assign(wire, { port: await wire.lead(server.port) });
    },
    /** The first one invites, the second comes by the link; the first one is red and begins. */
    async meet(options = {}, wish = LIVE) {
      const x = await people.person(options);
      const online = await x.app.loadOnline();
      assert.equal(await online.invite(wish, 'X', false), null);
      const o = await people.person({ ...options, port: server.port, below: `?join=${online.invitation.peek().code}` });
      await Promise.all([seated(x), seated(o)]);
      return [x, o];
    },
    async restart() {
      server.process.child.kill('SIGCONT');
      await server.kill();
      await server.start();
    },
  };
  return people;
}

export const online = (page) => page.app.online.peek();
export const table = (page, isGood = (value) => value !== null, what = 'a table') => until(online(page).table, isGood, what);
export const seated = async (page) => {
  await until(page.app.remote, (remote) => remote !== null, 'a seat');
  await until(page.app.phase, (phase) => phase !== 'welcome', 'the board');
};
export const connection = (page, wanted) => until(online(page).connection, (state) => state === wanted, `connection ${wanted}`);
export const confirmed = (page) => table(page, ({ pending }) => pending === null, 'the confirmation');

/** Call before the trouble; resolves when the connection was lost since, and is there again. */
export function reconnection(page) {
  const { connection: state } = online(page);
  let wasLost = false;
  let stop = () => {};
  const done = new Promise((resolve) => {
    stop = state.subscribe((now) => {
      wasLost ||= now === 'lost';
      if (wasLost && now === 'online') resolve();
    });
  });
  return within(done, 'a new connection').finally(() => stop());
}

/** Drops a disc, once the server has said where the game stands. */
export async function drops(page, column) {
  await page.phase('turn');
  const isTaken = async () => {
    await new Promise(setImmediate);
    page.said.length = 0;
    page.app.drop(column);
    return page.said.at(-1) !== 'note.syncing';
  };
  await eventually(isTaken, Boolean, 'where the game stands');
}

/** Plays columns in turns; both see every disc. */
export async function play(x, o, columns, from = '') {
  let known = from;
  for (const column of columns) {
    const mover = known.length % 2 ? o : x;
    await drops(mover, Number(column) - 1);
    known += column;
    await Promise.all([x.shows(known), o.shows(known), confirmed(mover)]);
  }
}
