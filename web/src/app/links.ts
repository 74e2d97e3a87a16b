// Links to games: the notation stands after the #, so a link needs no server.
import { isVariant } from "../core/variants";

/** The notation in an address, or null. */
export function linkedGame(hash: string): string | null {
  let text: string;
  try {
    text = decodeURIComponent(hash.replace(/^#/, ""));
  } catch {
    return null;
  }
  return text === "" ? null : text;
}

/** Links always name the board: `#7x6:4453`. */
export function gameLink(address: string, notation: string): string {
  const named = notation.includes(":") ? notation : `7x6:${notation}`;
  return `${address.replace(/#.*$/, "")}#${named.replace(/[<>]/g, encodeURIComponent)}`;
}

/** People separate moves by spaces, commas, hyphens or lines; the core's notation has nothing between them. */
const SEPARATORS = /[\s,\-\u2010-\u2015\u2212]+/g;
/** In a variant a hyphen is a move. Keyboards make other signs of it. */
const HYPHENS = /[\u2010-\u2015\u2212]/g;
const VARIANT_SEPARATORS = /[\s,]+/g;

/** Where the text has a move (JSON: a character) of its game, both from 0. The core counts moves after the board's name. */
export function placeInText(text: string, at: number): number {
  const game = pastedGame(text);
  const raw = /^\s*\w+:\/\/\S*#(\S+)\s*$/.exec(text)?.[1] ?? text.trim();
  const from = text.lastIndexOf(raw);
  if (game.startsWith("{")) return from + at;
  const separators = isVariant(game) ? VARIANT_SEPARATORS : SEPARATORS;
  let left = at;
  for (let i = raw.indexOf(":") + 1; i < raw.length; i++) if (raw[i]!.replace(separators, "") !== "" && left-- === 0) return from + i;
  return from + raw.length;
}

/** The game in pasted text: of a link only the part after the #, of moves only their characters. JSON stays as it is. */
export function pastedGame(text: string): string {
  const trimmed = text.trim();
  const hash = /^\w+:\/\/\S*#(\S+)$/.exec(trimmed)?.[1];
  const game = hash ? (linkedGame(hash) ?? trimmed) : trimmed;
  if (game.startsWith("{")) return game;
  const plain = game.replace(HYPHENS, "-").replace(VARIANT_SEPARATORS, "");
  return isVariant(plain) ? plain : game.replace(SEPARATORS, "");
}
