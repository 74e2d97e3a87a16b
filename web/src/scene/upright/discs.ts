// The discs in the board, falling in and leaving. It knows no rules: it gets cells and moves discs.
import { Color, Euler, Matrix4, Quaternion, Vector3 } from "three";
import type { Board, Player } from "../../core/types";
import { EMPTY, type Change } from "./diff";
import type { DiscMeshes } from "./disc_meshes";
import { cellCenter, DISC_HALF, LIFT, type Measures } from "./measures";
import { fallAt, fallSeconds, gravityFor, OUT_SECONDS, riseAt, RISE_SECONDS, tumbleAt } from "./motion";

type Mode = "rest" | "fall" | "rise" | "out";

interface Disc {
  player: Player;
  cell: number;
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

  private tellLanding(cell: number): void {
    const disc = this.standing[cell];
    if (disc) this.events.land(this.rows(disc), 0);
  }

  private rows(disc: Disc): number {
    return Math.max(Math.round(this.m.headY - disc.restY), 1);
  }

  private put(cell: number, player: Player, delay: number, isStill: boolean): void {
    const { x, y } = cellCenter(this.m, this.board, cell);
    const chance = chanceOf(cell);
    const disc: Disc = this.spare.pop() ?? ({} as Disc);
    const { headY } = this.m;
    Object.assign(disc, { player, cell, mode: isStill ? "rest" : "fall", time: -delay, touches: 0, chance });
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
    for (const disc of this.standing) if (disc && disc.mode === "fall") this.fall(disc, seconds);
    let kept = 0;
    for (const disc of this.leaving) {
      disc.time += seconds;
      const isGone = disc.mode === "out" ? this.tumble(disc) : this.rise(disc);
      if (isGone) this.spare.push(disc);
      else this.leaving[kept++] = disc;
    }
    this.leaving.length = kept;
  }

  private fall(disc: Disc, seconds: number): void {
    disc.time += seconds;
    if (disc.time <= 0) return;
    const drop = disc.fromY - disc.restY;
    const fall = fallAt(disc.time, drop, this.gravity, this.fallen);
    disc.y = disc.restY + fall.height;
    for (; disc.touches < Math.min(fall.touches, 2); disc.touches++) {
      this.events.land(this.rows(disc), disc.touches);
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
  draw(meshes: DiscMeshes, shine: Shine): void {
    meshes.begin();
    for (const disc of this.standing) {
      if (!disc || disc.time < 0) continue;
      this.drawOne(meshes, disc, shine.tint(disc.cell, this.tint), shine.glow(disc.cell));
    }
    this.tint.setRGB(1, 1, 1);
    for (const disc of this.leaving) this.drawOne(meshes, disc, this.tint, 0);
    meshes.end();
  }

  private drawOne(meshes: DiscMeshes, disc: Disc, tint: Color, glow: number): void {
    const shift = disc.cell % this.board.width === this.shake.column ? this.shake.x : 0;
    this.turn.setFromEuler(this.angles.set(disc.tilt, 0, disc.spin));
    this.place.set(disc.x + shift, disc.y, disc.z);
    this.matrix.compose(this.place, this.turn, this.size.setScalar(disc.scale));
    meshes.put(disc.player, this.matrix, tint, glow);
  }
}
