// The move of a variant between two positions, so that the scene can show how one became the other.
import type { Snapshot } from "../core/types";
import { actionOf, columnOfMove, kindOfSnapshot, gameName, onlyPops, type Action } from "../core/variants";
import type { Step } from "../scene/types";

/** Null: in the standard game, and where the positions are not neighbours in the same game. */
export function stepBetween(before: Snapshot | null, after: Snapshot): Step | null {
  if (!before?.variant || !after.variant || Math.abs(after.ply - before.ply) !== 1) return null;
  if (gameName(kindOfSnapshot(before)) !== gameName(kindOfSnapshot(after))) return null;
  const isBack = after.ply < before.ply;
  const move = (isBack ? before : after).moves[Math.min(before.ply, after.ply)];
  return move === undefined ? null : { action: actionOf(move), column: columnOfMove(move), isBack, before };
}

/** Columns whose lowest disc the side to move may take away. */
export function popsOf({ variant }: Snapshot): number[] {
  return (variant?.legal ?? []).filter((move) => actionOf(move) === "pop").map(columnOfMove);
}

/** What a press on a column does now. */
export function pressedAction({ variant }: Snapshot, chosen: Action): Action {
  return chosen === "drop" && variant && onlyPops(variant) ? "pop" : chosen;
}
