// Connect Four as a plug-in of an asynchronous board-game service, over the core. Names, shapes and texts are those of
// the plug-in's contract.
import type { CellState, ConnectFourMove, GameConfig, GameState, Player, PlayerColor, RenderData, ValidationResult } from "../types/plugin";
import { CoreError } from "./core";
import { COLUMNS, ROWS, findLowestEmptyRow } from "./plugin_board";
import { renderDataOf } from "./plugin_render";
import { faultOf, hostStateOf, openState } from "./plugin_state";

export { COLUMNS, ROWS, findLowestEmptyRow, isBoardFull, isColumnFull, isValidColumn } from "./plugin_board";

export const TOTAL_CELLS = 42;
export const WIN_LENGTH = 4;
export const MIN_PLAYERS = 2;
export const MAX_PLAYERS = 2;
export const PLAYER_COLORS: readonly PlayerColor[] = ["red", "yellow"];
export const GAME_TYPE = "connect-four";
export const GAME_NAME = "Connect Four";
export const GAME_DESCRIPTION = "Drop discs to connect four in a row";

/** As rows of the board count: the row below has the larger number. */
export const DIRECTIONS = {
  HORIZONTAL: { row: 0, col: 1 },
  VERTICAL: { row: 1, col: 0 },
  DIAGONAL_UP: { row: -1, col: 1 },
  DIAGONAL_DOWN: { row: 1, col: 1 },
} as const;

export const getGameType = (): string => GAME_TYPE;
export const getGameName = (): string => GAME_NAME;
export const getDescription = (): string => GAME_DESCRIPTION;
export const getMinPlayers = (): number => MIN_PLAYERS;
export const getMaxPlayers = (): number => MAX_PLAYERS;

export function createEmptyBoard(): CellState[][] {
  return Array.from({ length: ROWS }, () => Array.from({ length: COLUMNS }, () => null));
}

export function assignPlayerColors(players: readonly Player[]): Map<string, PlayerColor> {
  return new Map(players.slice(0, MAX_PLAYERS).map(({ id }, seat) => [id, PLAYER_COLORS[seat]!]));
}

function checkPlayers(players: readonly Player[]): void {
  const ids = Array.isArray(players) ? players.map((player) => (player as Player | null)?.id) : [];
  const areIds = ids.every((id) => typeof id === "string" && id !== "");
  if (ids.length === MIN_PLAYERS && areIds && ids[0] !== ids[1]) return;
  throw new CoreError("E_PLAYERS", "The game is for two different players", -1);
}

/** In the form of a UUID. Hosts that need ids nobody can guess give their own; Node 18 has no global crypto. */
function randomId(): string {
  if ("crypto" in globalThis && "randomUUID" in crypto) return crypto.randomUUID();
  return "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replace(/x/g, () => Math.floor(Math.random() * 16).toString(16));
}

export function initializeGame(players: readonly Player[], config: GameConfig = {}): GameState {
  checkPlayers(players);
  const now = new Date();
  const empty: GameState = {
    gameId: config.gameId ?? randomId(),
    gameType: GAME_TYPE,
    players: [...players],
    currentPlayerIndex: 0,
    status: "in_progress",
    winner: null,
    metadata: { board: createEmptyBoard() },
    version: 0,
    createdAt: now,
    updatedAt: now,
  };
  return hostStateOf(openState(empty), empty, now);
}

export function applyGravity(board: readonly (readonly CellState[])[], column: number, color: PlayerColor): { board: CellState[][]; row: number } {
  const row = findLowestEmptyRow(board, column);
  if (row === null) throw new CoreError("E_FULL", `Column ${column} takes no disc`, -1);
  return { board: board.map((cells, r) => cells.map((cell, c) => (r === row && c === column ? color : cell))), row };
}

/** A host passes on what a player sent: the shape is checked as well. */
function columnOf(move: ConnectFourMove): number | null {
  const given = move as Partial<ConnectFourMove> | null;
  const column: unknown = given?.parameters?.column;
  return given?.action === "drop" && typeof column === "number" ? column : null;
}

export function validateMove(state: GameState, playerId: string, move: ConnectFourMove): ValidationResult {
  const column = columnOf(move);
  const error = faultOf(state, playerId, column ?? -1);
  if (error) return { valid: false, error };
  return { valid: true };
}

export function isPlayerTurn(state: GameState, playerId: string): boolean {
  return state.players[state.currentPlayerIndex]?.id === playerId;
}

export function applyMove(state: GameState, playerId: string, move: ConnectFourMove): GameState {
  const { error } = validateMove(state, playerId, move);
  if (error !== undefined) throw new CoreError("E_MOVE", error, -1);
  const core = openState(state);
  const now = new Date(Math.max(Date.now(), new Date(state.updatedAt).getTime()));
  core.drop(move.parameters.column);
  return hostStateOf(core, state, now);
}

export function isGameOver(state: GameState): boolean {
  return openState(state).snapshot().status !== "playing";
}

export function getWinner(state: GameState): string | null {
  const { winner } = openState(state).snapshot();
  return winner === null ? null : state.players[winner]!.id;
}

export function renderBoard(state: GameState): RenderData {
  return renderDataOf(openState(state).svg());
}

/** Methods of the prototype, so that a host's class may extend this one and override them. */
export class ConnectFourEngine {
  getGameType(): string {
    return getGameType();
  }

  getGameName(): string {
    return getGameName();
  }

  getDescription(): string {
    return getDescription();
  }

  getMinPlayers(): number {
    return getMinPlayers();
  }

  getMaxPlayers(): number {
    return getMaxPlayers();
  }

  initializeGame(players: readonly Player[], config?: GameConfig): GameState {
    return initializeGame(players, config);
  }

  validateMove(state: GameState, playerId: string, move: ConnectFourMove): ValidationResult {
    return validateMove(state, playerId, move);
  }

  applyMove(state: GameState, playerId: string, move: ConnectFourMove): GameState {
    return applyMove(state, playerId, move);
  }

  isGameOver(state: GameState): boolean {
    return isGameOver(state);
  }

  getWinner(state: GameState): string | null {
    return getWinner(state);
  }

  renderBoard(state: GameState): RenderData {
    return renderBoard(state);
  }
}
