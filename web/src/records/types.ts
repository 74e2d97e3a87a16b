// What the server tells about people and their games (REST). Names and texts come from other people: they are
// shown as text and never as anything else.
import type { Player } from "../core/types";
import type { Class } from "../online/types";

export const classes: readonly Class[] = ["classic", "cube", "other"];

export interface Tally {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

export interface Rating extends Tally {
  readonly class: Class;
  readonly rating: number;
  readonly deviation: number;
  readonly isProvisional: boolean;
}

/** Games that began with a disc in `column` (from 0), seen from the side that had the colour `as`. */
export interface Opening extends Tally {
  readonly column: number;
  readonly as: "X" | "O";
}

export interface Profile {
  readonly playerId: string;
  readonly name: string;
  /** Null for deleted players. */
  readonly createdAt: string | null;
  readonly isGuest: boolean;
  readonly isDeleted: boolean;
  readonly ratings: readonly Rating[];
  readonly totals: Tally;
  readonly computer: Tally;
  readonly byColour: { readonly X: Tally; readonly O: Tally };
  /** Null without a finished game. */
  readonly averagePly: number | null;
  /** Below zero: games lost in a row. */
  readonly streak: { readonly current: number; readonly bestWin: number };
  readonly openings: readonly Opening[];
}

export interface RatingPoint {
  readonly gameId: string;
  readonly at: string;
  readonly rating: number;
}

export interface RatingHistory {
  readonly class: Class;
  /** Oldest first. */
  readonly points: readonly RatingPoint[];
}

export interface Leader {
  readonly rank: number;
  readonly playerId: string;
  readonly name: string;
  readonly rating: number;
  readonly deviation: number;
  readonly isProvisional: boolean;
  readonly games: number;
  readonly wins: number;
}

export interface Leaders {
  readonly leaders: readonly Leader[];
  readonly next: string | null;
  readonly total?: number;
  /** Where the asking player stands; null: not in this list. */
  readonly me?: Leader | null;
  /** The cursor of a page that begins with me. */
  readonly mine?: string | null;
}

export interface Account {
  readonly login: string | null;
  readonly hasPassword: boolean;
  readonly hasRecoveryCode: boolean;
}

export interface Self {
  readonly playerId: string;
  readonly name: string;
  readonly createdAt: string;
  /** Null for guests. */
  readonly account: Account | null;
}

export interface Seat {
  readonly playerId: string;
  readonly name: string;
  readonly isComputer: boolean;
}

/** A game in a list, read from the server's entry: entry.ts. */
export interface Listed {
  readonly gameId: string;
  readonly board: string;
  /** Red and yellow; null: nobody sits there yet. */
  readonly seats: readonly [Seat | null, Seat | null];
  readonly isOver: boolean;
  readonly winner: Player | null;
  /** "line", "resign", …; null: not told. */
  readonly reason: string | null;
  readonly isRated: boolean;
  readonly ply: number;
  readonly moves: string;
  /** Layers of rows from the top: 0 red, 1 yellow, 2 empty. Upright boards have one layer. */
  readonly layers: readonly (readonly (readonly number[])[])[];
  /** When it ended, or last changed. */
  readonly at: string;
}

export interface GamePage {
  readonly games: readonly Listed[];
  readonly next: string | null;
}
