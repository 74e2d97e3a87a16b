// What every entry of the package exports.
import { CoreError } from "./core";
import { load as loadFiles, type LoadOptions as Files } from "./library";
import { setWorkerAddress } from "./start";
import type { LoadOptions } from "../types/index";

Object.defineProperty(CoreError.prototype, "name", { value: "FourfallError" });

export { CoreError as FourfallError };
export { Game } from "./game";
export { Engine } from "./engine";

/** The version of the package and of the core; the build puts it in. */
declare const VERSION: string;
export const version: string = VERSION;

export function load({ worker, ...files }: LoadOptions = {}): Promise<void> {
  if (worker) setWorkerAddress(worker);
  return loadFiles(files as Files);
}
