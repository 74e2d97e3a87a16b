// Where undo and redo lead: to the turns of the person, or to every move where nobody plays against the computer.
import type { Player, Snapshot } from "../core/types";
import { isSwappedAt, sideAt } from "../core/variants";

/** Whether the person, by their colour now, is to move at this ply. Before a swap of sides they had the other colour. */
function isPersons(at: Snapshot, ply: number, person: Player | null): boolean {
  if (person === null) return true;
  const isSwapped = isSwappedAt(at, ply) !== isSwappedAt(at, at.ply);
  return (sideAt(at, ply) === person) !== isSwapped;
}

/** The ply before the person's last move; null: there is none. */
export function earlierPly(at: Snapshot, person: Player | null): number | null {
  for (let target = at.ply - 1; target >= at.first; target--) if (isPersons(at, target, person)) return target;
  return null;
}

/** The person's next turn among the moves taken back, or their end; null: none was taken back. */
export function laterPly(at: Snapshot, person: Player | null): number | null {
  const end = at.first + at.moves.length;
  for (let target = at.ply + 1; target < end; target++) if (isPersons(at, target, person)) return target;
  return at.ply < end ? end : null;
}
