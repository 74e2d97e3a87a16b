// What an estimate says in words, its best line, and the way to see that on the board.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { Estimate } from "../../core/types";
import { SHOWN_MOVES } from "../../tours/length";
import { Pieces } from "../glossary/sentence";
import { Icon } from "../kit/icons";
import { columnLetter } from "../texts/names";
import { whyPieces } from "../texts/why";
import { word } from "./words";

const CUBE = "5x5x5";

export function EstimateCard({ app }: { app: App }): JSX.Element | null {
  const estimate = app.estimate.value;
  if (!estimate) return null;
  const snapshot = app.snapshot.value;
  const isCube = snapshot.board.name === CUBE;
  const network = app.network.value;
  return (
    <div class="estimate">
      <Pieces app={app} pieces={whyPieces(app, snapshot, estimate.reason, estimate)} />
      {isCube && (network === "loading" || network === "missing") && <p class="note">{word(app, network)}</p>}
      {estimate.line.length > 1 && <Line app={app} estimate={estimate} />}
      {isCube && (
        <button type="button" class="quiet" onClick={() => app.startTour("solution")}>
          <Icon name="info" />
          {word(app, "known")}
        </button>
      )}
    </div>
  );
}

function Line({ app, estimate: { line, isLineProven } }: { app: App; estimate: Estimate }): JSX.Element {
  const snapshot = app.snapshot.value;
  const shown = line.slice(0, SHOWN_MOVES);
  return (
    <>
      <p class="line">
        <b>{word(app, isLineProven ? "lineProven" : "line")}</b>{" "}
        {shown.map((column) => columnLetter(snapshot, column)).join(" ")}
        {shown.length < line.length && " …"}
      </p>
      {app.scene && (
        <button type="button" class="quiet" onClick={() => app.startTour("line")}>
          <Icon name="play" />
          {word(app, "show")}
        </button>
      )}
    </>
  );
}
