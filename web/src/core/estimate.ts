// Reads ff_estimate and ff_estimate_review (src/wasm/exports.h says where each field is) from the module's memory.
import type { Certainty, Estimate, Judgement, Player, Prospect, Review, Verdict } from "./types";

/** In the order of ff_certainty and ff_turning. */
const CERTAINTIES: readonly Certainty[] = ["closed", "estimated", "win", "loss", "draw"];
export const PROVEN_TURN = 2;

const COLUMNS_AT = 24;
const COLUMN_SIZE = 12;
const LINE_AT = 648;
const ESTIMATE_SIZE = 904;
/** How many moves a review has. Behind it: how many of the positions are known. */
export const COUNT_AT = 10;
const MOVES_AT = 24;
const MOVE_SIZE = 16;
const POINTS_AT = 4120;
const POINT_SIZE = 6;
const POINTS = 257;

/** Where chance, plies and certainty of one prospect are. */
export function prospectAt(view: DataView, chance: number, plies: number, certainty: number): Prospect {
  return {
    certainty: CERTAINTIES[view.getUint8(certainty)] ?? "estimated",
    chance: view.getInt16(chance, true),
    plies: view.getUint16(plies, true),
  };
}

const turned = { win: "loss", loss: "win", draw: "draw", estimated: "estimated", closed: "closed" } as const;

/** The same for the other player. */
export function turnedProspect({ certainty, chance, plies }: Prospect): Prospect {
  return { certainty: turned[certainty], chance: 1000 - chance, plies };
}

/** `at`: what ff_wasm_estimate_result returned. */
export function readEstimate(memory: ArrayBuffer, at: number): Omit<Estimate, "text" | "ply" | "reason"> {
  const view = new DataView(memory, at, ESTIMATE_SIZE);
  const columns = Array.from({ length: view.getUint8(21) }, (_, column) => {
    const begin = COLUMNS_AT + COLUMN_SIZE * column;
    return prospectAt(view, begin + 4, begin + 6, begin + 8);
  });
  return {
    columns,
    position: prospectAt(view, 8, 10, 16),
    best: view.getInt8(17),
    line: Array.from(new Uint8Array(memory, at + LINE_AT, view.getUint16(12, true))),
    isLineProven: view.getUint8(19) === 1,
  };
}

/** `verdict` gives the word for a number of the core. */
export function readReview(memory: ArrayBuffer, at: number, verdict: (code: number) => Verdict): Review {
  const view = new DataView(memory, at, POINTS_AT + POINT_SIZE * POINTS);
  const first = view.getUint16(8, true);
  const count = view.getUint16(COUNT_AT, true);
  const move = (index: number): Judgement => {
    const begin = MOVES_AT + MOVE_SIZE * index;
    const byte = (offset: number): number => view.getUint8(begin + offset);
    return {
      ply: first + index,
      player: ((first + index) % 2) as Player,
      column: byte(10),
      better: byte(11),
      best: view.getInt16(begin, true),
      score: view.getInt16(begin + 2, true),
      verdict: verdict(byte(12)),
      quality: byte(13),
      isTurning: byte(14) > 0,
      isProven: byte(14) === PROVEN_TURN,
    };
  };
  const point = (index: number): Prospect => {
    const begin = POINTS_AT + POINT_SIZE * index;
    return prospectAt(view, begin, begin + 2, begin + 4);
  };
  const accuracy = (player: Player): number | null => {
    const percent = view.getInt16(16 + 2 * player, true);
    return percent < 0 ? null : percent;
  };
  return {
    moves: Array.from({ length: count }, (_, index) => move(index)),
    accuracy: [accuracy(0), accuracy(1)],
    prospects: Array.from({ length: count + 1 }, (_, index) => point(index)),
  };
}
