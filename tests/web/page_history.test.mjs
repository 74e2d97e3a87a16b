// Back and Forward (web/src/app/history.ts, steps.ts) on the real controller, without a browser: whatever is opened is a
// step, Back closes what was opened last, and no press of Back does nothing.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { randoms } from './bundle.mjs';
import { usePages } from './page_host.mjs';

const host = await usePages();
const DIALOGS = ['settings', 'help', 'new', 'share', 'about'];
const SCREENS = [...['lobby', 'watch', 'mine', 'leaders', 'account'].map((kind) => ({ kind })), { kind: 'profile', playerId: 'p1' }, { kind: 'games', playerId: 'p1' }];

/** The page and its history have come to rest. */
const rest = async () => {
  for (let i = 0; i < 12; i++) await new Promise(setImmediate);
};

let page;
beforeEach(async () => {
  page = await host.page();
});

const history = () => page.window.history;
const steps = () => history().state.fourfall.steps.map((step) => step.dialog ?? step.screen?.kind ?? step.kind);
const open = () => {
  const { phase, screen, dialog } = page.app;
  return { phase: phase.peek(), screen: screen.peek(), dialog: dialog.peek(), panel: page.script.panel.peek() };
};
const WELCOME = { phase: 'welcome', screen: null, dialog: null, panel: null };
const GAME = { ...WELCOME, phase: 'turn' };

/** One press of Back. */
async function back() {
  history().back();
  await rest();
  await settled();
}
async function forward() {
  history().forward();
  await rest();
  await settled();
}
/** The core may need a moment to bring a game back. */
async function settled() {
  for (let i = 0; i < 500 && page.window.history.state?.fourfall.steps.length !== depth(); i++) await rest();
}
/** How many things are open. */
function depth() {
  const { phase, screen, dialog, panel } = open();
  const isGame = phase !== 'welcome';
  return [isGame, screen, dialog, isGame && panel, phase === 'replay'].filter(Boolean).length;
}
async function set(name, value) {
  page.app[name].value = value;
  await rest();
}

describe('on the start page', () => {
  for (const dialog of DIALOGS)
    test(`Back closes the dialog ${dialog}; closing it otherwise takes its step away`, async () => {
      await set('dialog', dialog);
      assert.deepEqual([history().at, steps()], [1, [dialog]]);
      await back();
      assert.deepEqual([open(), history().at], [WELCOME, 0]);
      await set('dialog', dialog);
      await set('dialog', null);
      assert.deepEqual([history().at, history().entries.length], [0, 2]);
      await back();
      assert.equal(history().hasLeft, true, 'from the first screen Back leaves the page');
    });

  for (const screen of SCREENS)
    test(`Back closes the screen ${screen.kind}`, async () => {
      await set('screen', screen);
      assert.deepEqual([history().at, steps()], [1, [screen.kind]]);
      await back();
      assert.deepEqual([open(), history().at], [WELCOME, 0]);
    });

  test('the places of the navigation replace each other; a profile and its games are steps, also for the Back of the screen', async () => {
    for (const kind of ['lobby', 'mine', 'leaders']) await set('screen', { kind });
    assert.deepEqual([history().at, steps()], [1, ['leaders']]);
    const profile = { kind: 'profile', playerId: 'p1' };
    await set('screen', profile);
    await set('screen', { kind: 'games', playerId: 'p1' });
    assert.deepEqual(steps(), ['leaders', 'profile', 'games']);
    await set('screen', profile);
    assert.deepEqual([history().at, steps()], [2, ['leaders', 'profile']]);
    await back();
    assert.equal(open().screen.kind, 'leaders');
    await forward();
    assert.equal(open().screen, profile, 'the same object: panels compare it');
    await set('screen', null);
    assert.deepEqual([history().at, open()], [0, WELCOME]);
  });

  test('a dialog over a screen closes first; two fast presses close both', async () => {
    await set('screen', { kind: 'lobby' });
    await set('dialog', 'settings');
    assert.deepEqual(steps(), ['lobby', 'settings']);
    history().back();
    history().back();
    await rest();
    assert.deepEqual([open(), history().at], [WELCOME, 0]);
  });

  test('one dialog that follows another takes its place', async () => {
    await set('dialog', 'settings');
    await set('dialog', 'about');
    assert.deepEqual([history().at, steps()], [1, ['about']]);
    await back();
    assert.deepEqual(open(), WELCOME);
  });

  test('Forward opens again what Back has closed', async () => {
    await set('dialog', 'help');
    await back();
    await forward();
    assert.deepEqual([open().dialog, history().at], ['help', 1]);
  });

  test('a game that a dialog begins takes the place of the dialog', async () => {
    await set('dialog', 'new');
    page.app.dialog.value = null;
    await page.start();
    await rest();
    assert.deepEqual([history().at, steps()], [1, ['game']]);
    await back();
    assert.deepEqual([open(), history().at], [WELCOME, 0]);
  });
});

describe('in a local game', () => {
  beforeEach(async () => {
    await page.start();
    await page.play('44');
    await rest();
  });

  test('Back leaves it for the start page and keeps it; Forward leads back to it', async () => {
    assert.deepEqual([history().at, steps()], [1, ['game']]);
    await back();
    assert.deepEqual([open(), page.app.saved.peek().map(({ text }) => text)], [WELCOME, ['44']]);
    await forward();
    await page.phase('turn');
    assert.deepEqual([page.at.notation, history().at, page.app.saved.peek()], ['44', 1, []]);
  });

  test('Forward leads back to a game that is over, which is not counted again and is not a card to continue', async () => {
    await page.openGame('112233');
    await page.play('4');
    await rest();
    const tally = page.app.tally.peek();
    await back();
    const cards = () => page.app.saved.peek().map(({ text }) => text);
    assert.deepEqual([open(), cards()], [WELCOME, ['44']]);
    await forward();
    await page.phase('over');
    assert.deepEqual([page.at.notation, history().at, page.app.tally.peek(), cards()], ['1122334', 1, tally, ['44']]);
  });

  test('Forward to a game that a reload has forgotten stays on the start page', async () => {
    await page.openGame('112233');
    await page.play('4');
    await rest();
    await back();
    page = await page.reload();
    await rest();
    await forward();
    assert.deepEqual([open(), history().at], [WELCOME, 0]);
  });

  test('another game takes its place: Back leads to the start page', async () => {
    page.app.restart();
    await page.phase('turn');
    await page.openGame('4453');
    await rest();
    assert.deepEqual([history().at, steps()], [1, ['game']]);
    await back();
    assert.deepEqual(open(), WELCOME);
  });

  test('leaving by the page takes the step away', async () => {
    page.app.leave();
    await rest();
    assert.deepEqual([history().at, open()], [0, WELCOME]);
  });

  test('Back closes dialogs, screens and the sheet in the order they were opened, then the game', async () => {
    page.script.panel.value = 'moves';
    await rest();
    await set('screen', { kind: 'mine' });
    await set('dialog', 'settings');
    assert.deepEqual(steps(), ['game', 'sheet', 'mine', 'settings']);
    await back();
    assert.deepEqual(open(), { ...GAME, screen: { kind: 'mine' }, panel: 'moves' });
    await back();
    assert.deepEqual(open(), { ...GAME, panel: 'moves' });
    await back();
    assert.deepEqual(open(), GAME);
    await back();
    assert.deepEqual([open(), history().at], [WELCOME, 0]);
  });

  test('another tab of the sheet is the same step, and what lies below a step can close first', async () => {
    page.script.panel.value = 'moves';
    await rest();
    page.script.panel.value = 'review';
    await rest();
    await set('dialog', 'help');
    page.script.panel.value = null;
    await rest();
    assert.deepEqual([history().at, steps()], [2, ['game', 'help']]);
    await back();
    assert.deepEqual(open(), GAME);
  });

  test('Back from an earlier position leads to the present', async () => {
    page.app.seek(1);
    await page.phase('replay');
    await rest();
    assert.deepEqual(steps(), ['game', 'replay']);
    history().back();
    await page.phase('turn');
    await rest();
    assert.deepEqual([page.at.ply, history().at], [2, 1]);
    page.app.seek(0);
    await page.phase('replay');
    await rest();
    page.app.seek(2);
    await page.phase('turn');
    await rest();
    assert.deepEqual([history().at, steps()], [1, ['game']]);
  });

  test('a reload finds the game, its dialog and its history again', async () => {
    await set('dialog', 'share');
    page = await page.reload();
    await rest();
    assert.deepEqual([page.at.notation, open(), history().at], ['44', { ...GAME, dialog: 'share' }, 2]);
    await back();
    assert.deepEqual(open(), GAME);
    await back();
    assert.deepEqual(open(), WELCOME);
    await back();
    assert.equal(history().hasLeft, true);
  });
});

describe('a link', () => {
  test('is the first screen: Back leaves the page, and closing the game does not', async () => {
    page = await host.page({ address: 'http://fourfall.example/#7x6:4453' });
    await rest();
    assert.deepEqual([steps(), history().at, history().entry.url.hash], [['game'], 0, '#7x6:4453']);
    await set('dialog', 'help');
    await back();
    assert.deepEqual([open(), history().at, history().entry.url.hash], [GAME, 0, '#7x6:4453']);
    page.app.leave();
    await rest();
    assert.deepEqual([open(), history().at, history().entry.url.hash], [WELCOME, 0, '']);
    await back();
    assert.equal(history().hasLeft, true);
  });

  test('that is reloaded keeps one game, not two', async () => {
    page = await host.page({ address: 'http://fourfall.example/#7x6:4453' });
    page = await page.reload();
    assert.deepEqual([page.at.notation, page.app.saved.peek()], ['4453', []]);
  });

  test('of an earlier entry is not opened again over the game that went on', async () => {
    page = await host.page({ address: 'http://fourfall.example/#7x6:4453' });
    await rest();
    page.script.panel.value = 'moves';
    await rest();
    await page.play('1');
    await back();
    await rest();
    assert.deepEqual([page.at.notation, open(), history().entry.url.hash], ['44531', GAME, '']);
  });

  test('typed into the address opens its game; Back leads to the one before', async () => {
    await page.start();
    await page.play('44');
    await rest();
    page.window.globals().location.hash = '#7x6:1';
    await page.shows('1');
    await rest();
    assert.equal(history().entry.url.hash, '#7x6:1');
    history().back();
    await page.shows('44');
    await page.phase('turn');
  });
});

test('a page that nobody has touched makes no steps: Back leaves it', async () => {
  page.window.navigator.userActivation.hasBeenActive = false;
  await set('dialog', 'help');
  assert.deepEqual([history().at, history().entries.length], [0, 1]);
});

test('a browser that refuses new entries does not stop the page', async () => {
  history().pushState = () => {
    throw new Error('too many');
  };
  await set('dialog', 'help');
  await set('dialog', null);
  await page.start();
  await page.play('4');
});

test('whatever is opened and closed in whatever order, there is one step for each open thing, and Back closes them all', async () => {
  const random = randoms(11);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const acts = [
    () => void (page.app.dialog.value = pick([...DIALOGS, null])),
    () => void (page.app.screen.value = pick([...SCREENS, null, null])),
    () => void (page.script.panel.value = pick(['moves', 'review', null])),
    () => page.app.start({ mode: 'two', board: '7x6' }),
    () => page.app.leave(),
    () => page.app.seek(0),
    () => history().back(),
    () => history().forward(),
  ];
  for (let round = 0; round < 120; round++) {
    if (history().at === 0 && history().hasLeft) history().hasLeft = false;
    for (let i = Math.ceil(random() * 3); i > 0; i--) await pick(acts)();
    await rest();
    await settled();
    const screens = history().state.fourfall.steps.filter(({ kind }) => kind === 'screen').length;
    const extra = Math.max(0, screens - 1); // a profile over a list
    assert.equal(history().state.fourfall.steps.length, depth() + extra, `round ${round}: ${JSON.stringify([steps(), open()])}`);
    assert.equal(history().at, history().state.fourfall.index, `round ${round}`);
    assert.ok(history().entries.length <= 9, `round ${round}: ${history().entries.length} entries`);
  }
  while (history().at > 0) {
    const before = JSON.stringify([open(), steps()]);
    await back();
    assert.notEqual(JSON.stringify([open(), steps()]), before, 'no press of Back does nothing');
  }
  assert.deepEqual({ ...open(), panel: null }, WELCOME);
});
