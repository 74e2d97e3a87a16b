// Reads struct wasm_variant_snapshot (src/wasm/variant.h) from the memory of build/variants.wasm.
import type { Player, Snapshot } from "./types";
import { linesOf, NO_PLAYER, STATUSES } from "./snapshot";
import { actionOf, columnOfMove, onlyPops, POWERS, TASKS, VARIANTS, type Power, type VariantFacts } from "./variants";

export const VARIANT_SNAPSHOT_VERSION = 1;

/** Where each field begins, as the C compiler places it. */
export const VARIANT_LAYOUT = {
  version: 0,
  size: 2,
  ply: 4,
  end: 6,
  name_len: 8,
  notation_len: 10,
  lines_len: 12,
  legal_count: 14,
  width: 16,
  height: 17,
  depth: 18,
  connect: 19,
  status: 20,
  turn: 21,
  winner: 22,
  columns: 23,
  variant: 24,
  has_pie: 25,
  task: 26,
  from: 27,
  is_filled: 28,
  is_swapped: 29,
  powers: 30,
  turns: 32,
  kept: 34,
  cells: 36,
  specials: 292,
  heights: 548,
  letters: 600,
  legal: 652,
  moves: 1282,
  movers: 2306,
  texts: 2818,
  lines: 3842,
  name: 8288,
  notation: 8320,
} as const;
export const VARIANT_SNAPSHOT_SIZE = 9376;

const MOVE_TEXT = 2;

type Field = keyof typeof VARIANT_LAYOUT;

class Reader {
  private readonly view: DataView;
  private readonly decoder = new TextDecoder();

  constructor(
    private readonly memory: ArrayBuffer,
    private readonly at: number,
  ) {
    this.view = new DataView(memory, at, VARIANT_SNAPSHOT_SIZE);
  }

  byte(field: Field, index = 0): number {
    return this.view.getUint8(VARIANT_LAYOUT[field] + index);
  }

  short(field: Field, index = 0): number {
    return this.view.getUint16(VARIANT_LAYOUT[field] + 2 * index, true);
  }

  shorts(field: Field, count: number): number[] {
    return Array.from({ length: count }, (_, index) => this.short(field, index));
  }

  /** A copy: the next call may overwrite the struct. */
  bytes(field: Field, count: number): Uint8Array {
    return new Uint8Array(this.memory, this.at + VARIANT_LAYOUT[field], count).slice();
  }

  text(field: Field, count: number): string {
    return this.decoder.decode(this.bytes(field, count));
  }

  /** A number for red and one for yellow. */
  pair(field: Field): [number, number] {
    return [this.byte(field), this.byte(field, 1)];
  }
}

function boardOf(read: Reader): Snapshot["board"] {
  const [width, height, depth, connect] = [read.byte("width"), read.byte("height"), read.byte("depth"), read.byte("connect")];
  const name = `${width}x${height}${depth === 1 ? "" : `x${depth}`}${connect === 4 ? "" : `c${connect}`}`;
  const columns = read.byte("columns");
  return { name, width, height, depth, connect, columns, cells: columns * height };
}

const powersOf = (bits: number): Power[] => POWERS.filter((_, index) => bits & (1 << index));

function factsOf(read: Reader, cells: number): VariantFacts {
  const count = read.short("end");
  const texts = read.text("texts", MOVE_TEXT * count);
  const [red, yellow] = read.pair("powers");
  return {
    name: VARIANTS[read.byte("variant")] ?? "standard",
    hasPie: read.byte("has_pie") === 1,
    game: read.text("name", read.short("name_len")),
    task: TASKS[read.byte("task")] ?? "none",
    isFilled: read.byte("is_filled") === 1,
    isSwapped: read.byte("is_swapped") === 1,
    powers: [powersOf(red), powersOf(yellow)],
    turns: read.pair("turns"),
    kept: read.pair("kept"),
    specials: read.bytes("specials", cells),
    legal: read.shorts("legal", read.short("legal_count")),
    texts: Array.from({ length: count }, (_, index) => texts.slice(MOVE_TEXT * index, MOVE_TEXT * (index + 1)).replace(/\0/g, "")),
    movers: Array.from(read.bytes("movers", count)) as Player[],
  };
}

/** `at`: what ff_wasm_variant_snapshot returned. */
export function readVariantSnapshot(memory: ArrayBuffer, at: number): Snapshot {
  const read = new Reader(memory, at);
  if (read.short("version") !== VARIANT_SNAPSHOT_VERSION || read.short("size") !== VARIANT_SNAPSHOT_SIZE)
    throw new Error(`The variants' snapshot is version ${read.short("version")}, ${read.short("size")} bytes; the page reads another one`);
  const board = boardOf(read);
  const variant = factsOf(read, board.cells);
  const notation = read.text("notation", read.short("notation_len"));
  const winner = read.byte("winner");
  const open = new Set(variant.legal.filter((move) => actionOf(move) === (onlyPops(variant) ? "pop" : "drop")).map(columnOfMove));
  return {
    board,
    notation,
    text: notation,
    moves: read.shorts("moves", read.short("end")),
    ply: read.short("ply"),
    first: 0,
    status: STATUSES[read.byte("status")] ?? "playing",
    turn: read.byte("turn") as Player,
    winner: winner === NO_PLAYER ? null : (winner as Player),
    cells: read.bytes("cells", board.cells),
    heights: Array.from(read.bytes("heights", board.columns)),
    canDrop: Array.from({ length: board.columns }, (_, column) => open.has(column)),
    lines: linesOf(read.bytes("lines", read.short("lines_len"))),
    letters: [...read.text("letters", board.columns)],
    variant,
  };
}
