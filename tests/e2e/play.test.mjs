// The terminal game as a player sees it: `fourfall play` in a real terminal (tmux) and in a pipe. Tests wait for text to
// appear, with a deadline. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  UNIVERSAL, flag, hides, openTerminal, pane, press, resize, screenCodes, screenText, screenUntil, shows, tmux, type, until, useTerminals,
} from './terminal.mjs';

const PROGRAM = process.env.FOURFALL ?? fileURLToPath(new URL('../../build/fourfall', import.meta.url));
const DEADLINE_MS = 120_000;

async function flagUntil(name, value) {
  await until(() => flag(name) === value);
  assert.equal(flag(name), value, `tmux flag ${name}`);
}

/** Types a command into a fresh shell. */
async function runShell(command, { columns = 60, rows = 20 } = {}) {
  openTerminal(['sh', '-i'], { columns, rows, env: { PS1: 'ready> ' } });
  await shows('ready>');
  type(command);
  press('Enter');
}

async function openGame({ board = '', env = '', columns, rows } = {}) {
  const option = board && `--board ${board}`;
  await runShell(`${env} ${PROGRAM} play ${option}; echo status=$?`, { columns, rows });
  await shows("Red's Turn", 'Moves: none yet');
}

/** The screen after the game has left it: the last line and the exit status. */
async function closedScreen(status) {
  const text = await shows(`status=${status}`);
  assert.equal(flag('alternate_on'), '0', 'the alternate screen is left');
  assert.equal(flag('cursor_flag'), '1', 'the cursor is shown');
  return text;
}

const bracketed = (text) => text.split('[●]').length - 1;

before(() => assert.ok(existsSync(PROGRAM), `${PROGRAM} is built`));

describe('the screen game', () => {
  useTerminals();

  test('four in a column win: the line is in brackets and the status names the winner', async () => {
    await openGame();
    type('434343');
    await shows('Moves: 434343', "Red's Turn");
    assert.equal(bracketed(screenText()), 0, 'nothing is highlighted before the win');
    type('4');
    const text = await shows('Red Wins!', 'Moves: 4343434');
    assert.equal(bracketed(text), 4);
    type('5');
    await shows('The game is over', 'Moves: 4343434');
  });

  test('undo takes a move back and redo plays it again', async () => {
    await openGame();
    type('44');
    await shows('Moves: 44', "Red's Turn");
    press('u');
    await shows("Yellow's Turn");
    press('BSpace');
    await shows('Moves: none yet');
    press('C-u');
    await shows('There is no move to take back');
    press('r');
    await screenUntil('one move', (text) => /Moves: 4$/m.test(text));
    press('C-r');
    await shows('Moves: 44');
    press('r');
    await shows('There is no move to play again', 'Moves: 44');
  });

  test('a full column refuses a drop with the reason', async () => {
    await openGame();
    type('1111111');
    const text = await shows('The column is full');
    assert.match(text, /Moves: 111111$/m);
    type('2');
    await hides('The column is full');
    await shows('Moves: 1111112');
  });

  test('a character that names no column is refused with the reason', async () => {
    await openGame();
    type('8');
    await shows('This character names no column of the board', 'Moves: none yet');
  });

  test('arrows choose a column and wrap at the edge; Enter and Space drop there', async () => {
    await openGame();
    press('Right', 'Right', 'Right', 'Right', 'Enter');
    await screenUntil('a disc in 1', (text) => /Moves: 1$/m.test(text));
    press('Left', 'Space');
    await screenUntil('a disc in 7', (text) => /Moves: 17$/m.test(text));
    press('h', 'Enter');
    await screenUntil('a disc in 6', (text) => /Moves: 176$/m.test(text));
    press('l', 'Enter');
    await screenUntil('a disc in 7', (text) => /Moves: 1767$/m.test(text));
  });

  test('the disc to drop is drawn above its column, and its landing cell is marked', async () => {
    await openGame();
    const lines = (await shows('◌')).split('\n');
    const frame = lines.findIndex((line) => line.includes('┌'));
    const [hover, bottom, letters] = [lines[frame - 1], lines[frame + 6], lines[frame + 8]];
    assert.equal(hover.indexOf('●'), letters.indexOf('4'));
    assert.equal(bottom.indexOf('◌'), letters.indexOf('4'));
    press('Right');
    await screenUntil('the disc above 5', (text) => text.split('\n')[frame - 1].indexOf('●') === letters.indexOf('5'));
  });

  test('an unknown key sequence is ignored as a whole', async () => {
    await openGame();
    press('F5', 'M-4', 'PageUp', '3');
    const text = await screenUntil('one move', (t) => /Moves: 3$/m.test(t));
    assert.ok(!text.includes('names no column'));
  });

  test('a small window shows the size needed; after enlarging it the same game continues', async () => {
    await openGame();
    type('44');
    await shows('Moves: 44');
    resize(36, 9);
    const small = await shows('Window too small: need 24x15');
    assert.ok(!small.includes('Moves'));
    type('5');
    resize(24, 15);
    await shows('Moves: 445', "Yellow's Turn", '? help   q quit');
    resize(100, 40);
    await shows('▗▄▄▖', '████', 'Moves: 445', 'Arrows choose');
  });

  test('quitting restores the screen and prints the game', async () => {
    await openGame();
    assert.equal(flag('alternate_on'), '1');
    assert.equal(flag('cursor_flag'), '0');
    type('44');
    await shows('Moves: 44');
    press('q');
    const text = await closedScreen(0);
    assert.match(text, /^Red's Turn {2}44\nstatus=0$/m);
    assert.ok(!text.includes('┌'), 'nothing of the board stays behind');
    assert.match(text, /^ready> .*play/, 'the earlier screen is restored');
  });

  for (const [how, end, status] of [
    ['q', () => press('q'), 0],
    ['Ctrl-D', () => press('C-d'), 0],
    ['Ctrl-C', () => press('C-c'), 130],
    ['SIGTERM', (pid) => process.kill(pid, 'SIGTERM'), 143],
    ['SIGHUP', (pid) => process.kill(pid, 'SIGHUP'), 129],
    ['SIGQUIT', (pid) => process.kill(pid, 'SIGQUIT'), 131],
  ]) {
    test(`${how} restores the terminal's settings`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'ff-play-'));
      try {
        const at = (name) => join(folder, name);
        const game = `sh -c 'echo $$ >${at('pid')}; exec ${PROGRAM} play'`;
        await runShell(`stty -g >${at('before')}; ${game}; echo status=$?; stty -g >${at('after')}; echo written`);
        await shows("Red's Turn");
        type('41');
        await shows('Moves: 41');
        end(Number(readFileSync(at('pid'), 'utf8')));
        await shows(/^written$/m); // not the echoed command, which contains the word, too
        const text = await closedScreen(status);
        assert.match(text, /^Red's Turn {2}41$/m);
        assert.equal(readFileSync(at('after'), 'utf8'), readFileSync(at('before'), 'utf8'));
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }

  test('Ctrl-Z restores the terminal and fg returns to the game', async () => {
    await openGame();
    type('12');
    await shows('Moves: 12');
    press('C-z');
    await flagUntil('alternate_on', '0');
    await flagUntil('cursor_flag', '1');
    await screenUntil('a prompt', (text) => /ready> $|ready>$/.test(text.trimEnd()));
    type('echo mode=$(stty | grep -c icanon)');
    press('Enter');
    await shows('mode=0');
    type('fg');
    press('Enter');
    await flagUntil('alternate_on', '1');
    await shows('Moves: 12', "Red's Turn");
    type('3');
    await shows('Moves: 123');
  });

  test('a game stopped and continued by signals draws its screen again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ff-play-'));
    try {
      await runShell(`sh -c 'echo $$ >${folder}/pid; exec ${PROGRAM} play'`);
      await shows("Red's Turn");
      type('5');
      await shows("Yellow's Turn");
      const pid = Number(readFileSync(`${folder}/pid`, 'utf8'));
      process.kill(pid, 'SIGSTOP');
      await screenUntil('a stopped job', (text) => /stopped/i.test(text));
      type('fg');
      press('Enter');
      await screenUntil('the game alone', (text) => /Moves: 5$/m.test(text) && !/stopped/i.test(text));
      type('6');
      await shows('Moves: 56');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('a terminal that closes ends the program', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ff-play-'));
    try {
      await runShell(`sh -c 'echo $$ >${folder}/pid; exec ${PROGRAM} play'`);
      await shows("Red's Turn");
      const pid = Number(readFileSync(`${folder}/pid`, 'utf8'));
      tmux('kill-session', '-t', pane());
      assert.ok(await until(() => !existsSync(`/proc/${pid}`)), 'the program has ended');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('on the cube letters are columns, and commands are Ctrl, Backspace and Esc', async () => {
    await openGame({ board: 'cube', columns: 80, rows: 24 });
    await shows('Layer 1', 'Layer 5', '^U undo', '^N new', 'Esc quit');
    type('mmghq');
    await shows('Moves: 5x5x5:mmghq', "Yellow's Turn");
    press('BSpace');
    await screenUntil('four moves', (text) => /Moves: 5x5x5:mmgh$/m.test(text));
    press('C-u');
    await screenUntil('three moves', (text) => /Moves: 5x5x5:mmg$/m.test(text));
    press('C-r');
    await screenUntil('four moves', (text) => /Moves: 5x5x5:mmgh$/m.test(text));
    press('Escape');
    assert.match(await closedScreen(0), /^Red's Turn {2}5x5x5:mmgh$/m);
  });

  test('up and down change the layer, and a line through the layers wins', async () => {
    await openGame({ board: 'cube', columns: 80, rows: 24 });
    press('Up', 'Enter');
    await shows('Moves: 5x5x5:h');
    press('Down', 'Down', 'Enter');
    await shows('Moves: 5x5x5:hr');
    press('C-n');
    await shows('Moves: none yet');
    type('abfgklp');
    const text = await shows('Red Wins!');
    assert.equal(bracketed(text), 4);
  });

  test('layers wrap to several lines in a narrow window', async () => {
    await openGame({ board: '3x3x3c3', columns: 50, rows: 16 });
    const wide = (await shows('Layer 3')).split('\n');
    assert.ok(wide.some((line) => line.includes('Layer 1') && line.includes('Layer 3')));
    resize(30, 30);
    await screenUntil('two lines of layers', (text) => {
      const line = text.split('\n').find((l) => l.includes('Layer 3'));
      return line && !line.includes('Layer 2');
    });
  });

  test('redo after a new game brings the old game back', async () => {
    await openGame();
    type('4455');
    await shows('Moves: 4455');
    press('n');
    await shows('Moves: none yet', "Red's Turn");
    press('r', 'r', 'r', 'r');
    await shows('Moves: 4455');
  });

  test('help lists the keys of this board and any key returns to the game', async () => {
    await openGame({ columns: 80, rows: 24 });
    type('4?');
    await shows('4 in a line win', '1..7', 'takes the last move back');
    type('7');
    const text = await shows('Moves: 4');
    assert.match(text, /Moves: 4$/m, 'the key that hides the help does nothing else');
  });

  for (const [name, key] of [['Esc', 'Escape'], ['q', 'q']]) {
    test(`${name} closes the help and does not end the game`, async () => {
      await openGame({ columns: 80, rows: 24 });
      type('4?');
      await shows('4 in a line win');
      press(key);
      await shows(/Moves: 4$/m, "Yellow's Turn");
      press(key);
      assert.match(await closedScreen(0), /^Yellow's Turn {2}4$/m);
    });
  }

  test('a tiny window names the size it needs, whole', async () => {
    await openGame();
    for (const [columns, text] of [[27, 'Too small: need 24x15'], [20, 'Need 24x15'], [9, '24x15']]) {
      resize(columns, 9);
      const screen = await screenUntil(text, (seen) => seen.split('\n').some((line) => line.trim() === text));
      assert.equal(screen.trim(), text);
    }
  });

  test('a message too long for the window is cut with dots', async () => {
    await openGame({ columns: 60, rows: 20 });
    resize(24, 15);
    type('8');
    await shows(/^This character names \.\.\.$/m);
  });

  test('a long game shows its last moves', async () => {
    await openGame({ board: '12x12c8', columns: 60, rows: 24 });
    const moves = 'abcdefghijkl'.repeat(5);
    type(moves);
    await shows(`Moves: ...`, moves.slice(-40), "Red's Turn");
  });

  test('the board is blue and the discs red and yellow', async () => {
    await openGame();
    type('45');
    await shows('Moves: 45');
    const codes = screenCodes();
    for (const colour of ['48;5;18', '38;5;203', '38;5;221']) assert.ok(codes.includes(colour), colour);
  });

  test('a terminal with 16 colours gets only these', async () => {
    await openGame({ env: 'TERM=xterm', columns: 100, rows: 40 });
    type('45');
    await shows('Moves: 45');
    assert.ok(screenCodes().includes('44m'));
    assert.ok(!screenCodes().includes('8;5;'));
  });

  test('with NO_COLOR the discs differ by their marks', async () => {
    await openGame({ env: 'NO_COLOR=1', columns: 100, rows: 40 });
    type('4141414');
    const text = await shows('Red Wins!', '○');
    assert.equal(bracketed(text), 4);
    assert.ok(!screenCodes().includes('\x1b['), 'no colour, no attribute');
  });

  test('without UTF-8 discs are X and O', async () => {
    await openGame({ env: 'LANG=C' });
    type('45');
    const text = await shows('Moves: 45', 'X  O', '+---');
    assert.match(text, /^[\x00-\x7f]*$/);
  });

  test('a dumb terminal gets lines instead of a screen', async () => {
    await runShell(`TERM=dumb ${PROGRAM} play; echo status=$?`);
    await shows("Red's Turn");
    assert.equal(flag('alternate_on'), '0');
    type('4');
    press('Enter');
    await shows("Yellow's Turn");
    press('C-d');
    await shows('status=0');
  });
});

const EMPTY_ROW = '│ ·  ·  ·  ·  ·  ·  · │\n';
const picture = (rows, status) =>
  `┌─────────────────────┐\n${EMPTY_ROW.repeat(6 - rows.length)}${rows.map((r) => `│${r}│\n`).join('')}` +
  `└─────────────────────┘\n  1  2  3  4  5  6  7\n${status}\n`;

function pipe(input, { board, env = {} } = {}) {
  const args = board ? ['play', '--board', board] : ['play'];
  const run = spawnSync(PROGRAM, args, { input, encoding: 'utf8', env: { ...UNIVERSAL, ...env }, timeout: DEADLINE_MS });
  assert.equal(run.signal, null);
  assert.ok(!run.stdout.includes('\x1b') && !run.stderr.includes('\x1b'), 'no escape codes');
  return { out: run.stdout, err: run.stderr, status: run.status };
}

const IN_FOUR = picture([' ·  ·  ·  ●  ·  ·  · '], "Yellow's Turn");
const IN_FOUR_TWICE = picture([' ·  ·  ·  ○  ·  ·  · ', ' ·  ·  ·  ●  ·  ·  · '], "Red's Turn");
const EMPTY = picture([], "Red's Turn");

describe('the pipe game', () => {
  test('every accepted line is answered with the board and the status', () => {
    assert.deepEqual(pipe('4\n4\n'), { out: IN_FOUR + IN_FOUR_TWICE, err: '', status: 0 });
  });

  test('several columns in one line are several moves', () => {
    assert.deepEqual(pipe('44\n'), { out: IN_FOUR_TWICE, err: '', status: 0 });
  });

  test('a won game shows its line and accepts no more moves', () => {
    const { out, err, status } = pipe('4343434\n1\n');
    assert.equal(bracketed(out), 4);
    assert.ok(out.endsWith('Red Wins!\n'));
    assert.equal(err, "line 2, character 1, '1': The game is over\n");
    assert.equal(status, 1);
  });

  test('undo, redo and new change the game and show it', () => {
    const { out, err, status } = pipe('44\nundo\nredo\nnew\n');
    assert.equal(out, IN_FOUR_TWICE + IN_FOUR + IN_FOUR_TWICE + EMPTY);
    assert.deepEqual([err, status], ['', 0]);
  });

  test('undo and redo with nothing to do are refused', () => {
    assert.deepEqual(pipe('undo\nredo\n'), {
      out: '',
      err: 'line 1: There is no move to take back\nline 2: There is no move to play again\n',
      status: 1,
    });
  });

  test('moves lists the columns that are not full', () => {
    assert.equal(pipe('moves\n').out, 'Columns: 1 2 3 4 5 6 7\n');
    assert.ok(pipe('222222\nmoves\n').out.endsWith('Columns: 1 3 4 5 6 7\n'));
    assert.ok(pipe('4343434\nmoves\n').out.endsWith('Columns: none\n'));
  });

  test('help lists every command', () => {
    const { out, err, status } = pipe('help\n');
    for (const word of ['1..7', 'undo', 'redo', 'new', 'moves', 'help', 'quit']) assert.ok(out.includes(word), word);
    assert.deepEqual([err, status], ['', 0]);
  });

  test('quit ends the game, and later lines are not read', () => {
    assert.deepEqual(pipe('4\nquit\n9\n'), { out: IN_FOUR, err: '', status: 0 });
  });

  test('the end of input ends the game, with or without a last newline', () => {
    assert.deepEqual(pipe(''), { out: '', err: '', status: 0 });
    assert.deepEqual(pipe('4'), { out: IN_FOUR, err: '', status: 0 });
  });

  test('a refused line changes nothing, the reason is on stderr, and the game goes on', () => {
    const { out, err, status } = pipe('48\n4\n');
    assert.equal(out, IN_FOUR, 'nothing on stdout for the refused line, and its 4 is not played');
    assert.equal(err, "line 1, character 2, '8': This character names no column of the board\n");
    assert.equal(status, 1);
  });

  test('a full column refuses a drop with the reason', () => {
    const { out, err } = pipe('222222\n12\n');
    assert.ok(out.endsWith("Red's Turn\n"));
    assert.equal(err, "line 2, character 2, '2': The column is full\n");
  });

  test('control characters and bytes beyond ASCII are printed as numbers', () => {
    const { out, err } = pipe(Buffer.from('4\x004\n\xe4\n\x1b[A\n', 'latin1'));
    assert.equal(out, '');
    assert.match(err, /^line 1, character 2, \\x00: /m);
    assert.match(err, /^line 2, character 1, \\xe4: /m);
    assert.match(err, /^line 3, character 1, \\x1b: /m);
  });

  test('CRLF, blanks around a line and empty lines are accepted', () => {
    assert.deepEqual(pipe('\r\n  4\t\r\n\n4\r\n'), { out: IN_FOUR + IN_FOUR_TWICE, err: '', status: 0 });
  });

  test('a line that is too long is refused as a whole, and line numbers stay right', () => {
    const { out, err, status } = pipe(`${'4'.repeat(1281)}\n${' '.repeat(1279)}4\n${'x'.repeat(1_000_000)}\n9\n`);
    assert.equal(out, IN_FOUR, 'a line of exactly 1280 bytes is taken');
    assert.equal(
      err,
      'line 1: The line is longer than 1280 bytes\nline 3: The line is longer than 1280 bytes\n' +
        "line 4, character 1, '9': This character names no column of the board\n",
    );
    assert.equal(status, 1);
  });

  test('the game printed at the end of a screen game can be entered again', () => {
    const { out, status } = pipe('5x5x5:mmgh\n', { board: 'cube' });
    assert.match(out, /^│.*● {2}○.*│ {2}│.*●.*│$/m);
    assert.equal(status, 0);
  });

  test('moves for another board are refused', () => {
    assert.deepEqual(pipe('5x5x5:m\n7x6:4\nfoo:4\n'), {
      out: IN_FOUR,
      err:
        'line 1: This game is played on another board, or by other rules\n' +
        'line 3: A game reads like 4453, popout:44-4 or 9x7-popout-pie:5~\n',
      status: 1,
    });
  });

  test('commands have precedence over columns of the same letters, except after a board', () => {
    const asCommand = pipe('a\nnew\n', { board: 'cube' });
    assert.ok(asCommand.out.endsWith("Red's Turn\n"));
    assert.equal(asCommand.out.match(/●/g).length, 1);
    const asMoves = pipe('5x5x5:new\n', { board: 'cube' });
    assert.equal(asMoves.out.match(/[●○]/g).length, 3);
  });

  test('without UTF-8 the board is plain ASCII', () => {
    const { out } = pipe('45\n', { env: { LANG: 'C' } });
    assert.match(out, /^[\x00-\x7f]*$/);
    assert.ok(out.includes('| .  .  .  X  O  .  . |'));
  });

  test('output that cannot be written ends the game with a reason', { skip: !existsSync('/dev/full') }, () => {
    const run = spawnSync('sh', ['-c', `echo 4 | "${PROGRAM}" play >/dev/full`], { encoding: 'utf8' });
    assert.equal(run.status, 1);
    assert.match(run.stderr, /^fourfall: cannot write: .+\n$/);
  });
});
