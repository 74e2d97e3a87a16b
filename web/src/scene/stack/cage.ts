// A light cage behind the beads: a line for each level on the two walls that are behind, and their edges.
// Walls fade as the camera passes their plane.
import { Color, BufferGeometry, Float32BufferAttribute, LineSegments, type ShaderMaterial } from "three";
import type { Board } from "../../core/types";
import { UNREFLECTED } from "../layers";
import { WALL_GLSL } from "./labels";
import { BASE_HEIGHT, MARGIN, type Layout } from "./layout";
import type { Palette } from "./palette";
import { overlayMaterial } from "./quads";

const VERTEX = `
attribute vec2 aOutward;
varying float vAlpha;
${WALL_GLSL}
void main() {
  vAlpha = wall(aOutward);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`;

const FRAGMENT = `
uniform vec3 uColour;
uniform float uAlpha;
varying float vAlpha;
void main() {
  gl_FragColor = vec4(uColour, uAlpha * vAlpha);
  #include <colorspace_fragment>
}
`;

function cageGeometry(board: Board, layout: Layout): BufferGeometry {
  const x = board.width / 2 + MARGIN - 0.12;
  const z = board.depth / 2 + MARGIN - 0.12;
  const top = layout.seatHeight(board.height - 1);
  const positions: number[] = [];
  const outward: number[] = [];
  for (const [nx, nz] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
    const from = nx ? [nx * x, -z] : [-x, nz * z];
    const to = nx ? [nx * x, z] : [x, nz * z];
    const draw = (a: number[], ya: number, b: number[], yb: number): void => {
      positions.push(a[0] ?? 0, ya, a[1] ?? 0, b[0] ?? 0, yb, b[1] ?? 0);
      outward.push(nx, nz, nx, nz);
    };
    for (let level = 0; level < board.height; level++) {
      draw(from, layout.seatHeight(level), to, layout.seatHeight(level));
    }
    draw(from, BASE_HEIGHT, from, top);
    draw(to, BASE_HEIGHT, to, top);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("aOutward", new Float32BufferAttribute(outward, 2));
  return geometry;
}

export class Cage {
  readonly lines: LineSegments<BufferGeometry, ShaderMaterial>;
  private alpha: number;

  constructor(board: Board, layout: Layout, palette: Palette) {
    const material = overlayMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { uColour: { value: new Color() }, uAlpha: { value: 0 } },
    });
    this.lines = new LineSegments(cageGeometry(board, layout), material);
    this.lines.frustumCulled = false;
    this.lines.layers.set(UNREFLECTED);
    this.alpha = palette.cageAlpha;
    this.restyle(palette);
    this.spread(0);
  }

  spread(spread: number): void {
    const shown = Math.max(0, 1 - spread * 2.5);
    this.lines.visible = shown > 0;
    this.set("uAlpha", this.alpha * shown);
  }

  private set(name: string, value: unknown): void {
    const uniform = this.lines.material.uniforms[name];
    if (uniform) uniform.value = value;
  }

  restyle(palette: Palette): void {
    this.alpha = palette.cageAlpha;
    this.set("uColour", palette.cage);
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }
}
