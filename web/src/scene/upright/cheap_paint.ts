// Plastic for slow machines: light is computed per vertex, without reflections. In software it takes a tenth of
// the time of the real one.
import { Color, ShaderMaterial, Vector3 } from "three";
import type { Lamp } from "../lamp";
import { KEY_FROM, RIM_FROM } from "../lights";
import type { Ambience } from "../palette";

const VERTEX = `
attribute float glow;
uniform vec3 diffuse,tone,keyFrom,rimFrom,rimColor,lampAt,lampColor; uniform float spread,metal,inside;
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
  // A face towards the viewer gets exactly its own colour; what looks up is brighter, what looks down is darker.
  float light=.56+.1*n.y+.44*max(dot(n,keyAt),0.)/keyFrom.z;
  // A little brighter up on the left, where the key light aims.
  vec2 seen=vec2(world.x*heading.y-world.z*heading.x,world.y);
  light*=1.05-.11*smoothstep(0.,spread,length(seen-vec2(-.25,.6)*spread));
  #ifdef USE_INSTANCING
    // The opening's upper edge shades the disc that sits in it.
    light*=1.-.34*smoothstep(.1,.46,p.y-instanceMatrix[3].y)*step(world.y,inside);
  #endif
  float shine=pow(max(dot(n,normalize(keyAt+view)),0.),24.)*.22;
  shine+=pow(max(dot(n,normalize(rimAt+view)),0.),16.)*.16+.05*max(dot(n,rimAt),0.);
  vec3 toLamp=lampAt-world.xyz; float far=dot(toLamp,toLamp);
  vec3 lamp=lampColor*max(dot(n,toLamp*inversesqrt(far)),0.)*.4/(.8+far)*smoothstep(13.,2.,far);
  // Turned metal: two bright sectors that run round the disc, darker and warmer between them.
  float turned=abs(sin(atan(position.y,position.x)*1.-.75));
  paint*=mix(vec3(1.),mix(vec3(.74,.57,.5),vec3(1.4),turned*turned*turned),metal);
  shine+=metal*.3*pow(turned,14.);
  vLight=paint*(tone*light+lamp+glow*1.4)+rimColor*mix(vec3(1.),diffuse*1.6+.15,metal)*shine*color.r;
  gl_Position=projectionMatrix*viewMatrix*world;
}`;

// No tone mapping: it would darken the named colours, and nothing here is brighter than white.
const FRAGMENT = `
centroid varying vec3 vLight; uniform float opacity;
void main(){
  gl_FragColor=vec4(vLight,opacity);
  #include <colorspace_fragment>
}`;

/** How high the board is, for the gradient across it. */
const SPREAD = 7;
/** The light is arranged for a viewer who stands a little to the right. */
const HOME = 0.2;

const seenFromHome = (from: Vector3): Vector3 => from.clone().normalize().applyAxisAngle(UP, -HOME);
const UP = new Vector3(0, 1, 0);

const NO_LAMP = { lampAt: { value: new Vector3(0, 0, 1) }, lampColor: { value: new Color(0, 0, 0) } };

export interface CheapOptions {
  readonly opacity?: number;
  readonly isMetal?: boolean;
  /** Discs below this height are in the board. */
  readonly top?: number;
  readonly lamp?: Lamp["uniforms"] | undefined;
}

export class CheapPaint extends ShaderMaterial {
  readonly color: Color;

  constructor(color: string, ambience: Ambience, { opacity = 1, isMetal = false, top = 0, lamp }: CheapOptions = {}) {
    const diffuse = new Color(color);
    super({
      vertexColors: true,
      transparent: opacity < 1,
      depthWrite: opacity === 1,
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        diffuse: { value: diffuse },
        opacity: { value: opacity },
        tone: { value: new Color(1, 1, 1).lerp(new Color(ambience.key.color), 0.25) },
        rimColor: { value: new Color(ambience.rim.color) },
        keyFrom: { value: seenFromHome(KEY_FROM) },
        rimFrom: { value: seenFromHome(RIM_FROM) },
        spread: { value: SPREAD },
        metal: { value: isMetal ? 1 : 0 },
        inside: { value: top },
        ...(lamp ?? NO_LAMP),
      },
    });
    this.color = diffuse;
  }
}
