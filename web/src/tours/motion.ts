import type { App } from "../app/types";

/** Whether nothing should move by itself. */
export function isStill(app: App): boolean {
  const { motion } = app.settings.value;
  return motion === "reduced" || (motion === "system" && matchMedia("(prefers-reduced-motion: reduce)").matches);
}
