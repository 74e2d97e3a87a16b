// The page's online model against the real server: finding an opponent, playing, and the calls to the board.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { connected, moved, now, openPage, seatedAt, Server, until, Wire } from './online_people.mjs';

const LIVE = { board: '7x6', clock: { kind: 'live', initialMs: 300_000, incrementMs: 2000 }, isRated: false };
const server = new Server();
before(() => server.start());
after(() => server.end());

const page = () => connected(openPage(server.port));

/** Two players who met by a code; the first one begins. */
async function friends(wish = LIVE) {
  const a = await page(), b = await page();
  assert.equal(await a.online.invite(wish, 'X', false), null);
  assert.equal(await b.online.join(a.online.invitation.value.code.toLowerCase()), null);
  await seatedAt(a);
  await seatedAt(b);
  return [a, b];
}

async function play(x, o, moves, from = '') {
  let known = from;
  for (const letter of moves) {
    const mover = known.length % 2 ? o : x;
    assert.equal(mover.drop(Number(letter) - 1), null);
    known += letter;
    await Promise.all([moved(x, known), moved(o, known), until(mover.online.table, ({ pending }) => pending === null, 'the confirmation')]);
  }
}

/** The game on the board is not announced as one that began elsewhere. */
function assertQuiet(person) {
  assert.deepEqual(person.board.named('say').map(([key]) => key).filter((key) => key === 'note.begunElsewhere'), []);
}

describe('finding an opponent', () => {
  test('a friend joins by the code, and both get the game', async () => {
    const [a, b] = await friends();
    assert.equal(a.online.invitation.value, null, 'the invitation has done its work');
    assert.deepEqual([a.online.table.value.seat, b.online.table.value.seat], [0, 1]);
    const [[remote, notation]] = a.board.named('sit');
    assert.equal(notation, '');
    assert.deepEqual(remote.names, [a.online.me.value.name, b.online.me.value.name]);
    assert.equal(remote.allowsAdvice, false);
    assertQuiet(a);
    assertQuiet(b);
  });

  test('the link of an invitation is the page\'s address with the code', async () => {
    const a = await page();
    await a.online.invite(LIVE, 'random', false);
    const { code, link } = a.online.invitation.value;
    assert.equal(link, `http://127.0.0.1:${server.port}/?join=${code}`);
    a.online.cancelInvitation();
    assert.equal(a.online.invitation.value, null);
    const b = await page();
    await until(a.online.connection, (state) => state === 'online', 'still there');
    const trouble = await b.online.join(code);
    assert.equal(trouble.code, 'no-such-code');
  });

  test('the queue pairs players with the same wish, and both must confirm', async () => {
    const wish = { ...LIVE, clock: { kind: 'live', initialMs: 60_000, incrementMs: 0 } };
    const a = await page(), b = await page();
    assert.equal(await a.online.joinQueue(wish), null);
    assert.equal(a.online.waiting.value.size, 1);
    await b.online.joinQueue(wish);
    const match = await until(a.online.match, Boolean, 'a match');
    assert.equal(match.opponent.name, b.online.me.value.name);
    assert.ok(match.until > now() && match.until <= now() + match.confirmWithinMs);
    assert.ok(a.board.named('sound').flat().includes('found'));
    await until(b.online.match, Boolean, 'a match');
    a.online.confirmMatch();
    assert.equal(a.online.match.value.isConfirmed, true);
    b.online.confirmMatch();
    await Promise.all([seatedAt(a), seatedAt(b)]);
    assert.deepEqual([a.online.match.value, a.online.waiting.value], [null, null]);
    assert.notEqual(a.online.table.value.seat, b.online.table.value.seat);
  });

  test('the player who declines leaves the queue; the other one stays in it', async () => {
    const wish = { ...LIVE, clock: { kind: 'live', initialMs: 61_000, incrementMs: 0 } };
    const a = await page(), b = await page();
    await a.online.joinQueue(wish);
    await b.online.joinQueue(wish);
    await Promise.all([until(a.online.match, Boolean, 'a match'), until(b.online.match, Boolean, 'a match')]);
    a.online.declineMatch();
    assert.equal(a.online.waiting.value, null);
    await until(b.online.match, (match) => match === null, 'the end of the match');
    assert.ok(b.online.waiting.value);
    assert.ok(b.board.named('say').some(([key]) => key === 'note.matchCancelled'));
    b.online.leaveQueue();
    assert.equal(b.online.waiting.value, null);
  });

  test('the computer takes the other seat, and answers', async () => {
    const a = await page();
    assert.equal(await a.online.playComputer({ board: '7x6', clock: { kind: 'none' }, isRated: false }, 'easy', 'balanced', 'X'), null);
    const table = await seatedAt(a);
    assert.deepEqual([table.seat, table.people[1].level, a.board.remote.allowsAdvice], [0, 'easy', true]);
    a.drop(3);
    await until(a.board, ({ moves }) => moves.length === 2, 'the answer');
    assertQuiet(a);
  });
});

describe('a move', () => {
  /** Two people at a table, the first behind a wire that notes every event the page sends. */
  async function friendsOnWire(t) {
    const wire = new Wire();
    const x = await connected(openPage(await wire.lead(server.port))), o = await page();
    t.after(() => {
      x.close();
      wire.close();
    });
    await wire.upgraded();
    await x.online.invite(LIVE, 'X', false);
    await o.online.join(x.online.invitation.value.code);
    await Promise.all([seatedAt(x), seatedAt(o)]);
    wire.events.length = 0;
    return { x, o, wire };
  }

  test('is one frame to the server: after the acknowledgement the page waits for the update', async (t) => {
    const { x, o, wire } = await friendsOnWire(t);
    for (const known of ['1', '112', '11223']) {
      wire.withholds = 'game-update';
      assert.equal(x.drop(known.at(-1) - 1), null);
      assert.equal(await x.online.say('acknowledged after the move'), null);
      wire.deliver();
      await Promise.all([moved(o, known), until(x.online.table, ({ pending }) => pending === null, 'the confirmation')]);
      const answer = known + known.at(-1);
      assert.equal(o.drop(known.at(-1) - 1), null);
      await moved(x, answer);
    }
    assert.deepEqual(wire.events, Array(3).fill(['make-move', 'chat-message']).flat());
  });

  test('without an update within the deadline asks for a snapshot', async (t) => {
    const { x, o, wire } = await friendsOnWire(t);
    wire.withholds = 'game-update';
    assert.equal(x.drop(3), null);
    await moved(o, '4');
    await until(x.online.table, ({ clocks }) => clocks.running === 1, 'the snapshot');
    assert.equal(x.online.table.value.pending, null);
    assert.deepEqual(wire.events, ['make-move', 'resume']);
  });
});

describe('a game', () => {
  test('is played to its end, and the result is the server\'s', async () => {
    const [x, o] = await friends();
    await play(x, o, '4141414');
    for (const [p, sound] of [[x, 'win'], [o, 'lose']]) {
      const { result } = await until(p.online.table, (table) => table.result, 'the result');
      assert.deepEqual(result, { winner: 0, reason: 'line', ratings: null });
      assert.deepEqual(p.board.remote.result, result);
      assert.equal(p.board.remote.allowsAdvice, true, 'after the end everything may be asked');
      assert.ok(p.board.named('sound').flat().includes(sound));
    }
  });

  test('on a board with letters has letters in its notation', async () => {
    const [x, o] = await friends({ board: '5x5x5', clock: { kind: 'none' }, isRated: false });
    assert.equal(x.board.moves, '5x5x5:');
    x.seat.dropped(12, 0);
    await moved(o, '5x5x5:m');
  });

  test('clocks run from the server\'s values', async () => {
    const [x, o] = await friends();
    const before = x.online.table.value.clocks;
    assert.deepEqual([before.leftMs, before.running], [[300_000, 300_000], 0]);
    const left = x.online.leftNow(0);
    assert.ok(left <= 300_000 && left > 290_000);
    assert.equal(x.online.leftNow(1), 300_000, 'the clock of who waits stands still');
    await play(x, o, '4');
    assert.equal(x.online.table.value.clocks.running, 1);
  });

  test('a move that the server refuses is taken back, with its reason', async () => {
    const [x, o] = await friends();
    await play(x, o, '444444');
    assert.equal(x.drop(3), null);
    await until(x.board, (board) => board.named('takeBack').length > 0, 'the taking back');
    assert.deepEqual(x.board.named('takeBack'), [['444444', 3, 'refusal.column-full', { code: 'column-full', column: '4' }]]);
    assert.equal(x.online.table.value.pending, null);
    assert.equal(x.drop(0), null, 'and another column can be chosen');
    await moved(o, '4444441');
  });

  test('a premove that the server refuses shakes its own column, not that of the last move', async () => {
    const [x, o] = await friends();
    await play(x, o, '4444441');
    x.online.premoves.value = true;
    x.online.setPremove(3);
    assert.equal(o.drop(1), null);
    await until(x.board, (board) => board.named('takeBack').length > 0, 'the refusal');
    const [[notation, column]] = x.board.named('takeBack');
    assert.deepEqual([notation, column], ['44444412', 3]);
  });

  test('resigning ends it, and the rematch swaps the colours', async () => {
    const [x, o] = await friends();
    await play(x, o, '4');
    const { gameId } = x.online.table.value;
    x.online.resign();
    await Promise.all([x, o].map((p) => until(p.online.table, ({ result }) => result?.reason === 'resign', 'the resignation')));
    assert.equal(x.online.table.value.result.winner, 1);
    x.online.askRematch();
    await until(o.online.table, ({ rematch }) => rematch === 'offered', 'the offer');
    await until(x.online.table, ({ rematch }) => rematch === 'asked', 'the answer to it');
    o.online.answerRematch(true);
    await Promise.all([x, o].map((p) => until(p.online.table, (table) => table.gameId !== gameId, 'the next game')));
    assert.deepEqual([x.online.table.value.seat, o.online.table.value.seat], [1, 0]);
  });

  test('a draw is offered, declined, offered again and accepted', async () => {
    const [x, o] = await friends();
    x.online.offerDraw();
    await until(o.online.table, ({ drawOffer }) => drawOffer === 0, 'the offer');
    o.online.answerDraw(false);
    await until(x.online.table, ({ drawOffer }) => drawOffer === null, 'the answer');
    o.online.offerDraw();
    await until(x.online.table, ({ drawOffer }) => drawOffer === 1, 'the offer');
    x.online.answerDraw(true);
    const { result } = await until(o.online.table, (table) => table.result, 'the end');
    assert.deepEqual([result.winner, result.reason], [null, 'agreed']);
  });

  test('a premove falls as soon as it is my turn; not while premoves are off', async () => {
    const [x, o] = await friends();
    o.online.setPremove(6);
    assert.equal(o.online.table.value.premove, null);
    o.online.premoves.value = true;
    o.online.setPremove(6);
    assert.equal(o.online.table.value.premove, 6);
    x.drop(3);
    await Promise.all([moved(x, '47'), moved(o, '47')]);
    assert.equal(o.online.table.value.premove, null);
  });

  test('chat reaches both players, counts unread lines of the other, and can be muted', async () => {
    const [x, o] = await friends();
    assert.equal(await x.online.say('hello <b>'), null);
    await until(o.online.chat, ({ length }) => length === 1, 'the line');
    const [line] = o.online.chat.value;
    assert.deepEqual([line.text, line.isMine, line.from, o.online.unread.value], ['hello <b>', false, 0, 1]);
    await until(x.online.chat, ({ length }) => length === 1, 'my own line');
    assert.deepEqual([x.online.chat.value[0].isMine, x.online.unread.value], [true, 0]);
    o.online.isMuted.value = true;
    assert.deepEqual(o.online.chat.value, []);
    const [quick] = await until(o.online.quickMessages, ({ length }) => length > 0, 'ready-made messages');
    assert.equal(await x.online.sayQuick(quick.id), null);
    await until(x.online.chat, ({ length }) => length === 2, 'my second line');
    assert.equal(x.online.chat.value[1].quick, quick.name);
    assert.equal((await x.online.say('')).code, 'bad-text');
    assert.equal(o.online.unread.value, 1);
  });

  test('can be watched: spectators get every move', async () => {
    const [x, o] = await friends();
    await play(x, o, '44');
    const w = await page();
    assert.equal(await w.online.watch(x.online.table.value.gameId), null);
    assert.deepEqual([w.online.table.value.seat, w.board.moves, w.board.remote.allowsAdvice], [null, '44', true]);
    await until(x.online.table, ({ spectators }) => spectators === 1, 'the spectator');
    await play(x, o, '1', '44');
    await moved(w, '441');
    w.seat.left();
    await until(x.online.table, ({ spectators }) => spectators === 0, 'nobody watching');
  });

  test('that is over can be opened by its id, also by strangers', async () => {
    const [x, o] = await friends();
    await play(x, o, '4141');
    const { gameId } = x.online.table.value;
    o.online.resign();
    await until(x.online.table, (table) => table.result, 'the end');
    const stranger = openPage(server.port);
    assert.equal(await stranger.online.open(gameId), null);
    assert.equal(stranger.online.connection.value, 'off', 'the archive needs no connection');
    const { seat, result } = stranger.online.table.value;
    assert.deepEqual([seat, result.winner, result.reason, stranger.board.moves], [null, 0, 'resign', '4141']);
    assert.equal((await x.online.open('0000000000000')).code, 'no-such-game');
  });

  test('that is left goes on, and the page offers to return', async () => {
    const [x, o] = await friends();
    const { gameId } = x.online.table.value;
    x.seat.left();
    assert.deepEqual([x.online.table.value, x.online.running.value.gameId], [null, gameId]);
    assert.equal(await x.online.resume(gameId), null);
    assert.equal(x.online.running.value, null);
    await play(x, o, '4');
  });

  test('that is live keeps the board', async () => {
    const [x] = await friends();
    const { gameId } = x.online.table.value;
    const [other] = await friends();
    const troubles = await Promise.all([
      x.online.watch(other.online.table.value.gameId),
      x.online.open(other.online.table.value.gameId),
      x.online.join('ABCDEF'),
      x.online.playComputer(LIVE, 'easy', 'balanced', 'X'),
    ]);
    assert.deepEqual(troubles.map(({ code }) => code), Array(4).fill('in-game'));
    assert.equal(x.online.table.value.gameId, gameId);
    assert.equal(await x.online.open(gameId), null, 'the game itself may be asked for');
  });
});

describe('games over days', () => {
  test('are listed, those that wait for my move first', async () => {
    const days = { board: '7x6', clock: { kind: 'days', perMoveMs: 86_400_000 }, isRated: false };
    const [x, o] = await friends(days);
    await until(x.online.table, ({ clocks }) => clocks.clock.kind === 'days', 'a clock in days');
    await x.online.refreshMine();
    const { gameId } = x.online.table.value;
    const mine = x.online.mine.value.find((game) => game.gameId === gameId);
    assert.deepEqual([mine.isMyTurn, mine.ply, mine.board], [true, 0, '7x6']);
    await o.online.refreshMine();
    assert.equal(o.online.mine.value[0].isMyTurn, false);
  });
});
