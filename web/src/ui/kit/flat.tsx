// The board as a flat drawing, for browsers without WebGL; a deep board as levels side by side.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { type Board, cellPlace } from "../../core/types";
import { ACTIONS, isPower } from "../../core/variants";
import { POWER_PATHS } from "../../scene/power_paths";
import type { Scene } from "../../scene/types";
import { isDeep } from "../texts/names";

/** Levels per row of the drawing, and the gap between them. */
const across = 3;
const gap = 0.8;
const edge = 0.2;

/** Around its middle. */
const star = "m0-.23.07.15.16.02-.12.11.03.16-.14-.08-.14.08.03-.16-.12-.11.16-.02z";

/** Where a cell is drawn: upright boards from the front, each level of a deep board from above. */
function spot(board: Board, cell: number): { x: number; y: number } {
  const { x, y, z } = cellPlace(board, cell);
  if (!isDeep(board)) return { x: x + 0.5, y: board.height - y - 0.5 };
  return {
    x: x + 0.5 + (y % across) * (board.width + gap),
    y: z + 0.5 + Math.floor(y / across) * (board.depth + gap),
  };
}

function plates(board: Board): { x: number; y: number; width: number; height: number }[] {
  if (!isDeep(board)) return [{ x: 0, y: 0, width: board.width, height: board.height }];
  return Array.from({ length: board.height }, (_, level) => ({
    x: (level % across) * (board.width + gap),
    y: Math.floor(level / across) * (board.depth + gap),
    width: board.width,
    height: board.depth,
  }));
}

export function FlatBoard({ app }: { app: App }): JSX.Element {
  const { board, cells, lines, variant } = (app.exhibit.value ?? { snapshot: app.snapshot.value }).snapshot;
  const onLine = new Set(lines.flat());
  const all = plates(board);
  const right = Math.max(...all.map((plate) => plate.x + plate.width));
  const bottom = Math.max(...all.map((plate) => plate.y + plate.height));
  return (
    <svg
      class="flatboard"
      viewBox={`${-edge} ${-edge} ${right + 2 * edge} ${bottom + 2 * edge}`}
      aria-hidden="true"
    >
      {all.map(({ x, y, width, height }, index) => (
        <rect
          key={index}
          x={x - edge}
          y={y - edge}
          width={width + 2 * edge}
          height={height + 2 * edge}
          rx="0.3"
        />
      ))}
      {Array.from(cells, (content, cell) => {
        const { x, y } = spot(board, cell);
        const kind = `fill-${content} ${onLine.has(cell) ? "won" : ""}`;
        return (
          <g key={`c${cell}`}>
            <circle class={kind} cx={x} cy={y} r="0.4" />
            <Mark content={content} x={x} y={y} />
            <Sign special={variant?.specials[cell] ?? 0} x={x} y={y} />
          </g>
        );
      })}
    </svg>
  );
}

/** A ring on red, a star on yellow. */
function Mark({ content, x, y }: { content: number; x: number; y: number }): JSX.Element | null {
  if (content === 0) return <circle class="mark" cx={x} cy={y} r="0.17" />;
  return content === 1 ? <path class="mark solid" d={`M${x} ${y}${star}`} /> : null;
}

/** The sign of a special disc, over its mark. `special`: an index of ACTIONS. */
function Sign({ special, x, y }: { special: number; x: number; y: number }): JSX.Element | null {
  const action = ACTIONS[special] ?? "drop";
  if (!isPower(action)) return null;
  return (
    <>
      <circle class="ground" cx={x} cy={y} r="0.3" />
      <path class="sign" d={POWER_PATHS[action]} transform={`translate(${x - 0.2} ${y - 0.2}) scale(${0.4 / 24})`} />
    </>
  );
}

/** Where a cell of the drawing is on the page; null: there is no drawing. */
export function flatSpot(board: Board, cell: number): ReturnType<Scene["cellAt"]> | null {
  const matrix = document.querySelector<SVGSVGElement>(".flatboard")?.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = spot(board, cell);
  return { x: matrix.a * x + matrix.e, y: matrix.d * y + matrix.f, radius: matrix.a * 0.4 };
}

/** The top of each column of the drawing, for its button; empty if there is no drawing. */
export function flatAnchors(stage: Element | null, columns: number): ReturnType<Scene["anchors"]> {
  const matrix = stage?.querySelector<SVGSVGElement>(".flatboard")?.getScreenCTM();
  if (!matrix) return [];
  return Array.from({ length: columns }, (_, column) => ({
    x: matrix.a * (column + 0.5) + matrix.e,
    y: matrix.f - matrix.d * edge,
    visible: true,
  }));
}
