// The computer's moves are a fair queue: a stranger with many games against Perfect does not keep others waiting. In the cube
// Perfect takes a fifth of a second for a move; before the queue was fair, a reply of Easy came after all of these.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeHome } from './players.mjs';
import { ask, setServer } from './rest_client.mjs';
import { eventually } from './server_process.mjs';

const GAMES = 40;
let home, server;

before(async () => {
  home = makeHome();
  server = await home.serve(home.newData(), '--durability', 'normal', '--trust-proxy', '127.0.0.1', '--thinkers', '1', '--think', '200');
  setServer(server);
});
after(async () => {
  await server.stop();
  home.remove();
});

const from = (address) => ({ 'x-forwarded-for': address });

/** A game in which the computer moves first. */
async function begin(level, address) {
  const body = { board: '5x5x5', players: [{ kind: 'computer', level }, { kind: 'guest', name: 'Gus' }] };
  const answer = await ask('POST', '/api/games', { body, headers: from(address) });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return { id: answer.body.game.gameId, token: answer.body.seats[1].token };
}

const hasMoved = async ({ id, token }, address) => (await ask('GET', `/api/games/${id}`, { token, headers: from(address) })).body.version > 0;

const metric = async (name) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec((await server.get('/metrics')).body)[1]);

describe('the computer, asked by a stranger in many games at once,', () => {
  test('replies to an Easy game of somebody else first, and to all in the end', async () => {
    const theirs = await Promise.all(Array.from({ length: GAMES }, () => begin('perfect', '192.0.2.1')));
    const mine = await begin('easy', '192.0.2.2');
    await eventually(() => hasMoved(mine, '192.0.2.2'), Boolean, 'the move of Easy');
    const answered = await Promise.all(theirs.map((game) => hasMoved(game, '192.0.2.1')));
    assert.ok(answered.includes(false), 'the stranger’s queue is not done yet');
    for (const game of theirs) await eventually(() => hasMoved(game, '192.0.2.1'), Boolean, 'the move of Perfect');
  });

  test('which the metrics show', async () => {
    assert.equal(await metric('fourfall_thinking_seconds_count{lane="quick"}'), 1);
    assert.equal(await metric('fourfall_thinking_seconds_count{lane="long"}'), GAMES);
    assert.equal(await metric('fourfall_thinking_waiting{lane="long"}'), 0);
    assert.ok((await metric('fourfall_thinking_cut_total')) > 0, 'searches were shortened');
  });
});
