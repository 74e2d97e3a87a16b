// Links to games: the notation stands after the #, so a link needs no server.

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
  return `${address.replace(/#.*$/, "")}#${named}`;
}

/** The game in pasted text: of a link only the part after the #. */
export function pastedGame(text: string): string {
  const trimmed = text.trim();
  const hash = /^\w+:\/\/\S*#(\S+)$/.exec(trimmed)?.[1];
  return hash ? (linkedGame(hash) ?? trimmed) : trimmed;
}
