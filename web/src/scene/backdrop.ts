// The backdrop: one big triangle with a gradient and a soft glow behind the board.
import { BufferAttribute, BufferGeometry, Color, Mesh, ShaderMaterial } from "three";
import { DITHER } from "./glsl";
import { UNREFLECTED } from "./layers";
import type { Ambience } from "./palette";

export interface Backdrop {
  readonly mesh: Mesh;
  apply(ambience: Ambience): void;
  setAspect(aspect: number): void;
  dispose(): void;
}

const VERTEX = "varying vec2 v; void main(){ v=position.xy; gl_Position=vec4(position.xy,1.,1.); }";

// The colours are already in the screen's colour space.
const FRAGMENT = `${DITHER}
varying vec2 v; uniform vec3 top,bottom,glow; uniform float vignette,aspect;
void main(){
  vec3 c=mix(bottom,top,smoothstep(-.9,.9,v.y));
  vec2 q=v*vec2(max(aspect,1.),max(1./aspect,1.))-vec2(0.,.12);
  c=mix(c,glow,.55*exp(-dot(q,q)*1.1));
  c*=1.-vignette*smoothstep(.5,1.7,length(v));
  gl_FragColor=vec4(c+dither(gl_FragCoord.xy)/255.*step(.001,c.r+c.g+c.b),1.);
}`;

export function createBackdrop(): Backdrop {
  const uniforms = {
    top: { value: new Color() },
    bottom: { value: new Color() },
    glow: { value: new Color() },
    vignette: { value: 0 },
    aspect: { value: 1 },
  };
  const material = new ShaderMaterial({
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
    uniforms,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
  });
  const geometry = new BufferGeometry();
  const corners = new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]);
  geometry.setAttribute("position", new BufferAttribute(corners, 3));
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = -10;
  mesh.layers.set(UNREFLECTED);
  return {
    mesh,
    apply(ambience) {
      for (const key of ["top", "bottom", "glow"] as const)
        uniforms[key].value.set(ambience[key]).convertLinearToSRGB();
      uniforms.vignette.value = ambience.vignette;
    },
    setAspect(aspect) {
      uniforms.aspect.value = aspect;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}
