// The first tour, without a word: three ghost discs, a finger presses a column, a fourth disc falls, and the line lights
// up. It plays a few times and then stands still. The board stays playable: the first press ends the tour.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { App } from "../app/types";
import { flatSpot } from "../ui/kit/flat";
import { playDrop } from "./frames";
import { isStill } from "./motion";
import { planLine } from "./plan";
import { word } from "./words";

/** A pointing hand; the finger's tip is at 0 0. */
const FINGER = "M-3 3a3 3 0 0 1 6 0v15l13 3a5 5 0 0 1 4 6l-2 10a7 7 0 0 1-7 6h-9a8 8 0 0 1-6-3L-13 29a3.500 3.500 0 0 1 5-5l5 4Z";

/** The radius of a disc beside which the hand has its own size. */
const SIZE = 22;

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

export function DropTour({ app, speak }: { app: App; speak(text: string): void }): JSX.Element | null {
  const root = useRef<SVGSVGElement>(null);
  const snapshot = app.snapshot.value;
  void app.sceneMoved.value; // the cells may have other places now
  const plan = planLine(snapshot);
  const spots = plan ? plan.cells.map((cell) => spotOf(app, cell)) : [];
  const top = plan && spotOf(app, plan.top);
  const [first, last] = [spots[0], spots[spots.length - 1]];
  const isSeen = first && last && top && top.radius > 0;
  useEffect(() => speak(word(app, "drop", snapshot.board.connect)), []);
  useEffect(() => endOnPress(app), [app]);
  useEffect(() => (root.current && isSeen && !isStill(app) ? playDrop(root.current, last.y - top.y) : undefined), [!isSeen]);
  if (!isSeen) return null;
  return (
    <svg class="ghosts" ref={root} aria-hidden="true">
      {spots.map((spot, i) => spot && <circle key={i} class={`ghost fill-${snapshot.turn}`} cx={spot.x} cy={spot.y} r={spot.radius} />)}
      <line class="strike" x1={first.x} y1={first.y} x2={last.x} y2={last.y} pathLength="1" />
      <circle class="ripple" cx={top.x} cy={top.y} r={top.radius} />
      <path class="finger" d={FINGER} style={{ translate: `${top.x}px ${top.y}px`, transform: `scale(${top.radius / SIZE})` }} />
    </svg>
  );
}

function spotOf(app: App, cell: number): Spot | null {
  return app.scene ? app.scene.cellAt(cell) : flatSpot(app.snapshot.value.board, cell);
}

function endOnPress(app: App): () => void {
  const end = (): void => app.endTour();
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, end);
  return () => {
    for (const type of ["pointerdown", "keydown"]) removeEventListener(type, end);
  };
}
