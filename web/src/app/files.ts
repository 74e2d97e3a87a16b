// The page's files, by the names with their content hashes that the build puts in. The page may lie a
// folder deeper than they do (game/ID): then its <base> leads to them.

declare const FILES: { worker: string; wasm: string; book: string | null; onlineStyle: string; service: string };

let folder: URL | null = null;

/** The folder of the page, for addresses of the server and links to it. It stays when the address changes. */
export function home(): URL {
  folder ??= new URL(".", document.baseURI);
  return folder;
}

/** An address below the page's folder. */
export const address = (path: string): string => new URL(path, home()).href;

const file = (name: string) => new URL(name, home());

export const coreFiles = () => ({
  worker: file(FILES.worker),
  wasm: file(FILES.wasm),
  book: FILES.book ? file(FILES.book) : null,
});

export const serviceFile = () => file(FILES.service);

let style: Promise<void> | null = null;

/** The styles of everything that is fetched later; resolves when they apply. */
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
