// The players' names for pictures and files, in the person's language. Others will read them, so no name is "you".
import { isSolved } from "../core/exact";
import type { Player } from "../core/types";
import type { State } from "./state";

export type Words = (key: string, args?: Readonly<Record<string, string | number>>) => string;

export function playerNames(state: State, words: Words): [string, string] {
  return [nameOf(state, words, 0), nameOf(state, words, 1)];
}

function nameOf(state: State, words: Words, player: Player): string {
  const remote = state.remote.peek();
  if (remote) return remote.names[player];
  const you = state.you.peek();
  if (you === null) return words("seat.player", { seat: player === state.firstSeat.peek() ? 1 : 2 });
  if (player === you) return words("picture.me");
  const { level, board, variant } = state.setup.peek();
  const called = level === "perfect" && (variant !== "standard" || !isSolved(board)) ? "expert" : level;
  return `${words("seat.cpu")} (${words(`level.${called}`)})`;
}
