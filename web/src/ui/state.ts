// What only the page itself knows: which part of the record is open.
import { signal } from "@preact/signals";
import type { App } from "../app/types";

export type Tab = "moves" | "review";

const wide = "(min-width: 1100px) and (min-height: 560px)";
const hasRoom = typeof matchMedia === "function" && matchMedia(wide).matches;

/** The open tab of the record; null: closed. On a wide screen it is open from the start. */
export const panel = signal<Tab | null>(hasRoom ? "moves" : null);

export function togglePanel(tab: Tab): void {
  panel.value = panel.value === tab ? null : tab;
}

/** Shows the review, and begins one where there is none for this game yet. */
export function openReview(app: App): void {
  panel.value = "review";
  if (app.review.value === null && app.reviewProgress.value === null) app.startReview();
}
