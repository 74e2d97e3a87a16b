// A photograph of a position: drawn once on a canvas of its own, so that the board on the page is not disturbed.
import { CameraRig } from "./camera";
import { newCanvas, type Canvas } from "./canvas";
import { createStack } from "./stack/stack";
import { StageView } from "./stage";
import type { Insets, Look, Picture, Quality, SceneEvents } from "./types";
import { createUpright } from "./upright/upright";

export interface Shot {
  readonly picture: Picture;
  readonly look: Look;
  readonly quality: Quality;
  readonly width: number;
  readonly height: number;
  /** Kept free of the board, for texts. */
  readonly insets: Insets;
}

const nothing = (): void => undefined;
const SILENT: SceneEvents = {
  hover: nothing,
  pick: nothing,
  pop: nothing,
  land: nothing,
  light: nothing,
  reveal: nothing,
  rest: nothing,
  moved: nothing,
};

/** Pixels per pixel of the photograph, as far as the tier allows: edges are smoother when it is scaled down. */
const OVERSAMPLING = 1.5;

/** Draws the shot and hands its canvas to `use`, at once: the pixels are gone afterwards. */
export function photograph<T>({ picture, look, quality, width, height, insets }: Shot, use: (photo: Canvas) => T): T {
  const canvas = newCanvas(width, height);
  const stage = new StageView(canvas, SILENT, { ...look, reducedMotion: true }, nothing, () => OVERSAMPLING);
  try {
    const rig = (stage.rig = new CameraRig(stage.camera, () => stage.look));
    stage.quality = quality;
    stage.apply();
    stage.resize(width, height);
    rig.resize(width, height);
    rig.setInsets(insets);
    const { board } = picture.snapshot;
    const model = board.depth === 1 ? createUpright(stage, board) : createStack(stage, board);
    stage.add(model);
    rig.update(0, nothing);
    model.show(picture);
    model.finish();
    model.update(0);
    stage.update(0);
    stage.draw();
    const result = use(canvas);
    model.dispose();
    return result;
  } finally {
    stage.dispose();
    stage.renderer.forceContextLoss(); // browsers allow few contexts at a time
  }
}
