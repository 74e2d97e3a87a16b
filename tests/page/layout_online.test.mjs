// The geometry of the page in a game with somebody (clocks, the question before resigning, an offer, the chat, the result) and
// while an opponent is looked for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, keepMessage } from './geometry.mjs';
import { LIVE, play, useOnline } from './online_people.mjs';

const DAYS = { ...LIVE, clock: { kind: 'days', perMoveMs: 3 * 86_400_000 } };

const { person } = useOnline({ scene: false });

const press = (p, name) => p.page.evaluate((wanted) => {
  const buttons = [...document.querySelectorAll('.action, .panel > header .square')];
  buttons.find((button) => wanted.test(button.textContent || button.getAttribute('aria-label'))).click();
}, name);

/** Two people with long names. */
async function pair() {
  const people = [];
  for (const name of ['Wilhelmina Rhe', 'Maximilian Schmetter']) {
    const one = await person({ context: { hasTouch: true } });
    assert.equal(await one.online('setName', name), null);
    people.push(one);
  }
  return people;
}

/** The first invites, the second joins; both see the new game. */
async function meetFor(wish, x, o) {
  const before = await x.page.evaluate(() => globalThis.fourfall.remote.value?.gameId);
  assert.equal(await x.online('invite', wish, 'X', false), null);
  const { code } = await x.until('invitation');
  assert.equal(await o.online('join', code), null);
  for (const one of [x, o]) {
    await one.page.waitForFunction((old) => {
      const { remote, phase } = globalThis.fourfall;
      return remote.value && remote.value.gameId !== old && phase.value !== 'welcome' && document.querySelectorAll('.player strong').length > 0;
    }, before);
  }
}

/** What is visible above the keyboard while a message is written: the board, the last message and the field. */
const aboveKeyboard = (p) => p.page.evaluate(async () => {
  document.querySelector('.composer input').focus();
  for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(done));
  const seen = visualViewport.height;
  const shown = (selector) => {
    const { top, bottom, height } = [...document.querySelectorAll(selector)].at(-1).getBoundingClientRect();
    return top >= -1 && bottom <= seen + 1 ? Math.round(height) : `outside: ${Math.round(top)} to ${Math.round(bottom)} of ${seen}`;
  };
  return { board: shown('.flatboard'), message: shown('.lines li:last-child p'), field: shown('.composer input'), close: shown('.panel > header .square') };
});

/** A keyboard that resizes the window, and one that covers its lower part, as in Safari. */
async function checkKeyboards(x) {
  for (const text of ['Hello', 'Good luck', 'Thank you']) await x.online('say', text);
  await x.page.locator('.lines li').nth(2).waitFor();
  const assertSeen = async (kind) => {
    const seen = await aboveKeyboard(x);
    assert.ok(seen.board >= 60 && seen.message >= 20 && seen.field >= 44 && seen.close >= 44, `${kind}: ${JSON.stringify(seen)}`);
  };
  for (const [width, height] of [[360, 300], [320, 260], [390, 480], [740, 190]]) {
    await x.resize({ width, height });
    await assertSeen(`${width}x${height}`);
  }
  await x.resize({ width: 390, height: 844 });
  const cover = (height) => x.page.evaluate((left) => {
    if (left) Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => left });
    else delete visualViewport.height;
    visualViewport.dispatchEvent(new Event('resize'));
  }, height);
  await cover(420);
  await assertSeen('390x844, covered');
  await cover(null);
  assert.equal(await x.page.evaluate(() => document.body.clientHeight), 844);
  await x.page.evaluate(() => document.activeElement.blur());
}

test('nothing overlaps, is cut or outside at any size, in both languages, in any phase of a game with somebody', async () => {
  const [x, o] = await pair();
  await meetFor(LIVE, x, o);
  await play(x, o, '4455');
  const found = [];
  const check = async (phase, clocks = 2) => found.push(...(await faultsOf(x, { clocks })).map((fault) => `${phase}, ${fault}`));
  await check('turn');
  await press(x, /^(Moves|Züge)/);
  await check('record open');
  await press(x, /^Chat/);
  await check('chat open');
  await checkKeyboards(x);
  await press(x, /^(Close|Schließen)/);
  await press(x, /^(Resign|Aufgeben)/);
  await check('asked before resigning');
  await x.page.keyboard.press('Escape');
  await o.online('offerDraw');
  await x.page.locator('.strip').waitFor();
  await check('a draw is offered');
  await x.online('answerDraw', false);
  await x.page.locator('.strip').waitFor({ state: 'hidden' });
  await play(x, o, '667', '4455');
  await x.page.locator('.result').waitFor();
  await check('over');
  // Who plays a game over days may look for another opponent meanwhile.
  await meetFor({ ...DAYS, board: '5x5x5' }, x, o);
  await check('cube', 1);
  await o.online('offerDraw');
  await x.page.locator('.strip').waitFor();
  assert.equal(await x.online('joinQueue', LIVE), null);
  await x.page.locator('.game .pill').waitFor();
  await check('cube, a draw is offered during a search', 1);
  await x.online('leaveQueue');
  await x.online('answerDraw', false);
  await x.page.locator('.strip').waitFor({ state: 'hidden' });
  await press(x, /^Chat/);
  await check('cube, chat open', 1);
  await press(x, /^(Close|Schließen)/);
  await x.online('resign');
  await x.page.locator('.result').waitFor();
  await check('cube, over', 0);
  assert.deepEqual(found, []);
});

for (const [name, game] of Object.entries({ classic: '4455', cube: '5x5x5:mglh' })) {
  test(`${name}: the search for an opponent covers nothing of a game at any size, in both languages`, async () => {
    const p = await person({ context: { hasTouch: true } });
    assert.equal(await p.online('joinQueue', LIVE), null);
    await p.openGame(game);
    await p.page.locator('.game .pill').waitFor();
    await keepMessage(p, 'note.takenBack');
    assert.deepEqual(await faultsOf(p), []);
  });
}
