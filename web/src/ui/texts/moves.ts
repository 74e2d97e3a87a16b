// What a move of a variant does, and what a side must do next.
import type { App } from "../../app/types";
import type { Player, Snapshot } from "../../core/types";
import { actionOf, canDo, columnOfMove, hasColumn, moverAt, type Action } from "../../core/variants";
import { colorName, columnLetter } from "./names";
import { type Key, t } from "./texts";

const keyOf = (action: Exclude<Action, "drop">): Key => `say.${action}`;

/** The notation of a move ends with its column, as it was called on the board of that moment. */
function letterOf(snapshot: Snapshot, index: number): string {
  return snapshot.variant?.texts[index]?.slice(-1) ?? columnLetter(snapshot, columnOfMove(snapshot.moves[index] ?? 0));
}

/** "Red pops column 4."; "" for a drop. `letter`: of its column, if it has one. */
export function specialText(app: App, move: number, mover: Player, letter: string): string {
  const action = actionOf(move);
  return action === "drop" ? "" : t(app, keyOf(action), { color: colorName(app, mover), column: hasColumn(action) ? letter : "" });
}

/** As above. The row of a drop is only known for the last one. */
export function moveText(app: App, snapshot: Snapshot, index: number): string {
  const mover = moverAt(snapshot, index);
  const column = letterOf(snapshot, index);
  return specialText(app, snapshot.moves[index] ?? 0, mover, column) || t(app, "moves.item", { ply: index + 1, color: colorName(app, mover), column });
}

/** A move in the list, for screen readers. */
export function variantItem(app: App, snapshot: Snapshot, index: number): string {
  const text = moveText(app, snapshot, index);
  return actionOf(snapshot.moves[index] ?? 0) === "drop" ? text : t(app, "moves.said", { ply: index + 1, move: text });
}

/** What the side to move must or may do beside dropping a disc; "" for nothing special. */
export function taskText(app: App): string {
  const at = app.landed.value;
  const { variant, status, turn } = at;
  if (!variant || status !== "playing" || app.phase.value === "replay") return "";
  if (variant.task === "target") return t(app, "task.target", { color: colorName(app, turn === 0 ? 1 : 0) });
  if (variant.task !== "none") return t(app, `task.${variant.task}`);
  const action = app.action.value;
  if (action !== "drop" && `mode.${action}` in modes) return t(app, `mode.${action}` as Key);
  if (variant.name === "popten") return t(app, variant.isFilled ? "task.pop" : "task.fill");
  if (canDo(at, "swap")) return t(app, "task.swap");
  return at.ply === 0 && variant.name !== "standard" ? t(app, `rule.${variant.name}`) : "";
}

const modes = { "mode.pop": true, "mode.anvil": true, "mode.bomb": true, "mode.wall": true, "mode.double": true };
