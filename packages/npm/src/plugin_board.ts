// Lookups in the board of a state. Rules are not decided here.
import type { CellState } from "../types/plugin";

type Cells = readonly (readonly CellState[])[];

export const ROWS = 6;
export const COLUMNS = 7;

export function isValidColumn(column: number): boolean {
  return Number.isInteger(column) && column >= 0 && column < COLUMNS;
}

export function isColumnFull(board: Cells, column: number): boolean {
  return isValidColumn(column) && board[0]?.[column] !== null;
}

export function findLowestEmptyRow(board: Cells, column: number): number | null {
  if (!isValidColumn(column)) return null;
  const row = board.findLastIndex((cells) => cells[column] === null);
  return row < 0 ? null : row;
}

export function isBoardFull(board: Cells): boolean {
  return board.every((cells) => cells.every((cell) => cell !== null));
}
