// Why a position is won, lost or drawn, in words: a sentence for every reason of the core, in both languages.
// `[term|words]` marks a term of the game that has an explanation (ui/glossary).
// tests/web/why.test.mjs compares the English with the core's own.
import type { App, Language } from "../../app/types";
import { ENDINGS } from "../../core/reason";
import type { Estimate, Reason, Snapshot } from "../../core/types";
import { colorName, columnLetter, percentOf } from "./names";
import type { Term } from "./terms";
import { type Args, fill } from "./texts";

const english = {
  winNow: "{mover} wins now with {or}.",
  forkNow: "{other} threatens {and} [fork|at once]; {mover} can block only one of them.",
  squeezeNow: "{mover} is in [zugzwang|zugzwang]: every open column lets {other} win on top of it.",
  blockDraw: "{mover} must answer in {and}; then perfect play draws.",
  blockStack: "{mover} must answer in {and}; then {other} wins on top of it.",
  blockDecides: "{mover} must answer in {and}; then {winner}'s {threat} in {last} decides the board: {winner} wins in {moves}.",
  blockWin: "{mover} must answer in {and}; then {winner} wins in {moves}. {ending}",
  winNextFork: "{winner} wins in {moves} with {and}: that threatens {end} [fork|at once].",
  winNextStack: "{winner} wins in {moves} with {and}: {other} must answer in {last}, and {winner} wins on top of it.",
  winNextSqueeze: "{winner} wins in {moves} with {and}: {other} is then in [zugzwang|zugzwang].",
  win: "{winner} wins in {moves} with {or}. {ending}",
  winAny: "{winner} wins in {moves} with any column. {ending}",
  loss: "{winner} wins in {moves} whatever {mover} plays; {and} {count|holds|hold} out longest. {ending}",
  lossAny: "{winner} wins in {moves} whatever {mover} plays. {ending}",
  drawAny: "{count|The only move|Every move} draws.",
  draw: "Only {and} {count|holds|hold} the draw.",
  endFork: "The best line ends with threats in {end} [fork|at once].",
  endStack: "The best line ends with a forced answer in {last}, and {winner} wins on top of it.",
  endOld: "{winner}'s {threat} in {last} decides the board.",
  endNew: "{winner} gets an {threat} in {last} that decides the board.",
  about: "{mover}'s winning chance is estimated at {percent} %, with {best}.",
  blockAbout: "{mover} must answer in {and}; then the winning chance is estimated at {percent} %.",
  only: "{count|Only|All but} {and} {count|is not|are} proven to lose.",
  threat: "{other} threatens to win by force, beginning with {last}.",
  forcing: "Every move on the way is a threat to win at once.",
  odd: "[odd|odd threat]",
  even: "[even|even threat]",
  column: "column {list}",
  columns: "columns {list}",
  and: " and ",
  or: " or ",
} as const;

type Word = keyof typeof english;

const german: Readonly<Record<Word, string>> = {
  winNow: "{mover} gewinnt sofort mit {or}.",
  forkNow: "{other} droht in {and} [fork|zugleich]; {mover} kann nur eine der Drohungen abwehren.",
  squeezeNow: "{mover} ist in [zugzwang|Zugzwang]: Jeder Zug lässt {other} direkt darüber gewinnen.",
  blockDraw: "{mover} muss in {and} antworten; danach endet es bei perfektem Spiel remis.",
  blockStack: "{mover} muss in {and} antworten, und {other} gewinnt direkt darüber.",
  blockDecides: "{mover} muss in {and} antworten; danach gewinnt {winner} in {moves|# Zug|# Zügen}, weil {winner}s {threat} in {last} das Spiel entscheidet.",
  blockWin: "{mover} muss in {and} antworten; danach gewinnt {winner} in {moves|# Zug|# Zügen}, {ending}.",
  winNextFork: "{winner} gewinnt in {moves|# Zug|# Zügen} mit {and}, weil danach Drohungen in {end} [fork|zugleich] stehen.",
  winNextStack: "{winner} gewinnt in {moves|# Zug|# Zügen} mit {and}: {other} muss in {last} antworten, und {winner} gewinnt direkt darüber.",
  winNextSqueeze: "{winner} gewinnt in {moves|# Zug|# Zügen} mit {and}, weil {other} danach in [zugzwang|Zugzwang] ist.",
  win: "{winner} gewinnt in {moves|# Zug|# Zügen} mit {or}, {ending}.",
  winAny: "{winner} gewinnt in {moves|# Zug|# Zügen} mit jeder Spalte, {ending}.",
  loss: "{winner} gewinnt in {moves|# Zug|# Zügen}, egal was {mover} spielt, {ending}. Am längsten hält {mover} mit {or} durch.",
  lossAny: "{winner} gewinnt in {moves|# Zug|# Zügen}, egal was {mover} spielt, {ending}.",
  drawAny: "{count|Der einzige Zug|Jeder Zug} führt zum Remis.",
  draw: "Nur {and} {count|hält|halten} das Remis.",
  endFork: "weil die beste Zugfolge mit Drohungen in {end} [fork|zugleich] endet",
  endStack: "weil die beste Zugfolge eine Antwort in {last} erzwingt und {winner} direkt darüber gewinnt",
  endOld: "weil {winner}s {threat} in {last} das Spiel entscheidet",
  endNew: "weil {winner} eine {threat} in {last} bekommt, die das Spiel entscheidet",
  about: "{mover} gewinnt schätzungsweise mit {percent} % Wahrscheinlichkeit, am besten mit {best}.",
  blockAbout: "{mover} muss in {and} antworten; danach liegt die Gewinnchance schätzungsweise bei {percent} %.",
  only: "{count|Nur für|Für alle Spalten außer} {and} ist {count|keine|eine} Niederlage bewiesen.",
  threat: "{other} droht, mit Zwang zu gewinnen, beginnend mit {last}.",
  forcing: "Jeder Zug auf dem Weg droht sofort zu gewinnen.",
  odd: "[odd|ungerade Drohung]",
  even: "[even|gerade Drohung]",
  column: "Spalte {list}",
  columns: "Spalte {list}",
  and: " und ",
  or: " oder ",
};

export const whyWords: Readonly<Record<Language, Readonly<Record<Word, string>>>> = { en: english, de: german };

function blockWord({ winner, moves, ending, endIsOld }: Reason, isEstimate: boolean): Word {
  if (winner === null && isEstimate) return "blockAbout";
  if (winner === null) return "blockDraw";
  if (moves === 1) return "blockStack";
  return ending === "squeeze" && endIsOld ? "blockDecides" : "blockWin";
}

const winNextWords = { none: "winNextSqueeze", fork: "winNextFork", stack: "winNextStack", squeeze: "winNextSqueeze" } as const;

function wordOf(reason: Reason, isEstimate: boolean): Word {
  const { code, ending, isAny, columns } = reason;
  if (code === "block") return blockWord(reason, isEstimate);
  if (code === "winNext") return winNextWords[ending];
  if (code === "win") return isAny && columns.length > 1 ? "winAny" : "win";
  if (code === "loss") return isAny ? "lossAny" : "loss";
  if (code === "draw") return isAny ? "drawAny" : "draw";
  return code === "estimate" ? "about" : code;
}

/** A number of moves that is only a bound, and proven. */
const bounds: Readonly<Record<Language, (text: string) => string>> = {
  en: (text) => text.replace(" in {moves}", " within {moves|# move|# moves} (proven)"),
  de: (text) => text.replace(/ in (\{moves\|[^}]*\})/, " in höchstens $1 (bewiesen)"),
};

/** The sentences of an estimate: what is proven, then the chance. */
function estimateTexts(words: Readonly<Record<Word, string>>, reason: Reason, language: Language): string {
  const { code, columns, isAny } = reason;
  const isOnly = !isAny && (code === "only" || columns.length > 1);
  if (code === "threat" || code === "only") return [code === "threat" && words.threat, isOnly && words.only, words.about].filter(Boolean).join(" ");
  const text = bounds[language](words[wordOf(reason, true)]);
  const tellsEnd = text.includes("{ending}") && reason.ending !== "none";
  return reason.isForcing && tellsEnd ? `${text} ${words.forcing}` : text;
}

function endingWord({ ending, endIsOld }: Reason): Word {
  if (ending === "fork") return "endFork";
  if (ending === "stack") return "endStack";
  return endIsOld ? "endOld" : "endNew";
}

/** "3 and 5", "1, 2 or 7" */
function joined(letters: readonly string[], joint: string): string {
  const last = letters.at(-1) ?? "";
  return letters.length < 2 ? last : letters.slice(0, -1).join(", ") + joint + last;
}

/** The sentence with its terms marked. */
function markedText(app: App, snapshot: Snapshot, reason: Reason, estimate: Estimate | null): string {
  const { language } = app.settings.value;
  const words = whyWords[language];
  const listed = (columns: readonly number[], joint: "and" | "or"): string => {
    const list = joined(columns.map((column) => columnLetter(snapshot, column)), words[joint]);
    return fill(words[joint === "and" && columns.length > 1 ? "columns" : "column"], { list });
  };
  const { mover, winner, moves, columns, endColumns, endColumn, endIsOdd } = reason;
  const args: Args = {
    mover: colorName(app, mover),
    other: colorName(app, mover === 0 ? 1 : 0),
    winner: winner === null ? "" : colorName(app, winner),
    moves,
    and: listed(columns, "and"),
    or: listed(columns, "or"),
    count: columns.length,
    end: listed(endColumns, "and"),
    last: listed([endColumn], "and"),
    threat: words[endIsOdd ? "odd" : "even"],
    percent: percentOf(estimate?.position.chance ?? 0),
    best: listed(estimate ? [estimate.best] : columns, "and"),
  };
  const ending = reason.ending === ENDINGS[0] ? "" : fill(words[endingWord(reason)], args);
  const text = estimate ? estimateTexts(words, reason, language) : words[wordOf(reason, false)];
  // A proof may be known without its end.
  return fill(text, { ...args, ending }).replace(", .", ".").replace(/ +$| +(?= )/g, "");
}

/** A piece of a sentence; one with a term can be asked about. */
export interface Piece {
  readonly text: string;
  readonly term: Term | null;
}

const marks = /\[(\w+)\|([^\]]*)\]/;

export function piecesOf(text: string): Piece[] {
  const parts = text.split(marks); // text, term, words, text, term, words, …, text
  const pieces = parts.map((part, index): Piece | null => {
    if (index % 3 === 1) return null;
    return { text: part, term: index % 3 === 2 ? (parts[index - 1] as Term) : null };
  });
  return pieces.filter((piece) => piece !== null && piece.text !== "") as Piece[];
}

/** `estimate`: the reason is that of an estimate, whose numbers of moves are bounds. */
export function whyPieces(app: App, snapshot: Snapshot, reason: Reason, estimate: Estimate | null = null): Piece[] {
  return piecesOf(markedText(app, snapshot, reason, estimate));
}

export function whyText(app: App, snapshot: Snapshot, reason: Reason, estimate: Estimate | null = null): string {
  return whyPieces(app, snapshot, reason, estimate).map(({ text }) => text).join("");
}
