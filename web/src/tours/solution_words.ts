// The words of the tour "What is known about the cube". Numbers and columns come from known.ts.
import type { App } from "../app/types";
import { type Args, fill } from "../ui/texts/texts";

export const solutionWords = {
  en: {
    title: "What is known about the cube",
    step: "Step {step} of {steps}",
    back: "Back",
    next: "Next",
    close: "Close",
    done: "Done",
    centre: "Red begins in the centre. {lost} of Yellow's {all} replies are proven to lose, by move {ply} at the latest.",
    corner: "Only the diagonal neighbours {open} hold out. Turned or mirrored they are all the same, so one is enough: {reply}.",
    forced: "Red goes on with {move}. Three times in a row Yellow has just one reply that is not proven to lose: {replies}.",
    quiet: "Now Red plays {move} once more, a quiet move that threatens nothing at once. Still {lost} of {all} replies are proven to lose, by move {ply} at the latest.",
    open: "These replies are open: {open}. Nobody has found a defence there, and nobody a proof. If they all lose, Red wins from the empty board, and the cube is solved.",
    solved: "All replies lose: Red wins from the empty board. The cube is solved.",
    asOf: "As of {date}. Everything called proven was accepted by an independent checker.",
    map: "Yellow's replies: {lost} proven to lose, {count} open ({open})",
    lost: "proven to lose",
    unknown: "open",
  },
  de: {
    title: "Was man über den Würfel weiß",
    step: "Schritt {step} von {steps}",
    back: "Zurück",
    next: "Weiter",
    close: "Schließen",
    done: "Fertig",
    centre: "Rot beginnt in der Mitte. {lost} der {all} Antworten von Gelb verlieren bewiesenermaßen, spätestens im {ply}. Zug.",
    corner: "Nur die schräg benachbarten Spalten {open} halten stand. Gedreht oder gespiegelt sind sie alle gleich, also genügt eine: {reply}.",
    forced: "Rot setzt mit {move} fort. Dreimal hintereinander hat Gelb nur eine Antwort, die nicht bewiesenermaßen verliert: {replies}.",
    quiet: "Nun spielt Rot noch einmal {move}, einen stillen Zug, der nichts sofort droht. Trotzdem verlieren {lost} der {all} Antworten bewiesenermaßen, spätestens im {ply}. Zug.",
    open: "Offen sind diese Antworten: {open}. Niemand hat dort eine Verteidigung gefunden, und niemand einen Beweis. Verlieren sie alle, so gewinnt Rot vom leeren Brett aus, und der Würfel ist gelöst.",
    solved: "Alle Antworten verlieren: Rot gewinnt vom leeren Brett aus. Der Würfel ist gelöst.",
    asOf: "Stand: {date}. Alles, was hier bewiesen heißt, hat ein unabhängiges Prüfprogramm bestätigt.",
    map: "Antworten von Gelb: {lost} verlieren bewiesenermaßen, {count} offen ({open})",
    lost: "verliert bewiesenermaßen",
    unknown: "offen",
  },
} as const;

export type SolutionWord = keyof (typeof solutionWords)["en"];

export function word(app: App, key: SolutionWord, args: Args = {}): string {
  return fill(solutionWords[app.settings.value.language][key], args);
}
