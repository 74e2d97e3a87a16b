// Pure functions that read events, server states and addresses.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundle } from './bundle.mjs';

const wire = await bundle('online/wire.ts');
const { listedOf, recordOf, tableOfRecord } = await bundle('online/record.ts');
const { routeOf, withoutCode } = await bundle('app/route.ts');

const PERSON = { name: 'Ada', rating: 1500, isProvisional: true, isConnected: true };
const START = {
  gameId: '46hcs2y9ap3mc', board: Array(42).fill(null), status: 'playing', winner: null, lastMove: null, ply: 0, clock: null,
  player: 'X', players: { X: PERSON, O: { ...PERSON, name: 'Bob' } }, boardSize: '7x6', moves: '', rated: false,
  visibility: 'public', spectators: 0, drawOffer: null, reason: null,
};

describe('reading the server', () => {
  test('only the running clock runs, never below zero', () => {
    const clock = { initialMs: 1000, incrementMs: 0, leftMs: { X: 900, O: 800 }, running: 'X' };
    const clocks = wire.clocksOf(clock, 5000);
    assert.deepEqual([5000, 5400, 9000].map((now) => wire.leftAt(clocks, 0, now)), [900, 500, 0]);
    assert.equal(wire.leftAt(clocks, 1, 9000), 800);
    assert.deepEqual(wire.clocksOf(null, 0).clock, { kind: 'none' });
    assert.deepEqual(wire.clocksOf({ perMoveMs: 60_000, leftMs: { X: 1, O: 2 }, running: null }, 0).clock, { kind: 'days', perMoveMs: 60_000 });
  });

  test('help is allowed to spectators, after the end, and in friendly games against the computer', () => {
    const allowed = (change) => wire.remoteOf(wire.tableOf({ ...START, ...change }, 0)).allowsAdvice;
    const computer = { name: 'Computer', rating: null, level: 'easy', isConnected: false };
    assert.equal(allowed({}), false);
    assert.equal(allowed({ player: null }), true);
    assert.equal(allowed({ status: 'win', winner: 'O', reason: 'resign' }), true);
    assert.equal(allowed({ players: { X: PERSON, O: computer } }), true);
    assert.equal(allowed({ players: { X: PERSON, O: computer }, rated: true }), false);
    assert.equal(wire.tableOf({ ...START, players: { X: PERSON, O: computer } }, 0).awayUntil, null, 'the computer is never away');
  });

  test('an absent opponent has the rest of the grace time; spectators see none', () => {
    const players = { X: PERSON, O: { ...PERSON, isConnected: false, graceMs: 41_000 } };
    const away = (change) => wire.tableOf({ ...START, players, ...change }, 1000).awayUntil;
    assert.deepEqual([away({}), away({ player: 'O' }), away({ player: null })], [42_000, null, null]);
  });

  test('a draw with free cells left was agreed on', () => {
    const reason = (ply) => wire.tableOf({ ...START, status: 'draw', reason: 'draw', ply }, 0).result.reason;
    assert.deepEqual([reason(41), reason(42)], ['agreed', 'draw']);
    assert.equal(wire.resultOf({ gameId: 'x', winner: null, reason: 'draw', agreed: true }).reason, 'agreed');
    assert.deepEqual(wire.resultOf({ winner: 'O', reason: 'time', agreed: false, ratings: { X: { before: 1, after: 2 }, O: { before: 3, after: 4 } } }),
      { winner: 1, reason: 'time', ratings: [{ before: 1, after: 2 }, { before: 3, after: 4 }] });
  });

  test('a field that the server leaves out is unknown, not wrong', () => {
    const { people } = wire.tableOf(START, 0);
    assert.deepEqual(people[1], { name: 'Bob', playerId: null, rating: 1500, isProvisional: true, level: null });
  });

  test('the state of a game gives the side to move and the winner', () => {
    const state = {
      gameId: 'g', players: [{ id: 'a', name: 'Ada' }, { id: 'b', name: 'Bob' }], currentPlayerIndex: 1, status: 'in_progress', winner: null,
      metadata: { size: '7x6', moves: '4', board: [[null, 'red']] }, version: 1, deadline: '2026-11-15T00:00:00.000Z',
    };
    const listed = (player) => listedOf(recordOf(state), player);
    const result = (change) => tableOfRecord(recordOf({ ...state, ...change }), 0).result;
    assert.deepEqual([listed('b').isMyTurn, listed('a').isMyTurn, listed(null).isMyTurn], [true, false, false]);
    assert.equal(listed('b').deadline, Date.UTC(2026, 10, 15));
    assert.deepEqual(listed('b').layers, [[[2, 0]]]);
    assert.equal(result({}), null);
    assert.deepEqual(result({ status: 'completed', winner: 'b', reason: 'time' }), { winner: 1, reason: 'time', ratings: null });
    assert.equal(result({ status: 'completed', reason: 'agreed' }).winner, null);
  });
});

describe('the address', () => {
  const route = (address, home = 'https://example.org/') => routeOf(new URL(address), new URL(home));

  test('names a game by its id, also below a folder', () => {
    const game = { kind: 'game', gameId: '46hcs2y9ap3mc' };
    assert.deepEqual(route('https://example.org/game/46hcs2y9ap3mc?debug'), game);
    assert.deepEqual(route('https://example.org/embed/46hcs2y9ap3mc'), game);
    assert.deepEqual(route('https://example.org/play/game/46hcs2y9ap3mc', 'https://example.org/play/'), game);
    assert.equal(route('https://example.org/game/../x'), null);
    assert.equal(route('https://example.org/game/46HCS'), null);
    assert.equal(route('https://example.org/'), null);
  });

  test('names a seat by a code, which is then removed', () => {
    assert.deepEqual(route('https://example.org/?join=AB-12'), { kind: 'join', code: 'AB-12' });
    assert.equal(withoutCode(new URL('https://example.org/?debug&join=AB-12#x')), 'https://example.org/?debug#x');
    assert.equal(withoutCode(new URL('https://example.org/?join=AB')), 'https://example.org/');
  });
});
