// A player of the population: a stock Socket.IO client that connects to any node, repeats what was not answered or was
// refused as retryable, and plays each game to its end. It never asks how a game stands while it is connected: nodes must tell.
import assert from 'node:assert/strict';
import { io } from '../e2e/players.mjs';
import { moment } from './processes.mjs';

const ANSWER_MS = 5_000; // without an answer for so long, a player tries another node
const RETRY_MS = 100;
const WIDTH = 7;
const OVER = ['win', 'draw', 'cancelled'];

/** Ends everything that a player waits for. */
export class Closed extends Error {}

/** Joins the town: see town.mjs for what it has. */
export function makePlayer(town, { name, transports = ['websocket'], home = 0 } = {}) {
  const { ledger, random } = town;
  const { count } = ledger;
  const me = { name, playerId: null, token: null, games: new Map(), sent: new Map(), match: null, mustQueue: true, offers: new Set(), connection: 0, isIn: false, last: new Map(), doing: 'connecting' };
  const waiting = new Set();
  const stir = () => waiting.forEach((look) => look());
  const urls = () => town.urls();
  const socket = io(urls()[home % urls().length], {
    forceNew: true, transports, reconnectionDelay: 20, reconnectionDelayMax: 200, timeout: ANSWER_MS,
    auth: (tell) => tell(me.token ? { token: me.token } : { name }),
  });

  /** Waits until something is true; it can change only with an event. A player who waits too long is stuck. */
  const until = (isTrue, what) =>
    new Promise((resolve, reject) => {
      const end = (settle, value) => {
        clearTimeout(timer);
        waiting.delete(look);
        settle(value);
      };
      const look = () => {
        if (town.isClosed) end(reject, new Closed());
        else if (isTrue()) end(resolve);
      };
      const timer = setTimeout(() => end(reject, new Error(`${name} is stuck: ${what}; ${describe()}`)), town.patience());
      waiting.add(look);
      look();
    });
  const describe = () => {
    const { connection, isIn, match, mustQueue, doing } = me;
    const games = [...me.games.values()].slice(-3).map(({ gameId, ply, status, isYourTurn }) => ({ gameId, ply, status, isYourTurn }));
    return JSON.stringify({ doing, url: socket.io.uri, isConnected: socket.connected, connection, isIn, match, mustQueue, games });
  };

  /** Leaves this node for another one. */
  const move = () => socket.io.engine?.close();
  const emit = (event, data) =>
    new Promise((resolve) => {
      const { connection } = me;
      const end = (answer) => {
        clearTimeout(timer);
        socket.off('disconnect', gone);
        resolve(answer);
      };
      const gone = () => end(null);
      const timer = setTimeout(() => {
        end(null);
        if (me.connection === connection) move();
      }, ANSWER_MS);
      socket.on('disconnect', gone);
      socket.emit(event, data, (answer) => {
        if (answer.ok && answer.board) see(answer); // at once: events that follow are newer
        end(answer);
      });
    });

  /** Asks until there is an answer that is not "try again". */
  me.ask = async (event, data) => {
    for (;;) {
      await until(() => me.isIn, `a session for ${event}`);
      const answer = await emit(event, data);
      if (town.isClosed) throw new Closed();
      if (!answer) count.unanswered++;
      else if (answer.ok || !answer.error.retryable || answer.error.code === 'queue-wait') return answer;
      else {
        count.refused++;
        await moment(RETRY_MS);
      }
    }
  };

  const see = (view) => {
    ledger.shows(view, { by: name, last: me.last });
    const known = me.games.get(view.gameId);
    if (known && view.ply < known.ply) count.older++;
    else me.games.set(view.gameId, { ...known, ...view });
    stir();
  };
  /** After a new session: a game may have ended while this player was away. */
  const lookAgain = () => {
    for (const game of me.games.values())
      if (!OVER.includes(game.status)) socket.emit('resume', { gameId: game.gameId }, (answer) => (answer.ok ? see(answer) : answer.error.retryable && setTimeout(() => me.isIn && lookAgain(), RETRY_MS)));
  };
  socket.io.on('reconnect_attempt', () => {
    socket.io.uri = urls()[random(urls().length)];
  });
  socket.on('session', (session) => {
    if (me.playerId && session.playerId !== me.playerId) town.fail(new Error(`${name}’s token is no longer known`));
    [me.playerId, me.token] = [session.playerId, session.token];
    ledger.meets(me.playerId, me.token);
    me.connection++;
    me.last = new Map();
    me.isIn = me.mustQueue = true;
    me.match = null;
    lookAgain();
    stir();
  });
  socket.on('disconnect', (reason) => {
    me.isIn = false;
    if (reason === 'io server disconnect') setTimeout(() => town.isClosed || socket.connect(), RETRY_MS);
  });
  socket.on('connect_error', () => socket.active || setTimeout(() => town.isClosed || socket.connect(), RETRY_MS));
  socket.on('session-replaced', () => {
    count.replaced++;
    move();
  });
  socket.on('game-start', see);
  socket.on('game-update', see);
  socket.on('game-over', (over) => {
    ledger.ends(over, name);
    const game = me.games.get(over.gameId);
    if (game) Object.assign(game, { status: over.status, winner: over.winner });
    const told = `${over.gameId} over`;
    if (me.last.has(told)) town.fail(new Error(`${name} was told twice on one connection that ${over.gameId} is over`));
    me.last.set(told, true);
    stir();
  });
  socket.on('match-found', (match) => {
    me.match = match;
    stir();
  });
  socket.on('match-cancelled', ({ matchId, waiting: isWaiting }) => {
    if (me.match?.matchId === matchId) me.match = null;
    if (!isWaiting) me.mustQueue = true;
    stir();
  });
  socket.on('rematch-offered', ({ gameId }) => {
    me.offers.add(gameId);
    stir();
  });
  socket.on('error-message', (error) => town.fail(new Error(`${name}: ${JSON.stringify(error)}`)));

  /** A game of mine that is being played. */
  me.running = () => [...me.games.values()].find((game) => game.status === 'playing');
  me.isOver = (gameId) => OVER.includes(me.games.get(gameId)?.status);
  me.until = until;

  /** Drops a disc, always into the same column for one ply. */
  async function drop(game) {
    const { gameId, ply } = game, key = `${gameId} ${ply}`;
    const open = [...Array(WIDTH).keys()].filter((column) => !game.board[column]);
    const column = me.sent.get(key) ?? open[random(open.length)];
    me.sent.set(key, column);
    ledger.sends({ gameId, ply, column, playerId: me.playerId });
    const answer = await me.ask('make-move', { gameId, columnIndex: column, ply });
    if (answer.ok) {
      assert.deepEqual([answer.gameId, answer.ply], [gameId, ply + 1], `the answer to ${name} is not about this move`);
      ledger.acknowledges({ gameId, ply, column, playerId: me.playerId, isRepeated: answer.repeated });
      town.progressed();
    } else assert.ok(answer.error.code === 'game-over', `${name}, move ${column} at ply ${ply} of ${gameId}: ${JSON.stringify(answer)}`);
    await until(() => me.games.get(gameId).ply > ply || me.isOver(gameId), `to be told of the own move ${ply} of ${gameId}`);
  }

  /** Plays a game to its end. */
  me.play = async (gameId) => {
    await until(() => me.games.has(gameId), `to be told of ${gameId}`);
    for (;;) {
      me.doing = `playing ${gameId}`;
      await until(() => me.isOver(gameId) || me.games.get(gameId).isYourTurn, `my turn in ${gameId}`);
      if (me.isOver(gameId)) return;
      await moment(random(town.paceMs + 1));
      if (town.resigns && random(60) === 0) await me.resign(gameId);
      else await drop(me.games.get(gameId));
    }
  };
  me.resign = async (gameId) => {
    const answer = await me.ask('resign', { gameId });
    assert.ok(answer.ok || answer.error.code === 'game-over', JSON.stringify(answer));
    await until(() => me.isOver(gameId), `the end of ${gameId}`);
  };

  /** Waits in the queue for a game; null if the town ends first, or the queue is closed to this player. */
  me.queue = async (wish) => {
    me.mustQueue = true;
    for (;;) {
      me.doing = 'queueing';
      if (me.running()) return me.running().gameId;
      if (me.match) await me.confirm();
      else if (town.isEnding) return me.leaveQueue();
      else if (me.mustQueue) {
        me.mustQueue = false;
        const answer = await me.ask('join-queue', wish);
        if (!answer.ok && answer.error.code === 'queue-wait') return null;
        assert.ok(answer.ok || ['already-queued', 'in-game'].includes(answer.error.code), `${name}: ${JSON.stringify(answer)}`);
      } else await until(() => me.running() || me.match || me.mustQueue || town.isEnding, 'an opponent');
    }
  };
  me.confirm = async () => {
    const { matchId } = me.match;
    const answer = await me.ask('confirm-match', { matchId });
    // in-game: the answer to an earlier copy was lost, and the game has begun.
    assert.ok(answer.ok || ['no-such-match', 'replaced', 'in-game'].includes(answer.error.code), `${name}: ${JSON.stringify(answer)}`);
    if (!answer.ok && answer.error.code !== 'in-game') me.mustQueue = true;
    if (me.match?.matchId !== matchId) return;
    if (answer.ok) await until(() => me.running() || me.match?.matchId !== matchId, `the game of match ${matchId}`);
    if (me.match?.matchId === matchId) me.match = null;
  };
  me.leaveQueue = async () => {
    const answer = await me.ask('leave-queue', {});
    if (answer.ok) return null;
    assert.equal(answer.error.code, 'not-queued', JSON.stringify(answer));
    if (me.match) {
      const { matchId } = me.match;
      await me.ask('decline-match', { matchId });
      if (me.match?.matchId === matchId) me.match = null;
    }
    return me.running()?.gameId ?? null;
  };

  /** Creates a game; a repetition of a lost request gives the same one. */
  me.create = async (wish) => {
    const answer = await me.ask('create-game', { ...wish, requestId: `${name} ${me.games.size} ${town.serial()}`.slice(-36) });
    assert.ok(answer.ok, `${name}: ${JSON.stringify(answer)}`);
    return answer;
  };
  /** Joins by code. If an earlier attempt was stored but not answered, the code is used up and the game is mine. */
  me.join = async ({ code, gameId }) => {
    const answer = await me.ask('join-game', { code });
    assert.ok(answer.ok ? answer.gameId === gameId : answer.error.code === 'no-such-code', `${name}: ${JSON.stringify(answer)}`);
    await until(() => me.games.has(gameId), `the start of ${gameId}`);
  };
  /** Wants a rematch, as the opponent does: asks again on a new connection, and when the opponent asks or was away. */
  me.rematch = async (gameId) => {
    const next = () => [...me.games.values()].find((game) => game.rematchOf === gameId)?.gameId;
    for (let asked = -1; !next(); ) {
      me.doing = `rematch of ${gameId}`;
      if (asked === me.connection) await until(() => next() || (me.isIn && asked !== me.connection) || me.offers.has(gameId), me.doing);
      if (next()) break;
      asked = me.connection;
      me.offers.delete(gameId);
      const answer = await me.ask('request-rematch', { gameId });
      if (answer.ok || answer.error.code === 'already-offered') continue;
      assert.equal(answer.error.code, 'opponent-gone', `${name}: ${JSON.stringify(answer)}`);
      asked = -1;
      await moment(RETRY_MS);
    }
    return next();
  };

  /** Watches a game until it is over. */
  me.watch = async (gameId) => {
    me.doing = `watching ${gameId}`;
    for (let connection = -1; !me.isOver(gameId); ) {
      if (connection !== me.connection) {
        connection = me.connection;
        const answer = await me.ask('watch', { gameId });
        assert.ok(answer.ok, `${name}: ${JSON.stringify(answer)}`);
      }
      await until(() => me.isOver(gameId) || (me.isIn && connection !== me.connection), `the end of ${gameId}`);
    }
    await me.ask('unwatch', { gameId });
  };

  me.entered = () => until(() => me.isIn, 'a session');
  me.stir = stir;
  me.socket = socket;
  me.leave = () => socket.disconnect();
  return me;
}
