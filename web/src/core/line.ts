// One worker at a time: requests go out in order, answers come back as promises.
import { CoreError } from "./module";
import type { FromWorker, Help, Request, ToWorker } from "./messages";

/** The caller cancelled the request. Not a failure: nothing is reported. */
export class Cancelled extends Error {}

interface Waiting {
  readonly request: Request;
  resolve(value: unknown): void;
  reject(error: Error): void;
  readonly progress: ((progress: never) => void) | undefined;
}

/** The boards whose searches a file helps: the opening book the classic one, whose name notation leaves out. */
const helped: Readonly<Record<Help, (text: string) => boolean>> = {
  book: (text) => !text.includes(":"),
  network: (text) => text.startsWith("5x5x5:"),
  variants: () => false,
};

/** Whether a search is better begun again now that the file is there. A computer's move is not: it is due in a moment. */
function gains(request: Request, help: Help): boolean {
  if (request.op === "open" || (help === "network" && request.op === "choose")) return false;
  return "text" in request && helped[help](request.text);
}

export class Line {
  private worker: Worker | null = null;
  private readonly files = new Map<Help, ArrayBuffer>();
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

  /** The worker and all its successors get the file. A search that it helps starts over: it ends sooner, or better, that way. */
  use(help: Help, file: ArrayBuffer): void {
    this.files.set(help, file);
    const pending = [...this.waiting.values()];
    if (pending.some(({ request }) => gains(request, help))) this.restart();
    else if (this.worker) send(this.worker, { help, file });
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
    for (const [help, file] of this.files) send(worker, { help, file });
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
