// Bundles a TypeScript module of the page and loads it into Node.
import { webcrypto } from 'node:crypto';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Browsers have it; Node 18, which Debian 12 has, does not.
globalThis.crypto ??= webcrypto;

const web = fileURLToPath(new URL('../../web/', import.meta.url));
const require = createRequire(new URL('../../web/package.json', import.meta.url));

function options(path) {
  return {
    entryPoints: [join(web, 'src', path)],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node18',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // CommonJS packages load Node's own modules with require.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    nodePaths: [join(web, 'node_modules')],
    inject: [fileURLToPath(new URL('german.mjs', import.meta.url))],
    logLevel: 'error',
  };
}

/** `path`: from web/src. Returns the module's exports. */
export async function bundle(path) {
  const { build } = require('esbuild');
  const folder = await mkdtemp(join(tmpdir(), 'fourfall-web-'));
  try {
    const outfile = join(folder, 'module.mjs');
    await build({ ...options(path), outfile });
    return await import(pathToFileURL(outfile));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The same as one text that needs nothing from Node: a worker's script. */
export async function bundleText(path) {
  const { build } = require('esbuild');
  const { outputFiles } = await build({ ...options(path), banner: {}, inject: [], write: false });
  return outputFiles[0].text;
}

/** An entry written by a test, relative to web/src, as a script that leaves its exports in `page`. */
export async function bundleScript(entry, define) {
  const { build } = require('esbuild');
  const defined = Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)]));
  const { outputFiles } = await build({
    ...options(''),
    entryPoints: undefined,
    stdin: { contents: entry, resolveDir: join(web, 'src'), loader: 'ts' },
    banner: {},
    format: 'iife',
    globalName: 'page',
    define: defined,
    write: false,
  });
  return outputFiles[0].text;
}

/** Random numbers that are the same in every run (mulberry32). */
export function randoms(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
