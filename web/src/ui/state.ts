// State of the panels: which tab of the record is open.
import { effect, signal } from "@preact/signals";
import { read, write } from "../app/storage";
import type { App } from "../app/types";
import { isReviewable } from "../core/exact";
import type { Term } from "./texts/terms";

export type Tab = "moves" | "review" | "chat";

/** Where the record stands beside the board. */
const beside = "(min-width: 768px) and (min-height: 541px)";
const isBeside = typeof matchMedia === "function" && matchMedia(beside).matches;

/** The open tab of the record; null: closed, as on a first visit. Beside the board it opens as it was left. */
export const panel = signal<Tab | null>(isBeside && read("panel") === true ? "moves" : null);

effect(() => {
  if (isBeside) write("panel", panel.value !== null);
});

/** Whether the record is open as a sheet over the page, which Back closes. On a wide screen it stands beside the board. */
export const sheet = {
  get value(): boolean {
    return panel.value !== null && !matchMedia(beside).matches;
  },
  set value(isOpen: boolean) {
    if (isOpen !== this.value && !matchMedia(beside).matches) panel.value = isOpen ? "moves" : null;
  },
};

export function togglePanel(tab: Tab): void {
  panel.value = panel.value === tab ? null : tab;
}

export function canReview(app: App): boolean {
  const { board, variant } = app.snapshot.value;
  return variant !== undefined || isReviewable(board.name);
}

/** In Misère the cells that complete a line are to be avoided. */
export const linesLose = (app: App): boolean => app.snapshot.value.variant?.name === "misere";

/** A game of the archive has no chat any more. */
export function hasChat(app: App): boolean {
  const table = app.remote.value && app.online.value?.table.value;
  return table != null && table.spectators !== null;
}

/** The tab that is shown. Only games on the server have a chat, and not every board has a review. */
export function shownTab(app: App): Tab | null {
  const isMissing = (panel.value === "chat" && !hasChat(app)) || (panel.value === "review" && !canReview(app));
  return isMissing ? "moves" : panel.value;
}

/** Whether the words about the result are due: the end has been played out. */
export function showsResult(app: App): boolean {
  return app.phase.value === "over" && app.isRevealed.value;
}

/** Opens the chat and focuses its field; a second call closes it. */
export function openChat(): void {
  togglePanel("chat");
  setTimeout(() => document.querySelector<HTMLElement>(".composer input")?.focus({ preventScroll: true }));
}

/** Whether a column may be chosen as a premove now. */
export function mayPremove(app: App): boolean {
  const remote = app.remote.value;
  if (app.phase.value !== "waiting" || remote === null || remote.seat === null || remote.result !== null) return false;
  return app.online.value?.premoves.value === true;
}

/** Shows the review, and starts one if this game has none yet. */
export function openReview(app: App): void {
  panel.value = "review";
  if (app.review.value === null && app.reviewProgress.value === null) app.startReview();
}

/** The term that the glossary explains. */
export const term = signal<Term>("threat");

export function askAbout(app: App, asked: Term): void {
  term.value = asked;
  app.dialog.value = "terms";
}
