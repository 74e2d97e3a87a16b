// `fourfall solve` as a script sees it: lines in, answers out, refusals and exit statuses. FOURFALL names another program to
// test.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const PROGRAM = process.env.FOURFALL ?? path('build/fourfall');
const POSITIONS = path('bench/positions');
const DEADLINE_MS = 300_000;
const WRONG_SCORE = 1;
const BAD_USAGE = 2;
const LINE_MAX = 511; // bytes of a line without its end
const OVER = 'The game is over';
const NO_LETTER = 'This character names no column of the board';
const NO_LINE = 'A line is MOVES or MOVES SCORE';
const TOO_LONG = 'The line is too long';
const DRAW = '121212212121343434434343565656656565777777';

// From the standard sets, with their published scores.
const KNOWN = [
  ['2252576253462244111563365343671351441', -1],
  ['7422341735647741166133573473242566', 1],
  ['23163416124767223154467471272416755633', 0],
  ['5554224333234511764415115', 4],
  ['52753311433677442422121', 8],
  ['1233722555341451114725221333', -1],
  ['32164625', 11],
  ['6146', 18],
  ['243335424257', 12],
];
const MOVES = KNOWN.map(([moves]) => moves);
const SCORES = KNOWN.map(([, score]) => score);

function run(args, input = '') {
  const result = spawnSync(PROGRAM, ['solve', ...args], { input, encoding: 'utf8', timeout: DEADLINE_MS, maxBuffer: 1 << 24 });
  assert.equal(result.error, undefined, args.join(' '));
  assert.equal(result.signal, null, args.join(' '));
  return { out: result.stdout, err: result.stderr, status: result.status };
}

const lines = (rows) => rows.map((row) => `${row}\n`).join('');

/** The answers in an output; each line must have the right form. */
function parse(out) {
  assert.ok(out === '' || out.endsWith('\n'), 'the last answer ends its line');
  return out.split('\n').slice(0, -1).map((line) => {
    const match = /^([1-9a-zA-Z]*) (-?\d+) (\d+) (\d+)$/.exec(line);
    assert.ok(match, `MOVES SCORE NODES MICROSECONDS: ${line}`);
    assert.notEqual(match[2], '-0');
    return { moves: match[1], score: Number(match[2]), nodes: Number(match[3]), microseconds: Number(match[4]) };
  });
}

/** The answers of a call that must succeed and print nothing on stderr. */
function answers(args, input) {
  const { out, err, status } = run(args, input);
  assert.deepEqual({ err, status }, { err: '', status: 0 }, args.join(' '));
  return parse(out);
}

const scores = (args, input) => answers(args, input).map(({ score }) => score);
const complaints = (rows) => lines(rows.map((row) => `fourfall: ${row}`));

describe('answers', () => {
  test('are one line each, in the order of the input', () => {
    const found = answers([], lines(MOVES));
    assert.deepEqual(found.map(({ moves, score }) => [moves, score]), KNOWN);
  });

  test('are none without input', () => assert.deepEqual(answers([]), []));

  test('an empty line is the empty board', () => {
    const [first, second, third] = answers(['--board', '5x4'], '\n\n1\n');
    assert.deepEqual([first.moves, first.score, second.moves, second.score], ['', 0, '', 0]);
    assert.equal(third.moves, '1');
    assert.equal(answers(['--board', '6x4', '--weak'], '\n')[0].score, -1);
  });

  test('the last line needs no newline', () => {
    assert.deepEqual(scores([], MOVES.join('\n')), SCORES);
    assert.deepEqual(scores([], '6146'), [18]);
  });

  test('lines may end with CR LF, and the last one with CR alone', () => {
    assert.deepEqual(scores(['--check'], KNOWN.map(([moves, score]) => `${moves} ${score}\r\n`).join('')), SCORES);
    assert.deepEqual(scores([], MOVES.join('\r\n')), SCORES);
    assert.deepEqual(answers(['--board', '4x4'], '\r\n1\r').map(({ moves }) => moves), ['', '1']);
  });

  test('more lines than one batch are answered completely and in order', () => {
    const many = Array.from({ length: 1000 }, (_, i) => MOVES[i % MOVES.length]);
    const found = answers([], lines(many));
    assert.deepEqual(found.map(({ moves }) => moves), many);
    found.forEach(({ score }, i) => assert.equal(score, SCORES[i % SCORES.length]));
  });

  test('--weak answers win, draw or loss', () => {
    assert.deepEqual(scores(['--weak'], lines(MOVES)), SCORES.map(Math.sign));
  });

  test('a win with the next disc needs no search', () => {
    assert.deepEqual(answers([], '121212\n').map(({ score, nodes }) => [score, nodes]), [[18, 0]]);
  });
});

describe('--check', () => {
  const withScores = (change = 0) => lines(KNOWN.map(([moves, score]) => `${moves} ${score + change}`));

  test('right scores pass, and so do lines without a score', () => {
    assert.deepEqual(scores(['--check'], withScores()), SCORES);
    assert.deepEqual(scores(['--check'], lines(MOVES)), SCORES);
  });

  test('blanks and tabs around a score are accepted', () => {
    assert.deepEqual(scores(['--check'], '6146 \t 18 \t\n6146\t+18\n6146 018\n6146 \n'), [18, 18, 18, 18]);
  });

  test('a wrong score is reported with its line, every line is answered, and the status is 1', () => {
    const { out, err, status } = run(['--check'], `6146 18\n6146 17\n${MOVES[2]}\n${MOVES[2]} -1\n6146 18\n`);
    assert.deepEqual(parse(out).map(({ score }) => score), [18, 18, 0, 0, 18]);
    assert.equal(err, complaints(['line 2: 6146 is 18, not 17', `line 4: ${MOVES[2]} is 0, not -1`]));
    assert.equal(status, WRONG_SCORE);
  });

  test('every score off by one is found', () => {
    for (const change of [1, -1]) {
      const { err, status } = run(['--check'], withScores(change));
      assert.equal(err.split('\n').length - 1, KNOWN.length);
      assert.equal(status, WRONG_SCORE);
    }
  });

  test('--weak compares only the sign', () => {
    assert.deepEqual(scores(['--check', '--weak'], '6146 1\n6146 18\n'), [1, 1]);
    for (const wrong of ['0', '-18']) assert.equal(run(['--check', '--weak'], `6146 ${wrong}\n`).status, WRONG_SCORE, wrong);
  });

  test('without --check a wrong score is ignored', () => {
    assert.deepEqual(scores([], '6146 17\n'), [18]);
  });

  test('an invalid line gives status 2, even with a wrong score', () => {
    const { out, err, status } = run(['--check'], '6146 17\n8\n');
    assert.equal(parse(out).length, 1);
    assert.equal(err, complaints(['line 1: 6146 is 18, not 17', `line 2: ${NO_LETTER}`]));
    assert.equal(status, BAD_USAGE);
  });
});

describe('an invalid line', () => {
  for (const [what, line, reason] of [
    ['a column that does not exist', '448', NO_LETTER],
    ['the column 0', '0', NO_LETTER],
    ['letters on a board with digits', 'd', NO_LETTER],
    ['a full column', '4444444', 'The column is full'],
    ['a game that is won', '1212121', OVER],
    ['a game that is drawn', DRAW, OVER],
    ['moves after the end', '12121213', OVER],
    ['a board in front', '7x6:44', NO_LETTER],
    ['UTF-8', '4４', NO_LETTER],
    ['a score that is not a number', '44 x', NO_LINE],
    ['a score with trailing characters', '44 1x', NO_LINE],
    ['a fraction as score', '44 1.5', NO_LINE],
    ['two scores', '44 1 2', NO_LINE],
    ['a score too large for an integer', '44 99999999999999999999', NO_LINE],
    ['a CR amid the moves', '44\r45', NO_LETTER],
    ['two CR at the end', '44\r\r', NO_LETTER],
    ['a zero byte', '44\u000045', NO_LETTER],
    ['a zero byte at the end', '44\0', NO_LETTER],
    ['a line of 512 bytes', '4'.repeat(LINE_MAX + 1), TOO_LONG],
    ['a line of a million bytes', '4'.repeat(1_000_000), TOO_LONG],
    ['a long line with a CR inside', `6146\r${'1'.repeat(2 * LINE_MAX)}`, TOO_LONG],
    ['a long line with a zero byte inside', `6146\0${'1'.repeat(2 * LINE_MAX)}`, TOO_LONG],
    ['a long line of blanks', `6146${' '.repeat(LINE_MAX)}`, TOO_LONG],
  ]) {
    test(`with ${what} is reported with its number and reason, and the other lines are answered`, () => {
      const { out, err, status } = run([], `6146\n${line}\n6146\n${line}`);
      assert.equal(err, complaints([`line 2: ${reason}`, `line 4: ${reason}`]));
      assert.deepEqual(parse(out).map(({ moves, score }) => [moves, score]), [['6146', 18], ['6146', 18]]);
      assert.equal(status, BAD_USAGE);
    });
  }

  test('the longest line that fits is read', () => {
    const { out, status } = run(['--check'], `6146${' '.repeat(LINE_MAX - 6)}18\n`);
    assert.deepEqual(parse(out).map(({ score }) => score), [18]);
    assert.equal(status, 0);
  });

  test('line numbers continue across batches', () => {
    const rows = Array.from({ length: 200 }, (_, i) => (i % 67 === 66 ? '9' : '6146'));
    const { out, err, status } = run([], lines(rows));
    assert.equal(parse(out).length, 198);
    assert.equal(err, complaints([`line 67: ${NO_LETTER}`, `line 134: ${NO_LETTER}`]));
    assert.equal(status, BAD_USAGE);
  });
});

describe('options', () => {
  test('two threads give the same scores in the same order', () => {
    const input = lines(Array.from({ length: 40 }, () => MOVES).flat());
    assert.deepEqual(
      answers(['--threads', '2'], input).map(({ moves, score }) => [moves, score]),
      answers([], input).map(({ moves, score }) => [moves, score]),
    );
    const { err, status } = run(['--threads', '2', '--check'], `6146 18\n9\n6146 17\n`);
    assert.equal(err, complaints([`line 2: ${NO_LETTER}`, 'line 3: 6146 is 18, not 17']));
    assert.equal(status, BAD_USAGE);
  });

  test('more threads than lines are accepted', () => {
    assert.deepEqual(scores(['--threads', '7', '--hash', '2'], '6146\n'), [18]);
    assert.deepEqual(scores(['--threads=64', '--hash=2'], lines(MOVES)), SCORES);
  });

  test('the table size changes no score', () => {
    for (const hash of ['2', '3', '16', '100']) assert.deepEqual(scores(['--hash', hash], lines(MOVES)), SCORES, hash);
  });

  test('--fresh gives the same nodes in any order', () => {
    const nodes = (input) => answers(['--fresh', '--no-book'], input).map((answer) => answer.nodes);
    const found = nodes(lines(MOVES));
    assert.deepEqual(nodes(lines(MOVES)), found);
    assert.deepEqual(nodes(lines([...MOVES].reverse())).reverse(), found);
    assert.deepEqual(nodes(lines(MOVES.flatMap((moves) => [moves, moves]))), found.flatMap((count) => [count, count]));
    assert.ok(found.some((count) => count > 100), String(found));
  });

  test('without --fresh the tables save nodes', () => {
    const [first, again] = answers(['--no-book'], '243335424257\n243335424257\n');
    assert.ok(again.nodes < first.nodes, `${again.nodes} < ${first.nodes}`);
  });

  for (const [what, args, says] of [
    ['no memory at all', ['--hash', '0'], /between 2 and 4096, not '0'/],
    ['too little memory', ['--hash', '1'], /between 2 and 4096, not '1'/],
    ['too much memory', ['--hash', '4097'], /between 2 and 4096, not '4097'/],
    ['memory in words', ['--hash', 'much'], /not 'much'/],
    ['no memory named', ['--hash'], /needs a value/],
    ['no threads', ['--threads', '0'], /between 1 and 64, not '0'/],
    ['too many threads', ['--threads', '65'], /between 1 and 64, not '65'/],
    ['a negative number of threads', ['--threads=-1'], /between 1 and 64, not '-1'/],
    ['a flag with a value', ['--weak=1'], /takes no value/],
    ['an unknown option', ['--frob'], /unknown option '--frob'/],
    ['an unknown path', ['--path', 'fast'], /--path is general, plain or avx2, not 'fast'/],
    ['a path for 7x6 on another board', ['--path', 'plain', '--board', '6x5'], /the path 'plain' is for 7x6 alone/],
    ['no path named', ['--path'], /needs a value/],
    ['moves as an argument', ['6146'], /unexpected argument '6146'/],
    ['an invalid board', ['--board', 'foo'], /^fourfall: board 'foo': /],
    ['the cube', ['--board', 'cube'], /needs connect 4, depth 1 and width x \(height \+ 1\) <= 64/],
    ['connect 5', ['--board', '7x6c5'], /needs connect 4/],
    ['connect 3', ['--board', '7x6c3'], /needs connect 4/],
    ['a board too large for a word', ['--board', '9x7'], /needs connect 4/],
    ['the largest board', ['--board', '12x12'], /needs connect 4/],
  ]) {
    test(`${what} is refused`, () => {
      const { out, err, status } = run(args);
      assert.match(err, /^fourfall: [^\n]+\n$/);
      assert.match(err, says);
      assert.deepEqual([out, status], ['', BAD_USAGE]);
    });
  }
});

describe('paths', () => {
  const PATHS = ['general', 'plain', 'avx2'];
  const bench = (args) => {
    const result = spawnSync(PROGRAM, ['bench', ...args], { encoding: 'utf8', timeout: DEADLINE_MS });
    return { out: result.stdout, err: result.stderr, status: result.status };
  };
  const lacking = (path) => `fourfall: the path '${path}' is for 7x6 alone, and for processors with its instructions\n`;

  test('bench prints one sum of nodes, the same on every path of this processor', () => {
    const { out, err, status } = bench(['solver']);
    assert.deepEqual([err, status], ['', 0]);
    const rows = out.trimEnd().split('\n');
    const total = rows.pop();
    assert.match(total, /^Bench: \d+$/);
    const sum = rows.reduce((all, row) => all + Number(/^[1-7]+ +-?\d+ +(\d+)$/.exec(row)[1]), 0);
    assert.equal(total, `Bench: ${sum}`);
    assert.ok(sum > 100_000);
    for (const path of PATHS) {
      const found = bench(['solver', '--path', path]);
      if (path.startsWith('avx') && found.status === BAD_USAGE) assert.equal(found.err, lacking(path));
      else assert.deepEqual(found, { out, err: '', status: 0 }, path);
    }
  });

  test('every path gives the same answers and nodes', () => {
    const of = (args) => answers(['--fresh', '--no-book', ...args], lines(MOVES)).map(({ moves, score, nodes }) => [moves, score, nodes]);
    const wanted = of([]);
    for (const path of ['general', 'plain']) assert.deepEqual(of(['--path', path]), wanted, path);
  });

  test('the general path solves every board', () => {
    const of = (args) => answers(['--board', '6x5', '--weak', ...args], '\n3\n').map(({ score, nodes }) => [score, nodes]);
    assert.deepEqual(of(['--path', 'general']), of([]));
  });

  test('bench refuses a path for the rules, and an unknown path', () => {
    assert.deepEqual(bench(['rules', '--path', 'plain']), { out: '', err: "fourfall: --path is for 'bench solver'\n", status: BAD_USAGE });
    assert.match(bench(['solver', '--path', 'x']).err, /not 'x'/);
  });
});

describe('other boards', () => {
  for (const [board, moves, outcome] of [
    ['4x4', '', 0],
    ['6x4', '', -1],
    ['5x5', '', 0],
    ['6x5', '', 0],
    ['4x7', '', 0],
    ['1x1', '', 0],
    ['2x12', '', 0],
    ['12x1', '', 0],
  ]) {
    test(`${board} has its known outcome`, () => {
      assert.deepEqual(scores(['--weak', '--board', board], `${moves}\n`), [outcome]);
    });
  }

  test('scores count from the last disc of the board', () => {
    assert.deepEqual(scores(['--board', '4x4'], '121212\n'), [5]);
    assert.deepEqual(scores(['--board', '5x5'], '121212\n'), [10]);
    assert.deepEqual(scores(['--board', '8x7'], '121212\n'), [25]);
  });

  test('boards with ten columns or more use letters', () => {
    assert.deepEqual(answers(['--board', '12x4'], 'lalala\n').map(({ moves, score }) => [moves, score]), [['lalala', 21]]);
    assert.equal(run(['--board', '12x4'], '12\n').err, complaints([`line 1: ${NO_LETTER}`]));
    assert.equal(run(['--board', '12x4'], 'm\n').err, complaints([`line 1: ${NO_LETTER}`]));
  });

  test('the largest board that fits in a word is solved', () => {
    assert.deepEqual(scores(['--board', '8x7', '--check'], '112233 25\n'), [25]);
  });
});

describe('the standard sets', () => {
  for (const set of ['L3_R1', 'L2_R1', 'L1_R1']) {
    test(`${set} has its published scores`, () => {
      const input = readFileSync(`${POSITIONS}/${set}.txt`, 'utf8');
      assert.equal(scores(['--check', '--no-book'], input).length, 1000);
    });
  }

  test('L2_R1 weakly solved, two threads', () => {
    const input = readFileSync(`${POSITIONS}/L2_R1.txt`, 'utf8');
    assert.equal(scores(['--check', '--weak', '--threads', '2'], input).length, 1000);
  });
});
