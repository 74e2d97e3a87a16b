// The tour of the cube: the camera turns around three lines. Any press or key ends it.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { App } from "../app/types";
import { isStill } from "./motion";
import { LONGEST_MS, playCube } from "./script";
import { endOnAnyPress } from "./skip";
import { word, type Word } from "./words";

/** Radians a second. */
const SPEED = 0.32;

export function CubeTour({ app, speak }: { app: App; speak(text: string): void }): JSX.Element {
  const shown = useSignal<Word>("space");
  useEffect(() => begin(app, (next) => speak(word(app, (shown.value = next)))), [app]);
  return (
    <div class="tour">
      <p aria-hidden="true">{word(app, shown.value)}</p>
      <button type="button" class="quiet" onClick={() => app.endTour()}>
        {word(app, "skip")}
      </button>
    </div>
  );
}

function begin(app: App, say: (word: Word) => void): () => void {
  let isOver = false;
  const end = (): void => app.endTour();
  const unwatch = endOnAnyPress(app);
  const latest = setTimeout(end, LONGEST_MS);
  app.scene?.spin(SPEED);
  void playCube(app, isStill(app), () => isOver, say).then(end, end);

  return () => {
    isOver = true;
    clearTimeout(latest);
    unwatch();
    app.scene?.spin(0);
    app.setView("home");
  };
}
