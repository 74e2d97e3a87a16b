// REST answers about players and their games. Names come from other people: they are only ever shown as text.
import type { GameRecord } from "../online/record";
import type { Class } from "../online/types";

export const classes: readonly Class[] = ["classic", "cube", "other", "pops", "powers", "lines"];

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
  /** The same by the games that count for leaderboards; null: none does. */
  readonly counted?: Totals | null;
}

/** Results of games that began in `column` (from 0), for the player of colour `as`. */
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
  /** Null: no finished game yet. */
  readonly averagePly: number | null;
  /** `current` below zero: games lost in a row. */
  readonly streak: { readonly current: number; readonly bestWin: number };
  readonly openings: readonly Opening[];
}

export interface RatingPoint {
  /** Null: a private game of others. */
  readonly gameId: string | null;
  readonly at: string;
  readonly rating: number;
}

export interface RatingHistory {
  readonly class: Class;
  /** Oldest first. */
  readonly points: readonly RatingPoint[];
}

export interface Leader {
  /** Null: the rating is provisional. */
  readonly rank: number | null;
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
  /** Do games between players of one network count here? */
  readonly sameNetworkCounts?: boolean;
  /** My own row; null: not in this list. */
  readonly me?: Leader | null;
  /** The cursor of a page that begins with my row. */
  readonly mine?: string | null;
}

export interface Account {
  readonly login: string | null;
  readonly hasPassword: boolean;
  readonly hasRecoveryCode: boolean;
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
}

export interface Self {
  readonly playerId: string;
  readonly name: string;
  readonly createdAt: string;
  /** Null for guests. */
  readonly account: Account | null;
  readonly isModerator: boolean;
}

/** A device that is logged in; null: unknown. */
export interface Session {
  readonly id: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly createdAt: string;
  readonly seenAt: string;
  readonly isCurrent: boolean;
}

/** A line of the log of an account. */
export interface AccountLine {
  readonly at: string;
  readonly what:
    | "sign-up"
    | "login"
    | "wrong-secret"
    | "password"
    | "recovery-code"
    | "second-factor-on"
    | "second-factor-off"
    | "logout-everywhere"
    | "passkey-added"
    | "passkey-deleted";
  /** "203.0.113.0/24"; null: unknown. */
  readonly network: string | null;
}

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly usedAt: string | null;
}

export interface Passkeys {
  readonly passkeys: readonly Passkey[];
}

export interface GamePage {
  readonly games: readonly GameRecord[];
  readonly next: string | null;
}
