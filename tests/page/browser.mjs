// Each test file has one real browser and one real server, which serves the real page. Console errors, CSP violations
// and failed requests fail the test.
// FOURFALL and FOURFALL_WEB name another program and another page to test, CHROMIUM another browser.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Visit } from './visit.mjs';

export const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const { chromium } = createRequire(path('web/package.json'))('playwright-core');

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };
export const LANDSCAPE = { width: 844, height: 390 };

/** No requests of the browser's own, and no GPU rasterization: there is no graphics card. */
const QUIET = [
  '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--enable-precise-memory-info', '--disable-gpu-rasterization',
];

/** A browser that draws the 3D scene in software. */
export const SCENE = [...QUIET, '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** A browser without WebGL shows the flat drawing, at a third of the cost: for tests of the panels around the board. */
export const FLAT = [...QUIET, '--disable-gpu', '--disable-3d-apis'];

const WHOLE = '/usr/bin/chromium';
/** Chromium's engine without its windows takes half the CPU time. It has no notifications. */
const SHELL = '/usr/bin/chromium-headless-shell';

const program = (isWhole) => process.env.CHROMIUM ?? (!isWhole && existsSync(SHELL) ? SHELL : WHOLE);

/** `isWhole`: the browser that people use. */
export function launch(flags, isWhole = false) {
  return chromium.launch({ executablePath: program(isWhole), args: flags });
}

/** A context with a profile on the disk, in a browser of its own. */
export function launchProfile(flags, folder, options) {
  return chromium.launchPersistentContext(folder, { executablePath: program(false), args: flags, ...options });
}

/** Starts the server on a free port; resolves with its address when it listens. */
export function startServer() {
  const data = mkdtempSync(join(tmpdir(), 'fourfall-'));
  const web = process.env.FOURFALL_WEB ?? path('build/web');
  const program = process.env.FOURFALL ?? path('build/fourfall');
  const child = spawn(program, ['serve', '--listen', '127.0.0.1:0', '--web', web, '--data', data]);
  const stop = () => new Promise((done) => {
    child.once('exit', () => {
      rmSync(data, { recursive: true, force: true });
      done();
    });
    child.kill('SIGTERM');
  });
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk) => {
      said += chunk;
      const found = /Fourfall is running at http:\/\/[^:]+:(\d+)/.exec(said);
      if (found) resolve({ address: `http://localhost:${found[1]}/`, program, data, stop });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (status) => reject(new Error(`the server ended with ${status}: ${said}`)));
  });
}

/** Call at the top of a test file. */
export function useBrowser({ flags = SCENE } = {}) {
  const shared = { server: null, browser: null, scene: flags !== FLAT };
  before(async () => {
    shared.server = await startServer();
    shared.browser = await launch(flags);
  });
  after(async () => {
    await shared.browser?.close();
    await shared.server?.stop();
  });
  return {
    shared,
    /** Opens the page in a fresh profile, runs the test, and fails if the page reported an error. */
    async visit(options, test) {
      const visit = new Visit(shared, options);
      await visit.open();
      try {
        await test(visit);
        visit.assertClean();
      } finally {
        await visit.close();
      }
    },
    /** One visit for all tests of a describe(): loading the page costs most. */
    useVisit(options) {
      const visit = new Visit(shared, options);
      before(() => visit.open());
      afterEach(() => visit.assertClean());
      after(() => visit.context && visit.close());
      return visit;
    },
  };
}
