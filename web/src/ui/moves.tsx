// The list of moves; a click shows the moment after it.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { App } from "../app/types";
import type { Judgement } from "../core/types";
import { Disc } from "./disc";
import { colorName, columnOf, letterOf, moverOf } from "./names";
import { t } from "./texts";

/** How players annotate moves. */
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
  if (moves.length === 0) return <p class="note">{t(app, "moves.empty")}</p>;
  return (
    <ol class="moves" ref={list}>
      {moves.map((_, index) => (
        <li key={index}>
          <Move app={app} move={first + index + 1} />
        </li>
      ))}
    </ol>
  );
}

function Move({ app, move }: { app: App; move: number }): JSX.Element {
  const snapshot = app.snapshot.value;
  const player = moverOf(move);
  const column = letterOf(snapshot, columnOf(snapshot, move) ?? 0);
  const verdict = app.review.value?.moves[move - 1 - snapshot.first]?.verdict;
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
