// Draws posters in a worker: a graphics card in software takes seconds for one. This file is both sides of it, the page's
// and, where there is no document, the worker's.
import { drawPoster, type Poster } from "./poster";

type Answer = { readonly blob: Blob } | { readonly error: string };

/** Where a worker cannot draw in 3D (older browsers), or the page has no file for one (web/single.mjs), the page draws the poster itself. */
export async function posterOf(poster: Poster): Promise<Blob> {
  if (typeof OffscreenCanvas === "undefined" || !import.meta.url) return drawPoster(poster);
  const worker = new Worker(import.meta.url, { type: "module" });
  try {
    const answer = await ask(worker, poster);
    if ("blob" in answer) return answer.blob;
    console.info(answer.error);
    return await drawPoster(poster);
  } finally {
    worker.terminate();
  }
}

function ask(worker: Worker, poster: Poster): Promise<Answer> {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
    worker.onerror = ({ message }) => resolve({ error: message });
    worker.postMessage(poster);
  });
}

function serve(): void {
  const scope = self as unknown as { postMessage(answer: Answer): void; onmessage: unknown };
  scope.onmessage = ({ data }: MessageEvent<Poster>) =>
    void drawPoster(data).then(
      (blob) => scope.postMessage({ blob }),
      (error: unknown) => scope.postMessage({ error: String(error) }),
    );
}

if (typeof document === "undefined") serve();
