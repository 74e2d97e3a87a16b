// Games of variants: build/variants.wasm and build/vectors (vectors/answer_variant.c says what each request means) must answer
// the same, byte for byte. VECTORS and WASM_VARIANTS name other files to test.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const NATIVE = process.env.VECTORS ?? path('build/vectors');
const MODULE = new WebAssembly.Module(readFileSync(process.env.WASM_VARIANTS ?? path('build/variants.wasm')));
const DEADLINE_MS = 300_000;
const OUTPUT_MAX = 1 << 29;
const BOT_BYTES = 8 << 20;
const ANALYSIS_SIZE = 2672;
const PLAYING = 0;
const VARIANTS = ['standard', 'popout', 'powerup', 'five', 'popten', 'misere', 'cylinder', 'turn'];
const BOARDS = ['7x6', '5x5', '6x4c3', '9x6c5', '4x4x4', '12x4', '3x8c5', '5x5x5'];

/** splitmix64: the same numbers in every run. */
class Random {
  constructor(seed) {
    this.state = BigInt(seed);
  }

  below(n) {
    this.state = BigInt.asUintN(64, this.state + 0x9e3779b97f4a7c15n);
    let z = this.state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return Number((z ^ (z >> 31n)) % BigInt(n));
  }

  pick(list) {
    return list[this.below(list.length)];
  }
}

/** Requests asked of WebAssembly one by one, kept with their answers, and compared with native code's at the end. */
class Session {
  constructor() {
    const { exports } = new WebAssembly.Instance(MODULE, { host: { should_stop: () => 0 } });
    this.ff = exports;
    this.bot = exports.memory.grow(BOT_BYTES / 65536) * 65536;
    this.requests = [];
    this.answers = [];
  }

  put(text) {
    const bytes = Buffer.from(text, 'latin1');
    Buffer.from(this.ff.memory.buffer, this.ff.ff_wasm_buffer(), bytes.length).set(bytes);
    return bytes.length;
  }

  hex(label, at, size) {
    return `${label} ${Buffer.from(this.ff.memory.buffer, at, size).toString('hex')}`;
  }

  /** The struct of src/wasm/variant.h. */
  snapshot() {
    const at = this.ff.ff_wasm_variant_snapshot();
    const view = new DataView(this.ff.memory.buffer, at);
    const size = view.getUint16(2, true);
    return { at, size, view, legal: view.getUint16(14, true), status: view.getUint8(20) };
  }

  show() {
    const { at, size } = this.snapshot();
    const shown = this.hex('snapshot', at, size);
    const len = this.ff.ff_wasm_variant_svg();
    const svg = Buffer.from(this.ff.memory.buffer, this.ff.ff_wasm_buffer(), len).toString('latin1');
    return `${shown}\nsvg ${svg.replace(/[^ -$&-~]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
  }

  answer(request) {
    const [name, ...rest] = request.split(' ');
    const argument = rest.join(' ');
    const ff = this.ff;
    switch (name) {
      case 'variant-open': {
        const err = ff.ff_wasm_variant_open(this.put(argument));
        return err ? `${err} ${ff.ff_wasm_variant_fault()}` : '0';
      }
      case 'variant-play': return `${ff.ff_wasm_variant_play(Number(argument))}`;
      case 'variant-seek': return `${ff.ff_wasm_variant_seek(Number(argument))}`;
      case 'variant-name': return `${ff.ff_wasm_variant_set_name(Number(rest[0]), this.put(rest.slice(1).join(' ')))}`;
      case 'variant-show': return this.show();
      case 'variant-threats': {
        const len = ff.ff_wasm_variant_threats();
        return this.hex('threats', ff.ff_wasm_buffer(), len);
      }
      case 'variant-bot': return `${ff.ff_wasm_variant_bot_open(Number(rest[0]), Number(rest[1] ?? 0), this.bot, BOT_BYTES)}`;
      case 'variant-choose': {
        const move = ff.ff_wasm_variant_bot_choose(BigInt(argument));
        return `${move} ${ff.ff_wasm_variant_bot_move()} ${ff.ff_wasm_variant_bot_depth()} ${ff.ff_wasm_variant_bot_nodes()}`;
      }
      case 'variant-analyse': {
        const err = ff.ff_wasm_variant_analyse();
        return `${err}\n${this.hex('analysis', ff.ff_wasm_variant_analysis(), ANALYSIS_SIZE)}`;
      }
      default: throw new Error(`unknown request '${request}'`);
    }
  }

  ask(request) {
    const answer = this.answer(request);
    this.snapshot(); // native code takes one, too: what is unused in it keeps the bytes of earlier ones
    this.requests.push(request);
    this.answers.push(answer);
    return answer;
  }

  compare(atLeast) {
    assert.ok(this.requests.length >= atLeast, `only ${this.requests.length} requests`);
    const run = spawnSync(NATIVE, { input: `${this.requests.join('\n')}\n`, timeout: DEADLINE_MS, maxBuffer: OUTPUT_MAX });
    assert.equal(run.error, undefined);
    assert.equal(run.status, 0, run.stderr.toString());
    const native = run.stdout.toString('latin1').split('\n\n');
    const at = this.answers.findIndex((answer, i) => answer !== native[i]);
    assert.equal(at, -1, `answer ${at}, to '${this.requests[at]}': ${this.answers[at]?.slice(0, 300)} (WebAssembly), ${native[at]?.slice(0, 300)} (native)`);
    assert.equal(native.length, this.answers.length + 1);
  }
}

/** Where the snapshot has the legal moves: on 7x6 the drops 0 to 6. */
const LEGAL_AT = (() => {
  const session = new Session();
  session.ask('variant-open 7x6:');
  const { at, size } = session.snapshot();
  return Buffer.from(session.ff.memory.buffer, at, size).indexOf(Buffer.from([0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0]));
})();

/** Random moves, legal ones mostly; a look now and then. */
function playOn(session, random, plies) {
  for (let ply = 0; ply < plies && session.snapshot().status === PLAYING; ply++) {
    const { view, legal } = session.snapshot();
    if (random.below(12) === 0) session.ask(`variant-play ${random.below(600) - 4}`);
    else session.ask(`variant-play ${view.getUint16(LEGAL_AT + 2 * random.below(legal), true)}`);
    if (random.below(15) === 0) session.ask('variant-show');
    if (random.below(25) === 0) session.ask(`variant-seek ${random.below(ply + 4) - 1}`);
  }
}

describe('WebAssembly and native code play variants alike', () => {
  test('in random games of every variant and board', () => {
    const random = new Random(1);
    const session = new Session();
    session.ask('variant-name 0 Ann');
    session.ask('variant-name 1 B<b>');
    let opened = 0;
    for (const variant of VARIANTS) {
      for (const board of BOARDS) {
        if (session.ask(`variant-open ${board}-${variant}${random.below(2) ? '-pie' : ''}:`) !== '0') continue;
        opened++;
        playOn(session, random, 60);
        for (const request of ['variant-show', 'variant-threats', 'variant-seek 3', 'variant-show']) session.ask(request);
      }
    }
    assert.ok(opened > 40, `${opened} games`);
    session.compare(2000);
  });

  test('to notation that is right or wrong', () => {
    const session = new Session();
    const folder = path('tests/fuzz/corpus/variant');
    for (const name of readdirSync(folder).sort()) {
      const text = readFileSync(`${folder}/${name}`, 'latin1');
      if (text.includes('\n') || text.startsWith('{')) continue;
      session.ask(`variant-open ${text}`);
      session.ask('variant-show');
    }
    assert.ok(session.answers.filter((answer) => answer === '0').length > 15);
    session.compare(40);
  });

  test('with a computer player of every level, and in its analysis', () => {
    const random = new Random(2);
    const session = new Session();
    for (const variant of VARIANTS) {
      for (const level of [-1, 0, 1, 2, 4, 5, 6]) {
        session.ask(`variant-open ${variant}:`);
        session.ask(`variant-bot ${level} ${random.below(3)}`);
        playOn(session, random, 8);
        session.ask(`variant-choose ${random.below(1000)}`);
        if (level === 1) session.ask('variant-analyse');
      }
    }
    session.compare(200);
  });
});
