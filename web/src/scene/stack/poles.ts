// The poles with their brass tips, and a small ring at every cell. Side by side, the poles sink into the base and
// the rings lie on the trays: large at the landing cells.
import {
  Color,
  DynamicDrawUsage,
  Float32BufferAttribute,
  InstancedMesh,
  LatheGeometry,
  Matrix4,
  MeshBasicMaterial,
  MeshStandardMaterial,
  TorusGeometry,
  Vector2,
  Vector3,
  type BufferGeometry,
} from "three";
import type { Board } from "../../core/types";
import { UNREFLECTED } from "../layers";
import type { Quality } from "../types";
import { approach } from "./beads";
import { BASE_HEIGHT, POLE, RADIUS, smooth, type Layout } from "./layout";
import type { Palette } from "./palette";

const SIDES: Record<Quality, number> = { high: 9, medium: 7, low: 5 };
const SEAT_RADIUS = POLE * 2.1;
const OPEN_RADIUS = 0.2;
const TIP = POLE * 2.4;
const FOOT = 0.05;

const SLIM = `
#include <begin_vertex>
vec2 middle = normalize(position.xz) * ${SEAT_RADIUS.toFixed(4)};
transformed.xz = middle + (position.xz - middle) * 1.6 / (0.6 + length(instanceMatrix[0].xyz));
`;

/** Foot, shaft and ball in one body; the tip's centre is at `height`. */
function poleGeometry(height: number, quality: Quality): BufferGeometry {
  const points = [new Vector2(FOOT, 0), new Vector2(FOOT, 0.02), new Vector2(POLE, 0.034)];
  const from = Math.asin(POLE / TIP);
  points.push(new Vector2(POLE, height - TIP * Math.cos(from)));
  const brassFrom = points.length;
  const steps = quality === "low" ? 4 : 7;
  for (let i = 1; i <= steps; i++) {
    const angle = Math.PI - from - ((Math.PI - from) * i) / steps;
    points.push(new Vector2(Math.max(0, Math.sin(angle)) * TIP, height + Math.cos(angle) * TIP));
  }
  const geometry = new LatheGeometry(points, SIDES[quality]);
  geometry.setAttribute("color", brassShare(geometry, points.length, brassFrom));
  return geometry;
}

/** 1 where the pole is brass (foot and tip); the material mixes its two metals by it. */
function brassShare(geometry: BufferGeometry, rows: number, brassFrom: number): Float32BufferAttribute {
  const count = geometry.getAttribute("position").count;
  const share = new Float32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const row = i % rows;
    share.fill(row < 2 || row >= brassFrom ? 1 : 0, i * 3, i * 3 + 3);
  }
  return new Float32BufferAttribute(share, 3);
}

export class Poles {
  readonly poles: InstancedMesh;
  readonly seats: InstancedMesh;
  private readonly metals: { uSteel: { value: Color }; uBrass: { value: Color } };
  private readonly widths: Float32Array;
  private readonly matrix = new Matrix4();
  private readonly place = new Vector3();
  private readonly faint = new Color();
  private seatColour: Color;
  private openColour: Color;

  constructor(
    private readonly board: Board,
    private readonly layout: Layout,
    quality: Quality,
    palette: Palette,
  ) {
    this.metals = { uSteel: { value: palette.pole }, uBrass: { value: palette.brass } };
    this.seatColour = palette.seat;
    this.openColour = palette.open;
    this.widths = new Float32Array(board.cells).fill(1);
    this.poles = new InstancedMesh(this.poleBody(quality), this.metal(palette), board.columns);
    this.seats = new InstancedMesh(this.seatBody(quality), this.seatMaterial(palette), board.cells);
    for (const mesh of [this.poles, this.seats]) {
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
    }
    // Not reflected: in the floor the poles would only be pale streaks.
    this.seats.layers.set(UNREFLECTED);
    this.poles.layers.set(UNREFLECTED);
    this.poles.castShadow = true;
    this.poles.receiveShadow = true;
  }

  private poleBody(quality: Quality): BufferGeometry {
    return poleGeometry(this.layout.top - BASE_HEIGHT, quality);
  }

  private seatBody(quality: Quality): BufferGeometry {
    const [round, sides] = quality === "high" ? [14, 4] : quality === "medium" ? [12, 4] : [10, 3];
    return new TorusGeometry(SEAT_RADIUS, 0.0115, sides, round).rotateX(Math.PI / 2);
  }

  private metal(palette: Palette): MeshStandardMaterial {
    const material = new MeshStandardMaterial(
      palette.isFlat ? { roughness: 1 } : { metalness: 0.85, roughness: 0.28 },
    );
    material.vertexColors = true;
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.metals);
      shader.fragmentShader =
        "uniform vec3 uSteel;\nuniform vec3 uBrass;\n" +
        shader.fragmentShader
          .replace("#include <color_fragment>", "diffuseColor.rgb = mix(uSteel, uBrass, vColor.r);")
          .replace("#include <emissivemap_fragment>", "totalEmissiveRadiance += diffuseColor.rgb * 0.12;");
    };
    material.customProgramCacheKey = () => "stack-pole";
    return material;
  }

  private seatMaterial(palette: Palette): MeshStandardMaterial | MeshBasicMaterial {
    const material = palette.isFlat
      ? new MeshBasicMaterial()
      : new MeshStandardMaterial({ metalness: 0.5, roughness: 0.4 });
    // A ring that grows four times wider gets only a little thicker.
    material.onBeforeCompile = (shader) => {
      shader.vertexShader = shader.vertexShader.replace("#include <begin_vertex>", SLIM);
    };
    material.customProgramCacheKey = () => "stack-seat";
    return material;
  }

  /** Places everything, a refused column's pole moved aside by `shift`. True while rings grow or shrink. */
  update(
    spread: number,
    heights: readonly number[],
    seconds: number,
    shiftOf: number,
    shift: Vector3,
  ): boolean {
    this.placePoles(spread, shiftOf, shift);
    return this.placeSeats(spread, heights, seconds);
  }

  private placePoles(spread: number, shiftOf: number, shift: Vector3): void {
    const up = 1 - smooth(spread * 2);
    this.poles.visible = up > 0;
    for (let column = 0; column < this.board.columns; column++) {
      this.place.set(this.layout.poleX(column), BASE_HEIGHT, this.layout.poleZ(column));
      if (column === shiftOf) this.place.add(shift);
      this.matrix.makeScale(1, Math.max(up, 0.001), 1).setPosition(this.place);
      this.poles.setMatrixAt(column, this.matrix);
    }
    this.poles.instanceMatrix.needsUpdate = true;
  }

  private placeSeats(spread: number, heights: readonly number[], seconds: number): boolean {
    let moves = false;
    let index = 0;
    for (let column = 0; column < this.board.columns; column++) {
      for (let level = 0; level < this.board.height; level++, index++) {
        const t = this.layout.progress(spread, level);
        const isOpen = heights[column] === level;
        const want = 1 + (isOpen ? OPEN_RADIUS / SEAT_RADIUS - 1 : 0) * t;
        const width = approach(this.widths[index] ?? 1, want, seconds);
        this.widths[index] = width;
        if (width !== want) moves = true;
        this.layout.seat(column, level, spread, this.place);
        this.place.y -= RADIUS;
        this.matrix.makeScale(width, 1, width).setPosition(this.place);
        this.seats.setMatrixAt(index, this.matrix);
        this.faint.copy(this.seatColour).lerp(this.openColour, isOpen ? t : 0);
        if (!isOpen) this.faint.multiplyScalar(1 - 0.55 * t);
        this.seats.setColorAt(index, this.faint);
      }
    }
    this.seats.instanceMatrix.needsUpdate = true;
    if (this.seats.instanceColor) this.seats.instanceColor.needsUpdate = true;
    return moves;
  }

  restyle(quality: Quality, palette: Palette): void {
    this.metals.uSteel.value = palette.pole;
    this.metals.uBrass.value = palette.brass;
    this.seatColour = palette.seat;
    this.openColour = palette.open;
    this.release();
    this.poles.geometry = this.poleBody(quality);
    this.poles.material = this.metal(palette);
    this.seats.geometry = this.seatBody(quality);
    this.seats.material = this.seatMaterial(palette);
  }

  private release(): void {
    for (const mesh of [this.poles, this.seats]) {
      mesh.geometry.dispose();
      (mesh.material as MeshStandardMaterial).dispose();
    }
  }

  dispose(): void {
    this.release();
    this.poles.dispose();
    this.seats.dispose();
  }
}
