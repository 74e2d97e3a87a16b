// Node, Deno and Bun: files are read, at once where a game begins before load(); workers are threads.
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Worker as Thread } from "node:worker_threads";
import type { Host, Source } from "./library";

const FILES = { wasm: "./fourfall.wasm", book: "./classic.book", network: "./cube.net" } as const;

/** What a browser's worker has and a thread does not. */
const BOOT = `
  const { parentPort } = require("node:worker_threads");
  globalThis.self = globalThis;
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  parentPort.on("message", (data) => globalThis.onmessage({ data }));
`;

/** As much of a browser's Worker as the package uses. It keeps no program alive while nothing is searched. */
class ThreadWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((error: unknown) => void) | null = null;
  private readonly thread: Thread;

  constructor(script: string) {
    // Without the program's options: --input-type=module would make the script a module, which has no require.
    this.thread = new Thread(BOOT + script, { eval: true, execArgv: [] });
    this.thread.unref();
    this.thread.on("message", (data: { progress?: unknown }) => {
      if (!("progress" in data)) this.thread.unref();
      this.onmessage?.({ data });
    });
    this.thread.on("error", (error) => this.onerror?.(error));
  }

  postMessage(message: object): void {
    if ("request" in message) this.thread.ref();
    this.thread.postMessage(message);
  }

  terminate(): void {
    void this.thread.terminate();
  }
}

const isThere = (address: string | URL): boolean => !/^(https?|data|blob):/.test(String(address));

async function read(address: string | URL): Promise<Source> {
  if (!isThere(address)) return fetch(address);
  return readFile(String(address).startsWith("file:") ? new URL(address) : address);
}

export const nodeHost: Host = {
  files: {
    wasm: new URL(FILES.wasm, import.meta.url),
    book: new URL(FILES.book, import.meta.url),
    network: new URL(FILES.network, import.meta.url),
  },
  read,
  readNow(name) {
    const path = fileURLToPath(new URL(FILES[name], import.meta.url));
    return existsSync(path) ? new Uint8Array(readFileSync(path)) : null;
  },
  spawn: (script) => new ThreadWorker(script) as unknown as Worker,
};
