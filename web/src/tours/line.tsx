// The best line of an estimate, disc by disc on the board. Any press or key ends it.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { App } from "../app/types";
import { isStill } from "./motion";
import { playLine } from "./line_script";
import { endOnAnyPress } from "./skip";
import { word } from "./words";

export function LineTour({ app, speak }: { app: App; speak(text: string): void }): JSX.Element {
  const shown = useSignal("");
  useEffect(() => begin(app, (text) => speak((shown.value = text))), [app]);
  return (
    <div class="tour">
      <p aria-hidden="true">{shown}</p>
      <button type="button" class="quiet" onClick={() => app.endTour()}>
        {word(app, "skip")}
      </button>
    </div>
  );
}

function begin(app: App, say: (text: string) => void): () => void {
  const estimate = app.estimate.peek();
  let isOver = false;
  const end = (): void => app.endTour();
  const unwatch = endOnAnyPress(app);
  if (!estimate) end();
  else {
    say(word(app, estimate.isLineProven ? "lineProven" : "line"));
    void playLine(app, estimate, isStill(app), () => isOver).then(end, end);
  }
  return () => {
    isOver = true;
    unwatch();
  };
}
