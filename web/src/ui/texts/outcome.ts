// The words about a game that is over.
import type { App } from "../../app/types";
import type { Player } from "../../core/types";
import { colorName, columnLetter, winnersMoves } from "./names";
import { t } from "./texts";

/** The headline of a local game's result. */
export function resultText(app: App): string {
  const snapshot = app.snapshot.value;
  const { winner } = snapshot;
  if (winner === null) return t(app, "result.draw");
  const you = app.you.value;
  if (you !== null && winner !== you) return t(app, "result.cpu");
  const moves = winnersMoves(snapshot);
  return you === null ? t(app, "result.color", { color: colorName(app, winner), moves }) : t(app, "result.you", { moves });
}

/** How the game ended, and how many the person has won in a row by now. */
export function resultDetail(app: App): string {
  const { winner } = app.snapshot.value;
  if (winner === null) return drawDetail(app);
  const line = winText(app, winner);
  const { streak } = app.tally.value;
  const isStreak = app.you.value === winner && streak > 1;
  return isStreak ? `${t(app, "result.streak", { wins: streak })} ${line}` : line;
}

/** What decided the game on the board: a line, in most variants. */
export function winText(app: App, winner: Player): string {
  const { board, variant } = app.snapshot.value;
  if (variant?.name === "popten") return t(app, "end.kept", { color: colorName(app, winner) });
  if (variant?.name === "misere") return t(app, "end.misere", { color: colorName(app, winner === 0 ? 1 : 0) });
  return t(app, "end.line", { color: colorName(app, winner), count: board.connect });
}

const LONGEST = 512;

/** A game of a variant can be drawn on a board that is not full. */
function drawDetail(app: App): string {
  const { variant, cells, ply } = app.snapshot.value;
  const isFull = !cells.includes(2);
  if (ply >= LONGEST) return t(app, "end.long");
  if (variant?.name === "popten") return t(app, "end.stuck");
  return t(app, isFull || !variant ? "end.full" : "end.repeated");
}

/** "" while there is nothing to learn. */
export function lessonText(app: App): string {
  const lesson = app.lesson.value;
  const snapshot = app.snapshot.value;
  if (lesson === null) return "";
  if (lesson.kind === "lapse") {
    const column = columnLetter(snapshot, lesson.better);
    return t(app, `lesson.${lesson.held}`, { column, move: lesson.ply + 1 });
  }
  const winner: Player | null = snapshot.winner;
  return winner === null ? "" : t(app, "lesson.never", { color: colorName(app, winner) });
}
