// The population: players in queues, friends with a code and a rematch, players against the computer, correspondents over
// REST, and spectators. Everything they are promised goes into the ledger. FF_SEED repeats their choices.
import assert from 'node:assert/strict';
import { DEADLINE_MS, within } from '../e2e/websocket_client.mjs';
import { makeLedger } from './ledger.mjs';
import { Closed, makePlayer } from './player.mjs';
import { moment } from './processes.mjs';

export const SEED = Number(process.env.FF_SEED ?? Date.now() % 1_000_000);
export const isLong = process.env.FF_CLUSTER === 'long';
/** A duration or a number: the short form for ./test, the long one for make soak. */
export const lasting = (short, long) => (isLong ? long : short);

const RATED = { clock: { initialMs: 600_000, incrementMs: 1000 }, rated: true };
const DAYS = { perMoveMs: 86_400_000 };
const REST_MS = 5_000;

/** Random numbers from a seed (mulberry32). */
function dice(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

/** A population around nodes. `urls` gives the addresses that clients may try; nodes that are down are among them. */
export function makeTown(urls, { paceMs = 40, resigns = true, patienceMs = 2 * DEADLINE_MS + lasting(0, 120_000), name = 'P' } = {}) {
  let fail, serial = 0, onProgress = () => {};
  const failed = new Promise((_, reject) => (fail = reject));
  failed.catch(() => {});
  const town = { urls, paceMs, resigns, random: dice(SEED), isEnding: false, isClosed: false, failed, patience: () => patienceMs };
  const lives = [];
  town.players = [];
  town.fail = (error) => fail(error instanceof Error ? Object.assign(error, { message: `${error.message} (seed ${SEED})` }) : error);
  town.ledger = makeLedger(town.fail);
  town.serial = () => ++serial;
  town.progressed = () => onProgress();

  const enrol = (options = {}) => {
    const home = town.players.length;
    const player = makePlayer(town, { name: `${name}${home}`, home, ...options });
    town.players.push(player);
    return player;
  };
  /** A life goes on until the town ends. */
  const live = (life) =>
    lives.push(
      life().catch((error) => {
        if (!(error instanceof Closed)) town.fail(error);
      }),
    );
  const goesOn = () => !town.isEnding;

  /** Players who look for opponents in the queue. */
  town.queuers = (players, wish = {}, options) => {
    for (let i = 0; i < players; i++) {
      const player = enrol(options);
      live(async () => {
        await player.entered();
        while (goesOn()) {
          const gameId = await player.queue(wish);
          if (gameId) await player.play(gameId);
          else await moment(100);
        }
      });
    }
  };
  town.rated = (players) => town.queuers(players, RATED);

  /** Friends who play by code, and again; the spectators of their games are on other nodes. */
  town.friends = (couples, { spectators = 0, ...options } = {}) => {
    for (let i = 0; i < couples; i++) {
      const [a, b] = [enrol(options), enrol(options)];
      const watchers = Array.from({ length: spectators }, () => enrol(options));
      const meet = async (gameId) => {
        await Promise.all([...[a, b].map((player) => player.play(gameId)), ...watchers.map((player) => player.watch(gameId))]);
      };
      live(async () => {
        await Promise.all([a, b, ...watchers].map((player) => player.entered()));
        while (goesOn()) {
          const game = await a.create({ visibility: 'public', player: 'random' });
          await b.join(game);
          await meet(game.gameId);
          if (!goesOn()) return;
          const [next, same] = await Promise.all([a.rematch(game.gameId), b.rematch(game.gameId)]);
          assert.equal(next, same, `two rematches of ${game.gameId}`);
          await meet(next);
        }
      });
    }
  };

  /** Players against the computer. */
  town.learners = (players, level = 'easy') => {
    for (let i = 0; i < players; i++) {
      const player = enrol();
      live(async () => {
        await player.entered();
        while (goesOn()) await player.play((await player.create({ level, player: 'random' })).gameId);
      });
    }
  };

  /** A REST request to any node, repeated until there is an answer that is not "try again". */
  async function rest(method, target, { token, body } = {}) {
    for (;;) {
      if (town.isClosed) throw new Closed();
      const url = urls()[town.random(urls().length)] + target;
      const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body ? { 'content-type': 'application/json' } : {}) };
      try {
        const answer = await fetch(url, { method, headers, body: body && JSON.stringify(body), signal: AbortSignal.timeout(REST_MS) });
        if (![429, 502, 503, 504].includes(answer.status)) return { status: answer.status, body: await answer.json() };
        town.ledger.count.refused++;
      } catch {
        town.ledger.count.unanswered++;
      }
      await moment(100);
    }
  }
  town.rest = rest;

  /** Looks at a game until it is somebody's turn or over: waits at the node, which answers when there is news. */
  async function awaitTurn(gameId, player, version) {
    for (const end = Date.now() + town.patience(); ; ) {
      const { body } = await rest('GET', `/api/games/${gameId}?wait=2&version=${version}`, { token: player.token });
      if (body.status === 'completed') return null;
      if (body.version >= version && body.players[body.currentPlayerIndex]?.id === player.playerId) return body;
      if (body.version < version) town.ledger.count.older++; // this node has not looked yet
      await moment(20);
      assert.ok(Date.now() < end, `${player.name} waits for a turn in ${gameId}: ${JSON.stringify(body)}`);
    }
  }
  async function correspond(gameId, player) {
    for (let version = 0; ; ) {
      const game = await awaitTurn(gameId, player, version);
      if (!game) return;
      version = game.version;
      const open = [...Array(7).keys()].filter((column) => !game.metadata.board[0][column]);
      const column = open[town.random(open.length)];
      await moment(town.random(town.paceMs + 1));
      const move = { gameId, ply: version, column, playerId: player.playerId };
      town.ledger.sends(move);
      const answer = await rest('POST', `/api/games/${gameId}/moves`, { token: player.token, body: { action: 'drop', parameters: { column }, version } });
      assert.equal(answer.status, 200, `${player.name}, version ${version} of ${gameId}: ${JSON.stringify(answer.body)}`);
      town.ledger.acknowledges(move);
      town.progressed();
      version++;
    }
  }
  /** Players of games over days, who use REST only. */
  town.correspondents = (couples) => {
    for (let i = 0; i < couples; i++) {
      const pair = [enrol(), enrol()];
      live(async () => {
        await Promise.all(pair.map((player) => player.entered()));
        const [a, b] = pair;
        while (goesOn()) {
          const wish = { players: [{ kind: 'me' }, { kind: 'open' }], clock: DAYS, requestId: `${a.name} days ${town.serial()}` };
          const made = await rest('POST', '/api/games', { token: a.token, body: wish });
          assert.ok([200, 201].includes(made.status), JSON.stringify(made));
          const { gameId } = made.body.game;
          const joined = await rest('POST', '/api/join', { token: b.token, body: { code: made.body.code } });
          assert.ok([200, 404].includes(joined.status), JSON.stringify(joined)); // 404: an attempt without an answer was stored
          town.ledger.gameOf(gameId).seats = { X: a.playerId, O: b.playerId };
          await Promise.all(pair.map((player) => correspond(gameId, player)));
        }
      });
    }
  };

  /** A mixed population. */
  town.everybody = (size = 1) => {
    town.queuers(4 * size);
    town.rated(4 * size);
    town.friends(2 * size, { spectators: 1 });
    town.learners(2 * size);
    town.correspondents(size);
  };

  const together = (promise, what, ms) => within(Promise.race([failed, promise]), what, ms);
  /** Waits for so many more acknowledgements. */
  town.progress = (acks, what = 'progress') => {
    const goal = town.ledger.count.acks + acks;
    const done = new Promise((resolve) => {
      onProgress = () => town.ledger.count.acks >= goal && resolve();
      onProgress();
    });
    return together(done, `${acks} acknowledgements: ${what}, seed ${SEED}`, 2 * patienceMs);
  };
  /** Everybody ends the game they play and begins no other. */
  town.finish = async () => {
    town.isEnding = true;
    town.players.forEach((player) => player.stir());
    await together(Promise.all(lives), 'the end of all games', 4 * patienceMs);
  };
  /** Sends everybody home, also after a failure. */
  town.close = () => {
    town.isClosed = true;
    town.players.forEach((player) => {
      player.stir();
      player.leave();
    });
  };
  return town;
}
