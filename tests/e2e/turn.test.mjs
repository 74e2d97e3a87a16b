// The messages of one turn of the event loop, as clients receive them: their order and their receivers, plain and over TLS.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeCertificate } from './certificate.mjs';
import { makeHome } from './players.mjs';
import { frame, open } from './websocket_client.mjs';

const PATH = '/socket.io/?EIO=4&transport=websocket';
let home, server, secure;

/** The next packet of Socket.IO as [head, data]. */
async function packet(ws) {
  const text = await ws.text('a packet');
  const head = /^\d+/.exec(text)[0];
  return [head, JSON.parse(text.slice(head.length) || 'null')];
}

/** Reads on to the event of this name. */
async function event(ws, name) {
  for (;;) {
    const [head, data] = await packet(ws);
    if (head === '42' && data[0] === name) return data[1];
  }
}

async function enter() {
  const ws = await open(server.port, PATH, { secure });
  await ws.text('the open packet');
  ws.send('40');
  await event(ws, 'session');
  return ws;
}

const say = (name, data, id = '') => `42${id}${JSON.stringify([name, data])}`;

/** Two players in a game that has begun: the one who moves first, and the other. */
async function game() {
  const players = [await enter(), await enter()];
  players.forEach((ws) => ws.send(say('join-queue', {})));
  const { matchId } = await event(players[0], 'match-found');
  players.forEach((ws) => ws.send(say('confirm-match', { matchId })));
  const starts = await Promise.all(players.map((ws) => event(ws, 'game-start')));
  const first = starts.findIndex((start) => start.isYourTurn);
  return { mover: players[first], other: players[1 - first], gameId: starts[0].gameId };
}

const withoutTurn = ({ isYourTurn, ...rest }) => rest;

for (const isSecure of [false, true]) {
  describe(isSecure ? 'over TLS' : 'plain', () => {
    before(async () => {
      const { cert, key } = isSecure ? makeCertificate() : {};
      secure = isSecure;
      home = makeHome();
      server = await home.serve(home.newData(), '--limits', 'off', '--durability', 'normal', ...(cert ? ['--cert', cert, '--key', key] : []));
    });
    after(async () => {
      assert.deepEqual(await server.stop(), { code: 0, signal: null });
      assert.equal(server.err, '');
      home.remove();
    });

    test('the mover gets the acknowledgement, then both players the same update but for isYourTurn', async () => {
      const { mover, other, gameId } = await game();
      const turns = [mover, other];
      for (let ply = 0; ply < 6; ply++) {
        const [one, two] = [turns[ply % 2], turns[1 - (ply % 2)]];
        one.send(say('make-move', { gameId, columnIndex: ply % 7, ply }, 7));
        const [head, [answer]] = await packet(one);
        assert.equal(head, '437');
        assert.deepEqual([answer.ok, answer.ply], [true, ply + 1]);
        const [mine, theirs] = [await packet(one), await packet(two)];
        assert.deepEqual([mine[0], mine[1][0], theirs[0], theirs[1][0]], ['42', 'game-update', '42', 'game-update']);
        assert.equal(mine[1][1].ply, ply + 1);
        assert.deepEqual([mine[1][1].isYourTurn, theirs[1][1].isYourTurn], [false, true]);
        assert.deepEqual(withoutTurn(mine[1][1]), withoutTurn(theirs[1][1]));
      }
      turns.forEach((ws) => ws.destroy());
    });

    test('several events in one segment are answered in order', async () => {
      const { mover, other, gameId } = await game();
      const move = { gameId, columnIndex: 3, ply: 0 };
      const events = [say('make-move', move, 1), say('make-move', move, 2), say('make-move', { ...move, columnIndex: 9 }, 3)];
      mover.raw(Buffer.concat(events.map((payload) => frame({ payload }))));
      const heard = [];
      while (heard.length < 4) heard.push(await packet(mover));
      const acks = heard.filter(([head]) => head.startsWith('43'));
      assert.deepEqual(acks.map(([head]) => head), ['431', '432', '433']);
      assert.deepEqual(acks.map(([, [answer]]) => answer.ok), [true, true, false]);
      assert.equal(acks[1][1][0].repeated, true);
      assert.equal(heard.filter(([head, data]) => head === '42' && data[0] === 'game-update').length, 1);
      assert.equal((await event(other, 'game-update')).ply, 1);
      [mover, other].forEach((ws) => ws.destroy());
    });

    test('games that share a turn get their own updates', async () => {
      const games = [await game(), await game(), await game()]; // one by one: the queue pairs any two players
      for (let ply = 0; ply < 4; ply++) {
        const heard = games.map(({ mover, other, gameId }, i) => {
          const [one, two] = ply % 2 ? [other, mover] : [mover, other];
          one.send(say('make-move', { gameId, columnIndex: i + ply }));
          return Promise.all([event(one, 'game-update'), event(two, 'game-update')]);
        });
        (await Promise.all(heard)).forEach((both, i) =>
          both.forEach((update) => {
            assert.deepEqual([update.gameId, update.ply], [games[i].gameId, ply + 1]);
            assert.equal(update.lastMove.column, i + ply);
          }),
        );
      }
      games.forEach(({ mover, other }) => [mover, other].forEach((ws) => ws.destroy()));
    });
  });
}
