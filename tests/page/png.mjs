// A PNG reader: 8 bits, RGB, RGBA or a palette, not interlaced.
import { inflateSync } from 'node:zlib';

export const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunksOf(file) {
  const chunks = [];
  for (let at = SIGNATURE.length; at < file.length;) {
    const size = file.readUInt32BE(at);
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), body: file.subarray(at + 8, at + 8 + size) });
    at += 12 + size;
  }
  return chunks;
}

/** The Paeth predictor: whichever of left, above and above left is nearest to left + above - aboveLeft. */
function paeth(left, above, aboveLeft) {
  const guess = left + above - aboveLeft;
  const [a, b, c] = [left, above, aboveLeft].map((value) => Math.abs(guess - value));
  if (a <= b && a <= c) return left;
  return b <= c ? above : aboveLeft;
}

/** Undoes the filter of a row, in place. */
function unfilter(raw, width, height, step) {
  const stride = width * step;
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let i = 0; i < stride; i++) {
      const at = y * stride + i;
      const left = i >= step ? out[at - step] : 0;
      const above = y > 0 ? out[at - stride] : 0;
      const aboveLeft = y > 0 && i >= step ? out[at - stride - step] : 0;
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, aboveLeft)][filter];
      out[at] = raw[y * (stride + 1) + 1 + i] + guess;
    }
  }
  return out;
}

/** { width, height, at(x, y) → [red, green, blue] } */
export function decodePng(file) {
  if (!file.subarray(0, 8).equals(SIGNATURE)) throw new Error('no PNG');
  const chunks = chunksOf(file);
  const header = chunks.find(({ type }) => type === 'IHDR').body;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const step = { 2: 3, 3: 1, 6: 4 }[header[9]];
  const palette = header[9] === 3 ? chunks.find(({ type }) => type === 'PLTE').body : null;
  if (header[8] !== 8 || !step || header[12] !== 0) throw new Error('a kind of PNG that is not read here');
  const raw = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ body }) => body)));
  const pixels = unfilter(raw, width, height, step);
  const at = (x, y) => {
    const from = (Math.round(y) * width + Math.round(x)) * step;
    return palette ? [...palette.subarray(3 * pixels[from], 3 * pixels[from] + 3)] : [pixels[from], pixels[from + 1], pixels[from + 2]];
  };
  return { width, height, at };
}
