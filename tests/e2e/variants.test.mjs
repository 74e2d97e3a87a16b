// Variants in the program: the terminal game, state, svg, perft, analyse and review. The rules themselves are tested in
// tests/conformance. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { UNIVERSAL, openTerminal, press, screenText, shows, type, until, useTerminals } from './terminal.mjs';

const PROGRAM = process.env.FOURFALL ?? fileURLToPath(new URL('../../build/fourfall', import.meta.url));
const DEADLINE_MS = 120_000;
const BAD_INPUT = 1;
const BAD_USAGE = 2;
const VARIANTS = ['popout', 'powerup', 'five', 'popten', 'misere', 'cylinder', 'turn'];

function run(args, input = '') {
  const { stdout, stderr, status, error } = spawnSync(PROGRAM, args, { input, encoding: 'utf8', env: UNIVERSAL, timeout: DEADLINE_MS });
  assert.equal(error, undefined, args.join(' '));
  return { out: stdout, err: stderr, status };
}

function output(args, input) {
  const { out, err, status } = run(args, input);
  assert.deepEqual({ err, status }, { err: '', status: 0 }, args.join(' '));
  return out;
}

const lastLines = (text, count) => text.trimEnd().split('\n').slice(-count);

describe('a game is named', () => {
  test('by options or in notation, which is the same', () => {
    for (const variant of VARIANTS) {
      assert.equal(output(['state', '--variant', variant, '--pie']), output(['state', `${variant}-pie:`]), variant);
      assert.equal(output(['svg', '--variant', variant]), output(['svg', `${variant}:`]), variant);
    }
    assert.match(output(['state', '--board', 'cube', '--variant', 'popout', 'mm-m']), /^Moves: 5x5x5-popout:mm-m$/m);
    assert.match(output(['state', '--variant', 'popout', '9x7:44']), /^Moves: 9x7-popout:44$/m);
    assert.match(output(['state', '--variant', 'standard', '44']), /^Open columns: /m);
  });

  for (const [what, args, status, says] of [
    ['a variant that does not exist', ['--variant', 'popin'], BAD_USAGE, "--variant 'popin': There is no such variant (see --help)"],
    ['two different variants', ['--variant', 'turn', 'popout:44'], BAD_INPUT, "'popout:44' names another variant than --variant"],
    ['two different boards', ['--board', '9x7', '7x6-popout:44'], BAD_INPUT, "'7x6-popout:44' names another board than --board"],
    ['a board that makes no sense', ['--board', '7x6', '--variant', 'five'], BAD_USAGE, 'five cannot be played on 7x6: Five needs a flat board that connects 5 and has at least 3 columns'],
    ['the cube for five', ['--board', 'cube', '--variant', 'five'], BAD_USAGE, 'five cannot be played on 5x5x5: Five needs a flat board that connects 5 and has at least 3 columns'],
    ['a sign without its column', ['popout:44-'], BAD_INPUT, "character 3 ('-'): This character names no column of the board"],
    ['a disc of the other colour', ['popout:44-4-4-4'], BAD_INPUT, "character 7 ('-'): The column has no disc of the right colour at its bottom"],
    ['a sign of another variant', ['popout:4<'], BAD_INPUT, "character 2 ('<'): This variant has no such move"],
    ['a swap without the option', ['popout:4~'], BAD_INPUT, "character 2 ('~'): This variant has no such move"],
  ]) {
    test(`${what} is refused with the reason`, () => {
      for (const command of ['state', 'svg', 'play', 'analyse', 'review'])
        assert.deepEqual(run([command, ...args]), { out: '', err: `fourfall: ${says}\n`, status }, command);
    });
  }
});

describe('state, svg and perft', () => {
  test('state shows special discs, what is left, and the legal moves', () => {
    const text = output(['state', 'powerup:12@4']);
    assert.match(text, /^\| X  O  \.  X@ \.  \.  \. \|$/m);
    assert.deepEqual(lastLines(text, 4), ["Player 1's Turn", 'Powers left: Red _=+, Yellow _@=+', 'Moves: 7x6-powerup:12@4', 'Legal moves: -2']);
    assert.match(output(['state', 'turn:11>']), /^\+-{18}\+$/m, 'the turned board is six columns wide');
    assert.match(output(['state', 'cylinder:6677112']), /^:\[X\]\[X\] \.  \.  \. \[X\]\[X\]:$/m);
    assert.match(output(['state', '4x5-popten:12341234123412341234-1-1']), /^Discs kept: Red 2, Yellow 0$/m);
    assert.match(output(['state', 'pie:4~']), /^Sides are swapped: the first player has Yellow$/m);
  });

  test('JSON has the variant and the kind of the last move, and reads back', () => {
    const text = output(['state', '--json', 'powerup-pie:_1~12@4-1']);
    const { metadata, currentPlayerIndex } = JSON.parse(text);
    assert.deepEqual([metadata.variant, metadata.pie, metadata.size, metadata.moves], ['powerup', true, '7x6', '_1~12@4-1']);
    assert.deepEqual(metadata.lastMove, { action: 'pop', row: 5, column: 0, player: 'player-1' });
    assert.equal(currentPlayerIndex, 1);
    assert.equal(output(['state', '--read', '--json'], text), text);
    assert.match(output(['state', '--read'], text), /^Moves: 7x6-powerup-pie:_1~12@4-1$/m);
    const wrong = text.replace('"row":5', '"row":4');
    const refused = run(['state', '--read'], wrong);
    assert.match(refused.err, /^fourfall: state, byte \d+: The last move does not fit the board\n$/);
    assert.equal(refused.status, BAD_INPUT);
  });

  test('the documents of plain games have no new keys', () => {
    assert.deepEqual(Object.keys(JSON.parse(output(['state', '--json', '4453'])).metadata), ['board', 'lastMove', 'size', 'moves']);
  });

  test('a picture shows what is special', () => {
    assert.match(output(['svg', 'powerup:_1']), /<g class="anvil" transform="translate\(70 570\)">/);
    assert.match(output(['svg', 'cylinder:']), /<g class="edges"/);
    assert.match(output(['svg', 'turn:>']), /<g class="turn"/);
    assert.doesNotMatch(output(['svg', 'popout:']), /class="(strip|edges)"/);
  });

  test('perft counts pops, powers, turns and swaps, also from a position', () => {
    assert.equal(output(['perft', '--variant', 'popout', '4']), '1 7\n2 49\n3 392\n4 3087\n');
    assert.equal(output(['perft', '--variant', 'powerup', '1']), '1 28\n', 'a bomb has no target yet');
    assert.equal(output(['perft', '--variant', 'turn', '2']), '1 9\n2 79\n');
    assert.equal(output(['perft', '--pie', '2']), '1 7\n2 56\n');
    assert.equal(output(['perft', '1', 'popout:44']), '1 8\n');
    assert.equal(output(['perft', '1', '44']), '1 7\n');
  });
});

describe('analyse and review', () => {
  test('name a move by its sign and say that the search is not exact', () => {
    const text = output(['analyse', 'popout:131415']);
    assert.match(text, /not exact/);
    const json = JSON.parse(output(['analyse', '--json', '4x4c3-popout:11322114']));
    assert.deepEqual([json.variant, json.exact, json.turn], ['popout', false, 'red']);
    assert.deepEqual([json.options[0].move, json.options[0].action, json.options[0].column], ['-1', 'pop', 0], 'the pop wins at once');
    assert.deepEqual(json.options.map((o) => o.column).sort(), [0, 1, 2, 2, 3], 'three drops and two pops');
    assert.deepEqual([json.options[0].proven, json.options[0].result, json.options[0].withinPlies], [true, 'win', 1]);
  });

  test('cells that complete a line are threats, and in misere to be avoided', () => {
    assert.match(output(['analyse', 'popout:414243']), /^Red threatens 4\.4 \(now\)\nYellow has no threats$/m);
    assert.match(output(['analyse', 'misere:121314']), /^Red must avoid 1\.4 \(now\)\nYellow must avoid 5\.1 \(now\)$/m);
    assert.match(output(['analyse', 'misere:']), /^Red has no cell to avoid\nYellow has no cell to avoid$/m);
  });

  test('a review judges every move, and the one that gave the game away', () => {
    const json = JSON.parse(output(['review', '--json', 'misere:1213141']));
    assert.equal(json.judgements.length, 7);
    assert.equal(json.exact, false);
    assert.equal(json.complete, true);
    assert.match(output(['review', 'popout:44-4']), /^3\. Red -4 {2}/m);
  });

  test('a game that is over is not analysed, and one without moves not reviewed', () => {
    assert.deepEqual(run(['analyse', 'popout:1212121']), { out: '', err: 'fourfall: The game is over; fourfall review judges its moves\n', status: BAD_INPUT });
    assert.deepEqual(run(['review', 'popout:']), { out: '', err: 'fourfall: review needs the moves of a game\n', status: BAD_INPUT });
  });
});

describe('the pipe game', () => {
  const play = (args, input) => run(['play', ...args], input);

  test('takes pops, powers, turns and swaps as signs', () => {
    const { out, err, status } = play(['--variant', 'popout'], '44\n-4\nmoves\n');
    assert.deepEqual([err, status], ['', 0]);
    assert.ok(out.endsWith("Yellow's Turn\nMoves: 1 2 3 4 5 6 7 -4\n"));
    assert.match(play(['--variant', 'powerup'], '12@4\n').out, /^Red's Turn: pop a disc of Yellow\nPowers left: Red _=\+, Yellow _@=\+$/m);
    assert.match(play(['--variant', 'turn'], '11>\n').out, /^Turns left: Red 1, Yellow 2$/m);
    assert.match(play(['--pie'], '4~\n').out, /^Yellow's Turn\nSides are swapped: the first player has Yellow$/m);
  });

  test('help names the signs of the variant alone', () => {
    const help = play(['--variant', 'turn', '--pie'], 'help\n').out;
    assert.match(help, /^< {6}turns the board to the left$/m);
    assert.match(help, /^~ {6}swaps sides, in answer to the first turn$/m);
    assert.doesNotMatch(help, /pops/);
    assert.match(play(['--variant', 'popout'], 'help\n').out, /^-4 {5}pops your disc at the bottom of a column$/m);
    assert.doesNotMatch(play([], 'help\n').out, /pops|turns/);
  });

  test('plays all moves of a line or none', () => {
    const { out, err, status } = play(['--variant', 'popout'], '44-4-1\nmoves\n');
    assert.equal(err, "line 1, character 5, '-': The column has no disc of the right colour at its bottom\n");
    assert.equal(out, 'Moves: 1 2 3 4 5 6 7\n');
    assert.equal(status, BAD_INPUT);
  });

  test('undo and redo step through turns of the board', () => {
    const { out } = play(['--variant', 'turn'], '11>\nundo\nredo\nmoves\n');
    assert.ok(out.endsWith('Moves: 1 2 3 4 5 6 < >\n'));
  });

  for (const variant of VARIANTS) {
    test(`the computer plays ${variant}, says what it did, and gives a hint`, () => {
      const { out, err, status } = play(['--variant', variant, '--level', 'easy', '--first', 'cpu', '--seed', '7'], 'moves\nhint\nundo\n');
      assert.match(out, /^The computer (plays|pops|drops|turns)/);
      assert.match(out, /^Moves: \S/m);
      assert.match(out, /^Hint: \S/m);
      assert.deepEqual([err, status], ['line 3: There is no move to take back\n', BAD_INPUT]);
    });
  }

  test('the computer finishes a turn of two moves', () => {
    let replies = 0;
    for (const seed of ['1', '2', '3', '4', '5']) {
      const { out } = play(['--variant', 'powerup', '--level', 'random', '--seed', seed], '1\n');
      assert.match(out, /^Red's Turn$/m, out);
      replies += out.match(/^The computer /gm).length;
    }
    assert.ok(replies > 5, `${replies} moves in five turns`);
  });

  test('the computer may swap, and then plays the other side', () => {
    const { out } = play(['--pie', '--level', 'random', '--seed', '3'], '4\n3\n');
    assert.match(out, /^The computer swaps sides$/m);
    assert.match(out, /^Yellow's Turn\nSides are swapped/m, 'the person goes on with Yellow');
    assert.match(out, /^Yellow's Turn\nSides are swapped[^]+^The computer plays column \d$/m);
  });
});

describe('the screen game', () => {
  useTerminals();

  const openGame = (args, rows = 24) => openTerminal([PROGRAM, 'play', ...args], { columns: 70, rows });
  const movesAre = (moves) => shows(new RegExp(`Moves: ${moves}$`, 'm'));

  test('a pop needs its sign and then a column: nobody pops by mistake', async () => {
    openGame(['--variant', 'popout']);
    await shows("Red's Turn", '- pop');
    type('44');
    await movesAre('7x6-popout:44');
    type('-');
    await shows('Pop which column? (- takes it back)', '-●');
    type('-');
    await until(() => !screenText().includes('Pop which'));
    type('4');
    await movesAre('7x6-popout:444');
    type('u-');
    await shows('Pop which column?');
    press('Enter');
    await movesAre('7x6-popout:44-4');
    assert.match(screenText(), /Yellow's Turn/);
    type('u');
    await movesAre('7x6-popout:44');
    type('r');
    await movesAre('7x6-popout:44-4');
    type('-4');
    await shows("Red's Turn", '7x6-popout:44-4-4');
  });

  test('a refused pop says why, and the sign is gone', async () => {
    openGame(['--variant', 'popout']);
    await shows("Red's Turn");
    type('-4');
    await shows('The column has no disc of the right colour at its bottom');
    type('4');
    await movesAre('7x6-popout:4');
  });

  test('a turn of the board waits for Enter, and the board is turned', async () => {
    openGame(['--variant', 'turn']);
    await shows('< turn left  > turn right', 'Turns left: Red 2, Yellow 2');
    type('7>');
    await shows('Enter turns right (> takes it back)');
    type('7');
    await movesAre('7x6-turn:77');
    type('>');
    press('Enter');
    await shows('Turns left: Red 1, Yellow 2', '1  2  3  4  5  6\n');
    assert.doesNotMatch(screenText(), /1 {2}2 {2}3 {2}4 {2}5 {2}6 {2}7/);
    press('Enter');
    await movesAre('7x6-turn:77>4'); // column 7 is gone: the middle is chosen
  });

  test('after a bomb a column pops without its sign, because nothing else is legal', async () => {
    openGame(['--variant', 'powerup']);
    await shows('_ anvil  @ bomb  = wall  + double');
    type('12@');
    await shows('Bomb: which column?', '●@');
    type('4');
    await shows('pop a disc of Yellow', 'Powers left: Red _=+');
    type('2');
    await movesAre('7x6-powerup:12@4-2');
  });

  test('help shows the rule and the keys of the variant', async () => {
    openGame(['--variant', 'powerup', '--pie']);
    await shows("Red's Turn");
    type('?');
    await shows('Each player has one anvil, one bomb, one wall and one double.', '_ 4      anvil', '~        swaps sides');
  });

  test('hint and the computer work on the screen', async () => {
    openGame(['--variant', 'cylinder', '--level', 'medium', '--seed', '1']);
    await shows("Red's Turn");
    press('Tab');
    await shows(/Hint: column \d/);
    type('4');
    await shows(/Moves: 7x6-cylinder:4\d$/m, "Red's Turn");
  });
});
