// The wooden base and, side by side, one tray per level. The shader computes grain, inlays and lit tiles: no
// texture, sharp at every size.
import {
  Color,
  DynamicDrawUsage,
  InstancedMesh,
  Matrix4,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  Vector2,
  Vector3,
  Vector4,
  type WebGLProgramParametersWithUniforms,
} from "three";
import type { Board } from "../../core/types";
import type { Quality } from "../types";
import { BASE_HEIGHT, MARGIN, TRAY_HEIGHT, type Layout } from "./layout";
import type { Palette } from "./palette";
import { plateGeometry } from "./plate_geometry";

const VERTEX_HEAD = `
varying vec3 vPlate;
varying float vUp;
varying float vSeed;
`;

const FRAGMENT_HEAD = `
varying vec3 vPlate;
varying float vUp;
varying float vSeed;
uniform vec2 uSize;
uniform vec3 uDark;
uniform vec3 uLight;
uniform vec3 uInlay;
uniform float uGrain;
uniform vec4 uTiles[2];
uniform vec3 uTileColours[2];
float hash(vec2 p) { return fract(sin(dot(p, vec2(41.3, 289.1))) * 43758.5453); }
float noise(vec2 p) {
  vec2 i = floor(p);
  vec2 f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  vec2 low = vec2(hash(i), hash(i + vec2(1, 0)));
  vec2 high = vec2(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)));
  return mix(mix(low.x, low.y, f.x), mix(high.x, high.y, f.x), f.y);
}
float grain(vec2 p) {
  float bend = noise(p * vec2(0.35, 0.9)) * 2.2;
  float rings = noise(vec2(p.x * 0.5, p.y * 5.0 + bend * 2.0));
  float fibre = noise(vec2(p.x * 2.0, p.y * 46.0 + bend));
  return clamp(rings * 0.75 + fibre * 0.35, 0.0, 1.0);
}
// Both directions at once. A line thinner than a pixel is drawn one pixel wide but fainter, so it never breaks up.
float lines(vec2 value, vec2 pixel, float width) {
  vec2 reach = max(vec2(width), pixel * 0.7);
  vec2 on = (1.0 - smoothstep(reach - pixel * 0.5, reach + pixel * 0.5, abs(value))) * (width / reach);
  return max(on.x, on.y);
}
`;

const FRAGMENT_COLOUR = `
#include <color_fragment>
vec2 wood = vPlate.xz + vSeed * vec2(3.7, 1.9);
diffuseColor.rgb = mix(uDark, uLight, uGrain * grain(wood));
vec2 half2 = uSize * 0.5;
vec2 inCell = fract(vPlate.xz + half2) - 0.5;
vec2 toEdge = 0.5 - abs(inCell);
vec2 beyond = abs(vPlate.xz) - half2;
float inside = step(max(beyond.x, beyond.y), 0.02) * step(0.9, vUp);
vec2 pixel = max(fwidth(vPlate.xz), 0.0005);
diffuseColor.rgb *= 1.0 - 0.55 * uGrain * inside * lines(toEdge - 0.02, pixel, 0.012);
float inlay = inside * lines(toEdge, pixel, 0.011);
diffuseColor.rgb = mix(diffuseColor.rgb, uInlay, mix(1.0, 0.45, uGrain) * inlay);
diffuseColor.rgb *= 1.0 - 0.5 * uGrain * inside * (1.0 - smoothstep(0.03, 0.13, length(inCell)));
// Without lighting a drawn edge replaces the highlight.
float bevel = smoothstep(0.15, 0.4, vUp) * (1.0 - smoothstep(0.75, 0.95, vUp));
diffuseColor.rgb = mix(diffuseColor.rgb, uInlay, (1.0 - uGrain) * bevel);
float lit = 0.0;
for (int i = 0; i < 2; i++) {
  vec2 off = abs(vPlate.xz - uTiles[i].xy);
  float on = inside * uTiles[i].z * (1.0 - smoothstep(0.455, 0.485, max(off.x, off.y)));
  diffuseColor.rgb = mix(diffuseColor.rgb, uTileColours[i], on * 0.42);
  lit = max(lit, on);
}
`;

/** Little gloss: otherwise the key light washes out wood and letters when seen from behind. */
const VARNISH = { roughness: 0.6, specularIntensity: 0.4, clearcoat: 0.1, clearcoatRoughness: 0.3 } as const;

const FRAGMENT_GLOW = "totalEmissiveRadiance += diffuseColor.rgb * (lit * 0.22 + (1.0 - uGrain) * 0.6);";

interface PlateUniforms {
  uSize: { value: Vector2 };
  uDark: { value: Color };
  uLight: { value: Color };
  uInlay: { value: Color };
  uGrain: { value: number };
  uTiles: { value: Vector4[] };
  uTileColours: { value: Color[] };
}

export class Plates {
  readonly mesh: InstancedMesh;
  private readonly uniforms: PlateUniforms;
  private readonly matrix = new Matrix4();
  private readonly place = new Vector3();

  constructor(
    private readonly board: Board,
    private readonly layout: Layout,
    quality: Quality,
    palette: Palette,
  ) {
    this.uniforms = {
      uSize: { value: new Vector2(board.width, board.depth) },
      uDark: { value: palette.woodDark },
      uLight: { value: palette.woodLight },
      uInlay: { value: palette.inlay },
      uGrain: { value: palette.isFlat ? 0 : 1 },
      uTiles: { value: [new Vector4(), new Vector4()] },
      uTileColours: { value: [new Color(), new Color()] },
    };
    const geometry = plateGeometry(board.width + 2 * MARGIN, board.depth + 2 * MARGIN, BASE_HEIGHT);
    this.mesh = new InstancedMesh(geometry, this.material(quality, palette), board.height);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.mesh.receiveShadow = true;
    this.mesh.castShadow = true;
    this.spread(0);
  }

  private material(quality: Quality, palette: Palette): MeshStandardMaterial {
    const material =
      quality === "low" || palette.isFlat
        ? new MeshStandardMaterial({ roughness: palette.isFlat ? 1 : 0.85 })
        : new MeshPhysicalMaterial(VARNISH);
    material.onBeforeCompile = (shader) => this.weave(shader);
    material.customProgramCacheKey = () => "stack-plate";
    return material;
  }

  private weave(shader: WebGLProgramParametersWithUniforms): void {
    Object.assign(shader.uniforms, this.uniforms);
    shader.vertexShader =
      VERTEX_HEAD +
      shader.vertexShader.replace(
        "#include <begin_vertex>",
        "#include <begin_vertex>\nvPlate = position; vUp = normal.y; vSeed = float(gl_InstanceID);",
      );
    shader.fragmentShader =
      FRAGMENT_HEAD +
      shader.fragmentShader
        .replace("#include <color_fragment>", FRAGMENT_COLOUR)
        .replace("#include <emissivemap_fragment>", FRAGMENT_GLOW);
  }

  /** All trays rest inside the base until they move out. */
  spread(spread: number): void {
    this.mesh.count = spread > 0 ? this.board.height : 1;
    for (let level = 0; level < this.board.height; level++) {
      const t = this.layout.progress(spread, level);
      this.layout.plate(level, spread, this.place);
      const thickness = 1 + (TRAY_HEIGHT / BASE_HEIGHT - 1) * t;
      if (level > 0) this.place.y -= 0.01 * (1 - t) * level;
      this.matrix.makeScale(1, thickness, 1).setPosition(this.place);
      this.mesh.setMatrixAt(level, this.matrix);
    }
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  /** Lights the tile of a column: slot 0 for the pointer, 1 for a refusal. */
  light(slot: 0 | 1, column: number, colour: Color, strength: number): void {
    this.uniforms.uTiles.value[slot]?.set(this.layout.poleX(column), this.layout.poleZ(column), strength, 0);
    this.uniforms.uTileColours.value[slot]?.copy(colour);
  }

  restyle(quality: Quality, palette: Palette): void {
    this.uniforms.uDark.value = palette.woodDark;
    this.uniforms.uLight.value = palette.woodLight;
    this.uniforms.uInlay.value = palette.inlay;
    this.uniforms.uGrain.value = palette.isFlat ? 0 : 1;
    (this.mesh.material as MeshStandardMaterial).dispose();
    this.mesh.material = this.material(quality, palette);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as MeshStandardMaterial).dispose();
    this.mesh.dispose();
  }
}
