// What only the page itself knows: which part of the record is open.
import { signal } from "@preact/signals";
import type { App } from "../app/types";

export type Tab = "moves" | "review" | "chat";

const wide = "(min-width: 1100px) and (min-height: 560px)";
const hasRoom = typeof matchMedia === "function" && matchMedia(wide).matches;

/** The open tab of the record; null: closed. On a wide screen it is open from the start. */
export const panel = signal<Tab | null>(hasRoom ? "moves" : null);

export function togglePanel(tab: Tab): void {
  panel.value = panel.value === tab ? null : tab;
}

/** The tab that is shown: a chat needs somebody to talk to. */
export function shownTab(app: App): Tab | null {
  return panel.value === "chat" && app.remote.value === null ? "moves" : panel.value;
}

/** Opens the chat and lets one write; again: closes it. */
export function openChat(): void {
  togglePanel("chat");
  setTimeout(() => document.querySelector<HTMLElement>(".composer input")?.focus({ preventScroll: true }));
}

/** A column may be chosen before it is one's turn: it is dropped as soon as it is. */
export function mayPremove(app: App): boolean {
  const remote = app.remote.value;
  if (app.phase.value !== "waiting" || remote === null || remote.seat === null || remote.result !== null) return false;
  return app.online.value?.premoves.value === true;
}

/** The column that was chosen so. */
export function isPremove(app: App, column: number): boolean {
  return app.remote.value !== null && app.online.value?.table.value?.premove === column;
}

/** Shows the review, and begins one where there is none for this game yet. */
export function openReview(app: App): void {
  panel.value = "review";
  if (app.review.value === null && app.reviewProgress.value === null) app.startReview();
}
