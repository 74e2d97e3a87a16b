// The keyboard: one table for the handler and for the help.
import type { App } from "../../app/types";
import type { Board } from "../../core/types";
import { canDo, moveOf } from "../../core/variants";
import { openChat, panel } from "../state";
import type { Key } from "../texts/texts";

export type Command =
  | "left" | "right" | "up" | "down" | "drop" | "undo" | "redo" | "hint" | "scores" | "threats" | "mute" | "chat"
  | "pop" | "anvil" | "bomb" | "wall" | "double" | "boardLeft" | "boardRight" | "swap"
  | "new" | "help" | "escape" | "zoomIn" | "zoomOut" | "turnLeft" | "turnRight" | "home";

interface Binding {
  /** What the help shows: the text key of a named key, or the character itself. */
  readonly shown: readonly (Key | (string & {}))[];
  readonly does: Key;
  /** KeyboardEvent.key, letters in lower case. */
  readonly keys: Readonly<Record<string, Command>>;
}

export const bindings: readonly Binding[] = [
  {
    shown: ["keys.arrows"],
    does: "key.move",
    keys: { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" },
  },
  { shown: ["keys.columns"], does: "key.column", keys: {} },
  { shown: ["keys.enter"], does: "key.drop", keys: { Enter: "drop", " ": "drop" } },
  { shown: ["U"], does: "key.undo", keys: { u: "undo" } },
  { shown: ["R"], does: "key.redo", keys: { r: "redo" } },
  { shown: ["H"], does: "key.hint", keys: { h: "hint" } },
  { shown: ["S"], does: "key.scores", keys: { s: "scores" } },
  { shown: ["T"], does: "key.threats", keys: { t: "threats" } },
  { shown: ["P"], does: "key.pop", keys: { p: "pop" } },
  { shown: ["A", "B", "W", "D"], does: "key.powers", keys: { a: "anvil", b: "bomb", w: "wall", d: "double" } },
  { shown: ["<", ">"], does: "key.turnBoard", keys: { "<": "boardLeft", ">": "boardRight" } },
  { shown: ["X"], does: "key.swap", keys: { x: "swap" } },
  { shown: ["C"], does: "key.chat", keys: { c: "chat" } },
  { shown: ["M"], does: "key.mute", keys: { m: "mute" } },
  { shown: ["N"], does: "key.new", keys: { n: "new" } },
  { shown: ["[", "]"], does: "key.turn", keys: { "[": "turnLeft", "]": "turnRight" } },
  { shown: ["+", "−"], does: "key.zoom", keys: { "+": "zoomIn", "=": "zoomIn", "-": "zoomOut" } },
  { shown: ["keys.home"], does: "key.home", keys: { Home: "home" } },
  { shown: ["?"], does: "key.help", keys: { "?": "help" } },
  { shown: ["keys.escape"], does: "key.escape", keys: { Escape: "escape" } },
];

const commands: Readonly<Record<string, Command>> = Object.assign({}, ...bindings.map(({ keys }) => keys));

export interface Stroke {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

export type Meaning = { readonly column: number } | { readonly command: Command } | null;

const isLetter = (key: string): boolean => /^[a-zA-Z]$/.test(key);

/** On boards whose columns are letters a plain letter is a column, and Shift makes it a command. */
export function meaningOf(stroke: Stroke, letters: readonly string[]): Meaning {
  if (stroke.altKey) return null;
  if (stroke.ctrlKey || stroke.metaKey) return undoMeaning(stroke);
  const column = stroke.shiftKey && isLetter(stroke.key) ? -1 : letters.indexOf(stroke.key);
  if (column >= 0) return { column };
  const name = isLetter(stroke.key) ? stroke.key.toLowerCase() : stroke.key;
  const command = commands[name];
  return command ? { command } : null;
}

function undoMeaning(stroke: Stroke): Meaning {
  const key = stroke.key.toLowerCase();
  if (key === "z") return { command: stroke.shiftKey ? "redo" : "undo" };
  return key === "y" ? { command: "redo" } : null;
}

const steps: Readonly<Partial<Record<Command, readonly [number, number]>>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/** The column next to `from`, as seen after that many quarter turns of the camera. */
export function neighbour(board: Board, from: number | null, command: Command, quarter: number): number | null {
  let [dx, dz] = steps[command] ?? [0, 0];
  if (board.depth === 1 && dz !== 0) return from;
  if (from === null) return (board.width >> 1) + board.width * (board.depth >> 1);
  for (let turn = 0; turn < quarter; turn++) [dx, dz] = [dz, -dx || 0];
  const x = (from % board.width) + dx;
  const z = Math.floor(from / board.width) + dz;
  return x < 0 || z < 0 || x >= board.width || z >= board.depth ? from : x + board.width * z;
}

function move(app: App, command: Command): void {
  const { board } = app.snapshot.value;
  const column = neighbour(board, app.hover.value, command, app.scene?.quarter() ?? 0);
  choose(app, column);
}

/** Focuses the column's button, so that the choice is visible and announced. */
function choose(app: App, column: number | null): void {
  app.hover.value = column;
  document.querySelector<HTMLElement>(`[data-column="${column}"]`)?.focus();
}

/** The column chosen last is the highlighted one; without a highlight, the one that has the focus. */
function drop(app: App): void {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["column"] : undefined;
  const column = app.hover.value ?? (focused === undefined ? null : Number(focused));
  if (column !== null) app.drop(column);
}

/** Deep boards rest only at quarter turns: a smaller step would ease back. */
const turnStep = (app: App): number => (app.snapshot.value.board.depth > 1 ? Math.PI / 2 : Math.PI / 8);

const actions: Readonly<Record<Command, (app: App) => void>> = {
  left: (app) => move(app, "left"),
  right: (app) => move(app, "right"),
  up: (app) => move(app, "up"),
  down: (app) => move(app, "down"),
  drop,
  undo: (app) => app.undo(),
  redo: (app) => app.redo(),
  hint: (app) => app.askHint(),
  scores: (app) => app.change({ scores: !app.settings.value.scores }),
  threats: (app) => app.change({ threats: !app.settings.value.threats }),
  pop: (app) => app.choose("pop"),
  anvil: (app) => app.choose("anvil"),
  bomb: (app) => app.choose("bomb"),
  wall: (app) => app.choose("wall"),
  double: (app) => app.choose("double"),
  boardLeft: (app) => atOnce(app, "turn-left"),
  boardRight: (app) => atOnce(app, "turn-right"),
  swap: (app) => atOnce(app, "swap"),
  mute: (app) => app.change({ sound: !app.settings.value.sound }),
  chat: (app) => app.remote.value !== null && openChat(),
  new: (app) => void (app.dialog.value = "new"),
  help: (app) => void (app.dialog.value = "help"),
  escape,
  zoomIn: (app) => app.scene?.zoom(1.2),
  zoomOut: (app) => app.scene?.zoom(1 / 1.2),
  turnLeft: (app) => app.scene?.orbit(-turnStep(app), 0),
  turnRight: (app) => app.scene?.orbit(turnStep(app), 0),
  home: (app) => app.setView("home"),
};

/** A move without a column. */
function atOnce(app: App, action: "turn-left" | "turn-right" | "swap"): void {
  if (app.phase.peek() === "turn" && canDo(app.snapshot.peek(), action)) app.move(moveOf(action));
}

function escape(app: App): void {
  if (app.cancelKept()) return;
  if (app.action.value !== "drop") return app.choose(app.action.value);
  if (app.hover.value !== null) app.hover.value = null;
  else panel.value = null;
}

/** Text fields keep all keys; links, disclosures and buttons other than the columns' keep Enter and Space. */
function belongsTo(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("input, textarea, select, dialog, [contenteditable]")) return true;
  return (key === "Enter" || key === " ") && target.closest("button:not([data-column]), a, summary") !== null;
}

/** The commands of the start page; the others need a game. */
const startCommands: readonly Command[] = [
  "help", "new", "mute", "home", "turnLeft", "turnRight", "zoomIn", "zoomOut",
];

export function listenToKeys(app: App): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || app.dialog.value || belongsTo(event.target, event.key)) return;
    const meaning = meaningOf(event, app.snapshot.value.letters);
    if (!meaning || (app.phase.value === "welcome" && !isStartCommand(meaning))) return;
    event.preventDefault();
    if ("column" in meaning) choose(app, meaning.column);
    else if (meaning.command !== "drop" || !event.repeat) actions[meaning.command](app);
  };
  // Some browsers click a button when Space is released.
  const onRelease = (event: KeyboardEvent): void => {
    if (event.key === " " && event.target instanceof HTMLElement && event.target.dataset["column"]) event.preventDefault();
  };
  document.addEventListener("keydown", onKey);
  document.addEventListener("keyup", onRelease);
  return () => {
    document.removeEventListener("keydown", onKey);
    document.removeEventListener("keyup", onRelease);
  };
}

function isStartCommand(meaning: Meaning): boolean {
  return meaning !== null && "command" in meaning && startCommands.includes(meaning.command);
}
