// The upright board of any width and height, alike from the front and from the back.
import { Box3, Color, Group, Mesh, Vector3, type BufferGeometry, type Ray } from "three";
import { cellPlace, lastCell, type Board, type Player, type Snapshot } from "../../core/types";
import { Kick } from "../kick";
import { BOARD_BLUE, AMBIENCES } from "../palette";
import type { Caster, Footprint, Model, Picture, Pose, Stage, Step, ViewName } from "../types";
import { Badges } from "./badges";
import { barGeometry, columnGeometry, frameGeometry } from "./board_geometry";
import { diffCells } from "./diff";
import { DiscMeshes } from "./disc_meshes";
import { Discs } from "./discs";
import { Edges } from "./edges";
import { Hover } from "./hover";
import { createPaints, type Paints } from "./materials";
import { BAR_Y, cellCenter, columnX, DISC, LIFT, measure, OUTER, RAIL, RIM, rowY, type Measures } from "./measures";
import { OUT_SECONDS } from "./motion";
import { detailOf, footprintOf, hullOf, type Detail } from "./shape";
import { Signs } from "./signs";
import { UprightWin } from "./win";

export function createUpright(stage: Stage, board: Board): Model {
  return new Upright(stage, board);
}

/** Strength of the light at the last disc. */
const RESTING = 0.4;
/** In rows. */
const PEEK = 0.16;
/** Angles at which the board still reads well. */
const WIDEST_TURN = 0.7;
const LOWEST = 0.2;
const HIGHEST = 0.75;

class Upright implements Model {
  readonly root = new Group();
  readonly bounds: Box3;
  readonly hull: readonly Vector3[];
  readonly footprint: readonly Footprint[];
  readonly caster: Caster;
  readonly fov = 26;
  readonly radius = DISC;
  private readonly m: Measures;
  private readonly discs: Discs;
  private readonly win: UprightWin;
  private readonly signs: Signs;
  private readonly frame = new Mesh();
  private readonly bar = new Mesh();
  private edges: Edges | null = null;
  private paints: Paints;
  private meshes: DiscMeshes;
  private column: BufferGeometry;
  private hover: Hover;
  private picture: Picture | null = null;
  private refused = -1;
  private readonly badges = new Badges();
  private step: Step | null = null;
  private readonly kick = new Kick();
  /** Seconds since the bottom opened; greater than the duration when it is shut. */
  private opened = OUT_SECONDS;
  private styled = "";
  private readonly blue = new Color(BOARD_BLUE);
  private readonly anchors: readonly Vector3[];
  private readonly spot = new Vector3();

  constructor(
    private readonly stage: Stage,
    readonly board: Board,
  ) {
    this.m = measure(board);
    const { m } = this;
    const wide = m.rail + RAIL / 2;
    const high = m.headY + DISC;
    this.bounds = new Box3(new Vector3(-wide, 0, -m.footDepth), new Vector3(wide, high, m.footDepth));
    this.hull = hullOf(wide, m);
    this.footprint = footprintOf(m);
    this.caster = { half: m.rail + RAIL / 2, top: m.top, lift: LIFT, across: m.width, up: m.height };
    this.anchors = Array.from({ length: board.columns }, (_, c) => new Vector3(columnX(m, c), m.top + RIM, 0));
    this.discs = new Discs(board, m, {
      land: (rows, bounce) => stage.events.land(rows, bounce),
      impact: (speed) => this.kick.start(Math.min(speed * 0.0011, 0.03)),
    });
    this.win = new UprightWin(stage, board, m);
    this.signs = new Signs(board, m);
    const detail = detailOf(stage.quality, board.cells);
    this.paints = createPaints(stage, m.top);
    this.meshes = this.makeMeshes(detail);
    this.column = columnGeometry(m, detail);
    this.hover = new Hover(m, this.column, this.meshes.geometries, this.paints);
    this.root.add(this.frame, this.bar, this.meshes.group, this.badges.group);
    for (const part of [this.win, this.signs, this.hover]) this.root.add(part.group);
    this.frame.castShadow = this.frame.receiveShadow = this.bar.castShadow = this.bar.receiveShadow = true;
    this.restyle();
  }

  private makeMeshes(detail: Detail): DiscMeshes {
    const { look, quality } = this.stage;
    const { isFlat } = AMBIENCES[look.theme];
    const hasShadows = !isFlat && quality !== "low";
    return new DiscMeshes(this.board.cells + 2, this.paints, look.marks || isFlat, detail, hasShadows);
  }

  restyle(): void {
    const { look, quality } = this.stage;
    const style = `${look.theme} ${look.marks} ${quality} ${look.finish}`;
    if (style !== this.styled) this.rebuild();
    this.styled = style;
    this.win.restyle();
    this.signs.restyle(look.reducedMotion);
    this.hover.restyle(look.theme, look.reducedMotion);
    this.draw();
    this.stage.wake();
  }

  /** Rebuilds materials and geometry. */
  private rebuild(): void {
    const detail = detailOf(this.stage.quality, this.board.cells);
    this.paints.dispose();
    this.meshes.group.removeFromParent();
    this.meshes.dispose();
    for (const mesh of [this.frame, this.bar]) mesh.geometry.dispose();
    this.column.dispose();
    this.paints = createPaints(this.stage, this.m.top);
    this.meshes = this.makeMeshes(detail);
    this.root.add(this.meshes.group);
    this.column = columnGeometry(this.m, detail);
    this.frame.geometry = frameGeometry(this.m, detail);
    this.bar.geometry = barGeometry(this.m, detail);
    this.frame.material = this.bar.material = this.paints.board;
    this.edges?.group.removeFromParent();
    this.edges?.dispose();
    this.edges = this.paints.outline ? new Edges(this.board, this.m, detail, this.paints.outline) : null;
    if (this.edges) this.root.add(this.edges.group);
    this.hover.dress(this.meshes.geometries, this.paints);
    this.hover.setColumn(this.column);
  }

  pose(view: ViewName, _isPortrait: boolean, isSmall = false): Pose {
    const home = isSmall ? { azimuth: 0, elevation: 0.12 } : { azimuth: 0.14, elevation: 0.18 };
    if (view === "front") return { azimuth: 0, elevation: LOWEST };
    if (view === "top") return { azimuth: 0, elevation: HIGHEST };
    if (view === "corner") return { azimuth: 0.6, elevation: 0.36 };
    if (view === "back") return { azimuth: Math.PI + home.azimuth, elevation: home.elevation };
    return home;
  }

  /** Edge-on the board is unreadable: eases back until a face shows. */
  settle(pose: Pose): Pose {
    const half = Math.round(pose.azimuth / Math.PI);
    const off = pose.azimuth - half * Math.PI;
    return {
      azimuth: half * Math.PI + Math.min(Math.max(off, -WIDEST_TURN), WIDEST_TURN),
      elevation: Math.min(Math.max(pose.elevation, LOWEST), HIGHEST),
    };
  }

  show(picture: Picture): void {
    const { cells } = picture.snapshot;
    this.picture = picture;
    const isReduced = this.stage.look.reducedMotion;
    const isStill = picture.motion === "jump" || isReduced;
    if (picture.motion === "jump") this.discs.finish();
    if (picture.step && picture.step !== this.step && !isStill) this.shift(picture.step);
    this.step = picture.step ?? null;
    const change = diffCells(this.discs.cells(), cells);
    this.discs.apply(change, cells, picture.motion, isReduced);
    this.discs.name(picture.snapshot.variant?.specials);
    if (!isStill && picture.step?.isBack) for (const cell of change.added) this.discs.comeUp(cell);
    if (isReduced && picture.motion === "animate" && picture.step && change.added.length === 0) this.stage.events.land(1, 0);
    if (change.isCleared && picture.motion === "animate" && !isReduced) this.opened = 0;
    this.win.show(picture, picture.motion === "animate");
    this.signs.show(picture);
    this.hover.show(picture);
    this.nudge(picture);
    this.stage.wake();
  }

  /** A disc that a press would pop looks out a little. */
  private nudge({ hover, pops }: Picture): void {
    const isPop = hover?.action === "pop" && pops?.includes(hover.column);
    this.pull(isPop ? hover.column : null, PEEK);
  }

  /** Moves the discs of a column that stays, before the rest of the change is seen as discs that come or leave. */
  private shift({ action, column, isBack, before }: Step): void {
    if (action === "pop" && isBack) this.discs.pushUp(column);
    else if (action === "pop") this.popOut(column, before);
    else if (action === "anvil" && !isBack) this.discs.crush(column);
    if ((action === "pop" || action === "anvil") && !isBack) this.opened = 0;
  }

  private popOut(column: number, { variant, turn }: Snapshot): void {
    if (variant?.task === "target") this.stage.burst([new Vector3(columnX(this.m, column), rowY(0), 0)], turn === 0 ? 1 : 0);
    this.discs.popOut(column);
    this.pull(null, 0);
  }

  pull(column: number | null, rows: number): void {
    this.discs.pulled.column = column ?? -1;
    this.discs.pulled.rows = rows;
  }

  /** The discs of a board that has been turned. */
  pour({ action, before: { board, cells } }: Step): void {
    const isRight = action === "turn-right";
    const discs = Array.from(cells).flatMap((player, cell) => {
      if (player !== 0 && player !== 1) return [];
      const { x, y } = cellPlace(board, cell);
      return [{ player: player as Player, column: isRight ? y : board.height - 1 - y, row: isRight ? board.width - 1 - x : x }];
    });
    this.discs.pour(discs);
  }

  refuse(column: number): void {
    this.refused = column;
    this.hover.refuse(column);
    this.stage.wake();
  }

  finish(): void {
    this.discs.finish();
    this.win.finish();
    this.signs.finish();
    this.hover.finish();
    this.kick.finish();
    this.opened = OUT_SECONDS;
    this.stage.wake();
  }

  isSettled(): boolean {
    return !this.discs.isMoving;
  }

  update(seconds: number): boolean {
    this.discs.update(seconds);
    const isFalling = this.discs.isMoving;
    const isWinning = this.win.update(seconds, !isFalling);
    const isPulsing = this.signs.update(seconds, isFalling);
    const isHovering = this.hover.update(seconds, isFalling);
    const isKicked = this.kick.step(seconds);
    this.opened = Math.min(this.opened + seconds, OUT_SECONDS);
    this.draw();
    this.aimLamp(isFalling);
    const isShaking = isKicked || this.opened < OUT_SECONDS;
    return isFalling || isWinning || isPulsing || isHovering || isShaking;
  }

  /** The light is with the disc under the pointer, else with the falling one, else, faintly, with the last one. */
  private aimLamp(isFalling: boolean): void {
    const { lamp, look } = this.stage;
    const { picture, m } = this;
    if (!lamp) return;
    const isOff = !picture || picture.snapshot.status !== "playing" || AMBIENCES[look.theme].isFlat;
    if (isOff) return lamp.aim(null, 0, 0);
    const { hover, snapshot } = picture;
    const falling = this.discs.falling(this.spot);
    if (falling !== null) return lamp.aim(this.spot, falling, 1);
    if (hover && snapshot.canDrop[hover.column] && !isFalling)
      return lamp.aim(this.spot.set(columnX(m, hover.column), m.headY, 0), hover.player, 1);
    const last = lastCell(snapshot);
    if (last === null) return lamp.aim(null, 0, 0);
    const { x, y } = cellCenter(m, this.board, last);
    lamp.aim(this.spot.set(x, y, 0), snapshot.cells[last] === 1 ? 1 : 0, RESTING);
  }

  private draw(): void {
    this.discs.shake.column = this.refused;
    this.discs.shake.x = this.hover.shake;
    this.badges.begin();
    this.discs.draw(this.meshes, this.win, this.badges.put);
    this.win.draw();
    this.root.position.y = this.kick.height;
    this.openBar(this.opened / OUT_SECONDS);
    this.paints.board.color.copy(this.blue).multiplyScalar(1 - 0.56 * this.win.dimming);
    if ("clearcoat" in this.paints.board) this.paints.board.envMapIntensity = 1 - 0.4 * this.win.dimming;
  }

  /** The bar drops and swings back, stays open while the discs fall, and shuts. */
  private openBar(t: number): void {
    const open = Math.min(t / 0.08, 1) * (1 - Math.min(Math.max((t - 0.72) / 0.28, 0), 1));
    const eased = t >= 1 ? 0 : open * open * (3 - 2 * open);
    this.bar.position.set(0, BAR_Y - 0.16 * eased, -0.5 * eased);
    this.bar.rotation.x = -0.9 * eased;
  }

  /** The column whose slab, of the board or the space above it, the ray enters. */
  pick(ray: Ray): number | null {
    const { m } = this;
    const low = this.spot.set(-m.half, LIFT - 0.2, -OUTER);
    box.min.copy(low);
    box.max.set(m.half, m.headY + DISC + 0.1, OUTER);
    if (!ray.intersectBox(box, this.spot)) return null;
    return Math.min(Math.max(Math.floor(this.spot.x + m.width / 2), 0), m.width - 1);
  }

  anchor(column: number): Vector3 {
    return this.anchors[column]!;
  }

  cell(cell: number): Vector3 {
    const { x, y } = cellCenter(this.m, this.board, cell);
    return new Vector3(x, y, 0);
  }

  dispose(): void {
    this.paints.dispose();
    this.badges.dispose();
    this.meshes.dispose();
    this.hover.dispose();
    this.signs.dispose();
    this.win.dispose();
    this.edges?.dispose();
    for (const geometry of [this.frame.geometry, this.bar.geometry, this.column]) geometry.dispose();
  }
}

const box = new Box3();
