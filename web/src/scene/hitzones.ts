// The debug view's hit zones: a grid of dots, each in the colour of the column a click there would pick.
import { BufferAttribute, BufferGeometry, Color, Points, ShaderMaterial } from "three";
import { UNREFLECTED } from "./layers";

const STEP = 16;
const CAPACITY = 16_384;

const VERTEX = `attribute vec3 color; varying vec3 v;
void main(){ v=color; gl_Position=vec4(position,1.); gl_PointSize=5.; }`;
const FRAGMENT = "varying vec3 v; void main(){ gl_FragColor=vec4(v,.85); }";

export class HitZones {
  readonly points: Points;
  private readonly geometry = new BufferGeometry();
  private readonly material = new ShaderMaterial({
    transparent: true,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
  });
  private readonly place = new BufferAttribute(new Float32Array(CAPACITY * 3), 3);
  private readonly tint = new BufferAttribute(new Float32Array(CAPACITY * 3), 3);
  private readonly color = new Color();

  constructor() {
    this.geometry.setAttribute("position", this.place);
    this.geometry.setAttribute("color", this.tint);
    this.points = new Points(this.geometry, this.material);
    this.points.frustumCulled = false;
    this.points.renderOrder = 100;
    this.points.layers.set(UNREFLECTED);
  }

  /** Asks for every dot anew; called when the view changed. */
  refresh(width: number, height: number, columnAt: (x: number, y: number) => number | null): void {
    let n = 0;
    const step = Math.max(STEP, Math.sqrt((width * height) / CAPACITY));
    for (let y = step / 2; y < height; y += step)
      for (let x = step / 2; x < width && n < CAPACITY; x += step) {
        const column = columnAt(x, y);
        if (column === null) continue;
        this.place.setXYZ(n, (x / width) * 2 - 1, 1 - (y / height) * 2, 0);
        this.color.setHSL((column * 0.381966) % 1, 0.9, 0.6).convertLinearToSRGB();
        this.tint.setXYZ(n++, this.color.r, this.color.g, this.color.b);
      }
    this.geometry.setDrawRange(0, n);
    this.place.needsUpdate = this.tint.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
