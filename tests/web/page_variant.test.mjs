// Games with other rules on the page: what a press does, undo and redo, links, the sides after a swap, the computer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usePages } from './page_host.mjs';
import { until } from './until.mjs';

const host = await usePages();

const POP = 64, ANVIL = 128, BOMB = 192, WALL = 256, TURN_LEFT = 384, TURN_RIGHT = 448, SWAP = 512;

/** Makes a move by its number and waits until it is over. */
async function move(page, code) {
  const { ply } = page.at;
  page.app.move(code);
  await page.ply(ply + 1);
}

async function begin(setup) {
  const page = await host.page();
  await page.start(setup);
  return page;
}

/** The discs of a column from the bottom, as a text. */
function column({ board, cells }, x) {
  const rows = Array.from({ length: board.height }, (_, y) => cells[(board.height - 1 - y) * board.width + x]);
  return rows.map((cell) => 'ry.'[cell]).join('').replace(/\.+$/, '');
}

test('the standard game never loads the variants', async () => {
  const page = await begin({});
  await page.play('44');
  assert.equal(page.at.variant, undefined);
  assert.equal(page.workers.some(({ sent }) => sent.some(({ help }) => help === 'variants')), false);
});

test('a pop takes the disc out, and the others fall', async () => {
  const page = await begin({ variant: 'popout' });
  await page.play('44');
  await move(page, POP + 3);
  assert.equal(column(page.at, 3), 'y');
  assert.equal(page.at.notation, '7x6-popout:44-4');
  assert.equal(page.at.turn, 1);
});

test('a press pops only after Pop was chosen, and only once', async () => {
  const page = await begin({ variant: 'popout' });
  await page.play('4455');
  page.app.choose('pop');
  assert.equal(page.app.action.peek(), 'pop');
  page.app.drop(3);
  await page.ply(5);
  assert.equal(column(page.at, 3), 'y');
  assert.equal(page.app.action.peek(), 'drop');
  page.app.drop(3);
  await page.ply(6);
  assert.equal(column(page.at, 3), 'yy');
});

test('the same choice again takes it back, and so does Undo', async () => {
  const page = await begin({ variant: 'popout' });
  await page.play('44');
  page.app.choose('pop');
  page.app.choose('pop');
  assert.equal(page.app.action.peek(), 'drop');
  page.app.choose('pop');
  page.app.undo();
  await page.ply(1);
  assert.equal(page.app.action.peek(), 'drop');
});

test('nothing can be chosen that no rule offers', async () => {
  const page = await begin({ variant: 'popout' });
  page.app.choose('pop'); // the board is empty
  assert.equal(page.app.action.peek(), 'drop');
  page.app.choose('anvil');
  assert.equal(page.app.action.peek(), 'drop');
});

test("popping the other side's disc is refused with the reason", async () => {
  const page = await begin({ variant: 'popout' });
  await page.play('445');
  page.app.choose('pop');
  assert.equal(page.app.action.peek(), 'drop'); // yellow has none at the bottom
  await page.play('6');
  page.app.choose('pop');
  page.app.drop(5);
  await page.hears('message.refused');
  assert.equal(page.messageText, 'The column has no disc of the right colour at its bottom.');
  assert.equal(page.at.ply, 4);
  assert.deepEqual(page.scene.refused, [5]);
});

test('a full column is refused as ever', async () => {
  const page = await begin({ variant: 'misere' });
  await page.play('111111');
  page.app.drop(0);
  await page.hears('message.full');
});

test('undo and redo go back and forth over pops', async () => {
  const page = await begin({ variant: 'popout' });
  await page.play('44');
  await move(page, POP + 3);
  page.app.undo();
  await page.ply(2);
  assert.equal(column(page.at, 3), 'ry');
  page.app.redo();
  await page.ply(3);
  assert.equal(column(page.at, 3), 'y');
  page.app.seek(1);
  await page.phase('replay');
  assert.equal(column(page.at, 3), 'r');
});

test('the scene learns which move led to the position, and back', async () => {
  const page = await begin({ variant: 'popout' });
  await page.play('44');
  await move(page, POP + 3);
  const steps = () => page.scene.shown.map(({ step }) => step).filter(Boolean);
  assert.deepEqual([steps().at(-1).action, steps().at(-1).column, steps().at(-1).isBack], ['pop', 3, false]);
  page.app.undo();
  await page.ply(2);
  assert.equal(page.scene.shown.at(-1).step?.isBack ?? steps().at(-1).isBack, true);
});

test('a link opens a game of a variant, and the game gives the link', async () => {
  const page = await host.page({ address: 'http://fourfall.example/#popout:44-4' });
  await page.phase('turn');
  assert.equal(column(page.at, 3), 'y');
  assert.equal(page.app.shareLink(), 'http://fourfall.example/#7x6-popout:44-4');
  assert.equal(page.app.setup.peek().variant, 'popout');
  assert.equal(page.app.exportNotation(), '7x6-popout:44-4');
});

test('pasted games of variants keep their hyphens, also as dashes', async () => {
  const page = await host.page();
  await page.openGame('popout: 44 –4');
  assert.equal(page.at.notation, '7x6-popout:44-4');
  const wrong = await page.app.open('popout:44-5');
  assert.equal(wrong.key, 'message.badText');
  assert.equal(wrong.args.at, 10);
});

test('a mistyped variant is refused with an example of a game', async () => {
  const page = await host.page();
  for (const text of ['popin:44', 'PopOut:44', 'popout-7x6:4']) assert.match((await page.app.open(text)).args.text, /^A game reads like 4453, popout:44-4 or/, text);
});

test('a game without a variant opens afterwards', async () => {
  const page = await host.page();
  await page.openGame('turn:11>');
  assert.equal(page.at.board.name, '6x7');
  await page.openGame('44-5');
  assert.equal(page.at.notation, '445');
  assert.equal(page.at.variant, undefined);
  assert.equal(page.app.setup.peek().variant, 'standard');
});

test('misère: whoever completes a line loses', async () => {
  const page = await begin({ variant: 'misere' });
  await page.play('1213141');
  assert.equal(page.app.phase.peek(), 'over');
  assert.equal(page.at.winner, 1);
  assert.equal(page.app.tally.peek().first + page.app.tally.peek().second, 1);
});

test('cylinder: a line runs on at the other edge', async () => {
  const page = await begin({ variant: 'cylinder' });
  await page.play('6677112');
  assert.equal(page.at.winner, 0);
  assert.equal(page.at.lines.length, 1);
});

test('five begins with full outer columns on its own board', async () => {
  const page = await begin({ variant: 'five', board: '9x6c5' });
  assert.equal(column(page.at, 0), 'ryryry');
  assert.equal(column(page.at, 8), 'yryryr');
  assert.equal(page.at.ply, 0);
});

test('five is refused on a board that does not suit it', async () => {
  const page = await host.page();
  page.app.start({ mode: 'two', board: '7x6', variant: 'five' });
  await page.hears('message.badBoard');
  assert.match(page.messageText, /connects 5/);
});

test('a wall has a second disc of the same side, which may not win', async () => {
  const page = await begin({ variant: 'powerup' });
  page.app.choose('wall');
  page.app.drop(0);
  await page.ply(1);
  assert.equal(page.at.turn, 0);
  assert.equal(page.at.variant.task, 'quiet');
  assert.deepEqual(page.at.variant.powers, [['anvil', 'bomb', 'double'], ['anvil', 'bomb', 'wall', 'double']]);
  await page.play('2');
  assert.equal(page.at.turn, 1);
});

test('a bomb makes the next press a pop of the other side', async () => {
  const page = await begin({ variant: 'powerup' });
  await page.play('12');
  page.app.choose('bomb');
  page.app.drop(3);
  await page.ply(3);
  assert.equal(page.at.variant.task, 'target');
  assert.deepEqual(page.at.canDrop.map(Number), [0, 1, 0, 0, 0, 0, 0]);
  page.app.drop(1);
  await page.ply(4);
  assert.equal(column(page.at, 1), '');
  assert.equal(page.at.notation, '7x6-powerup:12@4-2');
});

test('an anvil clears its column', async () => {
  const page = await begin({ variant: 'powerup' });
  await page.play('44');
  await move(page, ANVIL + 3);
  assert.equal(column(page.at, 3), 'r');
  assert.equal(page.at.variant.specials[5 * 7 + 3], 2);
});

test('a power that is used up cannot be chosen again', async () => {
  const page = await begin({ variant: 'powerup' });
  await page.play('12');
  await move(page, WALL + 2);
  await page.play('34');
  page.app.choose('wall');
  assert.equal(page.app.action.peek(), 'drop');
  page.app.move(BOMB + 3);
  await page.ply(6);
});

test('the board is turned, and turned back by undo', async () => {
  const page = await begin({ variant: 'turn' });
  await page.play('11');
  await move(page, TURN_RIGHT);
  assert.equal(page.at.board.name, '6x7');
  assert.deepEqual(page.at.variant.turns, [1, 2]);
  page.app.undo();
  await page.ply(2);
  assert.equal(page.at.board.name, '7x6');
});

test('a saved game of a variant is continued with its rules', async () => {
  const page = await begin({ variant: 'turn' });
  await page.play('11');
  await move(page, TURN_LEFT);
  page.app.leave();
  const [game] = page.app.saved.peek();
  assert.equal(game.board, '6x7');
  page.app.resumeSaved(game.id);
  await page.phase('turn');
  assert.equal(page.at.notation, '7x6-turn:11<');
  assert.equal(page.app.setup.peek().board, '7x6');
  for (let i = 0; i < 12; i++) await new Promise(setImmediate); // the history notes the game
  const again = await page.reload();
  await again.phase('turn');
  assert.equal(again.at.notation, '7x6-turn:11<');
});

test('pop ten: a press fills the lowest row, then pops; kept discs are counted', async () => {
  const page = await host.page();
  await page.openGame('4x5-popten:12341234123412341234');
  page.app.drop(0);
  await page.ply(21);
  assert.deepEqual(page.at.variant.kept, [1, 0]);
  assert.equal(page.at.turn, 0);
});

test('a swap changes the colours of the seats, and undo changes them back', async () => {
  const page = await begin({ pie: true, first: 'you' });
  assert.equal(page.app.firstSeat.peek(), 0);
  await page.play('4');
  await move(page, SWAP);
  assert.equal(page.app.firstSeat.peek(), 1);
  assert.equal(page.at.turn, 1);
  assert.equal(page.turnText, "Player 1's Turn");
  page.app.undo();
  await page.ply(1);
  assert.equal(page.app.firstSeat.peek(), 0);
  assert.equal(page.turnText, "Player 2's Turn");
});

test('after the person has swapped, the computer goes on as yellow, and undo leads back to the swap', async () => {
  const page = await begin({ mode: 'cpu', level: 'easy', pie: true, first: 'cpu' });
  await page.phase('turn');
  assert.equal(page.app.you.peek(), 1);
  page.app.move(SWAP);
  await until(page.app.snapshot, ({ ply }) => ply === 3, "the computer's move");
  await page.phase('turn');
  assert.equal(page.app.you.peek(), 0);
  assert.equal(page.at.turn, 0);
  const asked = page.requests('choose').length;
  page.app.undo();
  await page.ply(1);
  await page.phase('turn');
  assert.deepEqual([page.app.you.peek(), page.requests('choose').length], [1, asked]);
});

for (const variant of ['popout', 'powerup', 'misere', 'cylinder', 'turn', 'popten', 'five']) {
  test(`the computer plays ${variant}`, async () => {
    const page = await begin({ mode: 'cpu', level: 'easy', variant, board: variant === 'five' ? '9x6c5' : '7x6', first: 'cpu' });
    await until(page.app.snapshot, ({ ply, turn }) => ply > 0 && turn === page.app.you.peek(), "the computer's move");
    await page.phase('turn');
  });
}

test('hints and threats are those of the variant', async () => {
  const page = await host.page({ settings: { threats: true } });
  await page.openGame('cylinder:6677113');
  await until(page.app.threats, (threats) => threats.some(({ cell, player }) => cell === 36 && player === 0), 'the threat across the edge');
  await page.openGame('cylinder:66771144');
  page.app.askHint();
  await page.hears('message.hint');
});

/** The network is cut until the returned function is called. */
function cut(page) {
  const { files } = page.core;
  const { variants } = files;
  files.variants = new URL('missing', 'http://127.0.0.1:1/');
  return () => (files.variants = variants);
}

/** What needed the rules is done again when the person asks for it. */
async function retry(page, mend) {
  await page.hears('message.noVariant');
  assert.ok(page.app.retry.peek());
  page.app.tryLoading(true);
  await page.hears('message.noVariant'); // still cut
  mend();
  page.app.tryLoading(true);
}

test('a game whose rules cannot be loaded is offered again, and the game on the board goes on', async () => {
  const page = await begin({});
  await page.play('44');
  const mend = cut(page);
  page.app.start({ variant: 'popout' });
  await page.hears('message.noVariant');
  assert.equal(page.messageText, 'The rules of this variant could not be loaded. Are you offline?');
  assert.equal(page.at.notation, '44');
  await page.play('4');
  page.app.start({ variant: 'popout' });
  await retry(page, mend);
  await until(page.app.snapshot, (at) => at.notation === '7x6-popout:', 'the game');
  assert.equal(page.app.retry.peek(), null);
  page.app.leave();
  assert.deepEqual(page.app.saved.peek().map(({ text }) => text), ['444']);
});

test('what is no longer wanted is not offered any more', async () => {
  const page = await begin({});
  cut(page);
  page.app.start({ variant: 'popout' });
  await page.hears('message.noVariant');
  await page.start();
  assert.equal(page.app.retry.peek(), null);
  page.app.start({ variant: 'popout' });
  await page.hears('message.noVariant');
  page.app.tryLoading(false);
  assert.equal(page.app.retry.peek(), null);
});

test('rules that cannot be loaded are not chosen, until they are there', async () => {
  const page = await host.page();
  const mend = cut(page);
  assert.equal(await page.app.prepare({ variant: 'popout' }), null);
  assert.equal(page.app.setup.peek().variant, 'standard');
  await retry(page, mend);
  await until(page.app.setup, ({ variant }) => variant === 'popout', 'the rules');
});

test('a link and a saved game are opened when their rules are there', async () => {
  const before = await begin({ variant: 'popout' });
  await before.play('44');
  before.app.leave();
  await before.app.prepare({ variant: 'standard' });
  const page = await before.reload();
  const mend = cut(page);
  const wrong = await page.app.open('popout:44-4');
  assert.deepEqual([wrong.key, page.app.phase.peek()], ['message.noVariant', 'welcome']);
  const [game] = page.app.saved.peek();
  page.app.resumeSaved(game.id);
  await retry(page, mend);
  await until(page.app.snapshot, (at) => at.notation === '7x6-popout:44', 'the game');
});

test('without a network undo, a review, hints and the computer go on', async () => {
  const page = await begin({ mode: 'cpu', level: 'easy', variant: 'popout', first: 'you' });
  cut(page);
  globalThis.fetch = Object.assign(() => Promise.reject(new TypeError('no network')), { own: globalThis.fetch });
  try {
    page.app.drop(3);
    await page.ply(2);
    page.app.startReview();
    await page.hears('message.reviewReady');
    page.app.askHint();
    await until(page.app.hint, (hint) => hint !== null, 'a hint');
    page.app.undo();
    await page.ply(0);
  } finally {
    globalThis.fetch = globalThis.fetch.own;
  }
});
