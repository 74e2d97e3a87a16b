// Browsers and their workers: files are fetched, workers start from a blob.
import { spawnFromBlob } from "./blob_worker";
import type { Host } from "./library";

export const browserHost: Host = {
  files: { wasm: new URL("./fourfall.wasm", import.meta.url) },
  read: (address) => fetch(address),
  spawn: spawnFromBlob,
};
