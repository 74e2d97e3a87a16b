// The highlight under the pointer: the column lights up, a disc hovers over it, a pale one shows the landing cell.
// A kept move has two small pale discs and no light. A refusing column flashes red.
import { AdditiveBlending, Color, Group, Mesh, NormalBlending, ShaderMaterial } from "three";
import type { BufferGeometry } from "three";
import type { Player } from "../../core/types";
import { UNREFLECTED } from "../layers";
import { AMBIENCES } from "../palette";
import type { Picture, Theme } from "../types";
import type { Paints } from "./materials";
import { columnX, LIFT, rowY, type Measures } from "./measures";

const VERTEX = `varying vec3 v;
void main(){ v=position; gl_Position=projectionMatrix*modelViewMatrix*vec4(position,1.); }`;
/** Where nothing glows, a column has drawn edges. */
const FRAGMENT = `varying vec3 v; uniform vec3 tint; uniform float power,low,high,isFlat;
void main(){
  float soft=mix(.35,1.,smoothstep(low,high,v.y))*(1.-smoothstep(.36,.5,abs(v.x)));
  float drawn=.3+1.7*step(.462,abs(v.x));
  gl_FragColor=vec4(tint,power*mix(soft,drawn,isFlat));
}`;

export const REFUSE_SECONDS = 0.25;
const FADE_SECONDS = 0.12;
/** A kept move's discs are smaller than a hovering one. */
const KEPT_SIZE = 0.7;

interface Strip {
  readonly mesh: Mesh;
  readonly material: ShaderMaterial;
}

export class Hover {
  readonly group = new Group();
  private readonly light: Strip;
  private readonly flash: Strip;
  private readonly heads: [Mesh, Mesh];
  private readonly ghosts: [Mesh, Mesh];
  /** Over the column, and in the cell where it would land. */
  private readonly keptDiscs: [Mesh, Mesh];
  private kept: Picture["kept"] = null;
  private keptLanding = 0;
  private column: number | null = null;
  private player: Player = 0;
  private landing: number | null = null;
  /** 0..1: how far the light has come up. */
  private shown = 0;
  private refusing = 0;
  private isReduced = false;

  constructor(
    private readonly m: Measures,
    column: BufferGeometry,
    discs: readonly [BufferGeometry, BufferGeometry],
    paints: Paints,
  ) {
    this.light = strip(column, m, "#6fb0ff");
    this.flash = strip(column, m, "#ff2038");
    this.heads = [new Mesh(discs[0], paints.discs[0]), new Mesh(discs[1], paints.discs[1])];
    this.ghosts = [new Mesh(discs[0], paints.ghosts[0]), new Mesh(discs[1], paints.ghosts[1])];
    for (const head of this.heads) head.castShadow = true;
    this.keptDiscs = [new Mesh(discs[0], paints.ghosts[0]), new Mesh(discs[0], paints.ghosts[0])];
    for (const disc of this.keptDiscs) disc.scale.setScalar(KEPT_SIZE);
    this.group.add(this.light.mesh, this.flash.mesh, ...this.heads, ...this.ghosts, ...this.keptDiscs);
    for (const mesh of this.group.children) {
      mesh.layers.set(UNREFLECTED);
      mesh.visible = false;
    }
  }

  restyle(theme: Theme, isReduced: boolean): void {
    this.isReduced = isReduced;
    const { isFlat } = AMBIENCES[theme];
    this.light.material.uniforms.tint!.value.set(isFlat ? "#ffffff" : "#6fb0ff");
    for (const strip of [this.light, this.flash]) strip.material.uniforms.isFlat!.value = isFlat ? 1 : 0;
  }

  /** New meshes after a change of look. */
  dress(discs: readonly [BufferGeometry, BufferGeometry], paints: Paints): void {
    for (const player of [0, 1] as const) {
      this.heads[player].geometry = this.ghosts[player].geometry = discs[player];
      this.heads[player].material = paints.discs[player];
      this.ghosts[player].material = paints.ghosts[player];
    }
  }

  setColumn(geometry: BufferGeometry): void {
    this.light.mesh.geometry = this.flash.mesh.geometry = geometry;
  }

  show(picture: Picture): void {
    const { hover, snapshot } = picture;
    if (hover?.column !== this.column) this.shown = 0;
    this.column = hover?.column ?? null;
    this.player = hover?.player ?? this.player;
    this.kept = picture.kept;
    this.keptLanding = picture.kept ? Math.min(snapshot.heights[picture.kept.column]!, snapshot.board.height - 1) : 0;
    this.landing = hover && hover.action !== "pop" && snapshot.heights[hover.column]! < snapshot.board.height ? snapshot.heights[hover.column]! : null;
  }

  refuse(column: number): void {
    this.refusing = REFUSE_SECONDS;
    this.flash.mesh.position.x = columnX(this.m, column);
  }

  finish(): void {
    this.refusing = 0;
    this.shown = 1;
  }

  /** Sideways shift of the refusing column. */
  get shake(): number {
    if (this.refusing <= 0 || this.isReduced) return 0;
    const t = 1 - this.refusing / REFUSE_SECONDS;
    return Math.sin(t * Math.PI * 6) * 0.055 * (1 - t);
  }

  /** `isFalling`: the hovering disc was dropped, so none hovers. */
  update(seconds: number, isFalling: boolean): boolean {
    this.refusing = Math.max(this.refusing - seconds, 0);
    const step = this.isReduced ? 1 : seconds / FADE_SECONDS;
    if (this.column !== null) this.shown = Math.min(this.shown + step, 1);
    this.place(isFalling);
    this.placeKept();
    return this.refusing > 0 || (this.column !== null && this.shown < 1);
  }

  private place(isFalling: boolean): void {
    const { column, landing } = this;
    this.light.mesh.visible = column !== null;
    this.flash.mesh.visible = this.refusing > 0;
    this.flash.material.uniforms.power!.value = 0.75 * Math.min((this.refusing / REFUSE_SECONDS) * 1.6, 1);
    this.light.material.uniforms.power!.value = 0.5 * this.shown;
    for (const player of [0, 1] as const) {
      const isOn = column !== null && landing !== null && player === this.player && !isFalling;
      this.heads[player].visible = this.ghosts[player].visible = isOn;
      if (!isOn) continue;
      const x = columnX(this.m, column);
      const drop = (1 - this.shown) * (1 - this.shown) * 0.25;
      this.heads[player].position.set(x, this.m.headY + drop, 0);
      this.ghosts[player].position.set(x, rowY(landing), 0);
    }
    if (column !== null) this.light.mesh.position.x = columnX(this.m, column);
  }

  /** It is shown while another disc falls, too: that is when moves are kept. */
  private placeKept(): void {
    const { kept } = this;
    for (const disc of this.keptDiscs) disc.visible = kept !== null;
    if (!kept) return;
    const [head, landing] = this.keptDiscs;
    const x = columnX(this.m, kept.column);
    for (const disc of this.keptDiscs) {
      disc.geometry = this.ghosts[kept.player].geometry;
      disc.material = this.ghosts[kept.player].material;
    }
    head.position.set(x, this.m.headY, 0);
    landing.position.set(x, rowY(this.keptLanding), 0);
  }

  dispose(): void {
    this.light.material.dispose();
    this.flash.material.dispose();
  }
}

function strip(geometry: BufferGeometry, m: Measures, tint: string): Strip {
  const material = new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    blending: tint === "#ff2038" ? NormalBlending : AdditiveBlending,
    toneMapped: false,
    uniforms: {
      tint: { value: new Color(tint) },
      power: { value: 0.5 },
      low: { value: LIFT },
      high: { value: m.top },
      isFlat: { value: 0 },
    },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
  });
  return { mesh: new Mesh(geometry, material), material };
}
