// Players and finished games for the tests of records, made through the server's REST API.

/** A rated game needs a clock. */
export const RATED = { rated: true, clock: { perMoveMs: 86_400_000 } };

export class People {
  /** `address`: of the server, with a slash at its end. */
  constructor(address) {
    this.address = address;
  }

  async ask(method, path, { body, token, status = 200 } = {}) {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const answer = await fetch(this.address + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (answer.status !== status) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    return text.startsWith('{') ? JSON.parse(text) : text;
  }

  /** A new game between two new guests: {gameId, x, o}; each guest has playerId, token and name. */
  async guests(first, second, wish = {}) {
    const body = { players: [{ kind: 'guest', name: first }, { kind: 'guest', name: second }], ...wish };
    const { game, seats } = await this.ask('POST', 'api/games', { body, status: 201 });
    return { gameId: game.gameId, x: { ...seats[0], name: first }, o: { ...seats[1], name: second } };
  }

  /** A guest without a game, by a short connection of Socket.IO's long polling. */
  async newcomer(name) {
    const polling = `${this.address}socket.io/?EIO=4&transport=polling`;
    const { sid } = JSON.parse((await (await fetch(polling)).text()).slice(1));
    const post = (body) => fetch(`${polling}&sid=${sid}`, { method: 'POST', body });
    await post(`40${JSON.stringify({ name })}`);
    for (let heard = ''; ; heard = await (await fetch(`${polling}&sid=${sid}`)).text()) {
      const session = heard.split('\x1e').find((packet) => packet.startsWith('42["session",'));
      if (!session) continue;
      const { playerId, token } = JSON.parse(session.slice(2))[1];
      await post('41');
      return { playerId, token, name };
    }
  }

  /** Rated games are for accounts: a recovery code makes one. */
  async enrol(...players) {
    for (const player of players) await this.ask('POST', 'api/account/recovery', { token: player.token });
  }

  /** A new rated game between two new accounts, like `guests`. */
  async rivals(first, second) {
    const [x, o] = [await this.newcomer(first), await this.newcomer(second)];
    await this.enrol(x, o);
    return { gameId: await this.meet(x, o, RATED), x, o };
  }

  /** A new game between two known players, x first; returns its id. */
  async meet(x, o, wish = {}) {
    const body = { players: [{ kind: 'me' }, { kind: 'open' }], visibility: 'public', ...wish };
    const { game, code } = await this.ask('POST', 'api/games', { body, token: x.token, status: 201 });
    await this.ask('POST', 'api/join', { body: { code }, token: o.token });
    return game.gameId;
  }

  /** Plays these columns (from 0), x first; returns the state after the last. */
  async play(gameId, x, o, columns) {
    let state = null;
    for (const [version, column] of columns.entries()) {
      const body = { action: 'drop', parameters: { column }, version };
      state = await this.ask('POST', `api/games/${gameId}/moves`, { body, token: (version % 2 ? o : x).token });
    }
    return state;
  }

  resign(gameId, player) {
    return this.ask('POST', `api/games/${gameId}/resign`, { token: player.token });
  }
}

/** Runs a task for each item of a list, so many at a time. */
export async function atOnce(list, width, task) {
  const waiting = [...list.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await task(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
