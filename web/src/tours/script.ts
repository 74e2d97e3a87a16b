// The course of the cube's tour: three games that end with a line, one after another. The core plays them.
import type { App } from "../app/types";
import type { Word } from "./words";

interface Scene {
  readonly word: Word;
  /** Yellow wins with the last bead. */
  readonly moves: string;
  readonly stepMs: number;
  /** To see the line from all sides. */
  readonly restMs: number;
}

export const BOARD = "5x5x5";
export const SCENES: readonly Scene[] = [
  { word: "space", moves: "ggmmsmsass", stepMs: 400, restMs: 4200 },
  { word: "plane", moves: "xapgwmts", stepMs: 300, restMs: 3000 },
  { word: "pole", moves: "amemumym", stepMs: 280, restMs: 2800 },
];
/** With reduced motion each line stands still for a while. */
const STILL_MS = 5000;
/** However slow the machine is. */
export const LONGEST_MS = 20_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Ends by itself; `isOver` says whether it was skipped. `say` names each kind of line. */
export async function playCube(app: App, isStill: boolean, isOver: () => boolean, say: (word: Word) => void): Promise<void> {
  for (const { word, moves, stepMs, restMs } of SCENES) {
    say(word);
    for (let beads = isStill ? moves.length : 0; beads <= moves.length; beads++) {
      await app.present(`${BOARD}:${moves.slice(0, beads)}`);
      await pause(beads < moves.length ? stepMs : isStill ? STILL_MS : restMs);
      if (isOver()) return;
    }
  }
}
