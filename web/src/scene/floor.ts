// The floor: a pool of light, soft contact shadows, the faintest reflection, and the key light's shadow.
import {
  CircleGeometry,
  Color,
  Group,
  Mesh,
  ShaderMaterial,
  ShadowMaterial,
  Vector2,
  Vector3,
  Vector4,
  type Texture,
} from "three";
import { DITHER } from "./glsl";
import { UNREFLECTED } from "./layers";
import { KEY_FROM } from "./lights";
import type { Ambience } from "./palette";
import type { Footprint, Model } from "./types";

const PATCHES = 3;

const VERTEX = `varying vec2 at;
void main(){
  vec4 world=modelMatrix*vec4(position,1.);
  at=world.xz;
  gl_Position=projectionMatrix*viewMatrix*world;
}`;

/** The distance to the nearest patch, and the combined shade of all patches. */
const SHADE = `
uniform vec4 patches[${PATCHES}]; uniform vec2 shades[${PATCHES}];
float outside(vec2 p,vec4 b){ vec2 q=abs(p-b.xy)-b.zw; return length(max(q,0.))+min(max(q.x,q.y),0.); }
float nearest(vec2 p){
  float d=1e3;
  for(int i=0;i<${PATCHES};i++) if(shades[i].x>0.) d=min(d,outside(p,patches[i]));
  return max(d,0.);
}
float shade(vec2 p){
  float s=0.;
  for(int i=0;i<${PATCHES};i++) s+=shades[i].x*exp(-max(outside(p,patches[i]),0.)*shades[i].y);
  return min(s,1.);
}`;

/**
 * The shadow of an upright slab with rows of openings, computed instead of drawn: `lean` is where the light carries a
 * point of height 1. The slab is thick, so only a narrow ray passes each opening.
 */
const CAST = `
uniform vec3 slab,openings; uniform vec2 lean; uniform float gloom;
float slabShadow(vec2 p){
  float y=p.y/lean.y;
  if(gloom<=0.||y<0.) return 0.;
  float x=p.x-y*lean.x, soft=.04+.05*y;
  float s=smoothstep(slab.x+soft,slab.x-soft,abs(x))*smoothstep(slab.y+soft,slab.y-soft,y);
  vec2 cell=vec2(x+openings.x*.5,y-slab.z);
  if(all(greaterThan(cell,vec2(0.)))&&all(lessThan(cell,openings.xy)))
    s*=.45+.55*smoothstep(.5,1.5,length((fract(cell)-.5)/vec2(.3,.1+.03*y)));
  return gloom*s*exp(-.012*p.y*p.y);
}`;

const FRAGMENT = `${DITHER}${SHADE}${CAST}
uniform sampler2D mirror; uniform vec2 size; uniform vec3 pool;
uniform float poolStrength,reflection,contact,reach;
varying vec2 at;
void main(){
  float dark=min(contact*shade(at),.9);
  #ifdef HAS_SLAB
    dark=1.-(1.-dark)*(1.-slabShadow(at));
  #endif
  vec4 seen=vec4(0.);
  #if TAPS > 0
    float d=nearest(at);
    vec2 uv=gl_FragCoord.xy/size; uv.y=1.-uv.y;
    float blur=.0015+.007*min(d,3.), turn=dither(gl_FragCoord.xy)*6.283;
    for(int i=0;i<TAPS;i++){
      float a=float(i)*2.39996+turn, r=sqrt((float(i)+.5)/float(TAPS))*blur;
      seen+=texture2D(mirror,uv+r*vec2(cos(a)*size.y/size.x,sin(a)*1.3));
    }
    seen*=reflection*exp(-d*.55)/float(TAPS);
  #endif
  float light=poolStrength*exp(-dot(at,at)*reach);
  vec3 c=pool*light*(1.-dark)+seen.rgb;
  float alpha=1.-(1.-light)*(1.-seen.a)*(1.-dark);
  gl_FragColor=vec4(c/max(alpha,1e-4),alpha);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  gl_FragColor.rgb+=dither(gl_FragCoord.xy+7.)/255.;
}`;

export class Floor {
  readonly group = new Group();
  private readonly uniforms = {
    mirror: { value: null as Texture | null },
    size: { value: new Vector2(1, 1) },
    pool: { value: new Color() },
    poolStrength: { value: 0 },
    reflection: { value: 0 },
    contact: { value: 0 },
    reach: { value: 0.028 },
    patches: { value: Array.from({ length: PATCHES }, () => new Vector4(0, 0, 0, 0)) },
    shades: { value: Array.from({ length: PATCHES }, () => new Vector2(0, 1)) },
    slab: { value: new Vector3() },
    openings: { value: new Vector3() },
    lean: { value: new Vector2() },
    gloom: { value: 0 },
  };
  private hasCaster = false;
  /** How dark the computed shadow is; 0 where the key light draws its own. */
  private darkness = 0;
  private readonly geometry = new CircleGeometry(1, 64);
  private readonly surface: ShaderMaterial;
  private readonly shadow = new ShadowMaterial({ transparent: true, depthWrite: false });
  private readonly meshes: readonly [Mesh, Mesh];

  constructor(mirror: Texture) {
    this.uniforms.mirror.value = mirror;
    this.surface = new ShaderMaterial({
      transparent: true,
      depthWrite: false,
      defines: { TAPS: 0 },
      uniforms: this.uniforms,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
    });
    this.fadeShadow();
    this.meshes = [new Mesh(this.geometry, this.surface), new Mesh(this.geometry, this.shadow)];
    this.meshes.forEach((mesh, i) => {
      mesh.renderOrder = -5 + i;
      mesh.layers.set(UNREFLECTED);
      mesh.rotation.x = -Math.PI / 2;
      mesh.position.y = i * 0.002;
      mesh.receiveShadow = i === 1;
      this.group.add(mesh);
    });
  }

  /** The shadow fades with distance, which also hides the edge of the shadow map. */
  private fadeShadow(): void {
    this.shadow.onBeforeCompile = (shader) => {
      shader.uniforms.patches = this.uniforms.patches;
      shader.uniforms.shades = this.uniforms.shades;
      shader.vertexShader = `varying vec2 at;\n${shader.vertexShader}`.replace(
        "void main() {",
        "void main() { at=(modelMatrix*vec4(position,1.)).xz;",
      );
      shader.fragmentShader = `varying vec2 at;${SHADE}\n${shader.fragmentShader}`.replace(
        "opacity * (",
        "opacity * exp(-nearest(at)*nearest(at)*.11) * (",
      );
    };
  }

  apply(ambience: Ambience, taps: number, hasShadow: boolean): void {
    const u = this.uniforms;
    u.pool.value.set(ambience.pool);
    u.poolStrength.value = ambience.poolStrength;
    u.reflection.value = ambience.reflection;
    u.contact.value = ambience.contact;
    this.shadow.opacity = ambience.shadow;
    this.group.visible = !ambience.isFlat;
    this.meshes[1].visible = hasShadow;
    this.darkness = hasShadow ? 0 : ambience.shadow;
    u.gloom.value = this.hasCaster ? this.darkness : 0;
    this.define({ TAPS: taps, ...(hasShadow ? {} : { HAS_SLAB: 1 }) });
  }

  private define(defines: Record<string, number>): void {
    if (JSON.stringify(this.surface.defines) === JSON.stringify(defines)) return;
    this.surface.defines = defines;
    this.surface.needsUpdate = true;
  }

  /** The lights follow the viewer, and so does the computed shadow. */
  turn(angle: number): void {
    const [x, z] = [-KEY_FROM.x / KEY_FROM.y, -KEY_FROM.z / KEY_FROM.y];
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const away = x * c + z * s;
    const behind = z * c - x * s;
    // Light along the slab throws no readable shadow.
    this.uniforms.lean.value.set(away, Math.sign(behind) * Math.max(Math.abs(behind), 0.05));
  }

  resize(size: Vector2): void {
    this.uniforms.size.value.copy(size);
  }

  /** Fits the floor to a board. */
  fit(model: Model): void {
    const { min, max } = model.bounds;
    const radius = Math.max(max.x - min.x, max.z - min.z, (max.y - min.y) * 0.8) / 2;
    for (const mesh of this.meshes) mesh.scale.setScalar(radius * 4);
    const whole: Footprint = {
      x: (min.x + max.x) / 2,
      z: (min.z + max.z) / 2,
      halfX: (max.x - min.x) / 2,
      halfZ: (max.z - min.z) / 2,
      strength: 0.8,
      falloff: 2.2,
    };
    const patches = model.footprint ?? [whole];
    this.hasCaster = model.caster !== undefined;
    if (model.caster) {
      const { half, top, lift, across, up } = model.caster;
      this.uniforms.slab.value.set(half, top, lift);
      this.uniforms.openings.value.set(across, up, 0);
    }
    this.uniforms.gloom.value = this.hasCaster ? this.darkness : 0;
    this.uniforms.reach.value = 0.42 / (radius * radius);
    for (let i = 0; i < PATCHES; i++) {
      const p = patches[i];
      this.uniforms.patches.value[i]!.set(p?.x ?? 0, p?.z ?? 0, p?.halfX ?? 0, p?.halfZ ?? 0);
      this.uniforms.shades.value[i]!.set(p?.strength ?? 0, p?.falloff ?? 1);
    }
  }

  dispose(): void {
    this.geometry.dispose();
    this.surface.dispose();
    this.shadow.dispose();
  }
}
