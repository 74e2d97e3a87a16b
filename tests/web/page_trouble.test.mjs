// Connection trouble on the board: servers that die while a disc falls, wires that are cut, reloads, a second window. The
// real controller and core of two people, and the real server.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { connection, confirmed, drops, online, play, reconnection, table, usePeople } from './page_people.mjs';
import { until } from './until.mjs';

const { person, meet, restart, server, wire } = await usePeople();
const FULL = { settings: { motion: 'full' } };

/** Both see the same moves; then the game goes on. */
async function goesOn(x, o, moves, next) {
  await Promise.all([connection(x, 'online'), connection(o, 'online')]);
  await Promise.all([x.shows(moves), o.shows(moves)]);
  await play(x, o, next, moves);
}

/** The third disc of a game is falling on the board of the first player. */
async function falling(x, o) {
  await play(x, o, '44');
  x.scene.holds = true;
  await drops(x, 2);
  await until(x.app.snapshot, ({ ply }) => ply === 3, 'a falling disc');
}

test('a network that is gone is told of once: by the strip of the game, not by a message as well', async () => {
  const [x] = await meet();
  x.said.length = 0;
  x.window.setOnline(false);
  x.window.setOnline(true);
  assert.deepEqual(x.said.filter((key) => key.startsWith('message.')), []);
  x.app.leave();
  x.window.setOnline(false);
  assert.deepEqual(x.said.filter((key) => key.startsWith('message.')), ['message.offline']);
});

test('a reload in the middle of a game sits down again', async () => {
  const [x, o] = await meet();
  await play(x, o, '44');
  const again = await x.reload();
  await again.shows('44');
  await play(again, o, '35', '44');
});

test('the server is killed while a disc falls and comes back: the game goes on', async () => {
  const [x, o] = await meet(FULL);
  await falling(x, o);
  const back = [reconnection(x), reconnection(o)];
  await restart();
  await Promise.all(back);
  x.scene.land();
  x.scene.holds = false;
  await confirmed(x);
  const { gameId } = x.app.remote.peek();
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/games/${gameId}`);
  const { moves } = (await answer.json()).metadata;
  assert.ok(['443', '44'].includes(moves), moves);
  await goesOn(x, o, moves, moves === '443' ? '5' : '35');
});

test('a move that did not reach a dying server is taken back', async () => {
  const [x, o] = await meet(FULL);
  await play(x, o, '44');
  server.process.child.kill('SIGSTOP');
  x.scene.holds = true;
  x.app.drop(2);
  await until(x.app.snapshot, ({ ply }) => ply === 3, 'a falling disc');
  const back = [reconnection(x), reconnection(o)];
  await server.kill();
  await server.start();
  await Promise.all(back);
  await x.hears('note.takenBack');
  x.scene.holds = false;
  await x.shows('44');
  assert.deepEqual(x.scene.refused, [2], 'its column shakes');
  await goesOn(x, o, '44', '35');
});

describe('a cut network', () => {
  /** The browser says that the network is gone, and it is. */
  const cut = (page, line) => {
    page.window.setOnline(false);
    line.isDown = true;
    line.cut();
  };
  const mend = (page, line) => {
    line.isDown = false;
    page.window.setOnline(true);
  };

  test('nothing is sent, and that is said; afterwards the game goes on', async () => {
    const line = await wire();
    const [x, o] = await meet({ port: line.port });
    await play(x, o, '44');
    cut(x, line);
    await connection(x, 'lost');
    x.app.drop(2);
    assert.deepEqual([x.said.at(-1), x.at.notation, x.scene.refused], ['note.noConnection', '44', [2]]);
    mend(x, line);
    await goesOn(x, o, '44', '35');
  });

  test('the opponent moves meanwhile', async () => {
    const line = await wire();
    const [x, o] = await meet({ port: line.port });
    await play(x, o, '4');
    cut(x, line);
    await connection(x, 'lost');
    await drops(o, 3);
    await o.shows('44');
    mend(x, line);
    await goesOn(x, o, '44', '35');
  });

  test('and the server killed at once, while a disc falls', async () => {
    const line = await wire();
    const [x, o] = await meet({ ...FULL, port: line.port });
    await play(x, o, '44');
    server.process.child.kill('SIGSTOP');
    x.scene.holds = true;
    x.app.drop(2);
    await until(x.app.snapshot, ({ ply }) => ply === 3, 'a falling disc');
    const back = reconnection(o);
    cut(x, line);
    await server.kill();
    await connection(x, 'lost');
    await server.start();
    await back;
    assert.equal((await table(x)).pending, 2, 'whether it arrived is not known yet');
    mend(x, line);
    await x.hears('note.takenBack');
    x.scene.holds = false;
    await goesOn(x, o, '44', '35');
  });
});

test('a move that comes too late is taken back', async () => {
  const line = await wire();
  const [x, o] = await meet({ ...FULL, port: line.port });
  await play(x, o, '44');
  await line.upgraded();
  line.mute(); // what x sends gets lost, what others do arrives
  x.scene.holds = true;
  await drops(x, 2);
  await until(x.app.snapshot, ({ ply }) => ply === 3, 'a falling disc');
  online(o).resign();
  await x.hears('note.tooLate');
  await x.shows('44');
  await x.phase('over');
  assert.equal(x.turnText, 'You win!');
});

test('a second window takes the seat, and the first can take it back', async () => {
  const [x, o] = await meet();
  await play(x, o, '4');
  const second = await person({ storage: x.window.storage });
  await second.shows('4');
  await connection(x, 'replaced');
  await play(second, o, '43', '4');
  online(x).takeSeat();
  await connection(second, 'replaced');
  await connection(x, 'online');
  await x.shows('443');
  await drops(o, 2);
  await x.shows('4433');
});

test('without a server the page says so and plays on its own', async () => {
  const x = await person();
  await server.kill();
  x.app.loadOnline();
  await until(x.app.online, (model) => model !== null, 'the model');
  assert.equal((await online(x).joinQueue({ board: '7x6', clock: { kind: 'none' }, isRated: false })).code, 'offline');
  await x.start();
  await x.play('44');
  await server.start();
});
