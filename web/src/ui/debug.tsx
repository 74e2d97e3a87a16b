// ?debug: the state of the page, and where the scene draws it.
import type { JSX } from "preact";
import type { App } from "../app/types";

const isOn = typeof location !== "undefined" && new URLSearchParams(location.search).has("debug");

export function Debug({ app }: { app: App }): JSX.Element | null {
  if (!isOn) return null;
  void app.sceneMoved.value;
  const { cells, board } = app.snapshot.value;
  return (
    <div class="debug" aria-hidden="true">
      <svg>
        {Array.from(cells, (content, cell) => {
          const { x, y, radius } = app.scene?.cellAt(cell) ?? { x: 0, y: 0, radius: NaN };
          if (!Number.isFinite(radius)) return null;
          return <circle key={cell} class={`zone-${content}`} cx={x} cy={y} r={Math.max(radius, 0)} />;
        })}
        {app.scene?.anchors().map(({ x, y, visible }, column) => {
          return visible && <circle key={column} class="zone-anchor" cx={x} cy={y} r="4" />;
        })}
      </svg>
      <pre>{[stateText(app), statsText(app), boardText(cells, board.width, board.height)].join("\n")}</pre>
    </div>
  );
}

function stateText(app: App): string {
  const { board, notation, ply, status, turn } = app.snapshot.value;
  const position = `${board.name} ${notation || "-"} ply ${ply} ${status} turn ${turn}`;
  return `${position} phase ${app.phase.value} hover ${app.hover.value ?? "-"}`;
}

function statsText(app: App): string {
  const stats = app.scene?.stats();
  if (!stats) return "no scene";
  const { frameMs, frames, drawCalls, triangles, geometries, textures, quality, isMoving } = stats;
  const work = `${frameMs.toFixed(1)} ms, frame ${frames}, ${drawCalls} calls, ${triangles} triangles`;
  return `${work}, ${geometries} geometries, ${textures} textures, ${quality}${isMoving ? ", moving" : ""}`;
}

function boardText(cells: Uint8Array, width: number, height: number): string {
  const rows: string[] = [];
  for (let at = 0; at < cells.length; at += width) {
    if (at > 0 && (at / width) % height === 0) rows.push("");
    rows.push(Array.from(cells.subarray(at, at + width), (content) => "XO."[content] ?? "?").join(" "));
  }
  return rows.join("\n");
}
