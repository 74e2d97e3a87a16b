/** Red moves first. */
export type Color = "red" | "yellow";

/** Where a file is. Any bundler can say so: the address it gave the file, its bytes, a response or a compiled module. */
export type Source = string | URL | Response | BufferSource | WebAssembly.Module;

export interface LoadOptions {
  /** fourfall.wasm. Default: the file beside the package's script; in "fourfall/inline" it is part of the script. */
  wasm?: Source | PromiseLike<Source>;
  /** classic.book, which makes searches of openings short. Node and "fourfall/inline" have it without being asked. */
  book?: Source | PromiseLike<Source>;
  /** cube.net, which judges positions of the 5x5x5 cube. Node has it without being asked. */
  network?: Source | PromiseLike<Source>;
  /** "fourfall/worker" as an address, for pages whose content security policy forbids workers from blobs. */
  worker?: string | URL;
}

/** Loads the core. Needed in browsers and workers before the first game; in Node, Deno and Bun a game loads it itself. */
export function load(options?: LoadOptions): Promise<void>;

/** The version of the package, "0.1.0". */
export const version: string;

/** A refusal, with its code: those of the C library ("E_FULL", "E_OVER", "E_LETTER", …), E_NOT_LOADED, E_LOAD, E_GAME, E_CLOSED or E_CRASH. */
export class FourfallError extends Error {
  constructor(code: string, text: string, at: number);
  readonly code: string;
  /** The index of the offending move or byte, or -1. */
  readonly at: number;
}

export interface Board {
  /** "7x6", "5x5x5", "9x7c5" */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly connect: number;
  /** width * depth; column = x + width * z */
  readonly columns: number;
  readonly cells: number;
}

/** y is 0 at the bottom; z is 0 on flat boards. */
export interface Cell {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly column: number;
}

/** An empty cell that would complete a line. */
export interface Threat extends Cell {
  readonly color: Color;
  readonly isOdd: boolean;
  /** The next disc in its column lands there. */
  readonly isPlayable: boolean;
}

export interface GameOptions {
  /** The names of Red and Yellow, for texts and pictures. 1 to 64 bytes each. */
  players?: readonly [string, string];
}

/** Who wins if both play perfectly, and with how many more discs of their own, the last included. */
export interface Outlook {
  readonly winner: Color | null;
  readonly moves: number;
  readonly plies: number;
}

/** Why a position is won, lost or drawn, as facts without words. docs/analysis.md explains them. */
export interface Reason {
  readonly code: "winNow" | "forkNow" | "block" | "squeezeNow" | "winNext" | "win" | "loss" | "draw";
  readonly ending: "none" | "fork" | "stack" | "squeeze";
  readonly mover: Color;
  readonly winner: Color | null;
  readonly moves: number;
  readonly columns: readonly number[];
  readonly isAny: boolean;
  readonly endColumns: readonly number[];
  readonly endColumn: number;
  readonly endIsOdd: boolean;
  readonly endIsOld: boolean;
}

/** Exact: found by search to the end of the game, or in the opening book. */
export interface Analysis {
  /** By column, for the side to move: positive wins, 0 draws, negative loses; null where no disc can be dropped. */
  readonly scores: readonly (number | null)[];
  readonly outlooks: readonly (Outlook | null)[];
  /** The score of the best columns. */
  readonly score: number;
  readonly best: readonly number[];
  readonly outlook: Outlook;
  /** Perfect play of both sides to the end of the game. */
  readonly line: readonly number[];
  readonly reason: Reason;
  /** The reason in English. */
  readonly text: string;
}

export interface Judgement {
  readonly ply: number;
  readonly color: Color;
  readonly column: number;
  /** A best column; the one played if it is among the best. */
  readonly better: number;
  /** Scores for the player who moved: of a best move, and of the one made. */
  readonly best: number;
  readonly score: number;
  readonly verdict: "best" | "fine" | "slower win" | "mistake" | "blunder" | "missed block" | "missed win";
  /** 0 to 100. */
  readonly quality: number;
  /** It changed who wins. */
  readonly isTurning: boolean;
}

export interface Review {
  readonly moves: readonly Judgement[];
  /** Percent; null for a player without a move. */
  readonly accuracy: { readonly red: number | null; readonly yellow: number | null };
}

export interface SearchOptions {
  /** Throws E_STOPPED after so many milliseconds. Default: no limit. */
  limitMs?: number;
}

export interface ChooseOptions {
  /** Default "hard". "perfect" is perfect on boards that are solved, and as strong as possible on others. */
  level?: "easy" | "medium" | "hard" | "perfect";
  style?: "balanced" | "aggressive" | "defensive";
  /** The same seed gives the same move as long as time does not run out. Default: random. */
  seed?: bigint | number;
  /** The best move found so far is played after so many milliseconds. Default 1900. */
  limitMs?: number;
}

/** The state of a game in JSON, as REST and the plug-in have it. */
export interface GameState {
  gameId: string;
  gameType: "connect-four";
  players: { id: string; name: string }[];
  currentPlayerIndex: number;
  status: "waiting" | "in_progress" | "completed";
  winner: string | null;
  metadata: {
    /** Rows from the top; deep boards have one more level of arrays, one for each layer. */
    board: unknown[][];
    lastMove?: { row: number; column: number; player: string };
    size?: string;
    moves?: string;
  };
  version: number;
  createdAt: string;
  updatedAt: string;
}

/** A game with its history. Methods that change it return it, or throw a FourfallError and change nothing. */
export class Game {
  /** "7x6" (default), "5x5x5", "9x7c5", "classic", "cube": any board of the core. */
  constructor(board?: string, options?: GameOptions);
  /** Notation: "4453", or "5x5x5:mmgh" with its board in front. */
  static parse(notation: string, options?: GameOptions): Game;
  /** What toJSON gave, or its text. */
  static fromJSON(state: GameState | string): Game;

  /** Drops a disc of the side to move. Columns count from 0. */
  drop(column: number): this;
  undo(): this;
  redo(): this;
  /** Goes to any known position of the game. */
  seek(ply: number): this;
  clone(): Game;

  readonly board: Board;
  readonly players: readonly [string, string];
  /** The columns played up to now. */
  readonly moves: readonly number[];
  readonly ply: number;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly status: "playing" | "won" | "draw";
  readonly isOver: boolean;
  /** The side to move; null when the game is over. */
  readonly turn: Color | null;
  readonly winner: Color | null;
  /** All winning lines. */
  readonly lines: readonly (readonly Cell[])[];
  /** The columns that take a disc. */
  readonly openColumns: readonly number[];
  /** Discs in each column. */
  readonly heights: readonly number[];
  readonly threats: readonly Threat[];
  /** "Player 1's Turn", "Ann Wins!", "It's a Draw!" */
  readonly statusText: string;
  /** Opens the game elsewhere: its notation, or its JSON if the first moves are not known. */
  readonly text: string;

  /** The disc in a cell; null: empty, or no such cell. */
  at(x: number, y: number, z?: number): Color | null;
  svg(): string;
  /** Notation; empty if the first moves are not known. */
  toString(): string;
  toJSON(): GameState;

  /** Exact values of all columns, on this thread. Boards: connect 4, flat, width * (height + 1) up to 64. */
  analyse(options?: SearchOptions): Analysis;
  /** Every move compared with perfect play, on this thread. */
  review(options?: SearchOptions): Review;
  /** The column a computer player drops into, on this thread. */
  choose(options?: ChooseOptions): number;
}

export interface EngineOptions<Progress> {
  /** An aborted search rejects with the signal's reason, at once. */
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

export interface AnalysisProgress {
  /** Columns done, of how many. */
  readonly done: number;
  readonly columns: number;
  /** As in Analysis; null: not known yet, or the drop ends the game. */
  readonly scores: readonly (number | null)[];
}

export interface ReviewProgress {
  readonly done: number;
  readonly moves: number;
}

export interface ChooseProgress {
  readonly depth: number;
  readonly nodes: number;
  readonly column: number;
}

/** Searches in a worker. One search at a time, the others wait in order. */
export class Engine {
  analyse(game: Game, options?: EngineOptions<AnalysisProgress>): Promise<Analysis>;
  review(game: Game, options?: EngineOptions<ReviewProgress>): Promise<Review>;
  choose(game: Game, options?: ChooseOptions & EngineOptions<ChooseProgress>): Promise<number>;
  /** Ends the worker. Searches under way reject with E_CLOSED. */
  close(): void;
}
