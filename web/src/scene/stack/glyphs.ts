// A small texture with the characters of a board: its columns' letters and its levels' numbers.
import { CanvasTexture, LinearMipmapLinearFilter, type Texture } from "three";
import { newCanvas, penOf } from "../canvas";

const SIDE = 8;
const PIXELS = 64;

export interface Glyphs {
  readonly texture: Texture;
  /** The index of a text in the grid, from the top left; the grid has `side` cells per row. */
  index(text: string): number;
  readonly side: number;
}

export function createGlyphs(texts: readonly string[]): Glyphs {
  const canvas = newCanvas(SIDE * PIXELS, SIDE * PIXELS);
  const pen = penOf(canvas);
  const places = new Map<string, number>();
  pen.fillStyle = "#fff";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.font = `600 ${PIXELS * 0.72}px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif`;
  for (const text of texts) {
    if (places.has(text)) continue;
    const place = places.size;
    places.set(text, place);
    const x = (place % SIDE) + 0.5;
    const y = Math.floor(place / SIDE) + 0.54;
    pen.fillText(text, x * PIXELS, y * PIXELS, PIXELS * 0.94);
  }
  const texture = new CanvasTexture(canvas);
  texture.minFilter = LinearMipmapLinearFilter;
  texture.anisotropy = 8;
  return { texture, index: (text) => places.get(text) ?? 0, side: SIDE };
}
