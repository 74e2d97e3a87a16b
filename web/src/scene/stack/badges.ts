// The signs on the special beads of Power Up. They face the camera, just in front of their beads. Made when the first one lies on the
// board.
import { CanvasTexture, Group, SRGBColorSpace, type InstancedBufferAttribute, type Texture, type Vector3 } from "three";
import { POWERS } from "../../core/variants";
import { newCanvas, penOf } from "../canvas";
import { POWER_PATHS } from "../power_paths";
import { RADIUS } from "./layout";
import { dynamicAttribute, overlayMaterial, quadMesh, type QuadMesh } from "./quads";

const PIXELS = 128;
/** Each side has one of each; more while some of a game that was left are still leaving. */
const MOST = 16;
/** The first power, as an index of ACTIONS. */
const FIRST = 2;

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

/** All signs side by side, in white on dark rounds, which set them off from both colours. */
function signs(): Texture {
  const canvas = newCanvas(PIXELS * POWERS.length, PIXELS);
  const pen = penOf(canvas);
  Object.assign(pen, { fillStyle: "#1a1a2e", strokeStyle: "#fff", lineWidth: 2.2, lineCap: "round", lineJoin: "round" });
  for (const [i, power] of POWERS.entries()) {
    const scale = (PIXELS * 0.6) / 24;
    pen.setTransform(1, 0, 0, 1, PIXELS * i, 0);
    pen.beginPath();
    pen.arc(PIXELS / 2, PIXELS / 2, PIXELS * 0.48, 0, 7);
    pen.fill();
    pen.setTransform(scale, 0, 0, scale, PIXELS * (i + 0.2), PIXELS * 0.2);
    pen.stroke(new Path2D(POWER_PATHS[power]));
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
    if (special < FIRST || special >= FIRST + POWERS.length || this.count === MOST) return;
    this.mesh ??= this.make();
    const i = this.count++;
    this.places.setXYZ(i, place.x, place.y, place.z);
    this.styles.setXYZ(i, special - FIRST, scale, alpha);
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
