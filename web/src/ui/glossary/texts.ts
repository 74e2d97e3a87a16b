// The terms of the game, explained in two or three sentences each.
import type { Language } from "../../app/types";
import type { Term } from "../texts/terms";

interface Entry {
  readonly title: string;
  readonly text: string;
  /** What the picture shows, for people who do not see it. */
  readonly picture: string;
}

export const glossary: Readonly<Record<Language, Readonly<Record<Term, Entry>>>> = {
  en: {
    threat: {
      title: "Threat",
      text: "An empty cell that would complete a line. It stays until somebody drops a disc there, so threats high above decide games late.",
      picture: "Red has discs in columns 1, 2 and 4 of the lowest row. Column 3 would complete the line.",
    },
    fork: {
      title: "Double threat",
      text: "Two cells complete a line at once. The other side can block only one of them.",
      picture: "Three red discs side by side, with a free cell at each end.",
    },
    odd: {
      title: "Odd threat",
      text: "A threat in row 1, 3 or 5, counted from below. It is worth most to Red, who begins: when everything else is full, Red drops in row 1, Yellow must drop in row 2, and Red wins in row 3.",
      picture: "Three red discs in row 3. The cell beside them is empty, and so are the two cells below it.",
    },
    even: {
      title: "Even threat",
      text: "A threat in row 2, 4 or 6. It is worth most to Yellow, who moves second: when everything else is full, Red must drop below it.",
      picture: "Three yellow discs in row 2. The cell beside them is empty, and so is the cell below it.",
    },
    zugzwang: {
      title: "Zugzwang",
      text: "Every move that is left is a bad one, and passing is not allowed. Here only the middle column is open: Yellow must drop there, and Red wins on top of it.",
      picture: "All columns are full but the middle one. Yellow has to drop there, right below a winning cell of Red.",
    },
    claimeven: {
      title: "Claimeven",
      text: "Yellow answers every disc in the same column, right on top of it, and so gets all even rows. It is the plan of the player who moves second; an odd threat of Red breaks it.",
      picture: "Red discs in rows 1 and 3, and right above each of them a yellow one.",
    },
  },
  de: {
    threat: {
      title: "Drohung",
      text: "Ein leeres Feld, das eine Reihe vollenden würde. Sie bleibt, bis dort jemand einwirft; deshalb entscheiden Drohungen weit oben oft erst am Ende.",
      picture: "Rot hat in der untersten Zeile Scheiben in Spalte 1, 2 und 4. Spalte 3 würde die Reihe vollenden.",
    },
    fork: {
      title: "Doppeldrohung",
      text: "Zwei Felder vollenden zugleich eine Reihe. Die andere Seite kann nur eins davon besetzen.",
      picture: "Drei rote Scheiben nebeneinander, an beiden Enden ein freies Feld.",
    },
    odd: {
      title: "Ungerade Drohung",
      text: "Eine Drohung in Zeile 1, 3 oder 5, von unten gezählt. Sie nützt vor allem Rot, das beginnt: Ist sonst alles voll, wirft Rot in Zeile 1, Gelb muss in Zeile 2, und Rot gewinnt in Zeile 3.",
      picture: "Drei rote Scheiben in Zeile 3. Das Feld daneben ist frei, ebenso die zwei Felder darunter.",
    },
    even: {
      title: "Gerade Drohung",
      text: "Eine Drohung in Zeile 2, 4 oder 6. Sie nützt vor allem Gelb, das als Zweiter zieht: Ist sonst alles voll, muss Rot darunter einwerfen.",
      picture: "Drei gelbe Scheiben in Zeile 2. Das Feld daneben ist frei, ebenso das Feld darunter.",
    },
    zugzwang: {
      title: "Zugzwang",
      text: "Jeder Zug, der noch bleibt, ist schlecht, und aussetzen darf man nicht. Hier ist nur noch die mittlere Spalte frei: Gelb muss dort einwerfen, und Rot gewinnt direkt darüber.",
      picture: "Alle Spalten sind voll bis auf die mittlere. Gelb muss dort einwerfen, direkt unter einem Gewinnfeld von Rot.",
    },
    claimeven: {
      title: "Claimeven",
      text: "Gelb antwortet immer in derselben Spalte, direkt auf die rote Scheibe, und bekommt so alle geraden Zeilen. Das ist der Plan des Nachziehenden; eine ungerade Drohung von Rot durchkreuzt ihn.",
      picture: "Rote Scheiben in Zeile 1 und 3, direkt darüber jeweils eine gelbe.",
    },
  },
};
