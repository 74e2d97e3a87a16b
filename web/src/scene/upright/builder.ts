// Builds meshes vertex by vertex: position, normal, and a grey that stands for baked occlusion.
import { BufferAttribute, BufferGeometry } from "three";

export class Builder {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly shades: number[] = [];
  private readonly indices: number[] = [];
  /** 1, or -1 to turn everything that follows half round the y axis: the board's other face. */
  side: 1 | -1 = 1;

  vertex(x: number, y: number, z: number, nx: number, ny: number, nz: number, shade = 1): number {
    const s = this.side;
    this.positions.push(s * x, y, s * z);
    const length = Math.hypot(nx, ny, nz) || 1;
    this.normals.push((s * nx) / length, ny / length, (s * nz) / length);
    this.shades.push(shade, shade, shade);
    return this.positions.length / 3 - 1;
  }

  triangle(a: number, b: number, c: number): void {
    this.indices.push(a, b, c);
  }

  quad(a: number, b: number, c: number, d: number): void {
    this.indices.push(a, b, c, a, c, d);
  }

  /** Joins two rows of vertices of equal length; counter-clockwise seen from outside, `first` outermost. */
  strip(first: readonly number[], second: readonly number[]): void {
    for (let i = 0; i + 1 < first.length; i++)
      this.quad(first[i]!, first[i + 1]!, second[i + 1]!, second[i]!);
  }

  /** A flat four-cornered face with its own normal. */
  facet(corners: readonly (readonly [number, number, number])[], shades: readonly number[]): void {
    const [a, b, c] = [corners[0]!, corners[1]!, corners[2]!];
    const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const;
    const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const;
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
    const at = corners.map((p, i) => this.vertex(p[0], p[1], p[2], n[0], n[1], n[2], shades[i] ?? 1));
    for (let i = 1; i + 1 < at.length; i++) this.triangle(at[0]!, at[i]!, at[i + 1]!);
  }

  build(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(this.positions), 3));
    geometry.setAttribute("normal", new BufferAttribute(new Float32Array(this.normals), 3));
    geometry.setAttribute("color", new BufferAttribute(new Float32Array(this.shades), 3));
    geometry.setIndex(this.indices);
    return geometry;
  }
}

export const mix = (a: number, b: number, t: number): number => a + (b - a) * t;

export function smoothstep(x: number, low: number, high: number): number {
  const t = Math.min(Math.max((x - low) / (high - low), 0), 1);
  return t * t * (3 - 2 * t);
}
