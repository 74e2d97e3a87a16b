// The copyright notices of the packages that are in a bundle. Their licenses ask for them in every copy.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { WEB } from "./bundle.mjs";

/** The folders of all packages of which a bundle has code, by esbuild's description of it. */
function packagesIn({ outputs }) {
  const used = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0));
  const folders = used.map(([path]) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0]).filter(Boolean);
  return [...new Set(folders)].sort();
}

function noticeOf(folder) {
  const { name, version } = JSON.parse(readFileSync(join(WEB, folder, "package.json"), "utf8"));
  const file = readdirSync(join(WEB, folder)).find((one) => /^licen[cs]e/i.test(one));
  if (!file) throw new Error(`${name} has no license that could go into the page`);
  return `${name} ${version}\n\n${readFileSync(join(WEB, folder, file), "utf8").trim()}\n`;
}

export function noticesOf(metafile) {
  const own = `Fourfall\n\n${readFileSync(join(WEB, "..", "LICENSE"), "utf8").trim()}\n`;
  return [own, ...packagesIn(metafile).map(noticeOf)].join(`\n${"=".repeat(80)}\n\n`);
}
