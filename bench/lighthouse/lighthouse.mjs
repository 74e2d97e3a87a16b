// Lighthouse on the served page, as a desktop and as a phone: prints the scores and the audits that cost points, and fails
// below 100. Performance is not measured: with software rendering it means nothing.
//   make lighthouse
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';

const CATEGORIES = ['accessibility', 'best-practices', 'seo'];
const FLAGS = [
  '--headless=new', '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

async function serve() {
  const server = spawn(process.env.FOURFALL ?? 'build/fourfall', ['serve', '--listen', '127.0.0.1:0']);
  for await (const chunk of server.stdout) {
    const address = /Fourfall is running at (http:\S+?)\.?\s/.exec(`${chunk} `)?.[1];
    if (address) return { server, address };
  }
  throw new Error('the server did not start');
}

/** The scores, and each audit that costs points, one a line. */
function faults({ categories, audits }) {
  return Object.values(categories).flatMap(({ id, score, auditRefs }) => [
    `${id} ${Math.round(score * 100)}`,
    ...auditRefs.filter((ref) => ref.weight > 0 && audits[ref.id].score !== null && audits[ref.id].score < 1)
      .map((ref) => `  ${ref.id}: ${audits[ref.id].title}`),
  ]);
}

const { server, address } = await serve();
const chrome = await launch({ chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium', chromeFlags: FLAGS });
try {
  for (const [name, config] of [['desktop', desktopConfig], ['phone', undefined]]) {
    const { lhr } = await lighthouse(address, { port: chrome.port, onlyCategories: CATEGORIES, maxWaitForLoad: 60_000 }, config);
    console.log([`${name}:`, ...faults(lhr)].join('\n  '));
    if (Object.values(lhr.categories).some(({ score }) => score < 1)) process.exitCode = 1;
  }
} finally {
  await chrome.kill();
  server.kill('SIGTERM');
  await once(server, 'exit');
}
