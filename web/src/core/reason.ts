// Reads the bytes of ff_wasm_reason (src/wasm/exports.h).
import type { Ending, Player, Reason, ReasonCode } from "./types";

/** In the order of ff_reason_code and ff_ending. */
export const REASON_CODES: readonly ReasonCode[] = ["winNow", "forkNow", "block", "squeezeNow", "winNext", "win", "loss", "draw"];
export const ENDINGS: readonly Ending[] = ["none", "fork", "stack", "squeeze"];

const NO_PLAYER = 2;

function columnsOf(low: number, high: number): number[] {
  const bits = low | (high << 8);
  return Array.from({ length: 16 }, (_, column) => column).filter((column) => bits & (1 << column));
}

export function readReason(bytes: Uint8Array): Reason {
  const at = (index: number): number => bytes[index] ?? 0;
  return {
    code: REASON_CODES[at(0)] ?? "draw",
    ending: ENDINGS[at(1)] ?? "none",
    mover: at(2) as Player,
    winner: at(3) === NO_PLAYER ? null : (at(3) as Player),
    moves: at(4),
    columns: columnsOf(at(5), at(6)),
    isAny: at(7) === 1,
    endColumns: columnsOf(at(8), at(9)),
    endColumn: at(10),
    endIsOdd: at(11) === 1,
    endIsOld: at(12) === 1,
  };
}
