// The rings and rods of a picture, and their current places.
import { Vector3 } from "three";
import { cellPlace, lastCell, type Snapshot } from "../../core/types";
import type { Picture } from "../types";
import type { Beads } from "./beads";
import { RADIUS, type Layout } from "./layout";
import type { Markers, Ring } from "./markers";
import { PLAYERS, type Palette } from "./palette";
import type { Hover } from "./parts";
import type { Tubes } from "./tubes";
import type { StackWin } from "./win";

export interface Scenery {
  readonly layout: Layout;
  readonly beads: Beads;
  readonly markers: Markers;
  readonly tubes: Tubes;
}

export interface RingState {
  readonly picture: Picture;
  readonly palette: Palette;
  readonly spread: number;
  readonly hover: Hover;
  /** 0..1; the animation ends at 1. */
  readonly hintTime: number;
  readonly win: StackWin;
  readonly hasMarks: boolean;
}

const LAST: Ring = { radius: RADIUS * 1.2, width: 0.024, dashes: 0, isOnTop: false };
const LANDING: Ring = { radius: RADIUS * 1.16, width: 0.021, dashes: 9, isOnTop: false };
const HINT: Ring = { radius: RADIUS * 1.3, width: 0.03, dashes: 0, isOnTop: true };
const WON: Ring = { radius: RADIUS * 1.2, width: 0.03, dashes: 0, isOnTop: true };
/** Threats differ in greyscale too: a solid ring for red, a dashed one for yellow. */
const THREATS: readonly [Ring, Ring] = [
  { radius: RADIUS * 0.5, width: 0.02, dashes: 0, isOnTop: false },
  { radius: RADIUS * 0.5, width: 0.02, dashes: 4, isOnTop: false },
];

const place = new Vector3();
const next = new Vector3();

export function drawRings(scenery: Scenery, state: RingState): void {
  const { markers, tubes } = scenery;
  markers.begin();
  tubes.begin();
  if (state.picture.snapshot.lines.length > 0) drawWin(scenery, state);
  else drawLast(scenery, state);
  drawThreats(scenery, state);
  drawLanding(scenery, state);
  drawKept(scenery, state);
  drawHint(scenery, state);
  markers.end();
  tubes.end();
}

function drawLast(scenery: Scenery, { picture, palette, spread }: RingState): void {
  const cell = lastCell(picture.snapshot);
  const bead = cell === null ? null : scenery.beads.at(cell);
  if (cell === null || !bead || (bead.state === "fall" && bead.touches === 0)) return;
  scenery.layout.cell(cell, spread, place).y += bead.lift;
  scenery.markers.add(place, LAST, bead.scale, palette.ring, 1);
}

function landingCell(scenery: Scenery, snapshot: Snapshot, column: number, spread: number): boolean {
  if (!snapshot.canDrop[column]) return false;
  scenery.layout.seat(column, snapshot.heights[column] ?? 0, spread, place);
  return true;
}

function drawLanding(scenery: Scenery, { picture, palette, spread, hover }: RingState): void {
  if (picture.hover?.action === "pop" || !landingCell(scenery, picture.snapshot, hover.column, spread)) return;
  scenery.markers.add(place, LANDING, 1, palette.ring, hover.strength);
}

/** A dashed ring where a kept move lands; on the stack also one at the pole's tip, never hidden. */
function drawKept(scenery: Scenery, { picture, palette, spread }: RingState): void {
  if (!picture.kept || !landingCell(scenery, picture.snapshot, picture.kept.column, spread)) return;
  scenery.markers.add(place, LANDING, 0.8, palette.ring, 1);
  if (spread > 0) return;
  place.y = scenery.layout.top;
  scenery.markers.add(place, LANDING, 0.5, PLAYERS[picture.kept.player], 1);
}

/** The ring pulses three times and stays. On the stack a second one is at the pole's tip, never hidden. */
function drawHint(scenery: Scenery, { picture, palette, spread, hintTime }: RingState): void {
  if (picture.hint === null || !landingCell(scenery, picture.snapshot, picture.hint, spread)) return;
  const swell = hintTime < 1 ? Math.sin(hintTime * Math.PI * 3) ** 2 : 0;
  scenery.markers.add(place, HINT, 1 + 0.3 * swell, palette.hint, 1 - 0.35 * swell);
  if (spread > 0) return;
  place.y = scenery.layout.top;
  scenery.markers.add(place, HINT, 0.45 + 0.15 * swell, palette.hint, 1);
}

function drawThreats(scenery: Scenery, { picture, spread, hasMarks }: RingState): void {
  for (const threat of picture.threats) {
    const level = cellPlace(picture.snapshot.board, threat.cell).y;
    if (picture.snapshot.cells[threat.cell] !== 2 || (picture.level ?? level) !== level) continue;
    scenery.layout.cell(threat.cell, spread, place);
    const ring = THREATS[hasMarks ? threat.player : 0];
    scenery.markers.add(place, ring, 1, PLAYERS[threat.player], threat.isPlayable ? 1 : 0.7);
  }
}

function drawWin(scenery: Scenery, state: RingState): void {
  const { picture, palette, win, spread } = state;
  const winner = picture.snapshot.winner ?? 0;
  scenery.tubes.setHalo(PLAYERS[winner]);
  for (const line of picture.snapshot.lines) {
    for (let i = 0; i < line.length; i++) {
      const cell = line[i] ?? 0;
      scenery.layout.cell(cell, spread, place);
      if (i < win.lit) scenery.markers.add(place, WON, win.breath, palette.ring, 1);
      const after = line[i + 1];
      if (after !== undefined) drawTube(scenery, state, cell, after, i);
    }
  }
}

/** Side by side, rods stay only between beads of the same tray. */
function drawTube(scenery: Scenery, state: RingState, a: number, b: number, i: number): void {
  const { picture, win, spread } = state;
  const { board } = picture.snapshot;
  const isSameLevel = cellPlace(board, a).y === cellPlace(board, b).y;
  const alpha = isSameLevel ? 1 : Math.max(0, 1 - spread * 3);
  scenery.layout.cell(a, spread, place);
  scenery.layout.cell(b, spread, next);
  scenery.tubes.add(place, next, RADIUS * 1.2, win.growth(i), alpha);
}
