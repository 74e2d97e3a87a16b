// What the server tells about people and their games (REST). Names and texts come from other people: they are
// shown as text and never as anything else.
import type { GameRecord } from "../online/record";
import type { Class } from "../online/types";

export const classes: readonly Class[] = ["classic", "cube", "other"];

export interface Totals {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

export interface Rating extends Totals {
  readonly class: Class;
  readonly rating: number;
  readonly deviation: number;
  readonly isProvisional: boolean;
}

/** Games that began with a disc in `column` (from 0), seen from the side that had the colour `as`. */
export interface Opening extends Totals {
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
  readonly totals: Totals;
  readonly computer: Totals;
  readonly byColour: { readonly X: Totals; readonly O: Totals };
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

export interface GamePage {
  readonly games: readonly GameRecord[];
  readonly next: string | null;
}
