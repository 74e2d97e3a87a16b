// A game. All games of a thread share one core, which holds one game at a time: a game that is asked while another one
// holds the core is opened there again first. Its facts are in a snapshot, which needs no core.
import { LEVELS, STYLES } from "../../../web/src/core/module";
import { cellIndex, type Snapshot } from "../../../web/src/core/types";
import type { Analysis, Board, Cell, ChooseOptions, Color, GameOptions, GameState, Review, SearchOptions, Threat } from "../types/index";
import { CoreError, type Core } from "./core";
import { analysisOf, cellOf, colorOf, reviewOf, threatOf } from "./facts";
import { library, limitSearch, searchCore } from "./library";

const NAMES = ["Player 1", "Player 2"] as const;
const CHOOSE_MS = 1900;

let holder: Game | null = null;

/** The core for somebody else: the game that holds it opens itself again when it is asked. */
export function claimCore(): Core {
  holder = null;
  return library().core;
}

/** Nothing to be shown: the search was stopped by its time limit. */
function finished<T>(found: T | null): T {
  if (found === null) throw new CoreError("E_STOPPED", "Stopped before the answer was known", -1);
  return found;
}

export function randomSeed(): bigint {
  // Not secret; Node 18 has no global crypto.
  return BigInt(Math.floor(Math.random() * 2 ** 52));
}

/** The request of a computer player, with the defaults filled in. */
export function choiceOf({ level = "hard", style = "balanced", seed, limitMs = CHOOSE_MS }: ChooseOptions) {
  if (!LEVELS.includes(level)) throw new CoreError("E_LEVEL", `A level is ${LEVELS.join(", ")}`, -1);
  if (!STYLES.includes(style)) throw new CoreError("E_STYLE", `A style is ${STYLES.join(", ")}`, -1);
  return { level, style, seed: seed === undefined ? randomSeed() : BigInt.asUintN(64, BigInt(seed)), limitMs };
}

export class Game {
  /** What opened the game: the name of a board, notation or a state in JSON. */
  #base: string;
  #snapshot: Snapshot;
  #names: readonly [string, string] | null;
  #createdMs = Date.now();
  #changedMs = this.#createdMs;

  constructor(board = "7x6", { players }: GameOptions = {}) {
    this.#base = `${board}:`;
    this.#names = players ?? null;
    this.#snapshot = this.#begin((core) => core.begin(board));
    this.#base = `${this.#snapshot.board.name}:`;
  }

  static parse(notation: string, options?: GameOptions): Game {
    return Game.#opened(String(notation).trim(), options);
  }

  static fromJSON(state: GameState | string): Game {
    const text = typeof state === "string" ? state.trim() : JSON.stringify(state);
    if (text?.startsWith("{")) return Game.#opened(text);
    throw new CoreError("E_JSON_SYNTAX", "The text is not valid JSON", 0);
  }

  static #opened(text: string, options?: GameOptions): Game {
    const game = new Game("7x6", options);
    game.#snapshot = game.#begin((core) => core.open(text));
    game.#base = `${game.#snapshot.board.name}:`;
    if (text.startsWith("{")) {
      game.#base = text;
      game.#changedMs = Date.parse((JSON.parse(text) as GameState).updatedAt);
    }
    return game;
  }

  /** Opens a game in the core. If the core refuses, it still holds the game that it held before. */
  #begin(open: (core: Core) => Snapshot): Snapshot {
    const { core } = library();
    core.setNow(this.#createdMs);
    const snapshot = open(core);
    holder = this;
    this.#setNames(core);
    return snapshot;
  }

  #setNames(core: Core): void {
    if (!this.#names) return;
    try {
      for (const seat of [0, 1] as const) core.setName(seat, this.#names[seat]);
    } catch (error) {
      holder = null;
      throw error;
    }
  }

  #hold(core = library().core): Core {
    if (holder === this) return core;
    const { first, moves, ply } = this.#snapshot;
    holder = null;
    core.setNow(this.#createdMs);
    core.open(this.#base);
    core.setNow(this.#changedMs);
    core.replay(first, moves, ply);
    this.#setNames(core);
    holder = this;
    return core;
  }

  #change(step: (core: Core) => Snapshot): this {
    this.#snapshot = step(this.#hold());
    return this;
  }

  drop(column: number): this {
    return this.#change((core) => {
      const now = Date.now();
      core.setNow(now);
      const after = core.drop(column);
      this.#changedMs = now;
      return after;
    });
  }

  undo(): this {
    return this.#change((core) => core.undo());
  }

  redo(): this {
    return this.#change((core) => core.redo());
  }

  seek(ply: number): this {
    return this.#change((core) => core.seek(ply));
  }

  clone(): Game {
    const copy = new Game(this.#snapshot.board.name);
    copy.#base = this.#base;
    copy.#snapshot = this.#snapshot;
    copy.#names = this.#names;
    copy.#createdMs = this.#createdMs;
    copy.#changedMs = this.#changedMs;
    holder = null;
    return copy;
  }

  get board(): Board {
    return this.#snapshot.board;
  }

  get players(): readonly [string, string] {
    if (this.#names) return this.#names;
    if (!this.#base.startsWith("{")) return NAMES;
    const { players } = JSON.parse(this.#base) as GameState;
    return [players[0]?.name ?? NAMES[0], players[1]?.name ?? NAMES[1]];
  }

  get moves(): readonly number[] {
    const { moves, ply, first } = this.#snapshot;
    return moves.slice(0, ply - first);
  }

  get ply(): number {
    return this.#snapshot.ply;
  }

  get canUndo(): boolean {
    return this.#snapshot.ply > this.#snapshot.first;
  }

  get canRedo(): boolean {
    const { moves, ply, first } = this.#snapshot;
    return ply - first < moves.length;
  }

  get status(): "playing" | "won" | "draw" {
    return this.#snapshot.status;
  }

  get isOver(): boolean {
    return this.#snapshot.status !== "playing";
  }

  get turn(): Color | null {
    return this.isOver ? null : colorOf(this.#snapshot.turn);
  }

  get winner(): Color | null {
    const { winner } = this.#snapshot;
    return winner === null ? null : colorOf(winner);
  }

  get lines(): readonly (readonly Cell[])[] {
    const { lines, board } = this.#snapshot;
    return lines.map((line) => line.map((cell) => cellOf(board, cell)));
  }

  get openColumns(): readonly number[] {
    return this.#snapshot.canDrop.flatMap((can, column) => (can ? [column] : []));
  }

  get heights(): readonly number[] {
    return this.#snapshot.heights;
  }

  at(x: number, y: number, z = 0): Color | null {
    const { board, cells } = this.#snapshot;
    const isInside = x >= 0 && x < board.width && y >= 0 && y < board.height && z >= 0 && z < board.depth;
    return isInside ? colorOf(cells[cellIndex(board, x, y, z)]!) : null;
  }

  get statusText(): string {
    return this.#hold().statusText();
  }

  get threats(): readonly Threat[] {
    return this.#hold()
      .threats()
      .map((threat) => threatOf(this.board, threat));
  }

  svg(): string {
    return this.#hold().svg();
  }

  /** The board in front; the classic board needs none. Empty if the first moves are not known. */
  toString(): string {
    return this.#snapshot.notation;
  }

  toJSON(): GameState {
    return JSON.parse(this.#hold().stateJson()) as GameState;
  }

  /** What opens the game in a worker. */
  get text(): string {
    return this.#snapshot.text;
  }

  #search<T>(limitMs: number | undefined, search: (core: Core) => T): T {
    const core = this.#hold(searchCore());
    limitSearch(limitMs);
    try {
      return search(core);
    } finally {
      limitSearch(undefined);
    }
  }

  analyse({ limitMs }: SearchOptions = {}): Analysis {
    return this.#search(limitMs, (core) => analysisOf(finished(core.analyse()), core.explanation()));
  }

  review({ limitMs }: SearchOptions = {}): Review {
    return reviewOf(this.#search(limitMs, (core) => finished(core.review())));
  }

  choose(options: ChooseOptions = {}): number {
    const { level, style, seed, limitMs } = choiceOf(options);
    return this.#search(limitMs, (core) => core.choose(level, style, seed));
  }
}
