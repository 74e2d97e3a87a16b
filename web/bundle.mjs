// Bundles scripts and styles of the page, for web/build.mjs and web/single.mjs.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { leanThree } from "./lean_three.mjs";

export const WEB = dirname(fileURLToPath(import.meta.url));
export const ROOT = dirname(WEB);

/** `define`: values of constants. `more`: options of esbuild. */
export function bundle(entries, define, { plugins = [], ...more }) {
  return build({
    entryPoints: entries.map((entry) => join(WEB, "src", entry)),
    absWorkingDir: WEB,
    bundle: true,
    format: "esm",
    target: ["chrome111", "firefox114", "safari16.4"],
    outdir: WEB,
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
    loader: { ".svg": "text" },
    plugins: [leanThree, ...plugins],
    ...more,
  });
}

/** Bundles one script or style and returns its text. */
export async function bundleText(entry, how, define = {}) {
  const { outputFiles } = await bundle([entry], define, { ...how, write: false });
  return outputFiles[0].text;
}

/** Replaces {{name}} in a source file; an unknown name is an error. */
export function filled(name, values) {
  return readFileSync(join(WEB, "src", name), "utf8").replace(/\{\{(\w+)\}\}/g, (_, key) => {
    if (!(key in values)) throw new Error(`${name}: unknown placeholder {{${key}}}`);
    return values[key];
  });
}
