// The discs in the board, falling in and leaving. It knows no rules: it gets cells and moves discs.
import { Color, Euler, Matrix4, Quaternion, Vector3 } from "three";
import type { Board, Player } from "../../core/types";
import { EMPTY, type Change } from "./diff";
import type { DiscMeshes } from "./disc_meshes";
import { cellCenter, DISC_HALF, LIFT, rowY, type Measures } from "./measures";
import { fallAt, fallSeconds, gravityFor, OUT_SECONDS, riseAt, RISE_SECONDS, tumbleAt } from "./motion";

type Mode = "rest" | "fall" | "rise" | "out" | "slide";

interface Disc {
  player: Player;
  cell: number;
  /** An index of ACTIONS; 0: a plain disc. */
  special: number;
  /** It falls with a disc below it, which makes the sound. */
  isQuiet: boolean;
  mode: Mode;
  /** Seconds since the motion began; negative: it has not begun yet. */
  time: number;
  x: number;
  y: number;
  z: number;
  tilt: number;
  spin: number;
  scale: number;
  restY: number;
  fromY: number;
  touches: number;
  chance: number;
}

/** Brightness and glow of a cell's disc. */
export interface Shine {
  tint(cell: number, out: Color): Color;
  glow(cell: number): number;
}

export interface DiscEvents {
  land(rows: number, bounce: number): void;
  /** Downward speed at the first touch, for the board's little settle. */
  impact(speed: number): void;
}

const SLIDE_SECONDS = 0.26;
const STAGGER = 0.055;
const LONGEST_STAGGER = 0.7;

/** A fixed rotation per cell, so that marks vary but never jump. */
const chanceOf = (cell: number): number => ((cell * 7919 + 104729) % 997) / 997;

export class Discs {
  private readonly standing: (Disc | null)[];
  private leaving: Disc[] = [];
  private readonly spare: Disc[] = [];
  private readonly gravity: number;
  private readonly fallen = { height: 0, touches: 0 };
  private readonly tumbled = { x: 0, y: 0, z: 0, tilt: 0, scale: 1 };
  private readonly matrix = new Matrix4();
  private readonly turn = new Quaternion();
  private readonly angles = new Euler();
  private readonly place = new Vector3();
  private readonly size = new Vector3();
  private readonly tint = new Color();
  /** The lowest disc of one column, while it is pulled out. */
  pulled = { column: -1, rows: 0 };
  /** Sideways shift of one column while it refuses. */
  shake = { column: -1, x: 0 };

  constructor(
    private readonly board: Board,
    private readonly m: Measures,
    private readonly events: DiscEvents,
  ) {
    this.standing = new Array<Disc | null>(board.cells).fill(null);
    this.gravity = gravityFor(m.headY - (LIFT + 0.5));
  }

  /** The discs in the board, including those still falling. */
  cells(): number[] {
    return this.standing.map((disc) => disc?.player ?? EMPTY);
  }

  get isMoving(): boolean {
    return this.leaving.length > 0 || this.standing.some((disc) => disc !== null && disc.mode !== "rest");
  }

  /** The player and the place of a disc that falls now; null: none does. */
  falling(out: Vector3): Player | null {
    for (const disc of this.standing) {
      if (!disc || disc.mode !== "fall" || disc.time < 0) continue;
      out.set(disc.x, disc.y, 0);
      return disc.player;
    }
    return null;
  }

  /** True once this cell's disc has touched down. */
  hasLanded(cell: number): boolean {
    const disc = this.standing[cell];
    return !disc || disc.mode === "rest" || disc.touches > 0;
  }

  apply(change: Change, after: ArrayLike<number>, motion: "animate" | "jump", isReduced: boolean): void {
    const isStill = motion === "jump" || isReduced;
    for (const cell of change.removed) this.take(cell, change.isCleared, isStill);
    const step = Math.min(STAGGER, LONGEST_STAGGER / Math.max(change.added.length, 1));
    const wait = change.removed.length > 0 && !isStill ? 0.12 : 0;
    change.added.forEach((cell, i) => {
      this.put(cell, after[cell] as Player, isStill ? 0 : wait + i * step, isStill);
    });
    if (motion === "animate" && isReduced) for (const cell of change.added) this.tellLanding(cell);
  }

  /** Marks the special discs. */
  name(specials: ArrayLike<number> | undefined): void {
    for (const disc of this.standing) if (disc) disc.special = specials?.[disc.cell] ?? 0;
  }

  /** The discs of one column from the bottom. */
  private stack(column: number): Disc[] {
    return this.cellsOf(column).flatMap((cell) => this.standing[cell] ?? []);
  }

  private cellsOf(column: number): number[] {
    const { width, height } = this.board;
    return Array.from({ length: height }, (_, row) => (height - 1 - row) * width + column);
  }

  /** The lowest disc falls out of the board, and the others follow it down. */
  popOut(column: number): void {
    const [lowest, ...others] = this.stack(column);
    if (!lowest) return;
    const from = this.pulled.column === column ? this.pulled.rows : 0;
    this.standing[lowest.cell] = null;
    lowest.mode = "out";
    lowest.fromY = lowest.y - from;
    lowest.time = 0;
    this.leaving.push(lowest);
    others.forEach((disc, row) => this.settleLower(disc, row));
  }

  /** A disc falls to a lower row of its column. */
  private settleLower(disc: Disc, row: number): void {
    if (this.standing[disc.cell] === disc) this.standing[disc.cell] = null;
    disc.cell = this.cellsOf(disc.cell % this.board.width)[row]!;
    this.standing[disc.cell] = disc;
    Object.assign(disc, { mode: "fall", time: 0, touches: 0, fromY: disc.y, restY: rowY(row), isQuiet: row > 0 });
  }

  /** Makes room for a disc that comes back into the bottom row. */
  pushUp(column: number): void {
    const cells = this.cellsOf(column);
    const stack = this.stack(column);
    for (const disc of stack) this.standing[disc.cell] = null;
    stack.forEach((disc, row) => {
      disc.cell = cells[row + 1] ?? cells[row]!;
      this.standing[disc.cell] = disc;
      this.slide(disc, disc.y, rowY(row + 1));
    });
  }

  private slide(disc: Disc, fromY: number, restY: number): void {
    Object.assign(disc, { mode: "slide", time: 0, fromY, restY });
  }

  /** The disc of this cell comes up into the board. */
  comeUp(cell: number): void {
    const disc = this.standing[cell];
    if (disc) this.slide(disc, disc.restY - this.board.height - 1, disc.restY);
  }

  /** Everything in a column leaves when a heavy disc that falls meets it. */
  crush(column: number): void {
    const stack = this.stack(column);
    const top = stack.at(-1);
    if (!top) return;
    const hit = Math.sqrt((2 * Math.max(this.m.headY - top.y - 1, 0)) / this.gravity);
    for (const disc of stack) {
      this.standing[disc.cell] = null;
      Object.assign(disc, { mode: "out", fromY: disc.y, time: -hit });
      this.leaving.push(disc);
    }
  }

  /** Discs lie here, in columns of `rows`, and fall to their places: the board has just been turned. */
  pour(discs: readonly { readonly player: Player; readonly column: number; readonly row: number }[]): void {
    const filled = new Map<number, number>();
    for (const { player, column, row } of [...discs].sort((a, b) => a.row - b.row)) {
      const level = filled.get(column) ?? 0;
      filled.set(column, level + 1);
      const cell = this.cellsOf(column)[level]!;
      this.put(cell, player, 0, false);
      const disc = this.standing[cell]!;
      const drop = row - level;
      Object.assign(disc, { y: rowY(row), fromY: rowY(row), mode: drop > 0 ? "fall" : "rest", isQuiet: level > 0 });
    }
  }

  private tellLanding(cell: number): void {
    const disc = this.standing[cell];
    if (disc) this.events.land(this.rows(disc), 0);
  }

  private rows(disc: Disc): number {
    return Math.max(Math.round(disc.fromY - disc.restY), 1);
  }

  private put(cell: number, player: Player, delay: number, isStill: boolean): void {
    const { x, y } = cellCenter(this.m, this.board, cell);
    const chance = chanceOf(cell);
    const disc: Disc = this.spare.pop() ?? ({} as Disc);
    const { headY } = this.m;
    Object.assign(disc, { player, cell, special: 0, isQuiet: false, mode: isStill ? "rest" : "fall", time: -delay, touches: 0, chance });
    Object.assign(disc, { x, y: isStill ? y : headY, z: 0, restY: y, fromY: headY, tilt: 0, scale: 1 });
    disc.spin = (chance - 0.5) * 0.16;
    this.standing[cell] = disc;
  }

  private take(cell: number, isCleared: boolean, isStill: boolean): void {
    const disc = this.standing[cell];
    if (!disc) return;
    this.standing[cell] = null;
    if (isStill || disc.time < 0) {
      this.spare.push(disc);
      return;
    }
    disc.mode = isCleared ? "out" : "rise";
    disc.fromY = disc.y;
    // The bottom opens first; then the columns empty one after another, quickly.
    disc.time = isCleared ? -0.08 - 0.012 * (cell % this.board.width) : 0;
    this.leaving.push(disc);
  }

  finish(): void {
    for (const disc of this.standing) if (disc && disc.mode !== "rest") this.settle(disc);
    this.spare.push(...this.leaving);
    this.leaving = [];
  }

  private settle(disc: Disc): void {
    disc.mode = "rest";
    disc.time = 0;
    disc.y = disc.restY;
  }

  update(seconds: number): void {
    for (const disc of this.standing) {
      if (disc?.mode === "fall") this.fall(disc, seconds);
      else if (disc?.mode === "slide") this.climb(disc, seconds);
    }
    let kept = 0;
    for (const disc of this.leaving) {
      disc.time += seconds;
      const isGone = disc.mode === "out" ? this.tumble(disc) : this.rise(disc);
      if (isGone) this.spare.push(disc);
      else this.leaving[kept++] = disc;
    }
    this.leaving.length = kept;
  }

  private climb(disc: Disc, seconds: number): void {
    disc.time += seconds;
    const t = Math.min(disc.time / SLIDE_SECONDS, 1);
    disc.y = disc.fromY + (disc.restY - disc.fromY) * t * (2 - t);
    if (t >= 1) this.settle(disc);
  }

  private fall(disc: Disc, seconds: number): void {
    disc.time += seconds;
    if (disc.time <= 0) return;
    const drop = disc.fromY - disc.restY;
    const fall = fallAt(disc.time, drop, this.gravity, this.fallen);
    disc.y = disc.restY + fall.height;
    for (; disc.touches < Math.min(fall.touches, 2); disc.touches++) {
      if (!disc.isQuiet) this.events.land(this.rows(disc), disc.touches);
      if (disc.touches === 0) this.events.impact(Math.sqrt(2 * this.gravity * drop));
    }
    if (disc.time >= fallSeconds(drop, this.gravity)) this.settle(disc);
  }

  private rise(disc: Disc): boolean {
    disc.y = disc.fromY + riseAt(disc.time) * (this.m.headY - disc.fromY);
    const end = disc.time / RISE_SECONDS;
    disc.scale = end > 0.8 ? Math.max((1 - end) / 0.2, 0.01) : 1;
    return end >= 1;
  }

  private tumble(disc: Disc): boolean {
    tumbleAt(disc.time, disc.fromY, LIFT - 0.1, DISC_HALF, disc.chance, this.tumbled);
    disc.x = cellCenter(this.m, this.board, disc.cell).x + this.tumbled.x;
    disc.y = this.tumbled.y;
    disc.z = this.tumbled.z;
    disc.tilt = this.tumbled.tilt;
    disc.scale = Math.max(this.tumbled.scale, 0.01);
    return disc.time >= OUT_SECONDS;
  }

  /** Fills the meshes. A disc that has not begun to fall is invisible. */
  draw(meshes: DiscMeshes, shine: Shine, badges: (special: number, matrix: Matrix4) => void): void {
    meshes.begin();
    for (const disc of this.standing) {
      if (!disc || disc.time < 0) continue;
      this.drawOne(meshes, disc, shine.tint(disc.cell, this.tint), shine.glow(disc.cell), badges);
    }
    this.tint.setRGB(1, 1, 1);
    for (const disc of this.leaving) this.drawOne(meshes, disc, this.tint, 0, badges);
    meshes.end();
  }

  private drawOne(meshes: DiscMeshes, disc: Disc, tint: Color, glow: number, badges: (special: number, matrix: Matrix4) => void): void {
    const shift = disc.cell % this.board.width === this.shake.column ? this.shake.x : 0;
    this.turn.setFromEuler(this.angles.set(disc.tilt, 0, disc.spin));
    const isPulled = disc.cell % this.board.width === this.pulled.column && disc.restY === LIFT + 0.5 && disc.mode === "rest";
    this.place.set(disc.x + shift, disc.y - (isPulled ? this.pulled.rows : 0), disc.z);
    this.matrix.compose(this.place, this.turn, this.size.setScalar(disc.scale));
    meshes.put(disc.player, this.matrix, tint, glow);
    if (disc.special > 0) badges(disc.special, this.matrix);
  }
}
