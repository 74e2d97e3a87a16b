// Things that change by themselves: a text worked out anew every so often, and drawn only when it is another.
import { useSignal, type ReadonlySignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** `make` is called now and then every `everyMs`; null stops it. */
export function useTicking(make: () => string, everyMs: number | null): ReadonlySignal<string> {
  const text = useSignal("");
  const latest = useRef(make);
  latest.current = make;
  text.value = make();
  useEffect(() => {
    if (everyMs === null) return undefined;
    const timer = setInterval(() => (text.value = latest.current()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return text;
}

/** Calls at once and then every so often, as long as the component is there. */
export function useRepeated(action: () => void, everyMs: number): void {
  useEffect(() => {
    action();
    const timer = setInterval(() => document.visibilityState === "visible" && action(), everyMs);
    return () => clearInterval(timer);
  }, []);
}
