// The page's core in Node: the real client and the real WebAssembly module in real worker threads. Only the browser's
// Worker class is missing in Node, so it is written here on top of worker_threads.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker as Thread } from 'node:worker_threads';
import { bundleText } from './bundle.mjs';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** Messages that arrive before the script has set onmessage are kept for it, as a browser does. */
const BOOT = `
  const { parentPort, workerData } = require('node:worker_threads');
  globalThis.self = globalThis;
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  const loaded = import(workerData);
  parentPort.on('message', (data) => loaded.then(() => globalThis.onmessage({ data })));
`;

/** Every worker that was started, with what it was sent: `sent` holds the messages in order. */
export const workers = [];

export class BrowserWorker {
  onmessage = null;
  onerror = null;
  sent = [];
  isEnded = false;

  constructor(url) {
    this.thread = new Thread(BOOT, { eval: true, workerData: url.href });
    this.thread.on('message', (data) => this.onmessage?.({ data }));
    this.thread.on('error', (error) => this.onerror?.(error));
    workers.push(this);
  }
  postMessage(message) {
    this.sent.push(message);
    this.thread.postMessage(message);
  }
  terminate() {
    this.isEnded = true;
    void this.thread.terminate();
  }
}

/** A gate that whoever waits at it passes once it is open. */
function makeGate() {
  let open;
  const opened = new Promise((resolve) => (open = resolve));
  return { open, opened };
}

/** Serves the module and the opening book; the book only once `book.open()` was called. */
async function serveFiles(book, network) {
  const server = http.createServer(async (request, response) => {
    if (request.url === '/book') await book.opened;
    const file = { '/book': 'data/classic.book', '/network': 'data/cube.net', '/variants': 'build/variants.wasm' }[request.url] ?? 'build/fourfall.wasm';
    if (request.url === '/network') network.asked++;
    if (request.url === '/network' && network.isMissing) response.writeHead(404).end();
    else response.end(readFileSync(path(file)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Call at the top of a test file. Gives the files that Core.load wants, and the gate that holds the book back. */
export async function useCore() {
  globalThis.Worker = BrowserWorker;
  const book = makeGate();
  const network = { asked: 0, isMissing: false };
  const server = await serveFiles(book, network);
  after(async () => {
    book.open();
    server.closeAllConnections();
    server.close();
    await Promise.all(workers.map(({ thread }) => thread.terminate()));
  });
  const at = (name) => new URL(name, `http://127.0.0.1:${server.address().port}/`);
  const script = Buffer.from(await bundleText('core/worker.ts')).toString('base64');
  const files = { worker: new URL(`data:text/javascript;base64,${script}`), wasm: at('wasm'), book: at('book'), network: at('network'), variants: at('variants'), canSearch: true };
  return { files, book, network };
}
