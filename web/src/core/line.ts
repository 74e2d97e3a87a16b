// One worker at a time: requests go out in order, answers come back as promises.
import { CoreError } from "./module";
import type { FromWorker, Request, ToWorker } from "./messages";

/** The caller cancelled the request. Not a failure: nothing is reported. */
export class Cancelled extends Error {}

interface Waiting {
  readonly request: Request;
  resolve(value: unknown): void;
  reject(error: Error): void;
  readonly progress: ((progress: never) => void) | undefined;
}

/** The opening book shortens searches on the classic board, whose name notation leaves out. */
function usesBook(request: Request): boolean {
  return request.op !== "open" && "text" in request && !request.text.includes(":");
}

export class Line {
  private worker: Worker | null = null;
  private book: ArrayBuffer | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(
    private readonly spawn: () => Worker,
    private readonly module: WebAssembly.Module,
  ) {}

  /** `progress` is called with each interim report of the worker; the type depends on the request. */
  ask<T, P = never>(request: Request, progress?: (progress: P) => void): Promise<T> {
    const worker = this.worker ?? this.begin();
    const id = ++this.lastId;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { request, resolve: resolve as (value: unknown) => void, reject, progress });
      send(worker, { id, request });
    });
  }

  /** The worker and all its successors get the book. A search that it shortens starts over: it ends sooner that way. */
  useBook(book: ArrayBuffer): void {
    this.book = book;
    const pending = [...this.waiting.values()];
    if (pending.some(({ request }) => usesBook(request))) this.restart();
    else if (this.worker) send(this.worker, { book });
  }

  /** A worker deep in a search reads no messages, so cancelling replaces the worker. */
  cancel(): void {
    if (this.waiting.size === 0) return;
    this.end();
    this.rejectAll(() => new Cancelled());
  }

  /** Frees the memory of an idle worker; the next request starts another one. */
  release(): void {
    if (this.waiting.size === 0) this.end();
  }

  private begin(): Worker {
    const worker = this.spawn();
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.hear(event.data);
    worker.onerror = () => this.fail();
    send(worker, { module: this.module });
    if (this.book) send(worker, { book: this.book });
    this.worker = worker;
    return worker;
  }

  private end(): void {
    if (this.worker) this.worker.onmessage = this.worker.onerror = null;
    this.worker?.terminate();
    this.worker = null;
  }

  private restart(): void {
    this.end();
    const worker = this.begin();
    for (const [id, { request }] of this.waiting) send(worker, { id, request });
  }

  private hear(message: FromWorker): void {
    const waiting = this.waiting.get(message.id);
    if (!waiting) return;
    if ("progress" in message) return waiting.progress?.(message.progress as never);
    this.waiting.delete(message.id);
    if ("error" in message) waiting.reject(new CoreError(message.error.code, message.error.text, message.error.at));
    else waiting.resolve(message.value);
  }

  private fail(): void {
    this.end();
    this.rejectAll(() => new CoreError("E_CRASH", "The engine stopped unexpectedly", -1));
  }

  private rejectAll(reason: () => Error): void {
    const rejected = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of rejected) reject(reason());
  }
}

function send(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}
