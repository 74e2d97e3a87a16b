// The course of a line on the board: the game's position, and then disc by disc.
import type { App } from "../app/types";
import type { Estimate } from "../core/types";
import { SHOWN_MOVES } from "./length";

const STEP_MS = 750;
const REST_MS = 3000;
/** With reduced motion the last position stands still. */
const STILL_MS = 6000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The positions of a line, from the one it begins with. Null: the position's first moves are not known, so it has no notation. */
export function linePositions(app: App, { line }: Estimate): string[] | null {
  const { notation, board, letters, first } = app.snapshot.peek();
  if (first > 0) return null;
  const text = notation.includes(":") ? notation : `${board.name}:${notation}`;
  const moves = line.slice(0, SHOWN_MOVES).map((column) => letters[column] ?? "");
  return [text, ...moves.map((_, count) => text + moves.slice(0, count + 1).join(""))];
}

/** Ends by itself; `isOver` says whether it was skipped. */
export async function playLine(app: App, estimate: Estimate, isStill: boolean, isOver: () => boolean): Promise<void> {
  const positions = linePositions(app, estimate) ?? [];
  for (const [index, text] of positions.entries()) {
    const isLast = index === positions.length - 1;
    if (isStill && !isLast) continue;
    await app.present(text);
    await pause(isStill ? STILL_MS : isLast ? REST_MS : STEP_MS);
    if (isOver()) return;
  }
}
