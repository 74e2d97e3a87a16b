// Moderators and players on different nodes, with Redis and while it is stopped.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { comeBack, enter, meet, PROGRAM, sendAllAway } from '../e2e/players.mjs';
import { within } from '../e2e/websocket_client.mjs';
import { makeCluster } from './cluster.mjs';
import { startPostgres } from './postgres.mjs';
import { until } from './processes.mjs';
import { startRedis } from './redis.mjs';

let postgres, redis, cluster, nodes, mods;

before(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  cluster = await makeCluster(postgres, { nodes: 3, redis });
  ({ nodes } = cluster);
  mods = await Promise.all([0, 1].map(moderator));
});
after(async () => {
  sendAllAway();
  await cluster.close();
  await postgres.stop('immediate');
  await redis.stop();
});

const at = (index) => enter(0, { url: nodes[index].url });
async function rest(index, method, target, { token, body } = {}) {
  const answer = await fetch(nodes[index].url + target, { method, headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }, body: body && JSON.stringify(body), signal: AbortSignal.timeout(60_000) });
  return { status: answer.status, body: await answer.json() };
}
/** A moderator's account, made on this node. */
async function moderator(index) {
  const player = await at(index), login = `mod_${index}`;
  assert.equal((await rest(index, 'POST', '/api/account', { token: player.token, body: { login, password: 'correct horse battery' } })).status, 201);
  execFileSync(PROGRAM, ['moderator', '--database', postgres.url(cluster.database), 'add', login]);
  return player;
}
/** Moderator and node have the same index. */
const moderate = async (index, { session: { playerId } }, body) => {
  const answer = await rest(index, 'POST', `/api/moderation/players/${playerId}`, { token: mods[index].token, body: { reason: 'Rude', ...body } });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
};
const seen = (index, who) => rest(index, 'GET', '/api/me', { token: who.token });
const gone = ({ socket }) => within(new Promise((resolve) => (socket.connected ? socket.once('disconnect', resolve) : resolve())), 'the end of the connection');

function theSame() {
  test('a ban ends the connections on every node, and nobody lets the player in', async () => {
    const [x, o] = await meet(await at(1), await at(2));
    await moderate(0, x, { action: 'ban', hours: 1 });
    await gone(x);
    assert.equal((await o.next('opponent-disconnected')).gameId, x.game.gameId);
    // A node that has not heard of it yet lets the player in for a moment.
    for (const { url } of nodes)
      await until(async () => {
        const back = await comeBack(0, x, { url }).catch(({ message }) => assert.match(message, /banned/));
        if (back) await gone(back);
        return !back;
      }, 'the player is refused');
    await o.must('resign', { gameId: o.game.gameId });
    o.leave();
  });

  test('a mute and a ban of two moderators hold both', async () => {
    for (let round = 0; round < 3; round++) {
      const x = await at(2);
      for (const index of nodes.keys()) await seen(index, x); // every node has the player in memory
      await Promise.all([moderate(0, x, { action: 'mute', hours: 1 }), moderate(1, x, { action: 'ban', hours: 1 })]);
      for (const index of nodes.keys())
        await until(async () => {
          const { body } = await seen(index, x);
          return body.mutedUntil && body.bannedUntil;
        }, `both are known to node ${index}`);
    }
  });

  test('a mute is felt on another node, and its end', async () => {
    const [x, o] = await meet(await at(1), await at(2));
    const { gameId } = x.game;
    const says = (code) => until(async () => (await x.ask('chat-message', { gameId, text: 'Fool' })).error?.code === code, `the answer ${code}`);
    await moderate(0, x, { action: 'mute', hours: 1 });
    await says('muted');
    await moderate(1, x, { action: 'mute', hours: 0 });
    await says(undefined);
    await x.must('resign', { gameId });
    [x, o].forEach((player) => player.leave());
  });

  test('a new name that a moderator gives is shown in the game', async () => {
    const [x, o] = await meet(await at(1), await at(2));
    const { gameId } = x.game;
    await x.must('set-name', { name: 'Ugly words' });
    await until(async () => (await o.must('resume', { gameId })).players[x.game.player].name === 'Ugly words', 'the name is known to the opponent’s node');
    await moderate(0, x, { action: 'rename' });
    await until(async () => /^Guest /.test((await o.must('resume', { gameId })).players[x.game.player].name), 'the new name is');
    await x.must('resign', { gameId });
    [x, o].forEach((player) => player.leave());
  });
}

describe('with Redis', theSame);
describe('while Redis is stopped', () => {
  before(() => redis.stop());
  after(() => redis.start());
  theSame();
});
