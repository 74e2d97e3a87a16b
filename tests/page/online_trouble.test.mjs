// Connection trouble as only a browser has it: its own network that is cut, its service worker, and a disc that falls in the
// picture while the server dies. tests/web/page_trouble.test.mjs has the rest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIVE, TROUBLE, meet, play, useOnline } from './online_people.mjs';

const { person, shared } = useOnline();
const rough = { expected: TROUBLE, scene: false };
/** With falling discs. */
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

test('a move that did not reach a dying server is taken back, visibly and audibly', async () => {
  const [x, o] = await meet(person, slow);
  await play(x, o, '44');
  shared.server.child.kill('SIGSTOP');
  await x.press(3);
  await x.phase('moving', 'waiting'); // on a busy machine it may have landed already
  await restart();
  await Promise.all([x.reconnected(), o.reconnected()]);
  await x.said('note.takenBack');
  await x.hears('The connection was lost before your move arrived. It was taken back.', 'alert');
  await goesOn(x, o, '44', '35');
});

test('the network is cut: nothing is sent, and it is said; afterwards the game goes on from what the opponent did meanwhile', async () => {
  const [x, o] = await meet(person, rough);
  await play(x, o, '44');
  await x.context.setOffline(true);
  await x.connection('lost');
  await x.act('drop', 2);
  await x.said('note.noConnection');
  await x.shows('44');
  await x.context.setOffline(false);
  await goesOn(x, o, '44', '3');
  await x.context.setOffline(true);
  await x.connection('lost');
  await o.press(3);
  await o.shows('4433');
  await x.context.setOffline(false);
  await goesOn(x, o, '4433', '5');
});

test('without a network the page loads at every address, and says what needs the server', async () => {
  const x = await person({ ...rough, worker: true });
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
