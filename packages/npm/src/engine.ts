// Searches in a worker. One search at a time; the others wait in order. A worker deep in a search reads no messages, so
// that an aborted search ends its worker and the next one starts another.
import type { Request } from "../../../web/src/core/messages";
import { Cancelled, Line } from "../../../web/src/core/line";
import type * as core from "../../../web/src/core/types";
import type { Analysis, AnalysisProgress, ChooseOptions, ChooseProgress, EngineOptions, Review, ReviewProgress } from "../types/index";
import { CoreError } from "./core";
import { analysisOf, reviewOf } from "./facts";
import { choiceOf, Game } from "./game";
import { library, load, theHost } from "./library";
import { startWorker } from "./start";

function closedError(): CoreError {
  return new CoreError("E_CLOSED", "The engine is closed", -1);
}

/** What the worker opens. */
function textOf(game: Game): string {
  if (game instanceof Game) return game.text;
  throw new CoreError("E_GAME", "An engine searches a Game: Game.parse() makes one of a text", -1);
}

/** Waits for a promise, but no longer than until the signal. */
function untilAborted(waited: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return waited;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", abort, { once: true });
    void waited.then(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    });
  });
}

export class Engine {
  #line: Line | null = null;
  #book: ArrayBuffer | null = null;
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  async analyse(game: Game, options: EngineOptions<AnalysisProgress> = {}): Promise<Analysis> {
    const { found, text } = await this.#ask<{ found: core.Analysis; text: string }, AnalysisProgress>({ op: "analyse", text: textOf(game) }, options);
    return analysisOf(found, text);
  }

  async review(game: Game, options: EngineOptions<ReviewProgress> = {}): Promise<Review> {
    return reviewOf(await this.#ask<core.Review, ReviewProgress>({ op: "review", text: textOf(game), isExact: true }, options));
  }

  async choose(game: Game, options: ChooseOptions & EngineOptions<ChooseProgress> = {}): Promise<number> {
    return this.#ask<number, ChooseProgress>({ op: "choose", text: textOf(game), ...choiceOf(options) }, options);
  }

  close(): void {
    this.#isClosed = true;
    this.#line?.cancel();
    this.#line?.release();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #open(): Line {
    const { module, book, network } = library();
    this.#line ??= new Line(() => startWorker(theHost(), network), module);
    if (book && book !== this.#book) this.#line.use("book", book);
    this.#book = book;
    return this.#line;
  }

  async #ask<T, P>(request: Request, { signal, onProgress }: EngineOptions<P>): Promise<T> {
    signal?.throwIfAborted();
    const before = this.#last;
    let done!: () => void;
    this.#last = new Promise<void>((resolve) => (done = resolve));
    try {
      await untilAborted(before, signal);
      await load();
      return await this.#askNow<T, P>(request, signal, onProgress);
    } finally {
      // A search that was given up in the queue still stands behind those before it.
      void before.then(done);
    }
  }

  async #askNow<T, P>(request: Request, signal: AbortSignal | undefined, onProgress: ((progress: P) => void) | undefined): Promise<T> {
    signal?.throwIfAborted();
    if (this.#isClosed) throw closedError();
    const line = this.#open();
    const abort = () => line.cancel();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      return await line.ask<T, P>(request, onProgress);
    } catch (error) {
      if (error instanceof Cancelled) throw signal?.aborted ? signal.reason : closedError();
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }
}
