// The deep board: beads on poles, or all levels side by side. It turns pictures into animations.
import { Box3, Vector3, type Object3D, type Ray } from "three";
import { cellOfColumn, lastCell, type Board, type Snapshot } from "../../core/types";
import { columnOfMove, isPower } from "../../core/variants";
import { Kick } from "../kick";
import type { Footprint, Model, Picture, Pose, Stage, Step, ViewName } from "../types";
import { approach, Beads } from "./beads";
import { Emphasis, type Focus } from "./emphasis";
import { clamp, Layout, quarterOf, RADIUS } from "./layout";
import { Parts, type Hover, type Pulled, type Refusal } from "./parts";
import { pickColumn, type PickView } from "./pick";
import { drawRings, type Scenery } from "./rings";
import { StackWin } from "./win";

const SPREAD_SECONDS = 0.8;
const REFUSE_SECONDS = 0.4;
const HINT_SECONDS = 2.4;
const SLACK_PIXELS = 6;
/** The first swing of a cleared board, upwards. */
const LIGHTER = -0.03;
/** Strength of the light at the last bead. */
const RESTING = 0.35;
/** In levels. */
const PEEK = 0.2;
/** A step longer than any animation. */
const AT_ONCE = 1e3;

class Stack implements Model {
  readonly fov = 15;
  readonly radius = RADIUS;
  readonly bounds = new Box3();
  readonly root: Object3D;
  private readonly layout: Layout;
  private readonly parts: Parts;
  private readonly beads: Beads;
  private readonly emphasis: Emphasis;
  private readonly win: StackWin;
  private readonly scenery: Scenery;
  private readonly pickView: PickView;
  private readonly focus: Focus = { hover: null, level: null, lines: [], lit: 0, isSoft: false, wave: () => 0, spread: 0 };
  private readonly waveAt = (column: number): number =>
    this.win.wave(((column % this.board.width) + 0.5) / this.board.width);
  private readonly hover: Hover = { column: 0, player: 0, strength: 0 };
  private readonly refusal: Refusal = { column: -1, shift: new Vector3(), flash: 0 };
  private picture: Picture | null = null;
  private heights: readonly number[];
  /** 0: the stack, 1: side by side. The target, the current value, and the value drawn last. */
  private wantSpread: 0 | 1 = 0;
  private spread = 0;
  private shownSpread = -1;
  private hintTime = HINT_SECONDS;
  private refuseTime = 0;
  private readonly kick = new Kick();
  private step: Step | null = null;
  /** The lowest bead of one column, while it is pulled out. */
  private readonly pulled: Pulled = { column: -1, rows: 0 };
  private readonly spot = new Vector3();

  constructor(
    private readonly stage: Stage,
    readonly board: Board,
  ) {
    this.layout = new Layout(board);
    this.parts = new Parts(stage, board, this.layout);
    this.root = this.parts.root;
    this.heights = new Array<number>(board.columns).fill(0);
    this.beads = new Beads(board, {
      fallHeight: (level) => this.layout.fallHeight(level, this.spread),
      land: (rows, bounce) => this.land(rows, bounce),
    });
    this.emphasis = new Emphasis(this.layout);
    this.win = new StackWin(stage, this.layout, () => this.wantSpread);
    const { markers, tubes } = this.parts;
    this.scenery = { layout: this.layout, beads: this.beads, markers, tubes };
    this.layout.bounds(false, this.bounds);
    this.pickView = this.createPickView();
    this.restyle();
  }

  private createPickView(): PickView {
    const stack = this;
    return {
      layout: this.layout,
      get isSpread() {
        return stack.wantSpread === 1;
      },
      get heights() {
        return stack.heights;
      },
      get slack() {
        return SLACK_PIXELS * stack.unitsPerPixel();
      },
      scale: (column, level) => stack.beadAt(column, level)?.wantScale ?? 1,
    };
  }

  private beadAt(column: number, level: number) {
    return this.beads.at(cellOfColumn(this.board, column, level));
  }

  private unitsPerPixel(): number {
    const { camera, renderer } = this.stage;
    const height = renderer.domElement.clientHeight || 800;
    return (2 * Math.tan((camera.fov * Math.PI) / 360) * camera.position.length()) / height;
  }

  get hull(): readonly Vector3[] {
    return this.wantSpread === 1 ? boxCorners(this.bounds) : this.layout.hull();
  }

  get footprint(): readonly Footprint[] {
    return this.layout.footprint(this.wantSpread === 1);
  }

  pose(view: ViewName, portrait: boolean): Pose {
    return this.layout.pose(view, portrait, this.wantSpread === 1);
  }

  settle(pose: Pose): Pose {
    return this.layout.settle(pose, this.wantSpread === 1);
  }

  show(picture: Picture): void {
    const before = this.picture;
    const isStill = this.stage.look.reducedMotion || picture.motion === "jump";
    this.picture = picture;
    this.heights = picture.snapshot.heights;
    if (before?.snapshot !== picture.snapshot) this.take(picture, before?.snapshot ?? null);
    if (picture.layers !== (this.wantSpread === 1)) this.setSpread(picture.layers ? 1 : 0);
    if (picture.hover && picture.hover.column !== before?.hover?.column) {
      this.hover.column = picture.hover.column;
      this.hover.strength = Math.min(this.hover.strength, 0.4);
    }
    if (picture.hover) this.hover.player = picture.hover.player;
    if (picture.hint !== null && picture.hint !== before?.hint) this.hintTime = 0;
    this.nudge(picture);
    if (this.stage.look.reducedMotion || (isStill && before?.snapshot !== picture.snapshot)) this.arrive();
    this.stage.wake();
  }

  /** A bead that a press would pop sinks a little. */
  private nudge({ hover, pops }: Picture): void {
    const isPop = hover?.action === "pop" && pops?.includes(hover.column);
    this.pull(isPop ? hover.column : null, PEEK);
  }

  pull(column: number | null, rows: number): void {
    this.pulled.column = column ?? -1;
    this.pulled.rows = rows;
  }

  /** The board gives way under the bead, the more the deeper it fell. */
  private land(rows: number, bounce: number): void {
    if (bounce === 0) this.kick.start(Math.min(0.01 + 0.004 * rows, 0.03));
    this.stage.events.land(rows, bounce);
  }

  private take(picture: Picture, before: Snapshot | null): void {
    const { snapshot } = picture;
    const isStill = this.stage.look.reducedMotion || picture.motion === "jump";
    const { step = null } = picture;
    if (step?.action === "pop" && step !== this.step && !isStill) this.shift(step, snapshot);
    this.step = step;
    this.beads.sync(snapshot.cells, !isStill);
    // With reduced motion nothing falls, but a single move still makes its sound.
    const isMove = before !== null && snapshot.ply === before.ply + 1;
    if (isStill && isMove && picture.motion === "animate") this.stage.events.land(step && !hasDrop(step) ? 1 : fallenRows(snapshot), 0);
    // A board that is cleared is lighter.
    if (!isStill && before !== null && before.ply > 0 && snapshot.ply === 0) this.kick.start(LIGHTER);
    this.win.take(snapshot, picture.isLoss);
    if (!before || before.letters !== snapshot.letters) this.shownSpread = -1;
  }

  /** Moves the beads of a column that stays, before the rest of the change is seen as beads that come or leave. */
  private shift({ column, isBack, before }: Step, after: Snapshot): void {
    const lowest = cellOfColumn(this.board, column, 0);
    if (isBack) return this.beads.putBack(column, after.cells[lowest] === 1 ? 1 : 0);
    if (before.variant?.task === "target") this.stage.burst([this.layout.cell(lowest, this.wantSpread, new Vector3())], before.turn === 0 ? 1 : 0);
    this.beads.popOut(column, this.pulled.column === column ? this.pulled.rows : 0);
    this.kick.start(LIGHTER);
  }

  private setSpread(want: 0 | 1): void {
    const { x, z } = this.stage.camera.position;
    this.wantSpread = want;
    if (want === 1) this.layout.arrange(this.aspect(), quarterOf(Math.atan2(x, z)));
    this.reframe();
  }

  private aspect(): number {
    const { clientWidth, clientHeight } = this.stage.renderer.domElement;
    return this.stage.freeAspect ?? (clientWidth / clientHeight || 1.6);
  }

  private reframe(): void {
    const want = this.wantSpread;
    this.shownSpread = -1;
    this.layout.bounds(want === 1, this.bounds);
    this.stage.attend(null);
    this.stage.reframe?.();
  }

  isSettled(): boolean {
    return !this.beads.isMoving && this.spread === this.wantSpread;
  }

  refuse(column: number): void {
    this.refusal.column = column;
    this.refuseTime = REFUSE_SECONDS;
    this.stage.wake();
  }

  finish(): void {
    this.refuseTime = 0;
    this.arrive();
  }

  /** Ends all animations at the picture; a refusal plays on to its own end. */
  private arrive(): void {
    this.spread = this.wantSpread;
    this.hover.strength = this.picture?.hover ? 1 : 0;
    this.hintTime = HINT_SECONDS;
    this.kick.finish();
    this.win.finish();
    this.emphasize();
    this.beads.finish();
    this.draw(AT_ONCE);
  }

  update(seconds: number): boolean {
    const step = this.stage.look.reducedMotion ? AT_ONCE : seconds;
    let moves = this.stepSpread(step);
    moves = this.stepHover(step) || moves;
    if (this.picture?.hint !== null && this.hintTime < HINT_SECONDS) {
      this.hintTime += step;
      moves = true;
    }
    if (this.refuseTime > 0) {
      this.refuseTime = Math.max(0, this.refuseTime - seconds);
      moves = true;
    }
    moves = this.win.step(step, this.beads.isFalling) || moves;
    this.aimLamp();
    this.emphasize();
    moves = this.beads.step(step) || moves;
    moves = this.kick.step(step) || moves;
    return this.draw(step) || moves;
  }

  /** The light is with the falling bead, else with the one under the pointer, else, faintly, with the last one. */
  private aimLamp(): void {
    const { lamp } = this.stage;
    const { picture } = this;
    if (!lamp) return;
    if (!picture || picture.snapshot.status !== "playing" || this.parts.palette.isFlat) return lamp.aim(null, 0, 0);
    const { hover, snapshot } = picture;
    const falling = this.beads.falling;
    if (falling) {
      this.layout.seat(falling.column, falling.level, this.spread, this.spot).y += falling.lift;
      return lamp.aim(this.spot, falling.player, 1);
    }
    if (hover && snapshot.canDrop[hover.column]) {
      this.layout.seat(hover.column, snapshot.heights[hover.column] ?? 0, this.spread, this.spot);
      return lamp.aim(this.spot, hover.player, 1);
    }
    const last = lastCell(snapshot);
    if (last === null) return lamp.aim(null, 0, 0);
    lamp.aim(this.layout.cell(last, this.spread, this.spot), snapshot.cells[last] === 1 ? 1 : 0, RESTING);
  }

  private stepSpread(seconds: number): boolean {
    if (this.wantSpread === 1 && this.layout.rearrange(this.aspect())) this.reframe();
    if (this.spread === this.wantSpread) return false;
    const way = seconds / SPREAD_SECONDS;
    this.spread = clamp(this.spread + (this.wantSpread > this.spread ? way : -way), 0, 1);
    return this.spread !== this.wantSpread;
  }

  private stepHover(seconds: number): boolean {
    const want = this.picture?.hover ? 1 : 0;
    this.hover.strength = approach(this.hover.strength, want, seconds);
    return this.hover.strength !== want;
  }

  private emphasize(): void {
    const { picture, focus } = this;
    focus.hover = picture?.hover?.column ?? null;
    focus.level = picture?.level ?? null;
    focus.lines = picture?.snapshot.lines ?? [];
    focus.lit = this.win.lit;
    focus.isSoft = this.win.isLoss;
    focus.wave = this.waveAt;
    focus.spread = this.wantSpread;
    this.emphasis.apply(this.beads, focus, this.stage.camera);
  }

  private draw(seconds: number): boolean {
    const { parts, picture, spread } = this;
    if (!picture) return false;
    if (this.shownSpread !== spread) parts.drawSpread(spread, picture.snapshot.letters);
    this.shownSpread = spread;
    this.root.position.y = this.kick.height;
    this.shake();
    const moves = parts.drawPoles(spread, this.heights, seconds, this.refusal);
    parts.drawBeads(this.beads, spread, this.refusal, this.pulled, picture.snapshot.variant?.specials);
    parts.drawHover(this.hover, spread, picture);
    drawRings(this.scenery, {
      picture,
      palette: parts.palette,
      spread,
      hover: this.hover,
      hintTime: this.hintTime / HINT_SECONDS,
      win: this.win,
      hasMarks: this.stage.look.marks,
    });
    return moves;
  }

  /** A short shake to the viewer's left and right; with reduced motion only the flash. */
  private shake(): void {
    const left = this.refuseTime / REFUSE_SECONDS;
    const { x, z } = this.stage.camera.position;
    const angle = Math.atan2(x, z);
    const swing = this.stage.look.reducedMotion ? 0 : Math.sin((1 - left) * 19) * 0.07 * left;
    this.refusal.shift.set(Math.cos(angle) * swing, 0, -Math.sin(angle) * swing);
    this.refusal.flash = Math.min(1, left * 1.6);
  }

  pick(ray: Ray): number | null {
    return pickColumn(ray, this.pickView);
  }

  anchor(column: number): Vector3 {
    return this.layout.anchor(column, this.heights[column] ?? 0, this.wantSpread, new Vector3());
  }

  cell(cell: number): Vector3 {
    return this.layout.cell(cell, this.wantSpread, new Vector3());
  }

  restyle(): void {
    this.parts.restyle(this.stage);
    this.shownSpread = -1;
    if (this.stage.look.reducedMotion) this.arrive();
    else this.draw(0);
    this.stage.wake();
  }

  dispose(): void {
    this.parts.dispose();
  }
}

const hasDrop = ({ action }: Step): boolean => action === "drop" || isPower(action);

/** Levels that the last bead fell through. */
function fallenRows(snapshot: Snapshot): number {
  const column = columnOfMove(snapshot.moves[snapshot.ply - 1 - snapshot.first] ?? 0);
  return snapshot.board.height + 1 - (snapshot.heights[column] ?? 1);
}

function boxCorners({ min, max }: Box3): Vector3[] {
  const corner = (i: number) =>
    new Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z);
  return Array.from({ length: 8 }, (_, i) => corner(i));
}

export function createStack(stage: Stage, board: Board): Model {
  return new Stack(stage, board);
}
