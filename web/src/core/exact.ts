// Which boards have exact answers, for code that knows a board's name but has no core (a form, a list).
// tests/web/exact.test.mjs compares this with the core on every legal board.

interface Sides {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly connect: number;
}

function sidesOf(board: string): Sides {
  const [sides = "", connect = "4"] = board.split("c");
  const [width = 0, height = 0, depth = 1] = sides.split("x").map(Number);
  return { width, height, depth, connect: Number(connect) };
}

/** Whether the solver takes this board, so that columns have exact scores. */
export function hasScores(board: string): boolean {
  const { width, height, depth, connect } = sidesOf(board);
  return depth === 1 && connect === 4 && width * (height + 1) <= 64;
}

/** The largest board that the solver finishes from the start, as in src/engine/solver.c. */
const SOLVED_CELLS = 42;

/** Whether whole games can be solved: only there is a computer perfect. */
export function isSolved(board: string): boolean {
  const { width, height } = sidesOf(board);
  return hasScores(board) && width * height <= SOLVED_CELLS;
}

/** Whether games can be reviewed: by exact scores, or by estimates where there are none. Between are boards too large to solve from the start. */
export function isReviewable(board: string): boolean {
  return isSolved(board) || !hasScores(board);
}
