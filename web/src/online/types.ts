// Online play as the rest of the page sees it: state as signals, and actions. The panels of ui/online read
// these signals and call these actions; only src/online writes a signal.
//
// This module is loaded on demand, after the first frame. The board itself belongs to src/app: an online game
// draws on it through `GameBoard`, and `App.remote` tells the rest of the page that the game is an online one.
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Layers } from "../core/layers";
import type { Level, Player, Style } from "../core/types";
import type { ApiClient } from "./api";
import type { PushState } from "./push";
import type { GameRecord } from "./record";
import type { Refusal } from "./refusal";

/**
 * off         not connected yet, or left
 * connecting  for the first time
 * online      everything shown is what the server says
 * lost        the server does not answer; the page retries by itself and sends nothing meanwhile
 * replaced    another window of the same player has the seat; `takeSeat` gets it back
 * ended       the session ended elsewhere (logged out or deleted); connecting again makes a new guest
 */
export type ConnectionState = "off" | "connecting" | "online" | "lost" | "replaced" | "ended" | "banned";

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

/** No clock; one budget for all moves with an increment; or days for every single move. */
export type Clock =
  | { readonly kind: "none" }
  | { readonly kind: "live"; readonly initialMs: number; readonly incrementMs: number }
  | { readonly kind: "days"; readonly perMoveMs: number };

/** The game a player asks for. */
export interface Wish {
  /** A board, perhaps with a variant: "7x6-popout-pie". Everywhere in online play a game is called so. */
  readonly board: string;
  readonly clock: Clock;
  readonly isRated: boolean;
}

/** This player waits in the queue. */
export interface QueueEntry {
  readonly wish: Wish;
  /** performance.now() when the waiting began. */
  readonly since: number;
  /** How many players wait for the same game; null until the server says so. */
  readonly size: number | null;
}

export interface Match {
  readonly matchId: string;
  readonly opponent: Person;
  /** performance.now() when the time to confirm is over. */
  readonly until: number;
  readonly confirmWithinMs: number;
  readonly isConfirmed: boolean;
}

/** A game I created that waits for a friend. */
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
  /** Ratings before and after, by player; null if the game changed none. */
  readonly ratings: readonly [{ before: number; after: number }, { before: number; after: number }] | null;
}

/** `leftMs` as of `at` (performance.now()). The running side has used now - at since then. */
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
  /** The player who moved first plays yellow now. */
  readonly isSwapped: boolean;
  /** Null: watching. */
  readonly seat: Player | null;
  readonly people: readonly [Person, Person];
  readonly isRated: boolean;
  readonly isPublic: boolean;
  readonly clocks: Clocks;
  /** Null: a game of the archive, which nobody watches. */
  readonly spectators: number | null;
  /** The player whose draw offer is open. */
  readonly drawOffer: Player | null;
  readonly result: Result | null;
  /** performance.now() when the absent opponent loses; null: connected. */
  readonly awayUntil: number | null;
  readonly rematch: "none" | "asked" | "offered" | "declined";
  /** My unconfirmed move; null: none. It is confirmed or visibly taken back. */
  readonly pending: number | null;
  /** The column that is played as soon as it is my turn; null: none. */
  readonly premove: number | null;
}

export interface ChatLine {
  /** Counts the lines of a game. */
  readonly seq: number;
  readonly channel: "players" | "spectators";
  readonly isMine: boolean;
  readonly playerId: string;
  /** The seat of the author; null for spectators. */
  readonly from: Player | null;
  readonly name: string;
  readonly text: string;
  /** The name of a quick message, such as "smile"; null for free text. */
  readonly quick: string | null;
  readonly sentAt: number;
}

/** A ready-made chat message. */
export interface QuickMessage {
  readonly id: number;
  readonly name: string;
  /** Empty for emoji, which the page draws by name. */
  readonly text: string;
}

/** A game that is not on the board. */
export interface RunningGame {
  readonly gameId: string;
  readonly board: string;
  readonly names: readonly [string, string];
  readonly ply: number;
  /** The side to move. */
  readonly turn: Player;
  readonly isMyTurn: boolean;
  /** When the side to move loses on time, as Date milliseconds; null: never. */
  readonly deadline: number | null;
}

/** An entry of the list of my games, or of games to watch. */
export interface ListedGame extends RunningGame {
  readonly layers: Layers;
  /** Null for the computer and for open seats. */
  readonly ids: readonly [string | null, string | null];
}

/** A kind of game that somebody waits for or waited for lately. */
export interface LifeKind {
  readonly wish: Wish;
  readonly waiting: number;
  /** The median of recent waits; null: unknown. */
  readonly typicalMs: number | null;
}

/** Signs of life for the lobby. */
export interface Life {
  /** Connected players, this one included. */
  readonly online: number;
  readonly kinds: readonly LifeKind[];
  readonly games: readonly ListedGame[];
  readonly results: readonly GameRecord[];
}

/** Actions that resolve to `Refusal | null` resolve to null on success. */
export interface Online {
  /** REST requests with the player's token. */
  readonly api: ApiClient;
  readonly connection: ReadonlySignal<ConnectionState>;
  /** performance.now() of the next attempt while lost; null: trying now. */
  readonly retryAt: ReadonlySignal<number | null>;
  readonly me: ReadonlySignal<Me | null>;
  readonly waiting: ReadonlySignal<QueueEntry | null>;
  /** performance.now() when the queue takes this player again, who has missed matches; 0: now. */
  readonly opensAt: ReadonlySignal<number>;
  readonly match: ReadonlySignal<Match | null>;
  readonly invitation: ReadonlySignal<Invitation | null>;
  readonly table: ReadonlySignal<Table | null>;
  /** A live game of mine that is not on the board. The page offers to return to it with `resume`. */
  readonly running: ReadonlySignal<RunningGame | null>;
  /** The lines to show: all, or only mine while the chat is muted. */
  readonly chat: ReadonlySignal<readonly ChatLine[]>;
  /** Lines that came while the chat was closed; the panel sets it to 0. */
  readonly unread: Signal<number>;
  readonly isMuted: Signal<boolean>;
  readonly quickMessages: ReadonlySignal<readonly QuickMessage[]>;
  /** My running games, those that wait for my move first. Null until loaded. */
  readonly mine: ReadonlySignal<readonly ListedGame[] | null>;
  /** How many of my games wait for my move. */
  readonly turns: ReadonlySignal<number>;
  /** Running public games. Null until loaded. */
  readonly others: ReadonlySignal<readonly ListedGame[] | null>;
  /** Null until loaded. */
  readonly life: ReadonlySignal<Life | null>;
  /** The player is asked for a name before their first game; `answerName` goes on. */
  readonly isNameAsked: ReadonlySignal<boolean>;
  /** Whether premoves are allowed; remembered, off by default. */
  readonly premoves: Signal<boolean>;
  /** The permission for browser notifications. */
  readonly notices: ReadonlySignal<"unsupported" | "ask" | "granted" | "denied">;
  /** Messages to this device while no page is open. "unsupported" until checked. */
  readonly push: ReadonlySignal<PushState>;

  /** Resolves when connected, or at the first failure. Actions that need a connection call it themselves. */
  connect(): Promise<Refusal | null>;
  leave(): void;
  /** Takes the seat back from another window. */
  takeSeat(): void;
  setName(name: string): Promise<Refusal | null>;
  /** `isOwn`: typed or chosen; false: the question was skipped, and the suggested name may give way to a login. */
  answerName(name: string, isOwn: boolean): Promise<Refusal | null>;
  /** Reconnects with another token, after logging in or out. Null: as a new guest. */
  useToken(token: string | null): Promise<Refusal | null>;
  token(): string | null;

  joinQueue(wish: Wish): Promise<Refusal | null>;
  leaveQueue(): void;
  confirmMatch(): void;
  declineMatch(): void;
  invite(wish: Wish, colour: "X" | "O" | "random", isPublic: boolean): Promise<Refusal | null>;
  cancelInvitation(): void;
  /** Joins a friend's game by its code, as typed. */
  join(code: string): Promise<Refusal | null>;
  playComputer(wish: Wish, level: Level, style: Style, colour: "X" | "O" | "random"): Promise<Refusal | null>;
  watch(gameId: string): Promise<Refusal | null>;
  /** Brings one of my running games back to the board. */
  resume(gameId: string): Promise<Refusal | null>;
  /** Any game by its id: mine is resumed, another is watched, a finished one is read from the archive. */
  open(gameId: string): Promise<Refusal | null>;
  refreshMine(): Promise<void>;
  refreshOthers(): Promise<void>;
  refreshLife(): Promise<void>;

  resign(): void;
  offerDraw(): void;
  answerDraw(isAccepted: boolean): void;
  askRematch(): void;
  answerRematch(isAccepted: boolean): void;
  setPremove(column: number | null): void;
  say(text: string): Promise<Refusal | null>;
  sayQuick(id: number): Promise<Refusal | null>;
  askForNotices(): Promise<void>;
  checkPush(): Promise<void>;
  turnPush(isOn: boolean): Promise<void>;
  /** How many games against people this player has won in a row; 0 where that is not known. */
  winsInARow(): Promise<number>;
  /** The device gets its messages in the language that the page has now. */
  renewPush(): Promise<void>;
  /** Milliseconds left on a player's clock now; never below zero. */
  leftNow(player: Player): number;
}

/** What the rest of the page knows of the online game on its board (App.remote). */
export interface Remote {
  readonly gameId: string;
  /** The sides are swapped, as far as the server has said: seat and names are those of now. */
  readonly isSwapped: boolean;
  readonly seat: Player | null;
  readonly names: readonly [string, string];
  readonly result: Result | null;
  /** Hints, scores and threats are fair: after the end, for spectators, in friendly games against the computer. */
  readonly allowsAdvice: boolean;
}

/** The board as an online game uses it; implemented by app/remote.ts. */
export interface GameBoard {
  /** Puts a game on the board, with all moves so far. */
  sit(remote: Remote, notation: string): Promise<void>;
  /** Brings the board to the server's moves: one new disc falls, any other difference is corrected at once. */
  follow(remote: Remote, notation: string): Promise<void>;
  /** Names or result changed, but no move was made. */
  update(remote: Remote): void;
  /** Back to what the server has: it does not have this move of mine. Its column shakes. */
  takeBack(notation: string, move: number, key: string, args: Readonly<Record<string, string | number>>): Promise<void>;
    say(key: string, args?: Readonly<Record<string, string | number>>, kind?: "info" | "refusal"): void;
  sound(name: "found" | "chat" | "turn" | "win" | "lose" | "draw" | "gone"): void;
  /** The text of a message, for notifications of the browser. */
  words(key: string, args?: Readonly<Record<string, string | number>>): string;
}

/** What the board tells the online game. */
export interface OnlineSeat {
  /** Why a disc cannot be dropped now, as a message key; null: it can. */
  refusal(): string | null;
  /** The player made this move at this ply; the board shows it already. */
  dropped(move: number, ply: number): void;
  /** The board shows something else now. */
  left(): void;
}
