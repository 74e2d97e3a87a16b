// Photographs the page for README.md into docs/pictures: the real page, in Chromium, at its highest quality. Without a graphics
// card a picture takes a minute or two.
//   make screenshots, or node tools/screenshots.mjs NAME… for some of them
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DESKTOP, launch, path, PHONE, SCENE, startServer } from '../tests/page/browser.mjs';
import { Visit } from '../tests/page/visit.mjs';

const FOLDER = path('docs/pictures');
/** The most that all pictures may weigh together: the front page is to open at once. */
const LIMIT = 600_000;
const DEADLINE_MS = 600_000;
/** Of WebP. Below it the gradients of the background show steps. */
const SHARPNESS = 0.9;

const PICTURES = {
  classic: { game: '743236633445162', viewport: DESKTOP, scale: 1.5, settings: { theme: 'dark', scores: true, threats: true } },
  cube: { game: '5x5x5:mghrsnlqmmgclirhwxbs', viewport: DESKTOP, scale: 1.5, settings: { theme: 'dark', scores: true } },
  phone: { game: '12233434464', viewport: PHONE, scale: 2, settings: { theme: 'classic' } },
};

/** The page with a game on the board, at rest, scores included. The last move is played, so that a win counts. */
async function show(visit, game) {
  await visit.open();
  await visit.openGame(game.slice(0, -1));
  await visit.play(game.at(-1));
  await visit.act('change', { quality: 'high' });
  await visit.page.waitForFunction(() => {
    const { settings, analysisState } = globalThis.fourfall;
    return !settings.value.scores || analysisState.value === 'done';
  });
  await visit.rest();
  await visit.page.evaluate(() => (document.querySelector('.debug').style.display = 'none'));
}

/** Chromium writes WebP only from a canvas. */
async function toWebp(browser, png) {
  const page = await browser.newPage();
  const data = await page.evaluate(async ([source, sharpness]) => {
    const picture = await createImageBitmap(await (await fetch(source)).blob());
    const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
    canvas.getContext('2d').drawImage(picture, 0, 0);
    return canvas.toDataURL('image/webp', sharpness);
  }, [`data:image/png;base64,${png.toString('base64')}`, SHARPNESS]);
  await page.close();
  return Buffer.from(data.split(',')[1], 'base64');
}

async function photograph(shared, { game, viewport, scale, settings }) {
  const visit = new Visit(shared, { viewport, settings, context: { deviceScaleFactor: scale } });
  try {
    await show(visit, game);
    return await toWebp(shared.browser, await visit.page.screenshot({ timeout: DEADLINE_MS }));
  } finally {
    await visit.close();
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(PICTURES, name));
if (unknown) {
  console.error(`screenshots: no picture "${unknown}"; there are ${Object.keys(PICTURES).join(', ')}`);
  process.exit(2);
}
const shared = { server: await startServer(), browser: await launch(SCENE) };
try {
  mkdirSync(FOLDER, { recursive: true });
  let total = 0;
  for (const [name, picture] of Object.entries(PICTURES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const bytes = await photograph(shared, picture);
    writeFileSync(join(FOLDER, `${name}.webp`), bytes);
    console.log(`  PHOTO docs/pictures/${name}.webp, ${Math.round(bytes.length / 1000)} kB`);
    total += bytes.length;
  }
  if (total > LIMIT) throw new Error(`the pictures weigh ${total} bytes; at most ${LIMIT}`);
} finally {
  await shared.browser.close();
  await shared.server.stop();
}
