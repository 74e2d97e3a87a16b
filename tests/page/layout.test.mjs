// The geometry of the page over a grid of sizes, languages, phases and boards: no control lies on another or on the board, nothing
// is outside, no text is cut, every target is large enough. Without WebGL: the boxes are the same, and nothing is drawn.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FLAT, useBrowser } from './browser.mjs';
import { findFaults } from './geometry.mjs';

const { useVisit } = useBrowser({ flags: FLAT });

const SIZES = ['320x568', '360x640', '390x844', '412x915', '568x320', '667x375', '844x390', '932x430', '768x1024', '820x1180', '1024x768',
  '1180x820', '1280x800', '1366x768', '1920x1080', '2560x1440'];
const BOARDS = { classic: { prefix: '', moves: '4435536', won: '4455667' }, cube: { prefix: '5x5x5:', moves: 'mglhaeuy', won: 'gahbicj' } };
const TEXTS = '.action > span, .seat .who, .turn p, .result h2, .result button, .played span, .tabs button, .player strong, .clock, .primary, .quiet';
/** Every layout leaves the board this height. */
const LEAST = 120;

const openRecord = (v) => v.page.evaluate(() => {
  if (!document.querySelector('.panel')) document.querySelector('.action[aria-expanded]').click();
});
const closeRecord = (v) => v.page.evaluate(() => document.querySelector('.panel > header > .square')?.click());

/** What each phase does after its game is open and the record closed. */
const PHASES = {
  turn: async () => {},
  thinking: async (v, { prefix }) => {
    await v.start({ mode: 'cpu', board: prefix === '' ? '7x6' : '5x5x5', level: 'hard', first: 'you' });
    // The computer's answer never comes: the indicator keeps its text and its dots.
    await v.page.evaluate(() => globalThis.fourfall.drop(3));
    await v.phase('thinking');
  },
  'scores and threats': (v) => v.act('change', { scores: true, threats: true }),
  replay: (v) => v.act('seek', 3),
  'record open': openRecord,
  'over with result': async () => {},
  'over with record': openRecord,
};

async function open(v, board, phase) {
  const { prefix, moves, won } = BOARDS[board];
  await closeRecord(v);
  await v.act('change', { scores: false, threats: false });
  await v.openGame(prefix + (phase.startsWith('over') ? won : moves));
  if (phase.startsWith('over')) await v.page.locator('.result').waitFor();
  await PHASES[phase](v, BOARDS[board]);
}

/** The faults at every size in both languages. */
async function faultsOf(v, phase) {
  const found = [];
  for (const size of SIZES) {
    const [width, height] = size.split('x').map(Number);
    await v.resize({ width, height });
    for (const language of ['en', 'de']) {
      const faults = await v.page.evaluate(findFaults, { language, texts: TEXTS, least: LEAST });
      found.push(...faults.map((fault) => `${phase}, ${size}, ${language}: ${fault}`));
    }
  }
  return found;
}

describe('the geometry of a game', () => {
  const v = useVisit({ scene: false, settings: { naturalDelay: true }, context: { hasTouch: true }, expected: /^console: THREE\.WebGLRenderer/ });

  for (const board of Object.keys(BOARDS)) {
    for (const phase of Object.keys(PHASES)) {
      test(`${board}, ${phase}: nothing overlaps, is cut or outside at any size, in both languages`, async () => {
        await open(v, board, phase);
        assert.deepEqual(await faultsOf(v, phase), []);
      });
    }
  }
});
