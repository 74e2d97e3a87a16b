/** The game as a plug-in of an asynchronous board-game service. */

export type CellState = null | "red" | "yellow";
export type PlayerColor = "red" | "yellow";

/** A player of the host; its other fields are kept as they are. */
export interface Player {
  id: string;
  name?: string;
  [field: string]: unknown;
}

export interface GameConfig {
  /** Default: a random one. */
  gameId?: string;
  [field: string]: unknown;
}

export interface ConnectFourMove {
  action: "drop";
  parameters: { column: number };
}

export interface ConnectFourMetadata {
  /** 6 rows of 7 columns; row 0 is the top. */
  board: CellState[][];
  lastMove?: { row: number; column: number; player: string };
}

export interface GameState {
  gameId: string;
  gameType: "connect-four";
  players: Player[];
  currentPlayerIndex: number;
  status: "waiting" | "in_progress" | "completed";
  winner: string | null;
  metadata: ConnectFourMetadata;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface ValidationResult {
  valid: boolean;
  error?: string;
}

export interface RenderElement {
  /** "rect", "circle", "path", "text" */
  type: string;
  attributes: Record<string, string>;
  content?: string;
}

export interface RenderLayer {
  /** "background", "grid", "discs", "marks", "highlight", "labels" */
  name: string;
  zIndex: number;
  /** Attributes of the whole layer. */
  attributes: Record<string, string>;
  elements: RenderElement[];
}

export interface RenderData {
  viewBox: { width: number; height: number };
  layers: RenderLayer[];
  /** The whole picture as one text. */
  svg: string;
}

export const ROWS: 6;
export const COLUMNS: 7;
export const TOTAL_CELLS: 42;
export const WIN_LENGTH: 4;
export const MIN_PLAYERS: 2;
export const MAX_PLAYERS: 2;
export const PLAYER_COLORS: readonly PlayerColor[];
export const GAME_TYPE: "connect-four";
export const GAME_NAME: "Connect Four";
export const GAME_DESCRIPTION: "Drop discs to connect four in a row";

/** The steps along a line, in rows and columns of the board; row 0 is the top. */
export const DIRECTIONS: {
  readonly HORIZONTAL: { readonly row: 0; readonly col: 1 };
  readonly VERTICAL: { readonly row: 1; readonly col: 0 };
  readonly DIAGONAL_UP: { readonly row: -1; readonly col: 1 };
  readonly DIAGONAL_DOWN: { readonly row: 1; readonly col: 1 };
};

export function getGameType(): string;
export function getGameName(): string;
export function getDescription(): string;
export function getMinPlayers(): number;
export function getMaxPlayers(): number;

/** Throws for anything but two different players. */
export function initializeGame(players: readonly Player[], config?: GameConfig): GameState;
export function createEmptyBoard(): CellState[][];
export function assignPlayerColors(players: readonly Player[]): Map<string, PlayerColor>;

export function validateMove(state: GameState, playerId: string, move: ConnectFourMove): ValidationResult;
export function isValidColumn(column: number): boolean;
export function isColumnFull(board: readonly (readonly CellState[])[], column: number): boolean;
export function isPlayerTurn(state: GameState, playerId: string): boolean;

/** The row where a disc lands; null: the column is full, or there is none. */
export function findLowestEmptyRow(board: readonly (readonly CellState[])[], column: number): number | null;
/** Another board with a disc in the column, and its row. Throws if the column takes none. */
export function applyGravity(board: readonly (readonly CellState[])[], column: number, color: PlayerColor): { board: CellState[][]; row: number };
export function isBoardFull(board: readonly (readonly CellState[])[]): boolean;

/** A new state. Throws an Error with the text of validateMove if the move is not valid. */
export function applyMove(state: GameState, playerId: string, move: ConnectFourMove): GameState;
export function isGameOver(state: GameState): boolean;
export function getWinner(state: GameState): string | null;
export function renderBoard(state: GameState): RenderData;

/** The same as an object, as a host registers it. */
export class ConnectFourEngine {
  getGameType(): string;
  getGameName(): string;
  getDescription(): string;
  getMinPlayers(): number;
  getMaxPlayers(): number;
  initializeGame(players: readonly Player[], config?: GameConfig): GameState;
  validateMove(state: GameState, playerId: string, move: ConnectFourMove): ValidationResult;
  applyMove(state: GameState, playerId: string, move: ConnectFourMove): GameState;
  isGameOver(state: GameState): boolean;
  getWinner(state: GameState): string | null;
  renderBoard(state: GameState): RenderData;
}
