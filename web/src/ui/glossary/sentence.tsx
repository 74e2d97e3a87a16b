// One or two sentences on who wins and why. Terms of the game in them can be asked about.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { askAbout } from "../state";
import { type Piece, whyPieces } from "../texts/why";

export function Sentence({ app }: { app: App }): JSX.Element | null {
  const analysis = app.analysis.value;
  if (!analysis) return null;
  return <Pieces app={app} pieces={whyPieces(app, app.snapshot.value, analysis.reason)} />;
}

export function Pieces({ app, pieces }: { app: App; pieces: readonly Piece[] }): JSX.Element {
  return (
    <p class="why">
      {pieces.map((piece, index) => (
        <Words key={index} app={app} piece={piece} />
      ))}
    </p>
  );
}

function Words({ app, piece: { text, term } }: { app: App; piece: Piece }): JSX.Element {
  if (term === null) return <>{text}</>;
  return (
    <button type="button" class="term" aria-haspopup="dialog" onClick={() => askAbout(app, term)}>
      {text}
    </button>
  );
}
