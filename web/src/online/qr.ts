// QR codes (ISO/IEC 18004): a text as bytes, versions 1 to 10, error correction M. That is 213 bytes at most, far
// more than an address of ours has.
import { codewords, versionFor, versions } from "./qr_words";

export { spareWords } from "./qr_words";

/** Modules by row: 1 dark, 0 light; `fixed` ones are not data and stay as they are under every mask. */
class Grid {
  readonly dark: Uint8Array;
  readonly fixed: Uint8Array;

  constructor(readonly size: number) {
    this.dark = new Uint8Array(size * size);
    this.fixed = new Uint8Array(size * size);
  }

  /** Sets a module that is not data. Places beyond the edge are left out. */
  fix(x: number, y: number, isDark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y * this.size + x] = Number(isDark);
    this.fixed[y * this.size + x] = 1;
  }

  /** A square ring pattern around a centre; by distance from it, dark or light. */
  rings(cx: number, cy: number, radius: number, isDark: (distance: number) => boolean): void {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        this.fix(cx + dx, cy + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  }
}

function drawFrame(grid: Grid, version: number): void {
  const { size } = grid;
  for (let i = 0; i < size; i++) {
    grid.fix(i, 6, i % 2 === 0);
    grid.fix(6, i, i % 2 === 0);
  }
  const corners = [[3, 3], [size - 4, 3], [3, size - 4]] as const;
  for (const [x, y] of corners) grid.rings(x, y, 4, (distance) => distance !== 2 && distance !== 4);
  const centres = versions[version - 1]?.centres ?? [];
  const last = size - 7;
  for (const x of centres) {
    for (const y of centres) {
      const isCorner = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
      if (!isCorner) grid.rings(x, y, 2, (distance) => distance !== 1);
    }
  }
  drawFormat(grid, 0);
  if (version >= 7) drawVersion(grid, version);
}

/** The value with the remainder of its division by `divisor` behind it. */
function protectedBits(value: number, divisor: number, spare: number): number {
  let rest = value << spare;
  for (let bit = 31 - Math.clz32(rest); bit >= spare; bit--) {
    if ((rest >> bit) & 1) rest ^= divisor << (bit - spare);
  }
  return (value << spare) | rest;
}

/** Level M (0) and the mask, twice. */
function drawFormat(grid: Grid, mask: number): void {
  const bits = protectedBits(mask, 0b10100110111, 10) ^ 0b101010000010010;
  const { size } = grid;
  for (let i = 0; i < 15; i++) {
    const isDark = ((bits >> i) & 1) === 1;
    grid.fix(8, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, isDark);
    grid.fix(i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i, 8, isDark);
  }
  grid.fix(8, size - 8, true);
}

function drawVersion(grid: Grid, version: number): void {
  const bits = protectedBits(version, 0b1111100100101, 12);
  for (let i = 0; i < 18; i++) {
    const isDark = ((bits >> i) & 1) === 1;
    const far = grid.size - 11 + (i % 3);
    const near = Math.floor(i / 3);
    grid.fix(far, near, isDark);
    grid.fix(near, far, isDark);
  }
}

/** The places of data: pairs of columns from the right, up and down in turns, past everything fixed. */
function* dataPlaces(grid: Grid): Generator<number> {
  const { size, fixed } = grid;
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--;
    for (let i = 0; i < size; i++) {
      const row = (isUp ? size - 1 - i : i) * size;
      if (!fixed[row + right]) yield row + right;
      if (!fixed[row + right - 1]) yield row + right - 1;
    }
    isUp = !isUp;
  }
}

function drawData(grid: Grid, words: readonly number[]): void {
  let at = 0;
  for (const place of dataPlaces(grid)) {
    grid.dark[place] = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    at++;
  }
}

/** Which modules a mask turns over. */
const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function applyMask(grid: Grid, mask: number): void {
  const { size, dark, fixed } = grid;
  const turns = masks[mask] as (x: number, y: number) => boolean;
  for (let place = 0; place < dark.length; place++) {
    if (!fixed[place] && turns(place % size, Math.floor(place / size))) dark[place] = 1 - (dark[place] ?? 0);
  }
}

/** How hard a row or column is to read: long runs, and what looks like a corner. */
function lineCost(line: string): number {
  let cost = 0;
  for (const run of line.match(/0{5,}|1{5,}/g) ?? []) cost += run.length - 2;
  for (let at = 0; at + 11 <= line.length; at++) {
    const part = line.slice(at, at + 11);
    if (part === "10111010000" || part === "00001011101") cost += 40;
  }
  return cost;
}

function cost({ size, dark }: Grid): number {
  const at = (x: number, y: number): number => dark[y * size + x] ?? 0;
  let total = 0;
  for (let i = 0; i < size; i++) {
    total += lineCost(Array.from({ length: size }, (_, j) => at(j, i)).join(""));
    total += lineCost(Array.from({ length: size }, (_, j) => at(i, j)).join(""));
  }
  for (let y = 1; y < size; y++) {
    for (let x = 1; x < size; x++) {
      const square = at(x, y) + at(x - 1, y) + at(x, y - 1) + at(x - 1, y - 1);
      if (square === 0 || square === 4) total += 3;
    }
  }
  const percent = (100 * dark.reduce((count, module) => count + module, 0)) / dark.length;
  return total + 10 * Math.floor(Math.abs(percent - 50) / 5);
}

export interface Code {
  /** Modules on a side, without the quiet zone of 4 that has to surround them. */
  readonly size: number;
  isDark(x: number, y: number): boolean;
}

/** Null: the text is too long. */
export function encode(text: string): Code | null {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  if (version === null) return null;
  const grid = new Grid(17 + 4 * version);
  drawFrame(grid, version);
  drawData(grid, codewords(bytes, version));
  const costs = masks.map((_, mask) => {
    applyMask(grid, mask);
    drawFormat(grid, mask);
    const found = cost(grid);
    applyMask(grid, mask);
    return found;
  });
  const best = costs.indexOf(Math.min(...costs));
  applyMask(grid, best);
  drawFormat(grid, best);
  return { size: grid.size, isDark: (x, y) => grid.dark[y * grid.size + x] === 1 };
}

/** The dark modules as the path of an SVG, one unit each: runs of a row are one rectangle. */
export function pathOf({ size, isDark }: Code): string {
  let path = "";
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y)) continue;
      let end = x + 1;
      while (end < size && isDark(end, y)) end++;
      path += `M${x} ${y}h${end - x}v1h${x - end}z`;
      x = end;
    }
  }
  return path;
}
