// One or two sentences on who wins and why. Terms of the game in them can be asked about.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { whyPieces } from "../texts/why";

export function Why({ app }: { app: App }): JSX.Element | null {
  const analysis = app.analysis.value;
  const snapshot = app.snapshot.value;
  if (!app.settings.value.scores || !analysis || snapshot.status !== "playing") return null;
  return <p class="why">{whyPieces(app, snapshot, analysis.reason).map(({ text }) => text)}</p>;
}
