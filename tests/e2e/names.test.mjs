// Names: nobody takes that of an account, of the program or of its hosts, nor one that looks like it. FOURFALL names another
// program to test.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { enter, makeHome } from './players.mjs';
import { begin, post, refused, setServer } from './rest_client.mjs';

const PASSWORD = 'correct horse battery';
let home, server, owner, guest;

before(async () => {
  home = makeHome();
  server = setServer(await home.serve(home.newData(), '--limits', 'off'));
  owner = await enter(server.port, { auth: { name: 'Annabel' } });
  assert.equal((await post('/api/account', { login: 'holly_1', password: PASSWORD }, { token: owner.token })).status, 201);
  guest = await enter(server.port);
});
after(async () => {
  [owner, guest].forEach((player) => player.leave());
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  home.remove();
});

const named = async (player, name) => {
  const answer = await player.ask('set-name', { name });
  return answer.ok ? answer.name : answer.error.code;
};

test('of an account and its login belong to it, and so do their look-alikes', async () => {
  for (const name of ['Annabel', 'ANNABEL', 'AnnabeI', 'Annabe1', 'Anna bel', 'A-n-n-a-b-e-l', 'Annabe\u200dl', 'Ａnnabel', 'Holly 1', 'ho11y_1', 'HoIIy1'])
    assert.equal(await named(guest, name), 'name-taken', name);
  assert.equal(await named(guest, 'Αnnаbеl'), 'name-mixed');
  assert.equal(await named(owner, 'ANNABEL'), 'ANNABEL', 'its owner may write it otherwise');
  for (const name of ['Annabella', 'Anna', 'Holger']) assert.equal(await named(guest, name), name);
});

test('of the program and of its hosts are reserved in both languages', async () => {
  for (const name of ['Computer', 'C0mputer', 'Deleted player', 'Gelöschter Spieler', 'Gast', 'Guest 1000', 'Admin', 'Moderator', 'Fourfall', 'F0urFa11']) assert.equal(await named(guest, name), 'name-reserved', name);
});

test('with mixed scripts are refused; one script, or those that readers mix, is fine', async () => {
  for (const name of ['Аnton', 'Βob', 'Ольgа']) assert.equal(await named(guest, name), 'name-mixed', name);
  for (const name of ['Ольга', 'Yamada 山田', 'مريم', 'Jörg']) assert.equal(await named(guest, name), name);
});

test('are checked wherever a name comes in', async () => {
  const late = await enter(server.port, { auth: { name: 'annabel' } });
  assert.match(late.session.name, /^Guest \d{4}$/, 'a guest gets in without it');
  assert.equal((await late.ask('join-queue', { name: 'Annabel' })).error.code, 'name-taken');
  refused(await post('/api/games', { players: [{ kind: 'guest', name: 'Annabel' }, { kind: 'computer', level: 'easy' }] }), 409, 'name-taken');
  refused(await post('/api/games', { players: [{ kind: 'guest', name: 'Computer' }, { kind: 'computer', level: 'easy' }] }), 422, 'name-reserved');
  for (const login of ['ho11y_1', 'HOLLY_1', 'hoIIy-1', 'annabel', 'admin', 'fourfall', 'computer', 'guest1'])
    refused(await post('/api/account', { login, password: PASSWORD }, { token: late.token }), 409, 'login-taken');
  late.leave();
});

test('are free again when their account has another one', async () => {
  assert.equal(await named(owner, 'Beatrix'), 'Beatrix');
  assert.equal(await named(guest, 'Annabel'), 'Annabel');
  assert.equal(await named(guest, 'Beatr1x'), 'name-taken');
  assert.equal(await named(owner, 'Annabel'), 'Annabel', 'guests reserve nothing');
  const made = await begin({ players: [{ kind: 'guest', name: 'Beatrix' }, { kind: 'computer', level: 'easy' }] });
  assert.equal(made.game.players[0].name, 'Beatrix');
});
