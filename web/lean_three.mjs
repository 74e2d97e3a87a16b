// Leaves out the shader code of three.js that the page never runs: features it does not use (morphing, skinning,
// transmission, fog, …) and materials it does not have. It is guarded by #ifdef in the library, so nothing else changes.
// three.js keeps its shaders as strings, which no bundler can shake off.
import { readFile } from 'node:fs/promises';

const UNUSED_CHUNKS = new RegExp(
  `^(${[
    'alphahash_\\w+', 'alphamap_\\w+', 'aomap_\\w+', 'batching_\\w+', 'bumpmap_\\w+', 'clipping_planes_\\w+', 'displacementmap_\\w+',
    'fog_\\w+', 'gradientmap_\\w+', 'iridescence_\\w+', 'lightmap_\\w+', 'lightprobes_\\w+', 'lights_phong_\\w+', 'lights_toon_\\w+',
    'logdepthbuf_\\w+', 'map_particle_\\w+', 'morph\\w+', 'normalmap_\\w+', 'skin\\w+', 'transmission_\\w+',
  ].join('|')})$`,
);
/** Materials that the page does not have, by a text in their shaders. */
const UNUSED_MATERIALS = /#define (MATCAP|TOON|PHONG|NORMAL|DISTANCE)\b|tEquirect|uniform float dashSize|uniform vec2 center|samplerCube|backgroundIntensity/;

const SHADER = /^((?:var|const) ([\w$]+) = )("(?:[^"\\]|\\.)*");$/gm;

export function lean(source) {
  return source.replace(SHADER, (whole, head, name, text) => {
    if (!text.includes('#') && !text.includes('gl_')) return whole;
    if (UNUSED_CHUNKS.test(name)) return `${head}"";`;
    if (/^(vertex|fragment)/.test(name) && UNUSED_MATERIALS.test(text)) return `${head}"";`;
    return whole;
  });
}

export const leanThree = {
  name: 'lean-three',
  setup(build) {
    build.onLoad({ filter: /three\.module\.js$/ }, async ({ path }) => ({ contents: lean(await readFile(path, 'utf8')) }));
  },
};
