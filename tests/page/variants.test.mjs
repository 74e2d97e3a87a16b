// Variants in a real browser: the layout of special moves, the chooser of the rules, and what hands do. tests/web/page_variant.test.mjs has
// the course of the games.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { assertAccessible } from './axe.mjs';
import { useBrowser } from './browser.mjs';
import { faultsOf } from './geometry.mjs';

const SIZES = ['320x568', '390x844', '412x915', '844x390', '820x1180', '1024x768', '1280x800'];
const GAMES = {
  'PopOut with the swap': 'popout-pie:4',
  'Power Up in the middle of a turn': 'powerup:12_4@5-1=32+7',
  'Pop Ten': `popten:${'1234567'.repeat(6)}-1`,
  'a turned board': 'turn:4455>',
};

/** A review of it takes a minute. */
const LONG = '7x6-popten:573146272135463476512536471226154371236745-4-3-3-5-35-73-47-4-74-74-7-17-71-53-5-37-53-43'
  + '-14-24-71-27-17-41-54-27-3-6-3-56-45-32-52-24-5-1-1-23-12-72-71-12-35-75-3-45-45-17-23-52-5-1';

const { useVisit } = useBrowser();

describe('without a scene', () => {
  const v = useVisit({ scene: false, expected: /^console: THREE\.WebGLRenderer/ });
  const press = (key) => v.page.keyboard.press(key);

  for (const [what, game] of Object.entries(GAMES))
    test(`${what}: nothing overlaps, is cut or too small`, async () => {
      await v.openGame(game);
      await v.page.locator('.specials').waitFor();
      assert.deepEqual(await faultsOf(v, { sizes: SIZES }), []);
      await v.resize({ width: 1280, height: 800 });
      await v.act('change', { language: 'en' });
      await assertAccessible(v, what);
    });

  for (const game of ['5x5x5-powerup:mn_l@h-m', '5x5x5-popout:mn'])
    test(`${game}: nothing overlaps, is cut or too small`, async () => {
      await v.openGame(game);
      await v.page.locator('.specials').waitFor();
      assert.deepEqual(await faultsOf(v, { sizes: SIZES.slice(1) }), []);
      await v.resize({ width: 1280, height: 800 });
      await v.act('change', { language: 'en' });
    });

  test('nothing overlaps, is cut or too small beside the record, also on a phone on its side', async () => {
    const found = [];
    for (const game of ['popout:44', 'powerup:12_4@5-1', GAMES['Pop Ten']]) {
      await v.openGame(game);
      await v.page.evaluate(() => document.querySelector('.panel') ?? document.querySelector('.action[aria-expanded]').click());
      await v.page.locator('.panel').waitFor();
      found.push(...(await faultsOf(v, { sizes: ['320x568', '390x844', '568x320', '640x400', '844x390', '1280x800'] })).map((fault) => `${game}, ${fault}`));
    }
    await v.page.evaluate(() => document.querySelector('.panel > header > .square').click());
    await v.act('change', { language: 'en' });
    assert.deepEqual(found, []);
  });

  test('by keyboard: P and a column pop, Escape takes the choice back', async () => {
    await v.openGame('popout:44');
    await press('p');
    await v.hears('Which column do you pop?');
    await press('Escape');
    await v.page.waitForFunction(() => globalThis.fourfall.action.value === 'drop');
    await press('p');
    await press('4');
    await press('Enter');
    await v.ply(3);
    await v.hears('Red pops column 4.');
    assert.equal((await v.state()).notation, '7x6-popout:44-4');
  });

  test('on the cube a full column is popped from the map', async () => {
    await v.openGame('5x5x5-popout:mmmmmy');
    const column = v.page.locator('.minimap [data-column="12"]');
    assert.equal(await column.getAttribute('aria-disabled'), 'true');
    await press('Shift+P');
    await v.page.waitForFunction(() => globalThis.fourfall.action.value === 'pop');
    assert.equal(await column.getAttribute('aria-disabled'), 'false');
    await column.click();
    await v.ply(7);
    assert.equal((await v.state()).notation, '5x5x5-popout:mmmmmy-m');
  });

  test('by keyboard: the board is turned, and sides are swapped', async () => {
    await v.openGame('turn-pie:4');
    await press('x');
    await v.ply(2);
    await v.hears('The players swap sides.');
    await press('>');
    await v.ply(3);
    await v.hears('Yellow turns the board to the right.');
    assert.equal((await v.state()).board, '6x7');
  });

  test('in Misère a cell that completes a line is one to avoid', async () => {
    await v.openGame('misere:121314');
    await v.page.getByRole('button', { name: 'Avoid', exact: true }).click();
    await v.hears('Avoid: Red column 1, row 4; Yellow column 5, row 1.');
    await v.act('change', { threats: false });
  });

  test('a finished game is reviewed: chances, verdicts with pops, and a way to each move', async () => {
    await v.openGame('4x4c3-popout:422313-11');
    await v.phase('over');
    await v.button('Moves').click();
    await v.page.locator('#tab-moves').focus();
    await press('ArrowRight');
    const graph = v.page.locator('svg.graph.chances');
    await graph.waitFor();
    assert.deepEqual([await graph.locator('rect').count(), await graph.locator('circle.fill-0').count(), await graph.locator('circle').count()], [9, 1, 1]);
    assert.match(await graph.getAttribute('aria-label'), /1 turning point, 1 of them proven/);
    const pop = v.page.locator('.verdicts').first().getByRole('button', { name: /^7 Red pops column 1\. .*better: 3/ });
    assert.match(await pop.innerText(), /-1/);
    await pop.focus();
    await press('Enter');
    await v.ply(7);
    assert.equal(await pop.getAttribute('aria-current'), 'step');
    await v.page.locator('.panel details summary').focus();
    await press('Enter');
    const missed = v.page.locator('.panel details').getByRole('button', { name: /^6 Yellow 3 .*better: Yellow pops column 3\./ });
    assert.match(await missed.innerText(), /better: -3/i);
    await missed.click();
    await v.ply(6);
    await assertAccessible(v, 'the review of a variant');
    await v.page.evaluate(() => (globalThis.fourfall.review.value = null));
    await v.page.getByText('as a search estimates them').waitFor();
  });

  test('a review is begun and stopped by keyboard, and reads what changed', async () => {
    await v.openGame(LONG);
    await v.page.evaluate(() => document.querySelector('.panel') ?? document.querySelector('.action[aria-expanded]').click());
    await v.page.locator('#tab-review').click();
    await v.button('Stop').focus();
    await press('Enter');
    await v.button('Review this game').waitFor();
    const isIn = () => v.page.waitForFunction(() => document.activeElement.id === 'panel-body');
    await isIn();
    await v.openGame('popout-pie:4~44553');
    await v.button('Review this game').focus();
    await press('Enter');
    await v.page.locator('svg.graph.chances').waitFor();
    await isIn();
    await v.page.locator('.panel details summary').click();
    const all = v.page.locator('.panel details .verdicts');
    await all.getByRole('button', { name: /^2 The players swap sides\./ }).waitFor();
    const read = await all.getByRole('button').evaluateAll((buttons) => buttons.map((one) => one.textContent));
    assert.ok(read.some((text) => /better: .*before: .*; after: /.test(text)), read.join('\n'));
    await v.page.locator('.panel').getByRole('button', { name: 'Close' }).click();
    await v.page.locator('.panel').waitFor({ state: 'detached' });
    assert.equal(await v.page.locator('.toast').count(), 0, 'that the review is ready is no news');
    await v.button('Moves').click();
    await v.page.locator('#tab-review').click();
    await v.page.locator('.panel details summary').click();
    await v.speak('de');
    await all.getByRole('button', { name: /vorher: .*; nachher: / }).first().waitFor();
    await v.speak('en');
  });

  test('the rules are chosen from cards, remembered, and classic is one press away', async () => {
    await v.act('leave');
    await v.phase('welcome');
    await v.act('prepare', { variant: 'standard', pie: false, board: '7x6' });
    await v.page.getByRole('button', { name: 'Other rules' }).click();
    const dialog = v.page.getByRole('dialog', { name: 'Rules' });
    await dialog.getByRole('button', { name: /^PopOut/ }).waitFor();
    await assertAccessible(v, 'the cards');
    await dialog.getByRole('switch').click();
    await dialog.getByRole('button', { name: /^PopOut/ }).click();
    await dialog.waitFor({ state: 'hidden' });
    await v.page.getByRole('button', { name: /^PopOut · with swap/ }).waitFor();
    await v.page.getByRole('radio', { name: 'Expert' }).waitFor({ state: 'attached' }); // no search is exact here
    await v.reload();
    await v.page.getByRole('button', { name: /^PopOut · with swap/ }).waitFor();
    await v.page.getByRole('button', { name: /^Two players/ }).click();
    await v.phase('turn');
    assert.equal((await v.state()).notation, '7x6-popout-pie:');
    await v.act('leave');
    await v.page.getByRole('button', { name: 'Back to classic' }).click();
    await v.page.getByRole('button', { name: 'Other rules' }).waitFor();
    const { setup } = await v.state();
    assert.deepEqual([setup.variant, setup.pie, setup.board], ['standard', false, '7x6']);
  });
});

describe('without a network', () => {
  const v = useVisit({ scene: false, expected: /^console: (THREE\.WebGLRenderer|Failed to load resource)|^request: .*(variant|graph)/ });
  const isCut = { now: false };
  const mend = () => (isCut.now = false);
  const cut = () => (isCut.now = true);
  before(() => v.page.route(/\/(variants|variant_parts|graph)\.[^/]*$/, (route) => (isCut.now ? route.abort() : route.continue())));

  test('the chooser, the choice and a link say what is missing, and go on when it is there', async () => {
    cut();
    await v.page.getByRole('button', { name: 'Other rules' }).click();
    const dialog = v.page.getByRole('dialog', { name: 'Rules' });
    await dialog.getByText('This part could not be loaded. Are you offline?').waitFor();
    mend();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('button', { name: /^PopOut/ }).waitFor();
    cut();
    await dialog.getByRole('button', { name: /^PopOut/ }).click();
    await v.hears('The rules of this variant could not be loaded. Are you offline?', 'alert');
    await v.button('Try again').waitFor();
    assert.deepEqual(await faultsOf(v, { sizes: ['320x568', '844x390', '1280x800'] }), []);
    await v.act('change', { language: 'en' });
    await v.page.evaluate(() => (location.hash = '#popout:44-4'));
    await v.page.waitForFunction(() => globalThis.spoken.alert.filter((text) => text.startsWith('The rules of this variant')).length > 0);
    mend();
    await v.button('Try again').click();
    await v.phase('turn');
    assert.equal((await v.state()).notation, '7x6-popout:44-4');
    await v.page.locator('.toast').waitFor({ state: 'detached' });
  });

  test('the graph of a review is offered again; undo needs nothing', async () => {
    await v.openGame('4x4c3-popout:422313-11');
    cut();
    await v.act('undo');
    await v.ply(7);
    await v.act('redo');
    await v.ply(8);
    await v.button('Moves').click();
    await v.page.locator('#tab-review').click();
    await v.page.locator('.panel').getByText('This part could not be loaded.').waitFor();
    mend();
    await v.page.locator('.panel').getByRole('button', { name: 'Try again' }).click();
    await v.page.locator('svg.graph.chances').waitFor();
  });
});

describe('with the scene', () => {
  const v = useVisit({ viewport: { width: 640, height: 480 }, hash: '#popout:445' });
  /** The middle of a cell, and its radius. */
  const spot = (x, y) => v.page.evaluate(([col, row]) => {
    const { scene, snapshot } = globalThis.fourfall;
    const { board } = snapshot.value;
    return scene.cellAt((board.height - 1 - row) * board.width + col);
  }, [x, y]);
  const drag = async ({ x, y, radius }, rows) => {
    await v.page.mouse.move(x, y);
    await v.page.mouse.down();
    await v.page.mouse.move(x, y + radius * rows, { steps: 4 });
    await v.page.mouse.move(x, y + 2.2 * radius * rows, { steps: 4 });
    await v.page.mouse.up();
  };

  test('a disc is pulled out downwards; a short pull and a drag elsewhere change nothing', async () => {
    await v.openGame('popout:4455');
    await v.rest();
    await drag(await spot(3, 0), 0.3);
    await drag(await spot(3, 1), 1);
    assert.equal((await v.state()).ply, 4);
    await v.act('setView', 'home');
    await v.rest();
    await drag(await spot(3, 0), 0.9);
    await v.ply(5);
    assert.equal((await v.state()).notation, '7x6-popout:4455-4');
  });

  test('a bead of the cube is pulled out downwards, too, and the others fall', async () => {
    await v.act('change', { motion: 'full' });
    await v.openGame('5x5x5-popout:wrww');
    await v.rest();
    const at = await v.page.evaluate(() => globalThis.fourfall.scene.cellAt((5 * 4 + 4) * 5 + 2));
    await drag(at, 0.9);
    await v.ply(5);
    assert.equal((await v.state()).notation, '5x5x5-popout:wrww-w');
    await v.rest();
    const frames = () => v.page.evaluate(() => globalThis.fourfall.scene.stats().frames);
    const before = await frames();
    await v.page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
    assert.equal(await frames(), before);
    await v.act('change', { motion: 'reduced' });
  });

  test('nothing is drawn while nothing moves, with special discs, after a pop, and on a turned board', async () => {
    for (const game of ['powerup:12_4@5-1', 'popout:44-4', 'turn:44>', 'cylinder:44', '5x5x5-popout:mm-m', '5x5x5-powerup:mn_l']) {
      await v.openGame(game);
      await v.rest();
      const frames = () => v.page.evaluate(() => globalThis.fourfall.scene.stats().frames);
      const before = await frames();
      await v.page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
      assert.equal(await frames(), before, game);
    }
  });
});
