// Unfinished games that are kept (web/src/app/saved.ts), who begins (starter.ts), and playing on from a position, on the real
// core, without a browser.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { usePages } from './page_host.mjs';
import { until } from './until.mjs';
import { Storage } from './window.mjs';

const host = await usePages();
const saved = (page) => page.app.saved.peek();
const texts = (page) => saved(page).map(({ text }) => text);

const stored = ({ window: { storage } }) => Array.from({ length: storage.length }, (_, i) => storage.key(i)).filter((key) => key.startsWith('fourfall.saved.')).length;

/** Brings a saved game back to the board. */
async function resume(page, id) {
  const { text } = saved(page).find((game) => game.id === id);
  page.app.resumeSaved(id);
  await page.shows(text);
  await page.phase('turn', 'thinking', 'over');
}

describe('a game that is left', () => {
  let page;
  beforeEach(async () => {
    page = await host.page();
  });

  test('is kept with everything a card shows, and goes on from there', async () => {
    await page.start({ mode: 'cpu', level: 'easy', style: 'defensive', first: 'cpu' });
    await page.ply(1);
    page.app.drop(6);
    await page.ply(3);
    const { notation, cells } = page.at;
    const before = Date.now();
    page.app.leave();
    const [{ id, at, ...card }] = saved(page);
    assert.ok(Math.abs(at - before) < 600_000, String(at));
    const facts = { mode: 'cpu', level: 'easy', style: 'defensive', you: 1, firstSeat: 1, board: '7x6' };
    assert.deepEqual(card, { text: notation, moves: 3, cells: cells.join(''), ...facts });
    await page.start();
    await resume(page, id);
    const { you, setup, phase } = page.app;
    assert.deepEqual([you.peek(), setup.peek().level, phase.peek(), saved(page)], [1, 'easy', 'turn', []]);
    assert.equal(page.turnText, 'Your turn');
  });

  test('is there at the next visit, in another window too', async () => {
    await page.openGame('4453');
    page.app.leave();
    const again = await host.page({ storage: page.window.storage });
    assert.deepEqual([again.app.phase.peek(), texts(again)], ['welcome', ['4453']]);
  });

  test('without a move of a person is not worth keeping', async () => {
    await page.start();
    page.app.leave();
    await page.start({ mode: 'cpu', level: 'easy', first: 'cpu' });
    await page.ply(1);
    page.app.leave();
    assert.deepEqual([saved(page), stored(page)], [[], 0]);
  });

  test('is kept when another one takes its place: a new one, a restarted one, an opened one', async () => {
    await page.start();
    await page.play('1');
    page.app.restart();
    await until(page.app.snapshot, ({ ply }) => ply === 0, 'the new game');
    await page.phase('turn');
    await page.play('2');
    await page.start({ board: '4x4' });
    await page.play('3');
    await page.openGame('4453');
    assert.deepEqual(texts(page), ['4x4:3', '2', '1']);
  });

  test('is gone when it has ended, and back when its end is taken back', async () => {
    await page.openGame('112233');
    await page.play('4');
    page.app.leave();
    assert.deepEqual(saved(page), []);
    await page.openGame('112233');
    await page.play('4');
    page.app.undo();
    await page.ply(6);
    page.app.leave();
    assert.deepEqual(texts(page), ['112233']);
  });

  test('can be forgotten, and that can be taken back', async () => {
    await page.openGame('4453');
    page.app.leave();
    const [{ id }] = saved(page);
    const restore = page.app.forgetSaved(id);
    assert.deepEqual(saved(page), []);
    assert.deepEqual(texts(await host.page({ storage: page.window.storage })), []);
    restore();
    assert.deepEqual(texts(page), ['4453']);
    await resume(page, id);
  });

  test('is one of six at most: the oldest goes', async () => {
    for (const text of ['1', '2', '3', '4', '5', '6', '7', '11', '12']) await page.openGame(text);
    page.app.leave();
    assert.deepEqual(texts(page), ['12', '11', '7', '6', '5', '4']);
    assert.ok(stored(page) <= 7, 'and the one that was on the board');
  });
});

describe('two windows', () => {
  let a;
  let b;
  /** The browser tells every window but the one that wrote. */
  const tell = (page) => page.window.fire('storage');
  beforeEach(async () => {
    const storage = new Storage();
    [a, b] = [await host.page({ storage }), await host.page({ storage })];
  });

  test('keep their games apart', async () => {
    await a.start();
    await a.play('1');
    await b.start();
    await b.play('22');
    tell(a);
    assert.deepEqual([texts(a), texts(b)], [['22'], []]);
    tell(b);
    assert.deepEqual(texts(b), ['1']);
    const again = await a.reload();
    assert.equal(again.at.notation, '1', 'the game of this window');
  });

  test('that continue the same game have one each from then on', async () => {
    await a.openGame('4453');
    tell(b);
    b.app.resumeSaved(saved(b)[0].id);
    await b.shows('4453');
    await b.play('1');
    tell(a);
    await a.play('7');
    tell(b);
    assert.deepEqual([texts(a), texts(b)], [['44531'], ['44537']]);
  });
});

describe('a storage', () => {
  test('that refuses everything is survived: games last as long as the page', async () => {
    const storage = new Storage();
    const page = await host.page({ storage });
    for (const name of ['getItem', 'setItem', 'removeItem', 'key'])
      storage[name] = () => {
        throw new Error('denied');
      };
    await page.start();
    await page.play('4');
    page.app.leave();
    assert.deepEqual(texts(page), ['4']);
    await resume(page, saved(page)[0].id);
    await page.play('5');
    const before = page.app.firstSeat.peek();
    await page.start();
    assert.notEqual(page.app.firstSeat.peek(), before, 'the other one begins');
  });

  test('with the one game of an older page: it is on the board, and kept from then on', async () => {
    const storage = new Storage();
    storage.setItem('fourfall.game', JSON.stringify({ text: '4453', you: 0 }));
    storage.setItem('fourfall.setup', JSON.stringify({ mode: 'cpu', level: 'hard' }));
    const page = await host.page({ storage });
    assert.deepEqual([page.at.notation, page.app.you.peek(), page.app.setup.peek().level], ['4453', 0, 'hard']);
    page.app.leave();
    assert.deepEqual([texts(page), storage.getItem('fourfall.game')], [['4453'], null]);
  });

  for (const [first, version, wanted] of [['you', undefined, 'alternate'], ['cpu', undefined, 'cpu'], ['you', 2, 'you']])
    test(`with the starter "${first}" of ${version ? 'this' : 'an older'} page: ${wanted}`, async () => {
      const storage = new Storage();
      storage.setItem('fourfall.setup', JSON.stringify({ mode: 'cpu', level: 'hard', first, version }));
      const page = await host.page({ storage });
      assert.deepEqual([page.app.setup.peek().first, page.app.setup.peek().level], [wanted, 'hard']);
      await page.app.prepare({ first: 'you' });
      assert.equal((await page.reload()).app.setup.peek().first, 'you', 'a choice of today stays');
    });

  test('with nonsense shows no cards', async () => {
    const storage = new Storage();
    const good = { text: '4', board: '7x6', cells: '', moves: 1, at: 1, mode: 'two', you: null, level: 'easy', style: 'balanced' };
    const bad = [null, 7, 'x', [], { ...good, text: 4 }, { ...good, mode: 'cpu' }, { ...good, level: 'god' }, { ...good, at: '1' }];
    for (const [i, game] of bad.entries()) storage.setItem(`fourfall.saved.${i}`, JSON.stringify(game));
    storage.setItem('fourfall.saved.broken', '{');
    storage.setItem('fourfall.saved.good', JSON.stringify(good));
    const page = await host.page({ storage });
    assert.deepEqual(saved(page).map(({ id }) => id), ['good']);
  });

  test('with a game that the core refuses says so, and the start page stays', async () => {
    const storage = new Storage();
    const broken = { text: '99', board: '7x6', cells: '', moves: 2, at: 1, mode: 'two', you: null, level: 'easy', style: 'balanced' };
    storage.setItem('fourfall.saved.x', JSON.stringify(broken));
    const page = await host.page({ storage });
    page.app.resumeSaved('x');
    await page.hears('message.core');
    assert.equal(page.app.phase.peek(), 'welcome');
    page.app.resumeSaved('no such game');
    assert.equal(page.app.phase.peek(), 'welcome');
  });
});

describe('the one who begins', () => {
  test('changes from game to game by default, for two people and against the computer, also after a reload', async () => {
    let page = await host.page();
    const said = [];
    for (const mode of ['two', 'two', 'cpu', 'cpu', 'two']) {
      page.hold();
      await page.start({ mode, level: 'easy' });
      said.push(page.turnText);
      page = await page.reload();
    }
    assert.deepEqual(said, ['Player 1 begins', 'Player 2 begins', 'You begin', 'Computer begins', 'Player 1 begins']);
  });

  test('is Player 2 in the second game for two: the score follows the seat', async () => {
    const page = await host.page();
    await page.start();
    await page.start();
    await page.play('1122334');
    assert.deepEqual([page.turnText, page.app.tally.peek()], ['Player 2 Wins!', { first: 0, second: 1, draws: 0, streak: 0 }]);
  });

  test('stays who they are after a reload', async () => {
    const page = await host.page();
    await page.start();
    await page.start();
    await page.play('4');
    const again = await page.reload();
    assert.equal(again.turnText, "Player 1's Turn");
  });
});

describe('playing on', () => {
  let page;
  beforeEach(async () => {
    page = await host.page();
    await page.core.loadBook();
  });

  test('from a pasted position against the computer, on either side', async () => {
    await page.openGame('4453');
    page.app.playOn({ mode: 'cpu', you: 0, level: 'easy' });
    await until(page.app.you, (you) => you === 0, 'my side');
    await page.phase('turn');
    assert.deepEqual([page.at.notation, page.app.setup.peek().mode, page.turnText], ['4453', 'cpu', 'Your turn']);
    page.app.playOn({ mode: 'cpu', you: 1, level: 'easy' });
    await page.ply(5);
    assert.deepEqual([page.app.you.peek(), page.requests('choose').at(-1).level], [1, 'easy']);
  });

  test('from an earlier moment of a finished game; that game stays as it is', async () => {
    await page.openGame('1122334');
    page.app.playOn({ mode: 'two', ply: 6 });
    await page.shows('112233');
    await page.play('7');
    page.app.leave();
    assert.deepEqual(texts(page), ['1122337']);
  });

  test('from a position keeps the game it was reached in', async () => {
    await page.start();
    await page.play('445');
    page.app.playOn({ mode: 'cpu', you: 0, level: 'easy', ply: 2 });
    await page.shows('44');
    assert.deepEqual(texts(page), ['445']);
  });

  test('at the end of a game shows the end', async () => {
    await page.openGame('1122334');
    page.app.playOn({ mode: 'cpu', you: 1 });
    await until(page.app.you, (you) => you === 1, 'the other side');
    await page.phase('over');
  });
});
