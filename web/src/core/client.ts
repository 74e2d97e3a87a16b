// The core as the page knows it: a keeper that holds the game and answers at once, a player, an
// analyst and a reviewer that may think for seconds. All of them run the same module, none on the page's own thread.
import { Line } from "./line";
import type { Request } from "./messages";
import type { Analysis, Level, Review, ReviewProgress, Snapshot, Style, Thought, Threat } from "./types";

export { Cancelled } from "./line";
export { CoreError } from "./module";

export interface CoreFiles {
  readonly worker: URL;
  readonly wasm: URL;
  readonly book: URL | null;
}

export class Core {
  private readonly keeper: Line;
  private readonly player: Line;
  private readonly analyst: Line;
  private readonly reviewer: Line;
  private book: ArrayBuffer | null = null;

  private constructor(module: WebAssembly.Module, private readonly files: CoreFiles) {
    const greeting = (): Request | null => (this.book ? { op: "book", file: this.book } : null);
    this.keeper = new Line(files.worker, module);
    this.player = new Line(files.worker, module, greeting);
    this.analyst = new Line(files.worker, module, greeting);
    this.reviewer = new Line(files.worker, module, greeting);
  }

  static async load(files: CoreFiles): Promise<Core> {
    const response = await fetch(files.wasm);
    if (!response.ok) throw new Error(`${files.wasm.pathname}: ${response.status}`);
    return new Core(await WebAssembly.compile(await response.arrayBuffer()), files);
  }

  /** The opening book, fetched when the page has time. Without it the openings take seconds, not more. */
  async loadBook(): Promise<void> {
    if (!this.files.book || this.book) return;
    const response = await fetch(this.files.book);
    if (!response.ok) return;
    const file = await response.arrayBuffer();
    this.book = file;
    const idle = [this.player, this.analyst].filter((line) => line.isRunning && !line.isBusy);
    // A line that is cancelled meanwhile gets the book with its next worker.
    await Promise.allSettled(idle.map((line) => line.ask({ op: "book", file })));
  }

  begin(board: string): Promise<Snapshot> {
    return this.keeper.ask({ op: "begin", board });
  }

  open(text: string): Promise<Snapshot> {
    return this.keeper.ask({ op: "open", text });
  }

  read(json: string): Promise<Snapshot> {
    return this.keeper.ask({ op: "read", json });
  }

  drop(column: number): Promise<Snapshot> {
    return this.keeper.ask({ op: "drop", column });
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
    game: { notation: string; level: Level; style: Style; seed: bigint; limitMs: number },
    progress?: (thought: Thought) => void,
  ): Promise<number> {
    this.player.cancel();
    return this.player.ask({ op: "choose", ...game }, progress);
  }

  stopChoosing(): void {
    this.player.cancel();
  }

  analyse(notation: string): Promise<Analysis | null> {
    this.analyst.cancel();
    return this.analyst.ask({ op: "analyse", notation });
  }

  review(notation: string, progress?: (progress: ReviewProgress) => void): Promise<Review | null> {
    this.reviewer.cancel();
    return this.reviewer.ask({ op: "review", notation }, progress);
  }

  stopReviewing(): void {
    this.reviewer.cancel();
  }

  stopAnalysing(): void {
    this.analyst.cancel();
  }
}
