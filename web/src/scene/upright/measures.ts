// Dimensions of the upright board. One cell is 1 wide; the board stands on y = 0 and faces +z and -z.
import { cellPlace, type Board } from "../../core/types";

/** An opening is smaller than a disc, a disc smaller than a cell. */
export const HOLE = 0.415;
export const DISC = 0.462;
export const DISC_HALF = 0.1;
export const SLOT_HALF = 0.125;
export const BEVEL = 0.05;
/** The outer plane of each face. */
export const OUTER = SLOT_HALF + 0.15;
export const MARGIN = 0.14;
/** Height of the lowest row's lower edge. */
export const LIFT = 0.42;
/** Middle of the release bar. */
export const BAR_Y = LIFT - 0.1;
export const RAIL = 0.3;
/** The upper edge of the rails, above that of the faces. */
export const RIM = 0.1;
/** The disc that waits in the mouth of a column, half in the slot: its middle, above the top row's upper edge. */
export const HEAD = 0;

export interface Measures {
  readonly width: number;
  readonly height: number;
  /** Half the width of the faces, the rails' middle beside them. */
  readonly half: number;
  readonly rail: number;
  readonly top: number;
  readonly footDepth: number;
  readonly headY: number;
}

export function measure(board: Board): Measures {
  const { width, height } = board;
  const half = width / 2 + MARGIN;
  return {
    width,
    height,
    half,
    rail: half + 0.06,
    top: LIFT + height + MARGIN,
    // Tall boards have long feet, or they would look unstable.
    footDepth: Math.min(0.55 + height * 0.135, 1.9),
    headY: LIFT + height + HEAD,
  };
}

export const columnX = (m: Measures, column: number): number => column - (m.width - 1) / 2;
export const rowY = (row: number): number => LIFT + 0.5 + row;

export function cellCenter(m: Measures, board: Board, cell: number): { x: number; y: number } {
  const { x, y } = cellPlace(board, cell);
  return { x: columnX(m, x), y: rowY(y) };
}
