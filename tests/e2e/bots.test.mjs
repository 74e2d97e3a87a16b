// Computer players as a user sees them: `fourfall match`, and `fourfall play --level` in a pipe and in a real terminal (tmux).
// Tests wait for text to appear, with a deadline. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { UNIVERSAL, openTerminal, press, screenText, shows, type, useTerminals } from './terminal.mjs';

const PROGRAM = process.env.FOURFALL ?? fileURLToPath(new URL('../../build/fourfall', import.meta.url));
const DEADLINE_MS = 300_000;

function run(args, input = '') {
  const { stdout, stderr, status, signal } = spawnSync(PROGRAM, args, { input, encoding: 'utf8', env: UNIVERSAL, timeout: DEADLINE_MS });
  assert.equal(signal, null, args.join(' '));
  return { out: stdout, err: stderr, status };
}

/** When the process has used a second of CPU time: its match has begun. */
async function untilBusy(pid) {
  const TICKS_A_SECOND = 100;
  while (Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[11]) < TICKS_A_SECOND) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** The counts of a match as numbers, without the times, which differ from run to run. */
function match(...args) {
  const { out, err, status } = run(['match', ...args]);
  assert.deepEqual([err, status], ['', 0], args.join(' '));
  const found = /^(\S+) against (\S+): (\d+) games?, (\d+) different\nwon (\d+), drawn (\d+), lost (\d+)\nscore ([\d.]+) %, Elo (.+)\nms a move: .+\n$/.exec(out);
  assert.ok(found, out);
  const [, a, b, games, different, won, drawn, lost, score, elo] = found;
  return { a, b, games: +games, different: +different, won: +won, drawn: +drawn, lost: +lost, score: +score, elo };
}

describe('a match', () => {
  test('has a perfect player only where games are solved', () => {
    const named = (...board) => match('--a', 'perfect', '--b', 'expert:defensive', '--games', '1', ...board);
    assert.deepEqual([named('--board', '4x3').a, named('--board', '4x3').b], ['perfect', 'perfect:defensive']);
    for (const board of [['--board', '3x3x3c3'], ['--board', '8x6', '--start', '77163731871472265278622351335613218556548444'], ['--board', '4x4', '--variant', 'popout', '--start', '111222']])
      assert.deepEqual([named(...board).a, named(...board).b], ['expert', 'expert:defensive'], board.join(' '));
  });

  test('counts every game and adds up to its score', () => {
    const m = match('--a', 'easy', '--b', 'greedy:defensive', '--games', '60');
    assert.deepEqual([m.a, m.b, m.games], ['easy', 'greedy:defensive', 60]);
    assert.equal(m.won + m.drawn + m.lost, 60);
    assert.ok(Math.abs(m.score - (100 * (m.won + m.drawn / 2)) / 60) < 0.06);
    assert.match(m.elo, /^-\d+ \(95 %: -\d+ to [+-]\d+\)$/);
  });

  test('is the same for the same seed with any number of threads, and differs for another seed', () => {
    const call = ['--a', 'medium', '--b', 'easy', '--games', '40', '--opening', '2'];
    const one = run(['match', ...call, '--seed', '5']).out.replace(/ms a move.*/, '');
    assert.equal(run(['match', ...call, '--seed', '5', '--threads', '3']).out.replace(/ms a move.*/, ''), one);
    const random = ['--a', 'random', '--b', 'random', '--games', '200'];
    assert.notDeepEqual(match(...random, '--seed', '1'), match(...random, '--seed', '2'));
  });

  test('that is interrupted tells the games that were played', async () => {
    const child = spawn(PROGRAM, ['match', '--a', 'hard', '--b', 'hard', '--games', '100000', '--threads', '2']);
    let out = '', err = '';
    child.stdout.setEncoding('utf8').on('data', (text) => { out += text; });
    child.stderr.setEncoding('utf8').on('data', (text) => { err += text; });
    await untilBusy(child.pid);
    child.kill('SIGINT');
    const [status] = await once(child, 'close');
    assert.equal(status, 3, err);
    const [, games] = /^fourfall: interrupted after (\d+) of 100000 games\n$/.exec(err);
    const [, counted, won, drawn, lost] = /^hard against hard: (\d+) games?, .*\nwon (\d+), drawn (\d+), lost (\d+)\n/.exec(out);
    assert.ok(+games > 0 && +games < 100000);
    assert.deepEqual([counted, +won + +drawn + +lost], [games, +games]);
  });

  for (const [variant, board, opening] of [['standard', '3x3x3c3', '26'], ['misere', '3x3x3c3', '26'], ['five', '5x3c5', '12']])
    test(`with openings that no game of ${variant} lasts for is refused`, () => {
      const { out, err, status } = run(['match', '--a', 'random', '--b', 'random', '--games', '4', '--variant', variant, '--board', board, '--opening', opening]);
      assert.deepEqual([out, err, status], ['', 'fourfall: no opening was found: nearly every game ends sooner (--opening)\n', 1]);
    });

  test('counts one game as one', () => {
    for (const [games, words] of [['1', '1 game, '], ['2', '2 games, ']])
      assert.ok(run(['match', '--a', 'greedy', '--b', 'greedy', '--games', games]).out.startsWith(`greedy against greedy: ${words}`), words);
  });

  test('has the opposite result when the players change places', () => {
    const ab = match('--a', 'greedy', '--b', 'random', '--games', '100', '--first', 'a');
    const ba = match('--a', 'random', '--b', 'greedy', '--games', '100', '--first', 'b');
    assert.ok(ab.won > 80 && ba.lost > 80);
  });

  test('in which all games end alike prints the bounds that follow from it', () => {
    const winning = ['--a', 'hard', '--b', 'random', '--start', '443322', '--first', 'a'];
    const losing = ['--a', 'random', '--b', 'hard', '--start', '443322', '--first', 'b'];
    // A player who scores p wins n games of n with the chance p^n; 0.05^(1/n) is the least p that 95 % do not exclude.
    for (const [games, elo] of [[1, 512], [4, 19]]) {
      assert.equal(match(...winning, '--games', String(games)).elo, `above -${elo} (95 %)`);
      assert.equal(match(...losing, '--games', String(games)).elo, `below +${elo} (95 %)`);
    }
    assert.equal(match(...winning, '--games', '100').elo, 'above +607 (95 %)');
    assert.equal(match('--a', 'easy', '--b', 'easy', '--board', '2x2', '--games', '4').elo, '+0 (95 %: -204 to +204)');
  });

  test('of few games prints an interval without an end', () => {
    const sides = ['--a', 'random', '--b', 'random', '--start', '443322', '--first', 'alternate'];
    const all = Array.from({ length: 20 }, (_, seed) => match(...sides, '--games', '3', '--seed', String(seed)));
    for (const { won, drawn, lost, elo } of all) {
      if (won && lost && won !== lost) assert.match(elo, won > lost ? /^\+\d+ \(95 %: [+-]\d+ or more\)$/ : /^-\d+ \(95 %: [+-]\d+ or less\)$/);
      else if (!drawn && won !== lost) assert.match(elo, /^(above|below) [+-]\d+ \(95 %\)$/);
    }
    assert.ok(all.some(({ won, lost }) => won && lost && won !== lost), 'some match was neither all won nor all lost');
  });

  for (const [a, b, games, least] of [
    ['easy', 'random', 100, 60],
    ['medium', 'random', 100, 95],
    ['medium', 'easy', 100, 90],
    ['hard', 'medium', 20, 60],
  ]) {
    test(`${a} beats ${b}`, () => assert.ok(match('--a', a, '--b', b, '--games', String(games)).score > least));
  }

  for (const board of ['cube', '12x12', '4x4x4', '9x7c5', '3x3c3']) {
    test(`medium beats random on ${board}`, () => assert.ok(match('--a', 'medium', '--b', 'random', '--games', '10', '--board', board).score > 60));
  }

  test('begins after the moves of --start', () => {
    const m = match('--a', 'hard', '--b', 'random', '--games', '4', '--start', '443322', '--first', 'a');
    assert.deepEqual([m.won, m.different > 0], [4, true], 'a win in one is taken');
  });

  test('begins after the games of a file, each for a pair with the colours swapped', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fourfall-openings-'));
    const file = join(folder, 'openings.txt');
    writeFileSync(file, '474747\n4747471\n'); // Red wins with 4; Yellow wins with 7
    const m = match('--a', 'hard', '--b', 'hard', '--games', '8', '--openings', file);
    assert.deepEqual([m.won, m.lost, m.different], [4, 4, 4], 'two openings, each twice with either colour');
    writeFileSync(file, '44\n4x\n');
    const wrong = run(['match', '--a', 'easy', '--b', 'easy', '--openings', file]);
    assert.match(wrong.err, /^fourfall: --openings, line 2: This character/);
    const none = run(['match', '--a', 'easy', '--b', 'easy', '--openings', join(folder, 'none')]);
    assert.match(none.err, /^fourfall: --openings: cannot read .*none: No such file/);
    writeFileSync(file, '');
    const empty = run(['match', '--a', 'easy', '--b', 'easy', '--openings', file]);
    assert.match(empty.err, /^fourfall: --openings: no games in /);
    assert.deepEqual([wrong.status, none.status], [1, 1]);
    rmSync(folder, { recursive: true });
  });

  test('perfect keeps a won position', () => {
    const m = match('--a', 'perfect', '--b', 'hard', '--games', '6', '--start', '44444221', '--first', 'a', '--threads', '2');
    const [score] = run(['solve'], '44444221\n').out.split(' ').slice(1).map(Number);
    assert.ok(score > 0, 'the start is won');
    assert.equal(m.won, 6);
  });

  test('of a variant is the same for the same seed, and ends on every board', () => {
    for (const variant of ['popout', 'powerup', 'five', 'popten', 'misere', 'cylinder', 'turn']) {
      const call = ['--variant', variant, '--a', 'medium', '--b', 'easy', '--games', '10'];
      const m = match(...call);
      assert.equal(m.won + m.drawn + m.lost, 10);
      assert.ok(m.won > m.lost, `${variant}: ${m.won} to ${m.lost}`);
      assert.deepEqual(match(...call, '--threads', '2'), m, variant);
    }
    assert.equal(match('--variant', 'popout', '--pie', '--board', '5x5x5', '--a', 'greedy', '--b', 'easy', '--games', '4').games, 4);
    assert.equal(match('--variant', 'five', '--board', '5x3c5', '--a', 'greedy', '--b', 'easy', '--games', '4', '--opening', '6').games, 4);
  });

  test('has openings from a file for the standard rules only', () => {
    const { err, status } = run(['match', '--variant', 'popout', '--a', 'easy', '--b', 'easy', '--openings', 'x']);
    assert.deepEqual([err, status], ['fourfall: --openings has games of the standard rules only\n', 2]);
  });

  for (const [what, args, says] of [
    ['no players', [], /^fourfall: match needs --a and --b/],
    ['one player', ['--a', 'easy'], /^fourfall: match needs --a and --b/],
    ['an unknown level', ['--a', 'easy', '--b', 'master'], /^fourfall: --b 'master': A level is easy, /],
    ['an unknown style', ['--a', 'easy:kind', '--b', 'easy'], /^fourfall: --a 'easy:kind': A style is balanced, /],
    ['no games', ['--a', 'easy', '--b', 'easy', '--games', '0'], /^fourfall: --games must be a whole number/],
    ['an unknown first player', ['--a', 'easy', '--b', 'easy', '--first', 'c'], /^fourfall: --first is a, b or alternate/],
    ['an opening that fills the board', ['--a', 'easy', '--b', 'easy', '--board', '2x2', '--opening', '4'], /^fourfall: --opening leaves no game/],
  ]) {
    test(`${what} is refused as bad usage`, () => {
      const { out, err, status } = run(['match', ...args]);
      assert.match(err, says);
      assert.deepEqual([out, status], ['', 2]);
    });
  }

  test('a start in which the game is over is refused', () => {
    const { err, status } = run(['match', '--a', 'easy', '--b', 'easy', '--start', '1212121']);
    assert.deepEqual([err, status], ['fourfall: --start: The game is over\n', 1]);
  });
});

const discs = (text) => (text.match(/[●○]/g) ?? []).length;
const boards = (out) => out.split('┌').slice(1);
const play = (input, ...args) => run(['play', ...args], input);

describe('a game against the computer in a pipe', () => {
  test('every move is answered', () => {
    const { out, err, status } = play('4\n4\n', '--level', 'medium', '--seed', '1');
    assert.deepEqual(boards(out).map(discs), [2, 4]);
    assert.ok(out.endsWith("Red's Turn\n"));
    assert.deepEqual([err, status], ['', 0]);
  });

  test('several columns in one line are answered one by one', () => {
    assert.deepEqual(boards(play('444\n', '--level', 'random', '--seed', '4').out).map(discs), [6]);
  });

  test('the computer begins with --first cpu', () => {
    const { out } = play('1\n', '--level', 'hard', '--first', 'cpu', '--seed', '1');
    assert.deepEqual(boards(out).map(discs), [1, 3]);
    assert.ok(boards(out)[0].includes('·  ·  ·  ●  ·  ·  ·'), 'in the middle');
  });

  test('undo takes back both moves, redo plays both again, new begins a new game', () => {
    const { out, err } = play('4\n3\nundo\nredo\nundo\nundo\nundo\nnew\n', '--level', 'medium', '--seed', '1');
    assert.deepEqual(boards(out).map(discs), [2, 4, 2, 4, 2, 0, 0]);
    assert.equal(err, 'line 7: There is no move to take back\n');
  });

  test('the first move of the computer cannot be taken back', () => {
    const { err, status } = play('undo\n', '--level', 'easy', '--first', 'cpu');
    assert.deepEqual([err, status], ['line 1: There is no move to take back\n', 1]);
  });

  test('every reply names its column, and a refused line has no reply', () => {
    const { out } = play('4\n4x\n55\n', '--level', 'random', '--seed', '4');
    const named = out.match(/^The computer plays column [1-7]$/gm);
    assert.equal(named.length, 3, out);
    const [, first] = /^The computer plays column ([1-7])\n┌/.exec(out);
    assert.ok(play('', '--level', 'random', `4${first}`).out === '', 'the column named is a column played');
    assert.match(play('', '--level', 'medium', '--first', 'cpu').out, /^The computer plays column 4\n┌/);
    assert.match(play('', '--level', 'easy', '--first', 'cpu', '--board', 'cube').out, /^The computer plays column [a-y]\n┌/);
    assert.doesNotMatch(play('4\n').out, /computer/);
  });

  test('two games that start in the same second differ', () => {
    const games = new Set(Array.from({ length: 8 }, () => play('1\n2\n3\n', '--level', 'random').out));
    assert.ok(games.size >= 5, `${games.size} different games of 8`);
  });

  test('the computer takes a win, and the winner is printed', () => {
    for (const level of ['greedy', 'medium', 'hard', 'perfect'])
      assert.ok(play('', '--level', level, '4747471').out.endsWith('Yellow Wins!\n'), level);
  });

  test('the computer moves first if it is the side to move after MOVES', () => {
    assert.deepEqual(boards(play('', '--level', 'medium', '4').out).map(discs), [2]);
  });

  test('hint names a good column, with or without a computer opponent', () => {
    for (const args of [[], ['--level', 'easy', '--seed', '1']]) {
      assert.match(play('hint\n', ...args, '443322').out, /^Hint: column [15], Red wins at once\n$/);
      assert.match(play('hint\n', ...args, '4455').out, /^Hint: column [36], Red wins in 2 moves\n$/);
    }
    assert.deepEqual(play('hint\n', '4343434'), { out: '', err: 'line 1: The game is over\n', status: 1 });
  });

  test('the same seed plays the same game', () => {
    const game = () => play('4\n3\n2\n5\n', '--level', 'easy', '--seed', '9').out;
    assert.equal(game(), game());
  });

  for (const [what, args, says] of [
    ['an unknown level', ['--level', 'master'], "--level 'master': A level is easy, medium, hard or perfect; or random or greedy"],
    ['an unknown style', ['--level', 'easy', '--style', 'kind'], "--style 'kind': A style is balanced, aggressive or defensive"],
    ['an unknown first player', ['--level', 'easy', '--first', 'you'], "--first is me or cpu, not 'you'"],
    ['a style without a level', ['--style', 'balanced'], '--style and --first need --level (see --help)'],
    ['a seed in words', ['--level', 'easy', '--seed', 'x'], "--seed must be a whole number between 0 and 2147483647, not 'x'"],
  ]) {
    test(`${what} is refused as bad usage`, () => assert.deepEqual(run(['play', ...args]), { out: '', err: `fourfall: ${says}\n`, status: 2 }));
  }
});

describe('a match in a terminal', () => {
  useTerminals();

  test('shows how many games are played, and then the result alone', async () => {
    openTerminal(['sh', '-c', `${PROGRAM} match --a hard --b hard --games 16; exec cat`], { columns: 90, rows: 30 });
    await shows(/^\d+ games played$/m);
    await shows('16 games, ');
    assert.doesNotMatch(screenText(), /games played/);
  });
});

const openGame = (args) => openTerminal(['sh', '-c', `${PROGRAM} play ${args}; echo status=$?; exec cat`], { columns: 90, rows: 30 });

/** On this board the search reaches its time limit, so that the computer thinks long. */
async function openSlowGame() {
  openGame('--level perfect --board 8x7 --seed 1');
  await shows('Moves: none yet');
}

describe('a game against the computer on the screen', () => {
  useTerminals();

  test('a move is answered, and undo takes both back', async () => {
    openGame('--level medium --seed 1');
    await shows('Moves: none yet', "Red's Turn", 'Tab hint');
    type('4');
    await shows(/Moves: 4\d$/m, "Red's Turn");
    press('u');
    await shows('Moves: none yet');
    press('r');
    await shows(/Moves: 4\d$/m, "Red's Turn");
  });

  test('while the computer thinks, progress is shown, moves are refused, other keys work, and it moves in the end', async () => {
    await openSlowGame();
    type('2');
    await shows('The computer thinks: ', "Yellow's Turn");
    type('3');
    await shows("It is the computer's turn");
    type('?');
    await shows('4 in a line win');
    type('?');
    await shows(/Moves: 8x7:2\d$/m, "Red's Turn");
  });

  test('the refusal of a move is gone when the computer has moved', async () => {
    await openSlowGame();
    type('2');
    await shows('The computer thinks: ');
    type('3');
    await shows("It is the computer's turn");
    await shows(/Moves: 8x7:2\d$/m, "Red's Turn");
    assert.doesNotMatch(screenText(), /It is the computer's turn/);
  });

  test('q quits while the computer thinks, and it does not move', async () => {
    await openSlowGame();
    type('2');
    await shows('The computer thinks: ');
    press('q');
    await shows("Yellow's Turn  8x7:2\nstatus=0");
  });

  test('a move can be taken back while the computer thinks', async () => {
    await openSlowGame();
    type('2');
    await shows('The computer thinks: ');
    press('u');
    await shows('Moves: none yet', "Red's Turn");
  });

  test('the computer begins with --first cpu on the cube', async () => {
    openGame('--level easy --first cpu --board cube --seed 1');
    await shows(/Moves: 5x5x5:\w$/m, "Yellow's Turn");
  });

  test('a hint names a column and chooses it', async () => {
    openGame('443322');
    await shows('Moves: 443322');
    press('Tab');
    await shows(/Hint: column [15], Red wins at once/);
    press('Enter');
    await shows('Red Wins!');
  });
});
