// The interface between the controller and the panels: state as signals, and actions. Panels read signals and
// call actions; only src/app writes signals.
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Analysis, Estimate, Lesson, Level, Player, Review, ReviewProgress, Snapshot, Style, Thought, Threat } from "../core/types";
import type { Action, Variant } from "../core/variants";
import type { Online, Remote } from "../online/types";
import type { Finish, Lens, Quality, Scene, Theme, ViewName } from "../scene/types";

export type Language = "en" | "de";

/** The words of the page, which lie with the panels. */
export interface Texts {
  /** The text of a message in the person's language; the browser's own notifications need it too. */
  tell(app: Pick<App, "settings">, message: Message): string;
  /** Loads a language; resolves to whether it is there. Null: it is there already. */
  load(language: Language): Promise<boolean> | null;
}

export interface Settings {
  /** "system": light or dark as the system is, with more contrast if it asks for that. */
  readonly theme: Theme | "system";
  readonly marks: boolean;
  readonly motion: "system" | "full" | "reduced";
  readonly sound: boolean;
  /** 0..1 */
  readonly volume: number;
  readonly language: Language;
  /** Exact scores over the columns, or estimates where there are none. */
  readonly scores: boolean;
  readonly threats: boolean;
  /** The computer waits a moment before it moves, even if it has decided sooner. */
  readonly naturalDelay: boolean;
  readonly quality: Quality | "auto";
  /** What the discs are made of. */
  readonly finish: Finish;
  readonly lens: Lens;
}

export interface Setup {
  readonly mode: "two" | "cpu";
  /** "7x6", "5x5x5", "9x7c5" */
  readonly board: string;
  readonly variant: Variant;
  /** The second player may answer the first turn by taking over the other side. */
  readonly pie: boolean;
  readonly level: Level;
  readonly style: Style;
  /** Against the computer: the side that begins; "alternate" changes with every game. */
  readonly first: "you" | "cpu" | "alternate";
}

/** Games won by the first seat (you, or player 1), by the second (the computer, or player 2), and drawn. */
export interface Tally {
  readonly first: number;
  readonly second: number;
  readonly draws: number;
  /** Games that the first seat has won in a row. */
  readonly streak: number;
}

/** An unfinished local game that is not on the board. */
export interface SavedGame {
  readonly id: string;
  /** Opens the position: Snapshot.text. */
  readonly text: string;
  readonly board: string;
  readonly mode: "two" | "cpu";
  readonly level: Level;
  readonly style: Style;
  /** The person's colour against the computer; null for two people. */
  readonly you: Player | null;
  readonly firstSeat: Player;
  /** Discs on the board. */
  readonly moves: number;
  /** Snapshot.cells as a text of digits, for a small picture. */
  readonly cells: string;
  /** When it was played last, as Date milliseconds. */
  readonly at: number;
}

/** How to play on from a position. */
export interface PlayOn {
  readonly mode: "two" | "cpu";
  /** The person's colour against the computer. */
  readonly you?: Player;
  readonly level?: Level;
  /** The position, by the number of discs dropped before it; without it the one shown. */
  readonly ply?: number;
}

/**
 * welcome   the start page
 * turn      a person may drop a disc
 * moving    a disc falls
 * thinking  the computer chooses its move
 * waiting   online: the opponent's turn
 * over      won or drawn
 * replay    an earlier position is shown, or the game plays back
 */
export type Phase = "welcome" | "turn" | "moving" | "thinking" | "waiting" | "over" | "replay";

/** "on": play on from the position on the board. "rules": which variant the next game is. */
export type Dialog = "settings" | "help" | "new" | "rules" | "on" | "share" | "review" | "about" | "terms";

/** A full screen over the board: the lobby, lists, people. */
export type Screen =
  /** "friend": an invitation is made at once. */
  | { readonly kind: "lobby"; readonly way?: "friend" }
  | { readonly kind: "watch" | "mine" | "leaders" | "account" | "moderation" }
  | { readonly kind: "profile" | "games"; readonly playerId: string };

/** A message for the status line and the live region. `key` names its text. */
export interface Message {
  readonly key: string;
  readonly args: Readonly<Record<string, string | number>>;
  /** "refusal": shown with emphasis and announced at once. */
  readonly kind: "info" | "refusal";
  /** Grows with every message, so that a repeated text is announced again. */
  readonly id: number;
}

/** The best move, as a search sees it. Its column and its words are shown until the next move. */
export interface Hint {
  readonly action: Action;
  /** null: a move of the whole board. */
  readonly column: number | null;
  readonly words: Pick<Message, "key" | "args">;
}

/**
 * What is shown on the board instead of the game. "drop", "cube": to a newcomer, once: where to press and what wins; lines through
 * the cube. "line": the best line of an estimate. "solution": what is known about the cube.
 */
export type Tour = "drop" | "cube" | "line" | "solution";

/** A position that the board shows instead of the game: the demonstration behind the start page, or a tour. */
export interface Exhibit {
  readonly snapshot: Snapshot;
  readonly motion: "animate" | "jump";
}

export interface App {
  readonly settings: ReadonlySignal<Settings>;
  /** The theme in use: the chosen one, or the system's. */
  readonly theme: ReadonlySignal<Theme>;
  readonly setup: ReadonlySignal<Setup>;
  readonly phase: ReadonlySignal<Phase>;
  readonly snapshot: ReadonlySignal<Snapshot>;
  /** The tour under way; null: none. */
  readonly tour: ReadonlySignal<Tour | null>;
  /** Null: the board shows the game. */
  readonly exhibit: ReadonlySignal<Exhibit | null>;
  /** The person's colour against the computer; null for two people. */
  readonly you: ReadonlySignal<Player | null>;
  /** The first seat's colour in this game; seats may swap colours between games. */
  readonly firstSeat: ReadonlySignal<Player>;
  readonly tally: ReadonlySignal<Tally>;
  /** What a press on a column does in a variant, beside dropping a disc. It lasts for one move. */
  readonly action: ReadonlySignal<Action>;
  /** The column chosen last, by pointer or keyboard. */
  readonly hover: Signal<number | null>;
  /** A column pressed too early, which is played as soon as it may be; null: none. */
  readonly queued: ReadonlySignal<number | null>;
  /** The position whose discs have all landed: while a disc falls, the one before it. */
  readonly landed: ReadonlySignal<Snapshot>;
  readonly hint: ReadonlySignal<Hint | null>;
  readonly thought: ReadonlySignal<Thought | null>;
  /** Exact scores of the position shown; null until known, and on boards the solver cannot solve. */
  readonly analysis: ReadonlySignal<Analysis | null>;
  /** What a search found instead on those boards; null until known. */
  readonly estimate: ReadonlySignal<Estimate | null>;
  /** Of one of the two. "none": neither is possible. */
  readonly analysisState: ReadonlySignal<"off" | "none" | "working" | "done">;
  /** The cube's network, which makes estimates there better. "missing": it could not be fetched. */
  readonly network: ReadonlySignal<"none" | "loading" | "ready" | "missing">;
  readonly threats: ReadonlySignal<readonly Threat[]>;
  readonly review: ReadonlySignal<Review | null>;
  /** The progress of a running review; null: none is running. */
  readonly reviewProgress: ReadonlySignal<ReviewProgress | null>;
  /** What a lost or drawn game teaches; null: nothing is known, or the game goes on. */
  readonly lesson: ReadonlySignal<Lesson | null>;
  readonly isPlaying: ReadonlySignal<boolean>;
  /** False while the scene plays out the end of a game: the words about the result wait until it is true. */
  readonly isRevealed: ReadonlySignal<boolean>;
  readonly message: ReadonlySignal<Message | null>;
  /** Begins again what a file was missing for; null: nothing waits for one. */
  readonly retry: ReadonlySignal<(() => void) | null>;
  readonly dialog: Signal<Dialog | null>;
  /** Deep boards: show all levels side by side, or only one. */
  readonly layers: Signal<boolean>;
  readonly level: Signal<number | null>;
  /** Grows whenever the camera or the window moved: scene.anchors() has new places. */
  readonly sceneMoved: ReadonlySignal<number>;
  readonly isOffline: ReadonlySignal<boolean>;
  /** Every file of the page is kept: it also works without a network. */
  readonly isKept: ReadonlySignal<boolean>;
  readonly canInstall: ReadonlySignal<boolean>;
  /** A newer version of the page is ready, and no game is in its way. */
  readonly isUpdateDue: ReadonlySignal<boolean>;
  readonly scene: Scene | null;
  /** The online game on the board; null: a local game. */
  readonly remote: ReadonlySignal<Remote | null>;
  /** Online play; null until it is loaded. */
  readonly online: ReadonlySignal<Online | null>;
  readonly screen: Signal<Screen | null>;
  /** The local game on the board, by its id; null: none, or an online game. */
  readonly gameId: ReadonlySignal<string | null>;
  /** Unfinished local games that are not on the board, those played last first. */
  readonly saved: ReadonlySignal<readonly SavedGame[]>;

  /** Loads online play, once. */
  loadOnline(): Promise<Online>;
  /** Another language is there when its texts are: the page changes in one step. */
  change(settings: Partial<Settings>): void;
  /** Starts a game and cancels what is under way (a thinking computer, a falling disc). */
  start(setup: Partial<Setup>): void;
  /** Remembers choices for the next game and shows its board. Resolves to null, or to why the board is refused. */
  prepare(setup: Partial<Setup>): Promise<Message | null>;
  /** Starts the same game again. */
  restart(): void;
  leave(): void;
  /** Brings a saved game back to the board. */
  resumeSaved(id: string): void;
  /** Deletes a saved game. The result takes that back. */
  forgetSaved(id: string): () => void;
  /** Plays on from the position shown, or from an earlier one, here and on this device: also from an online game. */
  playOn(how: PlayOn): void;
  resetTally(): void;
  /** Drops the person's disc, keeps the move until it may be played, or shows why it is not possible. */
  drop(column: number): void;
  /** Chooses what the next press on a column does; the same choice again takes it back. */
  choose(action: Action): void;
  /** Pops the person's disc out of a column, or turns the board, or swaps sides: a move of a variant by its number. */
  move(move: number): void;
  /** Takes back a kept move or a premove. True if there was one. */
  cancelKept(): boolean;
  /** Takes back the person's last move, and the computer's answer to it. */
  undo(): void;
  redo(): void;
  askHint(): void;
  seek(ply: number): void;
  /** Plays back from the position shown, or from the start if that is the last one. A second call stops. */
  play(): void;
  /** Continues the game from the position shown; later moves are dropped. */
  continueFromHere(): void;
  /** Puts the person back where the lesson of the finished game begins. That game stays counted, and counts once. */
  tryAgain(): void;
  startReview(): void;
  stopReview(): void;
  /** Opens notation, a link or JSON. Resolves to null, or to what is wrong with the text. */
  open(text: string): Promise<Message | null>;
  exportNotation(): string;
  exportJson(): Promise<string>;
  exportSvg(): Promise<string>;
  /** The rendered board with names and result (JPEG); without WebGL, the flat drawing (PNG). */
  exportPicture(): Promise<File>;
  /** Hands the picture to the system's share sheet; saves it where there is none. */
  sharePicture(): Promise<"shared" | "saved" | "cancelled">;
  shareLink(): string;
  setView(view: ViewName): void;
  say(key: string, args?: Readonly<Record<string, string | number>>, kind?: Message["kind"]): void;
  install(): void;
  /** Reloads the page in its newer version. */
  update(): void;
  /** Leaves the newer version for the next visit. */
  updateLater(): void;
  /** Does again what a file was missing for, or lets it be. */
  tryLoading(isWanted: boolean): void;
  /** Shows a tour. */
  startTour(tour: Tour): void;
  endTour(): void;
  /** For tours: shows a position instead of the game, from notation. */
  present(text: string): Promise<void>;
}
