// A line to one worker: requests go out in order, answers come back as promises.
import { CoreError } from "./module";
import type { FromWorker, Request } from "./messages";

/** A request was given up because its worker was sent away. Nobody is told; it is no failure. */
export class Cancelled extends Error {}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  progress: ((progress: never) => void) | undefined;
}

export class Line {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  /** `greeting` is asked of every new worker before anything else (the book, say). */
  constructor(
    private readonly url: URL,
    private readonly module: WebAssembly.Module,
    private readonly greeting: () => Request | null = () => null,
  ) {}

  /** `progress` hears what the worker tells while it works on this: what that is, the request decides. */
  ask<T, P = never>(request: Request, progress?: (progress: P) => void): Promise<T> {
    const worker = this.worker ?? this.begin();
    const id = ++this.lastId;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, progress });
      worker.postMessage({ id, request });
    });
  }

  get isRunning(): boolean {
    return this.worker !== null;
  }

  get isBusy(): boolean {
    return this.waiting.size > 0;
  }

  /** Stops whatever is being thought about: a worker deep in a search hears nothing, so it is replaced. */
  cancel(): void {
    if (!this.isBusy) return;
    this.worker?.terminate();
    this.worker = null;
    const given = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of given) reject(new Cancelled());
  }

  private begin(): Worker {
    const worker = new Worker(this.url, { type: "module" });
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.hear(event.data);
    worker.onerror = () => this.fail();
    worker.postMessage({ id: 0, module: this.module });
    this.worker = worker;
    const greeting = this.greeting();
    if (greeting) this.ask(greeting).catch(() => undefined);
    return worker;
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
    const given = [...this.waiting.values()];
    this.waiting.clear();
    this.worker = null;
    for (const { reject } of given) reject(new CoreError("E_CRASH", "The engine stopped unexpectedly", -1));
  }
}
