// `fourfall engine`: a referee plays whole games between two processes; odd input; limits; stopping.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import { path } from './server_process.mjs';

const PROGRAM = process.env.FOURFALL ?? path('build/fourfall');
const DEADLINE_MS = 60_000;
const running = new Set();
after(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** One engine: lines out, lines in, each waited for with a deadline. */
class Engine {
  constructor(options = {}) {
    this.child = spawn(PROGRAM, ['engine'], { stdio: ['pipe', 'pipe', 'pipe'] });
    running.add(this.child);
    this.closed = new Promise((resolve) => this.child.on('close', (code, signal) => { running.delete(this.child); resolve(code ?? signal); }));
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
    for (const [name, value] of Object.entries(options)) this.send(`setoption name ${name} value ${value}`);
  }
  send(line) {
    this.child.stdin.write(`${line}\n`);
  }
  async line() {
    let timer;
    const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Error('the engine says nothing')), DEADLINE_MS); });
    const { value } = await Promise.race([this.lines.next(), late]).finally(() => clearTimeout(timer));
    return value;
  }
  /** All lines up to one that begins so. */
  async until(beginning) {
    const seen = [];
    for (;;) {
      const line = await this.line();
      assert.notEqual(line, undefined, `the engine ended after:\n${seen.join('\n')}`);
      seen.push(line);
      if (line.startsWith(beginning)) return seen;
    }
  }
  async ask(question, beginning) {
    this.send(question);
    return (await this.until(beginning)).at(-1);
  }
  async quit() {
    this.send('quit');
    assert.equal(await this.closed, 0);
  }
}

/** The answer to all lines at once, without "info depth". */
const say = (...lines) => {
  const { status, stdout, stderr } = spawnSync(PROGRAM, ['engine'], { input: lines.map((line) => `${line}\n`).join(''), encoding: 'utf8', timeout: DEADLINE_MS });
  assert.deepEqual([status, stderr], [0, ''], lines.join('; '));
  return stdout.split('\n').slice(0, -1).filter((line) => !line.startsWith('info depth'));
};

/** Rules of the referee's own, for any board: cells by (x, y, z), lines in every direction. */
function referee(width, height, depth, connect) {
  const cells = new Map(), heights = new Map(), at = (x, y, z) => cells.get(`${x},${y},${z}`);
  const digits = width * depth <= 9 ? '123456789' : 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  let plies = 0;
  return (letter) => {
    const column = digits.indexOf(letter), x = column % width, z = Math.floor(column / width), y = heights.get(column) ?? 0;
    assert.ok(letter.length === 1 && column >= 0 && column < width * depth && y < height, `move ${letter}`);
    const player = plies++ % 2;
    cells.set(`${x},${y},${z}`, player);
    heights.set(column, y + 1);
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (let dz = -1; dz <= 1; dz++) {
          if (dx === 0 && dy === 0 && dz === 0) continue;
          let count = 1;
          for (const sign of [1, -1]) for (let i = 1; at(x + sign * i * dx, y + sign * i * dy, z + sign * i * dz) === player; i++) count++;
          if (count >= connect) return player === 0 ? 'p1win' : 'p2win';
        }
    return plies === width * height * depth ? 'draw' : 'none';
  };
}

/** A whole game. Both engines must agree with the referee after every move. */
async function play(engines, [width, height, depth, connect], go) {
  const moves = [], drop = referee(width, height, depth, connect);
  for (let result = 'none'; ; ) {
    const position = moves.length ? `position startpos moves ${moves.join(' ')}` : 'position startpos';
    for (const engine of engines) {
      engine.send(position);
      assert.equal(await engine.ask('query result', 'response'), `response ${result}`);
      assert.equal(await engine.ask('query gameover', 'response'), `response ${result !== 'none'}`);
      assert.equal(await engine.ask('query p1turn', 'response'), `response ${moves.length % 2 === 0}`);
    }
    if (result !== 'none') return { moves, result };
    const [, move] = /^bestmove (.+)$/.exec(await engines[moves.length % 2].ask(go, 'bestmove'));
    moves.push(move);
    result = drop(move);
  }
}

describe('games that a referee plays between two engines', () => {
  for (const [board, size, levels, go, wanted] of [
    ['7x6', [7, 6, 1, 4], ['perfect', 'hard'], 'go p1time 400000 p2time 400000 p1inc 10 p2inc 10', /p1win/],
    ['7x6', [7, 6, 1, 4], ['random', 'greedy'], 'go', /p[12]win|draw/],
    ['5x5x5', [5, 5, 5, 4], ['medium', 'hard'], 'go nodes 2000', /p[12]win|draw/],
    ['9x7c5', [9, 7, 1, 5], ['hard', 'medium'], 'go movetime 15', /p[12]win|draw/],
    ['12x12', [12, 12, 1, 4], ['greedy', 'easy'], 'go depth 2', /p[12]win|draw/],
    ['2x2x2c3', [2, 2, 2, 3], ['perfect', 'perfect'], 'go wtime 500 btime 500 winc 0 binc 0', /draw/],
  ])
    test(`${levels.join(' against ')} on ${board}, ${go}`, async () => {
      const engines = levels.map((Level) => new Engine({ Board: board, Level, Seed: 7 }));
      for (const engine of engines) assert.equal(await engine.ask('isready', 'readyok'), 'readyok');
      const { result } = await play(engines, size, go);
      assert.match(result, wanted);
      for (const engine of engines) await engine.quit();
    });
});

describe('a search', () => {
  test('is stopped by stop, at any time, and answers at once', async () => {
    const engine = new Engine({ Board: '8x8', Book: '<none>' });
    for (let i = 0; i < 3; i++) {
      engine.send('position startpos');
      engine.send('go infinite');
      await engine.until('info depth');
      assert.equal(await engine.ask('isready', 'readyok'), 'readyok');
      assert.match(await engine.ask('stop', 'bestmove'), /^bestmove [1-8]$/);
    }
    await engine.quit();
  });

  test('without limits waits for stop, even when it has nothing left to search', async () => {
    const engine = new Engine();
    engine.send('position startpos moves 1 2 1 2 1');
    engine.send('go infinite');
    assert.equal(await engine.ask('isready', 'readyok'), 'readyok');
    assert.equal(await engine.ask('position startpos', 'info string'), "info string error: 'position' must wait for the end of the search; 'stop' ends it");
    assert.equal(await engine.ask('stop', 'bestmove'), 'bestmove 1');
    await engine.quit();
  });

  test('ends by its time, its nodes or its depth', async () => {
    const engine = new Engine({ Board: '8x8', Book: '<none>' });
    engine.send('position startpos');
    for (const go of ['go movetime 60', 'go nodes 5000', 'go depth 5', 'go p1time 300 p2time 1']) assert.match(await engine.ask(go, 'bestmove'), /^bestmove [1-8]$/, go);
    await engine.quit();
  });

  test('with the same seed and nodes chooses the same column', () => {
    const once = () => say('setoption name Board value cube', 'setoption name Level value hard', 'setoption name Seed value 5', 'position startpos moves m', 'go');
    assert.deepEqual(once(), once());
  });

  test('reports depth, nodes, time and line, and a proven result', async () => {
    const engine = new Engine();
    engine.send('position startpos moves 4 1 4 1 4');
    engine.send('go');
    const lines = await engine.until('bestmove');
    for (const line of lines.filter((text) => text.startsWith('info'))) assert.match(line, /^info depth \d+( score (mate -?\d+|cp 0))? nodes \d+ time \d+ pv [1-7]$/);
    assert.match(lines.at(-2), / pv 4$/);
    assert.equal(lines.at(-1), 'bestmove 4');
    engine.send('position startpos moves 4 4');
    engine.send('go');
    assert.match((await engine.until('bestmove')).at(-2), / score mate 20 .* pv 4$/);
    await engine.quit();
  });

  test('is answered at the end of the input; quit does not wait for it', () => {
    assert.deepEqual(say('position startpos moves 1 2 1 2 1 2', 'go'), ['bestmove 1']);
    assert.deepEqual(say('position startpos moves 1 2 1 2 1 2', 'go infinite'), ['bestmove 1']);
    assert.deepEqual(say('setoption name Board value 8x8', 'position startpos', 'go infinite', 'quit', 'ugi'), []);
  });

  test('uses a network where it is told to, and refuses one of another board', () => {
    const own = path('data/cube.net');
    assert.match(say('setoption name Board value cube', `setoption name Network value ${own}`, 'position startpos', 'go nodes 500').join(), /^bestmove [a-y]$/);
    assert.deepEqual(say(`setoption name Network value ${own}`, 'go'), [`info string error: Network '${own}': This player was opened for another board`, 'bestmove (none)']);
  });
});

describe('wrong input is answered and changes nothing', () => {
  const GAME = 'position startpos moves 4 4';
  for (const [what, line, answer] of [
    ['an unknown command', 'frob', "unknown command 'frob'"],
    ['a command in capitals', 'UGI', "unknown command 'UGI'"],
    ['something behind a command', 'isready now', "'isready' takes nothing behind it, not 'now'"],
    ['something behind quit', 'quit now', "'quit' takes nothing behind it, not 'now'"],
    ['a position without a kind', 'position', "a position is 'startpos' or 'fen GAME', perhaps with 'moves …', not ''"],
    ['a position without the word moves', 'position startpos 4', "'moves' must follow the position, not '4'"],
    ['a letter of no column', 'position startpos moves 4 8', "move 2 ('8'): This character names no column of the board"],
    ['a letter beyond ASCII', 'position startpos moves 4é', "move 2 ('?'): This character names no column of the board"],
    ['a full column', 'position startpos moves 1111111', "move 7 ('1'): The column is full"],
    ['a move after the end', 'position startpos moves 1 2 1 2 1 2 1 2', "move 8 ('2'): The game is over"],
    ['a fen without a game', 'position fen', "a game like 7x6:4453 must follow 'position fen'"],
    ['a fen of no board', 'position fen 99x9:4', "'99x9:4': Width must be between 1 and 12"],
    ['a fen of another board', 'position fen cube:m', "'cube:m' is on another board than the option Board"],
    ['an option without a name', 'setoption Level hard', 'an option is set by: setoption name NAME value VALUE'],
    ['an unknown option', 'setoption name Speed value 9', "there is no option 'Speed'"],
    ['an unknown level', 'setoption name Level value god', "Level 'god': A level is easy, medium, hard or perfect; or random or greedy"],
    ['an unknown style', 'setoption name Style value wild', "Style 'wild': A style is balanced, aggressive or defensive"],
    ['an illegal board', 'setoption name Board value 13x2', "Board '13x2': Width must be between 1 and 12"],
    ['too small a hash', 'setoption name Hash value 1', "Hash must be a whole number between 4 and 48, not '1'"],
    ['a number with letters', 'setoption name Seed value 1e3', "Seed must be a whole number between 0 and 2147483647, not '1e3'"],
    ['an option without a value', 'setoption name Book', 'Book must be <own>, <none> or the path of a file'],
    ['an unknown question', 'query winner', "'query' knows gameover, p1turn and result, not 'winner'"],
    ['a control character', 'fr\x1bob', "unknown command 'fr?ob'"],
    ['a line that is too long', `position startpos moves ${'4 '.repeat(4000)}`, 'a line has at most 4095 bytes, and no zero byte'],
    ['a zero byte', 'isready\0', 'a line has at most 4095 bytes, and no zero byte'],
  ])
    test(what, () => assert.deepEqual(say(GAME, line, 'query p1turn', 'isready'), [`info string error: ${answer}`, 'response true', 'readyok']));

  for (const [what, go, answer] of [
    ['a word that go does not know', 'go fast', "'go' does not know 'fast'"],
    ['a limit without a number', 'go movetime', "'movetime' needs a whole number of at least 1 behind it, not ''"],
    ['a limit of nothing', 'go nodes 0', "'nodes' needs a whole number of at least 1 behind it, not '0'"],
    ['a number too large', 'go movetime 99999999999999999999', "'movetime' needs a whole number of at least 1 behind it, not '99999999999999999999'"],
  ])
    test(`${what} is answered with no move`, () => assert.deepEqual(say(GAME, go), [`info string error: ${answer}`, 'bestmove (none)']));

  test('a game that is over has no move', () => assert.deepEqual(say('position startpos moves 1 2 1 2 1 2 1', 'query result', 'go'), ['response p1win', 'info string error: The game is over', 'bestmove (none)']));
  test('a book that is not there', () => assert.match(say('setoption name Book value /nowhere', 'isready').join('\n'), /^info string error: Book '\/nowhere': .+\nreadyok$/));
  test('blanks, tabs, empty lines and carriage returns are no matter', () => assert.deepEqual(say('', '  position \t startpos   moves 4\r', 'query p1turn\r'), ['response false']));
  test('a clock below zero still gets a move', () => assert.match(say('position startpos', 'go p1time -20 p2time 100').join(), /^bestmove [1-7]$/));
  test('a fen is a game in our notation, and moves may follow', () => assert.deepEqual(say('position fen 7x6:12121 moves 2 1', 'query result'), ['response p1win']));
});

test('uci is understood as well', () => assert.equal(say('uci').at(-1), 'uciok'));

test('docs/engine.md has every option as the engine lists it', () => {
  const text = readFileSync(path('docs/engine.md'), 'utf8');
  for (const line of say('ugi')) if (!line.startsWith('id name')) assert.ok(text.includes(line), line);
});
