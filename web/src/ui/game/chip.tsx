// What is known of a column, in a few characters: an exact score (W5, =, L3), a proven bound (W≤5, L≤3), or an estimated chance
// (63 %). A chance never looks like a proof.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { Outlook, Prospect } from "../../core/types";
import { movesWithin, percentOf } from "../texts/names";
import { t } from "../texts/texts";

interface ChipFacts {
  readonly kind: "win" | "draw" | "loss" | "about";
  readonly text: string;
  /** For screen readers. */
  readonly name: string;
  readonly isBest: boolean;
}

const signs = { win: "W", draw: "=", loss: "L" } as const;

/** Null: nothing is known or wanted, or the column is full. */
export function chipOf(app: App, column: number): ChipFacts | null {
  if (!app.settings.value.scores) return null;
  const analysis = app.analysis.value;
  const outlook = analysis?.outlooks[column];
  if (outlook) return exactChip(app, outlook, analysis.bestColumns.includes(column));
  const prospect = app.estimate.value?.columns[column];
  return prospect ? estimatedChip(app, prospect, app.estimate.value?.best === column) : null;
}

function exactChip(app: App, { winner, moves }: Outlook, isBest: boolean): ChipFacts {
  const kind = winner === null ? "draw" : winner === app.snapshot.value.turn ? "win" : "loss";
  return { kind, text: signs[kind] + (kind === "draw" ? "" : moves), name: t(app, `chip.${kind}`, { moves }), isBest };
}

const provenNames = { win: "chip.provenWin", draw: "chip.provenDraw", loss: "chip.provenLoss" } as const;

/** The chip of a column: what is known of it for the player who moves. */
export function estimatedChip(app: App, prospect: Prospect, isBest = false): ChipFacts | null {
  const kind = prospect.certainty;
  if (kind === "closed") return null;
  const percent = percentOf(prospect.chance);
  if (kind === "estimated") return { kind: "about", text: `${percent}%`, name: t(app, "chip.about", { percent }), isBest };
  const moves = movesWithin(prospect.plies);
  return { kind, text: signs[kind] + (kind === "draw" ? "" : `≤${moves}`), name: t(app, provenNames[kind], { moves }), isBest };
}

export function Chip({ column, chip: { kind, text, name, isBest } }: { column: number; chip: ChipFacts }): JSX.Element {
  return (
    <span class={`chip ${kind} ${isBest ? "best" : ""}`} id={`chip-${column}`} role="img" aria-label={name}>
      {text}
    </span>
  );
}
