// A link as a QR code: one segment of bytes, error correction M. The codes come from the package lean-qr.
import { correction, generate, mode } from "lean-qr";

export interface Code {
  /** Modules on a side, without the quiet zone of 4 that has to surround them. */
  readonly size: number;
  isDark(x: number, y: number): boolean;
}

/** Throws beyond 2,331 bytes, far more than an address of ours has. */
export function encode(text: string): Code {
  const bytes = mode.bytes(new TextEncoder().encode(text));
  const code = generate(bytes, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M });
  return { size: code.size, isDark: (x, y) => code.get(x, y) };
}

/** The dark modules as the path of an SVG, one unit each: runs of a row are one rectangle. */
export function pathOf({ size, isDark }: Code): string {
  let path = "";
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y)) continue;
      let end = x + 1;
      while (end < size && isDark(end, y)) end++;
      path += `M${x} ${y}h${end - x}v1h${x - end}z`;
      x = end;
    }
  }
  return path;
}
