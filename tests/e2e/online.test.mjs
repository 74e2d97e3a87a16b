// Online games of stock socket.io-client 4.8. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { boardOf, comeBack, enter, io, makeHome, meet, play, PROGRAM, seated } from './players.mjs';
import { eventually, onlySqlite, request, start, storedBytes } from './server_process.mjs';
import { open, within } from './websocket_client.mjs';

const WIN = [3, 0, 3, 0, 3, 0, 3]; // four in a column
const UNUSED_ID = '0000000000000'; // a well-formed id that is not in use
let home, server;

before(async () => {
  home = makeHome();
  server = await home.serve(home.newData());
});
after(async () => {
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  assert.equal(server.err, '');
  home.remove();
});

const join2 = async (wish) => meet(await enter(server.port), await enter(server.port), wish);

async function refused(promise, code) {
  const answer = await promise;
  assert.equal(answer.ok, false, `accepted: ${JSON.stringify(answer)}`);
  assert.equal(answer.error.code, code, JSON.stringify(answer.error));
  assert.ok(answer.error.message.length > 5);
  return answer;
}

describe('a whole game', () => {
  for (const [name, transports] of [['polling', ['polling']], ['websocket', ['websocket']], ['upgrade', ['polling', 'websocket']]])
    test(`two clients meet in the queue, confirm and play to a win by ${name}`, async () => {
      const a = await enter(server.port, { transports }), b = await enter(server.port, { transports });
      const [x, o] = await meet(a, b, {});
      assert.deepEqual([x.game.player, o.game.player], ['X', 'O']);
      assert.deepEqual([x.game.isYourTurn, o.game.isYourTurn], [true, false]);
      assert.deepEqual(x.game.board, boardOf([]));
      assert.equal(x.game.opponent.name, o.session.name);
      const [atX, atO] = await play(x, o, WIN);
      for (const last of [atX, atO]) {
        assert.deepEqual(last.board, boardOf(WIN));
        assert.deepEqual([last.status, last.winner, last.winningLine, last.isYourTurn], ['win', 'X', [17, 24, 31, 38], false]);
        assert.deepEqual(last.lastMove, { column: 3, row: 2, cell: 17, player: 'X' });
      }
      for (const player of [x, o]) {
        const over = await player.next('game-over');
        assert.deepEqual([over.gameId, over.winner, over.winningLine, over.reason], [x.game.gameId, 'X', [17, 24, 31, 38], 'line']);
      }
      const used = name === 'upgrade' ? 'websocket' : name;
      await eventually(async () => a.socket.io.engine.transport.name, (now) => now === used, 'the transport');
      a.leave();
      b.leave();
    });

  test('a full board without a line is a draw', async () => {
    const [x, o] = await join2({ board: '3x3c3' });
    const [last] = await play(x, o, [0, 0, 0, 1, 1, 2, 2, 2, 1]);
    assert.deepEqual([last.status, last.winner, last.winningLine], ['draw', null, null]);
    assert.deepEqual((({ reason, agreed }) => ({ reason, agreed }))(await o.next('game-over')), { reason: 'draw', agreed: false });
  });

  test('on the cube has 125 cells', async () => {
    const [x, o] = await join2({ board: '5x5x5' });
    assert.equal(x.game.boardSize, '5x5x5');
    const [last] = await play(x, o, [12, 0, 12, 0, 12, 0, 12]);
    assert.equal(last.board.length, 125);
    assert.deepEqual([last.status, last.winner, last.winningLine.length], ['win', 'X', 4]);
  });

  test('currentPlayer and isYourTurn alternate', async () => {
    const [x, o] = await join2();
    for (let ply = 0; ply < 4; ply++) {
      const [atX, atO] = await play(x, o, [ply], ply);
      assert.equal(atX.currentPlayer, ply % 2 ? 'X' : 'O');
      assert.deepEqual([atX.isYourTurn, atO.isYourTurn], [ply % 2 === 1, ply % 2 === 0]);
      assert.equal(atX.ply, ply + 1);
    }
    await o.must('resign', { gameId: o.game.gameId });
    assert.deepEqual((({ winner, reason }) => [winner, reason])(await x.next('game-over')), ['X', 'resign']);
  });
});

describe('the session', () => {
  test('a guest gets an id, a name and a token of 256 bits, of which the store has only a hash', async () => {
    const data = home.newData(), own = await home.serve(data);
    const player = await enter(own.port);
    assert.match(player.session.playerId, /^[0-9a-z]{13}$/);
    assert.match(player.token, /^[\w-]{43}$/);
    assert.match(player.session.name, /^Guest /);
    await own.stop();
    const bytes = storedBytes(data);
    assert.ok(bytes.includes(player.session.name));
    assert.equal(bytes.includes(player.token), false);
    assert.equal(bytes.includes(Buffer.from(player.token, 'base64url')), false);
  });

  test('a known token gives the same player; any other token gives a new guest', async () => {
    const player = await enter(server.port, { auth: { name: 'Ada' } });
    assert.equal(player.session.name, 'Ada');
    player.leave();
    const back = await comeBack(server.port, player);
    assert.deepEqual([back.session.playerId, back.session.name, back.token], [player.session.playerId, 'Ada', player.token]);
    for (const token of [createHash('sha256').update('guess').digest('base64url'), 'x', 5, null, { a: 1 }, 'ä'.repeat(43)]) {
      const other = await enter(server.port, { auth: { token } });
      assert.notEqual(other.session.playerId, player.session.playerId);
      assert.notEqual(other.token, token);
      other.leave();
    }
    back.leave();
  });

  test('an impossible name is refused with the reason', async () => {
    for (const length of [21, 64, 65, 5000]) await assert.rejects(enter(server.port, { auth: { name: 'x'.repeat(length) } }), /1 to 20/);
    const player = await enter(server.port);
    await refused(player.ask('set-name', { name: '   ' }), 'bad-name');
    assert.equal((await player.must('set-name', { name: '  Grace\u0007 Hopper ' })).name, 'Grace Hopper');
  });

  test('the token restores the seat in a running game', async () => {
    const [x, o] = await join2();
    await play(x, o, [3, 3, 2]);
    o.leave();
    const gone = await x.next('opponent-disconnected');
    assert.deepEqual([gone.gameId, gone.graceMs], [x.game.gameId, 60000]);
    const back = await comeBack(server.port, o);
    const game = await back.next('game-start');
    assert.deepEqual([game.gameId, game.player, game.isYourTurn, game.ply, game.moves], [x.game.gameId, 'O', true, 3, '443']);
    assert.deepEqual(game.board, boardOf([3, 3, 2]));
    assert.equal((await x.next('opponent-reconnected')).gameId, game.gameId);
    back.game = game;
    await play(x, back, [1], 3);
    const snapshot = await back.must('resume', { gameId: game.gameId, ply: 0 });
    assert.deepEqual([snapshot.ply, snapshot.isYourTurn, snapshot.board], [4, false, boardOf([3, 3, 2, 1])]);
  });

  test('a second connection takes over, and the first one gets session-replaced', async () => {
    const [x, o] = await join2();
    const again = await comeBack(server.port, x);
    await x.next('session-replaced');
    again.game = await again.next('game-start');
    await refused(x.ask('make-move', { gameId: x.game.gameId, columnIndex: 0 }), 'replaced');
    await play(again, o, [0, 1]);
    assert.equal(o.has('opponent-disconnected'), false);
  });

  test('a player who does not come back abandons the game', async () => {
    const own = await home.serve(home.newData(), '--grace', '300');
    const [x, o] = await meet(await enter(own.port), await enter(own.port));
    x.leave();
    const over = await o.next('game-over');
    assert.deepEqual([over.winner, over.reason], ['O', 'abandon']);
    await own.stop();
  });
});

describe('the queue', () => {
  test('players who want different games are not matched', async () => {
    const a = await enter(server.port), b = await enter(server.port);
    assert.equal((await a.must('join-queue', { board: '8x7' })).size, 1);
    assert.equal((await a.next('queue-update')).size, 1);
    await b.must('join-queue', { board: '8x8' });
    await refused(a.ask('join-queue', { board: '8x7' }), 'already-queued');
    await a.must('leave-queue');
    await refused(a.ask('leave-queue', null), 'not-queued');
    assert.equal(b.has('match-found'), false);
    await b.must('leave-queue');
  });

  test('after a declined match the other player is back at the front of the queue', async () => {
    const [a, b, c] = [await enter(server.port), await enter(server.port), await enter(server.port)];
    for (const player of [a, b]) await player.must('join-queue', { board: '6x6' });
    const match = await a.next('match-found');
    assert.deepEqual([typeof match.opponent.name, typeof match.opponent.rating, match.confirmWithinMs], ['string', 'number', 15000]);
    await a.must('confirm-match', { matchId: match.matchId });
    await refused(c.ask('confirm-match', { matchId: match.matchId }), 'no-such-match');
    await b.must('decline-match', { matchId: match.matchId });
    const cancelled = await a.next('match-cancelled');
    assert.deepEqual([cancelled.matchId, cancelled.reason, cancelled.waiting], [match.matchId, 'declined', true]);
    await c.must('join-queue', { board: '6x6' });
    assert.notEqual((await a.next('match-found')).matchId, match.matchId);
    await c.must('decline-match');
  });

  test('the acknowledgements of leave-queue and decline-match have no id of an earlier game', async () => {
    const [a, b] = await join2();
    await b.must('resign');
    const wish = { board: '6x5' };
    await a.must('join-queue', wish);
    assert.deepEqual(await a.must('leave-queue'), { ok: true });
    await a.must('join-queue', wish);
    await b.must('join-queue', wish);
    const { matchId } = await a.next('match-found');
    assert.deepEqual(await a.must('decline-match', { matchId }), { ok: true });
  });

  test('an unconfirmed match is cancelled in time', async () => {
    const own = await home.serve(home.newData(), '--confirm', '200');
    const a = await enter(own.port), b = await enter(own.port);
    for (const player of [a, b]) await player.must('join-queue', {});
    assert.deepEqual((await a.next('match-cancelled')).reason, 'timeout');
    await own.stop();
  });

  test('a name given with join-queue is shown to the opponent', async () => {
    const a = await enter(server.port), b = await enter(server.port);
    await a.must('join-queue', { name: 'Emmy', board: '7x7' });
    await b.must('join-queue', { name: 'Sofia', board: '7x7' });
    assert.equal((await b.next('match-found')).opponent.name, 'Emmy');
    assert.equal((await a.next('match-found')).opponent.name, 'Sofia');
    a.leave();
    assert.equal((await b.next('match-cancelled')).reason, 'disconnected');
  });
});

describe('refusals', () => {
  let x, o, stranger, gameId;
  before(async () => {
    [x, o] = await join2();
    stranger = await enter(server.port);
    gameId = x.game.gameId;
    await play(x, o, [0, 0, 0, 0, 0, 0]); // the first column is full
  });

  const bad = [
    ['the wrong side to move', () => o, () => ({ gameId, columnIndex: 1 }), 'not-your-turn', 'It is not your turn'],
    ['a column that is full', () => x, () => ({ gameId, columnIndex: 0 }), 'column-full', 'Column 0 is full'],
    ['a column beyond the board', () => x, () => ({ gameId, columnIndex: 7 }), 'column-out-of-range', 'Column must be between 0 and 6'],
    ['a negative column', () => x, () => ({ gameId, columnIndex: -1 }), 'column-out-of-range', 'Column must be between 0 and 6'],
    ['a game of others', () => stranger, () => ({ gameId, columnIndex: 1 }), 'not-in-game', /^Player .* is not in this game$/],
    ['an unknown game', () => x, () => ({ gameId: UNUSED_ID, columnIndex: 1 }), 'no-such-game', 'There is no such game'],
    ['an impossible id', () => x, () => ({ gameId: 'nonsense', columnIndex: 1 }), 'no-such-game', 'There is no such game'],
    ['a column as text', () => x, () => ({ gameId, columnIndex: '1' }), 'bad-request', /^columnIndex must be a whole number/],
    ['half a column', () => x, () => ({ gameId, columnIndex: 1.5 }), 'bad-request', /^columnIndex must be a whole number/],
    ['a huge column', () => x, () => ({ gameId, columnIndex: 2 ** 40 }), 'bad-request', /^columnIndex must be a whole number/],
    ['no column', () => x, () => ({ gameId }), 'bad-request', 'columnIndex is missing'],
    ['no game', () => x, () => ({ columnIndex: 1 }), 'bad-request', 'gameId is missing'],
    ['a game as a number', () => x, () => ({ gameId: 5, columnIndex: 1 }), 'bad-request', /^gameId must be a text/],
    ['a list as argument', () => x, () => [gameId, 1], 'bad-request', "the event's argument must be an object"],
    ['a text as argument', () => x, () => 'hello', 'bad-request', "the event's argument must be an object"],
    ['bytes as argument', () => x, () => ({ gameId, columnIndex: Buffer.from('1') }), 'bad-request', /^columnIndex must be/],
    ['a ply as text', () => x, () => ({ gameId, columnIndex: 1, ply: 'six' }), 'bad-request', /^ply must be a whole number/],
  ];
  for (const [what, who, data, code, text] of bad)
    test(`make-move with ${what}`, async () => {
      const { error } = await refused(who().ask('make-move', data()), code);
      if (text instanceof RegExp) assert.match(error.message, text);
      else assert.equal(error.message, text);
    });

  test('a stale ply gets a refusal and the current game', async () => {
    const answer = await refused(x.ask('make-move', { gameId, columnIndex: 5, ply: 4 }), 'stale');
    assert.deepEqual([answer.game.ply, answer.game.board], [6, boardOf([0, 0, 0, 0, 0, 0])]);
  });

  test('a move repeated with its ply is acknowledged again and made once', async () => {
    const answer = await x.must('make-move', { gameId, columnIndex: 0, ply: 4 });
    assert.deepEqual([answer.ply, answer.repeated], [5, true]);
    assert.equal((await x.must('resume', { gameId })).ply, 6);
  });

  test('without a callback a refusal is error-message, and a stale move also gets game-update', async () => {
    o.socket.emit('make-move', { gameId, columnIndex: 1 });
    const error = await o.next('error-message');
    assert.deepEqual([error.code, error.message, error.event], ['not-your-turn', 'It is not your turn', 'make-move']);
    x.socket.emit('make-move', { gameId, columnIndex: 5, ply: 4 });
    assert.equal((await x.next('error-message')).code, 'stale');
    assert.equal((await x.next('game-update')).ply, 6);
    x.socket.emit('make-move', 'rubbish');
    assert.equal((await x.next('error-message')).code, 'bad-request');
  });

  const others = [
    ['an unknown event', 'make-tea', {}, 'no-such-event'],
    ['an event of the host', '[expire]', {}, 'no-such-event'],
    ['a route of REST', '/games', {}, 'no-such-event'],
    ['an unknown board', 'join-queue', { board: '13x6' }, 'bad-board'],
    ['a board as a number', 'join-queue', { board: 7 }, 'bad-request'],
    ['an illegal clock', 'join-queue', { clock: { initialMs: 5 } }, 'bad-clock'],
    ['a clock without time', 'join-queue', { clock: {} }, 'bad-request'],
    ['a clock as text', 'join-queue', { clock: 'fast' }, 'bad-request'],
    ['rated as text', 'join-queue', { rated: 'yes' }, 'bad-request'],
    ['a name too long', 'join-queue', { name: 'n'.repeat(21) }, 'bad-name'],
    ['an unknown match', 'confirm-match', { matchId: UNUSED_ID }, 'no-such-match'],
    ['a match without its id', 'confirm-match', {}, 'bad-request'],
    ['an unknown code', 'join-game', { code: 'AAAAAA' }, 'no-such-code'],
    ['no code', 'join-game', {}, 'bad-request'],
    ['an unknown level', 'create-game', { level: 'godlike' }, 'bad-level'],
    ['an unknown side', 'create-game', { player: 'Z' }, 'bad-request'],
    ['an unknown visibility', 'create-game', { visibility: 'maybe' }, 'bad-request'],
    ['a game of others resigned', 'resign', () => ({ gameId }), 'not-in-game'],
    ['a draw in a game of others', 'offer-draw', () => ({ gameId }), 'not-in-game'],
    ['a rematch of others', 'request-rematch', () => ({ gameId }), 'not-in-game'],
    ['a game of others resumed', 'resume', () => ({ gameId }), 'not-in-game'],
    ['a game that the sender does not watch', 'chat-message', () => ({ gameId, text: 'hi' }), 'not-watching'],
    ['a game that the sender does not watch', 'unwatch', () => ({ gameId }), 'not-watching'],
  ];
  for (const [what, event, data, code] of others)
    test(`${event} with ${what}`, async () => {
      const other = await enter(server.port);
      await refused(other.ask(event, typeof data === 'function' ? data() : data), code);
      other.leave();
    });

  test('a move after the end', async () => {
    await o.must('resign');
    await x.next('game-over');
    await refused(x.ask('make-move', { gameId, columnIndex: 1 }), 'game-over');
  });

  test('a client that sends too many malformed events is disconnected', async () => {
    const client = await enter(server.port);
    const ended = new Promise((resolve) => client.socket.once('disconnect', resolve));
    for (let i = 0; i < 60; i++) client.socket.emit('make-tea', i);
    await within(ended, 'the end of the connection');
  });

  test('too many requests are refused as slow-down', async () => {
    const eager = await enter(server.port);
    const answers = await Promise.all(Array.from({ length: 120 }, () => eager.ask('leave-queue')));
    const codes = new Set(answers.map((answer) => answer.error.code));
    assert.deepEqual([...codes].sort(), ['not-queued', 'slow-down']);
    assert.ok(answers.filter((answer) => answer.error.retryable).length > 0);
  });
});

/** A client that sends JSON byte by byte as given: ask('["event",{}]') gives the acknowledgement. */
async function rawClient(port, token) {
  const socket = await open(port, '/socket.io/?EIO=4&transport=websocket');
  /** The JSON of the next frame that begins with `start`. */
  const after = async (start) => {
    for (;;) {
      const text = await socket.text(start);
      assert.notEqual(text, null, `disconnected before ${start}`);
      if (text.startsWith(start)) return JSON.parse(text.slice(start.length));
    }
  };
  await after('0');
  socket.send(`40${JSON.stringify({ token })}`);
  await after('40');
  let id = 0;
  return {
    ask(json) {
      socket.send(`42${++id}${json}`);
      return after(`43${id}`).then(([answer]) => answer);
    },
    send: (json) => socket.send(`42${json}`),
    next: () => after('42'),
    destroy: () => socket.destroy(),
  };
}

describe('JSON values', () => {
  let x, o, raw, gameId;
  before(async () => {
    [x, o] = await join2();
    gameId = x.game.gameId;
    raw = await rawClient(server.port, x.token);
  });
  after(() => raw.destroy());
  const move = (column, ply = '0') => raw.ask(`["make-move",{"gameId":"${gameId}","columnIndex":${column},"ply":${ply}}]`);

  for (const column of ['3.5', '1e400', '-1e400', '99999999999999999999', '3.0000001', '"3"', '[3]'])
    test(`column ${column} is refused, and the connection stays`, () => refused(move(column), 'bad-request'));

  test('a number with a zero fraction is an integer', async () => {
    assert.equal((await move('3.0', '0.0')).ply, 1);
    assert.deepEqual(await move('30e-1', '0'), { ok: true, gameId, ply: 1, repeated: true });
  });

  for (const text of ['\\ud800', 'a\\udc00b', '\\udc00\\ud800', '\\ud83d\\u0041'])
    test(`a message with the lone surrogate ${text} is refused, and the connection stays`, () => refused(raw.ask(`["chat-message",{"gameId":"${gameId}","text":"${text}"}]`), 'bad-request'));

  test('a surrogate pair is one character', async () => {
    assert.equal((await raw.ask(`["chat-message",{"gameId":"${gameId}","text":"\\ud83d\\ude00"}]`)).ok, true);
    assert.equal((await o.next('chat-message')).text, '\u{1F600}');
  });

  test('an event whose name has a lone surrogate is refused, too', async () => {
    await refused(raw.ask('["\\ud800",{}]'), 'no-such-event');
    raw.send('["\\ud800",{}]');
    for (;;) {
      const [name, data] = await raw.next();
      if (name === 'error-message') {
        assert.deepEqual([data.code, data.event], ['no-such-event', null]);
        break;
      }
    }
  });
});

describe('draws and rematches', () => {
  test('a draw is offered, declined, offered again and accepted', async () => {
    const [x, o] = await join2(), { gameId } = x.game;
    await play(x, o, [0]);
    await refused(o.ask('accept-draw', { gameId }), 'no-offer');
    await x.must('offer-draw', { gameId });
    assert.deepEqual(await o.next('draw-offered'), { gameId, by: 'X' });
    await o.must('decline-draw', { gameId });
    assert.equal((await x.next('draw-declined')).gameId, gameId);
    await x.must('offer-draw', { gameId });
    await refused(x.ask('offer-draw', { gameId }), 'already-offered');
    await o.must('accept-draw', { gameId });
    const over = await x.next('game-over');
    assert.deepEqual([over.winner, over.reason, over.agreed], [null, 'draw', true]);
  });

  test('a rematch swaps the colours; a declined one is announced', async () => {
    const [x, o] = await join2(), { gameId } = x.game;
    await refused(x.ask('request-rematch', { gameId }), 'game-running');
    await play(x, o, WIN);
    await x.must('request-rematch', { gameId });
    assert.deepEqual(await o.next('rematch-offered'), { gameId, by: 'X' });
    await o.must('decline-rematch', { gameId });
    assert.equal((await x.next('rematch-declined')).gameId, gameId);
    await o.must('request-rematch', { gameId });
    const { gameId: second } = await x.must('accept-rematch', { gameId });
    const [newX, newO] = await seated(x, o);
    assert.deepEqual([newX, newO], [o, x]);
    assert.deepEqual([newX.game.gameId, newX.game.rematchOf], [second, gameId]);
    await play(newX, newO, WIN);
  });
});

describe('chat and spectators', () => {
  test('players get quick and free messages; spectators have a channel of their own', async () => {
    const [x, o] = await join2(), { gameId } = x.game;
    const seer = await enter(server.port), other = await enter(server.port);
    const view = await seer.must('watch', { gameId });
    assert.deepEqual([view.player, 'isYourTurn' in view, view.players.X.name], [null, false, x.session.name]);
    assert.deepEqual(await x.next('spectators'), { gameId, count: 1 });
    await other.must('watch', { gameId });
    assert.equal((await x.next('spectators')).count, 2);

    await x.must('chat-message', { gameId, quick: 1 });
    for (const player of [x, o]) {
      const line = await player.next('chat-message');
      assert.deepEqual([line.from, line.quick, line.quickName, line.text, line.channel, line.name], ['X', 1, 'hello', 'Hello!', 'players', x.session.name]);
    }
    await o.must('chat-message', { gameId, text: '<b>gut</b> \u0000\u0007gespielt 👏' }).catch(() => {});
    await o.must('chat-message', { gameId, text: '<b>gut</b> \u0007gespielt 👏' });
    assert.equal((await x.next('chat-message')).text, '<b>gut</b> gespielt 👏');
    await seer.must('chat-message', { gameId, text: 'psst' });
    for (const one of [seer, other]) {
      const line = await one.next('chat-message');
      assert.deepEqual([line.text, line.from, line.channel], ['psst', null, 'spectators']);
    }

    await play(x, o, [3]);
    const update = await seer.next('game-update');
    assert.deepEqual([update.ply, update.currentPlayer, 'isYourTurn' in update], [1, 'O', false]);
    assert.equal(x.heard.some(({ data }) => data.text === 'psst'), false);
    await other.must('unwatch');
    await refused(x.ask('watch', { gameId }), 'own-game-watch');
    await play(x, o, [0, 3, 0, 3, 0, 3], 1);
    assert.equal((await seer.next('game-over')).winner, 'X');
    assert.equal(other.has('game-over'), false);
    assert.deepEqual((await seer.must('resume', { gameId })).chat.map((line) => line.text), ['psst']);
    assert.deepEqual((await x.must('resume', { gameId })).chat.map((line) => [line.from, line.text]), [['X', 'Hello!'], ['O', '<b>gut</b> gespielt 👏']]);
  });

  test('messages that are too long, empty, unknown or too frequent are refused', async () => {
    const [x, o] = await join2(), { gameId } = x.game;
    await refused(x.ask('chat-message', { gameId, text: 'a'.repeat(201) }), 'bad-text');
    await refused(x.ask('chat-message', { gameId, text: ' \u0007 ' }), 'bad-text');
    await refused(x.ask('chat-message', { gameId, quick: 999 }), 'bad-quick');
    await refused(x.ask('chat-message', { gameId, quick: 'hello' }), 'bad-request');
    await refused(x.ask('chat-message', { gameId }), 'bad-request');
    await refused(x.ask('chat-message', { gameId, text: 7 }), 'bad-request');
    await x.must('chat-message', { gameId, text: 'ä'.repeat(200) });
    const answers = await Promise.all(Array.from({ length: 8 }, () => x.ask('chat-message', { gameId, quick: 2 })));
    assert.ok(answers.some((answer) => answer.error?.code === 'slow-down'));
    assert.ok((await o.next('chat-message')).text.length === 200);
  });

  test('the server lists its quick messages', async () => {
    const list = JSON.parse((await server.get('/api/quick-messages')).body);
    assert.ok(list.length >= 10);
    assert.deepEqual(list[0], { id: 1, name: 'hello', text: 'Hello!' });
  });
});

describe('games by code, and against the computer', () => {
  test('the second player joins with the code, in lower case and with a hyphen', async () => {
    const a = await enter(server.port), b = await enter(server.port);
    const made = await a.must('create-game', { visibility: 'private', player: 'O', clock: { initialMs: 60000, incrementMs: 1000 } });
    assert.deepEqual([made.status, made.player, made.opponent, made.link], ['waiting', 'O', null, `/?join=${made.code}`]);
    assert.match(made.code, /^[2-9A-Z]{6}$/);
    await refused(a.ask('join-game', { code: made.code }), 'own-game');
    const typed = ` ${made.code.slice(0, 3).toLowerCase()}-${made.code.slice(3)}`;
    assert.equal((await b.must('join-game', { code: typed })).gameId, made.gameId);
    const [x, o] = await seated(a, b);
    assert.deepEqual([x, o], [b, a]);
    assert.deepEqual(x.game.clock, { initialMs: 60000, incrementMs: 1000, leftMs: { X: 60000, O: 60000 }, running: 'X' });
    await refused((await enter(server.port)).ask('join-game', { code: made.code }), 'no-such-code');
    await play(x, o, WIN);
  });

  test('a create-game whose answer was lost is repeated with its requestId and gives the same game', async () => {
    const data = home.newData();
    let own = await home.serve(data);
    const maker = await enter(own.port), wish = { board: '6x6', requestId: 'f0c1d2e3-0000-4000-8000-123456789abc' };
    const lost = await rawClient(own.port, maker.token);
    lost.send(JSON.stringify(['create-game', wish]));
    const waiting = async () => JSON.parse((await own.get('/api/games?player=me&status=waiting', { Authorization: `Bearer ${maker.token}` })).body).games;
    const [first] = await eventually(waiting, ({ length }) => length === 1, 'the game');
    lost.destroy(); // without reading the answer
    const back = await comeBack(own.port, maker), made = await back.must('create-game', wish);
    assert.deepEqual([made.status, made.boardSize, made.gameId, made.code], ['waiting', '6x6', first.gameId, first.code]);
    const same = await back.must('create-game', wish);
    assert.deepEqual([same.gameId, same.code, same.link], [made.gameId, made.code, made.link]);
    await own.stop('SIGKILL');
    own = await home.serve(data);
    const again = await comeBack(own.port, maker), after = await again.must('create-game', wish);
    assert.deepEqual([after.gameId, after.code], [made.gameId, made.code]);
    assert.notEqual((await again.must('create-game', { ...wish, requestId: 'another' })).gameId, made.gameId);
    for (const requestId of ['', 'x'.repeat(37), 5]) await refused(again.ask('create-game', { requestId }), 'bad-request');
    const guest = await enter(own.port);
    assert.notEqual((await guest.must('create-game', wish)).gameId, made.gameId); // the id belongs to the player
    assert.equal((await guest.must('join-game', { code: made.code })).gameId, made.gameId);
    guest.leave();
    again.leave();
    await own.stop();
  });

  test('the creator of a waiting game finds its code again by resume; a spectator does not', async () => {
    const a = await enter(server.port), fan = await enter(server.port);
    const made = await a.must('create-game', { player: 'O' });
    const found = await a.must('resume', { gameId: made.gameId });
    assert.deepEqual([found.code, found.link], [made.code, made.link]);
    assert.equal('code' in (await fan.must('watch', { gameId: made.gameId })), false);
    await (await enter(server.port)).must('join-game', { code: made.code });
    assert.equal('code' in (await a.must('resume', { gameId: made.gameId })), false);
  });

  test('a waiting game can be cancelled', async () => {
    const a = await enter(server.port), b = await enter(server.port);
    const { code, gameId } = await a.must('create-game');
    await a.must('cancel-game');
    assert.equal((await a.next('game-cancelled')).gameId, gameId);
    await refused(b.ask('join-game', { code }), 'no-such-code');
  });

  for (const level of ['easy', 'hard', 'perfect'])
    test(`the computer answers every move at level ${level}`, async () => {
      const me = await enter(server.port);
      const { gameId } = await me.must('create-game', { level });
      const game = await me.next('game-start');
      assert.deepEqual([game.player, game.opponent.level, game.opponent.name], ['X', level, 'Computer']);
      let state = game;
      while (state.status === 'playing') {
        const columnIndex = [0, 1, 2, 3, 4, 5, 6].find((column) => !state.board[column]);
        await me.must('make-move', { gameId, columnIndex, ply: state.ply });
        state = await me.next('game-update', (update) => update.ply === state.ply + 1);
        if (state.status === 'playing') state = await me.next('game-update', (update) => update.ply === state.ply + 1);
      }
      assert.equal((await me.next('game-over')).winner, state.winner);
      if (level === 'perfect') assert.equal(state.winner, 'O');
      await me.must('request-rematch', { gameId });
      assert.equal((await me.next('game-start')).player, 'O');
      await me.next('game-update', (update) => update.ply === 1);
      me.leave();
    });
});

describe('clocks', () => {
  test('a player who runs out of time loses', async () => {
    const [x, o] = await join2({ clock: { initialMs: 5000, incrementMs: 0 } }); // enough for X on any machine
    await play(x, o, [3]);
    const over = await o.next('game-over');
    assert.deepEqual([over.winner, over.reason], ['X', 'time']);
  });

  test('a move adds the increment', async () => {
    const [x, o] = await join2({ clock: { initialMs: 60000, incrementMs: 5000 } });
    const [last] = await play(x, o, [3]);
    assert.ok(last.clock.leftMs.X > 60000, `${last.clock.leftMs.X}`);
    assert.equal(last.clock.running, 'O');
  });
});

describe('after SIGKILL', () => {
  test('both players continue their game, with clocks and chat', onlySqlite('its alive file is written'), async () => {
    const data = home.newData();
    let own = await home.serve(data);
    const [x, o] = await meet(await enter(own.port), await enter(own.port), { clock: { initialMs: 600000, incrementMs: 0 } });
    const { gameId } = x.game;
    await play(x, o, [3, 3, 2]);
    await x.must('chat-message', { gameId, text: 'bis gleich' });
    await x.must('offer-draw', { gameId });
    assert.deepEqual(await own.stop('SIGKILL'), { code: null, signal: 'SIGKILL' });
    // As if the server had run for another 100 s, could store nothing in the last 30 of them, and was down until now.
    const now = Date.now(), dead = new Date(now + 100_000), alive = join(data, 'alive');
    writeFileSync(alive, new BigInt64Array([1n, BigInt(now + 20_000), BigInt(now + 50_000)]));
    utimesSync(alive, dead, dead);

    own = await home.serve(data);
    const [x2, o2] = [await comeBack(own.port, x), await comeBack(own.port, o)];
    assert.deepEqual([x2.session.playerId, o2.session.playerId], [x.session.playerId, o.session.playerId]);
    await seated(x2, o2);
    for (const [player, isYourTurn] of [[x2, false], [o2, true]]) {
      const { game } = player;
      assert.deepEqual([game.gameId, game.ply, game.isYourTurn, game.board], [gameId, 3, isYourTurn, boardOf([3, 3, 2])]);
      assert.ok(game.clock.leftMs.O <= 530_000 && game.clock.leftMs.O > 500_000, `${game.clock.leftMs.O}`);
      assert.ok(game.clock.leftMs.X <= 600_000 && game.clock.leftMs.X > 550_000, `${game.clock.leftMs.X}`);
      assert.equal(game.drawOffer, 'X');
    }
    assert.deepEqual((await o2.must('resume', { gameId })).chat.map((line) => line.text), ['bis gleich']);
    assert.equal((await x2.must('make-move', { gameId, columnIndex: 2, ply: 2 })).repeated, true);
    await play(x2, o2, [4, 1, 4], 3);
    await o2.must('resign');
    await own.stop();
  });

  test('a game against the computer continues', async () => {
    const data = home.newData();
    let own = await home.serve(data);
    let me = await enter(own.port);
    const { gameId } = await me.must('create-game', { level: 'medium', player: 'O' });
    await me.next('game-update', (update) => update.ply === 1);
    await own.stop('SIGKILL');
    own = await home.serve(data);
    me = await comeBack(own.port, me);
    assert.equal((await me.next('game-start')).ply, 1);
    await me.must('make-move', { gameId, columnIndex: 0, ply: 1 });
    await me.next('game-update', (update) => update.ply === 3);
    await own.stop();
  });

  test('a player in the queue for games over days is still queued', async () => {
    const data = home.newData(), wish = { clock: { perMoveMs: 86_400_000 } };
    let own = await home.serve(data);
    const a = await enter(own.port);
    await a.must('join-queue', wish);
    await own.stop('SIGKILL');
    own = await home.serve(data);
    const b = await enter(own.port);
    await b.must('join-queue', wish);
    const { gameId, opponent } = await b.next('game-start');
    assert.equal(opponent.name, a.session.name);
    assert.equal((await (await comeBack(own.port, a)).must('resume', { gameId })).gameId, gameId);
    await own.stop();
  });
});

// The same with a database server: tests/cluster.
describe('when the store fails', onlySqlite('its files must not grow'), () => {
  test('moves are refused as retryable, and accepted again when the cause is gone', async () => {
    const own = await home.serve(home.newData());
    const [x, o] = await meet(await enter(own.port), await enter(own.port), { clock: { initialMs: 600000 } });
    const { gameId } = x.game;
    await play(x, o, [3]);
    const limit = (bytes) => execFileSync('prlimit', ['--pid', String(own.child.pid), `--fsize=${bytes}:`]);
    limit(4096); // no file may grow beyond this: a full disk, as far as the server can tell
    const answer = await refused(o.ask('make-move', { gameId, columnIndex: 2, ply: 1 }), 'store-unavailable');
    assert.equal(answer.error.retryable, true);
    assert.equal((await own.get('/healthz')).status, 200);
    assert.equal((await own.get('/readyz')).status, 503);
    const { ply } = await x.must('resume', { gameId });
    assert.equal(ply, 1);
    assert.equal(x.has('game-update'), false);
    // A new player cannot be stored either; the client tries again by itself.
    const late = io(`http://127.0.0.1:${own.port}`, { forceNew: true, transports: ['websocket'], reconnectionDelay: 50, reconnectionDelayMax: 100 });
    const welcome = new Promise((resolve) => late.once('session', resolve));
    await within(new Promise((resolve) => late.io.once('reconnect_attempt', resolve)), 'another attempt');
    limit('unlimited');
    await eventually(() => own.get('/readyz'), ({ status }) => status === 200, 'ready again');
    assert.ok((await within(welcome, 'a session')).token);
    late.disconnect();
    await play(x, o, [2, 3, 2], 1);
    assert.match(own.err, /"event":"store-failed","code":"E_/);
    assert.match(own.err, /"event":"store-works"/);
    await own.stop();
  });
});

describe('when the store fails, the computer', onlySqlite('its files must not grow'), () => {
  test('moves as soon as the move can be stored', async () => {
    const own = await home.serve(home.newData(), '--think', '5000'); // until then the disk is full
    const me = await enter(own.port);
    const { gameId } = await me.must('create-game', { level: 'perfect', board: '8x7' }); // more than it can solve by then
    await me.must('make-move', { gameId, columnIndex: 3, ply: 0 });
    const limit = (bytes) => execFileSync('prlimit', ['--pid', String(own.child.pid), `--fsize=${bytes}:`]);
    limit(4096);
    await eventually(() => own.get('/readyz'), ({ status }) => status === 503, 'trouble');
    assert.equal((await me.must('resume', { gameId })).ply, 1);
    limit('unlimited');
    await me.next('game-update', ({ ply }) => ply === 2);
    await own.stop();
  });
});

describe('options of the server', () => {
  const handshake = '/socket.io/?EIO=4&transport=polling';

  test('--origin: pages of other origins may connect only if they are listed', async () => {
    const own = await home.serve(home.newData(), '--origin', 'https://example.org', '--origin=http://other.example:81');
    for (const origin of ['https://example.org', 'http://other.example:81']) {
      const answer = await own.get(handshake, { Origin: origin });
      assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [200, origin]);
    }
    const answer = await own.get(handshake, { Origin: 'https://evil.example' });
    assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [403, undefined]);
    await own.stop();
  });

  test('ping interval and timeout: a silent client is disconnected', async () => {
    // Below the deadline, and long enough that a busy machine does not disconnect the other client, too.
    const own = await home.serve(home.newData(), '--ping-interval', '150', '--ping-timeout', '5000');
    const [x, o] = await meet(await enter(own.port), await enter(own.port));
    o.socket.io.engine.transport.send = () => {}; // no pong any more
    assert.equal((await x.next('opponent-disconnected')).gameId, x.game.gameId);
    await own.stop();
  });

  test('--limits off: no rate limits', async () => {
    const own = await home.serve(home.newData(), '--limits', 'off', '--durability', 'normal');
    const eager = await enter(own.port);
    const answers = await Promise.all(Array.from({ length: 300 }, () => eager.ask('leave-queue')));
    assert.ok(answers.every((answer) => answer.error.code === 'not-queued'));
    await own.stop();
  });

  for (const [options, text] of [
    [['--durability', 'some'], /--durability takes full or normal, not 'some'/],
    [['--limits', 'maybe'], /--limits takes on or off, not 'maybe'/],
    [['--origin', 'example.org/path'], /--origin takes an origin like https:\/\/example.org/],
    [['--origin'], /option '--origin' needs a value/],
    [['--ping-interval', '0'], /--ping-interval/],
    [['--thinkers', '1000'], /--thinkers/],
  ])
    test(`${options.join(' ')} is refused`, async () => {
      await assert.rejects(home.serve(home.newData(), ...options), text);
    });

  test('/readyz and /healthz accept GET only', async () => {
    assert.equal((await server.get('/readyz')).body.toString(), 'ready');
    const answer = await server.request(request('POST', '/readyz', {}, 'x'));
    assert.deepEqual([answer.status, answer.headers.allow], [405, 'GET, HEAD']);
    assert.equal((await server.get('/socket.io/other')).status, 404);
  });

  test('without --data the data is deleted with the server', async () => {
    const own = await start(PROGRAM, ['serve', '--listen', '127.0.0.1:0', '--web', home.web]);
    const [x, o] = await meet(await enter(own.port), await enter(own.port));
    await play(x, o, WIN);
    assert.deepEqual(await own.stop(), { code: 0, signal: null });
  });
});

describe('stopping', () => {
  test('SIGTERM drains: acknowledged moves are stored, sessions are closed, status 0', async () => {
    const data = home.newData();
    let own = await home.serve(data);
    const [x, o] = await meet(await enter(own.port), await enter(own.port, { transports: ['polling'] }));
    await play(x, o, [3, 4]);
    const ended = [x, o].map((player) => new Promise((resolve) => player.socket.once('disconnect', resolve)));
    const last = x.must('make-move', { gameId: x.game.gameId, columnIndex: 3, ply: 2 });
    await last;
    assert.deepEqual(await own.stop(), { code: 0, signal: null });
    await within(Promise.all(ended), 'the end of both sessions');
    own = await home.serve(data);
    const back = await comeBack(own.port, x);
    assert.equal((await back.next('game-start')).ply, 3);
    await own.stop();
  });

  test('a second server on the same data folder refuses to start and says why', onlySqlite('many servers share a database server'), async () => {
    const data = home.newData();
    const own = await home.serve(data);
    await assert.rejects(home.serve(data), /ended with 1: fourfall: .*in use by another process/);
    await own.stop();
  });

  test('an impossible data folder is named in the error', onlySqlite('there is no data folder'), async () => {
    await assert.rejects(home.serve('/dev/null/x'), /ended with 1: fourfall: the data folder '\/dev\/null\/x': Not a directory/);
  });
});
