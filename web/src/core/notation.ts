// Notation as the core writes it, for code that knows a board's name but has no core.

/** The character of a column: digits on boards of up to nine columns, letters on larger ones. */
export function letterOf(board: string, column: number): string {
  const [width = 7, , depth = 1] = board.replace(/c\d+$/, "").split("x").map(Number);
  if (width * depth <= 9) return String(column + 1);
  return String.fromCharCode(column < 26 ? 97 + column : 65 + column - 26);
}

/** A whole game: the classic board is not named. */
export function notationOf(board: string, moves: string): string {
  return board === "7x6" ? moves : `${board}:${moves}`;
}
