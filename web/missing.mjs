// The page of a missing address, in each language: a board whose discs read 404.

const ROWS = [
  ".............",
  ".r.r.yyy.r.r.",
  ".r.r.y.y.r.r.",
  ".rrr.y.y.rrr.",
  "...r.y.y...r.",
  "...r.yyy...r.",
  ".............",
];
const CELL = 20;
/** Around its middle. */
const STAR = "m0-4.6 1.4 2.9 3.1.4-2.2 2.2.5 3.1-2.8-1.5-2.8 1.5.5-3.1-2.2-2.2 3.1-.4z";

const texts = {
  en: {
    title: "Nothing landed here",
    text: "There is no page at this address. Maybe the link is not complete, or the game does not exist.",
    home: "Go to the game",
    board: "A board whose discs read 404",
  },
  de: {
    title: "Hier ist kein Stein gelandet",
    text: "Unter dieser Adresse gibt es keine Seite. Vielleicht ist der Link nicht vollständig, oder die Partie gibt es nicht.",
    home: "Zum Spiel",
    board: "Ein Brett, dessen Steine 404 zeigen",
  },
};

function discOf(letter, x, y) {
  const [cx, cy] = [(x + 0.5) * CELL, (y + 0.5) * CELL];
  const disc = (fill) => `<circle cx="${cx}" cy="${cy}" r="7.6" fill="${fill}"/>`;
  if (letter === ".") return disc("#14152a");
  if (letter === "r") return `${disc("#e63946")}<circle cx="${cx}" cy="${cy}" r="3.6" fill="none" stroke="#b42d38" stroke-width="1.6"/>`;
  return `${disc("#ffd60a")}<path d="M${cx} ${cy}${STAR}" fill="#c9a808"/>`;
}

function board(name) {
  const [width, height] = [ROWS[0].length * CELL, ROWS.length * CELL];
  const discs = ROWS.flatMap((row, y) => [...row].map((letter, x) => discOf(letter, x, y)));
  const box = `<rect x="-4" y="-4" width="${width + 8}" height="${height + 8}" rx="12" fill="#0052cc"/>`;
  return `<svg viewBox="-4 -4 ${width + 8} ${height + 8}" role="img" aria-label="${name}">${box}${discs.join("")}</svg>`;
}

/** `fill` puts values into the page; returns the pages by file name. */
export function missingPages(fill, { icon, style }) {
  const pageOf = (language) => fill({ ...texts[language], board: board(texts[language].board), language, icon, style });
  return { "404.html": pageOf("en"), "404.de.html": pageOf("de") };
}
