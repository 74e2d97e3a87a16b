// What went wrong, by code. Those of the core are named in FF_ERRORS in include/fourfall.h; their English texts come from
// the core itself. They stand inside a sentence, so they have no full stop.
import type { Language } from "../../app/types";

export const coreGerman: Readonly<Record<string, string>> = {
  E_SPACE: "Der Text ist zu lang",
  E_WIDTH: "Die Breite muss zwischen 1 und 12 liegen",
  E_HEIGHT: "Die Höhe muss zwischen 1 und 12 liegen",
  E_DEPTH: "Die Tiefe muss zwischen 1 und 12 liegen",
  E_CONNECT: "Die Länge der Reihe muss zwischen 3 und 8 liegen",
  E_COLUMNS: "Ein Brett hat höchstens 52 Spalten",
  E_CELLS: "Ein Brett hat höchstens 256 Felder",
  E_BOARD_TEXT: "Ein Brett schreibt man wie 7x6, 5x5x5, 9x7c5, classic oder cube",
  E_LETTER: "Dieses Zeichen steht für keine Spalte des Bretts",
  E_COLUMN: "Diese Spalte gibt es nicht",
  E_FULL: "Die Spalte ist voll",
  E_OVER: "Das Spiel ist zu Ende",
  E_NO_UNDO: "Es gibt keinen Zug zurückzunehmen",
  E_NO_REDO: "Es gibt keinen Zug zu wiederholen",
  E_NO_HISTORY: "Die ersten Züge dieses Spiels sind nicht bekannt",
  E_PLY: "So viele Züge hat das Spiel nicht",
  E_FLOATING: "Eine Scheibe schwebt über einem leeren Feld",
  E_COUNTS: "Rot muss gleich viele Scheiben haben wie Gelb oder eine mehr",
  E_TWO_WINNERS: "Beide Seiten haben eine Gewinnreihe",
  E_WINNER_TURN: "Die Seite mit der Gewinnreihe hat nicht zuletzt gezogen",
  E_LATE_WIN: "Kein einzelner letzter Zug vollendet alle Gewinnreihen",
  E_ID: "Eine Kennung hat 1 bis 64 Bytes UTF-8 ohne Steuerzeichen",
  E_NAME: "Ein Name hat 1 bis 64 Bytes UTF-8 ohne Steuerzeichen",
  E_PLAYERS: "Das Spiel ist für zwei verschiedene Spieler",
  E_SEATED: "Das Spiel hat schon zwei Spieler",
  E_TIME: "Eine Zeit liegt zwischen 1970-01-01 und 9999-12-31 und läuft nicht rückwärts",
  E_MOVE: "Der Zug ist ungültig",
  E_JSON_SIZE: "Der JSON-Text ist zu lang",
  E_JSON_SYNTAX: "Der Text ist kein gültiges JSON",
  E_JSON_TYPE: "Ein Wert hat den falschen Typ",
  E_JSON_KEY: "Ein Schlüssel ist unbekannt",
  E_JSON_TWICE: "Ein Schlüssel kommt zweimal vor",
  E_JSON_MISSING: "Ein nötiger Schlüssel fehlt",
  E_JSON_END: "Nach dem JSON-Wert folgt noch etwas",
  E_ACTION: 'Die Aktion muss "drop" sein',
  E_GAME_TYPE: 'Die Art des Spiels muss "connect-four" sein',
  E_BOARD_SHAPE: "Zeilen und Spalten passen nicht zur Größe des Bretts",
  E_CELL: "Ein Feld ist leer, rot oder gelb",
  E_MOVES: "Die Züge führen nicht zu diesem Brett",
  E_LAST_MOVE: "Der letzte Zug passt nicht zum Brett",
  E_VERSION: "Die Version passt nicht zur Zahl der Züge",
  E_TURN: "Die Seite am Zug passt nicht zum Brett",
  E_STATUS: "Der Status passt nicht zu Spielern und Brett",
  E_WINNER: "Der Sieger passt nicht zum Brett",
  E_SOLVER_BOARD: "Exakte Werte gibt es nur auf flachen Brettern mit vier in einer Reihe und Breite x (Höhe + 1) bis 64",
  E_SOLVER_MEMORY: "Für die exakte Berechnung fehlt Speicher",
  E_STOPPED: "Vor dem Ergebnis abgebrochen",
  E_BOOK: "Das Eröffnungsbuch ist beschädigt oder unvollständig",
  E_BOOK_MEMORY: "Für das Eröffnungsbuch fehlt Speicher",
  E_LEVEL: "Diese Stärke gibt es nicht",
  E_STYLE: "Diese Spielweise gibt es nicht",
  E_BOT_BOARD: "Dieser Gegner gehört zu einem anderen Brett",
  E_BOT_MEMORY: "Für den Computergegner fehlt Speicher",
};

/** The page's own codes, and "" for what nobody expected. */
export const pageErrors: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    E_CRASH: "The engine stopped unexpectedly",
    "": "Something unexpected happened",
  },
  de: {
    E_CRASH: "Die Engine ist unerwartet stehen geblieben",
    "": "Etwas Unerwartetes ist passiert",
  },
};

/** `english`: the core's own sentence for a code of the core. */
export function errorText(language: Language, code: string, english: string | number | undefined): string {
  const own = pageErrors[language][code];
  if (own !== undefined) return own;
  const isCore = code in coreGerman;
  const found = language === "de" ? coreGerman[code] : isCore && english ? String(english) : undefined;
  return found ?? pageErrors[language][""] ?? "";
}
