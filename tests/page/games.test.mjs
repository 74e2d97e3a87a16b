// Games between two people on one device, as only a browser can show them: by mouse on the board itself, by touch, by
// keyboard alone, with what is seen and heard. tests/web/page_game.test.mjs has the rules of the course of a game.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PHONE, useBrowser } from './browser.mjs';

const { useVisit, visit } = useBrowser();

/** A quarter of the pixels to draw; the page is laid out the same. */
const context = { deviceScaleFactor: 0.5 };

/** 42 moves without a line. */
const DRAW = '121212212121343434434343565656656565777777';

async function assertWon(v, line) {
  await v.phase('over');
  const { winner, lines } = await v.state();
  assert.equal(winner, 0);
  assert.deepEqual(lines.map((cells) => [...cells].sort((a, b) => a - b)), [line]);
  await v.turnSays('Player 1 Wins!');
}

/** Counts the sounds made, by what the page asks of the browser's audio. */
function countSounds() {
  globalThis.sounds = 0;
  const { createOscillator } = AudioContext.prototype;
  AudioContext.prototype.createOscillator = function create() {
    globalThis.sounds++;
    return createOscillator.call(this);
  };
}

/** Presses Tab until the focused element has this name. */
async function tabTo(v, text) {
  for (let i = 0; i < 40; i++) {
    await v.page.keyboard.press('Tab');
    const label = await v.page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
    });
    if (label.startsWith(text)) return;
  }
  assert.fail(`Tab never reached ${text}`);
}

describe('on one device', () => {
  /** One visit for both parts: loading the page costs most. */
  const v = useVisit({ spy: countSounds, context });

  describe('two people at one screen', () => {
    const sounds = () => v.page.evaluate(() => globalThis.sounds);

    test('begin on the welcome screen and win across, clicking on the board', async () => {
      assert.equal((await v.state()).phase, 'welcome');
      await v.button(/^Two players/).click();
      await v.turnSays('Player 1 begins');
      await v.touchColumns('1');
      await v.turnSays("Player 2's Turn");
      await v.touchColumns('122334');
      await assertWon(v, [35, 36, 37, 38]);
      assert.deepEqual((await v.state()).tally, { first: 1, second: 0, draws: 0, streak: 1 });
      await v.button('Play again').click();
      await v.ply(0);
      await v.turnSays('Player 2 begins');
      assert.deepEqual((await v.state()).tally, { first: 1, second: 0, draws: 0, streak: 1 });
    });

    test('see where a disc would land, in its colour, before it drops', async () => {
      await v.openGame('44');
      const landing = { cell: 3 * 7 + 3, empty: null, ghost: null };
      await v.page.mouse.move(5, 300);
      const { x, y, radius } = await v.cellAt(landing.cell);
      const clip = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
      landing.empty = (await v.picture(clip)).at(radius, radius);
      await v.page.mouse.move(x, y);
      await v.page.waitForFunction(() => globalThis.fourfall.hover.value === 3);
      landing.ghost = (await v.picture(clip)).at(radius, radius);
      assert.notDeepEqual(landing.ghost, landing.empty);
      assert.equal((await v.state()).ply, 2);
    });

    test('are refused a full column, and hear why', async () => {
      await v.openGame('444444');
      await v.touchCell(3 * 7 + 3);
      await v.hears('Column 4 is full.', 'alert');
      assert.equal((await v.state()).notation, '444444');
      const names = await v.page.locator('.columns button').evaluateAll((all) => all.map(({ ariaLabel, ariaDisabled }) => [ariaLabel, ariaDisabled]));
      assert.deepEqual(names.slice(2, 4), [['Column 3: empty, lands in row 1', 'false'], ['Column 4: full, yellow on top', 'true']]);
    });

    test('fill the board: a draw', async () => {
      await v.openGame(DRAW.slice(0, 41));
      await v.button(new RegExp(`^Column ${DRAW.at(-1)}`)).click();
      await v.turnSays("It's a Draw!");
      await v.page.getByText('The board is full.').waitFor({ state: 'attached' });
    });

    test('take moves back and do them again by buttons, which are disabled where there is nothing to do', async () => {
      await v.openGame('4453');
      await v.button('Undo').click();
      await v.ply(3);
      await v.page.keyboard.press('Control+z');
      await v.ply(2);
      await v.button('Redo').click();
      await v.ply(3);
      await v.button(/^Column 7/).click();
      await v.ply(4);
      assert.equal((await v.state()).notation, '4457');
      assert.equal(await v.button('Redo').isDisabled(), true);
      await v.start();
      assert.equal(await v.button('Undo').isDisabled(), true);
    });

    test('see a threat on the board on request, and hear it named', async () => {
      await v.openGame('112233');
      await v.page.mouse.move(5, 300);
      const { x, y, radius } = await v.cellAt(38);
      const clip = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
      const reds = (picture) => {
        let count = 0;
        for (let i = 0; i < picture.width * picture.height; i++) {
          const [red, green, blue] = picture.at(i % picture.width, Math.floor(i / picture.width));
          if (red > 1.5 * green && red > 1.5 * blue) count++;
        }
        return count;
      };
      assert.equal(reds(await v.picture(clip)), 0);
      await v.act('change', { threats: true });
      await v.page.waitForFunction(() => [...document.querySelectorAll('[role=status]')].some(({ textContent }) => /^Threats: .*Red column 4, row 1/.test(textContent)));
      assert.ok(reds(await v.picture(clip)) > 10, 'a red ring in the cell');
      await v.act('change', { threats: false });
    });

    test('find their game again after a reload', async () => {
      await v.start();
      await v.play('4453');
      await v.reload();
      const { notation, phase } = await v.state();
      assert.deepEqual([notation, phase], ['4453', 'turn']);
    });

    test('see that a disc has won only when it has come down: until then turn and score are as before', async (t) => {
      t.after(() => v.act('change', { motion: 'reduced' }));
      await v.act('change', { motion: 'full' });
      await v.openGame('112233');
      await v.act('resetTally');
      const seen = await v.page.evaluate(async () => {
        const { snapshot, phase, drop } = globalThis.fourfall;
        const rendered = () => new Promise((next) => setTimeout(next, 0));
        const text = (selector) => document.querySelector(selector).textContent;
        const looks = new Set();
        const isThrown = new Promise((done) => snapshot.subscribe(({ ply }) => ply === 7 && done()));
        drop(3);
        await isThrown;
        // The panels update within the same task. On a slow machine the disc may have landed by the next one.
        for (let i = 0; i < 10; i++) await null;
        while (phase.value === 'moving') {
          looks.add(`${text('.turn p')} ${text('.seat-1 b')} ${document.querySelector('.column.settling') !== null}`);
          await rendered();
        }
        return [...looks];
      });
      assert.deepEqual(seen, ["Player 1's Turn 0 true"]);
      await v.turnSays('Player 1 Wins!');
      await v.page.waitForFunction(() => document.querySelector('.seat-1 b').textContent === '1');
    });

    test('hear a refusal and a win; nothing once sound is off', async () => {
      await v.act('change', { sound: true });
      await v.openGame('444444');
      let before = await sounds();
      await v.act('drop', 3);
      assert.ok((await sounds()) > before, 'the refusal is heard');
      await v.openGame('112233');
      before = await sounds();
      await v.play('4');
      await v.page.waitForFunction((count) => globalThis.sounds > count + 3, before);
      await v.page.keyboard.press('m');
      await v.openGame('444444');
      before = await sounds();
      await v.act('drop', 3);
      assert.equal(await sounds(), before);
    });

    test('set up a board of their own in the dialog', async () => {
      await v.start();
      await v.button('New game').click();
      await v.page.getByRole('radio', { name: 'Custom' }).check();
      for (const [side, value] of Object.entries({ Width: '9', Height: '7', Depth: '1', Connect: '5' })) {
        await v.page.getByLabel(side, { exact: true }).fill(value);
      }
      await v.button('Start the game').click();
      await v.page.waitForFunction(() => globalThis.fourfall.snapshot.value.board.name === '9x7c5');
      await v.play('11223344');
      assert.equal((await v.state()).status, 'playing');
      await v.play('5');
      assert.equal((await v.state()).winner, 0);
    });

    test('play a board of twelve columns to its end', async () => {
      await v.start({ board: '12x12' });
      await v.play('aabbccd');
      await v.phase('over');
      assert.equal((await v.state()).winner, 0);
    });
  });

  describe('the keyboard alone', () => {
    test('goes from the first screen to a win on the rising diagonal and to the next game', async () => {
      await v.start(); // the welcome screen offers the same board again
      await v.act('leave');
      await v.phase('welcome');
      await v.page.evaluate(() => document.activeElement?.blur());
      await tabTo(v, 'Two players');
      await v.page.keyboard.press('Enter');
      await v.phase('turn');
      for (const [i, key] of [...'12233434474'].entries()) {
        await v.page.keyboard.press(key);
        await v.page.keyboard.press(i % 2 === 0 ? 'Enter' : 'Space');
        await v.ply(i + 1);
      }
      await assertWon(v, [17, 23, 29, 35]);
      await tabTo(v, 'Play again');
      await v.page.keyboard.press('Enter');
      await v.ply(0);
      await v.phase('turn');
    });

    test('moves along the columns with the arrows, and stops at the edge', async () => {
      await v.start();
      // The column used last may get the focus again after the next frame.
      await v.rest();
      await v.page.evaluate(() => document.activeElement.blur());
      for (const key of ['ArrowLeft', 'ArrowLeft', 'Enter']) await v.page.keyboard.press(key);
      await v.ply(1);
      for (let i = 0; i < 8; i++) await v.page.keyboard.press('ArrowRight');
      await v.page.keyboard.press('Enter');
      await v.ply(2);
      assert.equal((await v.state()).notation, '37');
    });

    test('takes back, does again, asks for a hint and for help', async () => {
      await v.openGame('112233');
      await v.page.keyboard.press('u');
      await v.ply(5);
      await v.page.keyboard.press('r');
      await v.ply(6);
      await v.page.keyboard.press('h');
      await v.hears('Try column 4.');
      await v.page.keyboard.press('?');
      await v.page.getByRole('dialog', { name: 'Help' }).waitFor();
      await v.page.keyboard.press('Escape');
      await v.page.getByRole('dialog').waitFor({ state: 'hidden' });
    });

    test('opens the next game with its dialog', async () => {
      await v.openGame('4453');
      await v.page.keyboard.press('n');
      await v.page.getByRole('dialog', { name: 'New game' }).waitFor();
      await tabTo(v, 'Start the game');
      await v.page.keyboard.press('Enter');
      await v.ply(0);
    });
  });
});

test('two people play by touch on a phone, and win upwards', async () => {
  await visit({ viewport: PHONE, touch: true, context }, async (v) => {
    await v.button(/^Two players/).tap();
    await v.phase('turn');
    await v.touchColumns('1212121');
    await assertWon(v, [14, 21, 28, 35]);
  });
});
