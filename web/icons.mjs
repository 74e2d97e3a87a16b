// Draws the PNG icons from web/src/icons/icon.svg with a browser: node web/icons.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "src", "icons");
const svg = readFileSync(join(FOLDER, "icon.svg"));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const side of [180, 192, 512]) {
  const page = await browser.newPage({ viewport: { width: side, height: side } });
  await page.setContent(`<style>body{margin:0}img{display:block;width:100%}</style><img src="data:image/svg+xml;base64,${svg.toString("base64")}">`);
  await page.waitForFunction(() => document.querySelector("img")?.complete);
  writeFileSync(join(FOLDER, `icon${side}.png`), await page.screenshot({ omitBackground: true }));
}
await browser.close();
