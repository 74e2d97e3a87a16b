// The npm package as its users have it: packed, installed, imported. `make check-npm` tries other runtimes.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { randoms } from '../web/bundle.mjs';
import { installPackage, packageFile } from './npm_package.mjs';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const { folder, remove } = installPackage('tests/npm/tour.mjs', 'tests/npm/program.mjs', 'tests/npm/types.ts', 'tests/npm/tsconfig.json');
after(remove);
const installed = join(folder, 'node_modules/fourfall');
const description = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
const target = (name) => pathToFileURL(join(installed, name)).href;
const { Game, Engine, FourfallError, load, version } = await import(target(description.exports['.'].node));

const PACKED_MAX = 500_000;
const DEADLINE_MS = 120_000;
const BOARDS = ['7x6', '5x5x5', '1x1', '12x12', '4x4x4', '9x7c5', '3x3c3', '12x4x4c3'];

const program = (...args) => execFileSync(path('build/fourfall'), args, { encoding: 'utf8' });
const errorOf = (act) => {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('no error');
};

/** A game in itself, without the moments. */
const facts = (state) => ({ ...state, createdAt: '', updatedAt: '' });

/** Plays random legal moves. */
function playOn(game, random, count) {
  for (let left = count; left > 0 && !game.isOver; left--) game.drop(game.openColumns[Math.floor(random() * game.openColumns.length)]);
  return game;
}

describe('the packed package', () => {
  test('has no dependencies and no scripts', () => {
    for (const field of ['dependencies', 'peerDependencies', 'optionalDependencies', 'scripts']) assert.equal(description[field], undefined, field);
    assert.equal(description.type, 'module');
  });

  test('has the version of the core', () => {
    assert.equal(description.version, version);
    assert.match(program('--version'), new RegExp(version.replaceAll('.', '\\.')));
  });

  test('has every file that it exports, and its files are small', () => {
    const files = Object.values(description.exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)));
    for (const file of files) assert.ok(existsSync(join(installed, file)), file);
    assert.deepEqual(readdirSync(installed).sort(), ['LICENSE', 'README.md', 'dist', 'package.json', 'types']);
    assert.ok(statSync(packageFile()).size < PACKED_MAX, `${statSync(packageFile()).size} bytes`);
  });

  test('has the same module, book and network as the page and the program', () => {
    for (const [name, source] of [['fourfall.wasm', 'build/fourfall.wasm'], ['classic.book', 'data/classic.book'], ['cube.net', 'data/cube.net']])
      assert.ok(readFileSync(join(installed, 'dist', name)).equals(readFileSync(path(source))), name);
  });

  test('runs as a program that ends by itself, also with everything inline', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8', timeout: DEADLINE_MS });
    assert.deepEqual([status, stdout, stderr], [0, `fourfall ${version} works\n`.repeat(2), '']);
  });

  test('runs the example of its README, which tells the scores that are found', () => {
    const [, text] = /```js\n([^]*?)```/.exec(readFileSync(join(installed, 'README.md'), 'utf8'));
    writeFileSync(join(folder, 'readme.mjs'), text.replace('timeout(5000)', 'timeout(60_000)'));
    const { status, stdout, stderr } = spawnSync(process.execPath, ['readme.mjs'], { cwd: folder, encoding: 'utf8', timeout: DEADLINE_MS });
    assert.deepEqual([status, stderr], [0, '']);
    assert.equal(stdout.trimEnd().split(/\]\n/).length, 7, 'the scores of each column');
    assert.deepEqual(JSON.parse(/exact: (\[.*\])/.exec(text)[1]), Game.parse('44').analyse().scores);
  });

  test('has types that strict compilers take, and that refuse mistakes', () => {
    const { status, stdout } = spawnSync(process.execPath, [path('web/node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json'], { cwd: folder, encoding: 'utf8' });
    assert.deepEqual([status, stdout], [0, '']);
  });
});

describe('a game', () => {
  test('has the facts of the program, on every kind of board', () => {
    const random = randoms(1);
    for (const board of BOARDS) {
      const game = playOn(new Game(board), random, 4 + Math.floor(random() * 60));
      const text = board === '7x6' ? `7x6:${game}` : String(game);
      assert.deepEqual(facts(game.toJSON()), facts(JSON.parse(program('state', '--json', text))), text);
      assert.equal(game.svg(), program('svg', text), text);
      assert.equal(String(Game.parse(text)), String(game));
    }
  });

  test('does not notice the other games of its core', () => {
    const random = randoms(2);
    const plays = BOARDS.map((board) => ({ together: new Game(board, { players: [`${board} A`, 'B'] }), moves: [] }));
    for (let round = 0; round < 400; round++) {
      const { together, moves } = plays[Math.floor(random() * plays.length)];
      const back = random();
      if (back < 0.15 && together.canUndo) moves.push(() => (game) => game.undo());
      else if (back < 0.3 && together.canRedo) moves.push(() => (game) => game.redo());
      else if (back < 0.35) moves.push(((ply) => () => (game) => game.seek(ply))(Math.floor(random() * (together.ply + 1))));
      else if (!together.isOver) moves.push(((column) => () => (game) => game.drop(column))(together.openColumns[Math.floor(random() * together.openColumns.length)]));
      else continue;
      moves.at(-1)()(together);
    }
    for (const { together, moves } of plays) {
      const alone = new Game(together.board.name, { players: together.players });
      for (const move of moves) move()(alone);
      assert.deepEqual(facts(alone.toJSON()), facts(together.toJSON()));
      assert.deepEqual([alone.canRedo, alone.statusText, alone.moves], [together.canRedo, together.statusText, together.moves]);
    }
  });

  test('keeps what can be redone while another game has the core, also without its first moves', () => {
    const { metadata: { moves: _, ...metadata }, ...state } = Game.parse('4453').toJSON();
    const game = Game.fromJSON({ ...state, metadata }).drop(0).drop(1).undo();
    new Game('5x5x5').drop(3);
    assert.deepEqual([game.ply, game.canRedo, String(game)], [5, true, '']);
    assert.deepEqual([game.redo().ply, game.at(1, 0)], [6, 'yellow']);
    assert.equal(Game.fromJSON(game.text).ply, 6);
  });

  test('keeps its players, its id and its times through JSON and through other games', () => {
    const given = { ...Game.parse('44', { players: ['Ann', 'Zoë'] }).toJSON(), gameId: 'abc', createdAt: '2001-02-03T04:05:06.000Z', updatedAt: '2001-02-03T04:05:07.000Z' };
    const game = Game.fromJSON(given);
    new Game();
    assert.deepEqual(game.toJSON(), given);
    assert.deepEqual([game.players, game.statusText], [['Ann', 'Zoë'], "Ann's Turn"]);
    const after = game.drop(0).toJSON();
    assert.ok(after.updatedAt > '2026');
    new Game();
    assert.deepEqual(game.toJSON(), after);
  });

  test('can be copied: each copy goes its own way', () => {
    const game = Game.parse('4453');
    const copy = game.clone().drop(0);
    assert.deepEqual([String(game), String(copy), String(game.drop(6)), String(copy.undo())], ['4453', '44531', '44537', '4453']);
  });

  test('names cells by their coordinates', () => {
    const cube = Game.parse('5x5x5:aabbccd');
    assert.deepEqual(cube.lines, [[0, 1, 2, 3].map((x) => ({ x, y: 0, z: 0, column: x }))]);
    assert.deepEqual([cube.at(0, 0, 0), cube.at(0, 1, 0), cube.at(0, 2, 0), cube.at(-1, 0), cube.at(0, 0, 5)], ['red', 'yellow', null, null, null]);
    assert.deepEqual(Game.parse('121212').threats.map(({ x, y, color }) => [x, y, color]), [[0, 3, 'red'], [1, 3, 'yellow']]);
  });

  for (const [what, act, code, at = -1] of [
    ['a full column', () => Game.parse('444444').drop(3), 'E_FULL'],
    ['a column that is not there', () => new Game().drop(7), 'E_COLUMN'],
    ['a fraction', () => new Game().drop(1.5), 'E_COLUMN'],
    ['a number that 32 bits would wrap', () => new Game().drop(2 ** 32 + 3), 'E_COLUMN'],
    ['no number', () => new Game().drop('3'), 'E_COLUMN'],
    ['nothing', () => new Game().drop(), 'E_COLUMN'],
    ['a move after the end', () => Game.parse('1212121').drop(4), 'E_OVER'],
    ['undo at the start', () => new Game().undo(), 'E_NO_UNDO'],
    ['redo at the end', () => new Game().redo(), 'E_NO_REDO'],
    ['a ply that is not there', () => new Game().seek(1), 'E_PLY'],
    ['a board that is none', () => new Game('7'), 'E_BOARD_TEXT'],
    ['a board that is too wide', () => new Game('13x6'), 'E_WIDTH'],
    ['notation with a wrong letter', () => Game.parse('44x'), 'E_LETTER', 2],
    ['notation with a full column', () => Game.parse('4444444'), 'E_FULL', 6],
    ['a text that is not JSON', () => Game.fromJSON('no'), 'E_JSON_SYNTAX', 0],
    ['a state that is not there', () => Game.fromJSON(), 'E_JSON_SYNTAX', 0],
    ['an object that is no state', () => Game.fromJSON({}), 'E_JSON_MISSING', 2],
    ['a name that is too long', () => new Game('7x6', { players: ['x'.repeat(65), 'y'] }), 'E_NAME'],
    ['a level that is none', () => new Game().choose({ level: 'godlike' }), 'E_LEVEL'],
    ['a style that is none', () => new Game().choose({ style: 'rude' }), 'E_STYLE'],
    ['exact analysis of the cube', () => new Game('5x5x5').analyse(), 'E_SOLVER_BOARD'],
    ['analysis after the end', () => Game.parse('1212121').analyse(), 'E_OVER'],
    ['analysis that takes too long', () => Game.parse('8x7:').analyse({ limitMs: 1 }), 'E_STOPPED'],
  ]) {
    test(`refuses ${what} with ${code}`, () => {
      const error = errorOf(act);
      assert.ok(error instanceof FourfallError && error instanceof Error);
      assert.deepEqual([error.name, error.code, error.at], ['FourfallError', code, at]);
      assert.ok(error.message.length > 8);
    });
  }

  test('stays as it was after a refusal', () => {
    const game = Game.parse('444444');
    const before = JSON.stringify(game);
    errorOf(() => game.drop(3));
    errorOf(() => new Game('13x6'));
    errorOf(() => Game.parse('x'));
    errorOf(() => new Game('5x5x5', { players: ['', ''] }));
    assert.equal(JSON.stringify(game), before);
    assert.equal(String(game.drop(0)), '4444441');
  });
});

describe('a search', () => {
  test('finds what the program finds', () => {
    const found = Game.parse('44455').analyse();
    const wanted = JSON.parse(program('analyse', '--json', '44455'));
    assert.deepEqual(found.scores, wanted.columns.map(({ score }) => score));
    assert.deepEqual([found.score, found.best, found.outlook.winner, found.outlook.plies, found.text],
      [wanted.score, wanted.best, wanted.winner, wanted.plies, wanted.explanation]);
  });

  test('judges a game as the program does', () => {
    const { moves, accuracy } = Game.parse('44444325').review();
    const wanted = JSON.parse(program('review', '--json', '44444325'));
    assert.deepEqual(moves.map(({ verdict }) => verdict), wanted.judgements.map(({ verdict }) => verdict));
    assert.deepEqual(accuracy, wanted.accuracy);
  });

  test('of every level gives a legal move, on flat and deep boards; a seed repeats it', () => {
    for (const level of ['easy', 'medium', 'hard', 'perfect'])
      for (const text of ['4453', '5x5x5:mmgh', '4x4x4:aabb', '9x7c5:1234']) {
        const game = Game.parse(text);
        assert.ok(game.openColumns.includes(game.choose({ level, limitMs: 50 })), `${level} ${text}`);
      }
    const choices = (seed) => Array.from({ length: 5 }, (_, i) => Game.parse('4453').choose({ level: 'easy', seed: seed + i }));
    assert.deepEqual(choices(1), choices(1));
    assert.ok(new Set(Array.from({ length: 40 }, () => new Game().choose({ level: 'easy' }))).size > 1, 'without a seed moves vary');
  });
});

describe('an engine', () => {
  const long = { level: 'perfect', limitMs: DEADLINE_MS };

  test('answers in order, and a search that fails does not hold up the next', async () => {
    const engine = new Engine();
    const order = [];
    const asked = [
      engine.analyse(Game.parse('4444')).then(() => order.push('first')),
      engine.analyse(new Game('5x5x5')).catch(({ code }) => order.push(code)),
      engine.review(Game.parse('44444325')).then(() => order.push('last')),
    ];
    await Promise.all(asked);
    assert.deepEqual(order, ['first', 'E_SOLVER_BOARD', 'last']);
    engine.close();
  });

  test('gives up a search when it is aborted: running, waiting, or before it is asked', async () => {
    const engine = new Engine();
    const [running, waiting] = [new AbortController(), new AbortController()];
    const seen = [];
    const onProgress = (thought) => seen.push(thought) && thought.depth > 0 && running.abort(new Error('enough'));
    const first = engine.choose(new Game('5x5x5'), { ...long, signal: running.signal, onProgress });
    const second = engine.choose(new Game('5x5x5'), { ...long, signal: waiting.signal });
    const third = engine.choose(new Game(), { level: 'easy' });
    waiting.abort();
    await assert.rejects(second, { name: 'AbortError' });
    await assert.rejects(first, { message: 'enough' });
    assert.ok(seen.at(-1).depth > 0);
    assert.ok(Number.isInteger(await third));
    await assert.rejects(engine.analyse(new Game(), { signal: AbortSignal.abort() }), { name: 'AbortError' });
    engine.close();
  });

  test('tells of its progress', async () => {
    const engine = new Engine();
    const steps = [];
    const game = Game.parse('44455');
    const found = await engine.analyse(game, { onProgress: (step) => steps.push(step) });
    assert.deepEqual(steps.map(({ done, columns }) => [done, columns]), [1, 2, 3, 4, 5, 6, 7].map((done) => [done, 7]));
    assert.deepEqual(steps.at(-1).scores, found.scores);
    assert.deepEqual(found, game.analyse());
    engine.close();
  });

  test('refuses what is no game', async () => {
    const engine = new Engine();
    for (const ask of ['analyse', 'review', 'choose'])
      for (const given of ['44', undefined, null, {}]) await assert.rejects(engine[ask](given), { name: 'FourfallError', code: 'E_GAME' });
    engine.close();
  });

  test('that is closed refuses', async () => {
    const engine = new Engine();
    const search = engine.choose(new Game('5x5x5'), { ...long, onProgress: () => engine.close() });
    await assert.rejects(search, { code: 'E_CLOSED' });
    await assert.rejects(engine.choose(new Game()), { code: 'E_CLOSED' });
  });
});

describe('load', () => {
  /** In a process of its own: the core is loaded once. */
  const run = (entry, code) => spawnSync(process.execPath, ['--input-type=module', '-e', `import { Game, load } from '${target(entry)}'; import { readFileSync } from 'node:fs'; const file = ${JSON.stringify(join(installed, 'dist/fourfall.wasm'))}; ${code}`], { encoding: 'utf8' });

  for (const [what, source] of [
    ['bytes', 'readFileSync(file)'],
    ['a buffer', 'new Uint8Array(readFileSync(file)).buffer'],
    ['a promise of a response', 'Promise.resolve(new Response(readFileSync(file)))'],
    ['a compiled module', 'new WebAssembly.Module(readFileSync(file))'],
    ['a data address', '`data:application/wasm;base64,${readFileSync(file, "base64")}`'],
  ]) {
    test(`takes ${what}, as a browser does`, () => {
      const { stdout, stderr } = run('dist/browser.js', `await load({ wasm: ${source} }); console.log(String(new Game().drop(3)))`);
      assert.deepEqual([stdout, stderr], ['4\n', '']);
    });
  }

  test('takes a path and a file address in Node', () => {
    const { stdout, stderr } = run('dist/node.js', 'const { pathToFileURL } = await import("node:url"); await load({ wasm: file }); await load({ wasm: pathToFileURL(file) }); console.log(String(new Game()) === "")');
    assert.deepEqual([stdout, stderr], ['true\n', '']);
  });

  test('is asked for where a game cannot load the core itself', () => {
    const { stdout } = run('dist/browser.js', 'try { new Game() } catch ({ code, message }) { console.log(code, message) }');
    assert.equal(stdout, 'E_NOT_LOADED Call `await load()` before the first game\n');
  });

  test('says what is missing, and can be tried again', () => {
    const { stdout } = run('dist/browser.js', 'await load({ wasm: new Response("", { status: 404 }) }).catch(({ code }) => console.log(code)); await load({ wasm: readFileSync(file) }); console.log(new Game().ply)');
    assert.equal(stdout, 'E_LOAD\n0\n');
  });

  for (const [what, code] of [['book', 'E_BOOK'], ['network', 'E_NETWORK']])
    test(`takes a damaged ${what}, and every search says so`, () => {
      const { stdout, stderr } = run('dist/node.js', `const { Engine } = await import('${target('dist/node.js')}'); await load({ ${what}: new Uint8Array(9) }); const engine = new Engine();
        for (const one of [engine, engine]) await one.choose(new Game()).catch(({ code }) => console.log(code));
        try { new Game().choose() } catch ({ code }) { console.log(code) }`);
      assert.deepEqual([stdout, stderr], [`${code}\n`.repeat(3), '']);
    });

  test('once is enough', async () => {
    const game = new Game().drop(3);
    await Promise.all([load(), load()]);
    assert.equal(String(game.drop(3)), '44');
  });
});
