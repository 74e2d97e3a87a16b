// The highlight of the column under the pointer: its pole turns white, with a soft beam in the player's colour
// down to the landing cell.
import {
  CylinderGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  type Color,
} from "three";
import { UNREFLECTED } from "../layers";
import { BASE_HEIGHT, POLE, RADIUS, type Layout } from "./layout";

export class Rod {
  readonly group = new Group();
  private readonly rod: Mesh<CylinderGeometry, MeshBasicMaterial>;
  private readonly beam: Mesh<CylinderGeometry, MeshBasicMaterial>;

  constructor(private readonly layout: Layout) {
    const shared = { transparent: true, depthWrite: false, toneMapped: false };
    // Slightly wider than the pole inside it, and opaque when fully shown.
    this.rod = new Mesh(
      new CylinderGeometry(POLE * 1.35, POLE * 1.35, 1, 12, 1, true).translate(0, 0.5, 0),
      new MeshBasicMaterial({ color: "#fff8e4", ...shared }),
    );
    this.beam = new Mesh(
      new CylinderGeometry(RADIUS * 0.5, RADIUS * 0.5, 1, 20, 1, true).translate(0, 0.5, 0),
      new MeshBasicMaterial({ side: DoubleSide, ...shared }),
    );
    for (const mesh of [this.rod, this.beam]) mesh.layers.set(UNREFLECTED);
    this.beam.renderOrder = 3;
    this.rod.renderOrder = 4;
    this.group.add(this.rod, this.beam);
  }

  /** `landing` is the height of the cell's centre, or null where nothing can be dropped. */
  show(column: number, landing: number | null, colour: Color, strength: number): void {
    this.group.visible = strength > 0;
    const x = this.layout.poleX(column);
    const z = this.layout.poleZ(column);
    this.rod.position.set(x, BASE_HEIGHT, z);
    this.rod.scale.y = this.layout.top - BASE_HEIGHT;
    this.rod.material.opacity = strength;
    this.beam.visible = landing !== null;
    if (landing === null) return;
    this.beam.position.set(x, landing, z);
    this.beam.scale.y = Math.max(0.01, this.layout.top - landing);
    this.beam.material.color.copy(colour);
    this.beam.material.opacity = 0.28 * strength;
  }

  dispose(): void {
    for (const mesh of [this.rod, this.beam]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }
}
