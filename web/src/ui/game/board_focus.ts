// Where the focus stands: on the board when a game begins, on the first button of its result when that is shown. A control
// that disappears with the focus would leave it on the page's body, where no key and no screen reader finds it.
import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { App } from "../../app/types";
import { showsResult } from "../state";

/** After the page has drawn the change, and a closed dialog has given the focus back. */
const later = (task: () => void): void => void setTimeout(task);

export function focusBoard(app: App): void {
  const { board } = app.snapshot.peek();
  const middle = (board.width >> 1) + board.width * (board.depth >> 1);
  focus(`[data-column="${app.hover.peek() ?? middle}"]`);
}

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}

const focusResult = (): void => focus(".result .next button:enabled");

/** For results. `kind` changes whenever the result has other buttons. A result may be drawn long after its game: it is loaded. */
export function useResultFocus(kind: string): void {
  useEffect(() => later(() => isLost() && !isBusy() && focusResult()), [kind]);
}

/** Nothing has the focus, or a column that is about to go. */
function isLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.closest("#columns") !== null;
}

/** Somebody writes or reads elsewhere. */
function isBusy(): boolean {
  return document.querySelector("dialog[open]") !== null || document.activeElement?.closest("input, textarea, select") != null;
}

interface Moment {
  /** The game on the board; null: the start page. */
  readonly game: string | null;
  readonly isOver: boolean;
  readonly isCovered: boolean;
}

function momentOf(app: App): Moment {
  const game = app.phase.value === "welcome" ? null : (app.remote.value?.gameId ?? app.gameId.value);
  return { game, isOver: showsResult(app), isCovered: app.dialog.value !== null || app.screen.value !== null };
}

export function watchFocus(app: App): () => void {
  let hasKeys = false;
  const onKey = (): void => void (hasKeys = true);
  const onPointer = (): void => void (hasKeys = false);
  addEventListener("keydown", onKey, { capture: true });
  addEventListener("pointerdown", onPointer, { capture: true });
  let before: Moment | null = null;
  const stop = effect(() => {
    const now = momentOf(app);
    if (before) follow(app, before, now, hasKeys);
    before = now;
  });
  return () => {
    stop();
    removeEventListener("keydown", onKey, { capture: true });
    removeEventListener("pointerdown", onPointer, { capture: true });
  };
}

function follow(app: App, before: Moment, now: Moment, hasKeys: boolean): void {
  const isNew = now.game !== null && now.game !== before.game;
  const isUncovered = before.isCovered && !now.isCovered;
  later(() => {
    if (isBusy()) return;
    if (isNew) focusGame(app);
    else if ((before.isOver !== now.isOver || isUncovered) && document.activeElement === document.body) focusAnew(app, hasKeys);
    else if (now.game !== before.game) focusAnew(app, hasKeys);
  });
}

function focusGame(app: App): void {
  if (showsResult(app)) focusResult();
  else focusBoard(app);
}

/** On the start page a focus would end the demonstration: there only people who use keys need it. */
function focusAnew(app: App, hasKeys: boolean): void {
  if (app.phase.peek() !== "welcome") return focusGame(app);
  if (hasKeys && document.activeElement === document.body) focus(".welcome .primary, .welcome button");
}
