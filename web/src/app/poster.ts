// The picture people share: the rendered scene with the result, the names and a small wordmark.
import { blobOf, newCanvas, penOf } from "../scene/canvas";
import { photograph, type Shot } from "../scene/photo";
import { DISC_COLORS } from "../scene/palette";
import type { Theme } from "../scene/types";
import type { Player } from "../core/types";

export interface PosterWords {
  readonly headline: string;
  /** By player: red, yellow. */
  readonly names: readonly [string, string];
}

export type PosterShot = Omit<Shot, "insets" | "width" | "height">;

/** Everything about a poster, as it is sent to a worker. */
export interface Poster {
  readonly shot: PosterShot;
  readonly words: PosterWords;
  readonly isPortrait: boolean;
}

/** Of the JPEG: a PNG of the same picture is ten times as large, because fine noise hides the steps of its gradients. */
const QUALITY = 0.9;
/** Landscape for desktops, portrait as phones and messengers show it best. */
const LANDSCAPE = { width: 1600, height: 1200 } as const;
const PORTRAIT = { width: 1080, height: 1350 } as const;
const INSETS = { top: 200, right: 36, bottom: 84, left: 36 } as const;

const INKS: Readonly<Record<Theme, { readonly strong: string; readonly soft: string }>> = {
  dark: { strong: "#ffffff", soft: "#b9c3e6" },
  classic: { strong: "#1c1f33", soft: "#5d5546" },
  contrast: { strong: "#ffffff", soft: "#ffffff" },
};
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const STAR = "m16 8.8 2.1 4.9 5.3.5-4 3.5 1.2 5.2-4.6-2.7-4.6 2.7 1.2-5.2-4-3.5 5.3-.5Z";
const MARK = "rgb(0 0 0 / 45%)";

export async function drawPoster({ shot, words, isPortrait }: Poster): Promise<Blob> {
  const { width, height } = isPortrait ? PORTRAIT : LANDSCAPE;
  const canvas = newCanvas(width, height);
  const pen = penOf(canvas);
  pen.imageSmoothingQuality = "high";
  photograph({ ...shot, width, height, insets: INSETS }, (photo) => pen.drawImage(photo, 0, 0, width, height));
  const ink = INKS[shot.look.theme];
  pen.textBaseline = "middle";
  drawHeadline(pen, words.headline, ink.strong, width);
  drawNames(pen, words.names, ink.strong, ink.soft, width);
  drawWordmark(pen, ink.strong, width, height);
  return blobOf(canvas, QUALITY);
}

function drawHeadline(pen: CanvasRenderingContext2D, text: string, color: string, width: number): void {
  pen.fillStyle = color;
  pen.textAlign = "center";
  fit(pen, text, 76, 800, width - 120);
  pen.fillText(text, width / 2, 84);
}

/** Sets the largest font up to `size` in which the text fits; longer texts are cut by the caller's width. */
function fit(pen: CanvasRenderingContext2D, text: string, size: number, weight: number, room: number): number {
  let used = size;
  do pen.font = `${weight} ${used}px ${FONT}`;
  while (pen.measureText(text).width > room && (used -= 2) > 20);
  return used;
}

function cut(pen: CanvasRenderingContext2D, text: string, room: number): string {
  const letters = [...text];
  while (letters.length > 1 && pen.measureText(`${letters.join("")}…`).width > room) letters.pop();
  return letters.length === [...text].length ? text : `${letters.join("")}…`;
}

function drawNames(pen: CanvasRenderingContext2D, names: readonly [string, string], strong: string, soft: string, width: number): void {
  const [size, gap, y] = [44, 16, 162];
  pen.font = `600 34px ${FONT}`;
  pen.textAlign = "left";
  const room = width / 2 - 150;
  const [red, yellow] = names.map((name) => (pen.measureText(name).width > room ? cut(pen, name, room) : name)) as [string, string];
  const versus = "–";
  const widths = [red, versus, yellow].map((text) => pen.measureText(text).width) as [number, number, number];
  let x = (width - (2 * (size + gap) + widths[0] + widths[1] + widths[2] + 2 * 1.6 * gap)) / 2;
  const put = (text: string, color: string, room: number): void => {
    pen.fillStyle = color;
    pen.fillText(text, x, y);
    x += room;
  };
  drawDisc(pen, 0, x, y - size / 2, size);
  x += size + gap;
  put(red, strong, widths[0] + 1.6 * gap);
  put(versus, soft, widths[1] + 1.6 * gap);
  drawDisc(pen, 1, x, y - size / 2, size);
  x += size + gap;
  put(yellow, strong, widths[2]);
}

/** The flat disc of the panels, with its mark. */
function drawDisc(pen: CanvasRenderingContext2D, player: Player, x: number, y: number, size: number): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(size / 32, size / 32);
  dot(pen, 16, 16, 15, DISC_COLORS[player]);
  pen.fillStyle = pen.strokeStyle = MARK;
  pen.lineWidth = 3;
  pen.beginPath();
  pen.arc(16, 16, 5, 0, 7);
  if (player === 0) pen.stroke();
  else pen.fill(new Path2D(STAR));
  pen.restore();
}

function dot(pen: CanvasRenderingContext2D, x: number, y: number, r: number, color: string): void {
  pen.fillStyle = color;
  pen.beginPath();
  pen.arc(x, y, r, 0, 7);
  pen.fill();
}

/** The logo and the name, in the lower right corner. */
function drawWordmark(pen: CanvasRenderingContext2D, color: string, width: number, height: number): void {
  const [size, text] = [44, "Fourfall"];
  pen.font = `800 32px ${FONT}`;
  const x = width - 40 - pen.measureText(text).width;
  const y = height - 52;
  pen.fillStyle = color;
  pen.fillText(text, x, y);
  pen.save();
  pen.translate(x - size - 14, y - size / 2);
  pen.scale(size / 32, size / 32);
  pen.fillStyle = "#0052CC";
  pen.beginPath();
  pen.roundRect(0, 0, 32, 32, 7);
  pen.fill();
  for (const at of [6.5, 12.8, 19.2, 25.5]) dot(pen, at, 32 - at, 3.7, DISC_COLORS[1]);
  dot(pen, 25.5, 25.5, 3.7, DISC_COLORS[0]);
  pen.restore();
}
