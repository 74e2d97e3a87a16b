// What the system prefers, followed while the page is open.
import { type ReadonlySignal, computed, signal } from "@preact/signals";
import type { Theme } from "../scene/types";
import type { Settings } from "./types";

function prefers(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(`(${query})`);
  const matches = signal(list.matches);
  list.addEventListener("change", () => (matches.value = list.matches));
  return matches;
}

export interface System {
  readonly theme: ReadonlySignal<Theme>;
  readonly isMotionReduced: ReadonlySignal<boolean>;
}

/** The theme and the amount of motion to use: the person's choice, or the system's. */
export function followSystem(settings: ReadonlySignal<Settings>): System {
  const light = prefers("prefers-color-scheme: light");
  const contrast = prefers("prefers-contrast: more");
  const less = prefers("prefers-reduced-motion: reduce");
  const theme = computed((): Theme => {
    const chosen = settings.value.theme;
    if (chosen !== "system") return chosen;
    return contrast.value ? "contrast" : light.value ? "classic" : "dark";
  });
  const isMotionReduced = computed(() => {
    const { motion } = settings.value;
    return motion === "reduced" || (motion === "system" && less.value);
  });
  return { theme, isMotionReduced };
}
