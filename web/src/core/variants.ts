// Games by their names: a board, a variant and the pie option ("7x6-popout-pie"). The rules themselves are the core's.
// docs/variants.md has the names and the notation.
import type { Player, Snapshot } from "./types";

/** In the order of ff_variant. */
export const VARIANTS = ["standard", "popout", "powerup", "five", "popten", "misere", "cylinder", "turn"] as const;
export type Variant = (typeof VARIANTS)[number];

/** In the order of ff_action. */
export const ACTIONS = ["drop", "pop", "anvil", "bomb", "wall", "double", "turn-left", "turn-right", "swap"] as const;
export type Action = (typeof ACTIONS)[number];

/** Special discs, in the order of their bits. */
export const POWERS = ["anvil", "bomb", "wall", "double"] as const;
export type Power = (typeof POWERS)[number];

/** What the side to move must do to finish its turn, in the order of ff_task. */
export const TASKS = ["none", "second", "quiet", "target", "put"] as const;
export type Task = (typeof TASKS)[number];

/** What a variant's position has beside discs. Pairs are by side: red, yellow. */
export interface VariantFacts {
  readonly name: Variant;
  readonly hasPie: boolean;
  /** "7x6-popout-pie" */
  readonly game: string;
  readonly task: Task;
  /** Pop Ten: the board has been full, so discs are popped. */
  readonly isFilled: boolean;
  /** The player who moved first plays yellow. */
  readonly isSwapped: boolean;
  readonly powers: readonly [readonly Power[], readonly Power[]];
  readonly turns: readonly [number, number];
  readonly kept: readonly [number, number];
  /** By cell: an index of ACTIONS, 0 for plain discs. */
  readonly specials: Uint8Array;
  /** The moves that the side to move may make. */
  readonly legal: readonly number[];
  /** Of every known move: its notation, and the side that made it. */
  readonly texts: readonly string[];
  readonly movers: readonly Player[];
}

const STEP = 64;

/** A move is a number, as ff_move_of: a drop is the number of its column. */
export const moveOf = (action: Action, column = 0): number => ACTIONS.indexOf(action) * STEP + column;
export const actionOf = (move: number): Action => ACTIONS[Math.floor(move / STEP)] ?? "drop";
export const columnOfMove = (move: number): number => move % STEP;
export const hasColumn = (action: Action): boolean => ACTIONS.indexOf(action) < ACTIONS.indexOf("turn-left");
export const isPower = (action: Action): action is Power => POWERS.some((power) => power === action);

/** The column on which a move puts a disc; null: it puts none. */
export function droppedColumn(move: number): number | null {
  const action = actionOf(move);
  return action === "drop" || isPower(action) ? columnOfMove(move) : null;
}

/** What a game is, apart from its moves. */
export interface Kind {
  /** "7x6" */
  readonly board: string;
  readonly variant: Variant;
  readonly pie: boolean;
}

export function gameName({ board, variant, pie }: Kind): string {
  return board + (variant === "standard" ? "" : `-${variant}`) + (pie ? "-pie" : "");
}

/** The board on which a variant is usually played. */
export const usualBoard = (variant: Variant): string => (variant === "five" ? "9x6c5" : "7x6");

/** What stands in front of the moves. A name that the core would not write may mean anything: it decides. */
export function kindOf(text: string): Kind {
  const head = text.includes(":") ? text.slice(0, text.indexOf(":")) : text;
  const parts = head.split("-");
  const variant = VARIANTS.find((name) => parts.includes(name)) ?? "standard";
  const board = /^\d/.test(head) ? parts[0]! : usualBoard(variant);
  return { board, variant, pie: parts.includes("pie") };
}

/** Whether the text is a game with other rules, or with the pie option. So is a mistyped name: the core refuses it with a text that has an example. */
export function isVariant(text: string): boolean {
  const end = text.indexOf(":");
  if (end < 0 || text.startsWith("{")) return false;
  const { variant, pie } = kindOf(text);
  return variant !== "standard" || pie || /^(?!classic|cube)[a-z]/i.test(text);
}

/** The game of a position. A turned board is still the same game. */
export function kindOfSnapshot({ board, variant }: Snapshot): Kind {
  return variant ? kindOf(`${variant.game}:`) : { board: board.name, variant: "standard", pie: false };
}

/** The move that a press on a column makes; null: it makes none. `power`: what the person has chosen to do there. */
export function pressOf(at: Snapshot, column: number, power: Action): number | null {
  if (!at.variant) return at.canDrop[column] ? column : null;
  const wanted = power === "drop" && onlyPops(at.variant) ? "pop" : power;
  const move = moveOf(wanted, column);
  return at.variant.legal.includes(move) ? move : null;
}

/** Discs are taken away now, and nothing else can be done with a column. */
export function onlyPops({ legal, task, isFilled }: VariantFacts): boolean {
  return task === "target" || (isFilled && task === "none" && legal.length > 0);
}

/** The action can be chosen now. */
export function canDo(at: Snapshot, action: Action): boolean {
  return at.variant?.legal.some((move) => actionOf(move) === action) ?? action === "drop";
}

const SIGNS: Readonly<Record<string, Action>> = {
  "-": "pop", _: "anvil", "@": "bomb", "=": "wall", "+": "double", "<": "turn-left", ">": "turn-right", "~": "swap",
};

/** The first move of a notation that goes on from this position, and how many characters it has. Null: it reads like none. */
export function firstMove(at: Snapshot, text: string): { readonly move: number; readonly length: number } | null {
  const action = SIGNS[text[0] ?? ""] ?? "drop";
  if (!hasColumn(action)) return { move: moveOf(action), length: 1 };
  const length = action === "drop" ? 1 : 2;
  const column = at.letters.indexOf(text[length - 1] ?? " ");
  return column < 0 ? null : { move: moveOf(action, column), length };
}

/** Who made the move with this index; in the standard game the sides take turns. */
export function moverAt({ variant, first }: Snapshot, index: number): Player {
  return variant?.movers[index] ?? (((first + index) % 2) as Player);
}

/** The side that moves at a ply; after the last known move it is the snapshot's. */
export function sideAt(at: Snapshot, ply: number): Player {
  if (ply === at.ply) return at.turn;
  return moverAt(at, ply - at.first);
}

/** Whether sides have been swapped before a ply. */
export function isSwappedAt({ variant, moves }: Snapshot, ply: number): boolean {
  return variant !== undefined && moves.slice(0, ply).includes(moveOf("swap"));
}
