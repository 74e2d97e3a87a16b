// A map of a deep board from above. Each column is a button that shows its beads as pips. The map turns with the
// camera, and it is the safest way to drop a bead with a finger.
import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { keptMove } from "../../app/kept_move";
import type { App } from "../../app/types";
import { cellIndex, type Board, type Snapshot } from "../../core/types";
import { pressOf } from "../../core/variants";
import { mayPremove } from "../state";
import { Chip, chipOf } from "./chip";
import { fill, type Args } from "../texts/texts";
import { minimapTexts } from "../texts/minimap";
import "./minimap.css";

type Pip = 0 | 1 | 2;

function word(app: App, key: keyof typeof minimapTexts.en, args: Args = {}): string {
  return fill(minimapTexts[app.settings.value.language][key], args);
}

/** The place of a column on the map after that many quarter turns of the camera. */
export function seenAt(board: Board, column: number, quarter: number): { across: number; down: number } {
  const x = column % board.width;
  const z = Math.floor(column / board.width);
  const farX = board.width - 1 - x;
  const farZ = board.depth - 1 - z;
  switch (quarter) {
    case 1:
      return { across: farZ, down: x };
    case 2:
      return { across: farX, down: farZ };
    case 3:
      return { across: z, down: farX };
    default:
      return { across: x, down: z };
  }
}

function cellsOf(snapshot: Snapshot, column: number): number[] {
  const { board } = snapshot;
  const z = Math.floor(column / board.width);
  return Array.from({ length: board.height }, (_, y) => cellIndex(board, column % board.width, y, z));
}

function pipOf(snapshot: Snapshot, cell: number): Pip {
  const value = snapshot.cells[cell];
  return value === 0 || value === 1 ? value : 2;
}

/** "Column m: red, yellow; next on level 3" */
export function columnText(app: App, column: number): string {
  const snapshot = app.snapshot.value;
  const height = snapshot.heights[column] ?? 0;
  const pips = cellsOf(snapshot, column).slice(0, height);
  const names = pips.map((cell) => word(app, pipOf(snapshot, cell) === 0 ? "map.bead.0" : "map.bead.1"));
  const args = { column: snapshot.letters[column] ?? "", beads: names.join(", ") || word(app, "map.empty") };
  if (height >= snapshot.board.height) return word(app, "map.full", args);
  if (snapshot.status !== "playing") return word(app, "map.column", args);
  return word(app, "map.next", { ...args, level: height + 1 });
}

function lastColumn(snapshot: Snapshot): number | null {
  return snapshot.ply > snapshot.first ? (snapshot.moves[snapshot.ply - 1 - snapshot.first] ?? null) : null;
}

export function MiniMap({ app }: { app: App }): JSX.Element {
  const quarter = useComputed(() => {
    void app.sceneMoved.value;
    return app.scene?.quarter() ?? 0;
  });
  const { board } = app.snapshot.value;
  // One Tab stop for the whole map; arrow keys move within it.
  const entry = useComputed(() => app.hover.value ?? Math.max(0, app.snapshot.value.canDrop.indexOf(true)));
  const across = quarter.value % 2 === 0 ? board.width : board.depth;
  return (
    <div
      class={`minimap ${app.phase.value === "moving" ? "settling" : ""} ${app.settings.value.scores ? "scored" : ""}`}
      id="columns"
      role="group"
      aria-label={word(app, "map.title")}
      style={{ "--across": across }}
    >
      {Array.from({ length: board.columns }, (_, column) => (
        <Column key={column} app={app} column={column} quarter={quarter.value} isEntry={column === entry.value} />
      ))}
    </div>
  );
}

interface ColumnProps {
  readonly app: App;
  readonly column: number;
  readonly quarter: number;
  readonly isEntry: boolean;
}

function Column({ app, column, quarter, isEntry }: ColumnProps): JSX.Element {
  const snapshot = app.snapshot.value;
  const isOpen = (app.phase.value === "turn" || mayPremove(app)) && pressOf(snapshot, column, app.action.value) !== null;
  const isKept = useComputed(() => keptMove(app)?.column === column).value;
  const isHovered = useComputed(() => app.hover.value === column).value;
  const chip = chipOf(app, column);
  const kinds = [
    isHovered && "hovered",
    app.hint.value?.column === column && "hinted",
    lastColumn(snapshot) === column && "last",
    isKept && "premoved",
    `line-${snapshot.turn}`,
  ];
  const { across, down } = seenAt(snapshot.board, column, quarter);
  const leave = (): void => {
    if (app.hover.value === column) app.hover.value = null;
  };
  return (
    <button
      type="button"
      class={kinds.filter(Boolean).join(" ")}
      style={{ gridColumn: across + 1, gridRow: down + 1 }}
      aria-label={chip ? `${columnText(app, column)}; ${chip.name}` : columnText(app, column)}
      data-column={column}
      aria-pressed={isKept ? true : undefined}
      aria-disabled={!isOpen}
      tabIndex={isEntry ? 0 : -1}
      onClick={() => app.drop(column)}
      onPointerMove={(event) => event.pointerType === "mouse" && (app.hover.value = column)}
      onPointerLeave={leave}
      onFocus={(event) => event.currentTarget.matches(":focus-visible") && (app.hover.value = column)}
      onBlur={leave}
    >
      <span class="letter" aria-hidden="true">
        {snapshot.letters[column]}
      </span>
      {chip && <Chip column={column} chip={chip} />}
      <Pips app={app} column={column} isLanding={isHovered && isOpen && app.action.value !== "pop"} />
    </button>
  );
}

const pitch = 8;
const wide = 22;

/** The beads of a column from the bottom up. With marks on, yellow shows three dots, so that colour is not needed. */
function Pips({ app, column, isLanding }: { app: App; column: number; isLanding: boolean }): JSX.Element {
  const snapshot = app.snapshot.value;
  const { height } = snapshot.board;
  // The winning line is shown when its last bead has landed.
  const onLine = new Set(app.phase.value === "moving" ? [] : snapshot.lines.flat());
  const top = lastColumn(snapshot) === column ? (snapshot.heights[column] ?? 0) - 1 : -1;
  return (
    <svg viewBox={`-1 0 ${wide + 2} ${height * pitch}`} aria-hidden="true">
      {cellsOf(snapshot, column).map((cell, level) => {
        const y = (height - 1 - level) * pitch;
        const pip = pipOf(snapshot, cell);
        const isNext = isLanding && level === snapshot.heights[column];
        if (isNext) return <Bar key={level} kind={`landing edge-${snapshot.turn}`} y={y} />;
        if (pip === 2) return <rect key={level} class="seat" x="0" y={y + 3.2} width={wide} height="1.6" />;
        const isFaint = onLine.size > 0 && !onLine.has(cell);
        const kind = `pip fill-${pip} ${isFaint ? "faint" : ""} ${level === top ? "new" : ""}`;
        const isDotted = pip === 1 && app.settings.value.marks;
        return isDotted ? <Dots key={level} kind={kind} y={y} /> : <Bar key={level} kind={kind} y={y} />;
      })}
    </svg>
  );
}

function Bar({ kind, y }: { kind: string; y: number }): JSX.Element {
  return <rect class={kind} x="0" y={y + 1} width={wide} height="6" rx="2" />;
}

function Dots({ kind, y }: { kind: string; y: number }): JSX.Element {
  return (
    <g class={kind}>
      {[3.4, 11, 18.6].map((x) => (
        <circle key={x} cx={x} cy={y + 4} r="3.3" />
      ))}
    </g>
  );
}
