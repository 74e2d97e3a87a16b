// A slab with rounded corners and a rounded upper edge, lying under y = 0.
import { BufferGeometry, Float32BufferAttribute } from "three";

/** Outline points of a rounded rectangle with their outward direction. */
function outline(width: number, depth: number, corner: number, steps: number): number[][] {
  const points: number[][] = [];
  const x = width / 2 - corner;
  const z = depth / 2 - corner;
  for (let quarter = 0; quarter < 4; quarter++) {
    const sx = quarter === 0 || quarter === 3 ? 1 : -1;
    const sz = quarter < 2 ? 1 : -1;
    for (let i = 0; i <= steps; i++) {
      const angle = ((quarter + i / steps) * Math.PI) / 2;
      points.push([sx * x, sz * z, Math.cos(angle), Math.sin(angle)]);
    }
  }
  return points;
}

/** Rows of the profile: how far out of the corner's centre, how high, and the normal's slope. */
function profile(height: number, corner: number, edge: number, steps: number): number[][] {
  const rows: number[][] = [];
  for (let i = 0; i <= steps; i++) {
    const angle = (i / steps) * (Math.PI / 2);
    rows.push([corner - edge + edge * Math.sin(angle), -edge + edge * Math.cos(angle), Math.cos(angle)]);
  }
  rows.push([corner, -height + 0.04, 0], [corner - 0.04, -height, -0.7]);
  return rows;
}

export function plateGeometry(width: number, depth: number, height: number): BufferGeometry {
  const corner = 0.16;
  const ring = outline(width, depth, corner, 5);
  const rows = profile(height, corner, 0.07, 4);
  const positions: number[] = [0, 0, 0];
  const normals: number[] = [0, 1, 0];
  for (const [out = 0, y = 0, slope = 0] of rows) {
    const flat = Math.sqrt(1 - slope * slope);
    for (const [x = 0, z = 0, dx = 0, dz = 0] of ring) {
      positions.push(x + dx * out, y, z + dz * out);
      normals.push(dx * flat, slope, dz * flat);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new Float32BufferAttribute(normals, 3));
  geometry.setIndex(faces(ring.length, rows.length));
  return geometry;
}

function faces(count: number, rows: number): number[] {
  const index: number[] = [];
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count;
    index.push(0, 1 + next, 1 + i);
    for (let row = 0; row + 1 < rows; row++) {
      const a = 1 + row * count + i;
      const b = 1 + row * count + next;
      index.push(a, b, a + count, b, b + count, a + count);
    }
  }
  return index;
}
