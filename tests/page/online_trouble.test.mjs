// Connection trouble in real browsers: reloads, other windows, killed servers, cut networks, and all of it while a disc falls.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIVE, Person, TROUBLE, meet, play, useOnline } from './online_people.mjs';

const { person, shared } = useOnline();
const rough = { expected: TROUBLE };
/** Discs take their time to fall. */
const slow = { expected: TROUBLE, settings: { motion: 'full' } };

async function restart() {
  await shared.server.end('SIGKILL');
  await shared.server.start();
}

/** Both are connected again and see the same moves; then the game goes on. */
async function goesOn(x, o, moves, next) {
  await Promise.all([x.connection('online'), o.connection('online')]);
  await Promise.all([x.shows(moves), o.shows(moves)]);
  await play(x, o, next, moves, 'insist');
}

test('a reload in the middle of a game sits down again', async () => {
  const [x, o] = await meet(person, rough);
  await play(x, o, '44');
  await x.reload();
  await x.shows('44');
  await x.phase('turn');
  await play(x, o, '35', '44');
});

test('the server is killed while a disc falls and comes back: the game goes on', async () => {
  const [x, o] = await meet(person, slow);
  await play(x, o, '44');
  await x.press(3);
  await x.phase('moving', 'waiting'); // it falls, or on a busy machine it just fell
  await restart();
  await Promise.all([x.reconnected(), o.reconnected()]);
  await x.until('table', ({ pending }) => pending === null);
  const { moves } = await x.page.evaluate(async () => {
    const { gameId } = globalThis.fourfall.remote.value;
    const answer = await fetch(`/api/games/${gameId}`);
    return (await answer.json()).metadata;
  });
  assert.ok(['443', '44'].includes(moves), moves);
  await goesOn(x, o, moves, moves === '443' ? '5' : '35');
});

test('a move that did not reach a dying server is taken back for all to see', async () => {
  const [x, o] = await meet(person, slow);
  await play(x, o, '44');
  shared.server.child.kill('SIGSTOP');
  await x.press(3);
  await x.phase('moving', 'waiting'); // it falls, or on a busy machine it just fell
  await restart();
  await Promise.all([x.reconnected(), o.reconnected()]);
  await x.said('note.takenBack');
  await x.hears('The connection was lost before your move arrived. It was taken back.', 'alert');
  await goesOn(x, o, '44', '35');
});

test('the network is cut: nothing is sent, and it is said; afterwards the game goes on', async () => {
  const [x, o] = await meet(person, rough);
  await play(x, o, '44');
  await x.context.setOffline(true);
  await x.connection('lost');
  await x.act('drop', 2);
  await x.said('note.noConnection');
  await x.shows('44');
  await x.context.setOffline(false);
  await x.connection('online');
  await goesOn(x, o, '44', '35');
});

test('the opponent moves while my network is cut', async () => {
  const [x, o] = await meet(person, rough);
  await play(x, o, '4');
  await x.context.setOffline(true);
  await x.connection('lost');
  await o.press(4);
  await o.shows('44');
  await x.context.setOffline(false);
  await goesOn(x, o, '44', '35');
});

test('the network is cut and the server killed at once, while a disc falls', async () => {
  const [x, o] = await meet(person, slow);
  await play(x, o, '44');
  shared.server.child.kill('SIGSTOP');
  await x.press(3);
  await x.phase('moving', 'waiting'); // it falls, or on a busy machine it just fell
  await Promise.all([x.context.setOffline(true), shared.server.end('SIGKILL')]);
  await x.connection('lost');
  await shared.server.start();
  await o.reconnected();
  assert.equal((await x.until('table')).pending, 2, 'nobody knows yet');
  await x.context.setOffline(false);
  await x.said('note.takenBack');
  await goesOn(x, o, '44', '35');
});

test('a move that comes too late is taken back', async () => {
  const x = await person(slow);
  await x.muffled();
  await x.online('invite', LIVE, 'X', false);
  const o = await person({ ...slow, query: `&join=${(await x.until('invitation')).code}` });
  await Promise.all([x.seated(), o.seated()]);
  await play(x, o, '44');
  x.isMuffled = true;
  await x.press(3);
  await x.phase('moving', 'waiting'); // it falls, or on a busy machine it just fell
  await o.online('resign');
  await x.said('note.tooLate');
  await x.shows('44');
  await x.phase('over');
  await x.turnSays('You win!');
});

test('a second window takes the seat, and the first can take it back', async () => {
  const [x, o] = await meet(person, rough);
  await play(x, o, '4');
  const second = new Person(shared, rough);
  second.context = x.context;
  second.page = await x.context.newPage();
  second.listen();
  await second.page.goto(second.address);
  await second.ready();
  await second.shows('4');
  await x.connection('replaced');
  await o.press(4);
  await second.shows('44');
  await second.press(3);
  await o.shows('443');
  await x.online('takeSeat');
  await second.connection('replaced');
  await x.connection('online');
  await x.shows('443');
  await o.press(3);
  await x.shows('4433');
  second.assertClean();
});

test('without a network the page stands at every address, and says what needs the server', async () => {
  const x = await person(rough);
  await x.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await x.context.setOffline(true);
  await x.page.goto(`${shared.server.address}game/0000000000000?debug`);
  await x.ready();
  await x.said('note.noServer');
  await x.hears('The server cannot be reached. Try again later.', 'alert');
  await x.page.goto(x.address);
  await x.ready();
  assert.equal((await x.online('joinQueue', LIVE)).code, 'offline');
  await x.start({ mode: 'two' });
  await x.play('44');
});
