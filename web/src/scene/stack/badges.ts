// The signs on the special beads of Power Up. They face the camera, just in front of their beads. Made when the first one lies on the
// board.
import { CanvasTexture, Group, SRGBColorSpace, type InstancedBufferAttribute, type Texture, type Vector3 } from "three";
import { POWERS } from "../../core/variants";
import { newCanvas, penOf } from "../canvas";
import { POWER_GROUND, powerOf, strokePower } from "../power_paths";
import { RADIUS } from "./layout";
import { dynamicAttribute, overlayMaterial, quadMesh, type QuadMesh } from "./quads";

const PIXELS = 128;
/** Each side has one of each. */
const MOST = 2 * POWERS.length;

const VERTEX = `
attribute vec3 aPlace;
attribute vec3 aStyle;
varying vec2 vSign;
varying float vAlpha;
void main() {
  vec4 seen = viewMatrix * vec4(aPlace, 1.0);
  seen.xyz -= normalize(seen.xyz) * ${RADIUS.toFixed(3)} * aStyle.y * 1.05;
  seen.xy += position.xy * ${(RADIUS * 0.64).toFixed(3)} * aStyle.y;
  vSign = vec2((aStyle.x + position.x * 0.5 + 0.5) / ${POWERS.length.toFixed(1)}, position.y * 0.5 + 0.5);
  vAlpha = aStyle.z;
  gl_Position = projectionMatrix * seen;
}
`;

const FRAGMENT = `
uniform sampler2D uSigns;
varying vec2 vSign;
varying float vAlpha;
void main() {
  vec4 sign = texture2D(uSigns, vSign);
  gl_FragColor = vec4(sign.rgb, sign.a * vAlpha);
  if (gl_FragColor.a < 0.01) discard;
  #include <colorspace_fragment>
}
`;

/** All signs side by side, in white on dark rounds. */
function signs(): Texture {
  const canvas = newCanvas(PIXELS * POWERS.length, PIXELS);
  const pen = penOf(canvas);
  pen.fillStyle = POWER_GROUND;
  for (const [i, power] of POWERS.entries()) {
    pen.beginPath();
    pen.arc(PIXELS * (i + 0.5), PIXELS / 2, PIXELS * 0.48, 0, 7);
    pen.fill();
    strokePower(pen, power, PIXELS * i, PIXELS);
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

export class Badges {
  readonly group = new Group();
  private mesh: QuadMesh | null = null;
  private readonly places: InstancedBufferAttribute = dynamicAttribute(MOST, 3);
  private readonly styles: InstancedBufferAttribute = dynamicAttribute(MOST, 3);
  private count = 0;

  begin(): void {
    this.count = 0;
  }

  /** `special`: an index of ACTIONS. */
  put(special: number, place: Vector3, scale: number, alpha: number): void {
    const power = powerOf(special);
    if (power < 0 || this.count === MOST) return;
    this.mesh ??= this.make();
    const i = this.count++;
    this.places.setXYZ(i, place.x, place.y, place.z);
    this.styles.setXYZ(i, power, scale, alpha);
  }

  end(): void {
    if (!this.mesh) return;
    for (const attribute of [this.places, this.styles]) attribute.needsUpdate = true;
    this.mesh.geometry.instanceCount = this.count;
    this.mesh.visible = this.count > 0;
  }

  private make(): QuadMesh {
    const material = overlayMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms: { uSigns: { value: signs() } } });
    const mesh = quadMesh([-1, -1, 1, -1, 1, 1, -1, 1], { aPlace: this.places, aStyle: this.styles }, material, 4);
    this.group.add(mesh);
    return mesh;
  }

  dispose(): void {
    if (!this.mesh) return;
    (this.mesh.material.uniforms["uSigns"]?.value as Texture).dispose();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
