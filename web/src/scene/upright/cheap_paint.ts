// Plastic for slow machines: light is computed per vertex, without reflections. In software it takes a tenth of
// the time of the real one.
import { Color, ShaderMaterial, Vector3 } from "three";
import { KEY_FROM, RIM_FROM } from "../lights";
import type { Ambience } from "../palette";

const VERTEX = `
attribute float glow;
uniform vec3 diffuse,keyColor,rimColor,skyColor,keyFrom,rimFrom; uniform float spread;
centroid varying vec3 vLight;
vec3 around(vec3 v,vec2 h){ return vec3(v.x*h.y+v.z*h.x,v.y,v.z*h.y-v.x*h.x); }
void main(){
  vec4 p=vec4(position,1.); vec3 n=normal; vec3 paint=diffuse*color;
  #ifdef USE_INSTANCING
    p=instanceMatrix*p; n=mat3(instanceMatrix)*n;
  #endif
  #ifdef USE_INSTANCING_COLOR
    paint*=instanceColor;
  #endif
  vec4 world=modelMatrix*p;
  n=normalize(mat3(modelMatrix)*n);
  vec3 view=normalize(cameraPosition-world.xyz);
  // The lights turn with the viewer.
  vec2 heading=normalize(vec2(viewMatrix[0][2],viewMatrix[2][2]));
  vec3 keyAt=around(keyFrom,heading), rimAt=around(rimFrom,heading);
  // Brighter up on the left, where the key light aims.
  vec2 seen=vec2(world.x*heading.y-world.z*heading.x,world.y);
  float pool=1.-.22*smoothstep(0.,spread,length(seen-vec2(-.25,.6)*spread));
  float key=max(dot(n,keyAt),0.)*pool;
  float shine=pow(max(dot(n,normalize(keyAt+view)),0.),28.)*.16;
  shine+=pow(max(dot(n,normalize(rimAt+view)),0.),20.)*.2;
  vec3 sky=skyColor*(.8+.4*n.y);
  vLight=paint*(sky+keyColor*key+rimColor*max(dot(n,rimAt),0.)*.5+glow*1.4)+rimColor*shine;
  gl_Position=projectionMatrix*viewMatrix*world;
}`;

const FRAGMENT = `
centroid varying vec3 vLight; uniform float opacity;
void main(){
  gl_FragColor=vec4(vLight,opacity);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}`;

/** How high the board is, for the gradient across it. */
const SPREAD = 7;
/** The light is arranged for a viewer who stands a little to the right. */
const HOME = 0.2;

const seenFromHome = (from: Vector3): Vector3 => from.clone().normalize().applyAxisAngle(UP, -HOME);
const UP = new Vector3(0, 1, 0);

export class CheapPaint extends ShaderMaterial {
  readonly color: Color;

  constructor(color: string, ambience: Ambience, opacity = 1) {
    const diffuse = new Color(color);
    const sky = new Color(ambience.fill.color).lerp(new Color(1, 1, 1), 0.6);
    const light = (of: { color: string; intensity: number }): Color =>
      new Color(of.color).multiplyScalar(of.intensity / Math.PI);
    super({
      vertexColors: true,
      transparent: opacity < 1,
      depthWrite: opacity === 1,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        diffuse: { value: diffuse },
        opacity: { value: opacity },
        keyColor: { value: light(ambience.key) },
        rimColor: { value: light(ambience.rim) },
        skyColor: { value: sky.multiplyScalar(ambience.environment * 0.95) },
        keyFrom: { value: seenFromHome(KEY_FROM) },
        rimFrom: { value: seenFromHome(RIM_FROM) },
        spread: { value: SPREAD },
      },
    });
    this.color = diffuse;
  }
}
