// A small asynchronous board-game service, written from the plug-in's design document alone: it knows engines only by their
// methods, keeps states as its own, and believes no player.

export class GameService {
  constructor() {
    this.engines = new Map();
    this.games = new Map();
  }

  register(engine) {
    this.engines.set(engine.getGameType(), engine);
  }

  list() {
    return [...this.engines.values()].map((engine) => ({
      type: engine.getGameType(),
      name: engine.getGameName(),
      description: engine.getDescription(),
      players: [engine.getMinPlayers(), engine.getMaxPlayers()],
    }));
  }

  create(type, players, gameId) {
    const engine = this.engines.get(type);
    if (players.length < engine.getMinPlayers() || players.length > engine.getMaxPlayers()) throw new Error('wrong number of players');
    this.games.set(gameId, engine.initializeGame(players, { gameId }));
    return this.games.get(gameId);
  }

  /** What a player sends; the answer is what they see. */
  move(gameId, playerId, move) {
    const state = this.games.get(gameId);
    const engine = this.engines.get(state.gameType);
    const result = engine.validateMove(state, playerId, move);
    if (!result.valid) return result;
    this.games.set(gameId, engine.applyMove(state, playerId, move));
    return result;
  }

  view(gameId) {
    const state = this.games.get(gameId);
    const engine = this.engines.get(state.gameType);
    return { state, isOver: engine.isGameOver(state), winner: engine.getWinner(state), picture: engine.renderBoard(state) };
  }
}
