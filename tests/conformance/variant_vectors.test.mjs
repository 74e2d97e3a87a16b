// Games of variants in WebAssembly (build/variants.wasm) and in native code (build/variant-vectors) are the same, byte for byte:
// random games of every variant on several boards, with what searches find in them. Requests are in vectors/variant_answer.c.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from '../web/bundle.mjs';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const NATIVE = process.env.VARIANT_VECTORS ?? path('build/variant-vectors');
const MODULE = new WebAssembly.Module(readFileSync(path('build/variants.wasm')));
const { readVariantSnapshot, VARIANT_LAYOUT, VARIANT_SNAPSHOT_SIZE, VARIANT_SNAPSHOT_VERSION } = await bundle('core/variant_snapshot.ts');
const DEADLINE_MS = 120_000;
const BOT_BYTES = 8 << 20;
const ANALYSIS_SIZE = 2672;
const REVIEW_SIZE = 13336;

const GAMES = [
  'popout', 'powerup', 'five', '4x5-popten', 'misere', 'cylinder', 'turn', 'pie', 'popout-pie', '5x4-powerup-pie', '12x9c5-turn',
  '3x3x3c3-popout', '4x4x4-powerup', '4x4x4-cylinder', '3x3x3c3-turn', '5x5x5-misere-pie',
];

/** FNV-1a, as in variant_answer.c. */
function hashOf(bytes) {
  let hash = 14695981039346656037n;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 1099511628211n);
  return hash.toString(16);
}

class Wasm {
  answers = [];
  requests = [];

  constructor() {
    this.ff = new WebAssembly.Instance(MODULE, { host: { should_stop: () => 0 } }).exports;
    this.memory = this.ff.memory.grow(BOT_BYTES / 65536) * 65536;
  }

  bytes(at, len) {
    return new Uint8Array(this.ff.memory.buffer, at, Math.max(len, 0));
  }

  ask(request) {
    const [name] = request.split(' ', 1);
    this.requests.push(request);
    this.answers.push(this[name](request.slice(name.length + 1)));
    return this.answers.at(-1);
  }

  open(text) {
    const bytes = new TextEncoder().encode(text);
    this.bytes(this.ff.ff_wasm_buffer(), bytes.length).set(bytes);
    const err = this.ff.ff_wasm_variant_open(bytes.length);
    return `${err} ${this.ff.ff_wasm_variant_fault()}`;
  }

  play = (move) => String(this.ff.ff_wasm_variant_play(Number(move)));
  seek = (ply) => String(this.ff.ff_wasm_variant_seek(Number(ply)));
  bot = (level) => String(this.ff.ff_wasm_variant_bot_open(Number(level), 0, this.memory, BOT_BYTES));

  show() {
    const facts = hashOf(this.bytes(this.ff.ff_wasm_variant_snapshot(), VARIANT_SNAPSHOT_SIZE));
    return `${facts} ${hashOf(this.bytes(this.ff.ff_wasm_buffer(), this.ff.ff_wasm_variant_svg()))}`;
  }

  threats() {
    return hashOf(this.bytes(this.ff.ff_wasm_buffer(), this.ff.ff_wasm_variant_threats()));
  }

  choose(seed) {
    const move = this.ff.ff_wasm_variant_bot_choose(BigInt(seed));
    return `${move} ${this.ff.ff_wasm_variant_bot_move()} ${this.ff.ff_wasm_variant_bot_depth()} ${this.ff.ff_wasm_variant_bot_nodes()}`;
  }

  analyse() {
    const err = this.ff.ff_wasm_variant_analyse();
    return `${err} ${hashOf(this.bytes(this.ff.ff_wasm_variant_analysis(), ANALYSIS_SIZE))}`;
  }

  review() {
    const { ff } = this;
    const at = ff.ff_wasm_variant_review_result();
    const facts = () => new Uint16Array(ff.memory.buffer, at + 8, 2);
    let err = 0;
    ff.ff_wasm_variant_review_begin();
    while (err === 0 && facts()[1] <= facts()[0]) err = ff.ff_wasm_variant_review_step();
    const words = Array.from({ length: facts()[0] }, (_, i) => [...this.bytes(ff.ff_wasm_buffer(), ff.ff_wasm_variant_review_better(i))]);
    return `${err} ${hashOf(this.bytes(at, REVIEW_SIZE))} ${hashOf(words.flat())}`;
  }

  get at() {
    return readVariantSnapshot(this.ff.memory.buffer, this.ff.ff_wasm_variant_snapshot());
  }

  /** The native program answers the same. */
  compare() {
    const run = spawnSync(NATIVE, { input: `${this.requests.join('\n')}\n`, encoding: 'utf8', timeout: DEADLINE_MS, maxBuffer: 1 << 26 });
    assert.equal(run.error, undefined);
    assert.equal(run.status, 0, run.stderr);
    const native = run.stdout.trimEnd().split('\n');
    const other = this.answers.findIndex((answer, i) => answer !== native[i]);
    assert.equal(other, -1, `${this.requests.slice(Math.max(other - 3, 0), other + 1).join(', ')}: ${this.answers[other]}, native ${native[other]}`);
    assert.equal(native.length, this.answers.length);
  }
}

/** A small generator; games depend on nothing but its seed. */
function numbers(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('a game of a variant', () => {
  for (const [index, name] of GAMES.entries())
    test(`of ${name} is the same in both`, () => {
      const random = numbers(index + 1);
      const wasm = new Wasm();
      assert.equal(wasm.ask(`open ${name}:`), '0 -1');
      for (let ply = 0; ply < 120; ply++) {
        const { legal } = wasm.at.variant;
        if (ply % 6 === 0) wasm.ask('show');
        if (legal.length === 0) break;
        if (random(10) === 0) wasm.ask(`play ${random(640)}`); // mostly refused
        if (random(12) === 0) wasm.ask(`seek ${random(ply + 2)}`);
        const now = wasm.at.variant.legal;
        if (now.length > 0) wasm.ask(`play ${now[random(now.length)]}`);
      }
      for (const request of ['show', 'threats', 'seek 3', 'bot 1', 'choose 7', 'analyse', 'review', 'show', `open ${name}:?`]) wasm.ask(request);
      wasm.compare();
    });
});

test('its snapshot is read where the C compiler places each field', () => {
  const { stdout } = spawnSync(NATIVE, { input: 'layout\n', encoding: 'utf8' });
  const [version, size, ...fields] = stdout.trim().split(' ');
  assert.deepEqual([Number(version), Number(size)], [VARIANT_SNAPSHOT_VERSION, VARIANT_SNAPSHOT_SIZE]);
  const pairs = Array.from({ length: fields.length / 2 }, (_, i) => [fields[2 * i], Number(fields[2 * i + 1])]);
  assert.deepEqual(Object.fromEntries(pairs), { ...VARIANT_LAYOUT });
});

test('a snapshot of another version or size is refused', () => {
  for (const at of [0, 2]) {
    const memory = new ArrayBuffer(16384);
    const view = new DataView(memory);
    view.setUint16(0, VARIANT_SNAPSHOT_VERSION, true);
    view.setUint16(2, VARIANT_SNAPSHOT_SIZE, true);
    assert.doesNotThrow(() => readVariantSnapshot(memory, 0));
    view.setUint16(at, 9, true);
    assert.throws(() => readVariantSnapshot(memory, 0), /reads another one/);
  }
});
