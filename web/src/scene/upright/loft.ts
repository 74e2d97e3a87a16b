// Rounded bars and feet: an outline extruded along an axis, with bevelled ends.
import { mix, type Builder } from "./builder";

/** A point of an outline in its plane, with its outward normal. */
export interface OutlinePoint {
  readonly u: number;
  readonly v: number;
  readonly nu: number;
  readonly nv: number;
}

/** Maps outline coordinates and the position along the axis to world coordinates. */
export type Place = (u: number, v: number, w: number) => readonly [number, number, number];

function arc(u: number, v: number, r: number, from: number, to: number, segments: number): OutlinePoint[] {
  const points: OutlinePoint[] = [];
  for (let i = 0; i <= segments; i++) {
    const a = from + ((to - from) * i) / segments;
    const [nu, nv] = [Math.cos(a), Math.sin(a)];
    points.push({ u: u + r * nu, v: v + r * nv, nu, nv });
  }
  return points;
}

/** The right half from bottom to top, then its mirror image back down: caps are then ladders of quads. */
function symmetric(right: readonly OutlinePoint[]): OutlinePoint[] {
  const left = right.map((p) => ({ u: -p.u, v: p.v, nu: -p.nu, nv: p.nv })).reverse();
  return [...right, ...left];
}

export function roundedRect(width: number, height: number, radius: number, segments: number): OutlinePoint[] {
  const u = width / 2 - radius;
  const v = height / 2 - radius;
  return symmetric([
    ...arc(u, -v, radius, -Math.PI / 2, 0, segments),
    ...arc(u, v, radius, 0, Math.PI / 2, segments),
  ]);
}

/** Profile of a foot: wide and low at the toes, swinging up to the rail. */
export function footProfile(depth: number, rise: number, neck: number, segments: number): OutlinePoint[] {
  const toe = 0.05;
  const points = [
    ...arc(depth - toe, 0.02 + toe, toe, -Math.PI / 2, 0, 2),
    ...arc(depth - toe, 0.15 - toe, toe, 0, Math.PI / 2 - 0.1, 2),
  ];
  const us = [depth - toe, mix(neck, depth, 0.5), mix(neck, depth, 0.14), neck] as const;
  const vs = [0.15, 0.2, 0.3, rise] as const;
  for (let i = 1; i <= segments; i++) points.push(curvePoint(us, vs, i / segments));
  return symmetric(points);
}

type Controls = readonly [number, number, number, number];

/** A cubic Bézier curve and its slope. */
const bezier = (c: Controls, t: number): number => {
  const s = 1 - t;
  return s * s * s * c[0] + 3 * s * s * t * c[1] + 3 * s * t * t * c[2] + t * t * t * c[3];
};
const bezierSlope = (c: Controls, t: number): number => {
  const s = 1 - t;
  return s * s * (c[1] - c[0]) + 2 * s * t * (c[2] - c[1]) + t * t * (c[3] - c[2]);
};

function curvePoint(us: Controls, vs: Controls, t: number): OutlinePoint {
  const [du, dv] = [bezierSlope(us, t), bezierSlope(vs, t)];
  const length = Math.hypot(du, dv) || 1;
  return { u: bezier(us, t), v: bezier(vs, t), nu: dv / length, nv: -du / length };
}

interface Solid {
  readonly outline: readonly OutlinePoint[];
  readonly length: number;
  readonly bevel: number;
  readonly segments: number;
  readonly place: Place;
  /** Baked occlusion by place in the world. */
  readonly shade: (x: number, y: number, z: number) => number;
}

/** Extrudes the outline from -length/2 to length/2. The outline runs counter-clockwise seen against the axis. */
export function loft(builder: Builder, solid: Solid): void {
  const rows: number[][] = [];
  for (const end of [-1, 1] as const)
    for (let i = 0; i <= solid.segments; i++) {
      const a = ((end < 0 ? solid.segments - i : i) / solid.segments) * (Math.PI / 2);
      rows.push(ring(builder, solid, end, a));
    }
  for (let i = 0; i + 1 < rows.length; i++) builder.strip(rows[i]!, rows[i + 1]!);
  cap(builder, solid, -1);
  cap(builder, solid, 1);
}

/** One ring of vertices at an end, where the bevel has turned by `a` from the side to the cap. */
function ring(builder: Builder, solid: Solid, end: -1 | 1, a: number): number[] {
  const inset = solid.bevel * (1 - Math.cos(a));
  const w = end * (solid.length / 2 - solid.bevel * (1 - Math.sin(a)));
  const row = solid.outline.map((p) => point(builder, solid, p, inset, w, Math.cos(a), end * Math.sin(a)));
  row.push(row[0]!);
  return row;
}

/** `side` and `axis`: how much the normal points out of the outline, and along the axis. */
function point(b: Builder, s: Solid, p: OutlinePoint, inset: number, w: number, side: number, axis: number) {
  const [x, y, z] = s.place(p.u - p.nu * inset, p.v - p.nv * inset, w);
  const [ox, oy, oz] = s.place(0, 0, 0);
  const [nx, ny, nz] = s.place(p.nu * side, p.nv * side, axis);
  return b.vertex(x, y, z, nx - ox, ny - oy, nz - oz, s.shade(x, y, z));
}

function cap(builder: Builder, solid: Solid, end: -1 | 1): void {
  const w = (end * solid.length) / 2;
  const at = solid.outline.map((p) => point(builder, solid, p, solid.bevel, w, 0, end));
  const n = at.length;
  for (let i = 0; i + 1 < n / 2; i++) {
    const q = [at[i]!, at[i + 1]!, at[n - 2 - i]!, at[n - 1 - i]!] as const;
    if (end > 0) builder.quad(q[0], q[1], q[2], q[3]);
    else builder.quad(q[3], q[2], q[1], q[0]);
  }
}
