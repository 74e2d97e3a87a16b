// The parts of a deep board, created once, and how the state of the game becomes instances.
import { Group, Vector3, type Color } from "three";
import type { Board, Player, Snapshot } from "../../core/types";
import type { Picture, Stage } from "../types";
import { Badges } from "./badges";
import { BeadMesh } from "./bead_mesh";
import type { Beads } from "./beads";
import { Cage } from "./cage";
import { createGlyphs } from "./glyphs";
import { Labels } from "./labels";
import type { Layout } from "./layout";
import { Markers } from "./markers";
import { PALETTES, PLAYERS, RED, type Palette } from "./palette";
import { Plates } from "./plates";
import { Poles } from "./poles";
import { Rod } from "./rod";
import { Tubes } from "./tubes";

/** Enough for a few long winning lines at once. */
const TUBES = 96;

/** A refusing column: its sideways shift and the brightness of its flash. */
export interface Refusal {
  column: number;
  readonly shift: Vector3;
  flash: number;
}

/** How far, in levels, the lowest bead of a column is pulled out; column -1: none is. */
export interface Pulled {
  column: number;
  rows: number;
}

/** The column under the pointer and the strength of its light. */
export interface Hover {
  column: number;
  player: Player;
  strength: number;
}

export class Parts {
  readonly root = new Group();
  readonly markers: Markers;
  readonly tubes = new Tubes(TUBES);
  palette: Palette;
  private readonly beads: BeadMesh;
  private readonly ghost: BeadMesh;
  private readonly badges = new Badges();
  private readonly plates: Plates;
  private readonly poles: Poles;
  private readonly labels: Labels;
  private readonly cage: Cage;
  private readonly rod: Rod;
  private readonly place = new Vector3();

  constructor(
    stage: Stage,
    private readonly board: Board,
    private readonly layout: Layout,
  ) {
    const { quality } = stage;
    this.palette = PALETTES[stage.look.theme];
    this.beads = new BeadMesh(board.cells * 2, false, quality, this.palette);
    this.ghost = new BeadMesh(2, true, quality, this.palette);
    this.plates = new Plates(board, layout, quality, this.palette);
    this.poles = new Poles(board, layout, quality, this.palette);
    this.labels = new Labels(board, layout, createGlyphs(texts(board)), this.palette);
    this.cage = new Cage(board, layout, this.palette);
    this.markers = new Markers(board.cells * 2 + 8, this.palette);
    this.rod = new Rod(layout);
    this.root.add(this.plates.mesh, this.poles.poles, this.poles.seats, this.beads.mesh, this.beads.mirrored);
    this.root.add(this.cage.lines, this.labels.mesh, this.rod.group, this.ghost.mesh);
    this.root.add(this.markers.mesh, this.tubes.mesh, this.badges.group);
  }

  /** Plates, cage and labels: only needed when the levels have moved. */
  drawSpread(spread: number, letters: readonly string[]): void {
    this.plates.spread(spread);
    this.cage.spread(spread);
    this.labels.write(letters, spread);
  }

  /** True while rings still grow or shrink. */
  drawPoles(spread: number, heights: readonly number[], seconds: number, refusal: Refusal): boolean {
    if (refusal.column >= 0) this.plates.light(1, refusal.column, RED, refusal.flash);
    return this.poles.update(spread, heights, seconds, refusal.column, refusal.shift);
  }

  drawBeads(beads: Beads, spread: number, refusal: Refusal, pulled: Pulled, specials: ArrayLike<number> | undefined): void {
    this.badges.begin();
    for (let i = 0; i < beads.count; i++) {
      const bead = beads.pool[i];
      if (!bead) continue;
      const isPulled = bead.level === 0 && bead.column === pulled.column && bead.state === "rest";
      this.layout.between(bead.column, bead.level, isPulled ? -pulled.rows : bead.shift, spread, this.place);
      this.place.y += bead.lift;
      if (bead.column === refusal.column) this.place.add(refusal.shift);
      const scale = bead.presence * bead.scale;
      this.beads.put(i, this.place, scale, bead.player, bead.dim, bead.glow);
      if (beads.at(bead.cell) === bead) this.badges.put(specials?.[bead.cell] ?? 0, this.place, scale, 1 - bead.dim);
    }
    this.badges.end();
    this.beads.commit(beads.count);
  }

  /** The lit tile, the white pole, and the bead that would land. */
  drawHover({ column, player, strength }: Hover, spread: number, { snapshot, kept, hover }: Picture): void {
    const colour: Color = PLAYERS[player];
    const canDrop = hover?.action !== "pop" && (snapshot.canDrop[column] ?? false);
    this.plates.light(0, column, colour, strength * (1 - 0.45 * spread));
    const level = Math.min(snapshot.heights[column] ?? 0, this.board.height - 1);
    this.layout.seat(column, level, spread, this.place);
    this.rod.show(column, canDrop ? this.place.y : null, colour, strength * Math.max(0, 1 - spread * 2));
    const isShown = canDrop && strength > 0.02;
    if (isShown) this.ghost.put(0, this.place, 0.9 + 0.1 * strength, player, 0, 0.05);
    if (kept) this.putKept(isShown ? 1 : 0, kept, spread, snapshot);
    this.ghost.setOpacity(0.62 * (kept ? 1 : strength));
    this.ghost.commit((isShown ? 1 : 0) + (kept ? 1 : 0));
  }

  /** A small bead where a kept move would land. */
  private putKept(index: number, kept: NonNullable<Picture["kept"]>, spread: number, snapshot: Snapshot): void {
    const level = Math.min(snapshot.heights[kept.column] ?? 0, this.board.height - 1);
    this.layout.seat(kept.column, level, spread, this.place);
    this.ghost.put(index, this.place, 0.62, kept.player, 0, 0.05);
  }

  restyle({ quality, look }: Stage): void {
    this.palette = PALETTES[look.theme];
    this.beads.restyle(quality, this.palette, look);
    this.ghost.restyle(quality, this.palette, look);
    this.plates.restyle(quality, this.palette);
    this.poles.restyle(quality, this.palette);
    this.labels.restyle(this.palette);
    this.cage.restyle(this.palette);
    this.markers.restyle(this.palette);
  }

  dispose(): void {
    for (const part of [this.beads, this.ghost, this.badges, this.plates, this.poles, this.labels]) part.dispose();
    for (const part of [this.cage, this.markers, this.tubes, this.rod]) part.dispose();
    this.root.removeFromParent();
    this.root.clear();
  }
}

/** All texts of a board: level numbers, and the characters of its columns. */
function texts(board: Board): string[] {
  const levels = Array.from({ length: board.height }, (_, i) => String(i + 1));
  const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const columns = board.columns <= 9 ? "123456789".slice(0, board.columns) : letters.slice(0, board.columns);
  return [...levels, ...columns];
}
