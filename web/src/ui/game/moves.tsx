// The list of moves; a click shows the position after the move.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { App } from "../../app/types";
import type { Judgement } from "../../core/types";
import { Disc } from "../kit/disc";
import { moverAt } from "../../core/variants";
import { colorName, moveLetter, verdictText } from "../texts/names";
import { variantItem } from "../texts/moves";
import { t } from "../texts/texts";

/** The usual annotation signs. */
const signs: Readonly<Partial<Record<Judgement["verdict"], string>>> = {
  "slower win": "?!",
  inaccuracy: "?!",
  mistake: "?",
  "missed block": "?",
  "missed win": "??",
  blunder: "??",
};

/** All moves in one row above the board, where a high window has the space. The row scrolls to the move shown, its only Tab stop. */
export function MoveRow({ app }: { app: App }): JSX.Element {
  return (
    <section class="recent" aria-label={t(app, "moves.title")}>
      <Moves app={app} isRow />
    </section>
  );
}

export function Moves({ app, isRow = false }: { app: App; isRow?: boolean }): JSX.Element {
  const { moves, ply, first } = app.snapshot.value;
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    if (!list.current) return;
    const watcher = new ResizeObserver(() => list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" }));
    watcher.observe(list.current);
    return () => watcher.disconnect();
  }, [ply]);
  const judged = judgedMoves(app);
  if (moves.length === 0) return <p class="note">{t(app, "moves.empty")}</p>;
  return (
    <ol class={isRow ? "row" : "moves"} ref={list}>
      {moves.map((_, index) => (
        <li key={index}>
          <Move app={app} move={first + index + 1} verdict={judged[index]?.verdict} isRow={isRow} />
        </li>
      ))}
    </ol>
  );
}

/** The verdicts on these moves. Moves after a deviation from the reviewed game have none. */
function judgedMoves(app: App): readonly Judgement[] {
  const judged = app.review.value?.moves ?? [];
  const { moves } = app.snapshot.value;
  const other = judged.findIndex(({ column }, index) => column !== moves[index]);
  return other < 0 ? judged : judged.slice(0, other);
}

interface MoveProps {
  readonly app: App;
  readonly move: number;
  readonly verdict: Judgement["verdict"] | undefined;
  readonly isRow: boolean;
}

function Move({ app, move, verdict, isRow }: MoveProps): JSX.Element {
  const snapshot = app.snapshot.value;
  const isShown = move === snapshot.ply;
  const index = move - 1 - snapshot.first;
  const player = moverAt(snapshot, index);
  const column = moveLetter(snapshot, index);
  const name = snapshot.variant ? variantItem(app, snapshot, index) : t(app, "moves.item", { ply: move, color: colorName(app, player), column });
  return (
    <button
      type="button"
      class={move > snapshot.ply ? "later" : ""}
      aria-current={isShown ? "step" : undefined}
      tabIndex={isRow && !isShown ? -1 : 0}
      onClick={() => app.seek(move)}
    >
      <span class="hidden">{verdict ? `${name}, ${verdictText(app, verdict)}` : name}</span>
      <small aria-hidden="true">{move}</small>
      <Disc player={player} />
      <b aria-hidden="true">{column}</b>
      {verdict && signs[verdict] && <em aria-hidden="true">{signs[verdict]}</em>}
    </button>
  );
}
