// Writes the seeds of the core's fuzzers to tests/fuzz/corpus: games and states by build/fourfall, and faults made by hand.
//   node tests/fuzz/make-corpus.mjs
// Files of other names (inputs a fuzzer found) are left alone.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../build/fourfall', import.meta.url));
const FOLDER = fileURLToPath(new URL('corpus', import.meta.url));

/** A state without the one thing that changes from run to run. */
function state(...args) {
  const run = spawnSync(PROGRAM, ['state', '--json', ...args], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`fourfall state --json ${args.join(' ')}: ${run.stderr}`);
  return run.stdout.trimEnd().replace(/("(?:created|updated)At":)"[^"]*"/g, '$1"2026-01-02T03:04:05.678Z"');
}

const DRAW = '121212212121343434434343565656656565777777';
const WON_UP = '1212121';

// All 256 cells filled in rows, two rows alike and then two the other way round: no line of eight in any direction.
const ROW = 'abcdefghijklmnopqrstuvwxyzABCDEF';
const OTHER_ROW = ROW.replace(/(.)(.)/g, '$2$1');
const FULL = (ROW + ROW + OTHER_ROW + OTHER_ROW).repeat(2);

const notation = {
  'empty': '',
  'classic-no-prefix': '4453',
  'classic-prefix': '7x6:4453',
  'classic-by-name': 'classic:1234567',
  'classic-won-upright': WON_UP,
  'classic-won-across': '1122334',
  'classic-won-rising': '12233434474',
  'classic-drawn': DRAW,
  'classic-last-disc-of-column': '444444',
  'cube': '5x5x5:mmgh',
  'cube-by-name': 'cube:abcdeyxwvu',
  'cube-won-through-layers': '5x5x5:abfgklp',
  'nine-columns-digits': '9x7c5:123456789',
  'ten-columns-letters': '10x6:abcdefghij',
  'forty-eight-columns': '12x4x4:abzAV',
  'fifty-columns-all': '10x5x5c8:abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX',
  'one-cell-drawn': '1x1:1',
  'no-line-fits': '2x2c8:1212',
  'wide-connect-8': '12x12c8:abcdefghijkl',
  'tall-connect-3': '1x12c3:111111111111',
  'two-hundred-and-fifty-cells': `5x10x5c8:${'abcdefghijklmnopqrstuvwxy'.repeat(5)}`,
  'full-256-cells': `8x8x4c8:${FULL}`,
  'smallest-line': '3x1c3:1',
  'default-connect-said': '7x6c4:44',
  'default-depth-said': '7x6x1:44',
  'board-without-moves': '5x5x5:',
  'bad-letter-first': 'x',
  'bad-letter-later': '44x4',
  'bad-letter-digit-too-large': '8',
  'bad-letter-zero': '0',
  'bad-letter-zero-byte': '4\x004',
  'bad-letter-high-byte': Buffer.from('44\xff', 'latin1'),
  'bad-letter-of-the-other-alphabet': '5x5x5:1',
  'bad-letter-upper-case': '5x5x5:A',
  'bad-letter-newline': '4453\n',
  'bad-full-column': '4444444',
  'bad-over-won': `${WON_UP}3`,
  'bad-over-drawn': `${DRAW}1`,
  'bad-over-one-cell': '1x1:11',
  'bad-board-empty': ':44',
  'bad-board-text': 'foo:44',
  'bad-board-text-cut': '7x:4',
  'bad-board-text-cut-connect': '7x6c:4',
  'bad-board-text-leading-zero': '07x6:4',
  'bad-board-text-trailing': '7x6 :4',
  'bad-board-two-colons': '7x6:44:4',
  'bad-board-width': '13x6:4',
  'bad-board-width-zero': '0x6:4',
  'bad-board-height': '7x13:4',
  'bad-board-depth': '5x5x13:4',
  'bad-board-connect-low': '7x6c2:4',
  'bad-board-connect-high': '7x6c9:4',
  'bad-board-columns': '12x1x12:4',
  'bad-board-cells': '5x12x5:4',
  'bad-board-huge-number': '99999999999999999999x6:4',
  'bad-too-many-moves': '4'.repeat(5000),
};

const fresh = JSON.parse(state());
const played = JSON.parse(state('4453'));
const won = JSON.parse(state(WON_UP));

/** The state as text after a change made to a copy of it. */
function changed(from, change) {
  const copy = structuredClone(from);
  change(copy);
  return JSON.stringify(copy);
}

const text = JSON.stringify(played);
const named = (name) => text.replace('"Player 1"', `"${name}"`);
const version = (number) => text.replace('"version":4', `"version":${number}`);
const emptied = (s) => s.metadata.board.forEach((row) => row.fill(null));

const states = {
  'classic-start': state(),
  'classic-played': state('4453'),
  'classic-won': state(WON_UP),
  'classic-drawn': state(DRAW),
  'cube-played': state('5x5x5:mmgh'),
  'cube-won': state('5x5x5:abfgklp'),
  'one-cell-drawn': state('1x1:1'),
  'flat-12x12c8': state('12x12c8:abcdefghijkl'),
  'deep-12x4x4': state('12x4x4:abzAV'),
  'deep-3x3x3c3': state('3x3x3c3:519243'),
  'names-escaped': state('--red', 'A"\\<&>', '--yellow', 'Ä四🔴', '--id', 'id/1', '44'),
  'names-longest': state('--red', '"'.repeat(64), '--yellow', '\\'.repeat(64), '44'),
  'largest': changed(JSON.parse(state(`8x8x4c8:${FULL}`)), (s) => {
    s.gameId = '"'.repeat(64);
    s.players = ['"', '\\\\'].map((c) => ({ id: c.repeat(64 / c.length), name: c.repeat(64 / c.length) }));
    s.metadata.lastMove.player = s.players[1].id;
  }),
  'without-moves': changed(played, (s) => delete s.metadata.moves),
  'without-moves-and-last-move': changed(played, (s) => { delete s.metadata.moves; delete s.metadata.lastMove; }),
  'without-size': changed(won, (s) => delete s.metadata.size),
  'won-without-moves': changed(won, (s) => delete s.metadata.moves),
  'null-for-absent': changed(played, (s) => Object.assign(s.metadata, { moves: null, size: null, lastMove: null })),
  'waiting-for-one': changed(fresh, (s) => { s.players.pop(); s.status = 'waiting'; }),
  'waiting-for-two': changed(fresh, (s) => { s.players = []; s.status = 'waiting'; }),
  'keys-in-another-order': JSON.stringify(Object.fromEntries(Object.entries(played).reverse())),
  'white-space': JSON.stringify(played, null, '\t').replaceAll('\n', ' \r\n'),
  'time-leap-day': text.replaceAll('2026-01-02', '2024-02-29'),
  'time-first-and-last': changed(played, (s) => { s.createdAt = '1970-01-01T00:00:00.000Z'; s.updatedAt = '9999-12-31T23:59:59.999Z'; }),
  'escapes-surrogate-pair': named('\\ud83d\\udd34 \\u00e4\\/\\"\\\\'),
  'move': '{"action":"drop","parameters":{"column":3}}',
  'move-negative': '{"action":"drop","parameters":{"column":-999999}}',
  'board-name': '12x12c8',
  'board-name-deep': '5x5x5c3',
  'bad-empty': '',
  'bad-array': '[]',
  'bad-null': 'null',
  'bad-missing-all': '{}',
  'bad-missing-one': changed(played, (s) => delete s.version),
  'bad-key': changed(played, (s) => { s.extra = 1; }),
  'bad-key-twice': text.replace('{', '{"version":4,'),
  'bad-key-long': `{"${'k'.repeat(300)}":1}`,
  'bad-type-players': changed(played, (s) => { s.players = {}; }),
  'bad-type-row': changed(played, (s) => { s.metadata.lastMove.row = '5'; }),
  'bad-end': `${text} x`,
  'bad-size': text + ' '.repeat(16385 - text.length),
  'bad-cut-in-string': text.slice(0, 30),
  'bad-cut-in-number': text.slice(0, text.indexOf('"version":4') + 10),
  'bad-cut-before-last': text.slice(0, -1),
  'bad-cut-after-backslash': '{"gameId":"\\',
  'bad-cut-in-escape': '{"gameId":"\\ud83d\\ud',
  'bad-cut-in-utf8': Buffer.from('{"gameId":"\xf0\x9f', 'latin1'),
  'bad-deep-arrays': changed(played, (s) => { s.metadata.size = 0; }).replace('"size":0', `"size":${'['.repeat(8000)}`),
  'bad-deep-objects': '{"gameId":'.repeat(1600),
  'bad-surrogate-alone': named('\\ud83d'),
  'bad-surrogate-low-first': named('\\udd34\\ud83d'),
  'bad-surrogate-raw': Buffer.from(named('\xed\xa0\xbd'), 'latin1'),
  'bad-utf8-overlong': Buffer.from(named('\xc0\xaf'), 'latin1'),
  'bad-utf8-lead-f9': Buffer.from(named('\xf9\x80\x80\x80'), 'latin1'),
  'bad-utf8-beyond': Buffer.from(named('\xf4\x90\x80\x80'), 'latin1'),
  'bad-utf8-noncharacter': named('\\uffff'),
  'bad-control-escaped': named('\\u0001'),
  'bad-control-raw': named('\x01'),
  'bad-zero-escaped': named('\\u0000'),
  'bad-name-empty': named(''),
  'bad-name-long': named('n'.repeat(65)),
  'bad-id-long': changed(played, (s) => { s.gameId = 'i'.repeat(65); }),
  'bad-number-huge': version('9'.repeat(400)),
  'bad-number-exponent': version('4e0'),
  'bad-number-leading-zero': version('04'),
  'bad-number-minus': version('-'),
  'bad-version': version('5'),
  'bad-game-type': changed(played, (s) => { s.gameType = 'chess'; }),
  'bad-players-same': changed(played, (s) => { s.players[1].id = s.players[0].id; }),
  'bad-players-three': changed(played, (s) => s.players.push({ id: 'c', name: 'c' })),
  'bad-board-text': changed(played, (s) => { s.metadata.size = '7y6'; }),
  'bad-board-width': changed(played, (s) => { s.metadata.size = '13x6'; }),
  'bad-board-shape-row': changed(played, (s) => s.metadata.board.pop()),
  'bad-board-shape-cell': changed(played, (s) => s.metadata.board[0].push(null)),
  'bad-board-shape-deep': changed(played, (s) => { s.metadata.size = '7x6x2'; }),
  'bad-cell': changed(played, (s) => { s.metadata.board[0][0] = 'blue'; }),
  'bad-floating': changed(played, (s) => { s.metadata.board[0][0] = 'red'; }),
  'bad-counts': changed(played, (s) => { s.metadata.board[5][3] = 'yellow'; }),
  'bad-two-winners': changed(won, (s) => { s.metadata.board[2][1] = 'yellow'; }),
  'bad-winner-turn': changed(won, (s) => { s.metadata.board[5][6] = 'yellow'; }),
  'bad-late-win': changed(won, (s) => {
    emptied(s);
    for (const row of [2, 3, 4, 5]) for (const column of [0, 6]) s.metadata.board[row][column] = 'red';
    for (const [row, column] of [[5, 1], [4, 1], [3, 1], [5, 2], [5, 4], [4, 4], [5, 5]]) s.metadata.board[row][column] = 'yellow';
  }),
  'bad-moves': changed(played, (s) => { s.metadata.moves = '4435'; }),
  'bad-moves-full': changed(played, (s) => { s.metadata.moves = '44444444'; }),
  'bad-last-move': changed(played, (s) => { s.metadata.lastMove.column = 3; }),
  'bad-last-move-column-huge': changed(played, (s) => { s.metadata.lastMove.column = 999999999; delete s.metadata.moves; }),
  'bad-last-move-without-line': changed(won, (s) => { s.metadata.lastMove = { row: 2, column: 1, player: 'player-2' }; delete s.metadata.moves; }),
  'bad-turn': changed(played, (s) => { s.currentPlayerIndex = 1; }),
  'bad-status': changed(played, (s) => { s.status = 'completed'; }),
  'bad-waiting-with-discs': changed(played, (s) => { s.players = []; s.status = 'waiting'; }),
  'bad-winner': changed(won, (s) => { s.winner = 'player-2'; }),
  'bad-winner-null': changed(won, (s) => { s.winner = null; }),
  'bad-time-form': text.replace('2026-01-02T', '2026-01-02 '),
  'bad-time-no-such-day': text.replaceAll('2026-01-02', '2026-02-29'),
  'bad-time-backwards': changed(played, (s) => { s.updatedAt = '2025-01-01T00:00:00.000Z'; }),
  'bad-move-action': '{"action":"lift","parameters":{"column":3}}',
  'bad-move-column': '{"action":"drop","parameters":{"column":3.5}}',
  'bad-move-size': `{"action":"drop","parameters":{"column":3}}${' '.repeat(300)}`,
};

const poppedOut = JSON.parse(state('popout:44-4'));
const turned = JSON.parse(state('turn:11>'));

/** Games of variants in notation and as states, and their moves. */
const variants = {
  'popout': 'popout:44-4',
  'popout-repeated': 'popout:12-1-212-1-2',
  'popout-own-line': '4x4c3-popout:11322114-1',
  'popout-both-lines': '4x4c3-popout:334221314-1-3',
  'popout-cube': 'cube-popout:mm-m',
  'powerup': 'powerup:_1@2-1=345+67_1',
  'powerup-bomb-both-lines': '4x4c3-powerup:1_22+31+13@2-1',
  'powerup-wall-ends': '2x3c3-powerup:+11+22=2',
  'five': 'five-pie:5~',
  'five-won': 'five:2233445',
  'popten': '4x5-popten:12341234123412341234-1-1-11-2-2-21',
  'popten-won': `2x12c3-popten:${'12'.repeat(12)}${'-1'.repeat(10)}`,
  'popten-drawn': '4x5c8-popten:12341234123412341234-11-22-11-22',
  'misere': 'misere:1213141',
  'cylinder': 'cylinder:6677112',
  'cylinder-deep': '3x1x4c3-cylinder:abdej',
  'turn': 'turn:11>6<',
  'turn-letters': '12x6-turn:ab<1>',
  'turn-both-lines': '4x4c3-turn:441133<',
  'pie': 'pie:4~3',
  'all-words': '5x5x5-powerup-pie:_m~@n-m=abc+de',
  'bad-order': 'pie-popout:4',
  'bad-board': '9x6-five:5',
  'bad-sign-alone': 'popout:4-',
  'bad-sign-of-another-variant': 'popout:<',
  'bad-empty-word': '7x6-:4',
  'bad-own': 'popout:44-4-4-4',
  'state-popout': state('popout:44-4'),
  'state-powerup': state('powerup-pie:_1~12@4-1'),
  'state-turned': state('turn:11>'),
  'state-swapped': state('pie:4~'),
  'state-popten': state('4x5-popten:12341234123412341234-1-1-1'),
  'state-won': state('cylinder:6677112'),
  'state-deep': state('cube-popout:mm-m'),
  'state-plain': state('4453'),
  'state-without-size': changed(poppedOut, (s) => delete s.metadata.size),
  'state-bad-variant': changed(poppedOut, (s) => { s.metadata.variant = 'popin'; }),
  'state-bad-pie': changed(poppedOut, (s) => { s.metadata.pie = 1; }),
  'state-bad-moves': changed(poppedOut, (s) => { s.metadata.moves = '44-3'; }),
  'state-bad-without-moves': changed(poppedOut, (s) => delete s.metadata.moves),
  'state-bad-action': changed(poppedOut, (s) => { s.metadata.lastMove.action = 'anvil'; }),
  'state-bad-orientation': changed(turned, (s) => { s.metadata.board.pop(); }),
  'move-pop': '{"action":"pop","parameters":{"column":3}}',
  'move-swap': '{"action":"swap","parameters":{}}',
  'move-bad-column': '{"action":"turn-left","parameters":{"column":3}}',
  'move-bad-action': '{"action":"lift","parameters":{"column":3}}',
};

for (const [folder, seeds] of Object.entries({ notation, state: states, variant: variants })) {
  mkdirSync(`${FOLDER}/${folder}`, { recursive: true });
  for (const [name, content] of Object.entries(seeds)) writeFileSync(`${FOLDER}/${folder}/${name}`, content);
  console.log(`${folder}: ${Object.keys(seeds).length} seeds`);
}
