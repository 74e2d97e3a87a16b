// Any press or key ends a tour that plays by itself.
import type { App } from "../app/types";

/** Returns how to stop watching. */
export function endOnAnyPress(app: App): () => void {
  const kinds = ["pointerdown", "keydown"];
  for (const kind of kinds) addEventListener(kind, skip, { capture: true });

  /** A press on the board would pick a column that nobody saw; Escape means the tour, not the game. */
  function skip(event: Event): void {
    const isOnBoard = event.target instanceof Element && event.target.id === "board";
    if (isOnBoard || (event as KeyboardEvent).key === "Escape") event.stopPropagation();
    app.endTour();
  }

  return () => {
    for (const kind of kinds) removeEventListener(kind, skip, { capture: true });
  };
}
