// Reads the bytes of ff_wasm_reason (src/wasm/exports.h).
import type { Ending, Player, Reason, ReasonCode } from "./types";

/** In the order of ff_reason_code and ff_ending. */
export const REASON_CODES: readonly ReasonCode[] = [
  "winNow", "forkNow", "block", "squeezeNow", "winNext", "win", "loss", "draw", "threat", "only", "estimate",
];
export const ENDINGS: readonly Ending[] = ["none", "fork", "stack", "squeeze"];

const NO_PLAYER = 2;

/** A set of columns, a bit each, the lowest byte first. */
function columnsOf(bytes: Uint8Array): number[] {
  return Array.from({ length: 8 * bytes.length }, (_, column) => column).filter((column) => bytes[column >> 3]! & (1 << (column & 7)));
}

/** `setBytes`: how many bytes a set of columns has. Estimates are about more columns, and end with one more fact. */
export function readReason(bytes: Uint8Array, setBytes = 2): Reason {
  const columnsAt = 5;
  const endAt = columnsAt + setBytes + 1;
  const at = (index: number): number => bytes[index] ?? 0;
  const last = endAt + setBytes;
  return {
    code: REASON_CODES[at(0)] ?? "draw",
    ending: ENDINGS[at(1)] ?? "none",
    mover: at(2) as Player,
    winner: at(3) === NO_PLAYER ? null : (at(3) as Player),
    moves: at(4),
    columns: columnsOf(bytes.subarray(columnsAt, columnsAt + setBytes)),
    isAny: at(endAt - 1) === 1,
    endColumns: columnsOf(bytes.subarray(endAt, last)),
    endColumn: at(last),
    endIsOdd: at(last + 1) === 1,
    endIsOld: at(last + 2) === 1,
    isForcing: at(last + 3) === 1,
  };
}
