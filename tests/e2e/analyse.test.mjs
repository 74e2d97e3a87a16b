// `fourfall analyse` and `fourfall review` as people and programs see them. Their scores are compared with those of
// `fourfall solve` for every child. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, openSync, closeSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openTerminal, screenText, screenUntil, shows, useTerminals } from './terminal.mjs';

const PROGRAM = process.env.FOURFALL ?? fileURLToPath(new URL('../../build/fourfall', import.meta.url));
const DEADLINE_MS = 300_000;
const BAD_INPUT = 1;
const BAD_USAGE = 2;
const UNFINISHED = 3;

function run(args, options = {}) {
  const { stdout, stderr, status, error, signal } = spawnSync(PROGRAM, args, { input: '', encoding: 'utf8', timeout: DEADLINE_MS, ...options });
  assert.deepEqual({ error, signal }, { error: undefined, signal: null }, args.join(' '));
  return { out: stdout, err: stderr, status };
}

function output(args, options) {
  const { out, err, status } = run(args, options);
  assert.deepEqual({ err, status }, { err: '', status: 0 }, args.join(' '));
  return out;
}

function refusal(wanted, args) {
  const { out, err, status } = run(args);
  assert.match(err, /^fourfall: [^\n]+\n$/, `one line for ${JSON.stringify(args)}`);
  assert.deepEqual({ out, status }, { out: '', status: wanted }, `${JSON.stringify(args)}: ${err}`);
  return err.slice('fourfall: '.length, -1);
}

const json = (...args) => JSON.parse(output([args[0], '--json', ...args.slice(1)]));

/** A simple connect-4 board for comparison: columns of 0 (Red) and 1 (Yellow). */
class Position {
  constructor(width, height, moves = '') {
    Object.assign(this, { width, height, moves: '', columns: Array.from({ length: width }, () => []), winner: null });
    for (const letter of moves) this.drop(this.letters.indexOf(letter));
  }

  get letters() { return this.width <= 9 ? '123456789'.slice(0, this.width) : 'abcdefghijkl'.slice(0, this.width); }
  get name() { return `${this.width}x${this.height}`; }
  get ply() { return this.moves.length; }
  get mover() { return this.ply % 2; }
  get left() { return this.width * this.height - this.ply; }
  get isOver() { return this.winner !== null || this.left === 0; }
  get open() { return this.columns.flatMap((discs, column) => (discs.length < this.height ? [column] : [])); }

  completes(column, row, color) {
    const run = (dx, dy) => {
      let count = 0;
      while (this.columns[column + (count + 1) * dx]?.[row + (count + 1) * dy] === color) count++;
      return count;
    };
    return [[1, 0], [0, 1], [1, 1], [1, -1]].some(([dx, dy]) => 1 + run(dx, dy) + run(-dx, -dy) >= 4);
  }

  drop(column) {
    if (this.completes(column, this.columns[column].length, this.mover)) this.winner = this.mover;
    this.columns[column].push(this.mover);
    this.moves += this.letters[column];
  }

  after(column) {
    const next = new Position(this.width, this.height, this.moves);
    next.drop(column);
    return next;
  }

  /** [color, column, row from the bottom], Red's first. */
  get threats() {
    return [0, 1].flatMap((color) => this.columns.flatMap((discs, column) =>
      Array.from({ length: this.height }, (_, row) => row)
        .filter((row) => row >= discs.length && this.completes(column, row, color))
        .map((row) => [color, column, row])));
  }

  winsAtOnce(color) { return this.threats.filter(([c, column, row]) => c === color && row === this.columns[column].length).map(([, column]) => column); }
}

/** A score from the other side; never -0, which JSON does not have. */
const flip = (score) => 0 - score;

/** Exact scores of positions that are not over, by `fourfall solve`. */
function solve(board, positions) {
  if (!positions.length) return [];
  const lines = output(['solve', '--board', board], { input: positions.map((moves) => `${moves}\n`).join('') });
  return lines.trimEnd().split('\n').map((line) => Number(line.split(' ').at(-3)));
}

/** Scores for the player who has just moved, by board and moves. */
const known = new Map();

const childrenOf = (position) => position.columns.map((_, column) => (position.open.includes(column) ? position.after(column) : null));

/** Solves the children of these positions, all of one board, with one call of the program. */
function learn(positions) {
  const asked = positions.flatMap(childrenOf).filter((child) => child && !child.isOver);
  const { name } = positions[0];
  for (const [i, score] of solve(name, asked.map((child) => child.moves)).entries()) known.set(`${name}:${asked[i].moves}`, flip(score));
}

/** The score of each column for the player to move; null where it is full. */
function columnScores(position) {
  return childrenOf(position).map((child) => {
    if (!child) return null;
    if (child.winner !== null) return Math.floor((position.left + 1) / 2);
    return child.isOver ? 0 : known.get(`${position.name}:${child.moves}`);
  });
}

/** Discs the winner still drops. */
function winnerMoves(position, score) {
  if (score === 0) return 0;
  return score > 0 ? Math.floor((position.left + 1) / 2) - score + 1 : Math.floor(position.left / 2) + score + 1;
}

let seed = 20261115;
const random = (below) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

function randomPosition(width, height, plies) {
  for (;;) {
    const position = new Position(width, height);
    while (position.ply < plies && !position.isOver) {
      const quiet = position.open.filter((column) => !position.after(column).isOver);
      if (!quiet.length) break;
      position.drop(quiet[random(quiet.length)]);
    }
    if (position.ply === plies && !position.isOver) return position;
  }
}

const COLORS = ['red', 'yellow'];
const NAMES = ['Red', 'Yellow'];
const result = (score) => (score > 0 ? 'win' : score < 0 ? 'loss' : 'draw');

/** The columns of a phrase like "columns 1, 3 and 5". */
const columnsIn = (position, phrase) => [...phrase.replace(/columns?/, '').replace(/ (and|or) /, ',').matchAll(/\w/g)].map(([letter]) => position.letters.indexOf(letter));

function checkSentence(position, scores, text) {
  const open = scores.filter((score) => score !== null);
  const best = Math.max(...open);
  const bestColumns = position.open.filter((column) => scores[column] === best);
  const { mover } = position;
  const own = position.winsAtOnce(mover);
  const threats = position.winsAtOnce(1 - mover);
  const winner = best > 0 ? mover : best < 0 ? 1 - mover : null;
  let claims = 0;
  for (const [, name, count] of text.matchAll(/(Red|Yellow) wins in (\d+)/g)) {
    assert.equal(name, NAMES[winner], text);
    assert.equal(Number(count), winnerMoves(position, best), text);
    claims++;
  }
  for (const [, name, phrase] of text.matchAll(/^(Red|Yellow) must answer in (column \w)/g)) {
    assert.deepEqual([name, columnsIn(position, phrase), own], [NAMES[mover], threats, []], text);
    claims++;
  }
  for (const [, name, phrase] of text.matchAll(/^(Red|Yellow) wins now with (column [^.]+)\./g)) {
    assert.deepEqual([name, columnsIn(position, phrase)], [NAMES[mover], own], text);
    claims++;
  }
  for (const [, name, phrase] of text.matchAll(/^(Red|Yellow) threatens (columns .+) at once;/g)) {
    assert.deepEqual([name, columnsIn(position, phrase), own], [NAMES[1 - mover], threats, []], text);
    claims++;
  }
  for (const [, phrase] of text.matchAll(/wins in \d+ with (column [^.:]+)\./g)) assert.deepEqual(columnsIn(position, phrase), bestColumns, text);
  for (const [, phrase] of text.matchAll(/plays; (columns? .+) holds? out longest/g)) assert.deepEqual(columnsIn(position, phrase), bestColumns, text);
  for (const [, name, parity, phrase] of text.matchAll(/(Red|Yellow)'s (odd|even) threat in (column \w) decides the board/g)) {
    const [column] = columnsIn(position, phrase);
    assert.equal(name, NAMES[winner], text);
    assert.ok(position.threats.some(([color, c, row]) => color === winner && c === column && (row % 2 === 0 ? 'odd' : 'even') === parity), text);
    claims++;
  }
  if (/draw/.test(text)) {
    assert.equal(best, 0, text);
    for (const [, phrase] of text.matchAll(/^Only (columns? .+) holds? the draw/g)) assert.deepEqual(columnsIn(position, phrase), bestColumns, text);
    if (text === 'Every move draws.') assert.ok(open.every((score) => score === 0), text);
    claims++;
  }
  if (/is in zugzwang/.test(text)) {
    assert.ok(open.every((score) => score === -Math.floor(position.left / 2)), text);
    assert.deepEqual(threats, [], text);
    claims++;
  }
  assert.ok(claims > 0, `"${text}" claims nothing that is checked`);
}

function checkAnalysis(position) {
  const analysis = json('analyse', '--board', position.name, position.moves);
  const scores = columnScores(position);
  const best = Math.max(...scores.filter((score) => score !== null));
  const { board, moves, turn, score, winner, plies, line, explanation, nodes } = analysis;
  assert.deepEqual({ board, moves, turn, score }, { board: position.name, moves: position.moves, turn: COLORS[position.mover], score: best });
  assert.deepEqual(analysis.columns, scores.map((value, column) => (value === null ? { column, score: null }
    : { column, score: value, result: result(value), moves: winnerMoves(position, value) })));
  assert.deepEqual(analysis.best, position.open.filter((column) => scores[column] === best));
  assert.equal(analysis.result, result(best));
  assert.equal(analysis.winnerMoves, winnerMoves(position, best));
  assert.equal(plies, line.length);
  const end = new Position(position.width, position.height, position.moves + line);
  assert.ok(end.isOver);
  assert.equal(winner, end.winner === null ? null : COLORS[end.winner]);
  assert.deepEqual(analysis.threats, position.threats.map(([color, column, row]) => ({ color: COLORS[color], column,
    row: position.height - 1 - row, parity: row % 2 ? 'even' : 'odd', playable: row === position.columns[column].length })));
  assert.ok(Number.isInteger(nodes) && nodes >= 0);
  checkSentence(position, scores, explanation);
}

describe('analyse', () => {
  for (const [width, height, plies, count] of [[7, 6, 17, 15], [7, 6, 22, 40], [7, 6, 28, 40], [7, 6, 36, 40], [7, 6, 41, 10],
    [6, 5, 16, 20], [5, 4, 3, 20], [4, 5, 6, 20], [12, 4, 36, 15], [10, 5, 40, 15], [8, 7, 44, 15], [7, 1, 2, 5]]) {
    test(`agrees with solve on ${count} positions of ${width}x${height} with ${plies} discs`, () => {
      const positions = Array.from({ length: count }, () => randomPosition(width, height, plies));
      learn(positions);
      positions.forEach(checkAnalysis);
    });
  }

  test('prints the board, the scores, the line, the threats and the reason', () => {
    assert.equal(output(['analyse', '57256333234527577']), `\
+---------------------+
| .  .  .  .  .  .  . |
| .  .  .  .  .  .  . |
| .  .  O  .  X  .  X |
| .  X  O  .  O  .  O |
| .  X  X  .  O  .  O |
| .  X  O  X  X  X  O |
+---------------------+
  1  2  3  4  5  6  7
  L  L  L  L  L  L  L   win, draw or loss
  1  9  1  1  1  1  1   in so many moves of the winner

Yellow to move: Red wins in 9 moves, 35 discs on the board
Best: 2
Line: 263355226666711744
Red threatens 1.4 (even), 2.4 (even, now), 4.3 (odd)
Yellow has no threats

Yellow must answer in column 2; then Red's odd threat in column 4 decides the board: Red wins in 9.
`);
  });

  test('says in plain words that a win is next', () => {
    assert.match(output(['analyse', '443322']), /^Red to move: Red wins at once, 7 discs on the board$/m);
    assert.match(output(['analyse', '44332']), /^Yellow to move: Red wins in 1 move, 7 discs on the board$/m);
    assert.match(output(['analyse', '--board', 'cube', 'mgmgmg']), /^ {2}m {2}proven win at once {3}best$/m);
    assert.match(output(['review', '--board', 'cube', 'mgmgmgm']), /^6\. Yellow g {2}missed block: proven loss within 2 plies/m);
    assert.match(output(['review', '--variant', 'popout', '4433221']), /^7\. Red 1 {2}best: proven win at once$/m);
  });

  test('takes the board from --board, from the moves, or both', () => {
    const text = output(['analyse', '--board', '5x4', '1234']);
    assert.equal(output(['analyse', '5x4:1234']), text);
    assert.equal(output(['analyse', '--board', '5x4', '5x4:1234']), text);
    assert.equal(output(['analyse', '--hash', '2', '5x4:1234']), text);
  });

  test('without moves analyses the empty board', () => {
    assert.equal(json('analyse', '--board', '4x4').score, 0);
    assert.equal(output(['analyse', '--board', '4x4', '']), output(['analyse', '--board', '4x4']));
  });
});

const verdicts = (board, moves) => json('review', '--board', board, moves).judgements.map((judgement) => judgement.verdict);

describe('review', () => {
  test('gives every verdict', () => {
    assert.deepEqual(verdicts('6x4', '525523124315'), ['best', 'mistake', 'best', 'best', 'mistake', 'best', 'best', 'best', 'best', 'best',
      'fine', 'slower win']);
    assert.deepEqual(verdicts('6x4', '5266'), ['best', 'mistake', 'mistake', 'blunder']);
    assert.deepEqual(verdicts('6x4', '1122336'), ['best', 'mistake', 'best', 'best', 'best', 'missed block', 'missed win']);
  });

  /** The rules of docs/analysis.md. */
  function expected(position, scores, column) {
    const best = Math.max(...scores.filter((score) => score !== null));
    const score = scores[column];
    const lost = Math.sign(best) - Math.sign(score);
    const most = Math.floor((position.left + (best > 0 ? 1 : 0)) / 2) - 1;
    const judge = () => {
      if (score === best) return 'best';
      if (position.winsAtOnce(position.mover).length) return 'missed win';
      if (position.winsAtOnce(1 - position.mover).length) return 'missed block';
      if (lost) return lost === 1 ? 'mistake' : 'blunder';
      return best > 0 ? 'slower win' : 'fine';
    };
    const quality = score === best ? 100 : lost ? [25, 0][lost - 1] : 100 - Math.floor((50 * (best - score)) / most + 0.5);
    return { ply: position.ply + 1, color: COLORS[position.mover], column, verdict: judge(), score, best, quality, turning: lost !== 0 };
  }

  function checkReview(board, width, height, moves) {
    const review = json('review', '--board', board, moves);
    learn(Array.from(moves, (_, ply) => new Position(width, height, moves.slice(0, ply))));
    const position = new Position(width, height);
    const sums = [[], []];
    assert.equal(review.judgements.length, moves.length);
    for (const { better, ...judgement } of review.judgements) {
      const scores = columnScores(position);
      const column = position.letters.indexOf(moves[position.ply]);
      assert.deepEqual(judgement, expected(position, scores, column));
      assert.equal(scores[better], judgement.best);
      assert.equal(review.redScores[position.ply], position.mover ? flip(judgement.best) : judgement.best);
      sums[position.mover].push(judgement.quality);
      position.drop(column);
    }
    const last = review.judgements.at(-1);
    assert.equal(review.redScores.length, moves.length + 1);
    assert.equal(review.redScores.at(-1), last.color === 'red' ? last.score : flip(last.score));
    assert.deepEqual(review.turningPoints, review.judgements.filter((j) => j.turning).map((j) => j.ply));
    assert.equal(review.status, position.winner !== null ? 'won' : position.isOver ? 'drawn' : 'playing');
    const mean = (values) => (values.length ? Math.floor(values.reduce((a, b) => a + b, 0) / values.length + 0.5) : null);
    assert.deepEqual(review.accuracy, { red: mean(sums[0]), yellow: mean(sums[1]) });
  }

  for (const [width, height, count] of [[6, 4, 6], [5, 5, 4], [4, 6, 4]]) {
    test(`judges every move of random games on ${width}x${height} as solve would`, () => {
      for (let i = 0; i < count; i++) {
        const position = new Position(width, height);
        while (!position.isOver && (i || position.ply < 8)) position.drop(position.open[random(position.open.length)]);
        checkReview(position.name, width, height, position.moves);
      }
    });
  }

  test('of one move has no accuracy for the other side', () => {
    assert.deepEqual(json('review', '5x4:3').accuracy, { red: 100, yellow: null });
    assert.match(output(['review', '5x4:3']), /^Accuracy: Red 100 %$/m);
  });

  test('prints a table, the accuracy, the turning points and a graph', () => {
    assert.equal(output(['review', '--board', '6x4', '1122336']), `\
  1. Red    1  best          L12
  2. Yellow 1  mistake       W12 -> =    better: 3   turning point
  3. Red    2  best          =
  4. Yellow 2  best          =
  5. Red    3  best          =
  6. Yellow 3  missed block  = -> L1     better: 4   turning point
  7. Red    6  missed win    W1 -> L9    better: 4   turning point

Accuracy: Red 75 %, Yellow 50 %
Turning points: move 2 (Yellow 1), move 6 (Yellow 3), move 7 (Red 6)

Red wins     |      #
             |      #
             |      #
draw         |  ----
             |##     #
             |
Yellow wins  |
              0    5
`);
  });

  test('no line ends with blanks', () => {
    for (const args of [['review', '6x4:525523124315'], ['review', '5x4:3']])
      for (const line of output(args).split('\n')) assert.doesNotMatch(line, / $/);
  });
});

// A board whose first moves take much longer to solve than the limit of these tests.
const HARD = ['--board', '8x7', '--seconds', '1'];
const GAME = '12345678';

describe('a time limit', () => {
  useTerminals();

  test('ends an analysis, which reports what is not known', () => {
    const { out, err, status } = run(['analyse', ...HARD, GAME]);
    assert.equal(status, UNFINISHED);
    assert.match(err, /^fourfall: stopped after 1 s: \d of 8 columns solved; --seconds N searches longer\n$/);
    assert.match(out, /^ .* \?.* {3}win, draw, loss or not known$/m);
    assert.match(out, /^Red to move: [a-z]/m);
    assert.match(out, /^Column [1-8]: (nothing proven|[WL=]\d* at best, [WL=]\d* at worst)$/m);
    assert.match(out, /^Red has no threats$/m);
    assert.doesNotMatch(out, /Best:|Line:/);
  });

  test('keeps stdout pure JSON, with bounds for columns that are not solved', () => {
    const { out, err, status } = run(['analyse', '--json', ...HARD, GAME]);
    const { complete, low, high, columns, ...rest } = JSON.parse(out);
    assert.deepEqual([status, complete, err.split('\n').length], [UNFINISHED, false, 2]);
    for (const key of ['score', 'result', 'winner', 'best', 'line', 'explanation']) assert.equal(rest[key], undefined, key);
    const open = columns.filter((column) => column.score === undefined);
    assert.ok(columns.length === 8 && open.length > 0);
    for (const column of open) assert.ok(column.low < column.high && column.low >= -24 && column.high <= 24, JSON.stringify(column));
    assert.deepEqual([low, high], [Math.max(...columns.map((c) => c.score ?? c.low)), Math.max(...columns.map((c) => c.score ?? c.high))]);
  });

  test('gives bounds that contain the exact scores', () => {
    const exact = [-17, -16, -1, -18, -17, -17, -17, -17]; // as `analyse --seconds 300` finds them
    const { columns } = JSON.parse(run(['analyse', '--json', ...HARD, '122334556778812']).out);
    const [lows, highs] = ['low', 'high'].map((bound) => columns.map((column) => column.score ?? column[bound]));
    exact.forEach((score, i) => assert.ok(lows[i] <= score && score <= highs[i], `${i}: ${JSON.stringify(columns[i])}`));
  });

  test('ends a review, which has the moves judged until then', () => {
    const { out, err, status } = run(['review', ...HARD, '12345678']);
    assert.equal(status, UNFINISHED);
    assert.match(err, /^fourfall: stopped after 1 s: \d of 8 moves judged; --seconds N searches longer\n$/);
    assert.doesNotMatch(out, /Accuracy/);
    const partial = run(['review', '--json', ...HARD, '12345678']);
    const { complete, judgements, accuracy } = JSON.parse(partial.out);
    assert.deepEqual([partial.status, complete, accuracy], [UNFINISHED, false, undefined]);
    assert.ok(judgements.length < 8);
  });

  test('progress is shown in a terminal and removed at the end', async () => {
    openTerminal(['sh', '-c', `${PROGRAM} analyse --board 8x7 --seconds 4; echo status=$?; exec cat`], { columns: 90, rows: 30 });
    await shows(/^Searching column \d, \d of 8 solved: \d of 4 s/m);
    await shows('status=3');
    assert.doesNotMatch(screenText(), /Searching/);
  });

  test('a dumb terminal gets no progress', async () => {
    openTerminal(['sh', '-c', `TERM=dumb ${PROGRAM} analyse --board 8x7 --seconds 1 >/dev/null; echo status=$?; exec cat`], { columns: 120, rows: 30 });
    const text = await screenUntil('the exit status', (seen) => {
      assert.doesNotMatch(seen, /Searching/);
      return seen.includes('status=3');
    });
    assert.match(text, /^fourfall: stopped after 1 s: /m);
  });

  for (const seconds of ['0', '-1', 'x', '1.5', '1000001'])
    test(`--seconds ${seconds} is refused`, () => {
      assert.match(refusal(BAD_USAGE, ['analyse', '--seconds', seconds, '44']), /^--seconds must be a whole number between 1 and 1000000/);
    });
});

describe('boards without exact scores', () => {
  for (const [board, moves] of [['5x5x5', 'mghlia'], ['4x4x4', 'ab'], ['7x6c5', '44'], ['12x12', 'aa'], ['5x5x5', '']]) {
    test(`${board}:${moves} has a proof or an estimate for each column`, () => {
      const found = json('analyse', '--board', board, moves);
      assert.deepEqual({ board: found.board, moves: found.moves, exact: found.exact, complete: found.complete }, { board, moves, exact: false, complete: true });
      for (const c of found.columns) {
        assert.ok(c.chance >= 0 && c.chance <= 1000);
        assert.equal(c.proven, 'result' in c && c.withinPlies > 0);
      }
      const best = found.columns[found.best];
      assert.deepEqual({ chance: found.chance, proven: found.proven, result: found.result }, { chance: best.chance, proven: best.proven, result: best.result });
      assert.equal(found.lineProven, found.proven);
      assert.ok(found.explanation.endsWith('.'));
      assert.match(output(['analyse', '--board', board, moves]), found.proven ? /Proven line: / : /estimated at \d+ %/);
    });
  }

  test('a review marks proven turning points and calls the rest estimates', () => {
    const found = json('review', '--board', 'cube', 'mghlia');
    assert.deepEqual(found.judgements.slice(-2).map((j) => [j.verdict, j.turning]), [['blunder', 'proven'], ['blunder', 'proven']]);
    assert.equal(found.judgements[0].proven, false);
    assert.deepEqual(found.redChances.slice(4), [1000, 0, 1000]);
    const mean = (color) => {
      const own = found.judgements.filter((j) => j.color === color).map(({ quality }) => quality);
      return Math.floor(own.reduce((sum, quality) => sum + quality, 0) / own.length + 0.5);
    };
    assert.deepEqual(found.accuracy, { red: mean('red'), yellow: mean('yellow') });
    const text = output(['review', '--board', 'cube', 'mghlia']);
    assert.match(text, new RegExp(`^Accuracy: Red ${mean('red')} %, Yellow ${mean('yellow')} %$`, 'm'));
    const bars = text.split('\n').slice(-7, -2);
    const heights = found.redChances.map((_, i) => bars.filter((row) => row[i] === '#').length);
    assert.deepEqual(heights, found.redChances.map((chance) => Math.floor((chance + 100) / 200)), text);
    assert.match(text, /proven turning point/);
    assert.match(text, /about 9\d %/);
  });

  test('a damaged network is an error, and another one may be named', () => {
    const env = { ...process.env, FOURFALL_NETWORK: fileURLToPath(import.meta.url) };
    const { err, status } = run(['analyse', '--board', 'cube', 'mg'], { env });
    assert.equal(status, BAD_INPUT);
    assert.match(err, /^fourfall: network .*: The network is damaged or of another version\n$/);
  });
});

describe('analyse and review refuse', () => {
  for (const command of ['analyse', 'review']) {
    for (const [what, status, args, says] of [
      ['an invalid board', BAD_USAGE, ['--board', 'foo'], /^board 'foo': A board reads like/],
      ['a letter that names no column', BAD_INPUT, ['448'], /^move 3 \('8'\): This character names no column/],
      ['a full column', BAD_INPUT, ['4444444'], /^move 7 \('4'\): The column is full$/],
      ['a move after the end', BAD_INPUT, ['12121213'], /^move 8 \('3'\): The game is over$/],
      ['two games', BAD_USAGE, ['44', '55'], /^unexpected argument '55'/],
      ['an unknown option', BAD_USAGE, ['--frob', '44'], /^unknown option '--frob'/],
      ['too little memory', BAD_USAGE, ['--hash', '1', '44'], /^--hash must be a whole number between 2 and 4096, not '1'$/],
      ['memory in words', BAD_USAGE, ['--hash', 'much', '44'], /not 'much'$/],
      ['--json with a value', BAD_USAGE, ['--json=yes', '44'], /^option '--json' takes no value$/],
    ]) {
      test(`${what} (${command})`, () => assert.match(refusal(status, [command, ...args]), says));
    }

    test(`to ignore output that cannot be written (${command})`, { skip: !existsSync('/dev/full') }, () => {
      const full = openSync('/dev/full', 'w');
      try {
        const { err, status } = run([command, '5x4:1234'], { stdio: ['pipe', full, 'pipe'] });
        assert.match(err, /^fourfall: cannot write: [^\n]+\n$/);
        assert.equal(status, BAD_INPUT);
      } finally {
        closeSync(full);
      }
    });
  }

  test('a finished game (analyse)', () => {
    assert.match(refusal(BAD_INPUT, ['analyse', '1212121']), /^The game is over; fourfall review/);
    assert.match(refusal(BAD_INPUT, ['analyse', '3x3:123123123']), /^The game is over/);
  });

  test('a game without moves (review)', () => {
    assert.match(refusal(BAD_USAGE, ['review']), /^review needs the moves of a game$/);
    assert.match(refusal(BAD_INPUT, ['review', '']), /^review needs the moves of a game$/);
    assert.match(refusal(BAD_INPUT, ['review', '5x4:']), /^review needs the moves of a game$/);
  });
});
