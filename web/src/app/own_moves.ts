// Where undo and redo lead: to the turns of the person, or to every move where nobody plays against the computer.
import type { Player, Snapshot } from "../core/types";

/** The ply before the person's last move; null: there is none. */
export function earlierPly({ ply, first }: Snapshot, person: Player | null): number | null {
  for (let target = ply - 1; target >= first; target--) if (person === null || target % 2 === person) return target;
  return null;
}

/** The person's next turn among the moves taken back, or their end; null: none was taken back. */
export function laterPly({ ply, first, moves }: Snapshot, person: Player | null): number | null {
  const end = first + moves.length;
  for (let target = ply + 1; target < end; target++) if (person === null || target % 2 === person) return target;
  return ply < end ? end : null;
}
