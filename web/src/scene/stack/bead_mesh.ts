// The beads: one instanced mesh for both colours. The shader computes the marks from the position on the sphere, so
// they are sharp at every size.
import {
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  LatheGeometry,
  Matrix4,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  Vector2,
  type BufferGeometry,
  type Vector3,
  type WebGLProgramParametersWithUniforms,
} from "three";
import type { Player } from "../../core/types";
import { REFLECTED_ONLY, UNREFLECTED } from "../layers";
import type { Look, Quality } from "../types";
import { RADIUS } from "./layout";
import { MARKS, PLAYERS, type Palette } from "./palette";

const HOLE = 0.046;
type Segments = readonly [around: number, rows: number];
const SEGMENTS: Record<Quality, Segments> = { high: [20, 12], medium: [16, 10], low: [12, 7] };
/** Boards with many cells get simpler beads, which are smaller on the screen anyway. */
const CROWDED: Record<Quality, Segments> = { high: [14, 9], medium: [12, 8], low: [8, 4] };
const MIRRORED: Segments = [9, 5];

/** A sphere with a drilled hole whose lip catches the light. */
function beadGeometry([around, rows]: Segments): BufferGeometry {
  const first = Math.asin(HOLE / RADIUS);
  const points = [new Vector2(HOLE * 0.9, RADIUS * 0.6), new Vector2(HOLE * 0.93, RADIUS * 0.94)];
  for (let i = 0; i <= rows; i++) {
    const angle = first + ((Math.PI - first) * i) / rows;
    points.push(new Vector2(Math.max(0, Math.sin(angle)) * RADIUS, Math.cos(angle) * RADIUS));
  }
  // Bottom to top, so that the faces point outwards.
  return new LatheGeometry(points.reverse(), around);
}

const VERTEX_HEAD = `
attribute vec4 aFx;
varying vec4 vFx;
varying vec3 vSphere;
`;

const FRAGMENT_HEAD = `
varying vec4 vFx;
varying vec3 vSphere;
uniform vec3 uColours[2];
uniform vec3 uMarks[2];
uniform vec3 uDim;
uniform float uMarked;
uniform float uFlat;
float band(float value, float low, float high) {
  float w = fwidth(value);
  return smoothstep(low - w, low + w, value) * (1.0 - smoothstep(high - w, high + w, value));
}
float dots(vec3 p, float polar, float count, float radius) {
  float turn = 6.2831853 / count;
  float lon = (floor(atan(p.z, p.x) / turn) + 0.5) * turn;
  vec3 centre = vec3(sin(polar) * cos(lon), cos(polar), sin(polar) * sin(lon));
  float d = distance(p, centre);
  float w = fwidth(p.x) + fwidth(p.y) + fwidth(p.z);
  return 1.0 - smoothstep(radius - w * 0.4, radius + w * 0.4, d);
}
`;

const FRAGMENT_COLOUR = `
#include <color_fragment>
vec3 onSphere = normalize(vSphere);
float polar = acos(clamp(onSphere.y, -1.0, 1.0));
float isYellow = step(0.5, vFx.z);
float redMark = max(band(polar, 1.16, 1.54), band(polar, 0.39, 0.51));
float yellowMark = max(dots(onSphere, 0.85, 5.0, 0.16), dots(onSphere, 1.571, 8.0, 0.145));
float marked = uMarked * mix(redMark, yellowMark, isYellow);
vec3 paint = mix(mix(uColours[0], uColours[1], isYellow), mix(uMarks[0], uMarks[1], isYellow), marked);
// Baked occlusion: less light inside the hole and towards the bead below.
paint *= smoothstep(0.8, 0.97, length(vSphere)) * 0.85 + 0.15;
paint *= mix(0.45, 0.86, smoothstep(-0.95, 0.35, onSphere.y));
float grey = dot(paint, vec3(0.3, 0.6, 0.1));
vec3 faded = mix(mix(paint, vec3(grey), 0.5) * 0.42, uDim, 0.45);
paint = mix(paint, faded, vFx.x);
diffuseColor.rgb = paint * (1.0 - 0.72 * uFlat);
`;

interface BeadUniforms {
  uColours: { value: readonly (typeof PLAYERS)[number][] };
  uMarks: { value: readonly (typeof MARKS)[number][] };
  uDim: { value: Palette["dim"] };
  uMarked: { value: number };
  /** 1: plain colours, hardly any lighting. */
  uFlat: { value: number };
}

function weave(shader: WebGLProgramParametersWithUniforms, uniforms: BeadUniforms): void {
  Object.assign(shader.uniforms, uniforms);
  shader.vertexShader =
    VERTEX_HEAD +
    shader.vertexShader.replace(
      "#include <begin_vertex>",
      `#include <begin_vertex>\nvFx = aFx;\nvSphere = position / ${RADIUS.toFixed(3)};`,
    );
  shader.fragmentShader =
    FRAGMENT_HEAD +
    shader.fragmentShader
      .replace("#include <color_fragment>", FRAGMENT_COLOUR)
      .replace("#include <emissivemap_fragment>", "totalEmissiveRadiance += paint * (vFx.y + 0.6 * uFlat);");
}

/** Beads of one kind: those of the game, or the translucent one at the landing cell. */
export class BeadMesh {
  readonly mesh: InstancedMesh;
  /** The beads in the floor's reflection, with few faces. */
  readonly mirrored: InstancedMesh;
  private readonly fx: InstancedBufferAttribute;
  private readonly uniforms: BeadUniforms;
  private readonly matrix = new Matrix4();
  private hasMirror = true;

  constructor(
    readonly capacity: number,
    private readonly isGhost: boolean,
    quality: Quality,
    palette: Palette,
  ) {
    this.uniforms = {
      uColours: { value: PLAYERS },
      uMarks: { value: MARKS },
      uDim: { value: palette.dim },
      uMarked: { value: 1 },
      uFlat: { value: 0 },
    };
    this.fx = new InstancedBufferAttribute(new Float32Array(capacity * 4), 4);
    this.fx.setUsage(DynamicDrawUsage);
    this.mesh = new InstancedMesh(this.geometry(quality), this.material(quality, palette, false), capacity);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mirrored = new InstancedMesh(this.withFx(beadGeometry(MIRRORED)), this.mesh.material, capacity);
    this.mirrored.instanceMatrix = this.mesh.instanceMatrix;
    this.mesh.layers.set(UNREFLECTED);
    this.mirrored.layers.set(REFLECTED_ONLY);
    for (const mesh of [this.mesh, this.mirrored]) {
      mesh.frustumCulled = false;
      mesh.count = 0;
    }
    if (isGhost) this.mesh.renderOrder = 2;
    this.setQuality(quality);
  }

  private geometry(quality: Quality): BufferGeometry {
    const isCrowded = this.capacity > 320;
    return this.withFx(beadGeometry((isCrowded ? CROWDED : SEGMENTS)[quality]));
  }

  private withFx(geometry: BufferGeometry): BufferGeometry {
    return geometry.setAttribute("aFx", this.fx);
  }

  private material(quality: Quality, palette: Palette, isMetal: boolean): MeshStandardMaterial {
    // Without an environment metal has nothing to reflect: on Low it is only a little of it, and smoother.
    const metalness = !isMetal || palette.isFlat ? 0 : quality === "low" ? 0.3 : 0.72;
    const plain = quality === "low" ? 0.42 : 0.3;
    const finish = { metalness, roughness: palette.isFlat ? 0.75 : isMetal ? 0.24 : plain };
    const gloss = { clearcoat: palette.isFlat ? 0 : 0.9, clearcoatRoughness: 0.06 };
    const material =
      quality === "low"
        ? new MeshStandardMaterial(finish)
        : new MeshPhysicalMaterial({ ...finish, ...gloss, specularIntensity: palette.isFlat ? 0.2 : 0.8 });
    if (this.isGhost) Object.assign(material, { transparent: true, opacity: 0.6, depthWrite: false });
    material.onBeforeCompile = (shader) => weave(shader, this.uniforms);
    material.customProgramCacheKey = () => "stack-bead";
    return material;
  }

  private setQuality(quality: Quality): void {
    this.hasMirror = quality !== "low";
    this.mesh.castShadow = !this.isGhost && quality !== "low";
    this.mesh.receiveShadow = !this.isGhost;
  }

  /** Replaces the geometry; the instances stay. */
  restyle(quality: Quality, palette: Palette, { marks: hasMarks, finish }: Look): void {
    this.uniforms.uDim.value = palette.dim;
    this.uniforms.uMarked.value = hasMarks ? 1 : 0;
    this.uniforms.uFlat.value = palette.isFlat ? 1 : 0;
    this.mesh.geometry.dispose();
    (this.mesh.material as MeshStandardMaterial).dispose();
    this.mesh.geometry = this.geometry(quality);
    this.mesh.material = this.mirrored.material = this.material(quality, palette, finish === "metal");
    this.setQuality(quality);
  }

  setOpacity(opacity: number): void {
    (this.mesh.material as MeshStandardMaterial).opacity = opacity;
  }

  put(index: number, place: Vector3, scale: number, player: Player, dim: number, glow: number): void {
    this.matrix.makeScale(scale, scale, scale).setPosition(place);
    this.mesh.setMatrixAt(index, this.matrix);
    this.fx.setXYZW(index, dim, glow, player, 0);
  }

  commit(count: number): void {
    this.mesh.count = this.mirrored.count = count;
    this.mesh.visible = count > 0;
    this.mirrored.visible = count > 0 && this.hasMirror;
    this.mesh.instanceMatrix.needsUpdate = true;
    this.fx.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mirrored.geometry.dispose();
    (this.mesh.material as MeshStandardMaterial).dispose();
    this.mesh.dispose();
    this.mirrored.dispose();
  }
}
