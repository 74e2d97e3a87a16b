// Pages of the npm package: a folder, served as files with a strict policy, in Chromium.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

const KINDS = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.json': 'application/json', '.svg': 'image/svg+xml',
  '.webp': 'image/webp', '.png': 'image/png', '.webmanifest': 'application/manifest+json',
};

/** Serves folders by the first part of the address: { '': folder, fourfall: folder }. */
export async function serveFolders(folders, policy = "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'") {
  const missing = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://here').pathname.slice(1).replace(/(^|\/)$/, '$1index.html');
    const [first, ...rest] = path.split('/');
    const file = folders[first] ? join(folders[first], ...rest) : join(folders[''], path);
    try {
      const content = readFileSync(file);
      response.writeHead(200, { 'Content-Type': KINDS[extname(file)] ?? 'application/octet-stream', 'Content-Security-Policy': policy });
      response.end(content);
    } catch {
      if (path !== 'favicon.ico') missing.push(path);
      response.writeHead(404);
      response.end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, missing, stop };
}

/** Opens an address; `complaints` has every error of the page. */
export async function openPage(browser, address) {
  const page = await browser.newPage({ viewport: { width: 480, height: 640 } });
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && !message.text().includes('favicon') && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(address);
  return { page, complaints };
}

/** The entry of a page that makes the tour and leaves its result in the title. `files`: what `load` is given. */
export const tourPage = (files, imports = '') => `
import * as library from 'fourfall';
import * as plugin from 'fourfall/plugin';
import { tour } from './tour.mjs';
${imports}
library.load(${files}).then(() => tour(library, plugin)).then((done) => (document.title = done), (error) => { document.title = 'failed'; console.error(error); });
`;
