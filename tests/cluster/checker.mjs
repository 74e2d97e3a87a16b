// Afterwards: every acknowledgement is compared with what is stored. Nothing is lost, nothing is doubled, nobody is stuck.
// Through REST and Socket.IO of a node that took no part; for PostgreSQL also row by row.
import assert from 'node:assert/strict';
import { enter } from '../e2e/players.mjs';
import { until } from './processes.mjs';

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const [WIDTH, HEIGHT, LINE] = [7, 6, 4];
const STATUS = ['waiting', 'playing', 'win', 'draw', 'cancelled']; // as in src/play/rows.h

/** An id of the protocol as the number that the database has. */
export const numberOf = (id) => [...id].reduce((sum, digit) => sum * 32n + BigInt(DIGITS.indexOf(digit)), 0n).toString();
/** The way back. */
export const idOf = (number) => Array.from({ length: 13 }, (_, i) => DIGITS[Number((BigInt(number) >> BigInt(5 * (12 - i))) & 31n)]).join('');

/** The side that has a line after these columns, by a rule checker of its own; null: none; throws if a move was impossible. */
function lineOf(columns) {
  const cells = Array.from({ length: WIDTH }, () => []);
  let winner = null;
  columns.forEach((column, ply) => {
    assert.equal(winner, null, 'a move after the end');
    const side = ply % 2 ? 'O' : 'X';
    cells[column].push(side);
    assert.ok(cells[column].length <= HEIGHT, 'a disc in a full column');
    const row = cells[column].length - 1;
    for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
      const run = (sign) => {
        let length = 0;
        while (cells[column + sign * dx * (length + 1)]?.[row + sign * dy * (length + 1)] === side) length++;
        return length;
      };
      if (run(1) + run(-1) + 1 >= LINE) winner = side;
    }
  });
  return winner;
}

/** Some work for each of a list, eight at a time. */
async function forEach(list, work) {
  const rest = [...list];
  await Promise.all(Array.from({ length: 8 }, async () => {
    for (let one; (one = rest.pop()); ) await work(one);
  }));
}

/** One game: all moves that were acknowledged, each once, and none that nobody sent; the result that was told. */
function checkGame(game, history, state) {
  const say = (what) => `game ${game.gameId}: ${what}; stored: ${JSON.stringify({ ...history, moves: history.moves.map(({ column }) => column).join('') })}`;
  assert.equal(history.version, history.moves.length, say('version and moves differ'));
  history.moves.forEach(({ version, column, player }, ply) => {
    assert.equal(version, ply + 1, say('plies have a gap'));
    const sent = game.sent.get(ply);
    if (player !== 'computer') assert.deepEqual(sent && [sent.column, sent.playerId], [column, player], say(`nobody sent move ${ply}`));
    else assert.equal(sent, undefined, say(`the computer moved in place of a player at ply ${ply}`));
    assert.equal(player, game.seats[ply % 2 ? 'O' : 'X'] ?? player, say(`move ${ply} is the other side’s`));
  });
  for (const { ply, column, playerId } of game.acks) {
    assert.ok(ply < history.moves.length, say(`acknowledged move ${ply} is lost`));
    assert.deepEqual([history.moves[ply].column, history.moves[ply].player], [column, playerId], say(`acknowledged move ${ply} has changed`));
  }
  assert.equal(new Set(game.acks.map(({ ply }) => ply)).size <= history.moves.length, true, say('more acknowledgements than moves'));
  const winner = lineOf(history.moves.map(({ column }) => column));
  if (winner || history.moves.length === WIDTH * HEIGHT) {
    assert.equal(history.reason, winner ? 'line' : 'draw', say('the board is decided'));
    assert.equal(state.status, 'completed', say('the board is decided'));
  }
  game.stored = { reason: history.reason, ply: history.version, status: state.status, winner: state.winner };
  if (!game.result) return;
  const told = JSON.parse(game.result);
  assert.equal(state.status, 'completed', say('its end was told, but is lost'));
  assert.equal(told.ply, history.version, say('moves after the end that was told'));
  assert.equal(state.winner, told.winner ? game.seats[told.winner] : null, say(`another winner than was told: ${game.result}`));
  if (game.reason) assert.equal(history.reason, game.reason, say('another reason than was told'));
}

/** Does a finished game change ratings? See docs/ratings.md; nobody of the population leaves for good. */
const changesRatings = ({ isRated, stored }) => isRated && stored.status === 'completed' && (['line', 'draw'].includes(stored.reason) || stored.ply >= 4);

/** Ratings and results of a player count every game once. */
function checkRatings(playerId, profile, games) {
  const mine = games.filter(({ seats }) => Object.values(seats).includes(playerId));
  const rated = mine.filter(changesRatings);
  assert.deepEqual(mine.filter((game) => game.ratings && !rated.includes(game)), [], 'a game changed ratings that should not');
  const stored = profile.ratings.find((rating) => rating.class === 'classic') ?? { games: 0, wins: 0, draws: 0, losses: 0 };
  assert.equal(stored.games, stored.wins + stored.draws + stored.losses, `the results of ${playerId} do not sum up`);
  assert.equal(stored.games, rated.length, `${playerId} played ${rated.length} rated games, counted are ${stored.games}`);
  const people = mine.filter(({ seats, stored: { reason } }) => reason && reason !== 'cancelled' && !Object.values(seats).includes('computer'));
  assert.equal(profile.totals.games, people.length, `${playerId} finished ${people.length} games, counted are ${profile.totals.games}`);
  const won = people.filter(({ stored: { winner } }) => winner === playerId).length; // not as told: a player may have been away
  assert.equal(profile.totals.wins, won, `${playerId} won ${won} games, counted are ${profile.totals.wins}`);
}

/** Is nobody stuck? A player who comes to this node has no game to go on with, and is in no queue. */
async function checkIdle(url, playerId, token) {
  // A node that could not read the session closes the connection; every client tries again.
  const player = await until(() => enter(0, { url, auth: { token } }).catch((error) => assert.match(error.message, /^deferred/)), `a session for ${playerId}`);
  assert.equal(player.session.playerId, playerId, 'the token opens another seat');
  const answer = await player.ask('leave-queue'); // answered after the games of the session
  assert.equal(answer.error?.code, 'not-queued', `${playerId} still waits in the queue: ${JSON.stringify(answer)}`);
  assert.ok(!player.has('game-start') && !player.has('match-found'), `${playerId} is still in a game: ${JSON.stringify(player.heard)}`);
  player.leave();
}

/** Compares the ledger of a town, whose players have left, with what the node at `url` reads. */
export async function check(ledger, url) {
  const get = async (target) => {
    const answer = await fetch(url + target, { signal: AbortSignal.timeout(60_000) });
    assert.equal(answer.status, 200, `${target}: ${answer.status}`);
    return answer.json();
  };
  const games = [...ledger.games.values()];
  await forEach(games, async (game) => {
    const [history, state] = [await get(`/api/games/${game.gameId}/history`), await get(`/api/games/${game.gameId}`)];
    checkGame(game, history, state);
    assert.equal(state.status, 'completed', `game ${game.gameId} has no end: ${JSON.stringify(state)}`);
  });
  await forEach(ledger.players, async ([playerId]) => checkRatings(playerId, await get(`/api/players/${playerId}`), games));
  await forEach(ledger.players, ([playerId, token]) => checkIdle(url, playerId, token));
}

/** What no club has once all its games are over; each query gives the rows that should not be there. */
const WRONG = {
  'games that nobody ended': 'SELECT id::text, status, ply FROM game WHERE status < 2',
  'live rows of games that are over': 'SELECT id::text FROM live',
  'players who still wait': 'SELECT player_id::text FROM queue',
  'matches that still wait': 'SELECT id::text FROM match',
  'rated games and ratings do not sum up': `
    SELECT seat.player::text, seat.class, count(*) AS rated, max(rating.games) AS games
    FROM (SELECT game.player0 AS player, rated.class FROM rated JOIN game ON game.id = rated.game_id
          UNION ALL SELECT game.player1, rated.class FROM rated JOIN game ON game.id = rated.game_id) AS seat
    LEFT JOIN rating ON rating.player_id = seat.player AND rating.class = seat.class
    GROUP BY seat.player, seat.class HAVING count(*) <> coalesce(max(rating.games), 0)`,
  'a rating without rated games': `
    SELECT player_id::text, class FROM rating WHERE games <> wins + draws + losses
       OR games <> (SELECT count(*) FROM rated JOIN game ON game.id = rated.game_id
                    WHERE rated.class = rating.class AND rating.player_id IN (game.player0, game.player1))`,
  'a game in histories too often or too rarely': `
    SELECT game.id::text, count(played.seq) AS histories FROM game LEFT JOIN played ON played.seq = game.seq
    WHERE game.status BETWEEN 2 AND 3 GROUP BY game.id, game.kind0, game.kind1
    HAVING count(played.seq) <> (game.kind0 = 1)::int + (game.kind1 = 1)::int`,
  'results of players do not sum up': `
    SELECT player_id::text, sum(record.games) AS counted FROM record GROUP BY player_id
    HAVING sum(record.games) <> (SELECT count(*) FROM played WHERE played.player_id = record.player_id)`,
  'counters and rows differ': `
    SELECT * FROM (SELECT what, kind, sum(count)::int AS counted FROM tally GROUP BY what, kind) AS tally
    FULL JOIN (SELECT 'game' AS what, status AS kind, count(*)::int AS rows FROM game GROUP BY status
               UNION ALL SELECT 'player', 0, count(*) FROM player UNION ALL SELECT 'session', 0, count(*) FROM session) AS stored USING (what, kind)
    WHERE coalesce(counted, 0) <> coalesce(rows, 0)`,
};

/** The rows themselves, after all players have left. */
export async function checkRows(ledger, postgres, database) {
  const gone = 'SELECT player_id::text, node FROM presence WHERE node <> 0';
  await until(async () => (await postgres.query(database, gone)).length === 0, 'the presence of players who have left');
  const { stored, ...wrong } = await postgres.queries(database, { stored: 'SELECT id::text, status, winner, ply, moves FROM game', ...WRONG });
  const known = new Map(stored.map((game) => [game.id, game]));
  assert.equal(known.size, stored.length, 'a game is there twice');
  for (const game of ledger.games.values()) {
    const row = known.get(numberOf(game.gameId));
    assert.ok(row, `game ${game.gameId} is lost`);
    for (const { ply, column } of game.acks) assert.equal(row.moves[ply], String(column + 1), `acknowledged move ${ply} of ${game.gameId}: ${JSON.stringify(row)}`);
    if (game.result) assert.equal(STATUS[row.status], JSON.parse(game.result).status, `the end of ${game.gameId}: ${JSON.stringify(row)}`);
  }
  for (const [what, rows] of Object.entries(wrong)) assert.deepEqual(rows, [], what);
}
