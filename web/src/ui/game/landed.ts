// A result is shown when the winning disc has landed. Until then the texts stay as they were.
import { useRef } from "preact/hooks";
import type { App } from "../../app/types";

/** The value; while the last disc of a game falls, the value before it. */
export function useLanded<T>(app: App, value: T): T {
  const shown = useRef(value);
  const isFalling = app.phase.value === "moving" && app.snapshot.value.status !== "playing";
  if (!isFalling) shown.current = value;
  return shown.current;
}
