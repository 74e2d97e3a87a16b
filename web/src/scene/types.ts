// The interfaces between the page and the 3D scene, and between the stage and the boards on it.
import type { Box3, Object3D, PerspectiveCamera, Ray, Scene as ThreeScene, Vector3, WebGLRenderer } from "three";
import type { Board, Player, Snapshot, Threat } from "../core/types";
import type { Action } from "../core/variants";
import type { Lamp } from "./lamp";

export type Theme = "classic" | "dark" | "contrast";
export type Quality = "low" | "medium" | "high";
export type ViewName = "home" | "front" | "top" | "corner" | "back";
export type Finish = "plastic" | "metal";
export type Lens = "normal" | "wide";

export interface Look {
  readonly theme: Theme;
  /** Marks in relief on the discs, for players who cannot tell the colours apart. */
  readonly marks: boolean;
  readonly reducedMotion: boolean;
  /** "auto" steps down by itself when frames are slow, never up again within a visit. */
  readonly quality: Quality | "auto";
  /** What the discs are made of. */
  readonly finish: Finish;
  readonly lens: Lens;
}

/** The move of a variant that leads from one position to the next, or back again. */
export interface Step {
  readonly action: Action;
  readonly column: number;
  readonly isBack: boolean;
  /** The position on the other side of it. */
  readonly before: Snapshot;
}

/** Everything to draw. The page always passes a complete picture; the scene finds the changes. */
export interface Picture {
  readonly snapshot: Snapshot;
  /** Highlighted column and the colour of the disc that hovers over it; null: none. */
  readonly hover: { readonly column: number; readonly player: Player; readonly action?: Action } | null;
  /** How this position came from the last one shown; null: its discs tell. */
  readonly step?: Step | null;
  /** Columns whose lowest disc may be pulled out. */
  readonly pops?: readonly number[];
  /** A move that will be played as soon as it may be; null: none. */
  readonly kept: { readonly column: number; readonly player: Player } | null;
  /** A column to point at (the hint); null: none. */
  readonly hint: number | null;
  readonly threats: readonly Threat[];
  /** The person at this page has lost: the end is quiet, without a burst. */
  readonly isLoss: boolean;
  /** Whether discs fall and rise to a new position, or it appears at once. */
  readonly motion: "animate" | "jump";
  /** Deep boards only: all levels side by side instead of the stack, or one level alone (from 0); null: all. */
  readonly layers: boolean;
  readonly level: number | null;
}

/** Parts of the canvas covered by panels, in CSS pixels; the board is framed in the rest. */
export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export interface SceneEvents {
  /**
   * The pointer is over this column, or over none. Not sent while turning the board, nor for touch. `isResting`: the
   * board has moved, not the pointer.
   */
  hover(column: number | null, isResting: boolean): void;
  /** A column was clicked or tapped (never at the end of a drag). `touch` lets deep boards ask for a second tap. */
  pick(column: number, touch: boolean): void;
  /** The lowest disc of a column was pulled out of the board. */
  pop(column: number): void;
  /** A disc touched down after falling that many rows, `bounce` 0 for the first touch: for the sound. */
  land(rows: number, bounce: number): void;
  /** The i-th of the winning line's discs lights up; a draw's wave of light begins (count 0): for the sound. */
  light(index: number, count: number): void;
  /** The end of the game has been played out: now the words may appear. */
  reveal(): void;
  /** All discs are in place (a win may still glow). Sent once after every show(). */
  rest(): void;
  /** Screen positions have changed: the camera moved or the window was resized. */
  moved(): void;
}

export interface SceneStats {
  readonly frames: number;
  readonly frameMs: number;
  readonly drawCalls: number;
  readonly triangles: number;
  readonly geometries: number;
  readonly textures: number;
  readonly quality: Quality;
  readonly isMoving: boolean;
}

/** The whole 3D view, as the page sees it. One for the life of the page. */
export interface Scene {
  show(picture: Picture): void;
  setLook(look: Look): void;
  /** `atOnce`: the window has a new size, so the board moves without easing. */
  setInsets(insets: Insets, atOnce?: boolean): void;
  setView(view: ViewName): void;
  /** Turn by radians, zoom by a factor, for the keyboard. */
  orbit(azimuth: number, elevation: number): void;
  zoom(factor: number): void;
  /** Turns on by itself, in radians a second, until it is called with 0. Not with reduced motion. */
  spin(speed: number): void;
  /** Shows that a column refuses a disc: a short shake and a red flash; with reduced motion only the flash. */
  refuse(column: number): void;
  /** Ends every running animation at its final state. */
  finish(): void;
  /** Where on the page (CSS pixels, relative to the canvas) each column's upper edge is: its number stands there. */
  anchors(): readonly { readonly x: number; readonly y: number; readonly visible: boolean }[];
  /** The rectangle of the canvas that the board fills, feet included; null: there is no board yet. */
  extent(): { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number } | null;
  /** Where a cell is on the screen, for tests and the debug view. */
  cellAt(cell: number): { readonly x: number; readonly y: number; readonly radius: number };
  /** Quarter turns of the camera around a deep board, 0..3: the mini-map turns with it. */
  quarter(): number;
  /** The column seen at this place of the canvas, in CSS pixels. */
  columnAt(x: number, y: number): number | null;
  stats(): SceneStats;
  dispose(): void;
}

/** What the stage offers to the board that stands on it. */
export interface Stage {
  readonly scene: ThreeScene;
  readonly camera: PerspectiveCamera;
  readonly renderer: WebGLRenderer;
  readonly look: Look;
  readonly quality: Quality;
  readonly events: SceneEvents;
  /** Asks for frames: model.update runs until it says that nothing moves. */
  wake(): void;
  /** A burst of particles in a player's colour at these points (nothing with reduced motion). */
  burst(points: readonly Vector3[], player: Player): void;
  /** Moves the camera slowly so that these points are seen well; null: back home. */
  attend(points: readonly Vector3[] | null): void;
  /** The light that travels with a highlighted disc. */
  readonly lamp?: Lamp;
  /** The model's bounds, footprint and poses have changed (levels side by side): ease to its home view. */
  reframe?(): void;
  /** Width by height of the part of the canvas that no panel covers. */
  readonly freeAspect?: number;
}

/** A patch of floor the board stands on, for the contact shadow: centre and half sizes, in floor units. */
export interface Footprint {
  readonly x: number;
  readonly z: number;
  readonly halfX: number;
  readonly halfZ: number;
  /** How dark it is, 0..1, and how fast that fades with distance. */
  readonly strength: number;
  readonly falloff: number;
}

/** An upright slab that casts a shadow on the floor where no shadow map is drawn: half its width, its height. */
export interface Caster {
  readonly half: number;
  readonly top: number;
  /** Height of the lowest openings' lower edge, and how many openings there are across and upwards. */
  readonly lift: number;
  readonly across: number;
  readonly up: number;
}

export interface Pose {
  readonly azimuth: number;
  readonly elevation: number;
}

/** A board on the stage: the upright one, or the stack with poles. */
export interface Model {
  readonly board: Board;
  readonly root: Object3D;
  /** What the camera must keep visible, in world coordinates; the board stands on y = 0. */
  readonly bounds: Box3;
  /** Points whose hull is tighter than the bounds, for framing (an upright board has deep feet and a thin top). */
  readonly hull?: readonly Vector3[];
  /** At most three; without it the floor shades below the bounds. */
  readonly footprint?: readonly Footprint[];
  readonly caster?: Caster;
  /** Degrees; deep boards look through a longer lens. */
  readonly fov: number;
  /** `isSmall`: the free part of the canvas is a phone's; flat boards are then seen from the front. */
  pose(view: ViewName, isPortrait: boolean, isSmall: boolean): Pose;
  /** Where the camera comes to rest after turning by hand. */
  settle(pose: Pose): Pose;
  show(picture: Picture): void;
  /** The board has been turned: the discs of the position before lie in it as they were, and fall. Flat boards only. */
  pour?(step: Step): void;
  refuse(column: number): void;
  /** How far the lowest disc of a column is pulled out, in rows; null: none is. */
  pull(column: number | null, rows: number): void;
  finish(): void;
  /** Advances by seconds; true while anything still moves. */
  update(seconds: number): boolean;
  /** True when all discs are in place, even if a glow still moves. Optional; the default is !update(). */
  isSettled?(): boolean;
  /** The column a ray points at, nearest visible thing first. */
  pick(ray: Ray): number | null;
  anchor(column: number): Vector3;
  cell(cell: number): Vector3;
  /** Radius of a disc or bead, for cellAt. */
  readonly radius: number;
  /** The look or the quality changed. */
  restyle(): void;
  dispose(): void;
}
