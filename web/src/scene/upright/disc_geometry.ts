// A disc: rounded edge, raised rim, and in its field a ring, a star or nothing, alike on both sides.
import type { BufferGeometry } from "three";
import { Builder } from "./builder";
import { DISC, DISC_HALF } from "./measures";

export type Mark = "ring" | "star" | "plain";

const FIELD = DISC_HALF - 0.05;
const RELIEF = DISC_HALF - 0.008;
const ROUND = 0.03;

interface ProfilePoint {
  readonly r: number;
  readonly z: number;
  readonly shade: number;
}

/** Light and dark are baked in. Field and rim keep the disc's colour; the mark is a dark inlay, readable at any size. */
const FIELD_SHADE = 0.96;
const RIM_SHADE = 1.04;
const MARK_SHADE = 0.36;
const FOOT_SHADE = 0.5;

/** Coarse discs: marks and rim are flat shaded rings without relief, which is too small to see anyway. */
export function discGeometry(mark: Mark, segments: number, isCoarse = false): BufferGeometry {
  const b = new Builder();
  for (const side of [1, -1] as const) {
    b.side = side;
    if (isCoarse) flatFace(b, mark, segments);
    else revolve(b, face(mark), segments);
    if (mark === "star") star(b, isCoarse);
  }
  b.side = 1;
  wall(b, segments, isCoarse ? DISC_HALF : DISC_HALF - ROUND);
  return b.build();
}

function face(mark: Mark): ProfilePoint[] {
  const inner: ProfilePoint[] = [{ r: 0, z: FIELD, shade: FIELD_SHADE }];
  if (mark === "ring")
    inner.push(
      { r: 0.12, z: FIELD, shade: FIELD_SHADE },
      { r: 0.12, z: FIELD, shade: MARK_SHADE * 0.8 },
      { r: 0.138, z: RELIEF, shade: MARK_SHADE },
      { r: 0.222, z: RELIEF, shade: MARK_SHADE },
      { r: 0.24, z: FIELD, shade: MARK_SHADE * 0.8 },
      { r: 0.24, z: FIELD, shade: FIELD_SHADE },
    );
  return [
    ...inner,
    { r: 0.318, z: FIELD, shade: FIELD_SHADE },
    { r: 0.318, z: FIELD, shade: FOOT_SHADE },
    { r: 0.342, z: DISC_HALF, shade: RIM_SHADE },
    { r: DISC - ROUND, z: DISC_HALF, shade: RIM_SHADE },
    { r: DISC - ROUND * 0.3, z: DISC_HALF - ROUND * 0.3, shade: RIM_SHADE },
    { r: DISC, z: DISC_HALF - ROUND, shade: RIM_SHADE },
  ];
}

function flatFace(b: Builder, mark: Mark, segments: number): void {
  const field = FIELD_SHADE * 0.9;
  const ring = [[0.13, field], [0.23, MARK_SHADE]] as const;
  const edge = [[0.327, field], [DISC, RIM_SHADE]] as const;
  let inner = 0;
  const z = DISC_HALF;
  for (const [outer, shade] of mark === "ring" ? [...ring, ...edge] : edge) {
    band(b, { r: inner, z, shade }, { r: outer, z, shade }, [0, 1], [0, 1], segments);
    inner = outer;
  }
}

/** Turns the profile round the axis. Each piece keeps its own slope; only the outer edge is smooth. */
function revolve(b: Builder, profile: readonly ProfilePoint[], segments: number): void {
  const slope = (i: number): readonly [number, number] => {
    const [p, q] = [profile[i]!, profile[i + 1]!];
    return [p.z - q.z, q.r - p.r];
  };
  const isRound = (i: number): boolean => i >= profile.length - 4;
  for (let i = 0; i + 1 < profile.length; i++) {
    const own = slope(i);
    if (own[0] === 0 && own[1] === 0) continue; // only the shade changes here
    const before = isRound(i) && i > 0 ? slope(i - 1) : own;
    const after = i + 2 < profile.length ? (isRound(i + 1) ? slope(i + 1) : own) : ([1, 0] as const);
    const n0 = unitSum(before, isRound(i) ? own : before);
    const n1 = unitSum(own, isRound(i + 1) || i + 2 === profile.length ? after : own);
    band(b, profile[i]!, profile[i + 1]!, n0, n1, segments);
  }
}

function unitSum(a: readonly [number, number], b: readonly [number, number]): readonly [number, number] {
  const [la, lb] = [Math.hypot(a[0], a[1]) || 1, Math.hypot(b[0], b[1]) || 1];
  return [a[0] / la + b[0] / lb, a[1] / la + b[1] / lb];
}

type Slope = readonly [number, number];

function band(b: Builder, p: ProfilePoint, q: ProfilePoint, np: Slope, nq: Slope, segments: number): void {
  const row = (at: ProfilePoint, n: Slope): number[] => {
    const vertices: number[] = [];
    for (let i = 0; i <= segments; i++) {
      const a = (i / segments) * Math.PI * 2;
      const [c, s] = [Math.cos(a), Math.sin(a)];
      vertices.push(b.vertex(at.r * c, at.r * s, at.z, n[0] * c, n[0] * s, n[1], at.shade));
    }
    return vertices;
  };
  const outer = row(q, nq);
  if (p.r > 0) {
    b.strip(outer, row(p, np));
    return;
  }
  const middle = b.vertex(0, 0, p.z, 0, 0, 1, p.shade);
  for (let i = 0; i < segments; i++) b.triangle(middle, outer[i]!, outer[i + 1]!);
}

function wall(b: Builder, segments: number, z: number): void {
  const row = (at: number): number[] =>
    Array.from({ length: segments + 1 }, (_, i) => {
      const a = (i / segments) * Math.PI * 2;
      const [c, s] = [Math.cos(a), Math.sin(a)];
      return b.vertex(DISC * c, DISC * s, at, c, s, 0, RIM_SHADE);
    });
  b.strip(row(-z), row(z));
}

/** A dark plateau with steep walls. */
function star(b: Builder, isFlat: boolean): void {
  const top = isFlat ? DISC_HALF + 0.01 : RELIEF;
  const corner = (i: number, outer: number, inner: number, z: number): [number, number, number] => {
    const a = Math.PI / 2 + (i * Math.PI) / 5;
    const r = i % 2 ? inner : outer;
    return [r * Math.cos(a), r * Math.sin(a), z];
  };
  for (let i = 0; i < 10; i++) {
    const [a, c] = [corner(i, 0.25, 0.106, top), corner(i + 1, 0.25, 0.106, top)];
    const [d, e] = [corner(i, 0.268, 0.116, FIELD), corner(i + 1, 0.268, 0.116, FIELD)];
    if (!isFlat) b.facet([d, e, c, a], [MARK_SHADE * 0.8, MARK_SHADE * 0.8, MARK_SHADE, MARK_SHADE]);
    b.facet([[0, 0, top], a, c], [MARK_SHADE, MARK_SHADE, MARK_SHADE]);
  }
}
