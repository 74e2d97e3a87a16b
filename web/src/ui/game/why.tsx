// One sentence on who wins and why. The core writes it in English; in other languages it is built from the scores.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { Analysis } from "../../core/types";
import { colorName, columnLetter } from "../texts/names";
import { t } from "../texts/texts";

function whyText(app: App, analysis: Analysis): string {
  if (app.settings.value.language === "en" && analysis.why) return analysis.why;
  const { winner, moves } = analysis.outlook;
  const color = winner === null ? "" : colorName(app, winner);
  const outcome = winner === null ? t(app, "why.draw") : t(app, "why.win", { color, moves });
  const columns = analysis.bestColumns.map((column) => columnLetter(app.snapshot.value, column)).join(", ");
  return columns ? `${outcome} ${t(app, "why.best", { columns })}` : outcome;
}

export function Why({ app }: { app: App }): JSX.Element | null {
  const analysis = app.analysis.value;
  if (!app.settings.value.scores || !analysis || app.snapshot.value.status !== "playing") return null;
  return <p class="why">{whyText(app, analysis)}</p>;
}
