// The checker of rows, on a small club that was written by hand: it passes, and every falsified row is seen.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { path } from '../e2e/server_process.mjs';
import { checkRows, idOf } from './checker.mjs';
import { startPostgres } from './postgres.mjs';

const SCHEMA = 'src/store/schema/postgres';
const [GAME, DRAWN] = [1001, 1002];
let postgres;

before(async () => {
  postgres = await startPostgres();
  await postgres.createDatabase('club');
  for (const file of readdirSync(path(SCHEMA)).sort()) await postgres.run('club', readFileSync(path(`${SCHEMA}/${file}`), 'utf8'));
  await postgres.run('club', CLUB);
});
after(() => postgres.stop('immediate'));

const game = (id, fields) => {
  const row = {
    id, player0: 1, player1: 2, initial_ms: 0, increment_ms: 0, left0_ms: 0, left1_ms: 0, moved_ms: 5, deadline_ms: 0, created_ms: 1, updated_ms: 5, finished_ms: 5, network0: 0, network1: 0,
    kind0: 1, level0: 0, style0: 0, kind1: 1, level1: 0, style1: 0, clock_kind: 1, flags: 0, offer: 2, rematch: 2, board: "'7x6'", ...fields,
  };
  return `INSERT INTO game (${Object.keys(row)}) VALUES (${Object.values(row)});`;
};
const rating = (player, wins, losses) => `INSERT INTO rating VALUES (${player}, 0, 1500, 350, 0.06, 1, ${wins}, 0, ${losses}, 5, 1500, 350, 0.06, 1, ${wins}, 0, ${losses}, 5, '');`;

// One rated game that X has won, and one game against the computer that was drawn.
const CLUB = `
  INSERT INTO player (id, created_ms, skeleton, name) VALUES (1, 1, 1, 'Ann'), (2, 1, 2, 'Bob');
  ${game(GAME, { status: 2, winner: 0, reason: 1, ply: 7, moves: "'4141414'" })}
  ${game(DRAWN, { player1: 'null', kind1: 2, status: 3, winner: 2, reason: 2, ply: 2, moves: "'44'" })}
  INSERT INTO rated VALUES (${GAME}, 5, 1500, 1500, 1600, 1400, 0, 0, 3);
  ${rating(1, 1, 0)} ${rating(2, 0, 1)}
  INSERT INTO played SELECT 1, 5, seq, 2, 1600, 0, 0, 3, 7, 3 FROM game WHERE id = ${GAME};
  INSERT INTO played SELECT 2, 5, seq, 1, 1400, 1, 0, 1, 7, 3 FROM game WHERE id = ${GAME};
  INSERT INTO played SELECT 1, 5, seq, null, null, 0, 0, 2, 2, 3 FROM game WHERE id = ${DRAWN};
  INSERT INTO record VALUES (1, 0, 0, 3, 1, 1, 0, 0, 7), (2, 0, 1, 3, 1, 0, 0, 1, 7), (1, 1, 0, -1, 1, 0, 1, 0, 2);
  INSERT INTO tally VALUES ('player', 0, 1, 2), ('game', 2, 1, 2), ('game', 2, 2, -1), ('game', 3, 1, 1);
  INSERT INTO presence VALUES (1, 5, 0);`;

/** What players would have been told. */
const ledger = () => {
  const moves = [...'4141414'].map((letter, ply) => ({ ply, column: Number(letter) - 1 }));
  return { games: new Map([[idOf(GAME), { gameId: idOf(GAME), acks: moves, result: JSON.stringify({ status: 'win', winner: 'X', ply: 7 }) }]]) };
};

test('a sound club passes', () => checkRows(ledger(), postgres, 'club'));

describe('the checker of rows sees', () => {
  for (const [what, spoil, message] of [
    ['a lost game', `DELETE FROM rated; DELETE FROM game WHERE id = ${GAME}`, /is lost/],
    ['a lost move', `UPDATE game SET moves = '41414', ply = 5 WHERE id = ${GAME}`, /acknowledged move 5/],
    ['a changed move', `UPDATE game SET moves = '4142414' WHERE id = ${GAME}`, /acknowledged move 3/],
    ['another end', `UPDATE game SET status = 3, winner = 2 WHERE id = ${GAME}`, /the end of/],
    ['a game without an end', `UPDATE game SET status = 1 WHERE id = ${DRAWN}`, /nobody ended/],
    ['a live row of a game that is over', `INSERT INTO live VALUES (${GAME}, 0, 0, 0, 0, 0, 0, 2, '', '')`, /live rows/],
    ['a player who still waits', "INSERT INTO queue VALUES (1, 0, 0, 1, 0, 0, false, '7x6')", /still wait/],
    ['a match that still waits', "INSERT INTO match VALUES (1, 1, 2, 1, 1, 0, 0, 1, 0, 0, 0, 0, false, '7x6')", /matches that still wait/],
    ['a rated game that a rating lacks', 'UPDATE rating SET games = 0, wins = 0 WHERE player_id = 1', /do not sum up/],
    ['a rating that counts a game twice', 'UPDATE rating SET games = 2, wins = 2 WHERE player_id = 1', /do not sum up/],
    ['a rating without its game', 'DELETE FROM rated', /a rating without rated games/],
    ['a game that is missing in a history', 'DELETE FROM played WHERE player_id = 2', /in histories/],
    ['a result that is counted twice', 'UPDATE record SET games = 2 WHERE player_id = 2', /results of players/],
    ['a counter that is wrong', "UPDATE tally SET count = count + 1 WHERE what = 'game' AND slot = 2", /counters and rows/],
  ])
    test(what, async () => {
      // The change is seen by the checker only: it is never committed.
      const queries = (database, wanted) => postgres.queries(database, wanted, `BEGIN; ${spoil};`);
      const query = async (database, sql) => (await queries(database, { sql })).sql;
      await assert.rejects(checkRows(ledger(), { query, queries }, 'club'), message);
    });
});
