// A PNG of a position: the rendered scene with result and names; without WebGL, the core's flat SVG.
import { isSolved } from "../core/exact";
import type { Player } from "../core/types";
import { drawPoster, type PosterWords } from "./poster";
import { shareFile, type Shared } from "./share";
import type { State } from "./state";
import type { View } from "./view";

const LONG_SIDE = 1400;

function imageOf(svg: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error("The picture could not be drawn"));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  });
}

type Words = (key: string, args?: Readonly<Record<string, string | number>>) => string;

export interface PictureParts {
  readonly state: State;
  readonly view: View;
  /** Finds a text in the person's language. */
  readonly words: Words;
  /** The flat drawing, where there is no scene. */
  svg(): Promise<string>;
}

export async function pictureOf({ state, view, words, svg }: PictureParts): Promise<Blob> {
  const shot = view.shot();
  if (!shot) return pngOf(await svg());
  return drawPoster(shot, posterWords(state, words), matchMedia("(orientation: portrait)").matches);
}

export async function sharePicture(parts: PictureParts): Promise<Shared> {
  const file = new File([await pictureOf(parts)], "fourfall.png", { type: "image/png" });
  return shareFile(file, "Fourfall");
}

/** Others will read it, so no text says "you". */
function posterWords(state: State, words: Words): PosterWords {
  const names = [nameOf(state, words, 0), nameOf(state, words, 1)] as const;
  const { status, winner, ply } = state.snapshot.peek();
  const remote = state.remote.peek();
  const result = remote?.result ?? (status === "playing" ? null : { winner });
  if (!result) return { names, headline: words("picture.move", { ply }) };
  if (result.winner === null) return { names, headline: words("end.draw") };
  const name = remote ? remote.names[result.winner] : words(`color.${result.winner}`);
  return { names, headline: words("end.name", { name }) };
}

function nameOf(state: State, words: Words, player: Player): string {
  const remote = state.remote.peek();
  if (remote) return remote.names[player];
  const you = state.you.peek();
  if (you === null) return words("seat.player", { seat: player === state.firstSeat.peek() ? 1 : 2 });
  if (player === you) return words("picture.me");
  const { level, board } = state.setup.peek();
  const called = level === "perfect" && !isSolved(board) ? "expert" : level;
  return `${words("seat.cpu")} (${words(`level.${called}`)})`;
}

async function pngOf(svg: string): Promise<Blob> {
  const image = await imageOf(svg);
  const scale = LONG_SIDE / Math.max(image.naturalWidth, image.naturalHeight);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The picture could not be drawn");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be drawn"))), "image/png"),
  );
}
