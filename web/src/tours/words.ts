// The few words of the tours.
import type { App } from "../app/types";

const words = {
  en: {
    drop: "Choose a column: your disc falls to its lowest free cell. {connect} in a line win.",
    space: "Four in a line: through the cube …",
    plane: "… across a level …",
    pole: "… or up a pole.",
    line: "The best line, as far as it was searched",
    lineProven: "The proven line, to its end",
    skip: "Skip",
  },
  de: {
    drop: "Wähle eine Spalte: Deine Scheibe fällt auf das unterste freie Feld. {connect} in einer Reihe gewinnen.",
    space: "Vier in einer Reihe: quer durch den Würfel …",
    plane: "… schräg über eine Ebene …",
    pole: "… oder an einer Stange hinauf.",
    line: "Die beste Zugfolge, soweit gesucht wurde",
    lineProven: "Die bewiesene Zugfolge bis zum Ende",
    skip: "Überspringen",
  },
} as const;

export type Word = keyof (typeof words)["en"];

export function word(app: App, key: Word, connect = 4): string {
  return words[app.settings.value.language][key].replace("{connect}", String(connect));
}
