// Leaves out of three.js what the page never runs: features that it does not use, shader code behind #ifdef, and every method
// that nothing calls (sweep.mjs). three.js keeps its shaders as strings and its renderer as one class, which no bundler can
// shake off.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sweep } from './sweep.mjs';

/** Shader code of features that are not used. */
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

/** What the renderer always makes and the page never uses, as small as the renderer can bear. */
const STUBS = {
  // No headset.
  WebXRManager: `class WebXRManager {
    constructor() { this.enabled = this.isPresenting = false; }
    getEnvironmentBlendMode() {} addEventListener() {} removeEventListener() {} setAnimationLoop() {} dispose() {}
  }`,
  WebGLMorphtargets: 'function WebGLMorphtargets() { return { update() {} }; }',
  WebGLUniformsGroups: 'function WebGLUniformsGroups() { return { bind() {}, update() {}, dispose() {} }; }',
  // Effects after rendering, for canvases of more than 8 bits.
  WebGLOutput: 'function WebGLOutput() {}',
  // "rebeccapurple": the page names its colours by number.
  _colorKeywords: 'const _colorKeywords = {};',
};

function stub(source) {
  return Object.entries(STUBS).reduce((text, [name, instead]) => {
    const whole = new RegExp(`^(class|function|const) ${name}\\b[^]*?^[})\\]].*$`, 'm');
    return text.replace(whole, () => instead);
  }, source);
}

export function lean(source) {
  return stub(source).replace(SHADER, (whole, head, name, text) => {
    if (!text.includes('#') && !text.includes('gl_')) return whole;
    if (UNUSED_CHUNKS.test(name)) return `${head}"";`;
    if (/^(vertex|fragment)/.test(name) && UNUSED_MATERIALS.test(text)) return `${head}"";`;
    return whole;
  });
}

/** Every name in the only part of the page that uses three.js. */
function namesOfScene() {
  const folder = join(dirname(fileURLToPath(import.meta.url)), 'src', 'scene');
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts'));
  return new Set(files.flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/[A-Za-z_$][\w$]*/g)));
}

const FILES = ['three.core.js', 'three.module.js'];

export const leanThree = {
  name: 'lean-three',
  setup(build) {
    let texts = null;
    build.onLoad({ filter: /three\.(core|module)\.js$/ }, ({ path }) => {
      texts ??= sweep(FILES.map((name) => lean(readFileSync(join(dirname(path), name), 'utf8'))), namesOfScene());
      return { contents: texts[FILES.findIndex((name) => path.endsWith(name))] };
    });
  },
};
