// Games that leave the page and come back, as a browser does it: links, the clipboard, files, pictures; and the panels for
// looking back. tests/web/page_game.test.mjs has the texts and the course of a replay.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, test } from 'node:test';
import { FLAT, useBrowser } from './browser.mjs';
import { decodePng, SIGNATURE } from './png.mjs';

// Nothing here looks at the 3D picture: drawn flat, the page answers at once even on a busy machine.
const { useVisit: useVisitOf, visit: visitOf } = useBrowser({ flags: FLAT });
const expected = /^console: THREE\.WebGLRenderer/;
const useVisit = (options) => useVisitOf({ expected, ...options });
const visit = (options, test) => visitOf({ expected, ...options }, test);

/** 42 moves without a line. */
const LONG = '121212212121343434434343565656656565777777';

test('a link opens its position, one that is no game gets a clear text, and the address forgets it once the game goes on', async () => {
  await visit({ hash: '#7x6:44x53' }, async (v) => {
    await v.page.waitForFunction(() => /^Not a game: .+ \(character \d+\)\.$/.test(document.querySelector('[role=alert][aria-live]').textContent));
    assert.equal((await v.state()).phase, 'welcome');
    await v.page.evaluate(() => (location.hash = '#%E0%A4%A'));
    await v.button(/^Two players/).waitFor();
    await v.page.evaluate(() => (location.hash = '#7x6:4453'));
    await v.phase('turn');
    await v.play('1');
    assert.equal(await v.page.evaluate(() => location.hash), '');
    await v.reload();
    assert.equal((await v.state()).notation, '44531');
  });
});

describe('the dialog for sharing', () => {
  const v = useVisit({ context: { acceptDownloads: true, permissions: ['clipboard-read', 'clipboard-write'] } });
  beforeEach(() => v.page.evaluate(() => (globalThis.fourfall.dialog.value = null)));
  const dialog = () => v.page.getByRole('dialog', { name: 'Share and open' });

  async function openDialog(game) {
    await v.openGame(game);
    await v.button('Share and open').click();
    await dialog().waitFor();
  }

  async function closeDialog() {
    await v.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  }

  async function download(name) {
    const [file] = await Promise.all([v.page.waitForEvent('download'), dialog().getByRole('button', { name }).click()]);
    return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
  }

  test('offers a link that names the board, and the notation; both can be copied', async () => {
    await openDialog('4453');
    const link = await dialog().getByRole('textbox', { name: 'Link to this game' }).inputValue();
    assert.equal(link, `${v.shared.server.address}?debug#7x6:4453`);
    assert.equal(await dialog().getByRole('textbox', { name: 'Notation', exact: true }).inputValue(), '4453');
    await dialog().getByRole('button', { name: 'Copy: Link to this game' }).click();
    await v.hears('Copied.');
    assert.equal(await v.page.evaluate(() => navigator.clipboard.readText()), link);
    await closeDialog();
  });

  test('a game that went out as a file is pasted in again', async () => {
    await openDialog('1122334');
    const before = await v.state();
    const { name, content } = await download('Game (JSON)');
    assert.equal(name, 'fourfall.json');
    await closeDialog();
    await openDialog('7');
    await dialog().getByLabel('Notation, link or JSON').fill(content.toString());
    await dialog().getByRole('button', { name: 'Open', exact: true }).click();
    await dialog().waitFor({ state: 'hidden' });
    const { cells, status, winner, lines, phase } = await v.state();
    const { cells: cellsBefore, lines: linesBefore } = before;
    assert.deepEqual({ cells, status, winner, lines, phase }, { cells: cellsBefore, status: 'won', winner: 0, lines: linesBefore, phase: 'over' });
  });

  test('a whole link can be pasted too', async () => {
    await openDialog('7');
    await dialog().getByLabel('Notation, link or JSON').fill('https://example.org/play/?debug#7x6:4453');
    await dialog().getByRole('button', { name: 'Open', exact: true }).click();
    await v.page.waitForFunction(() => globalThis.fourfall.dialog.value !== 'share' || document.querySelector('#open-wrong').textContent !== '');
    const { notation } = await v.state();
    if (await dialog().isVisible()) await closeDialog();
    assert.equal(notation, '4453');
  });

  test('a game comes from a file', async () => {
    await openDialog('7');
    await v.page.locator('input[type=file]').setInputFiles({ name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(' 4453\n') });
    await dialog().waitFor({ state: 'hidden' });
    assert.equal((await v.state()).notation, '4453');
  });

  test('what is no game is refused with the reason and the place, and nothing is lost', async () => {
    await openDialog('4453');
    for (const [text, pattern] of [['449', /Not a game: .+ \(character 3\)\./], ['{"board":', /Not a game: .+/], ['<svg/>', /Not a game: .+ \(character 1\)\./]]) {
      await dialog().getByLabel('Notation, link or JSON').fill(text);
      await dialog().getByRole('button', { name: 'Open', exact: true }).click();
      await v.page.waitForFunction((source) => new RegExp(source).test(document.querySelector('#open-wrong').textContent), pattern.source);
      assert.equal((await v.state()).notation, '4453');
    }
    await closeDialog();
    await v.play('1');
  });

  test('the ways to save it stand in one row on the narrowest phone, in both languages', async () => {
    await openDialog('4453');
    await v.resize({ width: 320, height: 568 });
    for (const language of ['de', 'en']) {
      await v.speak(language);
      const rows = await v.page.locator('dialog fieldset .quiet').evaluateAll((buttons) => buttons.map((one) => [one.offsetTop, one.scrollWidth <= one.clientWidth]));
      assert.deepEqual(rows, Array(3).fill([rows[0][0], true]), language);
    }
    await v.resize({ width: 640, height: 480 });
  });

  test('the picture is saved as SVG with all its discs', async () => {
    await openDialog('1122334');
    const { name, content } = await download('Picture (SVG)');
    assert.equal(name, 'fourfall.svg');
    const svg = content.toString();
    assert.match(svg, /^<svg[^>]+xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assert.ok((svg.match(/<circle/g) ?? []).length >= 42);
    await closeDialog();
  });

  test('the picture is saved as PNG, and it is not blank', async () => {
    await openDialog('1122334');
    const { name, content } = await download(/^Picture$/);
    assert.equal(name, 'fourfall.png');
    assert.deepEqual(content.subarray(0, 8), SIGNATURE);
    const { width, height, at } = decodePng(content);
    assert.equal(Math.max(width, height), 1400);
    const seen = { red: 0, yellow: 0, blue: 0 };
    for (let y = 0; y < height; y += 10) {
      for (let x = 0; x < width; x += 10) {
        const [red, green, blue] = at(x, y);
        if (red > 150 && green < 110 && blue < 120) seen.red++;
        else if (red > 180 && green > 150 && blue < 110) seen.yellow++;
        else if (blue > 120 && red < 90) seen.blue++;
      }
    }
    assert.ok(Object.values(seen).every((count) => count > 100), JSON.stringify(seen));
    await closeDialog();
  });
});

describe('looking back', () => {
  const v = useVisit({ viewport: { width: 1120, height: 600 } });

  test('the list names every move, and a click shows its moment', async () => {
    await v.openGame('4453');
    await v.button('Moves').click(); // closed at first; the following tests find it open
    const items = v.page.locator('ol.moves button');
    await items.nth(3).waitFor();
    assert.equal(await items.count(), 4);
    assert.equal(await items.nth(2).locator('.hidden').textContent(), 'Move 3: Red, column 5');
    await items.nth(1).click();
    await v.turnSays('Move 2 of 4');
    assert.equal((await v.state()).phase, 'replay');
    assert.equal(await v.page.locator('ol.moves [aria-current=step] .hidden').textContent(), 'Move 2: Yellow, column 4');
    await v.act('drop', 0);
    await v.hears('This is an earlier position. Go to the end, or try again from here.', 'alert');
  });

  test('the slider scrubs, the buttons step, and the end is the game again', async () => {
    await v.openGame('4453');
    const slider = v.page.getByRole('slider', { name: 'Shown move' });
    await slider.fill('1');
    await v.turnSays('Move 1 of 4');
    assert.equal((await v.state()).cells.filter((cell) => cell !== 2).length, 1);
    await v.button('One move forward').click();
    await v.turnSays('Move 2 of 4');
    await v.button('One move back').click();
    await v.turnSays('Move 1 of 4');
    await v.button('To the start').click();
    await v.turnSays('Move 0 of 4');
    assert.equal(await v.button('One move back').isDisabled(), true);
    await v.button('To the end').click();
    await v.turnSays("Player 1's Turn");
    assert.equal((await v.state()).phase, 'turn');
  });

  test('the game plays back by itself, and its button pauses it', async () => {
    await v.openGame(LONG); // so long that no test is too late to pause it
    await v.button('Play back').click();
    await v.page.waitForFunction((end) => globalThis.fourfall.snapshot.value.ply > 0 && globalThis.fourfall.snapshot.value.ply < end, LONG.length);
    await v.button('Pause').click();
    await v.button('Play back').waitFor();
    assert.equal((await v.state()).phase, 'replay');
  });

  test('one tries again from an earlier moment', async () => {
    await v.openGame('1122334');
    await v.act('seek', 6);
    await v.button('Try again from here').click();
    await v.turnSays("Player 1's Turn");
    await v.play('7');
    assert.equal((await v.state()).notation, '1122337');
  });
});
