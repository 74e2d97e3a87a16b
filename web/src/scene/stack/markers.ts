// Rings that face the camera: solid for the last move, dashed where a bead would land, pulsing for a hint,
// small for threats, bright for a winning line. The shader draws them on quads, so that they are thin and round
// at every size.
import { Color, type InstancedBufferAttribute, type Vector3 } from "three";
import type { Palette } from "./palette";
import { dynamicAttribute, overlayMaterial, quadMesh, type QuadMesh } from "./quads";

const VERTEX = `
attribute vec3 aPlace;
attribute vec4 aStyle;
attribute vec4 aColour;
varying vec2 vAt;
varying vec3 vStyle;
varying vec4 vColour;
void main() {
  float reach = aStyle.x + aStyle.y * 3.0;
  vAt = position.xy * reach;
  vStyle = aStyle.xyz;
  vColour = aColour;
  vec4 seen = viewMatrix * vec4(aPlace, 1.0);
  seen.xy += position.xy * reach;
  gl_Position = projectionMatrix * seen;
  gl_Position.z = mix(gl_Position.z, -gl_Position.w * 0.98, aStyle.w);
}
`;

const FRAGMENT = `
uniform vec3 uOutline;
uniform float uOutlineAlpha;
varying vec2 vAt;
varying vec3 vStyle;
varying vec4 vColour;
void main() {
  float d = abs(length(vAt) - vStyle.x);
  if (vStyle.z > 0.0) {
    float turn = 6.2831853 / vStyle.z;
    float along = abs(mod(atan(vAt.y, vAt.x) + 0.2, turn) / turn - 0.5) - 0.31;
    d = length(vec2(d, max(0.0, along * turn * vStyle.x)));
  }
  float soft = fwidth(length(vAt));
  float core = 1.0 - smoothstep(vStyle.y - soft * 0.5, vStyle.y + soft * 0.5, d);
  float rim = (1.0 - smoothstep(vStyle.y, vStyle.y * 1.7 + soft, d)) * uOutlineAlpha;
  float alpha = (core + (1.0 - core) * rim) * vColour.a;
  if (alpha < 0.01) discard;
  gl_FragColor = vec4(mix(uOutline, vColour.rgb, core / max(core + (1.0 - core) * rim, 0.001)), alpha);
  #include <colorspace_fragment>
}
`;

export interface Ring {
  readonly radius: number;
  /** Half the line width. */
  readonly width: number;
  readonly dashes: number;
  readonly isOnTop: boolean;
}

export class Markers {
  readonly mesh: QuadMesh;
  private readonly places: InstancedBufferAttribute;
  private readonly styles: InstancedBufferAttribute;
  private readonly colours: InstancedBufferAttribute;
  private count = 0;

  constructor(
    private readonly capacity: number,
    palette: Palette,
  ) {
    this.places = dynamicAttribute(capacity, 3);
    this.styles = dynamicAttribute(capacity, 4);
    this.colours = dynamicAttribute(capacity, 4);
    const material = overlayMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { uOutline: { value: new Color() }, uOutlineAlpha: { value: 0 } },
    });
    const attributes = { aPlace: this.places, aStyle: this.styles, aColour: this.colours };
    this.mesh = quadMesh([-1, -1, 1, -1, 1, 1, -1, 1], attributes, material, 5);
    this.restyle(palette);
  }

  begin(): void {
    this.count = 0;
  }

  add(place: Vector3, ring: Ring, scale: number, colour: Color, alpha: number): void {
    if (alpha <= 0 || this.count >= this.capacity) return;
    const i = this.count++;
    this.places.setXYZ(i, place.x, place.y, place.z);
    this.styles.setXYZW(i, ring.radius * scale, ring.width, ring.dashes, ring.isOnTop ? 1 : 0);
    this.colours.setXYZW(i, colour.r, colour.g, colour.b, alpha);
  }

  end(): void {
    for (const attribute of [this.places, this.styles, this.colours]) attribute.needsUpdate = true;
    this.mesh.geometry.instanceCount = this.count;
    this.mesh.visible = this.count > 0;
  }

  restyle(palette: Palette): void {
    const { uOutline, uOutlineAlpha } = this.mesh.material.uniforms;
    if (uOutline) uOutline.value = palette.outline;
    if (uOutlineAlpha) uOutlineAlpha.value = palette.outlineAlpha;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
