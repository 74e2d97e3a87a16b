// What players sent, what nodes acknowledged, and what they told: the ledger that is compared with the database afterwards.
import assert from 'node:assert/strict';

const result = ({ status, winner, ply }) => JSON.stringify({ status, winner, ply });

/** A ledger. `fail` is called at once with what contradicts an earlier promise. */
export function makeLedger(fail) {
  const games = new Map();
  const players = new Map(); // id → token
  const count = { sent: 0, acks: 0, repeats: 0, refused: 0, unanswered: 0, games: 0, views: 0, older: 0, replaced: 0, sessions: 0 };

  const gameOf = (gameId) => {
    if (!games.has(gameId)) games.set(gameId, { gameId, sent: new Map(), acks: [], seats: {}, result: null, reason: null, ratings: null, isRated: false });
    return games.get(gameId);
  };
  /** Runs a check; a failed one ends the test. */
  const judge = (check) => {
    try {
      check();
    } catch (error) {
      fail(error);
    }
  };
  const settle = (game, told, by) => {
    if (game.result === null) count.games++;
    judge(() => assert.equal(result(told), game.result ?? result(told), `game ${game.gameId} has two results; ${by} was told the second`));
    game.result ??= result(told);
    if (told.reason && !told.agreed) {
      judge(() => assert.equal(told.reason, game.reason ?? told.reason, `game ${game.gameId} ended for two reasons`));
      game.reason ??= told.reason;
    }
  };

  return {
    games,
    players,
    count,
    gameOf,
    /** A player is about to send a move: from now on the database may have it. */
    sends({ gameId, ply, column, playerId }) {
      const { sent } = gameOf(gameId);
      const before = sent.get(ply);
      judge(() => assert.ok(!before || (before.column === column && before.playerId === playerId), `two moves are sent for ply ${ply} of ${gameId}`));
      sent.set(ply, { column, playerId });
      count.sent++;
    },
    acknowledges({ gameId, ply, column, playerId, isRepeated }) {
      gameOf(gameId).acks.push({ ply, column, playerId });
      count.acks++;
      count.repeats += isRepeated ? 1 : 0;
    },
    /** A player or a spectator was shown a game. `last`: the plies shown on this connection so far, by game. */
    shows(view, { by, last }) {
      const game = gameOf(view.gameId);
      count.views++;
      const seen = last.get(view.gameId) ?? 0;
      judge(() => assert.ok(view.ply >= seen, `${by} saw ply ${seen} of ${view.gameId}, then ply ${view.ply} on the same connection`));
      last.set(view.gameId, view.ply);
      judge(() => assert.equal(view.board.filter(Boolean).length, view.ply, `discs and ply of ${view.gameId} differ`));
      if (view.players) Object.entries(view.players).forEach(([side, seat]) => (game.seats[side] = seat?.playerId ?? (seat ? 'computer' : null)));
      if (view.rated !== undefined) game.isRated = view.rated;
      if (['win', 'draw'].includes(view.status)) settle(game, view, by);
    },
    ends(over, by) {
      const game = gameOf(over.gameId);
      settle(game, over, by);
      if (!over.ratings) return;
      judge(() => assert.deepEqual(over.ratings, game.ratings ?? over.ratings, `game ${over.gameId} changed ratings twice`));
      game.ratings = over.ratings;
    },
    meets(playerId, token) {
      count.sessions++;
      judge(() => assert.equal(token, players.get(playerId) ?? token, `player ${playerId} has two tokens`));
      players.set(playerId, token);
    },
  };
}
