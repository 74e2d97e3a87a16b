// What the package has loaded: the module, the opening book, the cube's network. One instance of the core serves all
// games of a thread (src/game.ts): browsers limit how many instances a page may have.
import { Core, CoreError } from "./core";

/** Where a file is: an address, its bytes, a response, or a compiled module. */
export type Source = string | URL | Response | BufferSource | WebAssembly.Module;

export interface LoadOptions {
  readonly wasm?: Source | PromiseLike<Source> | undefined;
  readonly book?: Source | PromiseLike<Source> | undefined;
  readonly network?: Source | PromiseLike<Source> | undefined;
}

type FileName = keyof LoadOptions;

/** What an environment brings: Node reads files, a browser fetches them. */
export interface Host {
  /** The package's own files. `wasm` is always there. */
  readonly files: LoadOptions;
  read(address: string | URL): Promise<Source>;
  /** Reads a file of the package at once, where that is possible. */
  readNow?(name: FileName): Uint8Array<ArrayBuffer> | null;
  /** Starts a worker from the text of its script. */
  spawn(script: string): Worker;
}

export interface Loaded {
  readonly module: WebAssembly.Module;
  readonly core: Core;
  book: ArrayBuffer | null;
  network: ArrayBuffer | null;
}

let host: Host | null = null;
let loaded: Loaded | null = null;
let loading: Promise<Loaded> | null = null;
let deadline = Infinity;

export function setHost(given: Host): void {
  host = given;
}

export function theHost(): Host {
  if (!host) throw new CoreError("E_NOT_LOADED", 'Import "fourfall" or "fourfall/inline" first', -1);
  return host;
}

/** Searches on this thread end at this time of performance.now(). */
export function limitSearch(ms: number | undefined): void {
  deadline = ms === undefined ? Infinity : performance.now() + ms;
}

const isModule = (source: Source): source is WebAssembly.Module => source instanceof WebAssembly.Module;

function copyOf(source: BufferSource): ArrayBuffer {
  if (source instanceof ArrayBuffer) return source;
  const { buffer, byteOffset, byteLength } = source;
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}

async function bodyOf(response: Response): Promise<ArrayBuffer> {
  if (!response.ok) throw new CoreError("E_LOAD", `${response.url}: ${response.status}`, -1);
  return response.arrayBuffer();
}

async function bytesOf(given: Source | PromiseLike<Source>): Promise<ArrayBuffer> {
  const named = await given;
  const source = typeof named === "string" || named instanceof URL ? await theHost().read(named) : named;
  if (typeof source === "object" && "arrayBuffer" in source) return bodyOf(source as Response);
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return copyOf(source as BufferSource);
  throw new CoreError("E_LOAD", "A file is an address, a response or its bytes", -1);
}

async function compile(given: Source | PromiseLike<Source>): Promise<WebAssembly.Module> {
  const source = await given;
  return isModule(source) ? source : WebAssembly.compile(await bytesOf(source));
}

function instance(module: WebAssembly.Module): Loaded {
  const core = new Core(module, () => performance.now() >= deadline);
  return { module, core, book: null, network: null };
}

async function loadModule(wasm: LoadOptions["wasm"]): Promise<Loaded> {
  loaded = instance(await compile(wasm ?? theHost().files.wasm!));
  return loaded;
}

/** Loads the module, once; book and network whenever they are given. */
export async function load({ wasm, book, network }: LoadOptions = {}): Promise<void> {
  loading ??= loaded ? Promise.resolve(loaded) : loadModule(wasm);
  const library = await loading.finally(() => (loading = null));
  const { files } = theHost();
  const [bookFile, networkFile] = [book ?? files.book, network ?? files.network];
  if (bookFile && (book || !library.book)) library.book = await bytesOf(bookFile);
  if (networkFile && (network || !library.network)) library.network = await bytesOf(networkFile);
}

function loadNow(): Loaded | null {
  const wasm = host?.readNow?.("wasm");
  if (!wasm) return null;
  const library = instance(new WebAssembly.Module(wasm));
  library.book = host?.readNow?.("book")?.buffer ?? null;
  library.network = host?.readNow?.("network")?.buffer ?? null;
  return library;
}

export function library(): Loaded {
  loaded ??= loadNow();
  if (!loaded) throw new CoreError("E_NOT_LOADED", "Call `await load()` before the first game", -1);
  return loaded;
}

/** The core for a search: with the book and the network, if they are loaded. */
export function searchCore(): Core {
  const { core, book, network } = library();
  if (book) core.openBook(book);
  if (network) core.openNetwork(network);
  return core;
}
