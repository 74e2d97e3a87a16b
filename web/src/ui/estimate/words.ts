// The words of the estimates: loaded with their panels.
import type { App } from "../../app/types";
import { type Args, fill } from "../texts/texts";

export const estimateWords = {
  en: {
    line: "Best line",
    lineProven: "Proven line",
    show: "Show on the board",
    known: "What is known about the cube",
    loading: "The cube's network is still loading: these estimates are coarser.",
    missing: "Without the cube's network, which could not be loaded, these estimates are coarser.",
    graph: "Winning chances, move by move: {turns|# turning point|# turning points}, {proven} of them proven",
    chances: "Chances are estimates of a search. What is proven is marked.",
    provenTurn: "proven",
    estimatedTurn: "estimated",
  },
  de: {
    line: "Beste Zugfolge",
    lineProven: "Bewiesene Zugfolge",
    show: "Auf dem Brett zeigen",
    known: "Was man über den Würfel weiß",
    loading: "Das Netz für den Würfel wird noch geladen: Diese Schätzungen sind gröber.",
    missing: "Das Netz für den Würfel ließ sich nicht laden: Diese Schätzungen sind gröber.",
    graph: "Gewinnchancen, Zug für Zug: {turns|# Wendepunkt|# Wendepunkte}, davon {proven} bewiesen",
    chances: "Chancen sind Schätzungen einer Suche. Was bewiesen ist, steht dabei.",
    provenTurn: "bewiesen",
    estimatedTurn: "geschätzt",
  },
} as const;

export function word(app: App, key: keyof (typeof estimateWords)["en"], args: Args = {}): string {
  return fill(estimateWords[app.settings.value.language][key], args);
}
