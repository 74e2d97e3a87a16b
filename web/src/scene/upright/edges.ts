// Edges drawn as white lines, for the theme without light: the board's outline, a ring round every opening.
import { Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, type Material } from "three";
import type { Board } from "../../core/types";
import { outlineGeometry, type BoardDetail } from "./board_geometry";
import { BEVEL, cellCenter, HOLE, OUTER, type Measures } from "./measures";
import { bandGeometry } from "./signs";

export class Edges {
  readonly group = new Group();
  private readonly outline: Mesh;
  private readonly rings: InstancedMesh;

  constructor(board: Board, m: Measures, detail: BoardDetail, outline: Material) {
    this.outline = new Mesh(outlineGeometry(m, detail), outline);
    const paint = new MeshBasicMaterial({ color: "#ffffff", toneMapped: false });
    const ring = bandGeometry(HOLE + BEVEL, 0.03, 0, detail.circle);
    this.rings = new InstancedMesh(ring, paint, board.cells * 2);
    this.rings.frustumCulled = false;
    const matrix = new Matrix4();
    for (let cell = 0; cell < board.cells; cell++) {
      const { x, y } = cellCenter(m, board, cell);
      this.rings.setMatrixAt(cell * 2, matrix.makeTranslation(x, y, OUTER + 0.002));
      this.rings.setMatrixAt(cell * 2 + 1, matrix.makeRotationY(Math.PI).setPosition(x, y, -OUTER - 0.002));
    }
    this.group.add(this.outline, this.rings);
  }

  dispose(): void {
    this.outline.geometry.dispose();
    this.rings.geometry.dispose();
    (this.rings.material as MeshBasicMaterial).dispose();
    this.rings.dispose();
  }
}
