// Builds the page as one file, build/fourfall.html, which plays from disk without a server: the scripts, styles, core, book and network are inside. Online play and
// what belongs to it is left out.
//   node web/single.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, bundle, bundleText, filled } from "./bundle.mjs";
import { noticesOf } from "./notices.mjs";

const OUT = join(ROOT, "build", "fourfall.html");
/** Base64 is a third longer than what it holds. */
const LIMIT = 2_000_000;
/** Nothing is fetched: the page's own data addresses are all there is. */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:",
  "worker-src blob:",
  "connect-src data:",
  "img-src data: blob:",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const dataAddress = (type, content) => `data:${type};base64,${Buffer.from(content).toString("base64")}`;
const fileAddress = (type, ...path) => dataAddress(type, readFileSync(join(ROOT, ...path)));
const bytes = (...path) => fileAddress("application/octet-stream", ...path);

/** A script as text in a script: it cannot end the element that it stands in. */
const quoted = (text) => JSON.stringify(text).replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");

/** Nothing in this page imports these. */
const withoutServer = {
  name: "without-server",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/(online\/online|online\/screens|records)$/ }, ({ kind, path }) => (kind === "dynamic-import" ? { path, namespace: "without-server" } : null));
    onLoad({ filter: /./, namespace: "without-server" }, () => ({ contents: "export {};" }));
  },
};

/** The constant FILES. The worker is a blob: browsers let no page from disk start one from a file. */
async function files(how) {
  const names = { wasm: fileAddress("application/wasm", "build", "fourfall.wasm"), variants: fileAddress("application/wasm", "build", "variants.wasm"), book: bytes("data", "classic.book"), network: bytes("data", "cube.net"), rules: "", onlineStyle: "", service: null };
  const worker = `URL.createObjectURL(new Blob([${quoted(await bundleText("core/worker.ts", how))}], { type: "text/javascript" }))`;
  return `const fourfallFiles = { ...${JSON.stringify(names)}, worker: ${worker} };`;
}

/** Replaces what must be there. */
function replaced(html, pattern, text) {
  if (!pattern.test(html)) throw new Error(`index.html: ${pattern} is not in it`);
  return html.replace(pattern, () => text);
}

const how = { minify: true };
// A worker of the page's own script, which draws pictures to share, has no address here.
const define = { FILES: "fourfallFiles", "import.meta.url": '""' };
const { outputFiles, metafile } = await bundle(["main.tsx"], {}, { ...how, define, metafile: true, plugins: [withoutServer], banner: { js: await files(how) }, write: false });
const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text;
if (/<\/(script|style)/i.test(textOf(".js")) || /<\/style/i.test(textOf(".css"))) throw new Error("a script or a style ends its own element");

const icon = fileAddress("image/svg+xml", "web", "src", "icons", "icon.svg");
let html = filled("index.html", { script: "", style: "", wasm: "", manifest: "", preloads: "", icon180_png: "", icon_svg: icon });
html = replaced(html, / *<link rel="(apple-touch-icon|manifest)".*\n *<link rel="(apple-touch-icon|manifest)".*\n/, "");
html = replaced(html, / *<link rel="preload".*\n/, "");
html = replaced(html, /<meta charset.*>/, `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />`);
html = replaced(html, /<link rel="stylesheet".*>/, `<style>${textOf(".css")}</style>`);
html = replaced(html, /<script type="module".*><\/script>/, `<script type="module">${textOf(".js")}</script>`);
html = `${html.trimEnd()}\n<!--\n${noticesOf(metafile).replaceAll("-->", "-- >")}-->\n`;
if (html.length > LIMIT) throw new Error(`The page has ${html.length} bytes, more than ${LIMIT}`);
writeFileSync(OUT, html);
console.log(`  WEB   build/fourfall.html: ${(html.length / 1000).toFixed(0)} kB`);
