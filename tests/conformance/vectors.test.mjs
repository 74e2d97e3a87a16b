// WebAssembly and native code are built from the same sources and must answer the same, byte for byte. This file makes
// requests from fixed seeds and sends them to build/fourfall.wasm and to build/vectors (vectors/answer.c says what each
// request means). tests/data/vectors.txt adds requests written by hand, with their answers.
// VECTORS and WASM name other files to test.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from '../web/bundle.mjs';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const NATIVE = process.env.VECTORS ?? path('build/vectors');
const MODULE = new WebAssembly.Module(readFileSync(process.env.WASM ?? path('build/fourfall.wasm')));
const { LAYOUT, SNAPSHOT_SIZE } = await bundle('core/snapshot.ts');
const DEADLINE_MS = 300_000;
const OUTPUT_MAX = 1 << 29;
const PLAYING = 0;
const SOLVER_BYTES = 4 << 20;
const BOOK_BYTES = 8 << 20;
const BOT_BYTES = 8 << 20;
const NETWORK_BYTES = 1 << 20;
/** Bytes of ff_estimate and of ff_estimate_review; src/wasm/exports.h has the offsets. */
const ESTIMATE_SIZE = 904;
const JUDGED_SIZE = 4120 + 6 * 257;

const BOOK = path('data/classic.book');

/** The names of all errors, in the order of their numbers. */
const ERRORS = [...readFileSync(path('include/fourfall.h'), 'utf8').matchAll(/^ {4}X\((\w+), "/gm)].map((m) => m[1]);
const numbered = (text) => text.replace(/\bE_[A-Z_]+\b/g, (name) => String(ERRORS.indexOf(name)));

const escaped = (bytes) =>
  bytes.toString('latin1').replace(/[^ -$&-~]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`);
const unescaped = (text) =>
  Buffer.from(text.replace(/%([0-9a-f]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))), 'latin1');

/** The same requests as answer.c, asked of a fresh instance of the WebAssembly module. */
class Wasm {
  constructor() {
    this.asked = new Set();
    this.asksLeft = -1;
    this.parts = new Map();
    const should_stop = () => (this.asksLeft >= 0 && this.asksLeft-- === 0 ? 1 : 0);
    const { exports } = new WebAssembly.Instance(MODULE, { host: { should_stop } });
    this.ff = new Proxy(exports, {
      get: (from, name) => {
        this.asked.add(name);
        return from[name];
      },
    });
    this.at = this.ff.ff_wasm_buffer();
    this.size = this.ff.ff_wasm_buffer_size();
  }

  bytes(len) {
    return Buffer.from(this.ff.memory.buffer, this.at, len);
  }

  put(argument) {
    const bytes = unescaped(argument);
    assert.ok(bytes.length <= this.size, 'a request fits the buffer');
    this.bytes(this.size).set(bytes);
    return bytes.length;
  }

  outcome(err) {
    return err ? `${err} ${this.ff.ff_wasm_fault()}` : '0';
  }

  text(label, len) {
    return len < 0 ? `${label} none` : `${label} ${escaped(this.bytes(len))}`;
  }

  /** Memory behind everything the module knows of, made once for each part. */
  memoryFor(part, bytes) {
    if (!this.parts.has(part)) this.parts.set(part, this.ff.memory.grow(Math.ceil(bytes / 65536)) * 65536);
    return this.parts.get(part);
  }

  openBook(file) {
    const data = readFileSync(file);
    const at = this.memoryFor(file, data.length);
    Buffer.from(this.ff.memory.buffer, at, data.length).set(data);
    const err = this.ff.ff_wasm_book_open(at, data.length, this.memoryFor('book', BOOK_BYTES), BOOK_BYTES);
    return `${err} ${this.ff.ff_wasm_book_ply()}`;
  }

  openNetwork(file) {
    const data = readFileSync(file);
    const at = this.memoryFor(file, data.length);
    Buffer.from(this.ff.memory.buffer, at, data.length).set(data);
    const err = this.ff.ff_wasm_network_open(at, data.length, this.memoryFor('network', NETWORK_BYTES), NETWORK_BYTES);
    return `${err} ${this.ff.ff_wasm_network_size(at, data.length) > 0 ? 1 : 0}`;
  }

  analyse() {
    const ff = this.ff;
    return [
      `${ff.ff_wasm_analyse()}`,
      this.hex('scores', ff.ff_wasm_analysis_scores()),
      `best ${ff.ff_wasm_analysis_best_columns()}`,
      this.hex('line', ff.ff_wasm_analysis_line()),
      this.text('why', this.snapshot().status ? -1 : ff.ff_wasm_explanation()),
      this.hex('reason', this.snapshot().status ? 0 : ff.ff_wasm_reason()),
      ...[-3, -2, -1, 0, 1, 2, 3].map((score) => this.hex('outlook', ff.ff_wasm_outlook(score))),
    ].join('\n');
  }

  review() {
    const ff = this.ff;
    let err;
    ff.ff_wasm_review_begin();
    do err = ff.ff_wasm_review_step();
    while (!err && ff.ff_wasm_review_open() > 0);
    return [
      `${err}\nfirst ${ff.ff_wasm_review_first()}`,
      this.hex('moves', ff.ff_wasm_review_moves()),
      ...[-1, 0, 1, 2].map((player) => `accuracy ${ff.ff_wasm_review_accuracy(player)}`),
      ...[-1, 0, 1, 2, 3, 4, 5, 6, 7].map((verdict) => this.text('verdict', ff.ff_wasm_verdict_text(verdict))),
    ].join('\n');
  }

  memory(label, at, size) {
    return `${label} ${Buffer.from(this.ff.memory.buffer, at, size).toString('hex')}`;
  }

  estimate() {
    const ff = this.ff;
    const err = ff.ff_wasm_estimate();
    const found = [`${err}`, this.memory('estimate', ff.ff_wasm_estimate_result(), ESTIMATE_SIZE)];
    if (!err) found.push(this.hex('reason', ff.ff_wasm_estimate_reason()), this.text('why', ff.ff_wasm_estimate_explanation()));
    return found.join('\n');
  }

  judge() {
    const ff = this.ff;
    const at = ff.ff_wasm_estimate_review_result();
    let err;
    ff.ff_wasm_estimate_review_begin();
    const head = () => new DataView(ff.memory.buffer, at, 16);
    do err = ff.ff_wasm_estimate_review_step();
    while (!err && head().getUint16(12, true) <= head().getUint16(10, true));
    return `${err}\n${this.memory('judged', at, JUDGED_SIZE)}`;
  }

  choose(seed) {
    const ff = this.ff;
    const column = ff.ff_wasm_bot_choose(BigInt.asUintN(64, BigInt(seed)));
    return `${column} ${ff.ff_wasm_bot_column()} ${ff.ff_wasm_bot_depth()} ${ff.ff_wasm_bot_nodes()}`;
  }

  hex(label, len) {
    return `${label} ${this.bytes(len).toString('hex')}`;
  }

  /** The struct of src/wasm/snapshot.h, field by field. */
  snapshot() {
    const at = this.ff.ff_wasm_snapshot();
    const bytes = Buffer.from(this.ff.memory.buffer, at, SNAPSHOT_SIZE);
    const field = (name, length) => bytes.subarray(LAYOUT[name], LAYOUT[name] + length);
    const shorts = ['version', 'size', 'ply', 'first', 'end', 'name_len', 'notation_len', 'lines_len'];
    const byteFields = ['width', 'height', 'depth', 'connect', 'status', 'turn', 'winner', 'columns'];
    return {
      field,
      ...Object.fromEntries(shorts.map((name) => [name, bytes.readUInt16LE(LAYOUT[name])])),
      ...Object.fromEntries(byteFields.map((name) => [name, bytes[LAYOUT[name]]])),
    };
  }

  show() {
    const ff = this.ff;
    const at = this.snapshot();
    const numbers = (label, name) => [label, ...at.field(name, at.columns)].join(' ');
    const hex = (label, length) => `${label} ${at.field(label, length).toString('hex')}`;
    return [
      `size ${at.width} ${at.height} ${at.depth} ${at.connect}`,
      ...['ply', 'first', 'end', 'status', 'turn', 'winner'].map((name) => `${name} ${at[name]}`),
      numbers('can_drop', 'drops'),
      numbers('height', 'heights'),
      numbers('letters', 'letters'),
      hex('cells', at.columns * at.height),
      hex('moves', at.end - at.first),
      hex('lines', at.lines_len),
      `name ${at.field('name', at.name_len)}`,
      `notation ${at.notation_len ? at.field('notation', at.notation_len) : 'none'}`,
      `columns ${Array.from({ length: 129 }, (_, c) => ff.ff_wasm_column_read(c)).join(' ')}`,
      this.text('words', ff.ff_wasm_status_text()),
      this.text('state', ff.ff_wasm_write_state()),
      this.text('svg', ff.ff_wasm_svg()),
    ].join('\n');
  }

  answer(request) {
    const [name] = request.split(' ', 1);
    const argument = request.slice(name.length + 1);
    const number = Number(argument);
    const ff = this.ff;
    switch (name) {
      case 'new': return this.outcome(ff.ff_wasm_new(this.put(argument)));
      case 'open': return this.outcome(ff.ff_wasm_open(this.put(argument)));
      case 'state': return this.outcome(ff.ff_wasm_read_state(this.put(argument)));
      case 'length':
        return [ff.ff_wasm_new, ff.ff_wasm_open, ff.ff_wasm_read_state].map((f) => this.outcome(f(number))).join('\n');
      case 'drop': return `${ff.ff_wasm_drop(number)}`;
      case 'validate': {
        const [column] = argument.split(' ', 1);
        return this.text('fault', ff.ff_wasm_validate(this.put(argument.slice(column.length + 1)), Number(column)));
      }
      case 'undo': return `${ff.ff_wasm_undo()}`;
      case 'redo': return `${ff.ff_wasm_redo()}`;
      case 'seek': return `${ff.ff_wasm_seek(number)}`;
      case 'perft': return `${BigInt.asUintN(64, ff.ff_wasm_perft(number))}`;
      case 'error':
        return `${this.text('name', ff.ff_wasm_error_name(number))}\n${this.text('error', ff.ff_wasm_error_text(number))}`;
      case 'red': return `${ff.ff_wasm_set_name(0, this.put(argument))}`;
      case 'yellow': return `${ff.ff_wasm_set_name(1, this.put(argument))}`;
      case 'solver': return `${ff.ff_wasm_solver_open(this.memoryFor('solver', SOLVER_BYTES), SOLVER_BYTES)}`;
      case 'solve': {
        const err = ff.ff_wasm_solve(number);
        return `${err} ${ff.ff_wasm_solution_low()} ${ff.ff_wasm_solution_high()} ${ff.ff_wasm_solution_nodes()}`;
      }
      case 'now': return `${ff.ff_wasm_set_now(number)}`;
      case 'show': return this.show();
      case 'book': return this.openBook(argument);
      case 'network': return this.openNetwork(argument);
      case 'analyse': return this.analyse();
      case 'review': return this.review();
      case 'estimate': return this.estimate();
      case 'judge': return this.judge();
      case 'threats': return this.hex('threats', ff.ff_wasm_threats());
      case 'stop': this.asksLeft = number; return '0';
      case 'bot': {
        const [level, style] = argument.split(' ').map(Number);
        return `${ff.ff_wasm_bot_open(level, style ?? 0, this.memoryFor('bot', BOT_BYTES), BOT_BYTES)}`;
      }
      case 'choose': return this.choose(number);
      default: throw new Error(`unknown request '${request}'`);
    }
  }
}

/** Requests asked of WebAssembly one by one, kept with their answers, and compared with native code's at the end. */
class Session {
  constructor() {
    this.wasm = new Wasm();
    this.requests = [];
    this.answers = [];
  }

  ask(request) {
    const answer = this.wasm.answer(request);
    this.requests.push(request);
    this.answers.push(answer);
    return answer;
  }

  /** One field of the last `show`. */
  field(name) {
    const line = this.answers.at(-1).split('\n').find((l) => l.startsWith(`${name} `));
    return line.slice(name.length + 1);
  }

  compare(atLeast) {
    assert.ok(this.requests.length >= atLeast, `only ${this.requests.length} requests`);
    const run = spawnSync(NATIVE, { input: `${this.requests.join('\n')}\n`, timeout: DEADLINE_MS, maxBuffer: OUTPUT_MAX });
    assert.equal(run.error, undefined);
    assert.equal(run.status, 0, run.stderr.toString());
    const expected = `${this.answers.join('\n\n')}\n\n`;
    if (Buffer.from(expected, 'latin1').equals(run.stdout)) return;
    const native = run.stdout.toString('latin1').split('\n\n');
    const at = this.answers.findIndex((answer, i) => answer !== native[i]);
    assert.equal(this.answers[at], native[at], `answer ${at}, to '${this.requests[at]?.slice(0, 200)}' (WebAssembly, native)`);
    assert.fail(`native code gave ${native.length - 1} answers to ${this.requests.length} requests`);
  }
}

/** splitmix64: the same numbers in every run. */
/** A network of the cube with random weights: docs/cube.md describes the file. */
function randomNetwork(random) {
  const [wide, value, policy, inputs, columns] = [32, 8, 16, 2187, 25];
  const head = Buffer.from([...Buffer.from('FFLINES1'), 5, 5, 5, 4, wide, 0, value, policy, 0, 0, 0, 0]);
  const numbers = (count, bytes, most) => {
    const out = Buffer.alloc(count * bytes);
    for (let i = 0; i < count; i++) out.writeIntLE(random.below(2 * most + 1) - most, i * bytes, bytes);
    return out;
  };
  const file = Buffer.concat([head, numbers(inputs * wide, 1, 8), numbers(wide, 2, 32), numbers(value * 2 * wide, 1, 16), numbers(value, 1, 16), numbers(value, 4, 2048),
    numbers(value, 2, 512), numbers(policy * 2 * wide, 1, 16), numbers(policy, 4, 2048), numbers(columns * policy, 2, 512), numbers(columns, 4, 30000), numbers(1, 4, 30000)]);
  let hash = 2166136261;
  for (const byte of file.subarray(head.length)) hash = Math.imul(hash ^ byte, 16777619) >>> 0;
  file.writeUInt32LE(hash, 16);
  return file;
}

class Random {
  constructor(seed) {
    this.state = BigInt(seed);
  }

  next() {
    this.state = BigInt.asUintN(64, this.state + 0x9e3779b97f4a7c15n);
    let z = this.state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  }

  below(n) {
    return Number(this.next() % BigInt(n));
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  chance(percent) {
    return this.below(100) < percent;
  }
}

/** The name of a random legal board, sometimes with what could be left out. */
function boardName(random, { isDeep, connect }) {
  for (;;) {
    const [width, height] = [1 + random.below(12), 1 + random.below(12)];
    const depth = isDeep ? 2 + random.below(11) : 1;
    if (width * depth > 52 || width * depth * height > 256) continue;
    const depthPart = isDeep || random.chance(20) ? `x${depth}` : '';
    return `${width}x${height}${depthPart}${connect !== 4 || random.chance(20) ? `c${connect}` : ''}`;
  }
}

/** A game from its board's first request to its end, with moves taken back and played again on the way. */
function playGame(session, random, board) {
  assert.equal(session.ask(`new ${board}`), '0', board);
  const { wasm } = session;
  const { columns } = wasm.snapshot();
  const end = () => wasm.snapshot().end;
  const showAt = random.below(40);
  for (let step = 0; wasm.snapshot().status === PLAYING; step++) {
    if (step === showAt) session.ask('show');
    if (random.chance(4)) session.ask('undo');
    if (random.chance(2)) session.ask('redo');
    if (random.chance(2)) session.ask(`seek ${random.below(end() + 2) - 1}`);
    if (random.chance(3)) session.ask(`drop ${random.pick([-1, columns, columns + 7, 255, 256, -2147483648, 2147483647])}`);
    session.ask(`drop ${random.below(columns)}`);
  }
  session.ask('show');
  session.ask(`drop ${random.below(columns)}`);
  session.ask('redo');
  session.ask(`seek ${random.below(end() + 1)}`);
  session.ask('show');
  session.ask('perft 2');
}

function playGames(seed, count, isDeep) {
  const random = new Random(seed);
  const session = new Session();
  for (let i = 0; i < count; i++) playGame(session, random, boardName(random, { isDeep, connect: 3 + (i % 6) }));
  return session;
}

const BYTES = ['"', '\\', '{', '}', '[', ']', ',', ':', '0', '9', '-', 'e', ' ', '\n', '\x00', '\x7f', '\x80', '\xc3', '\xed', '\xf9', '\xff'];
const TOKENS = ['null', 'true', '"red"', '"yellow"', '[]', '{}', '"x":1,', '1e9', '99999999999', '-0', '\\u0000', '\\ud83d', '\\ud83d\\udd34',
  '\xf0\x9f\x94\xb4', '"moves":"44",', '[[[[[[[[[[', '"waiting"', '"completed"', '"player-2"'];

/** One small damage to a text of bytes (as latin1). */
function damaged(random, text) {
  const at = random.below(text.length + 1);
  const len = random.below(12);
  switch (random.below(7)) {
    case 0: return text.slice(0, at);
    case 1: return text.slice(0, at) + text.slice(at + 1 + len);
    case 2: return text.slice(0, at) + random.pick(BYTES) + text.slice(at + 1);
    case 3: return text.slice(0, at) + random.pick(BYTES) + text.slice(at);
    case 4: return text.slice(0, at) + random.pick(TOKENS) + text.slice(at);
    case 5: return text.slice(0, at) + text.slice(at, at + len) + text.slice(at);
    default: return text.slice(0, at) + String.fromCharCode(random.below(256)) + text.slice(at + 1);
  }
}

const NAMES = ['Ann', 'Ä四🔴', 'A"\\<&>', 'n'.repeat(64)];

/** A change that keeps the JSON well formed, and often the state right. */
function edited(random, json) {
  const state = JSON.parse(json);
  const meta = state.metadata;
  const edits = [
    () => delete meta.moves,
    () => delete meta.lastMove,
    () => { delete meta.moves; delete meta.lastMove; },
    () => { state.players[0].name = random.pick(NAMES); },
    () => { state.players[1].id = random.pick(['b', 'player-1', '', 'i'.repeat(65)]); },
    () => { state.players.pop(); state.status = 'waiting'; },
    () => { state.version += random.below(3) - 1; },
    () => { state.currentPlayerIndex = random.below(3); },
    () => { state.status = random.pick(['waiting', 'in_progress', 'completed', 'lost']); },
    () => { state.winner = random.pick([null, 'player-1', 'player-2', 'nobody', 7]); },
    () => { meta.size = random.pick(['7x6', '6x7', '5x5x5', '13x1', '7x6c9', null, 42]); },
    () => { meta.board.reverse(); },
    () => { meta.board = meta.board.flat(); },
    () => { meta.moves = [...(meta.moves ?? '1')].reverse().join(''); },
    () => { meta.lastMove = { row: random.below(6), column: random.below(7), player: random.pick(['player-1', 'player-2']) }; },
    () => { state.createdAt = random.pick(['1970-01-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z', '2023-02-29T00:00:00.000Z', '9999-12-31T23:59:59.999Z', 'now']); },
    () => { state.updatedAt = random.pick(['9999-12-31T23:59:59.999Z', '10000-01-01T00:00:00.000Z', '2100-02-29T00:00:00.000Z']); },
    () => { state.extra = 1; },
  ];
  random.pick(edits)();
  return JSON.stringify(state, null, random.pick([0, 1]));
}

const asBytes = (text) => Buffer.from(text, 'utf8').toString('latin1');
const asRequest = (name, bytes) => `${name} ${escaped(Buffer.from(bytes, 'latin1'))}`;

/** The state of a random game some way in. */
function randomState(session, random) {
  session.ask(`new ${boardName(random, { isDeep: random.chance(30), connect: 3 + random.below(6) })}`);
  const { columns } = session.wasm.snapshot();
  for (let left = random.below(60); left > 0 && session.wasm.snapshot().status === PLAYING; left--)
    session.ask(`drop ${random.below(columns)}`);
  session.ask('show');
  return unescaped(session.field('state')).toString('utf8');
}

describe('the WebAssembly module', () => {
  test('wants one answer of its host and nothing else', () => {
    assert.deepEqual(WebAssembly.Module.imports(MODULE), [{ module: 'host', name: 'should_stop', kind: 'function' }]);
  });

  test('exports its memory and exactly the functions of exports.h', () => {
    const header = readFileSync(path('src/wasm/exports.h'), 'utf8');
    const declared = [...header.matchAll(/^WASM_EXPORT .*?(ff_wasm_\w+)\(/gm)].map((m) => m[1]);
    const exported = WebAssembly.Module.exports(MODULE).map((e) => e.name);
    assert.ok(declared.length > 20);
    assert.deepEqual(exported.sort(), [...declared, 'memory'].sort());
  });

  test('is asked for every export by these requests', () => {
    const session = new Session();
    for (const request of ['new 7x6', 'open 4', 'state {}', 'drop 1', 'validate 3 player-2', 'undo', 'redo', 'seek 0', 'show', 'perft 1', 'error 1', 'red A', 'now 1', 'solver', 'solve 0',
      `book ${BOOK}`, 'open 44444413313', 'analyse', 'review', 'threats', `network ${BOOK}`, 'bot 0 0', 'choose 1',
      'new 3x3x3c3', 'bot 1 0', 'estimate', 'judge'])
      session.ask(request);
    const functions = WebAssembly.Module.exports(MODULE).map((e) => e.name);
    assert.deepEqual([...session.wasm.asked].sort(), functions.sort());
  });

  test('counts 823536 sequences of seven moves on 7x6', () => {
    assert.equal(new Wasm().answer('perft 7'), '823536');
  });

  for (const [first, size] of [
    ['new 5x5x5', '5 5 5 4'],
    ['new 12x12c8', '12 12 1 8'],
    ['open 5x5x5:mmgh', '5 5 5 4'],
    ['open 1x1:1', '1 1 1 4'],
    ['drop 3', '7 6 1 4'],
    ['new nothing', '7 6 1 4'],
  ]) {
    test(`takes '${first}' as its very first request`, () => {
      const session = new Session();
      session.ask(first);
      session.ask('show');
      assert.equal(session.field('size'), size);
      session.compare(2);
    });
  }

  test('stays as it was when a request is refused', () => {
    const wasm = new Wasm();
    for (const request of ['new 7x6', 'open 5x5x5:mmgh', 'undo']) assert.equal(wasm.answer(request), '0', request);
    const before = wasm.answer('show');
    for (const request of ['new 13x1', 'open 9x9:x', 'open foo:1', 'state {}', 'drop 25', 'drop -1', 'seek 5', 'length -1', 'length 131073']) {
      assert.notEqual(wasm.answer(request), '0', request);
      assert.equal(wasm.answer('show'), before, request);
    }
  });
});

describe('WebAssembly and native code give the same answers', () => {
  test('to the requests made by hand, and these are the right ones', () => {
    const session = new Session();
    const text = numbered(readFileSync(path('tests/data/vectors.txt'), 'utf8'));
    const lines = text.split('\n').filter((l) => l && !l.startsWith('#'));
    for (const line of lines) {
      if (!line.startsWith('= ')) session.ask(line);
      else assert.ok(session.answers.at(-1).split('\n').includes(line.slice(2)),
        `'${session.requests.at(-1)}' should answer '${line.slice(2)}', not:\n${session.answers.at(-1).slice(0, 1000)}`);
    }
    session.compare(100);
  });

  test('in games on flat boards, to their end', () => playGames(1, 60, false).compare(2000));
  test('in games on deep boards, to their end', () => playGames(2, 60, true).compare(2000));

  test('in many games on 7x6 and in the cube', () => {
    const random = new Random(3);
    const session = new Session();
    for (let i = 0; i < 40; i++) playGame(session, random, i % 2 ? 'cube' : 'classic');
    session.compare(1000);
  });

  test('to every size of board, legal or not', () => {
    const session = new Session();
    for (let width = 0; width <= 13; width++)
      for (let height = 0; height <= 13; height++)
        for (const rest of ['', 'x2c3', 'x12', 'c8', 'x5c9']) session.ask(`new ${width}x${height}${rest}`);
    assert.ok(session.answers.filter((a) => a === '0').length > 300);
    session.compare(980);
  });

  test('to notation that is right, damaged or nonsense', () => {
    const random = new Random(4);
    const session = new Session();
    for (let i = 0; i < 1500; i++) {
      const board = boardName(random, { isDeep: random.chance(40), connect: 3 + random.below(6) });
      const letters = random.pick(['1234567', '123456789', 'abcdefghijkl', 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ']);
      let text = random.chance(80) ? `${board}:` : '';
      for (let left = random.below(40); left > 0; left--) text += random.pick(letters);
      if (random.chance(50)) text = damaged(random, text);
      session.ask(asRequest('open', text));
      if (i % 10 === 0) session.ask('show');
    }
    const accepted = session.answers.filter((a) => a === '0').length;
    assert.ok(accepted > 100 && accepted < 1400, `${accepted} accepted`);
    session.compare(1600);
  });

  test('to states that are right, changed or damaged', () => {
    const random = new Random(5);
    const session = new Session();
    const outcomes = new Map();
    for (let i = 0; i < 60; i++) {
      const state = randomState(session, random);
      for (let k = 0; k < 30; k++) {
        let text = asBytes(random.chance(60) ? edited(random, state) : state);
        for (let left = random.below(3); left > 0; left--) text = damaged(random, text);
        const [err] = session.ask(asRequest('state', text)).split(' ');
        outcomes.set(err, (outcomes.get(err) ?? 0) + 1);
        if (err === '0' || k === 0) session.ask('show');
        if (err === '0' && random.chance(50)) session.ask(`drop ${random.below(7)}`);
        if (random.chance(10)) session.ask('undo');
      }
    }
    assert.ok(outcomes.get('0') > 100, 'many are accepted');
    assert.ok(outcomes.size > 15, `refused for ${outcomes.size - 1} reasons only`);
    session.compare(1800);
  });

  test('to exact scores, with as many nodes, at once and in slices', () => {
    const random = new Random(8);
    const session = new Session();
    for (const board of ['7x6', '6x5', '5x4', '8x7', '9x6', '7x5', '5x5x5', '7x6c5']) {
      session.ask(`new ${board}`);
      session.ask('solver');
      for (let i = 0; i < 12; i++) {
        session.ask(`new ${board}`);
        const { width, height } = session.wasm.snapshot();
        for (let ply = 0; ply < width * height - 28 + random.below(14); ply++) session.ask(`drop ${random.below(width)}`);
        session.ask('solve 1');
        session.ask('solve 0');
      }
    }
    assert.ok(session.answers.some((answer) => answer.startsWith(`${ERRORS.indexOf('E_STOPPED')} `)), 'some are stopped');
    session.compare(200);
  });

  test('to analysis, threats and review, with and without a book', () => {
    const random = new Random(9);
    const session = new Session();
    for (const board of ['6x5', '5x4', '5x5x5', '7x6']) {
      session.ask(`new ${board}`);
      session.ask('solver');
      if (board === '7x6') session.ask(`book ${BOOK}`);
      for (let i = 0; i < 12; i++) {
        session.ask(`new ${board}`);
        const { columns, height } = session.wasm.snapshot();
        const plies = columns * height - 26 + random.below(20);
        for (let ply = 0; ply < plies; ply++) session.ask(`drop ${random.below(columns)}`);
        for (const request of ['analyse', 'threats']) session.ask(request);
        if (board !== '7x6' || i === 0) session.ask('review'); // without a book an opening takes long
        if (i % 4 === 0) session.ask('stop 1');
      }
    }
    assert.ok(session.answers.some((answer) => answer.startsWith(`${ERRORS.indexOf('E_STOPPED')}\n`)), 'some are stopped');
    session.compare(300);
  });

  test('to who plays what, on every level and in every style', () => {
    const random = new Random(10);
    const session = new Session();
    for (const board of ['7x6', '5x5x5', '4x4x4', '8x7c5', '6x5']) {
      session.ask(`new ${board}`);
      for (let level = -1; level <= 6; level++) {
        session.ask(`bot ${level} ${level < 0 ? 0 : random.below(4)}`);
        session.ask(`new ${board}`);
        const { columns } = session.wasm.snapshot();
        for (let ply = 0; ply < 14; ply++) session.ask(`drop ${random.below(columns)}`);
        if (level >= 2) session.ask(`stop ${2 + random.below(30)}`);
        session.ask(`choose ${random.below(1000)}`);
      }
    }
    session.compare(500);
  });

  test('to who plays what with a network, whose arithmetic is in integers', () => {
    const random = new Random(11);
    const session = new Session();
    const folder = mkdtempSync(join(tmpdir(), 'fourfall-network-'));
    const file = join(folder, 'cube.network');
    writeFileSync(file, randomNetwork(random));
    session.ask(`network ${BOOK}`); // is refused
    session.ask('new 5x5x5');
    session.ask('bot 2 0');
    session.ask(`network ${file}`);
    assert.deepEqual(session.answers.slice(-1), ['0 1']);
    for (const level of [1, 2, 3]) {
      session.ask(`bot ${level} 0`);
      for (let i = 0; i < 4; i++) {
        session.ask('new 5x5x5');
        for (let ply = 0; ply < 10; ply++) session.ask(`drop ${random.below(25)}`);
        session.ask('stop 30');
        session.ask(`choose ${random.below(1000)}`);
      }
    }
    session.compare(150);
    rmSync(folder, { recursive: true });
  });

  test('to estimates and reviews by them, with a network and without', () => {
    const random = new Random(12);
    const session = new Session();
    for (const board of ['5x5x5', '4x4x4', '3x3x3c3', '8x7c5', '12x12c8', '7x6']) {
      session.ask(`new ${board}`);
      session.ask('bot 2 0');
      if (board === '4x4x4') session.ask(`network ${path('data/cube.net')}`); // of another board
      for (let i = 0; i < 6; i++) {
        session.ask(`new ${board}`);
        const { columns, height } = session.wasm.snapshot();
        const plies = i < 4 ? 4 * i : columns * height - 12;
        for (let ply = 0; ply < plies; ply++) session.ask(`drop ${random.below(columns)}`);
        if (i === 3) session.ask('stop 5');
        session.ask('estimate');
        if (i < 3) session.ask('judge');
      }
    }
    session.ask('new 5x5x5');
    session.ask('bot 2 0'); // with its network now
    for (const at of ['open 5x5x5:mg', 'open 5x5x5:mghlia', 'open 5x5x5:mghrqin']) for (const request of [at, 'estimate', 'judge']) session.ask(request);
    session.compare(100);
  });

  test('to texts too long for a state and as long as the buffer', () => {
    const session = new Session();
    const state = randomState(session, new Random(6));
    for (const len of [16383, 16384, 16385, 131072]) {
      session.ask(asRequest('state', asBytes(state) + ' '.repeat(len - asBytes(state).length)));
      session.ask(asRequest('open', `12x12c8:${'a'.repeat(len - 8)}`));
      session.ask(asRequest('new', `7x6${' '.repeat(len - 3)}`));
    }
    assert.deepEqual(session.answers.slice(-12).filter((_, i) => i % 3 === 0), ['0', '0', numbered('E_JSON_SIZE 0'), numbered('E_JSON_SIZE 0')]);
    session.compare(12);
  });

  test('to counts of sequences on boards of every kind', () => {
    const random = new Random(7);
    const session = new Session();
    for (let i = 0; i < 60; i++) {
      session.ask(`new ${boardName(random, { isDeep: i % 2 === 1, connect: 3 + (i % 6) })}`);
      for (let depth = -1; depth <= 3; depth++) session.ask(`perft ${depth}`);
    }
    for (const board of ['7x6', '6x5c3', '4x4', '3x3x3c3', '1x12c3']) {
      session.ask(`new ${board}`);
      session.ask('perft 6');
    }
    session.compare(360);
  });

  test('to every number that could be an error', () => {
    const session = new Session();
    for (let err = -3; err < ERRORS.length + 20; err++) session.ask(`error ${err}`);
    for (const err of [-2147483648, 2147483647, 255, 256, 65536]) session.ask(`error ${err}`);
    assert.ok(session.answers.some((answer) => answer.endsWith('\nerror The column is full')));
    session.compare(60);
  });
});
