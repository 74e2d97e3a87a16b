// Builds the npm package into build/npm and packs it: build/fourfall-VERSION.tgz. Nothing is published.
//   node packages/npm/build.mjs
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, "..", "..");
const OUT = join(ROOT, "build", "npm");
const { build } = createRequire(join(ROOT, "web", "package.json"))("esbuild");
const ENTRIES = ["browser", "node", "inline", "inline_node", "plugin", "plugin_node", "move_input"];
const FILES = { wasm: "build/fourfall.wasm", book: "data/classic.book", network: "data/cube.net" };
const NAMES = { wasm: "fourfall.wasm", book: "classic.book", network: "cube.net" };
const TARGET = ["es2022", "chrome111", "firefox114", "safari16.4", "node18"];

const [, version] = /#define FF_VERSION "(.*)"/.exec(readFileSync(join(ROOT, "include/fourfall.h"), "utf8"));
const base64 = (name) => readFileSync(join(ROOT, FILES[name])).toString("base64");

async function workerScript(format) {
  const { outputFiles } = await build({
    entryPoints: [join(HERE, "src/worker.ts")],
    bundle: true,
    minify: true,
    format,
    target: TARGET,
    write: false,
  });
  return outputFiles[0].text;
}

/** Entries share their chunks: a game of one and the plug-in of another use the same core. */
async function bundle(script) {
  await build({
    entryPoints: ENTRIES.map((name) => join(HERE, "src", `${name}.ts`)),
    outdir: join(OUT, "dist"),
    bundle: true,
    splitting: true,
    format: "esm",
    target: TARGET,
    external: ["node:*"],
    chunkNames: "chunk_[hash]",
    legalComments: "none",
    define: {
      VERSION: JSON.stringify(version),
      WORKER_SCRIPT: JSON.stringify(script),
      INLINE_FILES: JSON.stringify({ wasm: base64("wasm"), book: base64("book") }),
    },
  });
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(join(OUT, "dist"), { recursive: true });
await bundle(await workerScript("iife"));
writeFileSync(join(OUT, "dist", "worker.js"), await workerScript("esm"));
for (const [name, from] of Object.entries(FILES)) {
  // Without the file modes of the build folder: the same files always make the same package.
  writeFileSync(join(OUT, "dist", NAMES[name]), readFileSync(join(ROOT, from)));
}
cpSync(join(HERE, "types"), join(OUT, "types"), { recursive: true });
copyFileSync(join(HERE, "README.md"), join(OUT, "README.md"));
copyFileSync(join(ROOT, "LICENSE"), join(OUT, "LICENSE"));
const description = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8"));
writeFileSync(join(OUT, "package.json"), `${JSON.stringify({ ...description, version }, null, 2)}\n`);

const [packed] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", ".."], { cwd: OUT, encoding: "utf8" }));
console.log(`  NPM   build/${packed.filename}: ${(packed.size / 1000).toFixed(0)} kB, ${packed.entryCount} files`);
