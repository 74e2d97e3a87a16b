// The end of a game: after a beat the rest dims and the line lights up disc by disc, pulses a little and then glows
// steadily. A lost game ends in softer light. At a draw a wave of light crosses the board.
import {
  AdditiveBlending,
  Color,
  Group,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  NormalBlending,
  PlaneGeometry,
  ShaderMaterial,
  TorusGeometry,
  Vector3,
} from "three";
import type { Board, Player } from "../../core/types";
import { Finale, WAVE_SECONDS } from "../finale";
import { DITHER } from "../glsl";
import { UNREFLECTED } from "../layers";
import { DISC_COLORS, AMBIENCES } from "../palette";
import type { Picture, Stage } from "../types";
import { smoothstep } from "./builder";
import type { Shine } from "./discs";
import { tinted } from "./materials";
import { cellCenter, HOLE, OUTER, type Measures } from "./measures";

const LIGHT_UP = 0.22;
const DIM_SECONDS = 0.45;
/** The pulsing ends, because an idle page draws no frames. */
const BREATH = 1.15;
const STILL_AT = 5.2;
const MOST_CELLS = 64;
const GLOW = 0.24;
/** A lost game dims less and glows less. */
const SOFT = 0.55;
const WAVE_WIDTH = 0.28;

const HALO_VERTEX = `varying vec2 v; varying float power; attribute float strength;
void main(){ v=position.xy*2.; power=strength; vec4 m=modelViewMatrix*instanceMatrix*vec4(0.,0.,0.,1.);
  m.xy+=position.xy*2.7; gl_Position=projectionMatrix*m; }`;
// Bright around the disc, almost nothing on it: its own colour must stay.
const HALO_FRAGMENT = `${DITHER}
varying vec2 v; varying float power; uniform vec3 tint; uniform float strengthAll;
void main(){ float r=length(v);
  float g=(exp(-r*r*9.)*.9+exp(-r*3.)*.5)*mix(.06,1.,smoothstep(.22,.37,r))*(1.-smoothstep(.35,1.,r));
  g*=power*strengthAll;
  gl_FragColor=vec4(tint,g+dither(gl_FragCoord.xy)/255.*g); }`;

export class UprightWin implements Shine {
  readonly group = new Group();
  private cells: number[] = [];
  private readonly order = new Map<number, number>();
  private player: Player = 0;
  private isDraw = false;
  private isLoss = false;
  private finale: Finale | null = null;
  /** The last disc is still in the air. */
  private isWaiting = false;
  private hasBurst = false;
  private readonly rings: InstancedMesh;
  private readonly halos: InstancedMesh;
  private readonly haloUniforms = { tint: { value: new Color() }, strengthAll: { value: 0.55 } };
  private readonly strength = new InstancedBufferAttribute(new Float32Array(MOST_CELLS), 1);
  private readonly matrix = new Matrix4();
  private readonly spot = new Vector3();

  constructor(
    private readonly stage: Stage,
    private readonly board: Board,
    private readonly m: Measures,
  ) {
    const ringMaterial = new MeshBasicMaterial({ toneMapped: false });
    const ring = new TorusGeometry(HOLE + 0.03, 0.024, 6, 36);
    this.rings = new InstancedMesh(ring, ringMaterial, MOST_CELLS * 2);
    const haloMaterial = new ShaderMaterial({
      transparent: true,
      depthWrite: false,
      depthTest: false,
      toneMapped: false,
      uniforms: this.haloUniforms,
      vertexShader: HALO_VERTEX,
      fragmentShader: HALO_FRAGMENT,
    });
    this.halos = new InstancedMesh(new PlaneGeometry(1, 1), haloMaterial, MOST_CELLS);
    this.halos.geometry.setAttribute("strength", this.strength);
    this.halos.renderOrder = 20;
    this.halos.layers.set(UNREFLECTED);
    for (const mesh of [this.rings, this.halos]) {
      mesh.frustumCulled = false;
      mesh.count = 0;
      this.group.add(mesh);
    }
  }

  restyle(): void {
    const { theme } = this.stage.look;
    const isLight = theme === "classic";
    // Additive light is invisible on a light background: there the halo is painted over it.
    (this.halos.material as ShaderMaterial).blending = isLight ? NormalBlending : AdditiveBlending;
    this.haloUniforms.strengthAll.value = AMBIENCES[theme].isFlat ? 0 : isLight ? 0.85 : 0.55;
  }

  private get time(): number {
    return this.finale && !this.isWaiting ? this.finale.time : 0;
  }

  /** 0: normal, 1: the board is dimmed behind the line. */
  get dimming(): number {
    if (!this.finale || this.isWaiting || this.isDraw) return 0;
    const depth = this.isLoss ? SOFT : 1;
    return depth * smoothstep(this.finale.sinceBeat, 0, DIM_SECONDS);
  }

  show({ snapshot, isLoss }: Picture, isAnimated: boolean): void {
    // A game may be won without a line: a wave of light crosses the board, as at a draw.
    const isDraw = snapshot.status === "draw" || (snapshot.status === "won" && snapshot.lines.length === 0);
    const cells = snapshot.status === "won" ? [...new Set(snapshot.lines.flat())].slice(0, MOST_CELLS) : [];
    if (isDraw === this.isDraw && cells.length === this.cells.length && cells.every((c, i) => c === this.cells[i])) return;
    if (this.cells.length > 0) this.stage.attend(null);
    this.cells = cells;
    this.order.clear();
    cells.forEach((cell, i) => this.order.set(cell, i));
    // Misère: the line is the loser's.
    this.player = snapshot.cells[cells[0] ?? 0] === 1 ? 1 : 0;
    this.isDraw = isDraw;
    this.isLoss = isLoss;
    this.finale = isDraw || cells.length > 0 ? new Finale(cells.length, this.stage.events) : null;
    this.isWaiting = this.finale !== null;
    this.hasBurst = false;
    if (!isAnimated || this.stage.look.reducedMotion) this.finish();
  }

  /** Ends in the steady glow. */
  finish(): void {
    this.isWaiting = false;
    this.hasBurst = true;
    this.finale?.finish(STILL_AT);
  }

  /** `hasLanded`: all discs of the line lie where they belong. */
  update(seconds: number, hasLanded: boolean): boolean {
    const { finale } = this;
    if (!finale || (!this.isWaiting && finale.time >= this.end)) return false;
    if (this.isWaiting && !hasLanded) return true;
    if (this.isWaiting && !this.isDraw) this.stage.attend(this.places());
    this.isWaiting = false;
    finale.advance(seconds);
    if (finale.time >= finale.litAt) this.burst();
    return finale.time < this.end;
  }

  private get end(): number {
    return this.isDraw ? this.finale!.wordsAt : STILL_AT;
  }

  private places(): Vector3[] {
    return this.cells.map((cell) => {
      const { x, y } = cellCenter(this.m, this.board, cell);
      return new Vector3(x, y, 0);
    });
  }

  private burst(): void {
    if (this.hasBurst) return;
    this.hasBurst = true;
    if (!this.isDraw && !this.isLoss) this.stage.burst(this.places(), this.player);
  }

  private breath(): number {
    const after = Math.max(this.time - (this.finale?.litAt ?? 0), 0);
    return Math.sin((after / BREATH) * Math.PI * 2) * (1 - smoothstep(this.time, STILL_AT - 2.4, STILL_AT));
  }

  /** How far the i-th disc of the line is lit, 0..1. */
  private lit(i: number): number {
    const at = this.finale?.lightAt(i) ?? 0;
    return this.time > 0 ? smoothstep(this.time, at, at + LIGHT_UP) : 0;
  }

  tint(cell: number, out: Color): Color {
    const dim = this.order.has(cell) ? 0 : this.dimming;
    return out.setRGB(1 - 0.62 * dim, 1 - 0.69 * dim, 1 - 0.69 * dim);
  }

  glow(cell: number): number {
    if (this.isDraw) return this.wave(cell);
    const i = this.order.get(cell);
    const strength = this.isLoss ? GLOW * SOFT : GLOW;
    return i === undefined ? 0 : strength * this.lit(i) * (1 + 0.5 * this.breath());
  }

  /** A draw: light runs over the columns from left to right, once. */
  private wave(cell: number): number {
    if (!this.finale || this.isWaiting) return 0;
    const { width } = this.board;
    const t = this.finale.sinceBeat / WAVE_SECONDS;
    const ahead = t * (1 + 2 * WAVE_WIDTH) - WAVE_WIDTH - ((cell % width) + 0.5) / width;
    return 0.3 * Math.max(1 - Math.abs(ahead) / WAVE_WIDTH, 0);
  }

  draw(): void {
    this.rings.count = this.halos.count = 0;
    if (!this.finale || this.isWaiting) return;
    const { strength } = this;
    const breath = this.breath();
    this.cells.forEach((cell, i) => {
      const lit = this.lit(i);
      if (lit <= 0) return;
      const { x, y } = cellCenter(this.m, this.board, cell);
      const scale = 1.35 - 0.35 * lit + 0.02 * breath;
      for (const side of [-1, 1]) {
        this.matrix.makeScale(scale, scale, 1).setPosition(x, y, side * (OUTER - 0.004));
        this.rings.setMatrixAt(this.rings.count++, this.matrix);
      }
      strength.setX(this.halos.count, lit * (1 + 0.35 * breath));
      this.halos.setMatrixAt(this.halos.count++, this.matrix.makeTranslation(this.spot.set(x, y, 0)));
    });
    strength.needsUpdate = true;
    this.rings.instanceMatrix.needsUpdate = this.halos.instanceMatrix.needsUpdate = true;
    tinted((this.rings.material as MeshBasicMaterial).color, this.player, 0.45);
    this.haloUniforms.tint.value.set(DISC_COLORS[this.player]).convertLinearToSRGB();
  }

  dispose(): void {
    for (const mesh of [this.rings, this.halos]) {
      mesh.geometry.dispose();
      (mesh.material as ShaderMaterial | MeshBasicMaterial).dispose();
      mesh.dispose();
    }
  }
}
