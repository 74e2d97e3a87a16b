// Games that leave the page and come back: links, notation, JSON, pictures; and looking back at them.
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

/** No line for anybody in 42 moves. */
const LONG = '121212212121343434434343565656656565777777';

/** Goes to another address of the same page, as a person does who clicks on a link in a message. */
async function follow(v, hash) {
  await v.page.evaluate((wanted) => (location.hash = wanted), hash);
}

describe('a link', () => {
  test('opens its position, and the address forgets it once the game goes on', async () => {
    await visit({ hash: '#7x6:4453' }, async (v) => {
      await v.phase('turn');
      const { notation, setup } = await v.state();
      assert.deepEqual([notation, setup.mode], ['4453', 'two']);
      await v.play('1');
      assert.equal(await v.page.evaluate(() => location.hash), '');
      await v.reload();
      assert.equal((await v.state()).notation, '44531');
    });
  });

  test('that is no game gets a clear text, and the welcome screen stays usable', async () => {
    await visit({ hash: '#7x6:44x53' }, async (v) => {
      await v.page.waitForFunction(() => /^Not a game: .+ \(character \d+\)\.$/.test(document.querySelector('[role=alert][aria-live]').textContent));
      assert.equal((await v.state()).phase, 'welcome');
      for (const hash of ['#7x6:8', '#nonsense', '#%E0%A4%A', '#7x6:4444444', '#99x99:1', '#5x5x5:zz', `#7x6:${'1'.repeat(9000)}`]) {
        await follow(v, hash);
        await v.page.waitForFunction(() => document.querySelector('.welcome') !== null);
      }
      await follow(v, '#5x5x5:mmgh');
      await v.phase('turn');
      assert.equal((await v.state()).notation, '5x5x5:mmgh');
      await v.act('leave');
      await v.button(/^Two players/).click();
      await v.phase('turn');
    });
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

  for (const game of ['', '4453', '1122334', '5x5x5:mmgh', '9x7c5:1122', '12x12:abcl'])
    test(`${game || 'the empty board'} comes back the same from JSON, notation and link`, async () => {
      await v.openGame(game);
      const before = await v.state();
      const texts = await v.page.evaluate(async () => {
        const app = globalThis.fourfall;
        return [await app.exportJson(), app.exportNotation(), decodeURIComponent(new URL(app.shareLink()).hash.slice(1))];
      });
      for (const text of texts) {
        await v.openGame('7');
        await v.openGame(text);
        const { board, cells, status, turn, winner, lines } = await v.state();
        const wanted = Object.fromEntries(['board', 'cells', 'status', 'turn', 'winner', 'lines'].map((key) => [key, before[key]]));
        assert.deepEqual({ board, cells, status, turn, winner, lines }, wanted);
      }
      assert.equal((await v.state()).notation, before.notation);
    });

  test('a whole link can be pasted too', async () => {
    await openDialog('7');
    await dialog().getByLabel('Notation, link or JSON').fill('https://example.org/play/?debug#7x6:4453');
    await dialog().getByRole('button', { name: 'Open', exact: true }).click();
    await v.page.waitForFunction(() => globalThis.fourfall.dialog.value === null || document.querySelector('#open-wrong').textContent !== '');
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
    const { name, content } = await download('Picture (PNG)');
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

  test('the game plays back by itself, can be paused, and stops at its end', async () => {
    await v.openGame(LONG); // nobody is too late to pause it
    await v.button('Play back').click();
    await v.page.waitForFunction((end) => globalThis.fourfall.snapshot.value.ply > 0 && globalThis.fourfall.snapshot.value.ply < end, LONG.length);
    await v.button('Pause').click();
    await v.page.waitForFunction(() => !globalThis.fourfall.isPlaying.value);
    const { ply, phase } = await v.state();
    assert.deepEqual([phase, ply < LONG.length], ['replay', true]);
    await v.openGame('1122334');
    const { tally } = await v.state();
    await v.act('seek', 5);
    await v.turnSays('Move 5 of 7');
    await v.button('Play back').click();
    await v.phase('over');
    await v.page.waitForFunction(() => !globalThis.fourfall.isPlaying.value);
    const after = await v.state();
    assert.deepEqual([after.ply, after.winner, after.tally], [7, 0, tally]);
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
