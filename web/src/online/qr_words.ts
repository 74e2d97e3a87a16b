// The codewords of a QR code: data and error correction of level M, by version.

interface Version {
  /** Codewords of error correction in each block. */
  readonly spare: number;
  /** Codewords of data in each block. */
  readonly blocks: readonly number[];
  /** Centres of the alignment patterns, in both directions. */
  readonly centres: readonly number[];
}

const same = (count: number, length: number): readonly number[] => Array<number>(count).fill(length);

/** Of level M, by version from 1. */
export const versions: readonly Version[] = [
  { spare: 10, blocks: [16], centres: [] },
  { spare: 16, blocks: [28], centres: [6, 18] },
  { spare: 26, blocks: [44], centres: [6, 22] },
  { spare: 18, blocks: [32, 32], centres: [6, 26] },
  { spare: 24, blocks: [43, 43], centres: [6, 30] },
  { spare: 16, blocks: same(4, 27), centres: [6, 34] },
  { spare: 18, blocks: same(4, 31), centres: [6, 22, 38] },
  { spare: 22, blocks: [38, 38, 39, 39], centres: [6, 24, 42] },
  { spare: 22, blocks: [36, 36, 36, 37, 37], centres: [6, 26, 46] },
  { spare: 26, blocks: [43, 43, 43, 43, 44], centres: [6, 28, 50] },
];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const lengthBits = (version: number): number => (version < 10 ? 8 : 16);
const capacity = (version: number): number =>
  sum(versions[version - 1]?.blocks ?? []) - Math.ceil((4 + lengthBits(version)) / 8);

/** The smallest version that holds so many bytes; null: too many. */
export function versionFor(bytes: number): number | null {
  const index = versions.findIndex((_, at) => capacity(at + 1) >= bytes);
  return index < 0 ? null : index + 1;
}

/** Mode, length, the bytes, an end, and the prescribed filling. */
function dataWords(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, lengthBits(version));
  for (const byte of bytes) put(byte, 8);
  put(0, 4);
  const words: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    words.push(bits.slice(at, at + 8).reduce((word, bit) => word * 2 + bit, 0));
  }
  const total = sum(versions[version - 1]?.blocks ?? []);
  for (let filler = 0xec; words.length < total; filler ^= 0xec ^ 0x11) words.push(filler);
  return words;
}

/** Product in the field of 256 elements modulo x^8 + x^4 + x^3 + x^2 + 1. */
function product(a: number, b: number): number {
  let result = 0;
  for (let bit = 7; bit >= 0; bit--) {
    result = (result << 1) ^ (result & 0x80 ? 0x11d : 0);
    if ((b >> bit) & 1) result ^= a;
  }
  return result;
}

/** (x - 1)(x - 2)(x - 4)…, highest power first and left out. */
function generator(degree: number): number[] {
  let factors = [1];
  for (let root = 1, i = 0; i < degree; i++, root = product(root, 2)) {
    const next = [...factors, 0];
    factors.forEach((factor, at) => (next[at + 1] = (next[at + 1] ?? 0) ^ product(factor, root)));
    factors = next;
  }
  return factors.slice(1);
}

/** What is left of the data, as a polynomial, divided by the generator. */
export function spareWords(data: readonly number[], count: number): number[] {
  const factors = generator(count);
  let rest = Array<number>(count).fill(0);
  for (const word of data) {
    const lead = word ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((value, at) => value ^ product(factors[at] ?? 0, lead));
  }
  return rest;
}

/** Blocks side by side: a damaged place then hurts each of them only a little. */
function interleaved(blocks: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, at) => blocks.map((block) => block[at]))
    .flat()
    .filter((word) => word !== undefined);
}

export function codewords(bytes: Uint8Array, version: number): number[] {
  const { blocks, spare } = versions[version - 1] as Version;
  const words = dataWords(bytes, version);
  let at = 0;
  const data = blocks.map((length) => words.slice(at, (at += length)));
  return [...interleaved(data), ...interleaved(data.map((block) => spareWords(block, spare)))];
}
