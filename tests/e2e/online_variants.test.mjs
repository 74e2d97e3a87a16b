// Games with other rules between stock socket.io-client 4.8: docs/protocol.md, "Variants". FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { comeBack, enter, makeHome, meet, seated } from './players.mjs';
import { ask as rest, setServer } from './rest_client.mjs';

const ACTIONS = { '-': 'pop', _: 'anvil', '@': 'bomb', '=': 'wall', '+': 'double', '<': 'turn-left', '>': 'turn-right', '~': 'swap' };
const UNUSED = { clock: { initialMs: 600000, incrementMs: 1000 } };
let home, server;

before(async () => {
  home = makeHome();
  server = await home.serve(home.newData());
  setServer(server);
});
after(async () => {
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  assert.equal(server.err, '');
  home.remove();
});

/** The moves of a text, as events have them. */
const movesOf = (text) => [...text.matchAll(/[-_@=+]?\w|[<>~]/g)].map(([move]) => ({
  text: move,
  action: ACTIONS[move[0]] ?? 'drop',
  columnIndex: /\w/.test(move) ? Number(move.at(-1)) - 1 : undefined,
}));

/** Whoever is to move moves; both must see each move. Gives the last updates. */
async function playOut(players, text, gameId = players[0].game.gameId) {
  let seen = players.map((player) => player.game), known = seen[0].moves;
  for (const { text: move, action, columnIndex } of movesOf(text)) {
    const ply = seen[0].ply, mover = players[seen.findIndex((update) => update.isYourTurn)];
    assert.ok(mover, `nobody is to move: ${JSON.stringify(seen[0])}`);
    const answer = await mover.must('make-move', { gameId, ply, ...(action === 'drop' ? {} : { action }), columnIndex });
    assert.deepEqual([answer.ply, answer.repeated], [ply + 1, false]);
    seen = await Promise.all(players.map((player) => player.next('game-update', (update) => update.ply === ply + 1)));
    known += move;
    assert.deepEqual(seen.map((update) => update.moves), [known, known]);
    assert.equal(seen[0].lastMove.action, action);
  }
  players.forEach((player, i) => (player.game = { ...player.game, ...seen[i] }));
  return seen;
}

const pair = async (wish) => meet(await enter(server.port), await enter(server.port), wish);
const outcome = async (players) => (await Promise.all(players.map((player) => player.next('game-over')))).map(({ status, winner, reason }) => [status, winner, reason].join(' '))[0];

async function refused(promise, code, message = /./) {
  const answer = await promise;
  assert.equal(answer.ok, false, `accepted: ${JSON.stringify(answer)}`);
  assert.equal(answer.error.code, code, JSON.stringify(answer.error));
  assert.match(answer.error.message, message);
}

// variant, wish, moves, result; the first mover is X until sides are swapped
const GAMES = [
  ['popout', {}, '44-41515151', 'win O line'],
  ['popout', { board: '3x3c3' }, '12-1-231-3-1', 'draw  draw'],
  ['powerup', {}, '12@4-2747474', 'win X line'],
  ['powerup', { pie: true }, '=4543_12', 'win X line'],
  ['five', {}, '545454545', 'win X line'],
  ['popten', {}, '765234165173424732516237514663472151765324-11-2-1-62-7-5-5-3-7-5-5-5-5-4-1-27-4', null],
  ['misere', {}, '1213141', 'win O line'],
  ['cylinder', {}, '6677112', 'win X line'],
  ['turn', {}, '2>1<514', null],
  ['standard', { pie: true }, '4~343434', 'win X line'],
];

describe('a whole game', () => {
  for (const [variant, wish, moves, expected] of GAMES)
    test(`of ${variant} ${JSON.stringify(wish)}`, async () => {
      const players = await pair({ variant, ...wish });
      const { game } = players[0];
      assert.deepEqual([game.variant, game.pie, game.swapped, game.task, game.moves], [variant, Boolean(wish.pie), false, null, '']);
      assert.equal(game.boardSize, wish.board ?? (variant === 'five' ? '9x6c5' : '7x6'));
      const [last] = await playOut(players, moves);
      assert.notEqual(last.status, 'playing');
      const result = await outcome(players);
      if (expected) assert.equal(result, expected);
      if (last.status === 'win' && variant !== 'popten') assert.ok(last.winningLine.length >= 3);
      const { body } = await rest('GET', `/api/games/${game.gameId}`);
      assert.deepEqual([body.metadata.moves, body.metadata.variant ?? 'standard', body.metadata.pie ?? false], [moves, variant, Boolean(wish.pie)]);
      assert.equal((await rest('GET', `/api/games/${game.gameId}/board.svg`)).status, 200);
      assert.equal((await rest('GET', `/api/games/${game.gameId}/picture.png`)).status, 200);
      for (const player of players) player.leave();
    });
});

describe('turns, clocks and sides', () => {
  test('a turn of two moves keeps the clock, and gives its increment once', async () => {
    const players = await pair({ variant: 'powerup', ...UNUSED }), [x] = players;
    let [now] = await playOut(players, '+1');
    assert.deepEqual([now.currentPlayer, now.task, now.clock.running], ['X', 'second-disc', 'X']);
    assert.ok(now.clock.leftMs.X <= 600000, 'no increment yet');
    const ply = 1, move = { gameId: x.game.gameId, ply, columnIndex: 4 };
    await refused(x.ask('make-move', { ...move, action: 'anvil' }), 'illegal-move', /finished first/);
    [now] = await playOut(players, '2');
    assert.deepEqual([now.currentPlayer, now.task, now.clock.running], ['O', null, 'O']);
    assert.ok(now.clock.leftMs.X > 600000 && now.clock.leftMs.X <= 601000);
    assert.equal(now.clock.leftMs.O, 600000);
    assert.deepEqual((await x.must('make-move', { ...move, columnIndex: 1 })).repeated, true, 'the second disc again');
    await refused(x.ask('make-move', { ...move, columnIndex: 1, action: 'pop' }), 'stale');
  });

  test('a swap changes the sides of the players, not their clocks, and a rematch has the same rules', async () => {
    const [first, second] = await pair({ variant: 'popout', pie: true, ...UNUSED });
    await playOut([first, second], '4~');
    const { game } = first;
    assert.deepEqual([game.swapped, game.currentPlayer, game.isYourTurn, game.lastMove.player], [true, 'O', true, 'X']);
    assert.ok(game.clock.leftMs.X > 600000 && game.clock.leftMs.O > 600000 && game.clock.running === 'O');
    const back = await comeBack(server.port, second);
    const again = await back.next('game-start');
    assert.deepEqual([again.player, again.players.X.playerId, again.opponent.playerId], ['X', second.session.playerId, first.session.playerId]);
    await first.must('offer-draw', { gameId: game.gameId });
    assert.equal((await back.next('draw-offered')).by, 'O');
    await first.must('resign', { gameId: game.gameId });
    assert.equal((await back.next('game-over')).winner, 'X');
    await first.must('request-rematch', { gameId: game.gameId });
    assert.equal((await back.next('rematch-offered')).by, 'O');
    await back.must('accept-rematch', { gameId: game.gameId });
    const [x] = await seated(first, back);
    assert.deepEqual([x.game.variant, x.game.pie, x.game.swapped, x.game.players.X.playerId], ['popout', true, false, second.session.playerId]);
  });

  test('spectators see moves and sides', async () => {
    const players = await pair({ variant: 'turn', pie: true }), watcher = await enter(server.port);
    await watcher.must('watch', { gameId: players[0].game.gameId });
    await playOut(players, '2~>');
    const seen = await watcher.next('game-update', (update) => update.ply === 3);
    assert.deepEqual([seen.shape, seen.swapped, seen.moves, seen.board.length, 'isYourTurn' in seen], ['6x7', true, '2~>', 42, false]);
    assert.deepEqual(seen.lastMove, { column: null, row: null, cell: null, player: 'O', action: 'turn-right' });
  });
});

describe('the computer', () => {
  for (const variant of ['popout', 'powerup', 'five', 'popten', 'misere', 'cylinder', 'turn'])
    test(`plays ${variant}`, async () => {
      const player = await enter(server.port);
      const { gameId } = await player.must('create-game', { variant, pie: true, level: 'medium', player: 'O' });
      const first = await player.next('game-update', (update) => update.isYourTurn || update.status !== 'playing');
      assert.ok(first.ply >= 1);
      await player.must('make-move', { gameId, action: 'swap', ply: first.ply });
      const own = await player.next('game-update', (update) => update.swapped);
      assert.equal(own.currentPlayer, 'O', 'the computer is yellow now');
      await player.next('game-update', (update) => update.ply > own.ply);
      player.leave();
    });
});

describe('refusals', () => {
  test('rules that make no sense', async () => {
    const player = await enter(server.port);
    for (const name of ['create-game', 'join-queue']) {
      await refused(player.ask(name, { variant: 'chess' }), 'bad-variant');
      await refused(player.ask(name, { variant: 'popout', board: '99x1' }), 'bad-board');
      await refused(player.ask(name, { variant: 'five', board: '7x6' }), 'variant-board', /connects 5/);
      await refused(player.ask(name, { variant: 'popten', board: '4x4' }), 'variant-board', /20 cells/);
      await refused(player.ask(name, { variant: 5 }), 'bad-request', /variant/);
      await refused(player.ask(name, { pie: 'yes' }), 'bad-request', /pie/);
    }
  });

  test('actions that are none, or not of this game', async () => {
    const [x, o] = await pair({}), { gameId } = x.game;
    assert.equal('variant' in x.game || 'pie' in x.game || 'swapped' in x.game, false, 'a plain game is what it was');
    await refused(x.ask('make-move', { gameId, columnIndex: 3, action: 'explode' }), 'bad-request', /action/);
    await refused(x.ask('make-move', { gameId, columnIndex: 3, action: 7 }), 'bad-request', /action/);
    await refused(x.ask('make-move', { gameId, action: 'pop' }), 'bad-request', /columnIndex/);
    for (const action of ['pop', 'anvil', 'bomb', 'wall', 'double', 'turn-left', 'turn-right', 'swap'])
      await refused(x.ask('make-move', { gameId, columnIndex: 3, action }), 'illegal-move', /no such move/);
    await refused(x.ask('make-move', { gameId, columnIndex: 70 }), 'column-out-of-range');
    await refused(o.ask('make-move', { gameId, columnIndex: 3, action: 'pop' }), 'not-your-turn');
    await x.must('make-move', { gameId, columnIndex: 3, action: 'drop' });
    assert.equal('action' in (await o.next('game-update')).lastMove, false);
  });

  test('columns beyond the board are no other actions', async () => {
    const [x] = await pair({ variant: 'popout' }), { gameId } = x.game;
    for (const columnIndex of [7, 64, 67, 128, 576, -1, -61, 2147483647, -2147483648])
      for (const action of ['drop', 'pop']) await refused(x.ask('make-move', { gameId, columnIndex, action }), 'column-out-of-range');
    await refused(x.ask('make-move', { gameId, columnIndex: 3, action: 'pop' }), 'illegal-move', /no disc/);
    await refused(x.ask('make-move', { gameId, action: 'swap', columnIndex: 3 }), 'illegal-move', /no such move/);
  });

  test('the queue gives a client that names no variant a plain game', async () => {
    const old = await enter(server.port), other = await enter(server.port), third = await enter(server.port);
    assert.equal((await old.must('join-queue', { board: '6x5' })).size, 1);
    assert.equal((await other.must('join-queue', { board: '6x5', variant: 'popout' })).size, 1);
    assert.equal((await third.must('join-queue', { board: '6x5', pie: true })).size, 1);
    for (const player of [old, other, third]) player.leave();
  });

  test('an old client is not seated in other rules by code, and plays on where it is seated', async () => {
    const owner = await enter(server.port), old = await enter(server.port);
    const { code, gameId } = await owner.must('create-game', { variant: 'popout' });
    await refused(old.ask('join-game', { code }), 'other-rules');
    await old.must('join-game', { code, variants: true });
    await Promise.all([owner.next('game-start'), old.next('game-start')]);
    await owner.must('make-move', { gameId, columnIndex: 3, ply: 0 });
    await old.must('make-move', { gameId, columnIndex: 3, ply: 1 });
    const plain = await owner.must('create-game', {});
    await old.must('join-game', { code: plain.code });
  });
});

describe('REST', () => {
  const create = async (body) => {
    const answer = await rest('POST', '/api/games', { body });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return { path: `/api/games/${answer.body.game.gameId}`, tokens: answer.body.seats.map((seat) => seat.token), game: answer.body.game };
  };
  const move = (game, seat, version, action, column) => rest('POST', `${game.path}/moves`, {
    token: game.tokens[seat], body: { action, parameters: column === undefined ? {} : { column }, version } });

  test('a game of PopOut with a swap', async () => {
    const game = await create({ variant: 'popout', pie: true });
    assert.deepEqual([game.game.metadata.variant, game.game.metadata.pie], ['popout', true]);
    assert.equal((await move(game, 0, 0, 'drop', 3)).status, 200);
    const { body: swapped } = await move(game, 1, 1, 'swap');
    assert.deepEqual([swapped.currentPlayerIndex, swapped.metadata.moves], [0, '4~']);
    assert.deepEqual(swapped.metadata.lastMove, { action: 'swap', player: game.game.players[1].id });
    const check = await rest('POST', `${game.path}/validate`, { token: game.tokens[0], body: { action: 'pop', parameters: { column: 3 } } });
    assert.equal(check.body.valid, false);
    const wrong = await move(game, 0, 2, 'pop', 3);
    assert.deepEqual([wrong.status, wrong.body.error.code], [422, 'illegal-move']);
    assert.equal((await move(game, 0, 2, 'explode', 3)).status, 400);
    assert.equal((await move(game, 0, 2, 'drop', 0)).status, 200);
    assert.equal((await move(game, 1, 3, 'pop', 3)).status, 200);
    const { body: history } = await rest('GET', `${game.path}/history`);
    assert.deepEqual(history.moves.map(({ action, column }) => [action, column]), [[undefined, 3], ['swap', undefined], [undefined, 0], ['pop', 3]]);
    assert.deepEqual(history.moves.map(({ player }) => game.game.players.findIndex(({ id }) => id === player)), [0, 1, 0, 1]);
    const { body: listed } = await rest('GET', '/api/games?player=me&status=in_progress', { token: game.tokens[0] });
    assert.deepEqual(listed.games.map(({ board, variant, pie, class: family }) => [board, variant, pie, family]), [['7x6', 'popout', true, 'pops']]);
    const { body: due } = await rest('GET', '/api/games?player=me&status=your_turn', { token: game.tokens[0] });
    assert.equal(due.games.length, 1);
    const { body: text } = await rest('GET', `${game.path}/export.txt`);
    assert.equal(text, '7x6-popout-pie:4~1-4\n');
  });

  test('wrong rules and bodies are refused', async () => {
    const token = (await create({})).tokens[0];
    for (const [body, status, code] of [
      [{ variant: 'chess' }, 422, 'bad-variant'], [{ variant: 'five', board: '7x6' }, 422, 'variant-board'],
      [{ variant: 1 }, 400, 'bad-request'], [{ pie: 1 }, 400, 'bad-request'],
    ]) {
      const answer = await rest('POST', '/api/games', { token, body });
      assert.deepEqual([answer.status, answer.body.error.code], [status, code]);
    }
    const waiting = await rest('POST', '/api/games', { token, body: { variant: 'misere' } });
    const guest = (await create({})).tokens[0], { code } = waiting.body;
    assert.equal((await rest('POST', '/api/join', { token: guest, body: { code } })).body.error.code, 'other-rules');
    assert.equal((await rest('POST', '/api/join', { token: guest, body: { code, variants: true } })).status, 200);
  });
});

test('a game of PopOut survives the death of the server in the middle of a turn', async () => {
  const data = home.newData();
  let own = await home.serve(data);
  const players = await meet(await enter(own.port), await enter(own.port), { variant: 'powerup', pie: true, ...UNUSED });
  await playOut(players, '1~2+3');
  await own.stop('SIGKILL');
  own = await home.serve(data);
  const back = await Promise.all(players.map((player) => comeBack(own.port, player)));
  for (const player of back) player.game = await player.next('game-start');
  const { game } = back[0];
  assert.deepEqual([game.moves, game.task, game.swapped, game.currentPlayer], ['1~2+3', 'second-disc', true, 'X']);
  await playOut(back, '4');
  assert.equal(back[0].game.currentPlayer, 'O');
  await own.stop();
});
