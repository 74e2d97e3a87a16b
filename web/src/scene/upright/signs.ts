// Small signs: threats in their cells, the last move, the hint's arrow and ring.
import { Color, DoubleSide, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial } from "three";
import type { BufferGeometry } from "three";
import { lastCell, type Board } from "../../core/types";
import { UNREFLECTED } from "../layers";
import { DISC_COLORS } from "../palette";
import type { Picture } from "../types";
import { Builder } from "./builder";
import { cellCenter, columnX, HOLE, LIFT, OUTER, rowY, type Measures } from "./measures";

const HINT_COLOR = "#4df0c0";
const PULSE = 1.1;
/** The hint stops pulsing after a while: an idle page draws no frames. */
const PULSES = 4;
const DARK = 0.06;

/** A flat band with `corners` around the axis; thin dark edges set it off from the background. */
export function bandGeometry(radius: number, width: number, edge: number, corners: number): BufferGeometry {
  const b = new Builder();
  const half = width / 2;
  const radii = [radius - half - edge, radius - half, radius + half, radius + half + edge];
  const row = (r: number, shade: number): number[] => {
    const at = Array.from({ length: corners }, (_, i) => {
      const a = (i / corners) * Math.PI * 2 + (corners === 4 ? 0 : Math.PI / 2);
      return b.vertex(r * Math.cos(a), r * Math.sin(a), 0, 0, 0, 1, shade);
    });
    return [...at, at[0]!];
  };
  for (let i = 0; i < 3; i++) {
    const shade = i === 1 ? 1 : DARK;
    b.strip(row(radii[i + 1]!, shade), row(radii[i]!, shade));
  }
  return b.build();
}

/** An arrow pointing down, its tip at 0, with a dark edge. */
function arrowGeometry(): BufferGeometry {
  const b = new Builder();
  const outline = (e: number): [number, number, number][] => [
    [0, -e * 1.5, 0],
    [0.26 + e * 1.6, 0.3 + e * 0.6, 0],
    [0.26 + e * 1.6, 0.3 + e, 0],
    [0.1 + e, 0.3 + e, 0],
    [0.1 + e, 0.62 + e, 0],
    [-0.1 - e, 0.62 + e, 0],
    [-0.1 - e, 0.3 + e, 0],
    [-0.26 - e * 1.6, 0.3 + e, 0],
    [-0.26 - e * 1.6, 0.3 + e * 0.6, 0],
  ];
  for (const [edge, shade, z] of [[0.035, DARK, 0], [0, 1, 0.012]] as const) {
    const p = outline(edge).map(([x, y]): [number, number, number] => [x, y, z]);
    const shades = [shade, shade, shade, shade];
    for (const side of [1, -1] as const) {
      b.side = side;
      b.facet([p[0]!, p[1]!, p[2]!, p[7]!].concat([p[8]!]), [...shades, shade]);
      b.facet([p[3]!, p[4]!, p[5]!, p[6]!], shades);
    }
  }
  return b.build();
}

export class Signs {
  readonly group = new Group();
  private readonly paint = new MeshBasicMaterial({ vertexColors: true, side: DoubleSide, toneMapped: false });
  private readonly hintPaint = this.paint.clone();
  private readonly lastPaint = this.paint.clone();
  /** By parity: odd threats are round, even ones square. */
  private readonly threats: readonly [InstancedMesh, InstancedMesh];
  private readonly last: InstancedMesh;
  private readonly ring: InstancedMesh;
  private readonly arrow: Mesh;
  private readonly edges: readonly Mesh[];
  private hint: number | null = null;
  private time = 0;
  private isReduced = false;
  private readonly matrix = new Matrix4();
  private readonly color = new Color();

  constructor(
    private readonly board: Board,
    private readonly m: Measures,
  ) {
    this.hintPaint.color.set(HINT_COLOR);
    this.lastPaint.color.set("#ffffff");
    const capacity = board.cells * 2;
    this.threats = [
      new InstancedMesh(bandGeometry(0.15, 0.07, 0.022, 4), this.paint, capacity),
      new InstancedMesh(bandGeometry(0.135, 0.06, 0.022, 28), this.paint, capacity),
    ];
    this.last = new InstancedMesh(bandGeometry(HOLE + 0.028, 0.022, 0.008, 48), this.lastPaint, 2);
    this.ring = new InstancedMesh(bandGeometry(HOLE - 0.06, 0.05, 0.018, 48), this.hintPaint, 1);
    this.arrow = new Mesh(arrowGeometry(), this.hintPaint);
    for (const mesh of [...this.threats, this.last, this.ring]) {
      mesh.count = 0;
      mesh.frustumCulled = false;
    }
    this.arrow.visible = false;
    this.edges = [-1, 1].flatMap((side) => [-1, 1].map((face) => this.edgeSign(side, face)));
    this.group.add(...this.threats, this.last, this.ring, this.arrow, ...this.edges);
    for (const mesh of this.group.children) mesh.layers.set(UNREFLECTED);
  }

  /** Arrows that lead out of the board on a cylinder, whose edges touch. */
  private edgeSign(side: number, face: number): Mesh {
    const sign = new Mesh(this.arrow.geometry, this.lastPaint);
    sign.position.set(side * (this.m.rail + 0.14), (LIFT + this.m.top) / 2, face * (OUTER + 0.1));
    sign.rotation.z = (side * Math.PI) / 2;
    sign.scale.setScalar(0.42);
    sign.visible = false;
    return sign;
  }

  restyle(isReduced: boolean): void {
    this.isReduced = isReduced;
  }

  show(picture: Picture): void {
    if (picture.hint !== this.hint) this.time = 0;
    this.hint = picture.hint;
    for (const sign of this.edges) sign.visible = picture.snapshot.variant?.name === "cylinder";
    this.showThreats(picture);
    this.showLast(picture);
    this.arrow.visible = this.hint !== null && picture.hover?.column !== this.hint;
    const landing = this.hint === null ? undefined : picture.snapshot.heights[this.hint];
    this.ring.count = landing !== undefined && landing < this.board.height ? 1 : 0;
    if (this.ring.count) this.ring.position.set(columnX(this.m, this.hint!), rowY(landing!), 0);
  }

  private showThreats({ threats }: Picture): void {
    for (const mesh of this.threats) mesh.count = 0;
    for (const threat of threats) {
      const mesh = this.threats[threat.isOdd ? 1 : 0];
      const { x, y } = cellCenter(this.m, this.board, threat.cell);
      // Both players may threaten the same cell: each has its own side of it.
      const isShared = threats.some((t) => t.cell === threat.cell && t.player !== threat.player);
      const shift = isShared ? (threat.player ? 0.19 : -0.19) : 0;
      const scale = (threat.isPlayable ? 1.2 : 0.85) * (isShared ? 0.8 : 1);
      this.matrix.makeScale(scale, scale, 1).setPosition(x + shift, y, 0);
      this.color.set(DISC_COLORS[threat.player]).multiplyScalar(threat.isPlayable ? 1 : 0.6);
      mesh.setMatrixAt(mesh.count, this.matrix);
      mesh.setColorAt(mesh.count++, this.color);
    }
    for (const mesh of this.threats) {
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  private showLast({ snapshot }: Picture): void {
    const cell = snapshot.status === "won" ? null : lastCell(snapshot);
    this.last.count = cell === null ? 0 : 2;
    if (cell === null) return;
    const { x, y } = cellCenter(this.m, this.board, cell);
    for (const side of [0, 1]) {
      this.last.setMatrixAt(side, this.matrix.makeTranslation(x, y, (side ? 1 : -1) * (OUTER + 0.006)));
    }
    this.last.instanceMatrix.needsUpdate = true;
  }

  finish(): void {
    this.time = PULSE * PULSES;
  }

  /** `isFalling`: the last disc has not landed, so it is not marked yet. */
  update(seconds: number, isFalling: boolean): boolean {
    this.last.visible = !isFalling;
    if (this.hint === null) return false;
    this.time = this.isReduced ? PULSE * PULSES : Math.min(this.time + seconds, PULSE * PULSES);
    const wave = 0.5 - 0.5 * Math.cos((this.time / PULSE) * Math.PI * 2);
    this.arrow.position.set(columnX(this.m, this.hint), this.m.top + 0.14 + 0.16 * wave, 0);
    this.ring.scale.setScalar(1 - 0.14 * wave);
    this.ring.setMatrixAt(0, this.matrix.identity());
    return this.time < PULSE * PULSES;
  }

  dispose(): void {
    for (const mesh of [...this.threats, this.last, this.ring]) mesh.dispose();
    for (const mesh of [...this.threats, this.last, this.ring, this.arrow]) mesh.geometry.dispose();
    for (const paint of [this.paint, this.hintPaint, this.lastPaint]) paint.dispose();
  }
}
