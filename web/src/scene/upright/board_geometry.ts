// The board's plastic: two faces with round bevelled openings, the slot between them, rails, feet and bar.
import type { BufferGeometry } from "three";
import { Builder, mix, smoothstep } from "./builder";
import { footProfile, loft, roundedRect } from "./loft";
import { BAR_Y, BEVEL, columnX, HOLE, LIFT, MARGIN, OUTER, RAIL, rowY, SLOT_HALF } from "./measures";
import type { Measures } from "./measures";

export interface BoardDetail {
  /** Corners of an opening, a multiple of 8, so that neighbouring tiles share their border points. */
  readonly circle: number;
  readonly bevel: number;
  /** Small openings on weak machines: edge and wall are one slope. */
  readonly isCoarse: boolean;
}

/** The deeper in the slot, the darker. */
const slotShade = (z: number): number => mix(0.34, 1, smoothstep(z, SLOT_HALF, OUTER - 0.02));
const groundShade = (_x: number, y: number): number => mix(0.55, 1, smoothstep(y, -0.1, 0.5));

export function frameGeometry(m: Measures, detail: BoardDetail): BufferGeometry {
  const b = new Builder();
  for (const side of [1, -1] as const) {
    b.side = side;
    for (let x = 0; x < m.width; x++)
      for (let y = 0; y < m.height; y++) tile(b, columnX(m, x), rowY(y), detail);
  }
  for (const side of [1, -1] as const) {
    b.side = side;
    for (let x = 1; x < m.width; x++) divider(b, x - m.width / 2, m);
  }
  b.side = 1;
  surroundings(b, m, detail);
  return b.build();
}

/** Only the board's outline: borders, rails, feet and bar. */
export function outlineGeometry(m: Measures, detail: BoardDetail): BufferGeometry {
  const b = new Builder();
  surroundings(b, m, detail);
  bar(b, BAR_Y, m, detail);
  return b.build();
}

function surroundings(b: Builder, m: Measures, detail: BoardDetail): void {
  for (const side of [1, -1] as const) {
    b.side = side;
    border(b, m, detail);
  }
  b.side = 1;
  for (const s of [-1, 1]) {
    rail(b, s * m.rail, m, detail);
    foot(b, s * m.rail, m, detail);
  }
}

/** The bar below the lowest row, which holds the discs and lets them go. */
export function barGeometry(m: Measures, detail: BoardDetail): BufferGeometry {
  const b = new Builder();
  bar(b, 0, m, detail);
  return b.build();
}

function bar(b: Builder, y: number, m: Measures, detail: BoardDetail): void {
  loft(b, {
    outline: roundedRect(OUTER * 2 + 0.12, 0.2, 0.08, detail.bevel + 1),
    length: 2 * m.half,
    bevel: 0.04,
    segments: detail.bevel,
    place: (u, v, w) => [w, y + v, -u],
    shade: () => 1,
  });
}

/** Only the plastic of one column, a hair in front of both faces: what lights up under the pointer. */
export function columnGeometry(m: Measures, detail: BoardDetail): BufferGeometry {
  const b = new Builder();
  const z = OUTER + 0.004;
  for (const side of [1, -1] as const) {
    b.side = side;
    for (let y = 0; y < m.height; y++) {
      const rim = circle(b, 0, rowY(y), detail.circle, { r: HOLE + BEVEL, z, out: 0, nz: 1, shade: 1 });
      b.strip(square(b, 0, rowY(y), z, 1, detail.circle, 1), rim);
    }
    const top = LIFT + m.height;
    b.facet([[-0.5, top, z], [0.5, top, z], [0.5, m.top - BEVEL, z], [-0.5, m.top - BEVEL, z]], []);
  }
  return b.build();
}

interface Ring {
  readonly r: number;
  readonly z: number;
  /** Normal: away from the axis, and along it. */
  readonly out: number;
  readonly nz: number;
  readonly shade: number;
}

function circle(b: Builder, x: number, y: number, n: number, { r, z, out, nz, shade }: Ring): number[] {
  const row: number[] = [];
  for (let i = 0; i <= n; i++) {
    const a = (i / n) * Math.PI * 2;
    const [c, s] = [Math.cos(a), Math.sin(a)];
    row.push(i === n ? row[0]! : b.vertex(x + r * c, y + r * s, z, out * c, out * s, nz, shade));
  }
  return row;
}

/** Neighbouring tiles must share exact border coordinates, or the background shines through the seam. */
const snap = (x: number): number => Math.round(x * 16_384) / 16_384;

/** The tile's edge, one point for every point of its opening. */
function square(b: Builder, x: number, y: number, z: number, nz: number, n: number, shade: number): number[] {
  const row: number[] = [];
  for (let i = 0; i <= n; i++) {
    const a = (i / n) * Math.PI * 2;
    const [c, s] = [Math.cos(a), Math.sin(a)];
    const r = 0.5 / Math.max(Math.abs(c), Math.abs(s));
    row.push(i === n ? row[0]! : b.vertex(snap(x + r * c), snap(y + r * s), z, 0, 0, nz, shade));
  }
  return row;
}

/** One cell of a face: flat plastic, the bevel, the wall of the opening, and the inside of the slot. */
function tile(b: Builder, x: number, y: number, { circle: n, bevel, isCoarse }: BoardDetail): void {
  let last = circle(b, x, y, n, { r: HOLE + BEVEL, z: OUTER, out: 0, nz: 1, shade: 1 });
  b.strip(square(b, x, y, OUTER, 1, n, 1), last);
  for (let i = 1; i <= bevel && !isCoarse; i++) {
    const a = ((i / bevel) * Math.PI) / 2;
    const [s, c] = [Math.sin(a), Math.cos(a)];
    const z = OUTER - BEVEL * (1 - c);
    const next = circle(b, x, y, n, { r: HOLE + BEVEL * (1 - s), z, out: -s, nz: c, shade: slotShade(z) });
    b.strip(last, next);
    last = next;
  }
  const deep = { r: HOLE, z: SLOT_HALF, shade: slotShade(SLOT_HALF) };
  b.strip(last, circle(b, x, y, n, { ...deep, out: -1, nz: 0 }));
  b.strip(circle(b, x, y, n, { ...deep, out: 0, nz: -1 }), square(b, x, y, SLOT_HALF, -1, n, deep.shade));
}

/** Places along a tile's side, from -0.5 to 0.5: the same points tiles have there, so no gap can open. */
function sidePoints(n: number): number[] {
  return Array.from({ length: n / 4 + 1 }, (_, i) => 0.5 * Math.tan(((i / (n / 4) - 0.5) * Math.PI) / 2));
}

/** All points along a run of tiles. */
function runPoints(count: number, n: number): number[] {
  const points = sidePoints(n);
  const run: number[] = [-count / 2];
  for (let i = 0; i < count; i++) for (const p of points.slice(1)) run.push(i - (count - 1) / 2 + p);
  return run;
}

/** The border around the tiles: plain margins at the sides and below, a rounded lip on top. */
function border(b: Builder, m: Measures, detail: BoardDetail): void {
  const xs = [-m.half, ...runPoints(m.width, detail.circle), m.half];
  const row = (y: number, z: number, ny: number, nz: number, shade: number): number[] =>
    xs.map((x) => b.vertex(snap(x), snap(y), z, 0, ny, nz, shade));
  const gridTop = LIFT + m.height;
  const lip: number[][] = [row(gridTop, OUTER, 0, 1, 1)];
  for (let i = 0; i <= detail.bevel; i++) {
    const a = ((i / detail.bevel) * Math.PI) / 2;
    const [s, c] = [Math.sin(a), Math.cos(a)];
    lip.push(row(m.top - BEVEL * (1 - s), OUTER - BEVEL * (1 - c), s, c, 1));
  }
  lip.push(row(m.top, SLOT_HALF, 1, 0, 0.8));
  for (let i = 0; i + 1 < lip.length; i++) b.strip(lip[i]!, lip[i + 1]!);
  b.strip(row(m.top, SLOT_HALF, 0, -1, 0.6), row(gridTop, SLOT_HALF, 0, -1, 0.34));
  for (const [z, nz, shade] of [[OUTER, 1, 1], [SLOT_HALF, -1, 0.34]] as const) {
    const low = row(LIFT - MARGIN, z, 0, nz, shade);
    const high = row(LIFT, z, 0, nz, shade);
    if (nz > 0) b.strip(low, high);
    else b.strip(high, low);
    const ys = runPoints(m.height, detail.circle).map((y) => y + LIFT + m.height / 2);
    const column = (x: number): number[] => ys.map((y) => b.vertex(snap(x), snap(y), z, 0, 0, nz, shade));
    for (const s of [-1, 1]) {
      const [inner, outer] = [column((s * m.width) / 2), column(s * m.half)];
      if (s * nz > 0) b.strip(outer, inner);
      else b.strip(inner, outer);
    }
  }
}

/**
 * The wall between two columns: one strip that faces the viewer. Walls along the line of sight would be seen edge-on,
 * and their depth is then so uncertain that some rasterizers draw them through the face as a dark seam.
 */
function divider(b: Builder, x: number, m: Measures): void {
  const [l, r, low, high] = [x - 0.03, x + 0.03, LIFT, LIFT + m.height];
  b.facet([[l, low, 0], [r, low, 0], [r, high, 0], [l, high, 0]], [0.42, 0.42, 0.42, 0.42]);
}

function rail(b: Builder, x: number, m: Measures, detail: BoardDetail): void {
  const [low, high] = [0.04, m.top + 0.1];
  loft(b, {
    outline: roundedRect(RAIL, OUTER * 2 + 0.16, 0.08, detail.bevel + 1),
    length: high - low,
    bevel: 0.06,
    segments: detail.bevel,
    place: (u, v, w) => [x + u, (low + high) / 2 + w, -v],
    shade: groundShade,
  });
}

function foot(b: Builder, x: number, m: Measures, detail: BoardDetail): void {
  loft(b, {
    outline: footProfile(m.footDepth, Math.min(1, LIFT + m.height * 0.5), OUTER + 0.02, 4 + detail.bevel * 4),
    length: 0.26,
    bevel: 0.04,
    segments: detail.bevel,
    place: (u, v, w) => [x + w, v, -u],
    shade: groundShade,
  });
}
