// Builds the page into build/web. Every file but the pages themselves carries a content hash in its name, and is
// there compressed as well. Online play is in separate files that the page loads on demand; an embedded game has a
// script and a style of its own.
//   node web/build.mjs [--dev] [--out FOLDER]
//   --dev: readable code with source maps, nothing compressed        --out: another folder than build/web
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, existsSync, writeFileSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { ROOT, WEB, bundle, bundleText, filled } from "./bundle.mjs";
import { missingPages } from "./missing.mjs";
import { noticesOf } from "./notices.mjs";

const outAt = process.argv.indexOf("--out");
const OUT = outAt < 0 ? join(ROOT, "build", "web") : resolve(process.argv[outAt + 1]);
const isDev = process.argv.includes("--dev");
const how = { minify: !isDev, sourcemap: isDev ? "inline" : false };
const BOOK = join(ROOT, "data", "classic.book");
const NETWORK = join(ROOT, "data", "cube.net");
/**
 * The most compressed bytes. `first`: before anything can be done. `whole`: everything that a visitor can load, except parts
 * that are fetched on a choice and have a limit of their own: `network`, when the cube is played against the computer or analysed.
 * `variants`: what is loaded when one is chosen or played.
 * `embedded`: a game in another site's page, which loads nothing else.
 */
const LIMITS = { first: 250_000, whole: 400_000, network: 310_000, variants: 60_000, embedded: 80_000 };

const hashOf = (content) => createHash("sha256").update(content).digest("hex").slice(0, 10).toUpperCase();

function put(name, content) {
  writeFileSync(join(OUT, name), content);
  return name;
}

function putHashed(name, content) {
  const ending = extname(name);
  return put(`${name.slice(0, -ending.length)}.${hashOf(content)}${ending}`, content);
}

/** Bundles pages that share scripts. Each has `first`, its entry and what it imports, and `later`, loaded on demand. */
async function bundlePages(entries, define) {
  const names = { entryNames: "[name].[hash]", chunkNames: "[name].[hash]" };
  const { metafile } = await bundle(entries, define, { ...how, ...names, outdir: OUT, splitting: true, metafile: true });
  put("notices.txt", noticesOf(metafile));
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const reached = (begin, kinds) => {
    const found = new Set([begin]);
    for (const name of found) {
      const needed = outputs.get(name).imports.filter(({ kind }) => kinds.includes(kind));
      for (const { path } of needed) found.add(basename(path));
    }
    return [...found];
  };
  return entries.map((entry) => {
    const isBegin = (name) => name.endsWith(".js") && outputs.get(name).entryPoint === `src/${entry}`;
    const begin = [...outputs.keys()].find(isBegin);
    const first = reached(begin, ["import-statement"]);
    const all = reached(begin, ["import-statement", "dynamic-import"]);
    return { first, later: all.filter((name) => !first.includes(name)), style: basename(outputs.get(begin).cssBundle) };
  });
}

function compress(name) {
  const content = readFileSync(join(OUT, name));
  const brotli = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  put(`${name}.br`, brotli);
  put(`${name}.gz`, gzipSync(content, { level: 9 }));
  return brotli.length;
}

/** `loads`: the files of every limit. */
function report(sizes, loads) {
  const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  const sums = Object.entries(loads).map(([name, files]) => [name, files.reduce((total, file) => total + (sizes.get(file) ?? 0), 0)]);
  console.log(`  WEB   build/web, compressed: ${sums.map(([name, sum]) => `${name} ${kB(sum)}`).join(", ")}`);
  const heavy = sums.filter(([name, sum]) => sum > LIMITS[name]).map(([name]) => `${name}: at most ${kB(LIMITS[name])}`);
  if (heavy.length > 0) throw new Error(`The page exceeds its size limits (${heavy.join(", ")})`);
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const wasm = putHashed("fourfall.wasm", readFileSync(join(ROOT, "build", "fourfall.wasm")));
const rules = putHashed("rules.wasm", readFileSync(join(ROOT, "build", "rules.wasm")));
const variants = putHashed("variants.wasm", readFileSync(join(ROOT, "build", "variants.wasm")));
const worker = putHashed("worker.js", await bundleText("core/worker.ts", how));
const book = existsSync(BOOK) ? putHashed("classic.book", readFileSync(BOOK)) : null;
const network = existsSync(NETWORK) ? putHashed("cube.net", readFileSync(NETWORK)) : null;
const onlineStyle = putHashed("online.css", await bundleText("ui/online/styles/online.css", how));
const files = { worker, wasm, rules, variants, book, network, onlineStyle, service: "service.js" };
const [page, embed] = await bundlePages(["main.tsx", "embed.tsx"], { FILES: files });
const icons = Object.fromEntries(
  readdirSync(join(WEB, "src", "icons")).map((name) => [
    name.replace(/\W/g, "_"),
    putHashed(name, readFileSync(join(WEB, "src", "icons", name))),
  ]),
);
const manifest = putHashed("manifest.webmanifest", filled("manifest.webmanifest", icons));

function pageOf({ first: [script, ...chunks], style }, module) {
  const preloads = chunks.map((name) => `<link rel="modulepreload" href="${name}" />`).join("\n    ");
  return filled("index.html", { script, style, wasm: module, worker, manifest, preloads, ...icons });
}

/** The page for one folder deeper: its <base> leads to the files above. */
const deeper = (html) => html.replace(/<head>/, '<head>\n    <base href="../" />');
const html = pageOf(page, wasm);
const index = put("index.html", html);
put("game.html", deeper(html));
put("embed.html", deeper(pageOf(embed, rules)).replace("<html ", "<html data-embed "));
const missingStyle = putHashed("missing.css", await bundleText("missing/missing.css", how));
const missing = missingPages((values) => filled("missing/page.html", values), { icon: icons.icon_svg, style: missingStyle });
for (const [name, content] of Object.entries(missing)) put(name, content);
const kept = [
  ...["./", "game.html", ...page.first, ...page.later, page.style, onlineStyle, worker, wasm, variants, manifest],
  ...(book ? [book] : []),
  ...Object.values(icons),
];
const version = hashOf(kept.join() + html);
put("service.js", await bundleText("offline/service.ts", how, { KEEP: { version, files: kept, later: network ? [network] : [] } }));
if (!isDev) {
  const names = readdirSync(OUT);
  const sizes = new Map(names.filter((name) => extname(name) !== ".png").map((name) => [name, compress(name)]));
  for (const name of names) if (!sizes.has(name)) sizes.set(name, readFileSync(join(OUT, name)).length);
  const load = (name, { first, style }, module) => [name, ...first, style, worker, module];
  const embedded = load("embed.html", embed, rules);
  const first = load(index, page, wasm);
  const chosen = [variants, ...page.later.filter((name) => name.startsWith("variant_parts."))];
  const own = [network, "notices.txt", ...chosen, ...embedded.filter((name) => !first.includes(name) && !page.later.includes(name))];
  report(sizes, { first, whole: [...sizes.keys()].filter((name) => !own.includes(name)), network: [network], variants: chosen, embedded });
  put("sizes.json", JSON.stringify(Object.fromEntries([...sizes].sort()), null, 1));
}
