// Games with other rules between two pages, through the real server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIVE, online, seated, table, usePeople } from './page_people.mjs';
import { until } from './until.mjs';

const { person, meet } = await usePeople();

const POP = 64, BOMB = 192, WALL = 256, TURN_LEFT = 384, SWAP = 512;

/** A game of these rules; `make` moves by number, for whoever is to move, until both boards show it. */
async function begin(board) {
  const [x, o] = await meet({}, { ...LIVE, board });
  const make = async (...moves) => {
    for (const move of moves) {
      const mover = x.app.phase.peek() === 'turn' ? x : o;
      await mover.phase('turn');
      const { ply } = mover.at;
      mover.app.move(move);
      await Promise.all([x.ply(ply + 1), o.ply(ply + 1)]);
      await Promise.all([table(x, ({ pending }) => pending === null), table(o, ({ pending }) => pending === null)]);
      await Promise.all([x.phase('turn', 'waiting', 'over'), o.phase('turn', 'waiting', 'over')]);
    }
  };
  return { x, o, make };
}

test('PopOut: drops and pops reach the other board', async () => {
  const { x, o, make } = await begin('7x6-popout');
  await make(3, 3, POP + 3);
  assert.deepEqual([x.at.notation, o.at.notation], ['7x6-popout:44-4', '7x6-popout:44-4']);
  assert.deepEqual([x.app.phase.peek(), o.app.phase.peek()], ['waiting', 'turn']);
});

test('a game whose rules cannot be loaded waits for them, and can be asked for again', async () => {
  const [x, o] = [await person(), await person()];
  const { variants } = o.core.files;
  o.core.files.variants = new URL('missing', 'http://127.0.0.1:1/');
  const [host, guest] = await Promise.all([x.app.loadOnline(), o.app.loadOnline()]);
  assert.equal(await host.invite({ ...LIVE, board: '7x6-popout' }, 'X', false), null);
  const joined = guest.join(host.invitation.peek().code);
  await o.hears('message.noVariant');
  await x.phase('turn');
  x.app.drop(3);
  await x.ply(1);
  o.core.files.variants = variants;
  o.app.tryLoading(true);
  assert.equal(await joined, null);
  await o.shows('7x6-popout:4');
  await o.phase('turn');
});

test('a press that pops is sent as a pop', async () => {
  const { x, o, make } = await begin('7x6-popout');
  await make(3, 3);
  x.app.choose('pop');
  x.app.drop(3);
  await o.shows('7x6-popout:44-4');
});

test('a press while the other side is to move is not kept', async () => {
  const { x, o, make } = await begin('7x6-popout');
  online(o).premoves.value = true;
  o.app.drop(2);
  await o.hears('note.waiting');
  await make(3);
  assert.equal(o.at.notation, '7x6-popout:4');
  assert.equal(x.app.phase.peek(), 'waiting');
});

test('Power Up: a turn of two moves stays with the same player', async () => {
  const { x, o, make } = await begin('7x6-powerup');
  await make(WALL);
  assert.deepEqual([x.app.phase.peek(), o.app.phase.peek()], ['turn', 'waiting']);
  await make(1, 2, BOMB + 3, POP + 2);
  assert.deepEqual([x.at.notation, o.at.notation, o.app.phase.peek()], ['7x6-powerup:=123@4-3', '7x6-powerup:=123@4-3', 'turn']);
});

test('Turn: both boards are turned', async () => {
  const { x, o, make } = await begin('7x6-turn');
  await make(0, 0, TURN_LEFT);
  assert.deepEqual([x.at.board.name, o.at.board.name], ['6x7', '6x7']);
});

test('the pie: after the swap the players have the other colours, clocks and names', async () => {
  const { x, o, make } = await begin('7x6-pie');
  const names = x.app.remote.peek().names;
  await make(3);
  o.app.move(SWAP);
  await until(x.app.remote, ({ seat }) => seat === 1, 'yellow');
  await until(o.app.remote, ({ seat }) => seat === 0, 'red');
  assert.deepEqual(x.app.remote.peek().names, [names[1], names[0]]);
  assert.deepEqual([x.app.you.peek(), o.app.you.peek()], [1, 0]);
  await x.phase('turn');
  await o.phase('waiting');
  await make(2, 3);
  assert.equal(o.at.notation, '7x6-pie:4~34');
});

test('misère: the line loses, and both are told so', async () => {
  const { x, o, make } = await begin('7x6-misere');
  await make(0, 1, 0, 2, 0, 3, 0);
  await Promise.all([x.phase('over'), o.phase('over')]);
  assert.equal(o.turnText, 'You win!');
  assert.equal((await table(x, ({ result }) => result !== null)).result.winner, 1);
});

test('a reload finds the game with its rules again, and an ended one is read from the archive', async () => {
  const { x, o, make } = await begin('7x6-popout-pie');
  await make(3);
  o.app.move(SWAP);
  await until(x.app.remote, ({ seat }) => seat === 1, 'yellow');
  await x.phase('turn');
  await make(3);
  const again = await x.reload();
  await seated(again);
  await again.phase('waiting');
  assert.deepEqual([again.at.notation, again.app.remote.peek().seat], ['7x6-popout-pie:4~4', 1]);
  online(again).resign();
  await o.phase('over');
  assert.equal((await table(o, ({ result }) => result !== null)).result.winner, 0);
  const visitor = await person({ below: `game/${o.app.remote.peek().gameId}` });
  await visitor.phase('over', 'replay');
  assert.equal(visitor.app.remote.peek().result.winner, 0);
  assert.deepEqual(visitor.app.remote.peek().names, o.app.remote.peek().names);
});

test('a spectator sees pops and turns as they are made', async () => {
  const { x, make } = await begin('7x6-turn');
  const visitor = await person({ below: `game/${x.app.remote.peek().gameId}` });
  await seated(visitor);
  await make(0, 0, TURN_LEFT);
  await visitor.shows('7x6-turn:11<');
});

test('the computer of the server plays variants', async () => {
  const x = await person();
  const wish = { board: '7x6-powerup', clock: { kind: 'none' }, isRated: false };
  assert.equal(await (await x.app.loadOnline()).playComputer(wish, 'easy', 'balanced', 'O'), null);
  await seated(x);
  await until(x.app.snapshot, ({ ply, turn }) => ply > 0 && turn === 1, 'its move');
  await x.phase('turn');
});

test('a board that does not suit the variant is refused', async () => {
  const x = await person();
  const refused = await (await x.app.loadOnline()).invite({ ...LIVE, board: '7x6-five' }, 'X', false);
  assert.equal(refused.code, 'variant-board');
});
