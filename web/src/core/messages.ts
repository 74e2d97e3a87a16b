// The messages between the page and its workers.
import type { Level, Player, ReviewProgress, Style, Thought } from "./types";

export type Request =
  | { op: "begin"; board: string }
  | { op: "open"; text: string }
  | { op: "drop"; column: number }
  | { op: "undo" }
  | { op: "redo" }
  | { op: "seek"; ply: number }
  | { op: "threats" }
  | { op: "svg"; names: readonly [string, string] }
  | { op: "json"; names: readonly [string, string] }
  | { op: "analyse"; text: string }
  | { op: "estimate"; text: string; limitMs: number }
  | { op: "review"; text: string; isExact: boolean }
  | { op: "lesson"; text: string; player: Player; limitMs: number }
  | { op: "choose"; text: string; level: Level; style: Style; seed: bigint; limitMs: number };

/** Files that a worker gets when they are there: the opening book and the cube's network make searches better, and the module of the variants. */
export type Help = "book" | "network" | "variants";

/** A worker gets the module first, then perhaps help; none is answered. Requests follow. */
export type ToWorker = { module: WebAssembly.Module } | { help: Help; file: ArrayBuffer } | { id: number; request: Request };

export type FromWorker =
  | { id: number; value: unknown }
  | { id: number; progress: Thought | ReviewProgress }
  | { id: number; error: { code: string; text: string; at: number } };

export const SEATS: readonly Player[] = [0, 1];
