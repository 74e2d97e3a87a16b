// The beads on the board and their animation. A fixed pool: a game allocates nothing.
import { cellColumn, cellOfColumn, cellPlace, type Board, type Player } from "../../core/types";
import { fallDuration, fallLift, fallTouches } from "./fall";
import { RISE } from "./layout";

const RISE_SECONDS = 0.3;
const CLIMB_SECONDS = 0.26;
const SINK_SECONDS = 0.3;
/** Levels below its seat at which a popped bead is gone. */
const GONE = -1.3;
const EASE_RATE = 15;

/** "settle": it follows a popped bead down. "sink": it leaves through the base. "climb": it makes room for one that comes back. */
export type BeadState = "rest" | "fall" | "rise" | "settle" | "sink" | "climb";

/** One bead. `scale`, `dim` and `glow` ease towards their targets. */
export class Bead {
  cell = 0;
  column = 0;
  level = 0;
  player: Player = 0;
  state: BeadState = "rest";
  /** Height over its seat. */
  lift = 0;
  /** Levels by which it is still above its cell, or, if negative, below it. */
  shift = 0;
  /** It settles with a bead below it, which makes the sound. */
  isQuiet = false;
  /** 0..1 while it appears or leaves. */
  presence = 1;
  scale = 1;
  dim = 0;
  glow = 0;
  wantScale = 1;
  wantDim = 0;
  wantGlow = 0;
  /** Seconds since the state began; negative: it has not begun yet. */
  time = 0;
  from = 0;
  touches = 0;
}

export interface BeadWorld {
  /** Height over the seat from which a bead of this level falls. */
  fallHeight(level: number): number;
  land(rows: number, bounce: number): void;
}

/** Eases towards the target and reaches it exactly, so that the animation ends. */
export function approach(value: number, target: number, seconds: number): number {
  const next = target + (value - target) * Math.exp(-EASE_RATE * seconds);
  return Math.abs(next - target) < 0.004 ? target : next;
}

export class Beads {
  /** The first `count` are in use. */
  readonly pool: readonly Bead[];
  count = 0;
  private readonly byCell: (Bead | null)[];

  constructor(
    private readonly board: Board,
    private readonly world: BeadWorld,
  ) {
    // Twice as many as cells: the old game's beads may still leave while the next one's arrive.
    this.pool = Array.from({ length: board.cells * 2 }, () => new Bead());
    this.byCell = new Array<Bead | null>(board.cells).fill(null);
  }

  /** The bead that belongs to the cell, not one that is leaving it. */
  at(cell: number): Bead | null {
    return this.byCell[cell] ?? null;
  }

  /** Makes the board hold these cells (0 red, 1 yellow, 2 empty). */
  sync(cells: Uint8Array, isAnimated: boolean): void {
    let changes = 0;
    for (let cell = 0; cell < cells.length; cell++) if (this.differs(cell, cells[cell])) changes++;
    const stagger = changes > 1 ? 0.035 : 0;
    for (let cell = 0; cell < cells.length; cell++) {
      if (!this.differs(cell, cells[cell])) continue;
      const old = this.byCell[cell];
      if (old) this.lift(old, stagger);
      if (cells[cell] !== 2) this.drop(cell, cells[cell] === 1 ? 1 : 0, stagger);
    }
    if (!isAnimated) this.finish();
  }

  /** The lowest bead of a column sinks into the base, from where it has been pulled to, and the others follow it down. */
  popOut(column: number, pulled = 0): void {
    const [lowest, ...others] = this.columnOf(column);
    if (!lowest) return;
    this.begin(lowest, "sink", lowest.shift - pulled);
    others.forEach((bead, level) => {
      this.move(bead, level);
      this.begin(bead, "settle", bead.shift + 1 + bead.lift / RISE);
      bead.isQuiet = level > 0;
    });
  }

  /** The opposite: the others make room, and a bead comes up from the base. */
  putBack(column: number, player: Player): void {
    const beads = this.columnOf(column);
    if (beads.length === this.board.height) return;
    beads.forEach((bead, level) => this.move(bead, level + 1));
    for (const bead of beads) this.begin(bead, "climb", bead.shift - 1);
    const lowest = this.create(cellOfColumn(this.board, column, 0), player);
    if (lowest) this.begin(lowest, "climb", -1);
  }

  /** The beads of a column from the bottom; their cells are empty from now on. */
  private columnOf(column: number): Bead[] {
    return Array.from({ length: this.board.height }, (_, level) => cellOfColumn(this.board, column, level)).flatMap((cell) => {
      const bead = this.byCell[cell] ?? [];
      this.byCell[cell] = null;
      return bead;
    });
  }

  private move(bead: Bead, level: number): void {
    bead.cell = cellOfColumn(this.board, bead.column, level);
    bead.level = level;
    this.byCell[bead.cell] = bead;
  }

  private begin(bead: Bead, state: "settle" | "sink" | "climb", from: number): void {
    bead.state = state;
    bead.from = bead.shift = from;
    bead.lift = 0;
    bead.time = 0;
    bead.touches = 0;
  }

  private differs(cell: number, wanted: number | undefined): boolean {
    return (this.byCell[cell]?.player ?? 2) !== wanted;
  }

  private lift(bead: Bead, stagger: number): void {
    this.byCell[bead.cell] = null;
    bead.state = "rise";
    bead.from = bead.lift;
    bead.time = -stagger * (this.board.height - 1 - bead.level);
  }

  private drop(cell: number, player: Player, stagger: number): void {
    const bead = this.returning(cell, player) ?? this.arriving(cell, player);
    if (!bead) return;
    this.byCell[cell] = bead;
    bead.state = "fall";
    bead.touches = 0;
    bead.from = bead.lift;
    bead.time = -stagger * 2 * bead.level;
  }

  /** A leaving bead of the same colour turns back where it is. */
  private returning(cell: number, player: Player): Bead | null {
    for (let i = 0; i < this.count; i++) {
      const bead = this.pool[i];
      if (bead && bead.cell === cell && bead.player === player && bead.state === "rise") return bead;
    }
    return null;
  }

  private arriving(cell: number, player: Player): Bead | null {
    const bead = this.create(cell, player);
    if (bead) bead.lift = this.world.fallHeight(bead.level);
    return bead;
  }

  /** A new bead in this cell, not yet seen. */
  private create(cell: number, player: Player): Bead | null {
    if (this.count === this.pool.length) this.removeLeaving();
    const bead = this.pool[this.count];
    if (!bead) return null;
    this.count++;
    bead.cell = cell;
    bead.column = cellColumn(this.board, cell);
    bead.level = cellPlace(this.board, cell).y;
    bead.player = player;
    this.byCell[cell] = bead;
    Object.assign(bead, { lift: 0, shift: 0, isQuiet: false, presence: 0, scale: 1, dim: 0, glow: 0 });
    return bead;
  }

  /** Advances all beads; true while any of them moves or eases. */
  step(seconds: number): boolean {
    let moves = false;
    for (let i = this.count - 1; i >= 0; i--) {
      const bead = this.pool[i];
      if (!bead) continue;
      if (bead.state === "fall") this.fall(bead, seconds);
      else if (bead.state === "rise") this.rise(bead, seconds, i);
      else if (bead.state === "settle") this.settleDown(bead, seconds);
      else if (bead.state === "climb") this.climb(bead, seconds);
      else if (bead.state === "sink") this.sink(bead, seconds, i);
      if (this.ease(bead, seconds) || bead.state !== "rest") moves = true;
    }
    return moves;
  }

  /** A bead that falls now; null: none does. */
  get falling(): Bead | null {
    for (let i = 0; i < this.count; i++) if (this.pool[i]?.state === "fall") return this.pool[i]!;
    return null;
  }

  /** Whether a bead is on its way down to its cell. */
  get isFalling(): boolean {
    for (let i = 0; i < this.count; i++) if (["fall", "settle"].includes(this.pool[i]!.state)) return true;
    return false;
  }

  /** Whether any bead is moving up or down. */
  get isMoving(): boolean {
    for (let i = 0; i < this.count; i++) if (this.pool[i]?.state !== "rest") return true;
    return false;
  }

  private ease(bead: Bead, seconds: number): boolean {
    bead.scale = approach(bead.scale, bead.wantScale, seconds);
    bead.dim = approach(bead.dim, bead.wantDim, seconds);
    bead.glow = approach(bead.glow, bead.wantGlow, seconds);
    return bead.scale !== bead.wantScale || bead.dim !== bead.wantDim || bead.glow !== bead.wantGlow;
  }

  private fall(bead: Bead, seconds: number): void {
    bead.time += seconds;
    if (bead.time < 0) return;
    bead.presence = Math.min(1, bead.presence + seconds * 14);
    bead.lift = fallLift(bead.from, bead.time);
    const touches = fallTouches(bead.from, bead.time);
    const rows = this.board.height - bead.level;
    while (bead.touches < touches) this.world.land(rows, bead.touches++);
    if (bead.time >= fallDuration(bead.from)) this.stop(bead);
  }

  private stop(bead: Bead): void {
    bead.state = "rest";
    bead.lift = 0;
    bead.shift = 0;
    bead.presence = 1;
  }

  private rise(bead: Bead, seconds: number, index: number): void {
    bead.time += seconds;
    if (bead.time < 0) return;
    const t = Math.min(1, bead.time / RISE_SECONDS);
    bead.lift = bead.from + (this.world.fallHeight(bead.level) - bead.from) * t * t;
    bead.presence = Math.min(1, 3 * (1 - t));
    if (t >= 1) this.remove(index);
  }

  private settleDown(bead: Bead, seconds: number): void {
    bead.time += seconds;
    const drop = bead.from * RISE;
    const height = fallLift(drop, bead.time);
    const touches = fallTouches(drop, bead.time);
    const hasLanded = touches > 0;
    bead.shift = hasLanded ? 0 : height / RISE;
    bead.lift = hasLanded ? height : 0;
    for (; bead.touches < touches; bead.touches++) if (!bead.isQuiet) this.world.land(1, bead.touches);
    if (bead.time >= fallDuration(drop)) this.stop(bead);
  }

  private climb(bead: Bead, seconds: number): void {
    bead.time += seconds;
    const t = Math.min(1, bead.time / CLIMB_SECONDS);
    bead.shift = bead.from * (1 - t) * (1 - t);
    bead.presence = Math.min(1, bead.presence + seconds * 14);
    if (t >= 1) this.stop(bead);
  }

  private sink(bead: Bead, seconds: number, index: number): void {
    bead.time += seconds;
    const t = Math.min(1, bead.time / SINK_SECONDS);
    bead.shift = bead.from + (GONE - bead.from) * t * t;
    bead.presence = Math.min(1, 3 * (1 - t));
    if (t >= 1) this.remove(index);
  }

  private remove(index: number): void {
    const bead = this.pool[index];
    const last = this.pool[this.count - 1];
    if (!bead || !last) return;
    const pool = this.pool as Bead[];
    pool[index] = last;
    pool[this.count - 1] = bead;
    this.count--;
  }

  private removeLeaving(): void {
    for (let i = this.count - 1; i >= 0; i--) if (["rise", "sink"].includes(this.pool[i]!.state)) this.remove(i);
  }

  /** Ends all animations at once. */
  finish(): void {
    this.removeLeaving();
    for (let i = 0; i < this.count; i++) {
      const bead = this.pool[i];
      if (!bead) continue;
      this.stop(bead);
      this.settle(bead);
    }
  }

  private settle(bead: Bead): void {
    bead.scale = bead.wantScale;
    bead.dim = bead.wantDim;
    bead.glow = bead.wantGlow;
  }
}
