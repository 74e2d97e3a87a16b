// The differences between the discs on the board and a new position.

export const EMPTY = 2;

export interface Change {
  /** Cells that get a disc, lowest rows first. */
  readonly added: readonly number[];
  /** Cells that lose their disc, highest rows first. */
  readonly removed: readonly number[];
  /** All discs leave and none come: the board is emptied for a new game. */
  readonly isCleared: boolean;
}

/** Cells are counted row by row from the top: a greater index is lower or beside. */
export function diffCells(before: ArrayLike<number>, after: ArrayLike<number>): Change {
  const added: number[] = [];
  const removed: number[] = [];
  let stays = 0;
  for (let cell = 0; cell < after.length; cell++) {
    const [was, is] = [before[cell] ?? EMPTY, after[cell]!];
    if (was === is) {
      if (is !== EMPTY) stays++;
      continue;
    }
    if (was !== EMPTY) removed.push(cell);
    if (is !== EMPTY) added.push(cell);
  }
  added.reverse();
  return { added, removed, isCleared: removed.length > 0 && stays === 0 && added.length === 0 };
}
