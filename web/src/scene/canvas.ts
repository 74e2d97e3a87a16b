// Canvases that are not part of the page, also in a worker, which has no document.

export type Canvas = HTMLCanvasElement | OffscreenCanvas;

export function newCanvas(width: number, height: number): Canvas {
  if (typeof document === "undefined") return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement("canvas"), { width, height });
}

/** The pen of a new canvas. */
export function penOf(canvas: Canvas): CanvasRenderingContext2D {
  // The two kinds of pens differ only in what a picture never needs.
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D | null;
  if (!pen) throw new Error("The picture could not be drawn");
  return pen;
}

/** Without a quality: PNG. */
export function blobOf(canvas: Canvas, quality?: number): Promise<Blob> {
  const type = quality === undefined ? "image/png" : "image/jpeg";
  if ("convertToBlob" in canvas) return canvas.convertToBlob(quality === undefined ? { type } : { type, quality });
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be drawn"))), type, quality),
  );
}
