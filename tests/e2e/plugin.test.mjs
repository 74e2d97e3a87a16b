// The npm package as the plug-in of an asynchronous board-game service: whole games through a host that knows the design
// document only, compared with a checker of four in a row that is written here without the core.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { randoms } from '../web/bundle.mjs';
import { installPackage } from './npm_package.mjs';
import { GameService } from './plugin_host.mjs';

const { folder, remove } = installPackage();
after(remove);
const entry = join(folder, 'node_modules/fourfall/dist/plugin_node.js');
const plugin = await import(pathToFileURL(entry));
const { ConnectFourEngine, validateMove, applyMove, initializeGame, renderBoard } = plugin;

const PLAYERS = [{ id: 'u-17', name: 'Ann', rating: 1500 }, { id: 'u-4', name: 'Bob', rating: 1400 }];
const drop = (column) => ({ action: 'drop', parameters: { column } });
const COLORS = ['red', 'yellow'];

/** The cells of every line of four through a colour, found by looking at each cell and direction. */
function naiveLines(board) {
  const cells = new Set();
  for (let row = 0; row < 6; row++)
    for (let column = 0; column < 7; column++)
      for (const [down, right] of [[0, 1], [1, 0], [1, 1], [-1, 1]]) {
        const line = [0, 1, 2, 3].map((i) => [row + i * down, column + i * right]);
        const colors = line.map(([r, c]) => board[r]?.[c] ?? null);
        if (colors[0] && colors.every((color) => color === colors[0])) line.forEach(([r, c]) => cells.add(7 * r + c));
      }
  return cells;
}

function frozen(state) {
  if (state && typeof state === 'object' && !Object.isFrozen(state)) Object.values(Object.freeze(state)).forEach(frozen);
  return state;
}

/** A state after random moves, each made through the plug-in. */
function randomState(random, most = 42) {
  let state = initializeGame(PLAYERS, { gameId: 'g' });
  for (let left = Math.floor(random() * (most + 1)); left > 0 && state.status === 'in_progress'; left--) {
    const open = [0, 1, 2, 3, 4, 5, 6].filter((column) => state.metadata.board[0][column] === null);
    state = applyMove(state, PLAYERS[state.currentPlayerIndex].id, drop(open[Math.floor(random() * open.length)]));
  }
  return frozen(state);
}

describe('a host that knows only the design document', () => {
  const service = new GameService();
  service.register(new ConnectFourEngine());

  test('reads what the game is', () => {
    assert.deepEqual(service.list(), [{ type: 'connect-four', name: 'Connect Four', description: 'Drop discs to connect four in a row', players: [2, 2] }]);
  });

  test('plays sixty whole games, and every state is right', () => {
    const random = randoms(3);
    const ends = { won: 0, draw: 0 };
    for (let i = 0; i < 60; i++) {
      const id = `game ${i}`;
      frozen(service.create('connect-four', PLAYERS, id));
      for (let version = 1; !service.view(id).isOver; version++) {
        const before = service.view(id).state;
        const column = Math.floor(random() * 7);
        const mover = PLAYERS[before.currentPlayerIndex].id;
        const row = before.metadata.board.findLastIndex((cells) => cells[column] === null);
        const result = service.move(id, mover, drop(column));
        if (row < 0) {
          assert.deepEqual(result, { valid: false, error: `Column ${column} is full` });
          assert.equal(service.view(id).state, before, 'an invalid move changes nothing');
          version--;
          continue;
        }
        assert.deepEqual(result, { valid: true });
        const { state, winner } = service.view(id);
        const board = before.metadata.board.map((cells, r) => cells.map((cell, c) => (r === row && c === column ? COLORS[before.currentPlayerIndex] : cell)));
        const hasWon = naiveLines(board).size > 0;
        const isOver = hasWon || version === 42;
        assert.deepEqual(state, frozen({
          gameId: id,
          gameType: 'connect-four',
          players: PLAYERS,
          currentPlayerIndex: isOver ? before.currentPlayerIndex : 1 - before.currentPlayerIndex,
          status: isOver ? 'completed' : 'in_progress',
          winner: hasWon ? mover : null,
          metadata: { board, lastMove: { row, column, player: mover } },
          version,
          createdAt: before.createdAt,
          updatedAt: state.updatedAt,
        }));
        assert.equal(winner, state.winner);
        assert.ok(state.updatedAt instanceof Date && state.updatedAt >= before.updatedAt);
      }
      ends[service.view(id).winner ? 'won' : 'draw']++;
    }
    assert.ok(ends.won > 45, JSON.stringify(ends));
  });

  test('plays a drawn game to the last disc', () => {
    service.create('connect-four', PLAYERS, 'draw');
    [...'324563441637762434525142321753171775512666'].forEach((column, i) => assert.deepEqual(service.move('draw', PLAYERS[i % 2].id, drop(column - 1)), { valid: true }));
    const { state, isOver, winner } = service.view('draw');
    assert.deepEqual([isOver, winner, state.status, state.winner, state.version, naiveLines(state.metadata.board).size], [true, null, 'completed', null, 42, 0]);
  });
});

describe('validation', () => {
  const start = frozen(initializeGame(PLAYERS, { gameId: 'g' }));
  const won = frozen([0, 1, 0, 1, 0, 1, 0].reduce((state, column, i) => applyMove(state, PLAYERS[i % 2].id, drop(column)), start));

  for (const [what, state, player, move, error] of [
    ['a move out of turn', start, 'u-4', drop(0), 'It is not your turn'],
    ['a column below 0', start, 'u-17', drop(-1), 'Column must be between 0 and 6'],
    ['a column above 6', start, 'u-17', drop(7), 'Column must be between 0 and 6'],
    ['a fraction', start, 'u-17', drop(2.5), 'Column must be between 0 and 6'],
    ['a column that is a text', start, 'u-17', drop('2'), 'Column must be between 0 and 6'],
    ['another action', start, 'u-17', { action: 'lift', parameters: { column: 2 } }, 'Column must be between 0 and 6'],
    ['no parameters', start, 'u-17', { action: 'drop' }, 'Column must be between 0 and 6'],
    ['no move', start, 'u-17', null, 'Column must be between 0 and 6'],
    ['a stranger', start, 'u-9', drop(0), 'Player u-9 is not in this game'],
    ['a stranger with a long name', start, 'x'.repeat(200), drop(0), `Player ${'x'.repeat(200)} is not in this game`],
    ['a stranger who calls themself a seat', start, '0', drop(0), 'Player 0 is not in this game'],
    ['a move after the end', won, 'u-17', drop(3), 'Game is already completed'],
    ['out of turn before the column', start, 'u-4', drop(9), 'It is not your turn'],
  ]) {
    test(`refuses ${what}`, () => {
      assert.deepEqual(validateMove(state, player, move), { valid: false, error });
      assert.throws(() => applyMove(state, player, move), { message: error });
    });
  }

  test('takes states that were kept as JSON', () => {
    const kept = JSON.parse(JSON.stringify(start));
    assert.deepEqual(validateMove(kept, 'u-17', drop(3)), { valid: true });
    assert.deepEqual(applyMove(kept, 'u-17', drop(3)).metadata.lastMove, { row: 5, column: 3, player: 'u-17' });
  });

  test('refuses a state that no game leads to', () => {
    const board = start.metadata.board.map((cells) => [...cells]);
    board[0][0] = 'red';
    assert.throws(() => validateMove({ ...start, metadata: { board }, version: 1, currentPlayerIndex: 1 }, 'u-4', drop(1)), { code: 'E_FLOATING' });
  });
});

describe('initialisation', () => {
  test('refuses anything but two different players', () => {
    for (const players of [[], [PLAYERS[0]], [PLAYERS[0], PLAYERS[0]], [...PLAYERS, { id: 'x' }], [{ id: '' }, PLAYERS[1]], [{}, {}], [null, PLAYERS[0]], 'ab', null])
      assert.throws(() => initializeGame(players, {}), { code: 'E_PLAYERS', message: 'The game is for two different players' }, JSON.stringify(players));
  });

  test('takes ids and names of any kind, and gives every game an id', () => {
    const players = [{ id: 'ä'.repeat(500), name: 'x'.repeat(500) }, { id: '1', name: '\u0007' }];
    const state = initializeGame(players);
    assert.match(state.gameId, /^[0-9a-f-]{36}$/);
    assert.deepEqual(applyMove(state, players[0].id, drop(6)).metadata.lastMove, { row: 5, column: 6, player: players[0].id });
    assert.deepEqual([...plugin.assignPlayerColors(players).values()], COLORS);
  });
});

describe('the picture', () => {
  test('has the discs of the board and the winning line, in layers, for a hundred states', () => {
    const random = randoms(5);
    let wins = 0;
    for (let i = 0; i < 100; i++) {
      const state = randomState(random);
      const { layers, viewBox, svg } = renderBoard(state);
      assert.deepEqual(layers.slice(0, 3).map(({ name, zIndex }) => [name, zIndex]), [['background', 0], ['grid', 1], ['discs', 2]]);
      assert.deepEqual(viewBox, { width: 740, height: 684 });
      const layer = (name) => layers.find((found) => found.name === name)?.elements ?? [];
      const colors = { '#FFFFFF': null, '#E63946': 'red', '#FFD60A': 'yellow' };
      const shown = Array.from({ length: 42 }, (_, cell) => {
        const { type, attributes } = layer('discs').find(({ attributes: { 'data-cell': index } }) => Number(index) === cell);
        assert.equal(type, 'circle');
        return colors[attributes.fill];
      });
      assert.deepEqual(shown, state.metadata.board.flat());
      const winning = new Set(layer('highlight').filter(({ type }) => type === 'circle').map(({ attributes }) => Number(attributes['data-cell'])));
      assert.deepEqual([...winning].sort((a, b) => a - b), [...naiveLines(state.metadata.board)].sort((a, b) => a - b));
      wins += winning.size > 0 ? 1 : 0;
      assert.ok(svg.startsWith('<svg ') && svg.trim().endsWith('</svg>'));
    }
    assert.ok(wins > 5, `${wins} of 100 were won`);
  });
});

test('the package names what the document names', () => {
  const names = readFileSync(entry, 'utf8');
  for (const name of ['ROWS', 'COLUMNS', 'TOTAL_CELLS', 'WIN_LENGTH', 'MIN_PLAYERS', 'MAX_PLAYERS', 'PLAYER_COLORS', 'GAME_TYPE', 'GAME_NAME', 'GAME_DESCRIPTION', 'DIRECTIONS',
    'getGameType', 'getGameName', 'getDescription', 'getMinPlayers', 'getMaxPlayers', 'initializeGame', 'createEmptyBoard', 'assignPlayerColors', 'validateMove',
    'isValidColumn', 'isColumnFull', 'isPlayerTurn', 'findLowestEmptyRow', 'applyGravity', 'applyMove', 'isGameOver', 'getWinner', 'isBoardFull', 'renderBoard']) {
    assert.notEqual(plugin[name], undefined, name);
    assert.ok(names.includes(name));
  }
  assert.deepEqual([plugin.ROWS, plugin.COLUMNS, plugin.TOTAL_CELLS, plugin.WIN_LENGTH], [6, 7, 42, 4]);
  assert.deepEqual(plugin.DIRECTIONS, { HORIZONTAL: { row: 0, col: 1 }, VERTICAL: { row: 1, col: 0 }, DIAGONAL_UP: { row: -1, col: 1 }, DIAGONAL_DOWN: { row: 1, col: 1 } });
});

test('a class of the host may extend the engine', () => {
  class Ranked extends ConnectFourEngine {
    getGameName() {
      return `Ranked ${super.getGameName()}`;
    }
  }
  assert.deepEqual([new Ranked().getGameName(), new Ranked().getGameType()], ['Ranked Connect Four', 'connect-four']);
});

test('a disc falls in a copy of the board', () => {
  const { board } = frozen(applyMove(initializeGame(PLAYERS, { gameId: 'g' }), 'u-17', drop(3))).metadata;
  const fallen = plugin.applyGravity(board, 3, 'yellow');
  assert.equal(fallen.row, 4);
  assert.deepEqual(fallen.board.flat().flatMap((cell, i) => (cell ? [[cell, i]] : [])), [['yellow', 31], ['red', 38]]);
  assert.throws(() => plugin.applyGravity(board, 7, 'red'), { code: 'E_FULL' });
});
