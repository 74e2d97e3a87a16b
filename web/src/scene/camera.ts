// The camera rig: frames the board, follows the hand, eases to an angle that reads well, then rests.
import { Vector3, type PerspectiveCamera } from "three";
import { bestPose } from "./attention";
import { axes, boxPoints, framePoints, freeRect } from "./framing";
import type { Points, Standpoint, Viewport } from "./framing";
import type { Insets, Look, Model, Pose, ViewName } from "./types";

const EASE_SECONDS = 0.55;
/** The move to a winning line is slow. */
const ATTEND_SECONDS = 1.5;
const INSETS_SECONDS = 0.22;
/** Degrees, on every board. */
const WIDE_LENS = 60;
const LOWEST = 0.06;
const HIGHEST = 1.45;
const ZOOM_MIN = 0.6;
const ZOOM_MAX = 2.6;
/** How far the camera shifts towards a winning line, and steps back for it: the board stays in its frame. */
const ATTEND_SHIFT = 0.02;
const ATTEND_ZOOM = 0.97;
/** Free spaces narrower or lower than this, in CSS pixels, are a phone's. */
const SMALL = 460;

const clamp = (x: number, low: number, high: number): number => Math.min(Math.max(x, low), high);
const smooth = (t: number): number => t * t * (3 - 2 * t);

interface Aim {
  azimuth: number;
  elevation: number;
  zoom: number;
  /** 0: the board's middle, 1: the attended points. */
  attention: number;
}

const KEYS = ["azimuth", "elevation", "zoom", "attention"] as const;
const EDGES = ["top", "right", "bottom", "left"] as const;

export class CameraRig {
  private model: Model | null = null;
  private points: Points = [];
  /** The points framed before, while the camera eases to the new ones. */
  private leaving: Points | null = null;
  private readonly now: Aim = { azimuth: 0, elevation: 0.25, zoom: 1, attention: 0 };
  private readonly from: Aim = { ...this.now };
  private readonly goal: Aim = { ...this.now };
  private progress = 1;
  private easeSeconds = EASE_SECONDS;
  private spinning = 0;
  private insetsFrom: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
  private insetsNow: Insets = this.insetsFrom;
  private insetsGoal: Insets = this.insetsFrom;
  private insetsProgress = 1;
  private width = 1;
  private height = 1;
  private view: ViewName = "home";
  private isDirty = true;
  private readonly focus = new Vector3();
  private readonly stand: Standpoint = { x: 0, y: 0, z: 0, distance: 1 };
  private readonly home: Standpoint = { x: 0, y: 0, z: 0, distance: 1 };
  private readonly target = new Vector3();

  constructor(
    private readonly camera: PerspectiveCamera,
    private readonly look: () => Pick<Look, "reducedMotion" | "lens">,
  ) {}

  /** The corners of what is framed. */
  get outline(): readonly Vector3[] {
    const { points } = this;
    return Array.from({ length: points.length / 3 }, (_, i) => new Vector3().fromArray(points as number[], 3 * i));
  }

  get pose(): Pose {
    return { azimuth: this.now.azimuth, elevation: this.now.elevation };
  }

  /** The angle by which the board is turned from its home view. */
  get turned(): number {
    return this.model ? this.now.azimuth - this.poseOf("home").azimuth : 0;
  }

  get isPortrait(): boolean {
    const free = freeRect(this.viewport());
    return free.width < free.height;
  }

  /** A phone's free space, in either direction. */
  private get isSmall(): boolean {
    const free = freeRect(this.viewport());
    return Math.min(free.width, free.height) < SMALL;
  }

  private poseOf(view: ViewName): Pose {
    return this.model!.pose(view, this.isPortrait, this.isSmall);
  }

  get freeAspect(): number {
    const free = freeRect(this.viewport());
    return free.width / free.height;
  }

  setModel(model: Model): void {
    this.model = model;
    this.points = outline(model);
    this.leaving = null;
    this.view = "home";
    Object.assign(this.goal, this.poseOf("home"), { zoom: 1, attention: 0 });
    this.arrive();
  }

  /** The model has a new outline and new poses: eases from the old framing to its home view. */
  reframe(): void {
    if (!this.model) return;
    this.leaving = this.points;
    this.points = outline(this.model);
    this.view = "home";
    Object.assign(this.from, this.now);
    this.progress = 1;
    this.easeTo({ ...this.poseOf("home"), zoom: 1, attention: 0 });
    if (this.progress === 1) this.leaving = null;
    this.isDirty = true;
  }

  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    this.width = Math.max(width, 1);
    this.height = Math.max(height, 1);
    this.isDirty = true;
    this.returnHome();
  }

  /** `atOnce`: without easing, for a window of a new size. */
  setInsets(insets: Insets, atOnce = false): void {
    if (EDGES.every((e) => insets[e] === this.insetsGoal[e])) return;
    this.insetsFrom = this.insetsNow;
    this.insetsGoal = { ...insets };
    this.insetsProgress = 0;
    this.isDirty = true;
    if (!atOnce) return;
    this.insetsNow = this.insetsGoal;
    this.insetsProgress = 1;
    this.returnHome();
  }

  /** Another size may have another home view: a camera that stands there stays there. */
  private returnHome(): void {
    if (!this.model || this.view !== "home") return;
    const home = this.poseOf("home");
    const isThere = Math.abs(home.azimuth - this.goal.azimuth) + Math.abs(home.elevation - this.goal.elevation) < 1e-4;
    if (isThere || this.goal.attention > 0) return;
    Object.assign(this.goal, home);
    this.arrive();
  }

  /** The lens has changed. */
  refresh(): void {
    this.isDirty = true;
  }

  /** Jumps to the goal, for the first frame and for reduced motion. */
  arrive(): void {
    Object.assign(this.now, this.goal);
    this.insetsNow = this.insetsGoal;
    this.progress = this.insetsProgress = 1;
    this.leaving = null;
    this.isDirty = true;
  }

  setView(view: ViewName): void {
    if (!this.model) return;
    this.view = view;
    this.easeTo({ ...this.poseOf(view), zoom: 1, attention: 0 });
  }

  /** Turns at once, for dragging. */
  turn(azimuth: number, elevation: number): void {
    this.progress = 1;
    this.now.azimuth += azimuth;
    this.now.elevation = clamp(this.now.elevation + elevation, LOWEST, HIGHEST);
    Object.assign(this.goal, this.now);
    this.isDirty = true;
  }

  /** Zooms at once; a running turn continues. */
  zoom(factor: number): void {
    const zoom = clamp(this.now.zoom * factor, ZOOM_MIN, ZOOM_MAX);
    this.now.zoom = this.from.zoom = this.goal.zoom = zoom;
    this.isDirty = true;
  }

  /** After dragging: eases to the nearest angle at which the board reads well. */
  settle(): void {
    if (!this.model) return;
    this.view = "front";
    this.easeTo({ ...this.model.settle(this.pose), zoom: this.now.zoom, attention: this.now.attention });
  }

  /** Turns with easing, for the keyboard. */
  orbit(azimuth: number, elevation: number): void {
    if (!this.model) return;
    this.view = "front";
    const wanted = {
      azimuth: (this.progress < 1 ? this.goal : this.now).azimuth + azimuth,
      elevation: clamp((this.progress < 1 ? this.goal : this.now).elevation + elevation, LOWEST, HIGHEST),
    };
    this.easeTo({ ...this.model.settle(wanted), zoom: this.now.zoom, attention: this.now.attention });
  }

  /** Turns on by itself, also while it eases; 0 stops. */
  spin(speed: number): void {
    this.spinning = speed;
    this.isDirty = true;
  }

  attend(points: readonly Vector3[] | null): void {
    if (!this.model) return;
    if (!points || points.length === 0) {
      if (this.goal.attention > 0) this.easeTo({ ...this.pose, zoom: 1, attention: 0 });
      return;
    }
    this.focus.set(0, 0, 0);
    for (const p of points) this.focus.addScaledVector(p, 1 / points.length);
    this.easeTo({ ...bestPose(this.model, this.pose, points), zoom: ATTEND_ZOOM, attention: 1 }, ATTEND_SECONDS);
  }

  private easeTo(goal: Aim, seconds = EASE_SECONDS): void {
    this.easeSeconds = seconds;
    Object.assign(this.goal, goal);
    // The shorter way around.
    const turns = Math.round((this.now.azimuth - goal.azimuth) / (2 * Math.PI));
    this.goal.azimuth = goal.azimuth + turns * 2 * Math.PI;
    if (KEYS.every((k) => Math.abs(this.goal[k] - this.now[k]) < 1e-4)) return;
    Object.assign(this.from, this.now);
    this.progress = 0;
    this.isDirty = true;
  }

  /** Advances the animation; true while the camera moves. `moved` is called when the view has changed. */
  update(seconds: number, moved: () => void): boolean {
    if (this.look().reducedMotion && (this.progress < 1 || this.insetsProgress < 1)) this.arrive();
    if (this.progress < 1) this.stepAim(seconds);
    if (this.insetsProgress < 1) this.stepInsets(seconds);
    const isSpinning = this.spinning !== 0 && !this.look().reducedMotion;
    if (isSpinning) this.stepSpin(seconds);
    if (this.isDirty) {
      this.isDirty = this.progress < 1 || this.insetsProgress < 1 || isSpinning;
      this.place();
      moved();
    }
    return this.isDirty;
  }

  private stepAim(seconds: number): void {
    this.progress = Math.min(this.progress + seconds / this.easeSeconds, 1);
    const t = smooth(this.progress);
    for (const k of KEYS) this.now[k] = this.from[k] + (this.goal[k] - this.from[k]) * t;
  }

  private stepSpin(seconds: number): void {
    for (const aim of [this.now, this.from, this.goal]) aim.azimuth += this.spinning * seconds;
    this.isDirty = true;
  }

  private stepInsets(seconds: number): void {
    this.insetsProgress = Math.min(this.insetsProgress + seconds / INSETS_SECONDS, 1);
    const t = smooth(this.insetsProgress);
    const mix = (e: (typeof EDGES)[number]): number =>
      this.insetsFrom[e] + (this.insetsGoal[e] - this.insetsFrom[e]) * t;
    this.insetsNow = { top: mix("top"), right: mix("right"), bottom: mix("bottom"), left: mix("left") };
  }

  private viewport() {
    const fov = this.look().lens === "wide" ? WIDE_LENS : (this.model?.fov ?? 26);
    return { width: this.width, height: this.height, insets: this.insetsNow, fov };
  }

  /** The standpoint for these points. Turning never brings the board nearer than at rest. */
  private frame(points: Points, view: Viewport): void {
    framePoints(points, this.now, view, this.stand);
    framePoints(points, this.poseOf("home"), view, this.home);
    this.stand.distance = Math.max(this.stand.distance, this.home.distance);
  }

  private lagBehind(points: Points, view: Viewport): void {
    const { x, y, z, distance } = this.stand;
    this.frame(points, view);
    const t = smooth(this.progress);
    const mix = (from: number, to: number): number => from + (to - from) * t;
    this.stand.x = mix(this.stand.x, x);
    this.stand.y = mix(this.stand.y, y);
    this.stand.z = mix(this.stand.z, z);
    this.stand.distance = mix(this.stand.distance, distance);
    if (this.progress === 1) this.leaving = null;
  }

  private place(): void {
    if (!this.model) return;
    const view = this.viewport();
    this.frame(this.points, view);
    if (this.leaving) this.lagBehind(this.leaving, view);
    const distance = this.stand.distance / this.now.zoom;
    this.target.set(this.stand.x, this.stand.y, this.stand.z);
    this.target.lerp(this.focus, this.now.attention * ATTEND_SHIFT);
    const { back } = axes(this.now);
    const { camera } = this;
    camera.position.set(back[0], back[1], back[2]).multiplyScalar(distance).add(this.target);
    camera.up.set(0, 1, 0);
    camera.lookAt(this.target);
    camera.fov = view.fov;
    camera.aspect = this.width / this.height;
    camera.near = Math.max(distance * 0.2, 0.1);
    camera.far = distance * 4 + 60;
    const free = freeRect(view);
    const shiftX = this.width / 2 - free.centerX;
    const shiftY = this.height / 2 - free.centerY;
    camera.setViewOffset(this.width, this.height, shiftX, shiftY, this.width, this.height);
    camera.updateMatrixWorld();
  }
}

function outline(model: Model): Points {
  if (!model.hull) return boxPoints(model.bounds.min, model.bounds.max);
  return model.hull.flatMap((p) => [p.x, p.y, p.z]);
}
