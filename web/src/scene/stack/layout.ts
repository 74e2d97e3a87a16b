// The layout of a deep board: as a stack on its base, or with all levels side by side. Pure numbers.
//
// The base stands on y = 0 with the poles one apart. `spread` blends both arrangements: 0 is the stack, 1 the
// trays; levels leave one after another so that the eye can follow them.
import { Box3, Vector3 } from "three";
import { cellPlace, type Board } from "../../core/types";
import type { Footprint, Pose, ViewName } from "../types";

/** Measured: with these values and the resting angle each of the 125 beads is at least half visible. */
export const RADIUS = 0.27;
export const RISE = 0.72;
export const POLE = 0.023;
export const REST_AZIMUTH = (15 * Math.PI) / 180;
const REST_ELEVATION = (49 * Math.PI) / 180;

export const BASE_HEIGHT = 0.42;
export const TRAY_HEIGHT = 0.18;
export const MARGIN = 0.42;
const GAP_U = 0.5;
const GAP_V = 1.05;
const QUARTER = Math.PI / 2;

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

export function smooth(t: number): number {
  const x = clamp(t, 0, 1);
  return x * x * (3 - 2 * x);
}

/** The quarter, 0..3, in which a camera at this azimuth stands. Each resting angle is the middle of its quarter. */
export function quarterOf(azimuth: number): number {
  return (((Math.round((azimuth - REST_AZIMUTH) / QUARTER) % 4) + 4) % 4);
}

const way = new Vector3();

export class Layout {
  /** Height of the pole tips. */
  readonly top: number;
  private trays: { u: number; v: number }[] = [];
  private quarter = 0;
  private perRow = 0;
  private halfU = 0;
  private halfV = 0;

  constructor(readonly board: Board) {
    this.top = BASE_HEIGHT + board.height * RISE + 0.22;
    this.arrange(1.6, 0);
  }

  /** Arranges the trays in rows for this aspect ratio and camera quarter. True: the arrangement changed. */
  arrange(aspect: number, quarter: number): boolean {
    const { board } = this;
    const turned = quarter % 2 === 1;
    const sizeU = (turned ? board.depth : board.width) + 2 * MARGIN + GAP_U;
    const sizeV = (turned ? board.width : board.depth) + 2 * MARGIN + GAP_V;
    const perRow = this.bestRow(aspect, sizeU, sizeV);
    if (perRow === this.perRow && quarter === this.quarter) return false;
    const rows = Math.ceil(board.height / perRow);
    this.perRow = perRow;
    this.quarter = quarter;
    this.trays = [];
    for (let level = 0; level < board.height; level++) {
      const row = Math.floor(level / perRow);
      const inRow = Math.min(perRow, board.height - row * perRow);
      const u = ((level % perRow) - (inRow - 1) / 2) * sizeU;
      this.trays.push({ u, v: (row - (rows - 1) / 2) * sizeV + GAP_V / 2 });
    }
    this.halfU = (perRow * sizeU) / 2;
    this.halfV = (rows * sizeV) / 2;
    return true;
  }

  /** The same for another aspect ratio. */
  rearrange(aspect: number): boolean {
    return this.arrange(aspect, this.quarter);
  }

  private bestRow(aspect: number, sizeU: number, sizeV: number): number {
    let best = 1;
    let bestScale = 0;
    for (let count = 1; count <= this.board.height; count++) {
      const rows = Math.ceil(this.board.height / count);
      const scale = Math.min(aspect / (count * sizeU), 1 / (rows * sizeV * 0.92));
      if (scale > bestScale) {
        bestScale = scale;
        best = count;
      }
    }
    return best;
  }

  /** The progress of a level from the stack to its tray, 0..1. */
  progress(spread: number, level: number): number {
    const late = 0.35 / Math.max(1, this.board.height - 1);
    return smooth((spread * 1.35 - late * (this.board.height - 1 - level)) / 1);
  }

  /** Centre of the upper face of a level's plate. In the stack all of them rest inside the base. */
  plate(level: number, spread: number, out: Vector3): Vector3 {
    const tray = this.trays[level] ?? { u: 0, v: 0 };
    const angle = this.quarter * QUARTER;
    const t = this.progress(spread, level);
    const x = tray.u * Math.cos(angle) + tray.v * Math.sin(angle);
    const z = tray.v * Math.cos(angle) - tray.u * Math.sin(angle);
    // Trays move over each other, not through each other.
    const over = Math.sin(Math.PI * t) * 0.09 * level;
    return out.set(x * t, BASE_HEIGHT + (TRAY_HEIGHT - BASE_HEIGHT) * t + over, z * t);
  }

  /** The place of a tray's title: behind the tray, as seen from its quarter. */
  title(level: number, out: Vector3): Vector3 {
    const angle = this.quarter * QUARTER;
    const half = (this.quarter % 2 === 1 ? this.board.width : this.board.depth) / 2 + MARGIN + 0.42;
    this.plate(level, 1, out);
    return out.set(out.x - half * Math.sin(angle), TRAY_HEIGHT, out.z - half * Math.cos(angle));
  }

  poleX(column: number): number {
    return (column % this.board.width) - (this.board.width - 1) / 2;
  }

  poleZ(column: number): number {
    return Math.floor(column / this.board.width) - (this.board.depth - 1) / 2;
  }

  seatHeight(level: number): number {
    return BASE_HEIGHT + 0.05 + RADIUS + level * RISE;
  }

  /** Centre of a bead in this cell. */
  seat(column: number, level: number, spread: number, out: Vector3): Vector3 {
    const t = this.progress(spread, level);
    this.plate(level, spread, out);
    const stack = this.seatHeight(level);
    const y = stack + (TRAY_HEIGHT + 0.01 + RADIUS - stack) * t + Math.sin(Math.PI * t) * 0.7;
    return out.set(out.x + this.poleX(column), y, out.z + this.poleZ(column));
  }

  /** The centre of a bead that is `shift` levels above its cell, or below it: between their trays when they stand side by side. */
  between(column: number, level: number, shift: number, spread: number, out: Vector3): Vector3 {
    const other = level + Math.sign(shift);
    if (shift === 0 || other < 0 || other >= this.board.height) {
      this.seat(column, level, spread, out);
      return out.setY(out.y + shift * RISE);
    }
    const share = Math.abs(shift);
    this.seat(column, other, spread, way);
    this.seat(column, level, spread, out).lerp(way, share);
    return out.setY(out.y + spread * Math.sin(Math.PI * Math.min(share, 1)) * 0.7);
  }

  cell(cell: number, spread: number, out: Vector3): Vector3 {
    const { x, y, z } = cellPlace(this.board, cell);
    return this.seat(x + this.board.width * z, y, spread, out);
  }

  /** The place of a column's chip; among trays, over the landing cell. */
  anchor(column: number, height: number, spread: number, out: Vector3): Vector3 {
    if (spread < 0.5) return out.set(this.poleX(column), this.top + 0.2, this.poleZ(column));
    this.seat(column, Math.min(height, this.board.height - 1), 1, out);
    return out.setY(out.y + RADIUS);
  }

  bounds(isSpread: boolean, out: Box3): Box3 {
    const { width, depth } = this.board;
    if (!isSpread) {
      out.min.set(-width / 2 - MARGIN, 0, -depth / 2 - MARGIN);
      out.max.set(width / 2 + MARGIN, this.top + 0.4, depth / 2 + MARGIN);
      return out;
    }
    // Titles stand behind the trays; the space behind them is smaller than the gap to the next row.
    const back = this.halfV - GAP_V + 0.7;
    const side = this.halfU - GAP_U / 2;
    const isTurned = this.quarter % 2 === 1;
    const [far, near] = this.quarter < 2 ? [back, this.halfV] : [this.halfV, back];
    out.min.set(isTurned ? -far : -side, 0, isTurned ? -side : -far);
    out.max.set(isTurned ? near : side, TRAY_HEIGHT + 2 * RADIUS, isTurned ? side : near);
    return out;
  }

  /** Patches of floor that the board stands on: the base, or each row of trays (at most three). */
  footprint(isSpread: boolean): Footprint[] {
    const { width, depth, height } = this.board;
    const halfX = width / 2 + MARGIN;
    const halfZ = depth / 2 + MARGIN;
    if (!isSpread) return [{ x: 0, z: 0, halfX, halfZ, strength: 0.9, falloff: 1.6 }];
    const patches: Footprint[] = [];
    const first = new Vector3();
    const last = new Vector3();
    for (let level = 0; level < height; level += this.perRow) {
      this.plate(level, 1, first);
      this.plate(Math.min(level + this.perRow, height) - 1, 1, last);
      patches.push({
        x: (first.x + last.x) / 2,
        z: (first.z + last.z) / 2,
        halfX: Math.abs(first.x - last.x) / 2 + halfX,
        halfZ: Math.abs(first.z - last.z) / 2 + halfZ,
        strength: 0.45,
        falloff: 3,
      });
    }
    return patches.length <= 3 ? patches : [];
  }

  /** The outline for framing: the plate, the tips with a bead above them, the numbers at the walls' ends. */
  hull(): Vector3[] {
    const { width, depth, height } = this.board;
    const points: Vector3[] = [];
    for (const x of [-1, 1]) {
      for (const z of [-1, 1]) {
        const plateX = x * (width / 2 + MARGIN);
        const plateZ = z * (depth / 2 + MARGIN);
        points.push(new Vector3(plateX, 0, plateZ));
        points.push(new Vector3(plateX + x * 0.25, this.seatHeight(height - 1), plateZ + z * 0.25));
        points.push(new Vector3((x * (width - 1)) / 2, this.top + 0.3, (z * (depth - 1)) / 2));
      }
    }
    return points;
  }

  pose(view: ViewName, portrait: boolean, isSpread: boolean): Pose {
    const rad = Math.PI / 180;
    if (isSpread) return { azimuth: this.quarter * QUARTER, elevation: (portrait ? 74 : 66) * rad };
    switch (view) {
      case "front":
        return { azimuth: 0, elevation: 24 * rad };
      case "top":
        return { azimuth: 0, elevation: 88 * rad };
      case "corner":
        return { azimuth: 40 * rad, elevation: 34 * rad };
      case "back":
        return { azimuth: REST_AZIMUTH + Math.PI, elevation: REST_ELEVATION };
      default:
        return { azimuth: REST_AZIMUTH, elevation: REST_ELEVATION };
    }
  }

  /** After turning by hand: the nearest angle at which no bead hides another. */
  settle(pose: Pose, isSpread: boolean): Pose {
    const rest = isSpread ? this.quarter * QUARTER : REST_AZIMUTH;
    const step = isSpread ? 4 * QUARTER : QUARTER;
    const azimuth = rest + Math.round((pose.azimuth - rest) / step) * step;
    const low = ((isSpread ? 50 : 38) * Math.PI) / 180;
    return { azimuth, elevation: clamp(pose.elevation, low, 1.5) };
  }

  /** The height from which a bead falls: above the tip of its pole, or a little above its tray. */
  fallHeight(level: number, spread: number): number {
    if (spread > 0.5) return 1.7;
    return this.top + RADIUS + 0.1 - this.seatHeight(level);
  }
}
