// A picture of a position: the rendered scene with result and names; without WebGL, the core's flat drawing.
import { blobOf, newCanvas, penOf } from "../scene/canvas";
import { playerNames, type Words } from "./player_names";
import type { PosterWords } from "./poster";
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

export interface PictureParts {
  readonly state: State;
  readonly view: View;
  /** Finds a text in the person's language. */
  readonly words: Words;
  /** The flat drawing, where there is no scene. */
  svg(): Promise<string>;
}

export async function pictureOf(parts: PictureParts): Promise<File> {
  const blob = (await posterBlob(parts)) ?? (await pngOf(await parts.svg()));
  return new File([blob], blob.type === "image/jpeg" ? "fourfall.jpg" : "fourfall.png", { type: blob.type });
}

async function posterBlob({ state, view, words }: PictureParts): Promise<Blob | null> {
  const shot = view.shot();
  if (!shot) return null;
  const isPortrait = matchMedia("(orientation: portrait)").matches;
  const { posterOf } = await import("./poster_worker");
  return posterOf({ shot, words: posterWords(state, words), isPortrait });
}

export async function sharePicture(parts: PictureParts): Promise<Shared> {
  return shareFile(await pictureOf(parts), "Fourfall");
}

/** Others will read it, so no text says "you". */
function posterWords(state: State, words: Words): PosterWords {
  const names = playerNames(state, words);
  const { status, winner, ply } = state.snapshot.peek();
  const remote = state.remote.peek();
  const result = remote?.result ?? (status === "playing" ? null : { winner });
  if (!result) return { names, headline: words("picture.move", { ply }) };
  if (result.winner === null) return { names, headline: words("end.draw") };
  const name = remote ? remote.names[result.winner] : words(`color.${result.winner}`);
  return { names, headline: words("end.name", { name }) };
}

async function pngOf(svg: string): Promise<Blob> {
  const image = await imageOf(svg);
  const scale = LONG_SIDE / Math.max(image.naturalWidth, image.naturalHeight);
  const canvas = newCanvas(Math.round(image.naturalWidth * scale), Math.round(image.naturalHeight * scale));
  penOf(canvas).drawImage(image, 0, 0, canvas.width, canvas.height);
  return blobOf(canvas);
}
