// How each bead looks while the picture highlights something: the highlighted beads glow, beads in front of them
// shrink to pearls (never transparent), the rest dims.
import { Vector3, type PerspectiveCamera } from "three";
import type { Bead, Beads } from "./beads";
import { RADIUS, type Layout } from "./layout";

const PEARL = 0.42;
const LEVEL_PEARL = 0.36;
const REACH = 1.6 * RADIUS;

/** What is highlighted. The cells of a winning line light up one by one: `lit` of them so far. */
export interface Focus {
  hover: number | null;
  level: number | null;
  lines: readonly (readonly number[])[];
  lit: number;
  /** A lost game: the line glows less, the rest dims less. */
  isSoft: boolean;
  /** How bright a column is in the wave of light after a draw, 0..1. */
  wave: (column: number) => number;
  spread: number;
}

const bead3 = new Vector3();
const from = new Vector3();
const to = new Vector3();

/** In camera space: right and up as tangents, and the distance. */
function seen(point: Vector3, camera: PerspectiveCamera): Vector3 {
  point.applyMatrix4(camera.matrixWorldInverse);
  const depth = Math.max(0.01, -point.z);
  return point.set(point.x / depth, point.y / depth, depth);
}

/** Whether a bead at `p` covers the segment a-b. */
function isBefore(p: Vector3, a: Vector3, b: Vector3): boolean {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const square = dx * dx + dy * dy || 1e-9;
  const k = Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square));
  if (p.z > a.z + k * (b.z - a.z) - 0.02) return false;
  return Math.hypot(p.x - a.x - k * dx, p.y - a.y - k * dy) * p.z < REACH;
}

export class Emphasis {
  private readonly onLine: Uint8Array;

  constructor(private readonly layout: Layout) {
    this.onLine = new Uint8Array(layout.board.cells);
  }

  /** Sets the targets of every bead. */
  apply(beads: Beads, focus: Focus, camera: PerspectiveCamera): void {
    this.onLine.fill(0);
    for (const line of focus.lines) line.forEach((cell, i) => (this.onLine[cell] = i < focus.lit ? 2 : 1));
    const isStack = focus.spread < 0.5;
    for (let i = 0; i < beads.count; i++) {
      const bead = beads.pool[i];
      if (!bead) continue;
      bead.wantScale = 1;
      bead.wantDim = 0;
      bead.wantGlow = 0.3 * focus.wave(bead.column);
      if (focus.lines.length > 0) this.applyWin(bead, focus, camera, isStack);
      else if (focus.hover !== null) this.applyHover(bead, focus.hover, camera, isStack);
      if (focus.level !== null && bead.level !== focus.level && this.onLine[bead.cell] !== 2) {
        bead.wantScale = Math.min(bead.wantScale, LEVEL_PEARL);
        bead.wantDim = Math.max(bead.wantDim, 0.35);
      }
    }
  }

  private applyWin(bead: Bead, focus: Focus, camera: PerspectiveCamera, isStack: boolean): void {
    const part = this.onLine[bead.cell];
    if (part) {
      bead.wantGlow = part === 2 ? (focus.isSoft ? 0.16 : 0.3) : 0;
      return;
    }
    if (focus.lit === 0) return;
    bead.wantDim = focus.isSoft ? 0.5 : 0.85;
    if (isStack && this.hidesLine(bead, focus.lines, camera)) bead.wantScale = PEARL;
  }

  private applyHover(bead: Bead, hover: number, camera: PerspectiveCamera, isStack: boolean): void {
    if (bead.column === hover) {
      bead.wantGlow = isStack ? 0.07 : 0.12;
      return;
    }
    if (!isStack) return;
    bead.wantDim = 0.2;
    if (bead.state === "rise" || bead.lift > 0.3) return;
    from.set(this.layout.poleX(hover), 0.42, this.layout.poleZ(hover));
    to.set(from.x, this.layout.top, from.z);
    if (this.hides(bead, camera)) bead.wantScale = PEARL;
  }

  private hidesLine(bead: Bead, lines: Focus["lines"], camera: PerspectiveCamera): boolean {
    for (const line of lines) {
      this.layout.cell(line[0] ?? 0, 0, from);
      this.layout.cell(line[line.length - 1] ?? 0, 0, to);
      if (this.hides(bead, camera)) return true;
    }
    return false;
  }

  private hides(bead: Bead, camera: PerspectiveCamera): boolean {
    this.layout.seat(bead.column, bead.level, 0, bead3);
    return isBefore(seen(bead3, camera), seen(from, camera), seen(to, camera));
  }
}
