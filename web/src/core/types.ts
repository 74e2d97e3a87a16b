// Facts about a game, all decided by the C core. The page shows them and never derives one itself.
import { droppedColumn, type VariantFacts } from "./variants";

/** Red is 0 and moves first, yellow is 1. */
export type Player = 0 | 1;

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

/** One moment of a game. Immutable. */
export interface Snapshot {
  readonly board: Board;
  /** All known moves, beginning with the one at ply `first`; those from `ply` on can be redone. A drop is its column's number. */
  readonly moves: readonly number[];
  readonly ply: number;
  /** Undo goes back to this ply (above 0 for a position that was read without its moves). */
  readonly first: number;
  readonly status: "playing" | "won" | "draw";
  /** The side to move; after the end, the one that would have moved next. */
  readonly turn: Player;
  readonly winner: Player | null;
  /** 0 red, 1 yellow, 2 empty; index: cellIndex(). */
  readonly cells: Uint8Array;
  /** Discs in each column; a full column has board.height of them. */
  readonly heights: readonly number[];
  /** False where a press on the column does nothing: a full column, and after the end. */
  readonly canDrop: readonly boolean[];
  /** All winning lines, each as cell indices in order. */
  readonly lines: readonly (readonly number[])[];
  /** "4453" or "5x5x5:mmgh"; the classic board is not named. Empty if the first moves are unknown. */
  readonly notation: string;
  /** Opens this position in another worker: its notation, or its state in JSON if the first moves are unknown. */
  readonly text: string;
  /** The character of each column: "1".."9" or letters. */
  readonly letters: readonly string[];
  /** A game with other rules than the standard ones, or with the pie option. */
  readonly variant?: VariantFacts;
}

/** Cells are counted row by row from the top, layer (z) by layer; y is 0 at the bottom. */
export function cellIndex(board: Board, x: number, y: number, z: number): number {
  return (z * board.height + (board.height - 1 - y)) * board.width + x;
}

/** The cell of the last disc; null: there is none, or its move is not known. */
export function lastCell({ board, moves, heights, ply, first }: Snapshot): number | null {
  const move = ply > first ? moves[ply - first - 1] : undefined;
  const column = move === undefined ? null : droppedColumn(move);
  if (column === null) return null;
  return cellOfColumn(board, column, (heights[column] ?? 1) - 1);
}

/** The cell of a column at a height, from 0. */
export function cellOfColumn(board: Board, column: number, level: number): number {
  return cellIndex(board, column % board.width, level, Math.floor(column / board.width));
}

export function cellPlace(board: Board, cell: number): { x: number; y: number; z: number } {
  const row = Math.floor(cell / board.width);
  return { x: cell % board.width, y: board.height - 1 - (row % board.height), z: Math.floor(row / board.height) };
}

export function cellColumn(board: Board, cell: number): number {
  const { x, z } = cellPlace(board, cell);
  return x + board.width * z;
}

/** An empty cell that would complete a line of `player`. */
export interface Threat {
  readonly cell: number;
  readonly player: Player;
  readonly isOdd: boolean;
  readonly isPlayable: boolean;
}

export type Level = "easy" | "medium" | "hard" | "perfect";
export type Style = "balanced" | "aggressive" | "defensive";

/** Who wins if both play perfectly, and with how many more discs of their own (the last included). */
export interface Outlook {
  readonly winner: Player | null;
  readonly moves: number;
  readonly plies: number;
}

/** Exact scores: positive, the player to move wins. `null` where no disc can be dropped. */
export interface Analysis {
  /** Of the position analysed: what Snapshot.text opened it. */
  readonly text: string;
  readonly ply: number;
  readonly scores: readonly (number | null)[];
  readonly outlooks: readonly (Outlook | null)[];
  readonly best: number;
  readonly bestColumns: readonly number[];
  readonly outlook: Outlook;
  readonly line: readonly number[];
  readonly reason: Reason;
}

/** What is to be said of a position; ff_reason_code in include/fourfall.h says what each means. The last three belong to estimates. */
export type ReasonCode =
  | "winNow" | "forkNow" | "block" | "squeezeNow" | "winNext" | "win" | "loss" | "draw"
  | "threat" | "only" | "estimate";

/** How the best line ends, as ff_ending. */
export type Ending = "none" | "fork" | "stack" | "squeeze";

/** Why a position is won, lost or drawn, as facts without words. */
export interface Reason {
  readonly code: ReasonCode;
  readonly ending: Ending;
  readonly mover: Player;
  readonly winner: Player | null;
  /** Discs that the winner still needs. */
  readonly moves: number;
  /** What they do depends on the code. */
  readonly columns: readonly number[];
  /** These are all columns that take a disc. */
  readonly isAny: boolean;
  readonly endColumns: readonly number[];
  readonly endColumn: number;
  readonly endIsOdd: boolean;
  /** The deciding threat is on the board already. */
  readonly endIsOld: boolean;
  /** Of an estimate: every move of the winner threatens to win at once. */
  readonly isForcing: boolean;
}

/** What is known of a move or a position, as ff_certainty. Everything but "estimated" is proven. */
export type Certainty = "closed" | "estimated" | "win" | "loss" | "draw";

/** A move or a position on a board that cannot be solved, for one player. */
export interface Prospect {
  readonly certainty: Certainty;
  /** Of winning, in thousandths; a draw counts half. */
  readonly chance: number;
  /** If proven: the game ends within so many plies, this move included. A shorter win may exist. */
  readonly plies: number;
}

/** What a search found where no solver reaches; for the player to move. */
export interface Estimate {
  /** Of the position: what Snapshot.text opened it. */
  readonly text: string;
  readonly ply: number;
  readonly columns: readonly Prospect[];
  readonly position: Prospect;
  readonly best: number;
  /** The best moves as far as searched; to the end of the game if the result is proven. */
  readonly line: readonly number[];
  readonly isLineProven: boolean;
  readonly reason: Reason;
}

export type Verdict = "best" | "fine" | "slower win" | "mistake" | "blunder" | "missed block" | "missed win" | "inaccuracy";

export interface Judgement {
  readonly ply: number;
  /** Who moved. In a game with a swap: by the colour that they have in the end. */
  readonly player: Player;
  /** The move, and the better one: columns, or moves of a variant. */
  readonly column: number;
  readonly better: number;
  /** Of a variant: the side that moved, and both moves in notation. */
  readonly named?: { readonly mover: Player; readonly text: string; readonly better: string };
  /** For the player who moved, of a best move and of the one made: scores; chances in thousandths in a review by estimates. */
  readonly best: number;
  readonly score: number;
  readonly verdict: Verdict;
  readonly quality: number;
  readonly isTurning: boolean;
  /** A turning point that both sides of it prove. Always so with exact scores. */
  readonly isProven: boolean;
}

export interface Review {
  readonly moves: readonly Judgement[];
  /** Percent; null for a player without a move. */
  readonly accuracy: readonly [number | null, number | null];
  /** A review by estimates: what is known for red before each move, and after the last. Null: the scores are exact. */
  readonly prospects: readonly Prospect[] | null;
}

/**
 * What cost a player a better result: the last of their moves that gave a draw or a win away.
 * "never": there was none, because the better result was out of reach from the first known move on.
 */
export type Lesson =
  | { readonly kind: "lapse"; readonly ply: number; readonly column: number; readonly better: number; readonly held: "win" | "draw" }
  | { readonly kind: "never" };

/** How many of a game's moves have been judged. */
export interface ReviewProgress {
  readonly done: number;
  readonly moves: number;
}

/** What a computer player has found so far in its search. */
export interface Thought {
  readonly depth: number;
  readonly nodes: number;
  readonly column: number;
}
