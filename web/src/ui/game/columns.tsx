// A button above every column of a flat board, placed by the scene's anchors, with what is known of the column.
import { useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { pressOf } from "../../core/variants";
import { keptMove } from "../../app/kept_move";
import type { App } from "../../app/types";
import { flatAnchors } from "../kit/flat";
import { Chip, chipOf } from "./chip";
import { columnName, lastMove, columnLetter } from "../texts/names";
import { mayPremove } from "../state";
import { t } from "../texts/texts";

/** If columns are closer than this, the buttons become a plain row. */
const closest = 16;
const widest = 88;
/** If columns are closer than this, the score chips are smaller. */
const roomy = 44;
/** How far the hovering disc stands out of the board, in columns. */
const hovering = 0.6;
/** The least height of a button, for a finger. */
const touchable = 44;

export function Columns({ app }: { app: App }): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    void app.sceneMoved.value;
    if (list.current) place(app, list.current);
  });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    place(app, element);
    const observer = new ResizeObserver(() => place(app, element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [app, app.snapshot.value.board.name]);
  const { board } = app.snapshot.value;
  const isScored = app.settings.value.scores && !app.snapshot.value.variant && app.analysisState.value !== "none";
  return (
    <div
      class="columns"
      id="columns"
      role="group"
      aria-label={t(app, "column.title")}
      ref={list}
      data-reserve
      data-scored={isScored}
    >
      {Array.from({ length: board.columns }, (_, column) => (
        <Column key={column} app={app} column={column} />
      ))}
    </div>
  );
}

function Column({ app, column }: { app: App; column: number }): JSX.Element {
  const snapshot = app.snapshot.value;
  const isOpen = (app.phase.value === "turn" || mayPremove(app)) && pressOf(snapshot, column, app.action.value) !== null;
  const isChosen = keptMove(app)?.column === column;
  const chip = chipOf(app, column);
  const isMoving = app.phase.value === "moving";
  const kinds = [
    app.hint.value?.column === column && "hinted",
    app.action.value !== "drop" && "special",
    app.hover.value === column && "hovered",
    isMoving && "settling",
    isMoving && lastMove(snapshot)?.column === column && "falling",
  ];
  const leave = (): void => {
    if (app.hover.value === column) app.hover.value = null;
  };
  return (
    <div class={`column ${kinds.filter(Boolean).join(" ")} ${isChosen ? "premoved" : ""} line-${snapshot.turn}`}>
      {chip && <Chip column={column} chip={chip} />}
      <button
        type="button"
        aria-label={columnName(app, column)}
        aria-describedby={chip ? `chip-${column}` : undefined}
        data-column={column}
        aria-pressed={isChosen ? true : undefined}
        aria-disabled={!isOpen}
        onClick={() => app.drop(column)}
        onPointerMove={(event) => event.pointerType === "mouse" && (app.hover.value = column)}
        onPointerLeave={leave}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && (app.hover.value = column)}
        onBlur={leave}
      >
        <span>{columnLetter(snapshot, column)}</span>
      </button>
    </div>
  );
}

function place(app: App, list: HTMLElement): void {
  const anchors = app.scene?.anchors() ?? flatAnchors(list.parentElement, list.childElementCount);
  const items = [...list.children].filter((child) => child instanceof HTMLElement);
  let pitch = widest;
  for (let i = 1; i < anchors.length; i++) {
    pitch = Math.min(pitch, Math.abs((anchors[i]?.x ?? 0) - (anchors[i - 1]?.x ?? 0)));
  }
  const areSeen = anchors.length === items.length && anchors.every((anchor) => anchor.visible);
  const isFree = areSeen && pitch >= closest;
  list.classList.toggle("placed", isFree);
  list.classList.toggle("tight", pitch < roomy);
  // While the board is turned, its columns are not yet those of the position.
  list.classList.toggle("turning", app.scene !== null && anchors.length !== items.length);
  const room = app.scene ? Math.round(pitch * hovering) : 0;
  const origin = list.getBoundingClientRect();
  items.forEach((item, column) => {
    const anchor = isFree ? anchors[column] : undefined;
    const box = anchor && boxOf(anchor.y - origin.top, room);
    item.style.width = anchor ? `${pitch}px` : "";
    item.style.left = anchor ? `${anchor.x - pitch / 2 - origin.left}px` : "";
    item.style.top = box ? `${box.top}px` : "";
    item.style.height = box ? `${box.height}px` : "";
    item.style.setProperty("--below", box ? `${box.below}px` : "0px");
  });
}

/** A button from the hovering disc down to the board's edge, within the stage; `below`: how far it reaches over that edge. */
function boxOf(edge: number, room: number): { top: number; height: number; below: number } {
  const top = Math.max(edge - Math.max(room + 28, touchable), 0);
  const height = Math.max(edge - top, touchable);
  return { top, height, below: height - (edge - top) };
}
