// Reads struct wasm_snapshot (src/wasm/snapshot.h) from the module's memory.
import type { Player, Snapshot } from "./types";

export const SNAPSHOT_VERSION = 1;

/** Where each field begins, as the C compiler places it. */
export const LAYOUT = {
  version: 0,
  size: 2,
  ply: 4,
  first: 6,
  end: 8,
  name_len: 10,
  notation_len: 12,
  lines_len: 14,
  width: 16,
  height: 17,
  depth: 18,
  connect: 19,
  status: 20,
  turn: 21,
  winner: 22,
  columns: 23,
  cells: 24,
  moves: 280,
  heights: 536,
  drops: 588,
  letters: 640,
  lines: 692,
  name: 861,
  notation: 873,
  zero: 1141,
} as const;
export const SNAPSHOT_SIZE = 1142;

export const STATUSES = ["playing", "won", "draw"] as const;
export const NO_PLAYER = 2;

type Field = keyof typeof LAYOUT;

class Reader {
  private readonly view: DataView;
  private readonly decoder = new TextDecoder();

  constructor(
    private readonly memory: ArrayBuffer,
    private readonly at: number,
  ) {
    this.view = new DataView(memory, at, SNAPSHOT_SIZE);
  }

  short(field: Field): number {
    return this.view.getUint16(LAYOUT[field], true);
  }

  byte(field: Field): number {
    return this.view.getUint8(LAYOUT[field]);
  }

  bytes(field: Field, length: number): Uint8Array {
    return new Uint8Array(this.memory, this.at + LAYOUT[field], length);
  }

  text(field: Field, length: number): string {
    return this.decoder.decode(this.bytes(field, length));
  }
}

/** Each line is its length, then its cells. */
export function linesOf(bytes: Uint8Array): number[][] {
  const lines: number[][] = [];
  for (let i = 0; i < bytes.length; i += bytes[i]! + 1) lines.push(Array.from(bytes.subarray(i + 1, i + 1 + bytes[i]!)));
  return lines;
}

function boardOf(read: Reader): Snapshot["board"] {
  const [width, height, depth] = [read.byte("width"), read.byte("height"), read.byte("depth")];
  const name = read.text("name", read.short("name_len"));
  const columns = read.byte("columns");
  return { name, width, height, depth, connect: read.byte("connect"), columns, cells: columns * height };
}

/** `at`: what ff_wasm_snapshot returned. Everything is copied: the next call may overwrite the struct. */
export function readSnapshot(memory: ArrayBuffer, at: number): Omit<Snapshot, "text"> {
  const read = new Reader(memory, at);
  if (read.short("version") !== SNAPSHOT_VERSION || read.short("size") !== SNAPSHOT_SIZE)
    throw new Error(`The core's snapshot is version ${read.short("version")}, ${read.short("size")} bytes; the page reads another one`);
  const board = boardOf(read);
  const [ply, first, winner] = [read.short("ply"), read.short("first"), read.byte("winner")];
  return {
    board,
    // The classic board needs no name.
    notation: read.text("notation", read.short("notation_len")).replace(/^7x6:/, ""),
    moves: Array.from(read.bytes("moves", read.short("end") - first)),
    ply,
    first,
    status: STATUSES[read.byte("status")] ?? "playing",
    turn: (ply % 2) as Player, // the core names no player after the end
    winner: winner === NO_PLAYER ? null : (winner as Player),
    cells: read.bytes("cells", board.cells).slice(),
    heights: Array.from(read.bytes("heights", board.columns)),
    canDrop: Array.from(read.bytes("drops", board.columns), (error) => error === 0),
    lines: linesOf(read.bytes("lines", read.short("lines_len"))),
    letters: [...read.text("letters", board.columns)],
  };
}
