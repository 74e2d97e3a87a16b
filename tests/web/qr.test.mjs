// QR codes, read back by a decoder that shares nothing with the encoder but the standard, and compared with values
// that the standard prints.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundle, randoms } from './bundle.mjs';

const { encode, pathOf } = await bundle('online/qr.ts');

// ---- what the standard prints ----

/** Format information of level M by mask, and version information. */
const FORMATS = [
  '101010000010010', '101000100100101', '101111001111100', '101101101001011',
  '100010111111001', '100000011001110', '100111110010111', '100101010100000',
];
const VERSIONS = { 7: '000111110010010100', 8: '001000010110111100', 9: '001001101010011001', 10: '001010010011010011' };
/** Level M: [codewords in all, blocks, codewords of error correction in a block, bytes it holds]. */
const TABLE = [
  [26, 1, 10, 14], [44, 1, 16, 26], [70, 1, 26, 42], [100, 2, 18, 62], [134, 2, 24, 84],
  [172, 4, 16, 106], [196, 4, 18, 122], [242, 4, 22, 152], [292, 5, 22, 180], [346, 5, 26, 213],
];
const ALIGNMENT = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50]];

// ---- the decoder ----

const MASKS = [
  (r, c) => (r + c) % 2, (r) => r % 2, (_, c) => c % 3, (r, c) => (r + c) % 3,
  (r, c) => ((r >> 1) + Math.floor(c / 3)) % 2, (r, c) => ((r * c) % 2) + ((r * c) % 3),
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2, (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2,
];

const bit = (code, row, column) => (code.isDark(column, row) ? '1' : '0');
const read = (code, places) => places.map(([row, column]) => bit(code, row, column)).join('');
const upTo = (count) => Array.from({ length: count }, (_, i) => i);

function formatsOf(code) {
  const n = code.size;
  const around = [...upTo(6).map((c) => [8, c]), [8, 7], [8, 8], [7, 8], ...upTo(6).map((i) => [5 - i, 8])];
  const apart = [...upTo(7).map((i) => [n - 1 - i, 8]), ...upTo(8).map((i) => [8, n - 8 + i])];
  return [read(code, around), read(code, apart)];
}

function versionsOf(code) {
  const n = code.size;
  const places = upTo(18).map((i) => 17 - i).map((i) => [Math.floor(i / 3), n - 11 + (i % 3)]);
  return [read(code, places), read(code, places.map(([row, column]) => [column, row]))];
}

/** Whether a place belongs to finders, timing, alignment, format or version. */
function isFunction(n, version, row, column) {
  const inBox = (top, left, height, width) => row >= top && row < top + height && column >= left && column < left + width;
  if (row === 6 || column === 6 || inBox(0, 0, 9, 9) || inBox(0, n - 8, 9, 8) || inBox(n - 8, 0, 8, 9)) return true;
  if (version >= 7 && (inBox(0, n - 11, 6, 3) || inBox(n - 11, 0, 3, 6))) return true;
  const centres = version > 1 ? [6, ...ALIGNMENT[version - 1]] : [];
  const last = centres.at(-1);
  return centres.some((y) => centres.some((x) =>
    !((x === 6 && (y === 6 || y === last)) || (x === last && y === 6)) && inBox(y - 2, x - 2, 5, 5)));
}

function streamOf(code, version, mask) {
  const n = code.size;
  let bits = '';
  // Columns in pairs, leaving out the one of the timing pattern.
  const columns = upTo(n).filter((c) => c !== 6).reverse();
  for (let p = 0; p * 2 < columns.length; p++) {
    const rows = p % 2 === 0 ? upTo(n).reverse() : upTo(n);
    for (const row of rows) {
      for (const column of [columns[2 * p], columns[2 * p + 1]]) {
        if (!isFunction(n, version, row, column)) bits += Number(bit(code, row, column)) ^ Number(MASKS[mask](row, column) === 0);
      }
    }
  }
  return bits;
}

const POWERS = [1];
for (let i = 1; i < 255; i++) POWERS.push(POWERS[i - 1] < 128 ? POWERS[i - 1] * 2 : (POWERS[i - 1] * 2) ^ 0x11d);
const times = (a, b) => (a && b ? POWERS[(POWERS.indexOf(a) + POWERS.indexOf(b)) % 255] : 0);
/** All zero for a block without damage. */
const syndromes = (block, count) => upTo(count).map((i) => block.reduce((value, word) => times(value, POWERS[i]) ^ word, 0));

function blocksOf(words, version) {
  const [total, count, spare] = TABLE[version - 1];
  const data = total - count * spare;
  const lengths = upTo(count).map((i) => Math.floor(data / count) + (i >= count - (data % count) ? 1 : 0));
  const blocks = lengths.map(() => []);
  let at = 0;
  for (let i = 0; i < Math.max(...lengths); i++) blocks.forEach((block, b) => i < lengths[b] && block.push(words[at++]));
  const bytes = blocks.flat();
  for (let i = 0; i < spare; i++) blocks.forEach((block) => block.push(words[at++]));
  assert.equal(at, total);
  for (const block of blocks) assert.deepEqual(syndromes(block, spare), Array(spare).fill(0), 'error correction');
  return bytes;
}

function decode(code) {
  const version = (code.size - 17) / 4;
  const [around, apart] = formatsOf(code);
  assert.equal(around, apart);
  const mask = FORMATS.indexOf(around);
  assert.ok(mask >= 0, `format ${around}`);
  if (version >= 7) assert.deepEqual(versionsOf(code), [VERSIONS[version], VERSIONS[version]]);
  const stream = streamOf(code, version, mask);
  const words = upTo(TABLE[version - 1][0]).map((i) => Number.parseInt(stream.slice(8 * i, 8 * i + 8), 2));
  assert.ok(stream.length - 8 * words.length < 8, 'modules left over');
  const bits = blocksOf(words, version).map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const size = version < 10 ? 8 : 16;
  assert.equal(bits.slice(0, 4), '0100', 'mode');
  const length = Number.parseInt(bits.slice(4, 4 + size), 2);
  const bytes = upTo(length).map((i) => Number.parseInt(bits.slice(4 + size + 8 * i, 12 + size + 8 * i), 2));
  return { version, mask, text: new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes)) };
}

// ---- the tests ----

describe('a QR code', () => {
  test('is read back as what was written', () => {
    for (const text of ['A', 'https://fourfall.example/join/ABCD-EFGH', 'Grüße, 四つ! 🔴🟡', '']) {
      assert.equal(decode(encode(text)).text, text);
    }
  });

  test('takes the smallest version that fits, up to the last byte', () => {
    TABLE.forEach(([, , , bytes], index) => {
      const text = 'x'.repeat(bytes);
      assert.deepEqual(decode(encode(text)).text, text);
      assert.equal(decode(encode(text)).version, index + 1);
      assert.equal(encode(`${text}x`).size, 17 + 4 * (index + 2));
    });
  });

  test('of any bytes is read back, under every mask there is', () => {
    const random = randoms(7);
    const seen = new Set();
    for (let i = 0; i < 120; i++) {
      const text = upTo(1 + Math.floor(random() * 60)).map(() => String.fromCharCode(32 + Math.floor(random() * 95))).join('');
      const found = decode(encode(text));
      assert.equal(found.text, text);
      seen.add(found.mask);
    }
    assert.equal(seen.size, 8);
  });

  test('has three finders with their light border, and the timing between them', () => {
    const code = encode('fourfall');
    const last = code.size - 1;
    const ring = (row, column) => bit(code, row, column);
    for (const [row, column] of [[0, 0], [0, last - 6], [last - 6, 0]]) {
      assert.equal(upTo(7).map((i) => ring(row + i, column + 3)).join(''), '1011101');
      assert.equal(upTo(7).map((i) => ring(row, column + i)).join(''), '1111111');
    }
    assert.equal(upTo(8).map((i) => ring(7, i)).join(''), '00000000');
    assert.equal(upTo(code.size - 16).map((i) => ring(6, 8 + i)).join(''), '10101');
    assert.equal(ring(code.size - 8, 8), '1');
  });

  test('is drawn by its path: every dark module and no other', () => {
    const code = encode('https://fourfall.example/');
    const drawn = new Set();
    for (const [, x, y, width] of pathOf(code).matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      for (const i of upTo(Number(width))) drawn.add(`${Number(x) + i} ${y}`);
    }
    for (const y of upTo(code.size)) for (const x of upTo(code.size)) assert.equal(drawn.has(`${x} ${y}`), code.isDark(x, y), `${x} ${y}`);
  });
});
