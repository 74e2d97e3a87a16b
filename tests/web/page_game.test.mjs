// The course of a game (web/src/app/game.ts, tallies.ts, replay.ts) on the real core, without a browser: two people, discs
// that fall, boards of every kind, looking back, and what the next visit remembers.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { bundle } from './bundle.mjs';
import { usePages } from './page_host.mjs';
import { until } from './until.mjs';
import { FakeClock } from './window.mjs';

const host = await usePages();

/** No line for anybody in 42 moves. */
const DRAW = '121212212121343434434343565656656565777777';

describe('two people', () => {
  let page;
  beforeEach(async () => {
    page = await host.page();
  });
  const tally = () => page.app.tally.peek();

  for (const [direction, moves, line] of [
    ['across', '1122334', [35, 36, 37, 38]],
    ['upwards', '1212121', [14, 21, 28, 35]],
    ['on the rising diagonal', '12233434474', [17, 23, 29, 35]],
    ['on the falling diagonal', '76655454414', [17, 25, 33, 41]],
  ])
    test(`win ${direction}, and the game is counted`, async () => {
      await page.start();
      assert.equal(page.turnText, 'Player 1 begins');
      await page.play(moves[0]);
      assert.equal(page.turnText, "Player 2's Turn");
      await page.play(moves.slice(1));
      assert.deepEqual([page.app.phase.peek(), page.at.winner, page.turnText], ['over', 0, 'Player 1 Wins!']);
      assert.deepEqual(page.at.lines.map((cells) => [...cells].sort((a, b) => a - b)), [line]);
      assert.deepEqual(tally(), { first: 1, second: 0, draws: 0, streak: 1 });
      page.app.restart();
      await page.phase('turn');
      assert.deepEqual([page.at.ply, tally().first, page.turnText], [0, 1, 'Player 2 begins']);
    });

  test('hear of each column what is in it and where a disc lands', async () => {
    const { columnName } = await bundle('ui/texts/names.ts');
    const names = () => [0, 2, 3].map((column) => columnName(page.app, column));
    await page.openGame('4434444');
    assert.deepEqual(names(), ['Column 1: empty, lands in row 1', 'Column 3: 1 disc, red on top, lands in row 2', 'Column 4: full, red on top']);
    page.app.change({ language: 'de' });
    assert.deepEqual(names(), ['Spalte 1: leer, landet in Zeile 1', 'Spalte 3: 1 Scheibe, oben Rot, landet in Zeile 2', 'Spalte 4: voll, oben Rot']);
    await page.openGame('1122334');
    page.app.change({ language: 'en' });
    assert.equal(columnName(page.app, 0), 'Column 1: 2 discs, yellow on top', 'after the end no disc lands');
  });

  test('fill the board: a draw, and not before the last disc', async () => {
    await page.openGame(DRAW.slice(0, 40));
    for (const [i, letter] of [...DRAW.slice(40)].entries()) {
      assert.equal(page.turnText, `Player ${1 + i}'s Turn`);
      assert.deepEqual(tally(), { first: 0, second: 0, draws: 0, streak: 0 });
      await page.play(letter);
    }
    assert.deepEqual([page.app.phase.peek(), page.at.status, page.turnText], ['over', 'draw', "It's a Draw!"]);
    assert.deepEqual(tally(), { first: 0, second: 0, draws: 1, streak: 0 });
  });

  test('are refused a full column, which shakes, and nothing is lost', async () => {
    await page.openGame('444444');
    page.app.drop(3);
    assert.equal(page.messageText, 'Column 4 is full.');
    assert.equal(page.app.message.peek().kind, 'refusal');
    assert.deepEqual([page.scene.refused, page.at.notation], [[3], '444444']);
    await page.play('1');
  });

  test('are refused a move after the end', async () => {
    await page.openGame('1122334');
    page.app.drop(0);
    assert.deepEqual([page.said.at(-1), page.at.ply, page.scene.refused], ['message.over', 7, [0]]);
  });

  test('take moves back and do them again; a new move ends the old future', async () => {
    await page.openGame('4453');
    for (const left of [3, 2]) {
      page.app.undo();
      await page.ply(left);
    }
    page.app.redo();
    await page.ply(3);
    await page.play('7');
    assert.deepEqual([page.at.notation, page.at.moves], ['4457', [3, 3, 4, 6]]);
    page.app.redo();
    assert.equal(page.messageText, 'Nothing to redo.');
    for (const left of [3, 2, 1, 0]) {
      page.app.undo();
      await page.ply(left);
    }
    page.app.undo();
    assert.deepEqual([page.messageText, page.app.message.peek().kind], ['Nothing to undo.', 'refusal']);
  });

  test('count a game once, however often its last move is taken back', async () => {
    await page.openGame('112233');
    await page.play('4');
    for (let i = 0; i < 2; i++) {
      page.app.undo();
      await page.ply(6);
      assert.equal(tally().first, 0);
      page.app.redo();
      await page.ply(7);
      assert.equal(tally().first, 1);
    }
  });

  test('find the running game and the score again after a reload, and may still take moves back', async () => {
    await page.openGame('112233');
    await page.play('4');
    await page.start();
    await page.play('4453');
    const again = await page.reload();
    assert.deepEqual([again.at.notation, again.app.phase.peek(), again.app.tally.peek().first], ['4453', 'turn', 1]);
    again.app.undo();
    await again.ply(3);
  });

  test('lose no move by looking back before a reload', async () => {
    await page.openGame('4453');
    page.app.seek(1);
    await page.phase('replay');
    const again = await page.reload();
    assert.equal(again.at.notation, '4453');
  });

  test('do not find a finished game running again after looking back at it', async () => {
    await page.openGame('1122334');
    page.app.seek(3);
    await page.phase('replay');
    const again = await page.reload();
    assert.equal(again.app.phase.peek(), 'welcome');
  });

  test('leave a game: the next visit begins at the welcome screen', async () => {
    await page.openGame('4453');
    page.app.leave();
    assert.equal(page.app.phase.peek(), 'welcome');
    assert.equal((await page.reload()).app.phase.peek(), 'welcome');
  });

  for (const [board, moves] of [['4x4', '1212121'], ['12x12', 'aabbccd'], ['3x3c3', '11223'], ['9x7c5', '112233445'], ['5x5x5', 'abababa']])
    test(`play ${board} to its end, with a score of its own`, async () => {
      await page.start({ board });
      await page.play(moves.slice(0, -1));
      assert.equal(page.at.status, 'playing');
      await page.play(moves.at(-1));
      assert.deepEqual([page.app.phase.peek(), page.at.winner, tally().first], ['over', 0, 1]);
      await page.start();
      assert.deepEqual(tally(), { first: 0, second: 0, draws: 0, streak: 0 });
    });

  test('are refused a board that cannot be, with the reason, and the game goes on', async () => {
    await page.start();
    await page.play('44');
    page.app.start({ board: '13x6' });
    await page.hears('message.badBoard');
    assert.match(page.messageText, /between 1 and 12/);
    assert.deepEqual([page.at.notation, page.app.phase.peek()], ['44', 'turn']);
    await page.play('4');
  });
});

describe('a disc that falls', () => {
  let page;
  let clock;
  beforeEach(async () => {
    clock = new FakeClock();
    page = await host.page({ settings: { motion: 'full' }, clock });
    await page.start();
    page.scene.holds = true;
  });
  const falls = (ply) => until(page.app.snapshot, (at) => at.ply === ply, 'a falling disc');

  test('holds the turn until it has landed', async () => {
    page.app.drop(3);
    await falls(1);
    assert.equal(page.app.phase.peek(), 'moving');
    page.app.drop(4);
    page.scene.land();
    await page.phase('turn');
    assert.equal(page.at.notation, '4');
  });

  test('takes the turn with it: two drops at once are one move', async () => {
    page.app.drop(3);
    page.app.drop(4);
    await falls(1);
    page.scene.land();
    await page.phase('turn');
    assert.equal(page.at.notation, '4');
  });

  test('whose landing is never reported lands after a second and a half', async () => {
    page.app.drop(3);
    await falls(1);
    await clock.advance(1499);
    assert.equal(page.app.phase.peek(), 'moving');
    await clock.advance(1);
    assert.equal(page.app.phase.peek(), 'turn');
  });

  test('is void when a new game begins before the core has answered', async () => {
    const plies = [];
    page.app.snapshot.subscribe(({ ply }) => plies.push(ply));
    page.app.drop(3);
    page.app.restart();
    await until(page.app.snapshot, () => plies.length === 2, 'the new game');
    await page.phase('turn');
    assert.deepEqual(plies, [0, 0]);
  });

  test('is void when a new game begins while it falls', async () => {
    page.app.drop(3);
    await falls(1);
    page.app.start({ board: '4x4' });
    await page.phase('turn');
    page.scene.land();
    await clock.advance(5000);
    assert.deepEqual([page.at.board.name, page.at.ply, page.app.phase.peek()], ['4x4', 0, 'turn']);
    page.app.drop(0);
    await falls(1);
    page.scene.land();
    await page.phase('turn');
    assert.equal(page.at.notation, '4x4:1');
  });

  test('can be taken back while it falls', async () => {
    page.app.drop(3);
    await falls(1);
    page.app.undo();
    await falls(0);
    await page.phase('turn');
    page.scene.land();
    await clock.advance(5000);
    assert.deepEqual([page.at.ply, page.app.phase.peek()], [0, 'turn']);
  });

  test('does not end a look back that began while it fell', async () => {
    page.app.drop(3);
    await falls(1);
    page.app.seek(0);
    await page.phase('replay');
    page.scene.land();
    await clock.advance(5000);
    assert.deepEqual([page.at.ply, page.app.phase.peek()], [0, 'replay']);
  });

  test('wins when it has landed, not before', async () => {
    page.scene.holds = false;
    await page.openGame('112233');
    page.scene.holds = true;
    page.app.drop(3);
    await falls(7);
    assert.equal(page.app.phase.peek(), 'moving');
    page.scene.land();
    await page.phase('over');
  });
});

describe('looking back', () => {
  let page;
  let clock;
  beforeEach(async () => {
    clock = new FakeClock();
    page = await host.page({ clock });
  });
  const seek = async (ply, phase = 'replay') => {
    page.app.seek(ply);
    await until(page.app.snapshot, (at) => at.ply === ply, `ply ${ply}`);
    await page.phase(phase);
  };

  test('shows any moment; no disc can be dropped there', async () => {
    await page.openGame('4453');
    await seek(1);
    assert.deepEqual([page.turnText, page.at.cells.filter((cell) => cell !== 2).length], ['Move 1 of 4', 1]);
    page.app.drop(0);
    assert.deepEqual([page.said.at(-1), page.at.ply], ['message.replay', 1]);
    await seek(0);
    await seek(4, 'turn');
    assert.equal(page.turnText, "Player 1's Turn");
  });

  test('stays within the game', async () => {
    await page.openGame('4453');
    page.app.seek(99);
    await page.phase('turn');
    page.app.seek(-3);
    await until(page.app.snapshot, ({ ply }) => ply === 0, 'the beginning');
  });

  test('plays the game by itself, a move in 0.9 s, and stops at its end without counting it', async () => {
    await page.openGame('1122334');
    const before = page.app.tally.peek();
    await seek(5);
    page.app.play();
    for (const ply of [6, 7]) {
      await clock.timer();
      await clock.advance(899);
      assert.equal(page.at.ply, ply - 1);
      await clock.advance(1);
      await until(page.app.snapshot, (at) => at.ply === ply, `ply ${ply}`);
    }
    await clock.timer();
    await clock.advance(900);
    assert.deepEqual([page.app.isPlaying.peek(), page.app.phase.peek(), page.app.tally.peek()], [false, 'over', before]);
  });

  test('begins at the beginning when it is played from the end, and a second call pauses it', async () => {
    await page.openGame(DRAW);
    page.app.play();
    await clock.timer();
    assert.equal(page.at.ply, 0);
    await clock.advance(900);
    await until(page.app.snapshot, ({ ply }) => ply === 1, 'the first move');
    await clock.timer();
    page.app.play();
    await clock.advance(5000);
    assert.deepEqual([page.app.isPlaying.peek(), page.at.ply, page.app.phase.peek()], [false, 1, 'replay']);
  });

  test('ends when another game begins', async () => {
    await page.openGame(DRAW);
    page.app.play();
    await clock.timer();
    await page.start();
    await clock.advance(5000);
    assert.deepEqual([page.app.isPlaying.peek(), page.at.ply, page.app.phase.peek()], [false, 0, 'turn']);
  });

  test('gives a second try at a game that is over, which is not counted again', async () => {
    await page.openGame('112233');
    await page.play('4');
    await seek(6);
    page.app.continueFromHere();
    await page.phase('turn');
    await page.play('4');
    assert.deepEqual([page.app.phase.peek(), page.app.tally.peek().first], ['over', 1]);
  });

  test('goes on from an earlier moment; the later moves are given up', async () => {
    await page.openGame('1122334');
    await seek(6);
    page.app.continueFromHere();
    await page.phase('turn');
    await page.play('7');
    assert.deepEqual([page.at.notation, page.at.moves.length], ['1122337', 7]);
  });
});

describe('a link', () => {
  test('opens its position, and the address forgets it once the game goes on', async () => {
    const page = await host.page({ address: 'http://fourfall.example/?debug#7x6:4453' });
    assert.deepEqual([page.at.notation, page.app.setup.peek().mode, page.app.phase.peek()], ['4453', 'two', 'turn']);
    await page.play('1');
    assert.equal(page.window.history.entry.url.hash, '');
    assert.equal((await page.reload()).at.notation, '44531');
  });

  test('that is no game is refused with its place, and the welcome screen stays', async () => {
    const page = await host.page({ address: 'http://fourfall.example/#7x6:44x53' });
    assert.match(page.messageText, /^Not a game: .+ \(character \d+\)\.$/);
    const { location } = page.window.globals();
    for (const hash of ['#7x6:8', '#nonsense', '#7x6:4444444', '#99x99:1', '#5x5x5:zz', `#7x6:${'1'.repeat(9000)}`]) {
      const { id } = page.app.message.peek();
      location.hash = hash;
      await until(page.app.message, (message) => message.id > id, `a refusal of ${hash}`);
      assert.equal(page.app.phase.peek(), 'welcome');
    }
    location.hash = '#%E0%A4%A'; // not even text: ignored
    location.hash = '#5x5x5:mmgh';
    await page.phase('turn');
    assert.equal(page.at.notation, '5x5x5:mmgh');
  });

  for (const [text, at] of [['449', 3], ['4-4-9', 5], ['  4, 4,\n9', 9], ['7x6: 4 4 9', 10], ['https://fourfall.example/#7x6:4-4-9', 35], ['4444444', 7], ['4 4 4 4 4 4 4', 13]])
    test(`in ${JSON.stringify(text)} the fault is at character ${at} of the text as it was pasted`, async () => {
      const page = await host.page();
      const wrong = await page.app.open(text);
      assert.deepEqual([wrong.key, wrong.args.at], ['message.badText', at]);
    });

  for (const text of ['4-3-2', '4 3 2', '4,3, 2', '4\n3\n2', '4\u20133\u20132', 'https://fourfall.example/#7x6:4-3-2'])
    test(`${JSON.stringify(text)} is read as the moves 432`, async () => {
      const page = await host.page();
      assert.equal(await page.app.open(text), null);
      assert.equal(page.at.notation, '432');
    });

  test('that is saved as JSON or as a picture has the names in the language of the page', async () => {
    const page = await host.page({ settings: { language: 'de' } });
    const names = async () => JSON.parse(await page.app.exportJson()).players.map(({ name }) => name);
    await page.openGame('44');
    assert.deepEqual(await names(), ['Spieler 1', 'Spieler 2']);
    assert.match(await page.app.exportSvg(), /Spieler 1/);
    page.app.playOn({ mode: 'cpu', you: 0, level: 'hard' });
    await until(page.app.you, (you) => you === 0, 'a seat');
    assert.deepEqual(await names(), ['Ich', 'Computer (Schwer)']);
    page.app.change({ language: 'en' });
    assert.deepEqual(await names(), ['Me', 'Computer (Hard)']);
  });

  for (const game of ['', '4453', '1122334', '5x5x5:mmgh', '9x7c5:1122', '12x12:abcl'])
    test(`of ${game || 'the empty board'}, its notation and its JSON give the same game back`, async () => {
      const page = await host.page();
      const facts = () => {
        const { board, cells, status, turn, winner, lines, notation } = page.at;
        return { board, cells, status, turn, winner, lines, notation };
      };
      await page.openGame(game);
      const before = facts();
      const { app } = page;
      for (const text of [await app.exportJson(), app.exportNotation(), app.shareLink()]) {
        await page.openGame('7');
        await page.openGame(text);
        assert.deepEqual(facts(), before);
      }
    });

  for (const text of ['4-4-5-3', '4, 4, 5, 3', ' 4 4\n5 3 ', '4\u20134\u22125,3', '7x6: 4 4 5 3', 'https://example.org/#7x6:4-4-5-3'])
    test(`is read with what people write between moves: ${JSON.stringify(text)}`, async () => {
      const page = await host.page();
      await page.openGame(text);
      assert.equal(page.at.notation, '4453');
      await page.openGame(await page.app.exportJson());
      assert.equal(page.at.notation, '4453', 'JSON stays as it is');
    });

  test('is found in pasted text; what is no game is refused, and nothing is lost', async () => {
    const page = await host.page();
    await page.openGame(' https://example.org/play/?debug#7x6:4453\n');
    assert.equal(page.at.notation, '4453');
    for (const [text, key, at] of [['449', 'message.badText', 3], ['{"board":', 'message.badText', 2], ['<svg/>', 'message.badText', 1]]) {
      const wrong = await page.app.open(text);
      assert.deepEqual([wrong.key, wrong.args.at, page.at.notation], [key, at, '4453']);
    }
    await page.play('1');
  });
});

describe('a game whose first moves are unknown', () => {
  /** Red wins in column 4: three discs in a row, as a state without its moves. */
  const text = async (page) => {
    await page.openGame('112233');
    const state = JSON.parse(await page.app.exportJson());
    delete state.metadata.moves;
    delete state.metadata.lastMove;
    return JSON.stringify(state);
  };
  let page;
  beforeEach(async () => {
    page = await host.page();
    await page.openGame(await text(page));
    assert.deepEqual([page.at.ply, page.at.first, page.at.board.name, page.at.notation], [6, 6, '7x6', '']);
  });

  test('gets scores and hints of its own position', async () => {
    page.app.change({ scores: true });
    const { scores } = await until(page.app.analysis, (found) => found !== null, 'scores');
    assert.equal(scores[3], 18);
    page.app.change({ scores: false });
    page.app.askHint();
    await page.hears('message.hint');
    assert.equal(page.app.hint.peek().column, 3);
  });

  test('gets new scores after a move', async () => {
    page.app.change({ scores: true });
    const first = await until(page.app.analysis, (found) => found !== null, 'scores');
    await page.play('5');
    const second = await until(page.app.analysis, (found) => found !== null && found !== first, 'new scores');
    assert.equal(second.ply, 7);
  });

  test('is there again after a reload', async () => {
    await page.play('7');
    const again = await page.reload();
    assert.deepEqual([again.at.cells, again.app.phase.peek()], [page.at.cells, 'turn']);
    await again.play('4');
  });

  test('has no review, no notation and no link, and says so', async () => {
    page.app.startReview();
    await page.hears('message.noReview');
    assert.match(page.messageText, /The first moves of this game are not known/);
    assert.deepEqual([page.app.exportNotation(), page.app.shareLink()], ['', '']);
  });
});

test('settings of an older visit are kept, and new ones begin with their defaults; nonsense is ignored', async () => {
  const page = await host.page({ settings: { theme: 'classic', marks: false, quality: 'medium', finish: 'wood' } });
  const { theme, marks, quality, finish, lens } = page.app.settings.peek();
  assert.deepEqual({ theme, marks, quality, finish, lens }, { theme: 'classic', marks: false, quality: 'medium', finish: 'plastic', lens: 'normal' });
  page.app.change({ finish: 'metal', lens: 'wide' });
  const again = await page.reload();
  const after = again.app.settings.peek();
  assert.deepEqual([after.finish, after.lens, after.theme], ['metal', 'wide', 'classic']);
});
