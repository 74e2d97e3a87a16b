// An upright board's shape for the stage: detail, bounds, footprint.
import { Vector3 } from "three";
import type { Footprint, Quality } from "../types";
import type { BoardDetail } from "./board_geometry";
import { OUTER, RIM, type Measures } from "./measures";

export type Detail = BoardDetail & { readonly disc: number };

const detail = (circle: number, bevel: number, disc: number): Detail => ({ circle, bevel, disc, isCoarse: false });
const coarse = (circle: number, disc: number): Detail => ({ circle, bevel: 1, disc, isCoarse: true });

/** Up to this many cells: the more cells, the smaller and cheaper each one. */
const CELLS = [16, 49, 64, 100, Infinity] as const;

/** The detail of curves for each of CELLS. */
const DETAILS: Readonly<Record<Quality, readonly Detail[]>> = {
  high: [detail(56, 3, 64), detail(40, 3, 48), detail(32, 3, 40), detail(32, 2, 32), detail(24, 1, 20)],
  medium: [detail(48, 3, 48), detail(32, 2, 32), detail(32, 2, 28), detail(24, 1, 24), detail(24, 1, 16)],
  low: [detail(40, 2, 40), detail(24, 2, 22), detail(24, 1, 16), coarse(16, 16), coarse(16, 12)],
};

export function detailOf(quality: Quality, cells: number): Detail {
  return DETAILS[quality][CELLS.findIndex((most) => cells <= most)]!;
}

/** The outline: deep at the feet, thin above them. The waiting disc stands out of it, into the space of the numbers. */
export function hullOf(wide: number, m: Measures): Vector3[] {
  const points: Vector3[] = [];
  for (const x of [-wide, wide])
    for (const s of [-1, 1])
      points.push(new Vector3(x, 0, s * m.footDepth), new Vector3(x, m.top + RIM, s * (OUTER + 0.08)));
  return points;
}

export function footprintOf(m: Measures): Footprint[] {
  const foot = { z: 0, halfX: 0.14, halfZ: m.footDepth - 0.05, strength: 0.75, falloff: 5.5 };
  return [
    { x: 0, z: 0, halfX: m.half, halfZ: 0.25, strength: 0.5, falloff: 1.5 },
    { ...foot, x: -m.rail },
    { ...foot, x: m.rail },
  ];
}
