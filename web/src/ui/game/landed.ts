// A result is shown when the winning disc has landed and the end has been played out. Until then the texts stay as they were.
import { useRef } from "preact/hooks";
import type { App } from "../../app/types";

/** The value; while the end of a game is played out, the value before it. */
export function useLanded<T>(app: App, value: T): T {
  const shown = useRef(value);
  const isFalling = app.phase.value === "moving" && app.snapshot.value.status !== "playing";
  if (!isFalling && app.isRevealed.value) shown.current = value;
  return shown.current;
}
