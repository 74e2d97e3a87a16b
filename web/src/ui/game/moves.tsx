// The list of moves; a click shows the position after the move.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { App } from "../../app/types";
import type { Judgement } from "../../core/types";
import { Disc } from "../kit/disc";
import { colorName, columnOf, columnLetter, moverOf } from "../texts/names";
import { t } from "../texts/texts";

/** The usual annotation signs. */
const signs: Readonly<Partial<Record<Judgement["verdict"], string>>> = {
  "slower win": "?!",
  mistake: "?",
  "missed block": "?",
  "missed win": "??",
  blunder: "??",
};

export function Moves({ app }: { app: App }): JSX.Element {
  const { moves, ply, first } = app.snapshot.value;
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [ply]);
  const judged = judgedMoves(app);
  if (moves.length === 0) return <p class="note">{t(app, "moves.empty")}</p>;
  return (
    <ol class="moves" ref={list}>
      {moves.map((_, index) => (
        <li key={index}>
          <Move app={app} move={first + index + 1} verdict={judged[index]?.verdict} />
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
}

function Move({ app, move, verdict }: MoveProps): JSX.Element {
  const snapshot = app.snapshot.value;
  const player = moverOf(move);
  const column = columnLetter(snapshot, columnOf(snapshot, move) ?? 0);
  const name = t(app, "moves.item", { ply: move, color: colorName(app, player), column });
  return (
    <button
      type="button"
      class={move > snapshot.ply ? "later" : ""}
      aria-current={move === snapshot.ply ? "step" : undefined}
      onClick={() => app.seek(move)}
    >
      <span class="hidden">{verdict ? `${name}, ${t(app, `verdict.${verdict}`)}` : name}</span>
      <small aria-hidden="true">{move}</small>
      <Disc player={player} />
      <b aria-hidden="true">{column}</b>
      {verdict && signs[verdict] && <em aria-hidden="true">{signs[verdict]}</em>}
    </button>
  );
}
