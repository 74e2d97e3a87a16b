// What the page knows and what can be done with it. The panels read signals and call actions; only
// src/app changes a signal.
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Analysis, Level, Player, Review, ReviewProgress, Snapshot, Style, Thought, Threat } from "../core/types";
import type { Online, Remote } from "../online/types";
import type { Quality, Scene, Theme, ViewName } from "../scene/types";

export type Language = "en" | "de";

export interface Settings {
  readonly theme: Theme;
  readonly marks: boolean;
  readonly motion: "system" | "full" | "reduced";
  readonly sound: boolean;
  /** 0..1 */
  readonly volume: number;
  readonly language: Language;
  /** Exact scores over the columns. */
  readonly scores: boolean;
  readonly threats: boolean;
  /** The computer takes its time even when it has long decided. */
  readonly naturalDelay: boolean;
  readonly quality: Quality | "auto";
}

export interface Setup {
  readonly mode: "two" | "cpu";
  /** "7x6", "5x5x5", "9x7c5" */
  readonly board: string;
  readonly level: Level;
  readonly style: Style;
  /** Against the computer: who begins; "alternate" changes with every game. */
  readonly first: "you" | "cpu" | "alternate";
}

/** Games won by the first seat (you, or player 1), by the second (the computer, or player 2), and drawn. */
export interface Tally {
  readonly first: number;
  readonly second: number;
  readonly draws: number;
}

/**
 * welcome   nothing has begun
 * turn      a person may drop a disc
 * moving    a disc falls
 * thinking  the computer looks for its move
 * waiting   a game of the server: the opponent's turn, or an answer is awaited
 * over      won or drawn
 * replay    an earlier moment of the game is shown, or the game plays back by itself
 */
export type Phase = "welcome" | "turn" | "moving" | "thinking" | "waiting" | "over" | "replay";

export type Dialog = "settings" | "help" | "new" | "share" | "review" | "about";

/** What is shown over the board instead of the game: everything that has to do with other people. */
export type Screen =
  | { readonly kind: "lobby" | "watch" | "mine" | "leaders" | "account" }
  | { readonly kind: "profile" | "games"; readonly playerId: string };

/** A text for the status line and the live region, by key of the dictionary. */
export interface Message {
  readonly key: string;
  readonly args: Readonly<Record<string, string | number>>;
  /** "refusal" shakes and is said at once. */
  readonly kind: "info" | "refusal";
  /** Grows with every message, so that the same words are said again. */
  readonly id: number;
}

export interface App {
  readonly settings: ReadonlySignal<Settings>;
  readonly setup: ReadonlySignal<Setup>;
  readonly phase: ReadonlySignal<Phase>;
  readonly snapshot: ReadonlySignal<Snapshot>;
  /** Which colour the person has against the computer; null with two people. */
  readonly you: ReadonlySignal<Player | null>;
  /** The colour of the first seat in this game (seats may swap colours from game to game). */
  readonly firstSeat: ReadonlySignal<Player>;
  readonly tally: ReadonlySignal<Tally>;
  readonly hover: Signal<number | null>;
  readonly hint: ReadonlySignal<number | null>;
  readonly thought: ReadonlySignal<Thought | null>;
  /** Exact scores of the shown position; null until known, or where no solver reaches. */
  readonly analysis: ReadonlySignal<Analysis | null>;
  /** "none": this board has no exact scores. */
  readonly analysisState: ReadonlySignal<"off" | "none" | "working" | "done">;
  readonly threats: ReadonlySignal<readonly Threat[]>;
  readonly review: ReadonlySignal<Review | null>;
  /** While a review is being worked out; null otherwise. */
  readonly reviewProgress: ReadonlySignal<ReviewProgress | null>;
  /** The board of which the core has said that no solver reaches it; null: none so far. */
  readonly unsolvable: ReadonlySignal<string | null>;
  readonly isPlaying: ReadonlySignal<boolean>;
  readonly message: ReadonlySignal<Message | null>;
  readonly dialog: Signal<Dialog | null>;
  /** Deep boards: all levels side by side, or one alone. */
  readonly layers: Signal<boolean>;
  readonly level: Signal<number | null>;
  /** Grows whenever places on the screen changed: chips are put where scene.anchors() says. */
  readonly sceneMoved: ReadonlySignal<number>;
  readonly isOffline: ReadonlySignal<boolean>;
  readonly canInstall: ReadonlySignal<boolean>;
  readonly scene: Scene | null;
  /** The game on the board is one of the server's; null: it is played here. */
  readonly remote: ReadonlySignal<Remote | null>;
  /** Null until somebody wants to play online. */
  readonly online: ReadonlySignal<Online | null>;
  readonly screen: Signal<Screen | null>;

  /** Fetches what playing online needs; once. */
  loadOnline(): Promise<Online>;
  change(settings: Partial<Settings>): void;
  /** Begins a game; whatever was under way (a thinking computer, a falling disc) is void. */
  start(setup: Partial<Setup>): void;
  /** The same again. */
  restart(): void;
  leave(): void;
  resetTally(): void;
  /** A person drops a disc: refused with a message where that is not possible. */
  drop(column: number): void;
  /** Takes back the person's last move (against the computer: and the answer to it). */
  undo(): void;
  redo(): void;
  askHint(): void;
  seek(ply: number): void;
  /** Plays back from the shown moment (from the beginning if that is the end); again: stops. */
  play(): void;
  /** Goes on from the shown moment; the later moves are given up. */
  continueFromHere(): void;
  startReview(): void;
  /** Reads notation or JSON. Resolves to null, or to what is wrong with it. */
  open(text: string): Promise<Message | null>;
  exportNotation(): string;
  exportJson(): Promise<string>;
  exportSvg(): Promise<string>;
  /** The picture as PNG, drawn from the SVG. */
  exportPng(): Promise<Blob>;
  shareLink(): string;
  setView(view: ViewName): void;
  say(key: string, args?: Readonly<Record<string, string | number>>, kind?: Message["kind"]): void;
  install(): void;
}
