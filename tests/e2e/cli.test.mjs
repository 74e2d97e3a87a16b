// The commands of build/fourfall as a user sees them: output, refusals and exit statuses. The terminal game has its own file
// (play.test.mjs). FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const PROGRAM = process.env.FOURFALL ?? path('build/fourfall');
const DEADLINE_MS = 120_000;
const BENCH_DEADLINE_MS = 400_000;
const BAD_INPUT = 1;
const BAD_USAGE = 2;
const STATE_MAX = 16384;
const COMMANDS = ['serve', 'backup', 'restore', 'copy', 'moderator', 'health', 'play', 'state', 'svg', 'perft', 'solve', 'analyse', 'review', 'match', 'prove', 'book', 'bench', 'engine', 'completion', 'man'];
const DRAW = '121212212121343434434343565656656565777777';

const HEADER = readFileSync(path('include/fourfall.h'), 'utf8');

/** Every error's text by its name. */
const ERRORS = new Map([...HEADER.matchAll(/^ {4}X\((\w+), ("(?:[^"\\]|\\.)*")\)/gm)].map(([, name, text]) => [name, JSON.parse(text)]));

function start(command, args, options) {
  const run = spawnSync(command, args, { input: '', encoding: 'utf8', timeout: DEADLINE_MS, ...options });
  assert.equal(run.error, undefined, `${command} ${args.join(' ')}`);
  assert.equal(run.signal, null, `${command} ${args.join(' ')}`);
  return { out: run.stdout, err: run.stderr, status: run.status };
}

const run = (args, input = '') => start(PROGRAM, args, { input });

/** The output of a call that must succeed and print nothing on stderr. */
function output(args, input) {
  const { out, err, status } = run(args, input);
  assert.deepEqual({ err, status }, { err: '', status: 0 }, args.join(' '));
  return out;
}

/** The one line on stderr of a call that must fail, without "fourfall: ". */
function refusal(wanted, args, input) {
  const { out, err, status } = run(args, input);
  assert.match(err, /^fourfall: [^\n]+\n$/, `one line for ${JSON.stringify(args)}`);
  assert.deepEqual({ out, status }, { out: '', status: wanted }, `${JSON.stringify(args)}: ${err}`);
  return err.slice('fourfall: '.length, -1);
}

describe('help and version', () => {
  test('--help, -h and help list every command', () => {
    const text = output(['--help']);
    assert.match(text, /^Fourfall \d+\.\d+\.\d+: .+\n\nusage: fourfall COMMAND /);
    const listed = [...text.matchAll(/^ {2}(\w+) +\S/gm)].map((m) => m[1]).filter((name) => name !== 'fourfall');
    assert.deepEqual(listed, COMMANDS);
    assert.equal(output(['-h']), text);
    assert.equal(output(['help']), text);
  });

  for (const command of COMMANDS) {
    test(`${command} --help prints its usage and does nothing else`, () => {
      const text = output([command, '--help']);
      assert.match(text, new RegExp(`^usage: fourfall ${command}\\b.*\n(.*\n)*\n.+\n`));
      assert.equal(output([command, '-h']), text);
      assert.equal(output([command, '--frob', '--help', '1', '2']), text, '--help has precedence over errors');
    });
  }

  test('lines of help fit into 120 columns', () => {
    for (const args of [['--help'], ...COMMANDS.map((command) => [command, '--help'])])
      for (const line of output(args).split('\n')) assert.ok(line.length <= 120, line);
  });

  test('--version prints the version of the header', () => {
    const [, version] = /^#define FF_VERSION "(.+)"$/m.exec(HEADER);
    assert.equal(output(['--version']), `fourfall ${version}\n`);
  });
});

describe('the manual pages', () => {
  const shown = (args) => start('mandoc', ['-T', 'utf8', '-O', 'width=300'], { input: output(['man', ...args]) }).out.replace(/.\x08/g, '');
  const page = shown([]);
  const section = (name, text = page) => new RegExp(`^${name}\\n((?: .*\\n|\\n)+)`, 'm').exec(text)[1];
  const flags = (text) => [...new Set(text.match(/--[a-z][a-z-]*/g) ?? [])].sort();

  test('are listed, one for the program and one for each command', () => {
    assert.deepEqual(output(['man', '--list']).split('\n'), ['fourfall', ...COMMANDS.map((name) => `fourfall-${name}`), '']);
    for (const name of COMMANDS) assert.match(section('COMMANDS'), new RegExp(`^ +fourfall-${name}\\(1\\)$`, 'm'));
  });

  test('are correct mdoc', () => {
    for (const name of ['fourfall', ...COMMANDS]) {
      const { out } = start('mandoc', ['-T', 'lint', '-W', 'style'], { input: output(['man', name]) });
      // The pages that one refers to are not installed here, and long words such as URLs do not fit.
      assert.equal(out.split('\n').filter((line) => line && !/referenced manual not found|longer than 80 bytes/.test(line)).join('\n'), '', name);
    }
  });

  for (const command of COMMANDS)
    test(`of ${command} has the calls and the options of its help`, () => {
      const [help, text] = [output([command, '--help']), shown([command])];
      const calls = help.split('\n\n')[0].replace(/usage:/, '').replace(/\s+/g, ' ');
      assert.equal(section('SYNOPSIS', text).replace(/\s+/g, ' '), `${calls} `);
      assert.deepEqual(flags(text), flags(help));
      for (const [, option] of help.matchAll(/^ {2}(--[a-z-]+(?: \S+)?) +/gm)) assert.ok(new RegExp(`^ +${option.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?: |$)`, 'm').test(text), option);
    });

  test('and solve --help list the exit statuses of solve', () => {
    const said = section('EXIT STATUS').replace(/\s+/g, ' ');
    assert.match(said, /solve reads many positions .* ends with 1 if --check found a wrong score, and with 2 if a line was not valid/);
    assert.match(output(['solve', '--help']), /^Exit status: 1 if --check found a wrong score; 2 if a line was not valid\./m);
    assert.equal(run(['solve', '--check'], '6146 17\n').status, 1);
    assert.equal(run(['solve'], '8\n').status, 2);
    assert.equal(run(['solve', '--check'], '6146 17\n8\n').status, 2);
  });
});

describe('the table of a command', () => {
  for (const command of COMMANDS.filter((name) => name !== 'serve'))
    test(`has the options that ${command} reads`, () => assert.equal(refusal(BAD_USAGE, [command, '--frob']), "unknown option '--frob' (see --help)"));
});

describe('a wrong command line', () => {
  for (const [what, args, says] of [
    ['no command', [], /^no command given/],
    ['an empty command', [''], /^unknown command ''/],
    ['an unknown command', ['frob'], /^unknown command 'frob'/],
    ['an option for a command', ['--frob'], /^unknown command '--frob'/],
    ['a command in capitals', ['SVG'], /^unknown command 'SVG'/],
    ['an argument behind --version', ['--version', 'x'], /^unexpected argument 'x'/],
    ['help for two commands', ['help', 'svg', 'x'], /^unexpected argument 'x'/],
    ['an unknown option', ['svg', '--frob'], /^unknown option '--frob'/],
    ['an option cut short', ['svg', '--boar', '7x6'], /^unknown option '--boar'/],
    ['an option of another command', ['svg', '--json'], /^unknown option '--json'/],
    ['an option without its value', ['svg', '44', '--board'], /^option '--board' needs a value$/],
    ['a flag with a value', ['state', '--json=yes'], /^option '--json' takes no value$/],
    ['a flag with an empty value', ['state', '--read='], /^option '--read' takes no value$/],
    ['too many arguments for svg', ['svg', '44', '55'], /^unexpected argument '55'/],
    ['too many arguments for state', ['state', '44', '55'], /^unexpected argument '55'/],
    ['too many arguments for perft', ['perft', '1', '2', '3'], /^unexpected argument '3'/],
    ['too many arguments for play', ['play', '44', '55'], /^unexpected argument '55'/],
    ['too many arguments for bench', ['bench', 'rules', 'x'], /^unexpected argument 'x'/],
    ['an unknown benchmark', ['bench', 'frob'], /'frob'/],
    ['perft without a depth', ['perft'], /^perft needs a depth/],
    ['a depth in words', ['perft', 'two'], /between 1 and 42, not 'two'$/],
    ['a depth of zero', ['perft', '0'], /between 1 and 42, not '0'$/],
    ['a negative depth', ['perft', '-1'], /between 1 and 42, not '-1'$/],
    ['a depth beyond the board', ['perft', '--board', '2x2', '5'], /between 1 and 4, not '5'$/],
    ['a depth with trailing characters', ['perft', '3x'], /not '3x'$/],
    ['a depth in hexadecimal', ['perft', '0x3'], /not '0x3'$/],
    ['a depth with a blank', ['perft', ' 3'], /not ' 3'$/],
    ['a huge depth', ['perft', '99999999999999999999'], /between 1 and 42/],
    ['an empty depth', ['perft', ''], /not ''$/],
    ['an invalid board', ['svg', '--board', 'foo'], /^board 'foo': A board reads like 7x6/],
    ['an empty board', ['svg', '--board='], /^board '': A board reads like 7x6/],
    ['a board too wide', ['play', '--board', '13x1'], /^board '13x1': Width must be between 1 and 12$/],
    ['a board too high', ['perft', '--board=1x13', '1'], /^board '1x13': Height must be/],
    ['a board too deep', ['state', '--board=1x1x13'], /^board '1x1x13': Depth must be/],
    ['a line too long', ['svg', '--board', '7x6c9'], /^board '7x6c9': Connect length must be between 3 and 8$/],
    ['too many columns', ['svg', '--board', '12x1x12'], /^board '12x1x12': A board has at most 52 columns$/],
    ['too many cells', ['svg', '--board', '5x12x5'], /^board '5x12x5': A board has at most 256 cells$/],
    ['--read beside moves', ['state', '--read', '44'], /^--read takes the game from stdin/],
    ['--read beside a board', ['state', '--read', '--board', '7x6'], /^--read takes the game from stdin/],
  ]) {
    test(`${what} is refused as bad usage`, () => assert.match(refusal(BAD_USAGE, args), says));
  }

  test('an argument with a line break or an escape code is reported in one plain line', () => {
    for (const args of [['svg', '4\n4'], ['svg', '4\x1b[2J'], ['fr\nob'], ['svg', '--fr\nob'], ['svg', '--board', '7\n6'], ['perft', '1\n']]) {
      const { out, err, status } = run(args);
      assert.match(err, /^fourfall: [^\x00-\x1f\x7f]+\n$/, JSON.stringify(args));
      assert.equal(out, '');
      assert.notEqual(status, 0);
    }
  });

  test('malformed bytes and control characters of an argument do not reach the terminal', () => {
    const { err, status } = start('sh', ['-c', `exec "$0" svg --board "$(printf 'ä\\377\\302\\233四')"`, PROGRAM]);
    assert.deepEqual([err, status], ["fourfall: board 'ä???四': A board reads like 7x6, 5x5x5, 9x7c5, classic or cube\n", BAD_USAGE]);
  });

  test('what is wrong with a very long argument is said', () => {
    const said = refusal(BAD_USAGE, ['svg', '--board', '9'.repeat(50_000)]);
    assert.match(said, /^board '9+ \.\.\. 9+': A board reads like 7x6, 5x5x5, 9x7c5, classic or cube$/);
    assert.ok(said.length < 1024);
  });

  test('of an option that is given twice the last one counts', () => {
    assert.equal(output(['perft', '--board', '7x6', '--board=2x2', '2']), output(['perft', '--board', '2x2', '2']));
    assert.equal(output(['state', '--json', '--json', '--id', 'a', '--id', 'b']).includes('"gameId":"b"'), true);
  });

  test('-- ends the options', () => {
    assert.equal(output(['state', '--', '44']), output(['state', '44']));
    assert.match(refusal(BAD_INPUT, ['svg', '--', '--help']), /^move 1 \('-'\)/);
  });

  test('a value may follow = or be the next argument', () => {
    assert.equal(output(['perft', '--board=5x5x5', '2']), output(['perft', '--board', '5x5x5', '2']));
  });
});

/** The number of sequences of `plies` moves, counted by a simple search of its own. */
function countSequences({ width, height, depth = 1, connect = 4 }, plies) {
  const discs = new Map();
  const heights = new Array(width * depth).fill(0);
  const at = (x, y, z) => (x < 0 || x >= width || y < 0 || z < 0 || z >= depth ? undefined : discs.get(`${x},${y},${z}`));
  const run = (x, y, z, dx, dy, dz, mark) => {
    let count = 0;
    while (at(x + (count + 1) * dx, y + (count + 1) * dy, z + (count + 1) * dz) === mark) count++;
    return count;
  };
  const wins = (x, y, z, mark) => {
    for (let way = 14; way < 27; way++) {
      const [dx, dy, dz] = [(way % 3) - 1, (Math.floor(way / 3) % 3) - 1, Math.floor(way / 9) - 1];
      if (1 + run(x, y, z, dx, dy, dz, mark) + run(x, y, z, -dx, -dy, -dz, mark) >= connect) return true;
    }
    return false;
  };
  const count = (left, mark) => {
    let sum = 0;
    for (let column = 0; column < heights.length; column++) {
      if (heights[column] === height) continue;
      const [x, y, z] = [column % width, heights[column]++, Math.floor(column / width)];
      discs.set(`${x},${y},${z}`, mark);
      if (left === 1) sum++;
      else if (!wins(x, y, z, mark)) sum += count(left - 1, 1 - mark);
      discs.delete(`${x},${y},${z}`);
      heights[column]--;
    }
    return sum;
  };
  return count(plies, 0);
}

const perftText = (counts) => counts.map((count, i) => `${i + 1} ${count}\n`).join('');

describe('perft', () => {
  test('prints the published counts of 7x6', () => {
    const known = [7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572];
    assert.equal(output(['perft', '9']), perftText(known));
    assert.equal(output(['perft', '--board', 'classic', '9']), perftText(known));
  });

  test('the cube has 25 columns, and no game ends before ply 7', () => {
    assert.equal(output(['perft', '--board', 'cube', '4']), perftText([25, 625, 15625, 390625]));
  });

  for (const [name, board, plies] of [
    ['4x4', { width: 4, height: 4 }, 9],
    ['5x3c3', { width: 5, height: 3, connect: 3 }, 7],
    ['3x3x3c3', { width: 3, height: 3, depth: 3, connect: 3 }, 6],
    ['1x12c3', { width: 1, height: 12, connect: 3 }, 12],
    ['2x1x7c5', { width: 2, height: 1, depth: 7, connect: 5 }, 5],
  ]) {
    test(`agrees with a simple search on ${name}`, () => {
      const counts = Array.from({ length: plies }, (_, i) => countSequences(board, i + 1));
      assert.equal(output(['perft', '--board', name, String(plies)]), perftText(counts));
    });
  }
});

const xmllint = (svg) => start('xmllint', ['--noout', '-'], { input: svg });
const discs = (svg, colour) => (svg.match(new RegExp(`class="disc ${colour}"`, 'g')) ?? []).length;

function picture(args) {
  const svg = output(['svg', ...args]);
  assert.deepEqual(xmllint(svg), { out: '', err: '', status: 0 }, args.join(' '));
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
  assert.ok(svg.endsWith('</svg>\n'));
  return svg;
}

describe('svg', () => {
  test('xmllint is installed and tells bad from good XML', () => {
    assert.equal(xmllint('<svg></svg>').status, 0);
    assert.notEqual(xmllint('<svg><g></svg>').status, 0);
  });

  for (const [args, red, yellow, empty] of [
    [[], 0, 0, 42],
    [['4453'], 2, 2, 38],
    [['1212121'], 4, 3, 35],
    [[DRAW], 21, 21, 0],
    [['cube:'], 0, 0, 125],
    [['5x5x5:abfgklp'], 4, 3, 118],
    [['--board', '12x12', 'abcdefghijkl'], 6, 6, 132],
    [['--board', '1x1'], 0, 0, 1],
    [['1x1:1'], 1, 0, 0],
    [['--board', '7x5x7', 'abcxyzAW'], 4, 4, 237],
    [['--board', '1x12x12c8', 'abl'], 2, 1, 141],
  ]) {
    test(`of ${args.join(' ').slice(0, 30) || 'the empty board'} is well formed and has ${red} + ${yellow} discs`, () => {
      const svg = picture(args);
      assert.deepEqual([discs(svg, 'red'), discs(svg, 'yellow'), discs(svg, 'empty')], [red, yellow, empty]);
    });
  }

  test('names appear escaped in the title', () => {
    const svg = picture(['--red', `<&>"'`, '--yellow', ']]>&amp;<!--', '4']);
    assert.match(svg, /<title>&lt;&amp;&gt;"' \(red\) against \]\]&gt;&amp;amp;&lt;!-- \(yellow\) on 7x6: /);
  });

  test('names may be any UTF-8', () => {
    const svg = picture(['--red', 'Ärger 四目並べ', '--yellow', '🔴\u202e\u0301\ufffd', '4']);
    assert.ok(svg.includes('<title>Ärger 四目並べ (red) against 🔴\u202e\u0301\ufffd (yellow) on 7x6: 🔴'));
  });

  test('the longest names are printed whole, and one byte more is refused', () => {
    for (const name of ['n'.repeat(64), 'ä'.repeat(32), '🔴'.repeat(16), '&'.repeat(64)]) {
      assert.ok(picture(['--red', name, '4141414']).includes(`: ${name.replaceAll('&', '&amp;')} Wins!</title>`));
      assert.match(refusal(BAD_INPUT, ['svg', '--red', `${name}x`]), /^A name has 1 to 64 bytes/);
      assert.match(refusal(BAD_INPUT, ['state', '--yellow', `${name}x`]), /^A name has 1 to 64 bytes/);
    }
  });

  test('names that would break the picture are refused', () => {
    for (const name of ['', '\x01', '\n', '\x7f', '\u0085', '\ufffe']) {
      assert.match(refusal(BAD_INPUT, ['svg', '--red', name]), /^A name has 1 to 64 bytes/);
      assert.match(refusal(BAD_INPUT, ['state', '--red', name]), /^A name has 1 to 64 bytes/);
    }
  });

  test('names that are not valid UTF-8 are refused', () => {
    for (const bytes of ['\\377', '\\303', '\\300\\257', '\\355\\240\\275', '\\364\\220\\200\\200', '\\371\\200\\200\\200']) {
      const { out, err, status } = start('sh', ['-c', `exec "$0" svg --red "$(printf '${bytes}')"`, PROGRAM]);
      assert.match(err, /^fourfall: A name has 1 to 64 bytes[^\n]+\n$/, bytes);
      assert.deepEqual([out, status], ['', BAD_INPUT]);
    }
  });

  for (const [what, args, says] of [
    ['a character that names no column', ['448'], "move 3 ('8'): This character names no column of the board"],
    ['a full column', ['44444441'], "move 7 ('4'): The column is full"],
    ['a move after the end', ['12121213'], "move 8 ('3'): The game is over"],
    ['a wrong move behind a board', ['5x5x5:mmz'], "move 3 ('z'): This character names no column of the board"],
    ['digits where columns have letters', ['--board', 'cube', '12'], "move 1 ('1'): This character names no column of the board"],
    ['a prefix that is not a board', ['foo:44'], "'foo:44': A game reads like 4453, popout:44-4 or 9x7-popout-pie:5~"],
    ['a prefix of an illegal board', ['7x6c9:44'], "board of '7x6c9:44': Connect length must be between 3 and 8"],
    ['a prefix that is not the board asked for', ['--board', '5x5x5', '7x6:44'], "'7x6:44' names another board than --board"],
    ['a prefix that differs in the length to connect', ['--board', '7x6', '7x6c5:44'], "'7x6c5:44' names another board than --board"],
  ]) {
    test(`${what} is refused by name and reason`, () => {
      assert.equal(refusal(BAD_INPUT, ['svg', ...args]), says);
      assert.equal(refusal(BAD_INPUT, ['state', ...args]), says);
      assert.equal(refusal(BAD_INPUT, ['state', '--json', ...args]), says);
    });
  }

  test('a prefix with the same board as --board is accepted', () => {
    const svg = output(['svg', '--board', 'cube', 'mmgh']);
    assert.equal(output(['svg', '--board', '5x5x5', 'cube:mmgh']), svg);
    assert.equal(output(['svg', '5x5x5:mmgh']), svg);
    assert.equal(output(['svg', '--board', '5x5x5c4', '5x5x5:mmgh']), svg);
  });
});

const EMPTY_ROW = [null, null, null, null, null, null, null];
const json = (...args) => JSON.parse(output(['state', '--json', ...args]));

describe('state', () => {
  test('shows the board, the side to move, the moves and the open columns', () => {
    const empty = '| .  .  .  .  .  .  . |\n';
    assert.equal(
      output(['state', '4453']),
      `+---------------------+\n${empty.repeat(4)}| .  .  .  O  .  .  . |\n| .  .  O  X  X  .  . |\n` +
        "+---------------------+\n  1  2  3  4  5  6  7\nPlayer 1's Turn\nMoves: 7x6:4453\nOpen columns: 1234567\n",
    );
  });

  test('shows the winning line, and no open columns at the end', () => {
    const text = output(['state', '--red', 'Ann', '1212121']);
    assert.equal((text.match(/\[X\]/g) ?? []).length, 4);
    assert.ok(text.endsWith('\nAnn Wins!\nLine: 1.1 1.2 1.3 1.4\nMoves: 7x6:1212121\n'));
  });

  test('does not list a full column as open', () => {
    assert.ok(output(['state', '444444']).endsWith('\nOpen columns: 123567\n'));
  });

  test('says that a full board is a draw', () => {
    assert.ok(output(['state', DRAW]).endsWith(`\nIt's a Draw!\nMoves: 7x6:${DRAW}\n`));
  });

  test('shows a cube layer by layer', () => {
    const text = output(['state', '5x5x5:abfgklp']);
    for (let layer = 1; layer <= 5; layer++) assert.ok(text.includes(`Layer ${layer}`));
    assert.ok(text.endsWith('\nPlayer 1 Wins!\nLine: a.1 f.1 k.1 p.1\nMoves: 5x5x5:abfgklp\n'));
  });

  test('shows the empty board without moves and with an empty string', () => {
    const text = output(['state']);
    assert.ok(text.endsWith("\nPlayer 1's Turn\nMoves: 7x6:\nOpen columns: 1234567\n"));
    assert.equal(output(['state', '']), text);
    assert.equal(output(['state', '7x6:']), text);
    assert.equal(output(['state', '--board', 'classic', '']), text);
    assert.equal(output(['svg', '']), output(['svg']));
  });

  test('--json is one line with every field of a game state', () => {
    const before = Date.now();
    const text = output(['state', '--json', '--red', 'Ann', '--yellow', 'Bob "B"', '--id', 'g-1', '4453']);
    assert.match(text, /^\{[^\n]*\}\n$/);
    const state = JSON.parse(text);
    assert.deepEqual(Object.keys(state), ['gameId', 'gameType', 'players', 'currentPlayerIndex', 'status', 'winner', 'metadata',
      'version', 'createdAt', 'updatedAt']);
    const { createdAt, updatedAt, ...rest } = state;
    assert.deepEqual(rest, {
      gameId: 'g-1',
      gameType: 'connect-four',
      players: [{ id: 'player-1', name: 'Ann' }, { id: 'player-2', name: 'Bob "B"' }],
      currentPlayerIndex: 0,
      status: 'in_progress',
      winner: null,
      metadata: {
        board: [
          ...Array(4).fill(EMPTY_ROW),
          [null, null, null, 'yellow', null, null, null],
          [null, null, 'yellow', 'red', 'red', null, null],
        ],
        lastMove: { row: 5, column: 2, player: 'player-2' },
        size: '7x6',
        moves: '4453',
      },
      version: 4,
    });
    assert.equal(createdAt, updatedAt);
    assert.equal(new Date(createdAt).toISOString(), createdAt);
    assert.ok(Date.parse(createdAt) >= before && Date.parse(createdAt) <= Date.now());
  });

  test('--json of a new game has an empty board and no last move', () => {
    const state = json();
    assert.deepEqual(state.metadata, { board: Array(6).fill(EMPTY_ROW), size: '7x6', moves: '' });
    assert.deepEqual([state.gameId, state.version, state.currentPlayerIndex, state.status], ['game', 0, 0, 'in_progress']);
    assert.deepEqual(state.players.map((p) => p.name), ['Player 1', 'Player 2']);
  });

  test('--json after one move: row 0 is on top, the disc is in row 5, and the other side is to move', () => {
    const state = json('7');
    assert.deepEqual(state.metadata.board[5], [null, null, null, null, null, null, 'red']);
    assert.deepEqual(state.metadata.board.slice(0, 5), Array(5).fill(EMPTY_ROW));
    assert.deepEqual(state.metadata.lastMove, { row: 5, column: 6, player: 'player-1' });
    assert.equal(state.currentPlayerIndex, 1);
  });

  test('--json of a won game has its winner and keeps the side to move', () => {
    const red = json('1212121');
    assert.deepEqual([red.status, red.winner, red.currentPlayerIndex, red.version], ['completed', 'player-1', 0, 7]);
    assert.deepEqual(red.metadata.board.map((row) => row[0]), [null, null, 'red', 'red', 'red', 'red']);
    assert.equal(red.metadata.lastMove.row, 2);
    const yellow = json('21313141');
    assert.deepEqual([yellow.status, yellow.winner, yellow.currentPlayerIndex], ['completed', 'player-2', 1]);
  });

  test('--json of a draw is completed without a winner', () => {
    const state = json(DRAW);
    assert.deepEqual([state.status, state.winner, state.version], ['completed', null, 42]);
    assert.ok(state.metadata.board.flat().every((cell) => cell === 'red' || cell === 'yellow'));
  });

  test('--json of a cube has layers of rows of cells', () => {
    const { metadata } = json('5x5x5:mmgh');
    assert.deepEqual([metadata.board.length, metadata.board[0].length, metadata.board[0][0].length], [5, 5, 5]);
    assert.deepEqual(metadata.board[2].map((row) => row[2]), [null, null, null, 'yellow', 'red']);
    assert.deepEqual(metadata.board[1][4], [null, 'red', 'yellow', null, null]);
    assert.deepEqual([metadata.size, metadata.moves], ['5x5x5', 'mmgh']);
  });

  test('an id that is empty or too long is refused', () => {
    for (const id of ['', 'i'.repeat(65), 'a\nb']) assert.match(refusal(BAD_INPUT, ['state', '--id', id]), /^An id has 1 to 64 bytes/);
  });
});

/** A state as text, with fixed times, after `change` was applied to it. */
function stateText(moves, change = () => {}) {
  const state = json(moves);
  state.createdAt = state.updatedAt = '2026-01-02T03:04:05.678Z';
  change(state);
  return JSON.stringify(state);
}

describe('state --read', () => {
  for (const moves of ['', '4453', '1212121', DRAW, '5x5x5:mmgh', '5x5x5:abfgklp', '12x12c8:abcl', '1x1:1', '7x5x7:abcxyzAW'])
    test(`reads the --json output of '${moves.slice(0, 20)}' and writes the same again`, () => {
      const text = output(['state', '--json', '--red', 'Ä"\\🔴', moves]);
      assert.equal(output(['state', '--read', '--json'], text), text);
      assert.equal(output(['state', '--read'], text), output(['state', '--red', 'Ä"\\🔴', moves]));
    });

  test('accepts a state without moves, last move and size, in any order and with blanks', () => {
    const state = JSON.parse(stateText('4453'));
    state.metadata = { board: state.metadata.board };
    const text = JSON.stringify(Object.fromEntries(Object.entries(state).reverse()), null, '\t');
    assert.match(output(['state', '--read'], text), /\| \. {2}\. {2}O {2}X {2}X .*\n[^]*\nMoves: not known\n/);
    const again = JSON.parse(output(['state', '--read', '--json'], text));
    assert.deepEqual(again.metadata, { ...state.metadata, size: '7x6' });
  });

  test('says that a waiting state waits for players', () => {
    const text = stateText('', (s) => { s.players.pop(); s.status = 'waiting'; });
    assert.match(output(['state', '--read'], text), /\nWaiting for players\n/);
  });

  // The defect, the text, the error, and the part of the text in or just after which the byte must lie.
  const text = stateText('4453');
  const won = (change) => stateText('1212121', change);
  const played = (change) => stateText('4453', change);
  for (const [what, broken, error, part] of [
    ['nothing at all', '', 'E_JSON_TYPE', ''],
    ['an array', '[]', 'E_JSON_TYPE', '[]'],
    ['an empty object', '{}', 'E_JSON_MISSING', '{}'],
    ['half a state', text.slice(0, 300), 'E_JSON_SYNTAX', text.slice(200, 300)],
    ['trailing characters', `${text}x`, 'E_JSON_END', '}x'],
    ['a second state', text + text, 'E_JSON_END', `}{`],
    ['a comma too many', text.replace('"version":4,', '"version":4,,'), 'E_JSON_SYNTAX', '"version":4,,'],
    ['single quotes', text.replaceAll('"', "'"), 'E_JSON_SYNTAX', "{'"],
    ['a missing key', played((s) => delete s.version), 'E_JSON_MISSING', 'Z"}'],
    ['an unknown key', played((s) => { s.extra = 1; }), 'E_JSON_KEY', '"extra"'],
    ['a key twice', text.replace('{', '{"version":4,'), 'E_JSON_TWICE', ',"version":4,"created'],
    ['another game', played((s) => { s.gameType = 'chess'; }), 'E_GAME_TYPE', '"chess"'],
    ['an empty id', played((s) => { s.gameId = ''; }), 'E_ID', '"gameId":""'],
    ['a long name', played((s) => { s.players[0].name = 'n'.repeat(65); }), 'E_NAME', 'n"}'],
    ['a lone surrogate', text.replace('Player 1', '\\ud83d'), 'E_JSON_SYNTAX', '\\ud83d'],
    ['one player twice', played((s) => { s.players[1].id = s.players[0].id; }), 'E_PLAYERS', 'Player 2"}]'],
    ['three players', played((s) => s.players.push({ id: 'c', name: 'C' })), 'E_PLAYERS', '"C"}]'],
    ['players that are not an array', played((s) => { s.players = 2; }), 'E_JSON_TYPE', '"players":2'],
    ['an invalid size', played((s) => { s.metadata.size = '7y6'; }), 'E_BOARD_TEXT', '"7y6"'],
    ['a size too large', played((s) => { s.metadata.size = '13x6'; }), 'E_WIDTH', '"13x6"'],
    ['another size than the board', played((s) => { s.metadata.size = '7x5'; }), 'E_BOARD_SHAPE', text.slice(text.indexOf('"board"'), text.indexOf(']]') + 2)],
    ['a row too few', played((s) => s.metadata.board.shift()), 'E_BOARD_SHAPE', 'null,null]]'],
    ['a cell of another colour', played((s) => { s.metadata.board[5][0] = 'blue'; }), 'E_CELL', '"blue"'],
    ['a floating disc', played((s) => { s.metadata.board[0][0] = 'red'; }), 'E_FLOATING', '"board":[['],
    ['too many of one colour', played((s) => { s.metadata.board[5][0] = 'yellow'; s.metadata.board[5][1] = 'yellow'; }),
      'E_COUNTS', '"board":[['],
    ['two winners', won((s) => { s.metadata.board[2][1] = 'yellow'; }), 'E_TWO_WINNERS', '"board":[['],
    ['a win too early', won((s) => { s.metadata.board[5][6] = 'yellow'; }), 'E_WINNER_TURN', '"board":[['],
    ['moves of another game', played((s) => { s.metadata.moves = '4435'; }), 'E_MOVES', '"4435"'],
    ['another last move', played((s) => { s.metadata.lastMove.column = 3; }), 'E_LAST_MOVE', '"column":3,"player":"player-2"'],
    ['another last row', played((s) => { s.metadata.lastMove.row = 0; }), 'E_LAST_MOVE', '"column":2,"player":"player-2"'],
    ['the wrong version', played((s) => { s.version = 5; }), 'E_VERSION', '"version":5'],
    ['a version in quotes', played((s) => { s.version = '4'; }), 'E_VERSION', '"version":"4"'],
    ['a version with a fraction', text.replace('"version":4', '"version":4.0'), 'E_VERSION', '"version":4.0'],
    ['the wrong turn', played((s) => { s.currentPlayerIndex = 1; }), 'E_TURN', '"currentPlayerIndex":1'],
    ['the wrong status', played((s) => { s.status = 'completed'; }), 'E_STATUS', '"completed"'],
    ['a win without a winner', won((s) => { s.winner = null; }), 'E_WINNER', '"winner":null'],
    ['a loser for a winner', won((s) => { s.winner = 'player-2'; }), 'E_WINNER', '"winner":"player-2"'],
    ['a day that does not exist', played((s) => { s.createdAt = '2026-02-29T00:00:00.000Z'; }),
      'E_TIME', '"2026-02-29T00:00:00.000Z"'],
    ['time that runs backwards', played((s) => { s.updatedAt = '2025-01-01T00:00:00.000Z'; }),
      'E_TIME', '"2025-01-01T00:00:00.000Z"'],
  ]) {
    test(`refuses ${what} with reason and byte`, () => {
      const [, byte, said] = /^state, byte (\d+): (.+)$/.exec(refusal(BAD_INPUT, ['state', '--read'], broken));
      const from = broken.indexOf(part);
      assert.equal(said, ERRORS.get(error));
      assert.ok(from >= 0, 'the test names a part of its text');
      assert.ok(byte > from && byte <= from + part.length + 1, `byte ${byte} is not in or behind ${part} at ${from}`);
    });
  }

  test('accepts the longest text and refuses one byte more', () => {
    assert.equal(output(['state', '--read'], text.padEnd(STATE_MAX)), output(['state', '4453']));
    assert.equal(refusal(BAD_INPUT, ['state', '--read'], text.padEnd(STATE_MAX + 1)), 'state, byte 1: The JSON text is too long');
  });

  test('refuses an endless stream', { skip: !existsSync('/dev/zero') }, () => {
    const { out, err, status } = start('sh', ['-c', 'exec "$0" state --read </dev/zero', PROGRAM]);
    assert.deepEqual([out, err, status], ['', 'fourfall: state, byte 1: The JSON text is too long\n', BAD_INPUT]);
  });

  test('refuses to read a folder', () => {
    const { out, err, status } = start('sh', ['-c', 'exec "$0" state --read </', PROGRAM]);
    assert.match(err, /^fourfall: cannot read [^\n]+\n$/);
    assert.deepEqual([out, status], ['', BAD_INPUT]);
  });
});

describe('output that cannot be written', () => {
  for (const args of [['--help'], ['--version'], ['svg', '--help'], ['svg', '44'], ['svg', '--board', '7x5x7'], ['state'],
    ['state', '--json'], ['perft', '3'], ['analyse', '--board', '4x4', '12'], ['review', '--board', '4x4', '12'], ['solve'], ['play'], ['engine'],
    ['match', '--a', 'random', '--b', 'random', '--games', '1'], ['completion', 'bash'], ['man'], ['man', '--list'], ['serve', '--print-config']]) {
    test(`ends ${args.join(' ')} with one line on stderr and a status`, { skip: !existsSync('/dev/full') }, () => {
      const full = openSync('/dev/full', 'w');
      try {
        const { err, status } = start('sh', ['-c', 'exec "$0" "$@" <<END\n4444\n4444\nugi\nugi\nEND', PROGRAM, ...args], { stdio: ['ignore', full, 'pipe'] });
        assert.match(err, /^fourfall: cannot write: [^\n]+\n$/);
        assert.equal(status, BAD_INPUT);
      } finally {
        closeSync(full);
      }
    });
  }

  test('ends a command quietly when its reader has enough', () => {
    const { out, err } = start('bash', ['-c', '"$0" perft --board 4x4 12 | head -n 1; echo "${PIPESTATUS[0]}"', PROGRAM]);
    assert.match(out, /^1 4\n(0|141)\n$/);
    assert.equal(err, '');
  });

  test('is reported when stdout is closed', () => {
    const { err, status } = start('sh', ['-c', 'exec "$0" svg 44 >&-', PROGRAM]);
    assert.match(err, /^fourfall: cannot write: [^\n]+\n$/);
    assert.equal(status, BAD_INPUT);
  });
});

describe('input that cannot be read', () => {
  for (const command of ['solve', 'play', 'engine'])
    test(`ends ${command} with one line on stderr and a status`, () => {
      const { err, status } = start('sh', ['-c', 'exec "$0" "$1" <&-', PROGRAM, command]);
      assert.deepEqual([err, status], ['fourfall: cannot read: Bad file descriptor\n', BAD_INPUT]);
    });
});

describe('bench', () => {
  test('prints a table of positive numbers', () => {
    const { out, err, status } = start(PROGRAM, ['bench'], { timeout: BENCH_DEADLINE_MS });
    assert.deepEqual([err, status], ['', 0]);
    const [head, ...rows] = out.trimEnd().split('\n');
    assert.match(head, /\bunit\b.*\bnative\b.*\bwasm\b/);
    assert.ok(rows.length >= 4);
    for (const board of ['7x6', '5x5x5', '12x12']) assert.ok(rows.some((row) => row.startsWith(`${board} `)), board);
    for (const row of rows) {
      const numbers = row.match(/ \d+\.\d+/g) ?? [];
      assert.ok(numbers.length === 3 || (numbers.length === 1 && row.endsWith('not measured')), row);
      assert.ok(numbers.every((number) => Number(number) > 0), row);
    }
  });
});
