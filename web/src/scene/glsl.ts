// Shader code that several materials share.
import { ShaderChunk } from "three";

/** Half a step of noise hides banding in dark gradients. */
export const DITHER =
  "float dither(vec2 p){return fract(52.9829189*fract(dot(p,vec2(.06711056,.00583715))))-.5;}";

/**
 * Multisampling takes normals at the middle of a pixel, even if a thin bevel covers only its rim. There the
 * extrapolated normals are far off and sparkle. Centroid sampling keeps them inside the triangle.
 */
export function tameBevels(): void {
  const taken = "varying vec3 vNormal";
  for (const chunk of ["normal_pars_vertex", "normal_pars_fragment"] as const)
    if (!ShaderChunk[chunk].includes("centroid"))
      ShaderChunk[chunk] = ShaderChunk[chunk].replace(taken, `centroid ${taken}`);
}
