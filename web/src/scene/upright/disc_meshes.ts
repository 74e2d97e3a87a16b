// The pool of discs: one instanced mesh per player, refilled when something moves.
import {
  Color,
  CylinderGeometry,
  DynamicDrawUsage,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type BufferGeometry,
  type Material,
  type Matrix4,
} from "three";
import { REFLECTED_ONLY, UNREFLECTED } from "../layers";
import { DISC_COLORS } from "../palette";
import { discGeometry, type Mark } from "./disc_geometry";
import type { Paints } from "./materials";
import { DISC } from "./measures";
import type { Detail } from "./shape";

const MARKS: readonly [Mark, Mark] = ["ring", "star"];
const PLAIN: readonly [Mark, Mark] = ["plain", "plain"];

export class DiscMeshes {
  readonly group = new Group();
  readonly geometries: [BufferGeometry, BufferGeometry];
  private readonly discs: [InstancedMesh, InstancedMesh];
  private readonly glows: [InstancedBufferAttribute, InstancedBufferAttribute];
  /** Plain cylinders, thinner than the relief, cast the shadows, so that marks do not shade themselves. */
  private readonly casters: InstancedMesh;
  /** The same cylinders in colour are what the floor mirrors. */
  private readonly mirrored: InstancedMesh;
  private readonly counts: [number, number] = [0, 0];
  private readonly tint = new Color();

  constructor(
    private readonly capacity: number,
    paints: Paints,
    marks: boolean,
    { disc: segments, isCoarse }: Detail,
    hasShadows: boolean,
  ) {
    const [red, yellow] = marks ? MARKS : PLAIN;
    this.geometries = [discGeometry(red, segments, isCoarse), discGeometry(yellow, segments, isCoarse)];
    this.glows = [this.glowOf(0), this.glowOf(1)];
    this.discs = [this.discMesh(0, paints), this.discMesh(1, paints)];
    const plain = new CylinderGeometry(DISC - 0.01, DISC - 0.01, 0.06, Math.min(segments, 24));
    plain.rotateX(Math.PI / 2);
    const unseen = new MeshBasicMaterial({ colorWrite: false, depthWrite: false });
    this.casters = this.instanced(plain, unseen, 2 * capacity);
    this.casters.castShadow = true;
    this.casters.visible = hasShadows;
    this.casters.layers.set(UNREFLECTED);
    this.mirrored = this.instanced(plain, new MeshLambertMaterial(), 2 * capacity);
    this.mirrored.layers.set(REFLECTED_ONLY);
    this.mirrored.instanceMatrix = this.casters.instanceMatrix;
    this.mirrored.setColorAt(0, this.tint.set("#ffffff"));
    this.group.add(...this.discs, this.casters, this.mirrored);
  }

  private glowOf(player: 0 | 1): InstancedBufferAttribute {
    const glow = new InstancedBufferAttribute(new Float32Array(this.capacity), 1);
    this.geometries[player].setAttribute("glow", glow);
    return glow;
  }

  private discMesh(player: 0 | 1, paints: Paints): InstancedMesh {
    const mesh = this.instanced(this.geometries[player], paints.discs[player], this.capacity);
    mesh.receiveShadow = true;
    mesh.layers.set(UNREFLECTED);
    mesh.setColorAt(0, this.tint.set("#ffffff"));
    return mesh;
  }

  private instanced(geometry: BufferGeometry, material: Material, count: number): InstancedMesh {
    const mesh = new InstancedMesh(geometry, material, count);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.count = 0;
    return mesh;
  }

  begin(): void {
    this.counts[0] = this.counts[1] = 0;
    this.casters.count = 0;
  }

  put(player: 0 | 1, matrix: Matrix4, tint: Color, glow: number): void {
    const at = this.counts[player];
    if (at >= this.capacity) return;
    this.counts[player]++;
    const mesh = this.discs[player];
    mesh.setMatrixAt(at, matrix);
    mesh.setColorAt(at, tint);
    this.glows[player].setX(at, glow);
    const shadow = this.casters.count++;
    this.casters.setMatrixAt(shadow, matrix);
    this.mirrored.setColorAt(shadow, this.tint.set(DISC_COLORS[player]).multiply(tint));
  }

  end(): void {
    for (const player of [0, 1] as const) {
      const mesh = this.discs[player];
      mesh.count = this.counts[player];
      const { instanceMatrix, instanceColor } = mesh;
      instanceMatrix.needsUpdate = instanceColor!.needsUpdate = this.glows[player].needsUpdate = true;
    }
    this.mirrored.count = this.casters.count;
    this.casters.instanceMatrix.needsUpdate = this.mirrored.instanceColor!.needsUpdate = true;
  }

  dispose(): void {
    for (const mesh of [...this.discs, this.casters, this.mirrored]) mesh.dispose();
    for (const geometry of [...this.geometries, this.casters.geometry]) geometry.dispose();
    (this.casters.material as MeshBasicMaterial).dispose();
    (this.mirrored.material as MeshLambertMaterial).dispose();
  }
}
