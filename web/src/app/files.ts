// The page's files. The build puts in their names, which carry content hashes. A page one folder deeper
// (game/ID) finds them through its <base>.

interface Names {
  readonly worker: string;
  readonly wasm: string;
  /** The same without a search, for embedded games. */
  readonly rules: string;
  readonly book: string | null;
  readonly network: string | null;
  readonly variants: string;
  readonly onlineStyle: string;
  /** Null: the whole page is one file (web/single.mjs), with the others inside. */
  readonly service: string | null;
}

declare const FILES: Names;

let folder: URL | null = null;

/** The page's folder, where the server's addresses begin. It stays the same when the page's address changes. */
export function home(): URL {
  folder ??= new URL(".", document.baseURI);
  return folder;
}

/** An address below the page's folder. */
export const address = (path: string): string => new URL(path, home()).href;

const file = (name: string) => new URL(name, home());

const optionalFile = (name: string | null) => (name === null ? null : file(name));

/** `wasm`: the module to run. */
export const coreFiles = (wasm: "wasm" | "rules" = "wasm") => ({
  worker: file(FILES.worker),
  wasm: file(FILES[wasm]),
  book: optionalFile(FILES.book),
  network: optionalFile(FILES.network),
  variants: file(FILES.variants),
  canSearch: wasm === "wasm",
});

export const serviceFile = () => optionalFile(FILES.service);

/** There is no server, so nothing online: the page is one file, or on a host of files that says so (tools/site). */
export const isAlone = () => FILES.service === null || "alone" in document.documentElement.dataset;

let style: Promise<void> | null = null;

/** Loads the styles of online play and records; resolves when they apply. */
export function loadScreenStyle(): Promise<void> {
  style ??= new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = file(FILES.onlineStyle).href;
    link.onload = () => resolve();
    link.onerror = () => {
      style = null;
      link.remove();
      reject(new Error(`${FILES.onlineStyle} could not be loaded`));
    };
    document.head.append(link);
  });
  return style;
}
