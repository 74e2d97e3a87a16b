// The board as a table for screen readers: rows from the top, or one table for every level of a deep board.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { ACTIONS, isPower } from "../../core/variants";
import { cellIndex, type Player, type Snapshot } from "../../core/types";
import { colorName, columnName, isDeep, columnLetter } from "../texts/names";
import { t } from "../texts/texts";

function cellText(app: App, snapshot: Snapshot, cell: number): string {
  const content = snapshot.cells[cell];
  if (content !== 0 && content !== 1) return t(app, "table.empty");
  const color = discName(app, snapshot, cell, content as Player);
  return snapshot.lines.some((line) => line.includes(cell)) ? t(app, "table.win", { color }) : color;
}

/** "Red", or "Red anvil". */
function discName(app: App, { variant }: Snapshot, cell: number, player: Player): string {
  const color = colorName(app, player);
  const special = ACTIONS[variant?.specials[cell] ?? 0] ?? "drop";
  return isPower(special) ? t(app, `disc.${special}`, { color }) : color;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

export function BoardTable({ app }: { app: App }): JSX.Element {
  const snapshot = app.snapshot.value;
  return (
    <section class="hidden" aria-label={t(app, "table.title")}>
      {isDeep(snapshot.board) ? (
        upTo(snapshot.board.height).map((level) => <LevelTable key={level} app={app} level={level} />)
      ) : (
        <FlatTable app={app} />
      )}
    </section>
  );
}

function FlatTable({ app }: { app: App }): JSX.Element {
  const snapshot = app.snapshot.value;
  const { board } = snapshot;
  return (
    <table>
      <caption>{t(app, "table.title")}</caption>
      <thead>
        <tr>
          <td />
          {upTo(board.width).map((x) => (
            <th key={x} scope="col">
              {columnName(app, x)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {upTo(board.height).map((down) => {
          const y = board.height - 1 - down;
          return (
            <tr key={y}>
              <th scope="row">{t(app, "table.row", { row: y + 1 })}</th>
              {upTo(board.width).map((x) => (
                <td key={x}>{cellText(app, snapshot, cellIndex(board, x, y, 0))}</td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function LevelTable({ app, level }: { app: App; level: number }): JSX.Element {
  const snapshot = app.snapshot.value;
  const { board } = snapshot;
  return (
    <table>
      <caption>{t(app, "table.level", { level: level + 1 })}</caption>
      <tbody>
        {upTo(board.depth).map((z) => (
          <tr key={z}>
            <th scope="row">{t(app, "table.line", { line: z + 1 })}</th>
            {upTo(board.width).map((x) => (
              <td key={x}>
                {columnLetter(snapshot, x + board.width * z)}:{" "}
                {cellText(app, snapshot, cellIndex(board, x, level, z))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
