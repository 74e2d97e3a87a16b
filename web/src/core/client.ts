// The core for the page. Up to six workers run the same module, off the page's own thread: the keeper holds the game
// and answers at once; player, analyst, reviewer and teacher may search for seconds; the guide shows games that
// nobody plays.
import { Line } from "./line";
import { CoreError } from "./module";
import { isVariant } from "./variants";
import type { Help } from "./messages";
import type { Analysis, Estimate, Lesson, Level, Player, Review, ReviewProgress, Snapshot, Style, Thought, Threat } from "./types";

export { Cancelled } from "./line";
export { CoreError } from "./module";

export interface CoreFiles {
  readonly worker: URL;
  readonly wasm: URL;
  readonly book: URL | null;
  readonly network: URL | null;
  /** Games of the variants. */
  readonly variants: URL;
  /** False: the module has the rules alone. */
  readonly canSearch: boolean;
}

/** The code of the error when the rules of a game could not be loaded. */
export const NOT_LOADED = "E_LOADING";
/** A connection that stands still is no connection. */
const LOADING_MS = 20_000;
const SUGGEST_MS = 100;
/** An estimate is as good as it is by then. */
const ESTIMATE_MS = 1500;

export class Core {
  private readonly keeper: Line;
  private readonly player: Line;
  private readonly analyst: Line;
  private readonly reviewer: Line;
  private readonly teacher: Line;
  private readonly guide: Line;
  private readonly helps = new Set<Help>();

  private constructor(module: WebAssembly.Module, private readonly files: CoreFiles) {
    // Chromium refuses a page from disk a worker of modules.
    const type = files.worker.protocol === "blob:" ? "classic" : "module";
    const line = () => new Line(() => new Worker(files.worker, { type }), module);
    this.keeper = line();
    this.player = line();
    this.analyst = line();
    this.reviewer = line();
    this.teacher = line();
    this.guide = line();
  }

  static async load(files: CoreFiles): Promise<Core> {
    const response = await fetch(files.wasm);
    if (!response.ok) throw new Error(`${files.wasm.pathname}: ${response.status}`);
    return new Core(await WebAssembly.compile(await response.arrayBuffer()), files);
  }

  get canSearch(): boolean {
    return this.files.canSearch;
  }

  /** Fetches the opening book. Without it searches of openings take seconds; nothing else changes. */
  async loadBook(): Promise<void> {
    await this.load("book", this.files.book, [this.player, this.analyst, this.reviewer, this.teacher]);
  }

  /** Fetches the cube's network. Without it computers are weaker there, and estimates coarser. Resolves to whether it is there. */
  loadNetwork(): Promise<boolean> {
    return this.load("network", this.files.network, [this.player, this.analyst, this.reviewer]);
  }

  /** Fetches the network again, for a service worker to keep it. */
  async refetchNetwork(): Promise<void> {
    if (this.files.network) await fetch(this.files.network);
  }

  private async load(help: Help, url: URL | null, lines: readonly Line[], limit: RequestInit = {}): Promise<boolean> {
    if (this.helps.has(help)) return true;
    const response = url && (await fetch(url, limit));
    if (!response?.ok) return false;
    const file = await response.arrayBuffer();
    if (!this.helps.has(help)) for (const line of lines) line.use(help, file);
    this.helps.add(help);
    return true;
  }

  /** `game`: a board's name, perhaps with a variant: "7x6-popout". */
  async begin(game: string): Promise<Snapshot> {
    await this.prepare(`${game}:`);
    return this.keeper.ask({ op: "begin", board: game });
  }

  /** Fetches the variants before the first game that needs them. */
  private async prepare(text: string): Promise<void> {
    if (!isVariant(text) || this.helps.has("variants")) return;
    const lines = [this.keeper, this.player, this.analyst, this.reviewer, this.guide];
    const isThere = await this.load("variants", this.files.variants, lines, { signal: AbortSignal.timeout(LOADING_MS) }).catch(() => false);
    if (!isThere) throw new CoreError(NOT_LOADED, "The variants are not loaded", -1);
  }

  /** Notation or a state in JSON. */
  async open(text: string): Promise<Snapshot> {
    await this.prepare(text);
    return this.keeper.ask({ op: "open", text });
  }

  /** A drop is its column's number; docs/variants.md has the others. */
  play(move: number): Promise<Snapshot> {
    return this.keeper.ask({ op: "drop", column: move });
  }

  undo(): Promise<Snapshot> {
    return this.keeper.ask({ op: "undo" });
  }

  redo(): Promise<Snapshot> {
    return this.keeper.ask({ op: "redo" });
  }

  seek(ply: number): Promise<Snapshot> {
    return this.keeper.ask({ op: "seek", ply });
  }

  threats(): Promise<Threat[]> {
    return this.keeper.ask({ op: "threats" });
  }

  svg(names: readonly [string, string]): Promise<string> {
    return this.keeper.ask({ op: "svg", names });
  }

  json(names: readonly [string, string]): Promise<string> {
    return this.keeper.ask({ op: "json", names });
  }

  choose(
    game: { text: string; level: Level; style: Style; seed: bigint; limitMs: number },
    progress?: (thought: Thought) => void,
  ): Promise<number> {
    this.player.cancel();
    return this.player.ask({ op: "choose", ...game }, progress);
  }

  stopChoosing(): void {
    this.player.cancel();
  }

  /** Any position, to be shown beside the game: the keeper's game stays as it is. */
  async look(text: string): Promise<Snapshot> {
    await this.prepare(text);
    return this.guide.ask({ op: "open", text });
  }

  /** A quick move of a computer player in a game that nobody plays. */
  suggest(text: string, seed: bigint): Promise<number> {
    return this.guide.ask({ op: "choose", text, level: "medium", style: "aggressive", seed, limitMs: SUGGEST_MS });
  }

  analyse(text: string): Promise<Analysis | null> {
    this.analyst.cancel();
    return this.analyst.ask({ op: "analyse", text });
  }

  /** For boards that the solver does not reach. */
  estimate(text: string): Promise<Estimate> {
    this.analyst.cancel();
    return this.analyst.ask({ op: "estimate", text, limitMs: ESTIMATE_MS });
  }

  /** `isExact`: by the solver; else by estimates. */
  review(text: string, isExact: boolean, progress?: (progress: ReviewProgress) => void): Promise<Review | null> {
    this.reviewer.cancel();
    return this.reviewer.ask({ op: "review", text, isExact }, progress);
  }

  /** Where `player` gave a better result away. Null if that is not found within `limitMs`. Wanted rarely: its worker ends. */
  async lesson(text: string, player: Player, limitMs: number): Promise<Lesson | null> {
    this.teacher.cancel();
    const found = await this.teacher.ask<Lesson | null>({ op: "lesson", text, player, limitMs });
    this.teacher.release();
    return found;
  }

  stopTeaching(): void {
    this.teacher.cancel();
  }

  stopReviewing(): void {
    this.reviewer.cancel();
  }

  stopAnalysing(): void {
    this.analyst.cancel();
  }
}
