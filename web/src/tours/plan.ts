// Which line the first tour shows: cells that are free, and the column to press.
import { cellIndex, type Board, type Snapshot } from "../core/types";

export interface Plan {
  readonly column: number;
  /** The cells of the line, the pressed one last. */
  readonly cells: readonly number[];
  /** The top cell of the pressed column: the finger points there. */
  readonly top: number;
}

/** Along the bottom, through the middle if possible; else upwards in a free column. */
export function planLine({ board, heights }: Snapshot): Plan | null {
  const isFree = (column: number): boolean => heights[column] === 0;
  const range = (count: number): number[] => Array.from({ length: Math.max(count, 0) }, (_, i) => i);
  const starts = range(board.width - board.connect + 1).filter((start) => range(board.connect).every((i) => isFree(start + i)));
  const middle = (board.width - board.connect) / 2;
  const start = starts.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  if (start !== undefined) return planOf(board, range(board.connect).map((i) => ({ x: start + i, y: 0 })));
  const column = range(board.width).find(isFree);
  if (column === undefined || board.height < board.connect) return null;
  return planOf(board, range(board.connect).map((y) => ({ x: column, y })));
}

function planOf(board: Board, places: readonly { readonly x: number; readonly y: number }[]): Plan {
  const { x } = places[places.length - 1]!;
  return {
    column: x,
    cells: places.map((place) => cellIndex(board, place.x, place.y, 0)),
    top: cellIndex(board, x, board.height - 1, 0),
  };
}
