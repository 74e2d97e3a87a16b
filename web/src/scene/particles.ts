// The burst at a win: small chips fly out and fall. The shader moves them; only one uniform changes.
import { BufferAttribute, BufferGeometry, Color, Points, ShaderMaterial, type Vector3 } from "three";
import { DITHER } from "./glsl";
import { UNREFLECTED } from "./layers";
import { DISC_COLORS } from "./palette";
import type { Player } from "../core/types";

const CAPACITY = 260;
export const BURST_SECONDS = 1.5;

const VERTEX = `
attribute vec3 velocity; attribute vec4 chance;
uniform float time,scale; varying vec4 vChance; varying float vAge;
void main(){
  float age=max(time-chance.x*.5,0.);
  // Drag slows the chips quickly, then they sink.
  vec3 p=position+velocity*(1.-exp(-age*3.2))/3.2+vec3(0.,-2.6*age*age,0.);
  p.xz+=.12*sin(vec2(age*7.+chance.y*6.3,age*6.+chance.z*6.3))*age;
  p.y=max(p.y,.03);
  vAge=age/(.75+.5*chance.y); vChance=vec4(chance.xyz,age);
  vec4 m=modelViewMatrix*vec4(p,1.);
  gl_Position=projectionMatrix*m;
  gl_PointSize=step(.001,age)*step(vAge,1.)*scale*(.12+.15*chance.z)/-m.z;
}`;

const FRAGMENT = `${DITHER}
uniform vec3 tint; varying vec4 vChance; varying float vAge;
void main(){
  vec2 q=gl_PointCoord*2.-1.;
  float spin=vChance.w*(4.+9.*vChance.y)+vChance.z*6.3;
  q=mat2(cos(spin),-sin(spin),sin(spin),cos(spin))*q;
  // A tumbling chip: its height and brightness oscillate.
  float face=abs(cos(vChance.w*(5.+6.*vChance.z)+vChance.y*6.3));
  vec2 b=abs(q)/vec2(.68,max(.62*face,.12));
  float cover=1.-smoothstep(.82,1.,max(b.x,b.y));
  float fade=1.-smoothstep(.65,1.,vAge);
  vec3 c=mix(tint,vec3(1.),.04+.55*step(.82,vChance.y))*(.62+.5*face);
  gl_FragColor=vec4(c,cover*fade);
  if(gl_FragColor.a<.01) discard;
}`;

export class Particles {
  readonly points: Points;
  private readonly geometry = new BufferGeometry();
  private readonly material: ShaderMaterial;
  private readonly uniforms = { time: { value: 0 }, scale: { value: 1 }, tint: { value: new Color() } };
  private readonly start = new BufferAttribute(new Float32Array(CAPACITY * 3), 3);
  private readonly velocity = new BufferAttribute(new Float32Array(CAPACITY * 3), 3);
  private readonly chance = new BufferAttribute(new Float32Array(CAPACITY * 4), 4);
  private left = 0;

  constructor() {
    this.geometry.setAttribute("position", this.start);
    this.geometry.setAttribute("velocity", this.velocity);
    this.geometry.setAttribute("chance", this.chance);
    this.material = new ShaderMaterial({
      transparent: true,
      depthWrite: false,
      toneMapped: false,
      uniforms: this.uniforms,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
    });
    this.points = new Points(this.geometry, this.material);
    this.points.frustumCulled = false;
    this.points.visible = false;
    this.points.layers.set(UNREFLECTED);
    this.points.renderOrder = 30;
  }

  /** `scale`: pixels per unit at distance 1. */
  setScale(scale: number): void {
    this.uniforms.scale.value = scale;
  }

  burst(places: readonly Vector3[], player: Player, count: number): void {
    if (places.length === 0) return;
    const n = Math.min(count, CAPACITY);
    for (let i = 0; i < n; i++) {
      const order = i % places.length;
      this.throwOne(i, places[order]!, order / places.length);
    }
    for (const attribute of [this.start, this.velocity, this.chance]) attribute.needsUpdate = true;
    this.geometry.setDrawRange(0, n);
    this.uniforms.tint.value.set(DISC_COLORS[player]).convertLinearToSRGB();
    this.uniforms.time.value = 0;
    this.left = BURST_SECONDS + 0.5;
    this.points.visible = true;
  }

  private throwOne(i: number, from: Vector3, delay: number): void {
    const angle = Math.random() * Math.PI * 2;
    const speed = 2.4 + Math.random() * 6;
    const side = i % 2 ? 1 : -1;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    this.start.setXYZ(i, from.x + c * 0.3, from.y + s * 0.3, from.z + side * 0.25);
    this.velocity.setXYZ(i, c * speed, s * speed * 0.8 + 2.5, side * (1.5 + Math.random() * 4));
    this.chance.setXYZW(i, delay * 0.6 + Math.random() * 0.1, Math.random(), Math.random(), 0);
  }

  stop(): void {
    this.left = 0;
    this.points.visible = false;
  }

  update(seconds: number): boolean {
    if (this.left <= 0) return false;
    this.left -= seconds;
    this.uniforms.time.value += seconds;
    if (this.left <= 0) this.stop();
    return this.left > 0;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
