// The 5x5x5 cube: played on its map, on the canvas by mouse and touch, and by keyboard; levels side by side and alone.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PHONE, useBrowser } from './browser.mjs';

const { useVisit } = useBrowser();

/** Red climbs from corner column a over g and m to s: a line through all three dimensions. */
const SPACE_DIAGONAL = 'aggmmsmsses';
const LINE = [20, 41, 62, 83];

/** 125 moves without a line. */
const DRAW =
  'dubpguceujostubbeavoifrcoswqklagqbypgvvgcsfauxtvrfxcpxahdcrmaiqhsdqwgxmrwihnwskyhlnlreipxmedhqnpwbtojkovdmytntkiykyjenljfmjfl';

const LETTERS = 'abcdefghijklmnopqrstuvwxy';

/** A quarter of the pixels to draw; the page is laid out the same. */
const COARSE = { deviceScaleFactor: 0.5 };

/**
 * For each of these columns a place on the canvas that picks it, with some margin: what a person would aim at. Most places
 * are on the column's own pole; for the others the whole picture is searched.
 */
async function spotsOf(v, columns) {
  await v.rest();
  return v.page.evaluate((wanted) => {
    const { scene, snapshot } = globalThis.fourfall;
    const { width, height } = snapshot.value.board;
    const around = [[0, 0], [2, 0], [-2, 0], [0, 2], [0, -2]];
    const isSure = (x, y, column) => around.every(([dx, dy]) => scene.columnAt(x + dx, y + dy) === column)
      && document.elementFromPoint(x, y)?.id === 'board';
    const middle = (places) => places[places.length >> 1] ?? null;
    // A pointer's place is a whole pixel of the screen, and this screen is coarse.
    const onScreen = (place) => Math.round(place * devicePixelRatio) / devicePixelRatio;

    function alongPole(column) {
      const x = column % width;
      const seats = Array.from({ length: height }, (_, row) => scene.cellAt(((column - x) / width * height + row) * width + x));
      const places = seats.flatMap((seat) => [-0.9, -0.45, 0, 0.45, 0.9].map((part) => ({ x: onScreen(seat.x), y: onScreen(seat.y + part * seat.radius) })));
      return middle(places.filter((place) => isSure(place.x, place.y, column)));
    }

    function anywhere(missing) {
      const places = new Map(missing.map((column) => [column, []]));
      for (let y = 0; missing.length > 0 && y < innerHeight; y += 4)
        for (let x = 0; x < innerWidth; x += 4) {
          const column = scene.columnAt(x, y);
          if (places.has(column) && isSure(x, y, column)) places.get(column).push({ x, y });
        }
      return places;
    }

    const spots = wanted.map(alongPole);
    const others = anywhere(wanted.filter((_, i) => spots[i] === null));
    return spots.map((spot, i) => spot ?? middle(others.get(wanted[i])));
  }, columns);
}

async function spotOf(v, column) {
  const [spot] = await spotsOf(v, [column]);
  assert.ok(spot, `column ${LETTERS[column]} can be pointed at`);
  return spot;
}

const map = (v, letter) => v.page.locator(`.minimap button[data-column="${LETTERS.indexOf(letter)}"]`);

async function assertWon(v) {
  await v.phase('over');
  const { winner, lines } = await v.state();
  assert.equal(winner, 0);
  assert.deepEqual(lines.map((cells) => [...cells].sort((a, b) => a - b)), [LINE]);
  await v.turnSays('Player 1 Wins!');
}

describe('the cube at a desk', () => {
  const v = useVisit({ viewport: { width: 900, height: 620 }, context: COARSE });

  test('is chosen on the welcome screen and won on a space diagonal by the map', async () => {
    await v.page.getByRole('radio', { name: 'Cube' }).check();
    await v.page.waitForFunction(() => globalThis.fourfall.exhibit.value?.snapshot.board.name === '5x5x5');
    await v.button(/^Two players/).click();
    await v.phase('turn');
    assert.equal((await v.state()).board, '5x5x5');
    await v.turnSays('Player 1 begins');
    for (const [i, letter] of [...SPACE_DIAGONAL].entries()) {
      await map(v, letter).click();
      await v.ply(i + 1);
      if (i === 0) await v.turnSays("Player 2's Turn");
    }
    await assertWon(v);
    await v.button('Play again').click();
    await v.ply(0);
    assert.equal((await v.state()).board, '5x5x5');
  });

  test('every column of the map names its beads', async () => {
    await v.openGame('5x5x5:mmg');
    assert.equal(await map(v, 'm').getAttribute('aria-label'), 'Column m: red, yellow; next on level 3');
    assert.equal(await map(v, 'a').getAttribute('aria-label'), 'Column a: empty; next on level 1');
    await v.openGame('5x5x5:aaaaa');
    assert.equal(await map(v, 'a').getAttribute('aria-label'), 'Column a: red, yellow, red, yellow, red; full');
    assert.equal(await map(v, 'a').isDisabled(), true);
  });

  test('player 2 wins too, and is named', async () => {
    await v.openGame('5x5x5:yaxbwcl');
    await v.act('resetTally');
    await v.play('d');
    await v.turnSays('Player 2 Wins!');
    assert.deepEqual((await v.state()).tally, { first: 0, second: 1, draws: 0, streak: 0 });
    assert.equal(await v.page.locator('.minimap button:not([aria-disabled=true], :disabled)').count(), 0);
  });

  test('is a draw only when all 125 cells are full', async () => {
    for (const count of [60, 123, 124]) {
      await v.openGame(`5x5x5:${DRAW.slice(0, count)}`);
      assert.deepEqual([(await v.state()).status, (await v.state()).phase], ['playing', 'turn'], `${count} beads`);
    }
    await v.play(DRAW.slice(124));
    await v.turnSays("It's a Draw!");
    assert.equal((await v.state()).ply, 125);
    await v.act('drop', 0);
    await v.hears('The game is over. Play again?', 'alert');
  });

  test('is played by clicking on it, and won', async () => {
    const begun = 6;
    await v.openGame(`5x5x5:${SPACE_DIAGONAL.slice(0, begun)}`);
    for (const [i, letter] of [...SPACE_DIAGONAL.slice(begun)].entries()) {
      const { x, y } = await spotOf(v, LETTERS.indexOf(letter));
      await v.page.mouse.click(x, y);
      await v.ply(begun + i + 1);
    }
    await assertWon(v);
    assert.equal((await v.state()).notation, `5x5x5:${SPACE_DIAGONAL}`);
  });

  test('all 25 columns can be pointed at, from every view', async () => {
    await v.openGame('5x5x5:mmggsshhii');
    for (const view of ['Home', 'Corner', 'Top', 'Front']) {
      await v.button(view).click();
      const spots = await spotsOf(v, [...LETTERS].map((_, column) => column));
      const hidden = spots.map((spot, column) => (spot ? '' : LETTERS[column])).join('');
      assert.equal(hidden, '', `columns nobody can point at, seen from ${view}`);
    }
    await v.button('Home').click();
  });

  test('the map turns with the board', async () => {
    await v.openGame('5x5x5:');
    const order = () => v.page.locator('.minimap button').evaluateAll((all) => all.map((b) => `${b.style.gridColumn} ${b.style.gridRow}`));
    const before = await order();
    const from = await spotOf(v, 12);
    await v.page.mouse.move(from.x, from.y);
    await v.page.mouse.down();
    await v.page.mouse.move(from.x - 240, from.y, { steps: 4 });
    await v.page.mouse.up();
    await v.page.waitForFunction(() => globalThis.fourfall.scene.quarter() !== 0);
    await v.rest();
    assert.notDeepEqual(await order(), before);
    assert.equal((await v.state()).ply, 0, 'a drag drops nothing');
    await v.page.keyboard.press('Home');
    await v.page.waitForFunction(() => globalThis.fourfall.scene.quarter() === 0);
  });

  test('the board turns by keyboard too', async () => {
    await v.openGame('5x5x5:');
    const quarter = () => v.page.evaluate(() => globalThis.fourfall.scene.quarter());
    const before = await quarter();
    const seen = [];
    for (let i = 0; i < 4; i++) {
      await v.page.keyboard.press(']');
      await v.rest();
      seen.push(await quarter());
    }
    assert.equal(new Set(seen).size, 4, 'every press is a quarter turn');
    assert.equal(seen.at(-1), before, 'four of them are a whole one');
  });

  test('is played by keyboard: letters, arrows in both directions, Shift for commands', async () => {
    await v.openGame('5x5x5:');
    const { keyboard } = v.page;
    await keyboard.press('a');
    await keyboard.press('Enter');
    await v.ply(1);
    for (const key of ['Escape', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'Enter']) await keyboard.press(key);
    await v.ply(2);
    assert.equal((await v.state()).notation, '5x5x5:as');
    await keyboard.press('u');
    await keyboard.press('Enter');
    await v.ply(3);
    assert.equal((await v.state()).notation, '5x5x5:asu');
    await keyboard.press('Shift+U');
    await v.ply(2);
  });

  test('its levels lie side by side on request, and are played there', async () => {
    await v.openGame('5x5x5:mm');
    const places = () => v.page.evaluate(() => [20, 15, 10, 5, 0].map((cell) => globalThis.fourfall.scene.cellAt(cell + 50)));
    await v.rest();
    await v.button('Levels side by side').click();
    await v.rest();
    const apart = await places();
    for (const [i, one] of apart.entries())
      for (const other of apart.slice(i + 1)) assert.ok(Math.hypot(one.x - other.x, one.y - other.y) > 3 * one.radius, 'levels do not cover each other');
    const { x, y } = await spotOf(v, 0);
    await v.page.mouse.click(x, y);
    await v.ply(3);
    assert.equal((await v.state()).notation, '5x5x5:mma');
    await v.button('Levels side by side').click();
    await v.rest();
  });

  test('one level alone hides the beads of the others', async () => {
    await v.openGame('5x5x5:mymymcam');
    const { x, y, radius } = await v.cellAt(50 + 20 + 2);
    const clip = { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
    await v.page.mouse.move(2, 240);
    const look = async () => (await v.picture(clip)).at(radius, radius);
    const all = await look();
    await v.page.getByLabel('Level shown').selectOption('3');
    await v.page.waitForFunction(() => globalThis.fourfall.level.value === 2);
    assert.notDeepEqual(await look(), all);
    await v.page.getByLabel('Level shown').selectOption('All');
    await v.page.waitForFunction(() => globalThis.fourfall.level.value === null);
    assert.deepEqual(await look(), all);
  });

  test('other deep boards play to their end', async () => {
    for (const [board, moves] of [['4x4x4', 'abababa'], ['3x3x3c3', '12121']]) {
      await v.start({ board });
      await v.play(moves);
      await v.phase('over');
      assert.equal((await v.state()).winner, 0, board);
    }
  });
});

describe('the cube under a finger', () => {
  const v = useVisit({ viewport: PHONE, touch: true, hash: '#5x5x5:', context: COARSE });

  test('the first tap shows where the bead lands and says so, the second drops it', async () => {
    await v.phase('turn');
    const { x, y } = await spotOf(v, 12);
    await v.page.touchscreen.tap(x, y);
    await v.page.waitForFunction(() => globalThis.fourfall.hover.value === 12);
    assert.equal((await v.state()).ply, 0);
    await v.page.touchscreen.tap(x, y);
    await v.ply(1);
    assert.equal((await v.state()).notation, '5x5x5:m');
  });

  test('a tap on another column chooses that one and drops nothing', async () => {
    for (const letter of 'ae') {
      const { x, y } = await spotOf(v, LETTERS.indexOf(letter));
      await v.page.touchscreen.tap(x, y);
      await v.page.waitForFunction((column) => globalThis.fourfall.hover.value === column, LETTERS.indexOf(letter));
    }
    assert.equal((await v.state()).ply, 1);
  });

  test('a screen reader hears what the first tap chose', async () => {
    const { x, y } = await spotOf(v, 6);
    await v.page.touchscreen.tap(x, y);
    await v.page.waitForFunction(() => globalThis.fourfall.hover.value === 6);
    const said = await v.page.evaluate(() => globalThis.fourfall.message.value?.key);
    assert.equal(said, 'message.chosen');
  });

  test('the map drops at once', async () => {
    const { ply } = await v.state();
    await map(v, 's').tap();
    await v.ply(ply + 1);
    assert.equal((await v.state()).moves.at(-1), 18);
  });
});
