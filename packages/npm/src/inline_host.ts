// Everything in the script: no file is read or fetched.
import { spawnFromBlob } from "./blob_worker";
import type { Host } from "./library";

/** The files in base64; the build puts them in. */
declare const INLINE_FILES: Readonly<Record<"wasm" | "book", string>>;

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

/** `spawn`: Node starts threads instead. */
export function inlineHost(spawn: Host["spawn"] = spawnFromBlob): Host {
  return {
    files: {
      get wasm() {
        return bytesOf(INLINE_FILES.wasm);
      },
      get book() {
        return bytesOf(INLINE_FILES.book);
      },
    },
    read: (address) => fetch(address),
    readNow: (name) => (name === "network" ? null : bytesOf(INLINE_FILES[name])),
    spawn,
  };
}
