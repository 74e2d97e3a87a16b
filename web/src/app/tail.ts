// The last moves of a finished game: they are played to a visitor, and from before them the visitor can play on.
import type { Lesson, Player, Snapshot } from "../core/types";

/** How many discs fall before the end is shown. */
const TAIL = 6;

type Record = Pick<Snapshot, "first" | "moves">;

const endOf = ({ first, moves }: Record): number => first + moves.length;

/** The ply at which the last moves begin. */
export function tailStart(record: Record): number {
  return Math.max(record.first, endOf(record) - TAIL);
}

/** Where to play on from: the position shown, unless the board has decided it; then from before the last moves. */
export function playOnPly(shown: Pick<Snapshot, "first" | "moves" | "ply" | "status">): number {
  return shown.status === "playing" ? shown.ply : tailStart(shown);
}

/**
 * Where to take the winner's side: after the move that lost the game, where the core has found it, but early enough to
 * leave some moves to play. Red moves at even plies.
 */
export function winnersPly(shown: Parameters<typeof playOnPly>[0], winner: Player, lesson: Lesson | null = null): number {
  const latest = playOnPly(shown);
  const ply = latest % 2 === winner ? latest : latest - 1;
  if (ply < shown.first) return latest;
  return shown.status !== "playing" && lesson?.kind === "lapse" ? Math.min(ply, lesson.ply + 1) : ply;
}
