// Starts the worker. Its script is part of the package's code, so that no bundler has to find a file for it.
import type { Host } from "./library";

/** The text of worker.ts, bundled; the build puts it in. */
declare const WORKER_SCRIPT: string;

let address: string | URL | null = null;

/** A page whose content security policy forbids workers from blobs names a file: `fourfall/worker`. */
export function setWorkerAddress(given: string | URL): void {
  address = given;
}

export function startWorker(host: Host, network: ArrayBuffer | null): Worker {
  const worker = address ? new Worker(address, { type: "module" }) : host.spawn(WORKER_SCRIPT);
  if (network) worker.postMessage({ network });
  return worker;
}
