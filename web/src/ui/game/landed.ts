// Nobody has won before the disc that wins has come down: until then what is read stays as it was.
import { useRef } from "preact/hooks";
import type { App } from "../../app/types";

/** The value, or while the last disc of a game falls the one before. */
export function useLanded<T>(app: App, value: T): T {
  const shown = useRef(value);
  const isFalling = app.phase.value === "moving" && app.snapshot.value.status !== "playing";
  if (!isFalling) shown.current = value;
  return shown.current;
}
