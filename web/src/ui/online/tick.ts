// Texts that change with time: recomputed at intervals, drawn only when they differ.
import { useSignal, type ReadonlySignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** Calls `make` now and every `everyMs`; null stops. */
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

/** Calls `action` now and every `everyMs` while the component is mounted and the page visible. */
export function useRepeated(action: () => void, everyMs: number): void {
  useEffect(() => {
    action();
    const timer = setInterval(() => document.visibilityState === "visible" && action(), everyMs);
    return () => clearInterval(timer);
  }, []);
}
