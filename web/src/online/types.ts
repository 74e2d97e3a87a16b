// Playing through the server: what the page knows about it, and what can be done. The panels of
// src/ui/online read these signals and call these actions; only src/online changes a signal.
//
// Loaded when it is wanted, not with the first frame. The board itself stays with src/app: a game of
// the server reaches it through `Board`, and `App.remote` tells the rest of the page that it is one.
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Layers } from "../core/layers";
import type { Level, Player, Style } from "../core/types";

/**
 * off         never asked for, or left
 * connecting  for the first time
 * online      whatever is shown is as the server says
 * lost        the server does not answer; the page tries again by itself, and sends nothing meanwhile
 * replaced    another tab of the same player has the seat; `takeBack` gets it back
 * ended       logged out elsewhere, or deleted: the page is a new guest when it connects again
 */
export type Connection = "off" | "connecting" | "online" | "lost" | "replaced" | "ended";

export type Class = "classic" | "cube" | "other";

export interface Me {
  readonly playerId: string;
  readonly name: string;
  /** The login of an account; null for guests, and for accounts that only have a recovery code. */
  readonly login: string | null;
  readonly isGuest: boolean;
}

export interface Person {
  readonly name: string;
  /** Null for the computer. */
  readonly playerId: string | null;
  readonly rating: number | null;
  readonly isProvisional: boolean;
  readonly level: Level | null;
}

/** None, so many minutes and seconds a move for all moves together, or days for every single move. */
export type Clock =
  | { readonly kind: "none" }
  | { readonly kind: "live"; readonly initialMs: number; readonly incrementMs: number }
  | { readonly kind: "days"; readonly perMoveMs: number };

/** What somebody wants to play. */
export interface Wish {
  readonly board: string;
  readonly clock: Clock;
  readonly isRated: boolean;
}

export interface Waiting {
  readonly wish: Wish;
  /** performance.now() when it began. */
  readonly since: number;
  /** How many wait for the same; null until the server says so. */
  readonly size: number | null;
}

export interface Match {
  readonly matchId: string;
  readonly opponent: Person;
  /** performance.now() when it is too late. */
  readonly until: number;
  readonly confirmWithinMs: number;
  readonly isConfirmed: boolean;
}

/** A game of mine that waits for a friend. */
export interface Invitation {
  readonly gameId: string;
  readonly code: string;
  /** The whole address to send. */
  readonly link: string;
  readonly wish: Wish;
}

export type Reason = "line" | "draw" | "resign" | "time" | "abandon" | "agreed" | "cancelled";

export interface Result {
  readonly winner: Player | null;
  readonly reason: Reason;
  /** What it did to the ratings, by player; null if it was not rated or did not count. */
  readonly ratings: readonly [{ before: number; after: number }, { before: number; after: number }] | null;
}

/** Left at the moment `at` (performance.now()); the running side has lost now - at since. */
export interface Clocks {
  readonly clock: Clock;
  readonly leftMs: readonly [number, number];
  readonly running: Player | null;
  readonly at: number;
}

/** The game on the board, played or watched. Colours: 0 is X and begins. */
export interface Table {
  readonly gameId: string;
  readonly board: string;
  /** Null: watching. */
  readonly seat: Player | null;
  readonly people: readonly [Person, Person];
  readonly isRated: boolean;
  readonly isPublic: boolean;
  readonly clocks: Clocks;
  readonly spectators: number;
  /** Whose offer of a draw stands. */
  readonly drawOffer: Player | null;
  readonly result: Result | null;
  /** The opponent is away: performance.now() when the game is over by that; null: connected. */
  readonly awayUntil: number | null;
  readonly rematch: "none" | "asked" | "offered" | "declined";
  /** A move is on its way to the server: the column. It is confirmed, or visibly taken back. */
  readonly pending: number | null;
  /** The column to be dropped as soon as it is my turn; null: none. */
  readonly premove: number | null;
}

export interface Line {
  /** Grows by one per game. */
  readonly seq: number;
  readonly channel: "players" | "spectators";
  readonly isMine: boolean;
  /** The seat of who wrote; null for spectators. */
  readonly from: Player | null;
  readonly name: string;
  readonly text: string;
  /** Of a ready-made message: its name in the list, such as "smile"; null for free text. */
  readonly quick: string | null;
  readonly sentAt: number;
}

export interface Quick {
  readonly id: number;
  readonly name: string;
  /** Empty for emoji, which the page draws by name. */
  readonly text: string;
}

/** A game that is not on the board. */
export interface Running {
  readonly gameId: string;
  readonly board: string;
  readonly names: readonly [string, string];
  readonly ply: number;
  readonly isMyTurn: boolean;
  /** When the turn is lost, as Date milliseconds; null: never. */
  readonly deadline: number | null;
}

/** One entry of the list of my games over days, or of running games to watch. */
export interface Listed extends Running {
  readonly layers: Layers;
}

export type Trouble = { readonly code: string; readonly message: string } | null;

export interface Online {
  readonly connection: ReadonlySignal<Connection>;
  /** performance.now() of the next try while lost; null: trying now. */
  readonly retryAt: ReadonlySignal<number | null>;
  readonly me: ReadonlySignal<Me | null>;
  readonly waiting: ReadonlySignal<Waiting | null>;
  readonly match: ReadonlySignal<Match | null>;
  readonly invitation: ReadonlySignal<Invitation | null>;
  readonly table: ReadonlySignal<Table | null>;
  /** A live game of mine goes on that is not on the board: the page offers to go back to it with `resume`. */
  readonly running: ReadonlySignal<Running | null>;
  readonly chat: ReadonlySignal<readonly Line[]>;
  /** Lines that came while nobody looked; the panel sets it to 0. */
  readonly unread: Signal<number>;
  readonly isMuted: Signal<boolean>;
  readonly quicks: ReadonlySignal<readonly Quick[]>;
  /** My running games over days; those where it is my turn come first. Null until asked. */
  readonly mine: ReadonlySignal<readonly Listed[] | null>;
  /** How many of my games wait for my move. */
  readonly turns: ReadonlySignal<number>;
  /** Running public games. Null until asked. */
  readonly others: ReadonlySignal<readonly Listed[] | null>;
  /** Premoves allowed; remembered, off by default. */
  readonly premoves: Signal<boolean>;
  /** Notifications of the browser: what they are allowed. */
  readonly notices: ReadonlySignal<"unsupported" | "ask" | "granted" | "denied">;

  /** Resolves when connected, or at the first failure with what it was. Called by everything that needs it. */
  connect(): Promise<Trouble>;
  leave(): void;
  takeBack(): void;
  setName(name: string): Promise<Trouble>;
  /** With another token: after logging in, out, or being given a new one. Null: a new guest. */
  useToken(token: string | null): Promise<Trouble>;
  token(): string | null;

  joinQueue(wish: Wish): Promise<Trouble>;
  leaveQueue(): void;
  confirmMatch(): void;
  declineMatch(): void;
  invite(wish: Wish, colour: "X" | "O" | "random", isPublic: boolean): Promise<Trouble>;
  cancelInvitation(): void;
  /** By the code of a friend, as typed. */
  join(code: string): Promise<Trouble>;
  playComputer(wish: Wish, level: Level, style: Style, colour: "X" | "O" | "random"): Promise<Trouble>;
  watch(gameId: string): Promise<Trouble>;
  /** Sits down again at one of my running games. */
  resume(gameId: string): Promise<Trouble>;
  /** Any game by its id: mine is resumed, others are watched, and one that is over is looked at. */
  open(gameId: string): Promise<Trouble>;
  refreshMine(): Promise<void>;
  refreshOthers(): Promise<void>;

  resign(): void;
  offerDraw(): void;
  answerDraw(isAccepted: boolean): void;
  askRematch(): void;
  answerRematch(isAccepted: boolean): void;
  setPremove(column: number | null): void;
  say(text: string): Promise<Trouble>;
  sayQuick(id: number): Promise<Trouble>;
  askForNotices(): Promise<void>;
  /** Clocks as they are now, from server time; never below zero. */
  leftNow(player: Player): number;
}

/** What the rest of the page knows of a game of the server on its board (App.remote). */
export interface Remote {
  readonly gameId: string;
  readonly seat: Player | null;
  readonly names: readonly [string, string];
  readonly result: Result | null;
  /** Hints, scores and threats are no cheating: after the end, for spectators, in friendly games against the computer. */
  readonly allowsAdvice: boolean;
}

/** What a game of the server asks of the board; src/app gives it. */
export interface Board {
  /** Takes the board, with all moves so far. */
  sit(remote: Remote, notation: string): Promise<void>;
  /** The game as the server has it now. One disc more falls; anything else is put right at once. */
  follow(remote: Remote, notation: string): Promise<void>;
  /** Names, result: without a move. */
  update(remote: Remote): void;
  /** Back to what the server has: it does not have my move in `column`. That column shakes. */
  takeBack(notation: string, column: number, key: string, args: Readonly<Record<string, string | number>>): Promise<void>;
  /** The board is free again. */
  rise(): void;
  say(key: string, args?: Readonly<Record<string, string | number>>, kind?: "info" | "refusal"): void;
  sound(name: "found" | "chat" | "turn" | "win" | "lose" | "draw" | "gone"): void;
  /** Words for what the browser itself shows. */
  words(key: string, args?: Readonly<Record<string, string | number>>): string;
}

/** Board -> online. */
export interface Seat {
  /** Why a disc cannot be dropped now, as the key of a message; null: it can. */
  refusal(): string | null;
  /** A person dropped a disc at this ply; it falls already. */
  dropped(column: number, ply: number): void;
  /** The board shows something else from now on. */
  left(): void;
}
