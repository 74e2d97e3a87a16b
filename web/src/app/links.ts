// The address of a game: everything after the # is its notation, so a link needs no server.

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

/** What somebody pasted: a link stands for the game in it. */
export function pastedGame(text: string): string {
  const trimmed = text.trim();
  const hash = /^\w+:\/\/\S*#(\S+)$/.exec(trimmed)?.[1];
  return hash ? (linkedGame(hash) ?? trimmed) : trimmed;
}
