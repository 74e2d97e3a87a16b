// All labels: letters on the tiles that turn to the viewer, level numbers on the back walls, and the numbers of
// the trays. One draw call; the shader computes what depends on the camera.
import { type Color, type InstancedBufferAttribute, type ShaderMaterial, Vector3 } from "three";
import type { Board } from "../../core/types";
import type { Glyphs } from "./glyphs";
import { MARGIN, REST_AZIMUTH, type Layout } from "./layout";
import type { Palette } from "./palette";
import { dynamicAttribute, overlayMaterial, quadMesh, type QuadMesh } from "./quads";

/** Shared with the cage: the visibility of the wall with this outward direction. Front walls are invisible. */
export const WALL_GLSL = `
vec2 towards() { return normalize(cameraPosition.xz); }
float wall(vec2 outward) { return smoothstep(0.03, -0.17, dot(outward, towards())); }
`;

const VERTEX = `
attribute vec3 aPlace;
attribute vec4 aKind;
attribute float aGlyph;
uniform float uSpread;
uniform float uSide;
varying vec2 vGlyph;
varying float vAlpha;
varying float vKind;
${WALL_GLSL}
// Quarter turns with a quick transition, a function of the camera alone.
float reading() {
  float t = (atan(cameraPosition.x, cameraPosition.z) - ${REST_AZIMUTH.toFixed(4)}) / 1.5707963;
  return (floor(t) + smoothstep(0.42, 0.58, fract(t))) * 1.5707963;
}
void main() {
  float size = aKind.w;
  vKind = aKind.x;
  vec4 seen;
  if (aKind.x < 0.5) {
    float angle = reading();
    vec3 right = vec3(cos(angle), 0.0, -sin(angle));
    vec3 down = vec3(sin(angle), 0.0, cos(angle));
    vec3 corner = aPlace + (right + down) * 0.335;
    seen = viewMatrix * vec4(corner + (right * position.x - down * position.y) * size, 1.0);
    vAlpha = 1.0;
  } else {
    seen = viewMatrix * vec4(aPlace, 1.0);
    seen.xy += position.xy * size;
    vec2 corner = aKind.yz;
    float shown = abs(wall(vec2(corner.x, 0.0)) - wall(vec2(0.0, corner.y)));
    vAlpha = aKind.x < 1.5 ? shown * (1.0 - uSpread) : uSpread;
  }
  vec2 cell = vec2(mod(aGlyph, uSide), floor(aGlyph / uSide));
  vec2 at = position.xy * 0.94 + 0.5;
  vGlyph = vec2(cell.x + at.x, uSide - cell.y - 1.0 + at.y) / uSide;
  gl_Position = projectionMatrix * seen;
}
`;

const FRAGMENT = `
uniform sampler2D uGlyphs;
uniform vec3 uLetter;
uniform vec3 uNumeral;
varying vec2 vGlyph;
varying float vAlpha;
varying float vKind;
void main() {
  float alpha = texture2D(uGlyphs, vGlyph).a * vAlpha;
  if (alpha < 0.01) discard;
  gl_FragColor = vec4(vKind < 0.5 ? uLetter : uNumeral, alpha * 0.92);
  #include <colorspace_fragment>
}
`;

const LETTER = 0;
const NUMERAL = 1;
const TITLE = 2;

export class Labels {
  readonly mesh: QuadMesh;
  private readonly places: InstancedBufferAttribute;
  private readonly kinds: InstancedBufferAttribute;
  private readonly glyphOf: InstancedBufferAttribute;
  private readonly place = new Vector3();
  private next = 0;
  private letters: readonly string[] = [];

  constructor(
    private readonly board: Board,
    private readonly layout: Layout,
    private readonly glyphs: Glyphs,
    palette: Palette,
  ) {
    const capacity = board.cells + board.height * 5;
    this.places = dynamicAttribute(capacity, 3);
    this.kinds = dynamicAttribute(capacity, 4);
    this.glyphOf = dynamicAttribute(capacity, 1);
    const corners = [-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5];
    const attributes = { aPlace: this.places, aKind: this.kinds, aGlyph: this.glyphOf };
    this.mesh = quadMesh(corners, attributes, this.material(palette), 1);
  }

  private material(palette: Palette): ShaderMaterial {
    return overlayMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -4,
      uniforms: {
        uGlyphs: { value: this.glyphs.texture },
        uSide: { value: this.glyphs.side },
        uSpread: { value: 0 },
        uLetter: { value: palette.letter.clone() },
        uNumeral: { value: palette.numeral.clone() },
      },
    });
  }

  /** Rewrites all labels; only needed when the letters or the spread changed. */
  write(letters: readonly string[], spread: number): void {
    this.letters = letters;
    this.next = 0;
    const plates = spread > 0 ? this.board.height : 1;
    for (let level = 0; level < plates; level++) this.writeLetters(level, spread);
    if (spread < 1) this.writeNumerals();
    if (spread > 0) this.writeTitles();
    for (const attribute of [this.places, this.kinds, this.glyphOf]) attribute.needsUpdate = true;
    this.mesh.geometry.instanceCount = this.next;
    this.uniform("uSpread").value = spread;
  }

  private uniform(name: string): { value: unknown } {
    return this.mesh.material.uniforms[name] as { value: unknown };
  }

  private writeLetters(level: number, spread: number): void {
    this.layout.plate(level, spread, this.place);
    const { x, y, z } = this.place;
    for (let column = 0; column < this.board.columns; column++) {
      this.place.set(x + this.layout.poleX(column), y + 0.004, z + this.layout.poleZ(column));
      this.add(LETTER, 0, 0, 0.34, this.letters[column] ?? "");
    }
  }

  private writeNumerals(): void {
    const x = this.board.width / 2 + MARGIN + 0.1;
    const z = this.board.depth / 2 + MARGIN + 0.1;
    for (let level = 0; level < this.board.height; level++) {
      for (const [cx, cz] of [[1, 1], [1, -1], [-1, 1], [-1, -1]] as const) {
        this.place.set(cx * x, this.layout.seatHeight(level), cz * z);
        this.add(NUMERAL, cx, cz, 0.28, String(level + 1));
      }
    }
  }

  private writeTitles(): void {
    for (let level = 0; level < this.board.height; level++) {
      this.layout.title(level, this.place);
      this.add(TITLE, 0, 0, 0.52, String(level + 1));
    }
  }

  private add(kind: number, cx: number, cz: number, size: number, text: string): void {
    const i = this.next++;
    this.places.setXYZ(i, this.place.x, this.place.y, this.place.z);
    this.kinds.setXYZW(i, kind, cx, cz, size);
    this.glyphOf.setX(i, this.glyphs.index(text));
  }

  restyle(palette: Palette): void {
    (this.uniform("uLetter").value as Color).copy(palette.letter);
    (this.uniform("uNumeral").value as Color).copy(palette.numeral);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.glyphs.texture.dispose();
  }
}
