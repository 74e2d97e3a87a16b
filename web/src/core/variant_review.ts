// Reads ff_variant_review (src/wasm/variant.h says where each field is) from the memory of build/variants.wasm.
import { PROVEN_TURN, prospectAt, turnedProspect } from "./estimate";
import type { Judgement, Player, Prospect, Review, Verdict } from "./types";
import type { VariantFacts } from "./variants";

/** As in estimate.ts. */
export const COUNT_AT = 8;
const ACCURACY_AT = 12;
const MOVES_AT = 16;
const MOVE_SIZE = 18;
const POINTS_AT = 9232;
const POINT_SIZE = 8;
const SIZE = 13336;

interface Words {
  /** The word for a number of the core. */
  verdict(code: number): Verdict;
  /** The better move beside the one with this index, in notation. */
  better(index: number): string;
}

/**
 * The core's players are those who moved first and second; here they have the colours in which they end the game, so that
 * a swap breaks no graph. `at`: what ff_wasm_variant_review_result returned; `game`: the whole game.
 */
export function readVariantReview(memory: ArrayBuffer, at: number, { isSwapped, movers, texts }: VariantFacts, words: Words): Review {
  const view = new DataView(memory, at, SIZE);
  const count = view.getUint16(COUNT_AT, true);
  const colored = (player: number): Player => (isSwapped ? 1 - player : player) as Player;
  const accuracy = (color: Player): number | null => {
    const percent = view.getInt16(ACCURACY_AT + 2 * colored(color), true);
    return percent < 0 ? null : percent;
  };
  const point = (index: number): Prospect => {
    const begin = POINTS_AT + POINT_SIZE * index;
    const known = prospectAt(view, begin, begin + 2, begin + 6);
    return isSwapped ? turnedProspect(known) : known;
  };
  const move = (index: number): Judgement => {
    const begin = MOVES_AT + MOVE_SIZE * index;
    const byte = (offset: number): number => view.getUint8(begin + offset);
    return {
      ply: index,
      player: colored(byte(17)),
      column: view.getUint16(begin, true),
      better: view.getUint16(begin + 2, true),
      best: view.getInt16(begin + 4, true),
      score: view.getInt16(begin + 6, true),
      verdict: words.verdict(byte(14)),
      quality: byte(15),
      isTurning: byte(16) > 0,
      isProven: byte(16) === PROVEN_TURN,
      named: { mover: movers[index]!, text: texts[index]!, better: words.better(index) },
    };
  };
  return {
    moves: Array.from({ length: count }, (_, index) => move(index)),
    accuracy: [accuracy(0), accuracy(1)],
    prospects: Array.from({ length: count + 1 }, (_, index) => point(index)),
  };
}
