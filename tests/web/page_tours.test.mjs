// What a newcomer is shown (web/src/app/tours.ts) and the course of it (web/src/tours), on the real core, without a browser.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { usePages } from './page_host.mjs';
import { until } from './until.mjs';
import { FakeClock, Storage } from './window.mjs';

const host = await usePages();
const seen = (page) => JSON.parse(page.window.storage.getItem('fourfall.tours'));
const tour = (page) => page.app.tour.peek();

describe('the first tour', () => {
  test('is shown at the first turn, and never again after the first disc', async () => {
    const page = await host.page();
    assert.equal(tour(page), null, 'not on the start page');
    await page.start({ mode: 'two' });
    assert.equal(tour(page), 'drop');
    await page.play('4');
    assert.deepEqual([tour(page), seen(page)], [null, { drop: true }]);
    await page.start({ mode: 'two' });
    assert.equal(tour(page), null);
    const again = await page.reload();
    await again.start({ mode: 'two' });
    assert.equal(tour(again), null, 'nor at the next visit');
  });

  test('comes again in the next game if it ended without a disc', async () => {
    const page = await host.page();
    await page.start({ mode: 'two' });
    page.app.endTour();
    assert.deepEqual([tour(page), seen(page)], [null, null]);
    await page.start({ mode: 'two' });
    assert.equal(tour(page), 'drop');
  });

  test('does not delay a press: it simply plays', async () => {
    const page = await host.page();
    await page.start({ mode: 'two' });
    page.app.drop(3);
    await page.shows('4');
  });

  test('waits for the person if the computer begins', async () => {
    const page = await host.page();
    await page.start({ mode: 'cpu', level: 'easy', first: 'cpu' });
    await page.ply(1);
    await page.phase('turn');
    assert.equal(tour(page), 'drop');
  });

  test('is not shown in a game from a link', async () => {
    const page = await host.page();
    await page.openGame('4453');
    assert.equal(tour(page), null);
  });

  test('ends when a position is opened over its game', async () => {
    const page = await host.page();
    await page.start({ mode: 'two' });
    assert.equal(tour(page), 'drop');
    await page.openGame('4453');
    assert.equal(tour(page), null);
  });

  test('shows a line of free cells, whatever the board and the first disc', async () => {
    const page = await host.page();
    for (const board of ['7x6', '9x7c5', '4x4', '12x12', '3x3c3']) {
      for (const first of [null, ...Array(Number.parseInt(board, 10)).keys()]) {
        await page.start({ mode: 'two', board });
        if (first !== null) page.app.drop(first);
        await page.ply(first === null ? 0 : 1);
        const { cells, column, top } = page.script.planLine(page.at);
        assert.equal(cells.length, page.at.board.connect);
        assert.ok(cells.every((cell) => page.at.cells[cell] === 2), `${board} ${first}`);
        const step = cells[1] - cells[0];
        assert.ok(Math.abs(step) === 1 || Math.abs(step) === page.at.board.width, `${board} ${first}: ${cells}`);
        assert.deepEqual([cells.at(-1) % page.at.board.width, top], [column, column]);
      }
    }
  });
});

describe('the tour of the cube', () => {
  async function cube(settings = {}) {
    const clock = new FakeClock();
    const page = await host.page({ clock, settings: { motion: 'full', ...settings } });
    await page.start({ mode: 'two', board: '5x5x5' });
    return Object.assign(page, { clock });
  }

  /** Plays the tour to its end; gives its words, the lines shown and its length. */
  async function watch(page, isStill) {
    const words = [];
    const lines = [];
    const stop = page.app.exhibit.subscribe((exhibit) => exhibit?.snapshot.status === 'won' && lines.push(exhibit.snapshot.lines));
    const began = page.clock.now();
    let isDone = false;
    const play = page.script.playCube(page.app, isStill, () => tour(page) === null, (word) => words.push(word)).then(() => (isDone = true));
    while (!isDone) {
      await Promise.race([page.clock.timer(), play]);
      await page.clock.advance(50);
    }
    await play;
    stop();
    return { words, lines, ms: page.clock.now() - began };
  }

  /** Steps in x, y and z from one bead of a line to the next. */
  function stepOf([[a, b]]) {
    const place = (cell) => [cell % 5, 4 - (Math.floor(cell / 5) % 5), Math.floor(cell / 25)];
    return place(a).map((at, i) => Math.abs(at - place(b)[i]));
  }

  for (const isStill of [false, true])
    test(`shows a line through space, one in a plane and one upwards, in 20 seconds${isStill ? ', also standing still' : ''}`, async () => {
      const page = await cube();
      assert.equal(tour(page), 'cube');
      const { words, lines, ms } = await watch(page, isStill);
      assert.deepEqual(words, ['space', 'plane', 'pole']);
      assert.deepEqual(lines.map(stepOf), [[1, 1, 1], [1, 0, 1], [0, 1, 0]]);
      assert.ok(ms >= 10_000 && ms <= 20_000, `${ms} ms`);
      assert.deepEqual([page.at.notation, page.app.phase.peek()], ['5x5x5:', 'turn'], 'the game has not noticed');
    });

  test('ends when it is skipped: the game is back on the board, and it is not shown again', async () => {
    const page = await cube();
    const play = page.script.playCube(page.app, false, () => tour(page) === null, () => {});
    while (!page.app.exhibit.peek()) await page.clock.advance(50);
    page.app.endTour();
    await page.clock.advance(5000);
    await play;
    assert.deepEqual([page.app.exhibit.peek(), seen(page)], [null, { cube: true }]);
    assert.equal(page.scene.shown.at(-1).snapshot, page.at);
    await page.start({ mode: 'two', board: '5x5x5' });
    assert.equal(tour(page), null);
  });

  test('ends with the game it was shown in', async () => {
    const page = await cube();
    await page.app.present('5x5x5:g');
    page.app.leave();
    assert.deepEqual([tour(page), page.app.exhibit.peek()], [null, null]);
  });

  test('drops an answer that comes after its end', async () => {
    const page = await cube();
    const late = page.app.present('5x5x5:g');
    page.app.endTour();
    await page.app.present('5x5x5:gm');
    assert.equal(page.app.exhibit.peek(), null, 'nor one that is asked for after the end');
    await late;
    assert.equal(page.app.exhibit.peek(), null);
  });

  test('shows nothing that is asked for after its end', async () => {
    const page = await cube();
    page.app.endTour();
    await page.app.present('5x5x5:g'); // its timer may run before its panel is taken away
    assert.equal(page.app.exhibit.peek(), null);
  });

  test('can be seen again on the start page', async () => {
    const page = await host.page({ storage: new Storage() });
    page.app.startTour('cube');
    await until(page.app.tour, (name) => name === 'cube', 'the tour');
    await page.app.present('5x5x5:g');
    assert.equal(page.app.exhibit.peek().snapshot.board.name, '5x5x5');
    page.app.endTour();
    assert.equal(page.app.exhibit.peek(), null);
  });
});
