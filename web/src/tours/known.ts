// What is known about the cube: the only place of the page where these facts stand. tests/web/known.test.mjs checks with the engine
// what a short search can prove; the rest comes from longer proofs (docs/proof.md), each accepted by an independent checker.
// When a proof advances, change the table and docs/cube.md together.

export interface Known {
  readonly source: string;
  readonly asOf: string;
  readonly board: string;
  /** Red's opening with Yellow's longest resistance, as columns from 0. The last move is Red's quiet one. */
  readonly line: readonly number[];
  /** Replies of Yellow that are not proven to lose, by the number of discs on the board. All others are. */
  readonly open: Readonly<Record<number, readonly number[]>>;
  /** The ply by which Red has won at the latest, by the number of discs before Yellow's reply. */
  readonly wonBy: Readonly<Record<number, number>>;
}

export const KNOWN: Known = {
  source: "docs/cube.md",
  asOf: "2026-11-19",
  board: "5x5x5",
  line: [12, 6, 7, 17, 16, 8, 13, 11, 7],
  open: {
    1: [6, 8, 16, 18], // the same by symmetry
    3: [17],
    5: [8],
    7: [11],
    9: [7, 11],
  },
  wonBy: { 1: 15, 9: 75 },
};

export const COLUMNS = 25;

/** The game after so many moves of the line. */
export function lineText(moves: number): string {
  return `${KNOWN.board}:${lettersOf(KNOWN.line.slice(0, moves)).join("")}`;
}

export function lettersOf(columns: readonly number[]): string[] {
  return columns.map((column) => String.fromCharCode(97 + column));
}
