// The geometry of the page over a grid of sizes, languages, phases and boards: no control lies on another or on the board, nothing
// is outside, no text is cut, every target is large enough. layout_online.test.mjs has the phases of a game with somebody.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FLAT, useBrowser } from './browser.mjs';
import { faultsOf, keepMessage } from './geometry.mjs';

const { useVisit } = useBrowser({ flags: FLAT });

const BOARDS = { classic: { prefix: '', moves: '4435536', won: '4455667' }, cube: { prefix: '5x5x5:', moves: 'mglhaeuy', won: 'gahbicj' } };

/** Phones with a notch and a home bar, upright and on their side. */
const NOTCHES = {
  '390x844': { top: 47, right: 0, bottom: 34, left: 0 },
  '844x390': { top: 0, right: 47, bottom: 21, left: 47 },
};

/** The computer never answers: its indicator keeps its text and its dots. */
function loseQuestions() {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function post(message, ...rest) {
    return message.request?.op === 'choose' ? undefined : postMessage.call(this, message, ...rest);
  };
}

const openRecord = (v) => v.page.evaluate(() => {
  if (!document.querySelector('.panel')) document.querySelector('.action[aria-expanded]').click();
});
const closeRecord = (v) => v.page.evaluate(() => document.querySelector('.panel > header > .square')?.click());

/** What each phase does after its game is open and the record closed. */
const PHASES = {
  turn: async () => {},
  thinking: async (v, { prefix }) => {
    await v.start({ mode: 'cpu', board: prefix === '' ? '7x6' : '5x5x5', level: 'hard', first: 'you' });
    await v.page.evaluate(() => globalThis.fourfall.drop(3));
    await v.phase('thinking');
  },
  'the computer moves': async (v, board) => {
    await PHASES.thinking(v, board);
    await v.page.evaluate(() => (globalThis.fourfall.phase.value = 'moving'));
  },
  'scores and threats': async (v) => {
    await v.act('change', { scores: true, threats: true });
    await v.page.locator('.chip').first().waitFor();
  },
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

describe('the geometry of the page', () => {
  const v = useVisit({ scene: false, spy: loseQuestions, context: { hasTouch: true }, expected: /^console: THREE\.WebGLRenderer/ });

  test('the start page: nothing overlaps, is cut or outside at any size, in both languages', async () => {
    assert.deepEqual(await faultsOf(v), []);
  });

  test('no control lies under a notch, a round corner or a home bar', async () => {
    const cdp = await v.context.newCDPSession(v.page);
    const found = [];
    const check = async (phase) => {
      for (const [size, insets] of Object.entries(NOTCHES)) {
        await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets });
        found.push(...(await faultsOf(v, { sizes: [size] })).map((fault) => `${phase}, ${fault}`));
      }
    };
    await check('start page');
    for (const board of Object.keys(BOARDS)) {
      for (const phase of ['turn', 'record open', 'over with result']) {
        await open(v, board, phase);
        await check(`${board}, ${phase}`);
      }
    }
    for (const dialog of ['settings', 'help', 'share', 'new']) {
      await v.page.evaluate((name) => (globalThis.fourfall.dialog.value = name), dialog);
      await v.page.locator('dialog:modal').waitFor();
      await check(dialog);
      await v.page.evaluate(() => (globalThis.fourfall.dialog.value = null));
    }
    await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets: {} });
    await cdp.detach();
    assert.deepEqual(found, []);
  });

  for (const board of Object.keys(BOARDS)) {
    for (const phase of Object.keys(PHASES)) {
      test(`${board}, ${phase}: nothing overlaps, is cut or outside at any size, in both languages`, async () => {
        await open(v, board, phase);
        assert.deepEqual(await faultsOf(v), []);
      });
    }
  }

  test('a line on the board and a long record leave the score and the reason seen', async () => {
    await v.resize({ width: 1280, height: 800 });
    await v.openGame('5x5x5:mghrsnlqmmgclirhwxbs');
    await openRecord(v);
    await v.page.waitForFunction(() => document.querySelector('#panel-body')?.scrollTop > 0);
    await v.act('change', { scores: true });
    await v.page.locator('.estimate').waitFor();
    const isApart = (a, b) => a.bottom <= b.top || b.bottom <= a.top || a.right <= b.left || b.right <= a.left;
    /** The boxes of what is shown for some seconds only, and of others, all at once. */
    const boxesOf = async (...selectors) => {
      const found = await v.page.waitForFunction((all) => document.querySelector(all[0]) && all.map((one) => document.querySelector(one).getBoundingClientRect().toJSON()), selectors);
      return found.jsonValue();
    };
    await v.page.waitForFunction(() => {
      const [list, shown] = ['#panel-body', '.moves [aria-current]'].map((one) => document.querySelector(one).getBoundingClientRect());
      return shown.bottom <= list.bottom + 1;
    });
    const [panel, reason] = await boxesOf('#panel-body', '.estimate');
    assert.ok(reason.top >= panel.top, 'the reason is scrolled away');
    await v.resize({ width: 820, height: 1180 });
    await v.act('startTour', 'line');
    const [caption, score] = await boxesOf('.tour', '.score');
    assert.ok(isApart(caption, score), 'the caption lies on the score');
    await v.act('endTour');
    await v.act('change', { scores: false });
    await closeRecord(v);
  });

  test('what is known about the cube: the buttons are whole at every step, on a phone and on its side', async () => {
    await v.openGame('5x5x5:');
    await v.speak('de');
    const found = [];
    for (const size of Object.keys(NOTCHES)) {
      const [width, height] = size.split('x').map(Number);
      await v.resize({ width, height });
      await v.act('startTour', 'solution');
      for (let step = 1; step <= 5; step++) {
        await v.page.getByText(`Schritt ${step} von 5`).waitFor();
        const isCut = await v.page.evaluate(() => {
          const card = document.querySelector('.solution');
          card.scrollTop = 0; // where reading begins
          const { bottom } = card.getBoundingClientRect();
          return card.querySelector('[data-next]').getBoundingClientRect().bottom > Math.min(innerHeight, bottom);
        });
        if (isCut) found.push(`${size}, step ${step}`);
        await v.page.locator('.solution [data-next]').click();
      }
      await v.page.locator('.solution').waitFor({ state: 'hidden' });
    }
    await v.speak('en');
    assert.deepEqual(found, []);
  });
});

describe('a message', () => {
  const v = useVisit({ scene: false, context: { hasTouch: true }, expected: /^console: THREE\.WebGLRenderer/ });

  test('and the words of a hint cover no cell, no name and nothing of whose turn it is', async () => {
    const found = [];
    const check = async (phase) => found.push(...(await faultsOf(v)).map((fault) => `${phase}, ${fault}`));
    for (const [board, { prefix, moves }] of Object.entries({ ...BOARDS, powers: { prefix: 'powerup:', moves: '4435536' } })) {
      await v.openGame(prefix + moves);
      await v.act('askHint');
      await v.page.waitForFunction(() => /^(Try|Versuch)/.test(document.querySelector('.turn p').textContent));
      assert.equal(await v.page.locator('.toast').count(), 0);
      await check(`${board}, hint`);
      for (const [key, args] of [['message.full', { column: 4 }], ['message.replay', {}]]) {
        await keepMessage(v, key, args);
        await check(`${board}, ${key}`);
      }
    }
    assert.deepEqual(found, []);
  });

  test('has the words of a hint where the turn indicator has no words', async () => {
    await v.speak('en');
    await v.openGame('5x5x5:mglhaeuy');
    await v.resize({ width: 568, height: 320 });
    await v.act('askHint');
    await v.page.locator('.toast:popover-open').getByText('Try column').waitFor();
    assert.equal(await v.page.locator('.turn p').isVisible(), false);
  });
});
