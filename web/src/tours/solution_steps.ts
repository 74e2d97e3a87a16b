// The steps of the tour: a text, the positions that the board plays through, and the replies of Yellow that are marked.
import type { App } from "../app/types";
import type { Args } from "../ui/texts/texts";
import { COLUMNS, KNOWN, lettersOf, lineText } from "./known";
import { word, type SolutionWord } from "./solution_words";

export interface Step {
  readonly key: SolutionWord;
  /** The board shows the line from this many moves … */
  readonly from: number;
  /** … to this many, move by move. */
  readonly to: number;
  /** Whether Yellow's replies to the last position are marked. */
  readonly isMapped: boolean;
}

const openAt = (moves: number): readonly number[] => KNOWN.open[moves] ?? [];
const END = KNOWN.line.length;

export const STEPS: readonly Step[] = [
  { key: "centre", from: 0, to: 1, isMapped: true },
  { key: "corner", from: 1, to: 2, isMapped: false },
  { key: "forced", from: 2, to: END - 1, isMapped: false },
  { key: "quiet", from: END - 1, to: END, isMapped: true },
  { key: openAt(END).length > 0 ? "open" : "solved", from: END, to: END, isMapped: true },
];

function dateText(app: App): string {
  return new Date(`${KNOWN.asOf}T12:00:00Z`).toLocaleDateString(app.settings.value.language, { dateStyle: "long" });
}

/** "g, i, q, s" */
const listed = (columns: readonly number[]): string => lettersOf(columns).join(", ");

function argsOf(app: App, { to }: Step): Args {
  const open = openAt(to);
  const { line } = KNOWN;
  const replies = line.filter((_, index) => index % 2 === 1 && index > 1);
  return {
    lost: COLUMNS - open.length,
    all: COLUMNS,
    ply: KNOWN.wonBy[to] ?? 0,
    open: listed(to === 2 ? openAt(1) : open),
    count: open.length,
    reply: listed(line.slice(1, 2)),
    replies: listed(replies),
    move: listed(line.slice(to === END ? END - 1 : 2).slice(0, 1)),
    date: dateText(app),
  };
}

export function stepText(app: App, step: Step): string {
  return word(app, step.key, argsOf(app, step));
}

export function asOfText(app: App): string {
  return word(app, "asOf", { date: dateText(app) });
}

/** What the map of replies shows, in words. */
export function mapText(app: App, step: Step): string {
  return word(app, "map", argsOf(app, step));
}

/** Each column's mark on the map. */
export function marksOf({ to }: Step): readonly ("lost" | "open")[] {
  return Array.from({ length: COLUMNS }, (_, column) => (openAt(to).includes(column) ? "open" : "lost"));
}

/** The positions that a step shows, in order. Without motion only the last one. */
export function positionsOf({ from, to }: Step, isStill: boolean): string[] {
  const first = isStill ? to : Math.min(from, to);
  return Array.from({ length: to - first + 1 }, (_, index) => lineText(first + index));
}
