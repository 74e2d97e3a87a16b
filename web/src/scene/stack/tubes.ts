// The winning line: glowing rods between its beads, always on top.
import { Color, type InstancedBufferAttribute, Vector3 } from "three";
import { dynamicAttribute, overlayMaterial, quadMesh, type QuadMesh } from "./quads";

const CORE = 0.042;
const HALO = 0.16;

const VERTEX = `
attribute vec3 aFrom;
attribute vec3 aTo;
attribute float aAlpha;
varying vec2 vAt;
varying float vLength;
varying float vAlpha;
void main() {
  vec4 a = viewMatrix * vec4(aFrom, 1.0);
  vec4 b = viewMatrix * vec4(aTo, 1.0);
  vec2 along = b.xy - a.xy;
  vLength = max(length(along), 0.0001);
  along /= vLength;
  vec2 across = vec2(-along.y, along.x);
  vAt = vec2(mix(-${HALO}, vLength + ${HALO}, position.x), position.y * ${HALO});
  vAlpha = aAlpha;
  vec4 seen = mix(a, b, position.x);
  seen.xy = a.xy + along * vAt.x + across * vAt.y;
  gl_Position = projectionMatrix * seen;
  gl_Position.z = -gl_Position.w * 0.97;
}
`;

const FRAGMENT = `
uniform vec3 uColour;
uniform vec3 uHalo;
varying vec2 vAt;
varying float vLength;
varying float vAlpha;
void main() {
  float d = length(vec2(vAt.x - clamp(vAt.x, 0.0, vLength), vAt.y));
  float soft = fwidth(vAt.y);
  float core = 1.0 - smoothstep(${CORE} - soft * 0.5, ${CORE} + soft * 0.5, d);
  float halo = pow(max(0.0, 1.0 - d / ${HALO}), 2.0) * 0.6;
  float alpha = max(core, halo) * vAlpha;
  if (alpha < 0.01) discard;
  gl_FragColor = vec4(mix(uHalo, uColour, core), alpha);
  #include <colorspace_fragment>
}
`;

export class Tubes {
  readonly mesh: QuadMesh;
  private readonly from: InstancedBufferAttribute;
  private readonly to: InstancedBufferAttribute;
  private readonly alpha: InstancedBufferAttribute;
  private readonly step = new Vector3();
  private count = 0;

  constructor(private readonly capacity: number) {
    this.from = dynamicAttribute(capacity, 3);
    this.to = dynamicAttribute(capacity, 3);
    this.alpha = dynamicAttribute(capacity, 1);
    const material = overlayMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      depthTest: false,
      uniforms: { uColour: { value: new Color("#fff6d8") }, uHalo: { value: new Color("#ffdf8e") } },
    });
    const attributes = { aFrom: this.from, aTo: this.to, aAlpha: this.alpha };
    this.mesh = quadMesh([0, -1, 1, -1, 1, 1, 0, 1], attributes, material, 4);
  }

  begin(): void {
    this.count = 0;
  }

  /** A rod between two beads, `radius` away from both centres, grown to `growth` (0..1). */
  add(a: Vector3, b: Vector3, radius: number, growth: number, alpha: number): void {
    if (alpha <= 0 || growth <= 0 || this.count >= this.capacity) return;
    const i = this.count++;
    const length = this.step.subVectors(b, a).length();
    this.step.multiplyScalar(1 / Math.max(length, 0.001));
    const end = radius + (length - 2 * radius) * growth;
    this.from.setXYZ(i, a.x + this.step.x * radius, a.y + this.step.y * radius, a.z + this.step.z * radius);
    this.to.setXYZ(i, a.x + this.step.x * end, a.y + this.step.y * end, a.z + this.step.z * end);
    this.alpha.setX(i, alpha);
  }

  end(): void {
    for (const attribute of [this.from, this.to, this.alpha]) attribute.needsUpdate = true;
    this.mesh.geometry.instanceCount = this.count;
    this.mesh.visible = this.count > 0;
  }

  setHalo(colour: Color): void {
    const uniform = this.mesh.material.uniforms["uHalo"];
    if (uniform) uniform.value = colour;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
