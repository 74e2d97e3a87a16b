// The camera's standpoint from which the whole board is visible in the free part of the canvas. Pure numbers.
import type { Insets, Pose } from "./types";

/** Points that must be visible: x, y, z, x, y, z, … */
export type Points = readonly number[];

/** Canvas size in CSS pixels, its parts covered by panels, vertical field of view in degrees. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
  readonly insets: Insets;
  readonly fov: number;
}

export interface Free {
  readonly width: number;
  readonly height: number;
  readonly centerX: number;
  readonly centerY: number;
}

export interface Standpoint {
  x: number;
  y: number;
  z: number;
  distance: number;
}

const SMALLEST = 80;

/** The uncovered rectangle, with a minimum size even when panels cover everything. */
export function freeRect(view: Viewport): Free {
  const { insets } = view;
  const width = Math.max(view.width - insets.left - insets.right, Math.min(SMALLEST, view.width));
  const height = Math.max(view.height - insets.top - insets.bottom, Math.min(SMALLEST, view.height));
  const left = Math.min(insets.left, view.width - width);
  const top = Math.min(insets.top, view.height - height);
  return { width, height, centerX: left + width / 2, centerY: top + height / 2 };
}

/** The margin around the board: small, because the board is the page. */
export function padding(free: Free): number {
  return Math.min(Math.max(Math.min(free.width, free.height) * 0.008, 4), 12);
}

interface Axes {
  readonly right: readonly [number, number, number];
  readonly up: readonly [number, number, number];
  readonly back: readonly [number, number, number];
}

export function axes({ azimuth, elevation }: Pose): Axes {
  const sa = Math.sin(azimuth);
  const ca = Math.cos(azimuth);
  const se = Math.sin(elevation);
  const ce = Math.cos(elevation);
  return { right: [ca, 0, -sa], up: [-sa * se, ce, -ca * se], back: [sa * ce, se, ca * ce] };
}

const along = (axis: readonly [number, number, number], x: number, y: number, z: number): number =>
  axis[0] * x + axis[1] * y + axis[2] * z;

type Visit = (right: number, up: number, back: number) => void;

/** Calls f with each point relative to the target: right, up, and towards the camera. */
function eachPoint(points: Points, at: Standpoint, a: Axes, f: Visit): void {
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i]! - at.x;
    const y = points[i + 1]! - at.y;
    const z = points[i + 2]! - at.z;
    f(along(a.right, x, y, z), along(a.up, x, y, z), along(a.back, x, y, z));
  }
}

function nearestDistance(points: Points, at: Standpoint, a: Axes, tanX: number, tanY: number): number {
  let distance = 0;
  eachPoint(points, at, a, (r, u, b) => {
    distance = Math.max(distance, b + Math.max(Math.abs(r) / tanX, Math.abs(u) / tanY));
  });
  return distance;
}

/** Moves the target so that the outline is centred. */
function center(points: Points, at: Standpoint, a: Axes): void {
  let left = Infinity;
  let right = -Infinity;
  let low = Infinity;
  let high = -Infinity;
  eachPoint(points, at, a, (r, u, b) => {
    const depth = at.distance - b;
    left = Math.min(left, r / depth);
    right = Math.max(right, r / depth);
    low = Math.min(low, u / depth);
    high = Math.max(high, u / depth);
  });
  const dx = ((left + right) / 2) * at.distance;
  const dy = ((low + high) / 2) * at.distance;
  at.x += a.right[0] * dx + a.up[0] * dy;
  at.y += a.right[1] * dx + a.up[1] * dy;
  at.z += a.right[2] * dx + a.up[2] * dy;
}

/** Half the free rectangle without padding, as tangents of the viewing angle. */
export function tangents(view: Viewport): { tanX: number; tanY: number } {
  const free = freeRect(view);
  const pad = padding(free);
  const perPixel = Math.tan((view.fov * Math.PI) / 360) / (view.height / 2);
  return { tanX: perPixel * (free.width / 2 - pad), tanY: perPixel * (free.height / 2 - pad) };
}

function middle(points: Points, axis: number): number {
  let low = Infinity;
  let high = -Infinity;
  for (let i = axis; i < points.length; i += 3) {
    low = Math.min(low, points[i]!);
    high = Math.max(high, points[i]!);
  }
  return (low + high) / 2;
}

/** Fills `out` with the target and the smallest distance from which all points are visible. */
export function framePoints(points: Points, pose: Pose, view: Viewport, out: Standpoint): Standpoint {
  const a = axes(pose);
  const { tanX, tanY } = tangents(view);
  out.x = middle(points, 0);
  out.y = middle(points, 1);
  out.z = middle(points, 2);
  for (let i = 0; i < 4; i++) {
    out.distance = nearestDistance(points, out, a, tanX, tanY);
    center(points, out, a);
  }
  out.distance = nearestDistance(points, out, a, tanX, tanY);
  return out;
}

/** The eight corners of a box. */
export function boxPoints(
  min: { readonly x: number; readonly y: number; readonly z: number },
  max: { readonly x: number; readonly y: number; readonly z: number },
): number[] {
  const points: number[] = [];
  for (let i = 0; i < 8; i++)
    points.push(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z);
  return points;
}
