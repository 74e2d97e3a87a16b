// The signs on the special discs of Power Up, in front and behind. Made when the first one lies on the board.
import { CanvasTexture, CircleGeometry, Group, InstancedMesh, Matrix4, MeshBasicMaterial, SRGBColorSpace } from "three";
import { POWERS, type Power } from "../../core/variants";
import { newCanvas, penOf } from "../canvas";
import { UNREFLECTED } from "../layers";
import { POWER_GROUND, powerOf, strokePower } from "../power_paths";
import { DISC_HALF } from "./measures";

const RADIUS = 0.3;
const PIXELS = 128;
/** On each of two discs, in front and behind. */
const MOST = 4;

function paintOf(power: Power): MeshBasicMaterial {
  const canvas = newCanvas(PIXELS, PIXELS);
  const pen = penOf(canvas);
  pen.fillStyle = POWER_GROUND;
  pen.fillRect(0, 0, PIXELS, PIXELS);
  strokePower(pen, power, 0, PIXELS);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  return new MeshBasicMaterial({ map, toneMapped: false });
}

export class Badges {
  readonly group = new Group();
  private readonly meshes = new Map<Power, InstancedMesh>();
  private readonly geometry = new CircleGeometry(RADIUS, 32);
  private readonly front = new Matrix4().makeTranslation(0, 0, DISC_HALF + 0.012);
  private readonly back = new Matrix4().makeRotationY(Math.PI).setPosition(0, 0, -DISC_HALF - 0.012);
  private readonly matrix = new Matrix4();

  begin(): void {
    for (const mesh of this.meshes.values()) mesh.count = 0;
  }

  /** `special`: an index of ACTIONS. */
  readonly put = (special: number, disc: Matrix4): void => {
    const power = POWERS[powerOf(special)];
    if (!power) return;
    const mesh = this.meshes.get(power) ?? this.make(power);
    if (mesh.count + 2 > MOST) return;
    for (const side of [this.front, this.back]) mesh.setMatrixAt(mesh.count++, this.matrix.multiplyMatrices(disc, side));
    mesh.instanceMatrix.needsUpdate = true;
  };

  private make(power: Power): InstancedMesh {
    const mesh = new InstancedMesh(this.geometry, paintOf(power), MOST);
    mesh.count = 0;
    mesh.frustumCulled = false;
    mesh.layers.set(UNREFLECTED);
    this.meshes.set(power, mesh);
    this.group.add(mesh);
    return mesh;
  }

  dispose(): void {
    this.geometry.dispose();
    for (const mesh of this.meshes.values()) {
      const paint = mesh.material as MeshBasicMaterial;
      paint.map?.dispose();
      paint.dispose();
      mesh.dispose();
    }
  }
}
