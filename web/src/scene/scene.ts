// The 3D view: stage, camera, pointer, frames on demand, and the board in play.
import { Ray, Vector3 } from "three";
import { CameraRig } from "./camera";
import { Loop } from "./loop";
import { Pointer } from "./pointer";
import { QualityWatch } from "./quality";
import { createStack } from "./stack/stack";
import { StageView } from "./stage";
import { createUpright } from "./upright/upright";
import { BoardTurn } from "./board_turn";
import { cellOfColumn, type Board } from "../core/types";
import type { Insets, Look, Model, Picture, Quality, Scene, Step } from "./types";
import type { SceneEvents, SceneStats, ViewName } from "./types";

export function createScene(canvas: HTMLCanvasElement, events: SceneEvents, look: Look): Scene {
  return new SceneView(canvas, events, look);
}

const QUARTER = Math.PI / 2;
/** Rows by which a disc must be pulled to be popped, and the most that it follows the finger. */
const PULLED_OUT = 0.6;
const PULLED_MAX = 1.1;

class SceneView implements Scene {
  private readonly stage: StageView;
  private readonly rig: CameraRig;
  private readonly loop = new Loop((seconds, frameMs) => this.tick(seconds, frameMs));
  private readonly pointer: Pointer;
  private readonly watch = new QualityWatch("high");
  private readonly sizes: ResizeObserver;
  private model: Model | null = null;
  /** A picture was shown whose `rest` event is still due. */
  private isRestDue = false;
  private turn: BoardTurn | null = null;
  private pops: readonly number[] = [];
  private pulled: { column: number; rows: number; pitch: number } | null = null;
  private readonly ray = new Ray();
  private readonly spot = new Vector3();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly events: SceneEvents,
    look: Look,
  ) {
    this.stage = new StageView(canvas, events, look, () => this.loop.wake());
    this.rig = new CameraRig(this.stage.camera, () => this.stage.look);
    this.stage.rig = this.rig;
    this.pointer = new Pointer(canvas, {
      columnAt: (x, y) => this.columnAt(x, y),
      hover: (column, isResting) => events.hover(column, isResting),
      pick: (column, touch) => events.pick(column, touch),
      grab: (x, y) => this.grab(x, y),
      pull: (pixels) => this.pull(pixels),
      letGo: (isMeant) => this.letGo(isMeant),
      turn: (azimuth, elevation) => this.moveCamera(() => this.rig.turn(azimuth, elevation)),
      zoom: (factor) => this.zoom(factor),
      release: () => this.moveCamera(() => this.rig.settle()),
    });
    this.chooseQuality();
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(canvas);
    this.resize();
    document.addEventListener("visibilitychange", this.hide);
    canvas.addEventListener("webglcontextlost", this.lose);
    canvas.addEventListener("webglcontextrestored", this.restore);
  }

  show(picture: Picture): void {
    const { board } = picture.snapshot;
    this.pops = picture.pops ?? [];
    this.isRestDue = true;
    if (this.turn) this.turn.picture = picture;
    else if (this.model && this.model.board.name !== board.name && this.canTurn(picture)) this.turn = new BoardTurn(this.model, picture);
    else this.place(picture, null);
    this.loop.wake();
    if (document.hidden) this.hide();
  }

  /** `from`: the board has just been turned, and the discs of that position are to fall. */
  private place(picture: Picture, from: Step | null): void {
    const { board } = picture.snapshot;
    if (!this.model || this.model.board.name !== board.name) this.change(board);
    if (from) this.model!.pour?.(from);
    this.model!.show(picture);
  }

  private canTurn({ step, motion }: Picture): boolean {
    const isTurn = step?.action === "turn-left" || step?.action === "turn-right";
    return isTurn && motion === "animate" && !this.stage.look.reducedMotion && !document.hidden && this.model?.board.depth === 1;
  }

  /** The board has been turned: another one of that shape takes its place, and its discs fall. */
  private endTurn(): void {
    const { turn } = this;
    this.turn = null;
    if (turn) this.place(turn.picture, turn.step.isBack ? null : turn.step);
  }

  private grab(x: number, y: number): boolean {
    const column = this.columnAt(x, y);
    if (column === null || !this.model || this.turn || !this.pops.includes(column)) return false;
    const spot = this.cellAt(cellOfColumn(this.model.board, column, 0));
    if (Math.hypot(x - spot.x, y - spot.y) > 1.3 * spot.radius) return false;
    this.pulled = { column, rows: 0, pitch: 2.2 * spot.radius };
    return true;
  }

  private pull(pixels: number): void {
    if (!this.pulled) return;
    this.pulled.rows = Math.min(Math.max(pixels / this.pulled.pitch, 0), PULLED_MAX);
    this.model?.pull(this.pulled.column, this.pulled.rows);
    this.loop.wake();
  }

  /** Less than most of a row is a change of mind. */
  private letGo(isMeant: boolean): void {
    const { pulled } = this;
    this.pulled = null;
    this.model?.pull(null, 0);
    this.loop.wake();
    if (pulled && isMeant && pulled.rows >= PULLED_OUT) this.events.pop(pulled.column);
  }

  private change(board: Board): void {
    this.model?.root.removeFromParent();
    this.model?.dispose();
    this.stage.finish();
    this.model = board.depth === 1 ? createUpright(this.stage, board) : createStack(this.stage, board);
    this.stage.add(this.model);
    this.watch.reset(this.stage.quality);
  }

  setLook(look: Look): void {
    const { quality: hadQuality, lens: hadLens } = this.stage.look;
    this.stage.look = look;
    if (hadLens !== look.lens) this.rig.refresh();
    if (hadQuality !== look.quality) this.chooseQuality();
    else this.restyle();
  }

  private chooseQuality(): void {
    const { quality } = this.stage.look;
    this.setQuality(quality === "auto" ? this.stage.firstQuality() : quality);
  }

  private setQuality(quality: Quality): void {
    this.stage.quality = quality;
    this.watch.reset(quality);
    this.restyle();
  }

  private restyle(): void {
    this.stage.apply();
    this.model?.restyle();
    this.loop.wake();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.stage.resize(clientWidth, clientHeight);
    this.rig.resize(clientWidth, clientHeight);
    // Setting the size clears the canvas: without an immediate frame it would flash.
    if (this.model) this.tick(0, 0);
    else this.loop.wake();
  }

  setInsets(insets: Insets, atOnce = false): void {
    this.rig.setInsets(insets, atOnce);
    if (this.loop.frames === 0) this.rig.arrive();
    this.loop.wake();
  }

  setView(view: ViewName): void {
    this.moveCamera(() => this.rig.setView(view));
  }

  orbit(azimuth: number, elevation: number): void {
    this.moveCamera(() => this.rig.orbit(azimuth, elevation));
  }

  spin(speed: number): void {
    this.moveCamera(() => this.rig.spin(speed));
  }

  zoom(factor: number): void {
    this.moveCamera(() => this.rig.zoom(factor));
  }

  private moveCamera(move: () => void): void {
    move();
    this.loop.wake();
  }

  refuse(column: number): void {
    this.model?.refuse(column);
    this.loop.wake();
  }

  finish(): void {
    this.endTurn();
    this.model?.finish();
    this.stage.finish();
    this.rig.arrive();
    this.loop.wake();
  }

  /** Hidden pages get no frames: animations end at once, so that no code waits for them. */
  private readonly hide = (): void => {
    if (!document.hidden || !this.model) return;
    this.finish();
    setTimeout(() => this.tellRest(), 0);
  };

  private readonly lose = (event: Event): void => event.preventDefault();

  private readonly restore = (): void => {
    this.stage.restore();
    this.restyle();
  };

  private tick(seconds: number, frameMs: number): boolean {
    const { model } = this;
    const isTurning = this.rig.update(seconds, () => this.tellMoved());
    const isMoving = (model?.update(seconds) ?? false) || this.turn !== null;
    if (this.turn && !this.turn.update(seconds)) {
      this.endTurn();
      return this.tick(0, 0);
    }
    const isBursting = this.stage.update(seconds);
    this.stage.draw();
    this.adaptQuality(frameMs);
    if (!this.turn && (!isMoving || model?.isSettled?.())) this.tellRest();
    return isTurning || isMoving || isBursting;
  }

  private adaptQuality(frameMs: number): void {
    if (this.stage.look.quality !== "auto" || frameMs <= 0) return;
    const next = this.watch.add(frameMs);
    if (next) this.setQuality(next);
  }

  private tellRest(): void {
    if (!this.isRestDue) return;
    this.isRestDue = false;
    this.events.rest();
  }

  private tellMoved(): void {
    this.pointer.refresh();
    this.events.moved();
  }

  columnAt(x: number, y: number): number | null {
    if (!this.model) return null;
    const { size, camera } = this.stage;
    this.spot.set((x / size.x) * 2 - 1, 1 - (y / size.y) * 2, 0.5).unproject(camera);
    this.ray.origin.copy(camera.position);
    this.ray.direction.copy(this.spot).sub(camera.position).normalize();
    return this.model.pick(this.ray);
  }

  anchors(): readonly { x: number; y: number; visible: boolean }[] {
    const { model } = this;
    if (!model) return [];
    return Array.from({ length: model.board.columns }, (_, column) => {
      const { x, y } = this.project(this.spot.copy(model.anchor(column)));
      const { size } = this.stage;
      return { x, y, visible: x >= 0 && y >= 0 && x <= size.x && y <= size.y };
    });
  }

  extent(): { left: number; top: number; right: number; bottom: number } | null {
    if (!this.model) return null;
    const spots = this.rig.outline.map((point) => this.project(this.spot.copy(point)));
    const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
    return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  }

  cellAt(cell: number): { x: number; y: number; radius: number } {
    if (!this.model) return { x: 0, y: 0, radius: 0 };
    const { camera, size } = this.stage;
    this.spot.copy(this.model.cell(cell));
    const depth = -this.spot.applyMatrix4(camera.matrixWorldInverse).z;
    const perUnit = size.y / 2 / Math.tan((camera.fov * Math.PI) / 360) / depth;
    const { x, y } = this.project(this.spot.copy(this.model.cell(cell)));
    return { x, y, radius: this.model.radius * perUnit };
  }

  /** From the world to CSS pixels of the canvas. */
  private project(point: Vector3): { x: number; y: number } {
    const { camera, size } = this.stage;
    point.project(camera);
    return { x: ((point.x + 1) / 2) * size.x, y: ((1 - point.y) / 2) * size.y };
  }

  quarter(): number {
    return ((Math.round(this.rig.pose.azimuth / QUARTER) % 4) + 4) % 4;
  }

  stats(): SceneStats {
    const { info } = this.stage.renderer;
    return {
      frames: this.loop.frames,
      frameMs: this.loop.frameMs,
      drawCalls: info.render.calls,
      triangles: info.render.triangles,
      geometries: info.memory.geometries,
      textures: info.memory.textures,
      quality: this.stage.quality,
      isMoving: this.loop.isRunning,
    };
  }

  dispose(): void {
    this.loop.stop();
    this.pointer.dispose();
    this.sizes.disconnect();
    document.removeEventListener("visibilitychange", this.hide);
    this.canvas.removeEventListener("webglcontextlost", this.lose);
    this.canvas.removeEventListener("webglcontextrestored", this.restore);
    this.loop.stop();
    this.model?.root.removeFromParent();
    this.model?.dispose();
    this.stage.dispose();
  }
}
