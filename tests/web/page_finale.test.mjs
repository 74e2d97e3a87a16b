// The end of a game as the page tells it (web/src/app/finale.ts): the words wait until the scene has played the end.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundle } from './bundle.mjs';
import { usePages } from './page_host.mjs';
import { FakeClock } from './window.mjs';

const host = await usePages();
const { Sound } = await bundle('app/sound.ts');

const FULL = { motion: 'full' };

describe('the words about the result', () => {
  const revealed = (page) => page.app.isRevealed.peek();

  async function won(options = {}) {
    const page = await host.page({ settings: FULL, ...options });
    await page.openGame('112233');
    assert.equal(revealed(page), true);
    await page.play('4');
    return page;
  }

  test('wait for the scene', async () => {
    const page = await won();
    assert.deepEqual([page.app.phase.peek(), revealed(page)], ['over', false]);
    page.scene.events.reveal();
    assert.equal(revealed(page), true);
  });

  for (const type of ['pointerdown', 'keydown'])
    test(`come at once after ${type}, and the scene stops`, async () => {
      const page = await won();
      page.window.fire(type);
      assert.deepEqual([revealed(page), page.scene.finished], [true, 1]);
      page.window.fire(type);
      assert.equal(page.scene.finished, 1, 'later presses stop nothing');
    });

  test('appear even if the scene never reports', async () => {
    const clock = new FakeClock();
    const page = await won({ clock });
    await clock.advance(4400);
    assert.equal(revealed(page), false);
    await clock.advance(200);
    assert.equal(revealed(page), true);
  });

  test('come at once with reduced motion, in a hidden tab, and for a finished game that is opened', async () => {
    assert.equal(revealed(await won({ settings: { motion: 'reduced' } })), true);
    const hidden = await host.page({ settings: FULL });
    hidden.window.isHidden = true;
    await hidden.openGame('112233');
    await hidden.play('4');
    assert.equal(revealed(hidden), true);
    const opened = await host.page({ settings: FULL });
    await opened.openGame('1122334');
    assert.deepEqual([opened.app.phase.peek(), revealed(opened)], ['over', true]);
  });

  test('are not held back once the game goes on', async () => {
    const page = await won();
    page.app.undo();
    await page.phase('turn');
    assert.equal(revealed(page), true);
  });

  test('of a lost game: the scene is told that the person lost', async () => {
    const page = await host.page({ settings: FULL });
    for (const [you, isLoss] of [[0, false], [1, true]]) {
      page.app.you.value = you;
      await page.openGame('112233');
      page.app.you.value = you;
      await page.play('4');
      assert.equal(page.scene.shown.at(-1).isLoss, isLoss);
      page.scene.events.reveal();
    }
  });
});

describe('the sound', () => {
  /** Frequencies of the notes that begin at once, by what is called. */
  function notesOf(call) {
    const notes = [];
    const parameter = { value: 0, exponentialRampToValueAtTime() {}, setValueAtTime() {} };
    const node = () => ({ connect: (next) => next, start() {}, stop() {}, gain: parameter, frequency: { ...parameter }, Q: {} });
    globalThis.AudioContext = class {
      currentTime = 0;
      sampleRate = 8000;
      state = 'running';
      createGain = node;
      createBiquadFilter = node;
      createBufferSource = node;
      createBuffer = () => ({ getChannelData: () => new Float32Array(2000) });
      createOscillator = () => ({ ...node(), frequency: { ...parameter, setValueAtTime: (value, at) => at === 0 && notes.push(value) } });
    };
    const sound = new Sound();
    sound.set(true, 1);
    call(sound);
    delete globalThis.AudioContext;
    return notes;
  }
  const firstOf = (call) => notesOf(call)[0];
  const isRising = (notes) => notes.every((note, i) => i === 0 || note > notes[i - 1]);

  test('of a win rises disc by disc; of a loss it falls', () => {
    const line = (isLoss) => [0, 1, 2, 3].map((i) => firstOf((sound) => sound.light(i, 4, isLoss)));
    assert.ok(isRising(line(false)), line(false).join());
    assert.ok(isRising(line(true).reverse()), line(true).join());
  });

  test('of a disc: the higher the fall, the deeper the clack', () => {
    const clacks = [1, 2, 3, 4, 5, 6].map((rows) => firstOf((sound) => sound.drop(rows, 0)));
    assert.ok(isRising(clacks.reverse()), clacks.join());
  });
});
