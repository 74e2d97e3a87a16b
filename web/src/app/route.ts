// What the address asks for: an online game by its id, or a seat by a friend's code.

export type Route = { readonly kind: "game"; readonly gameId: string } | { readonly kind: "join"; readonly code: string };

/** `home`: the page's folder; game/ID lies below it. */
export function routeOf(address: URL, home: URL): Route | null {
  const below = address.pathname.startsWith(home.pathname) ? address.pathname.slice(home.pathname.length) : "";
  const gameId = /^(?:game|embed)\/([0-9a-z]{13})$/.exec(below)?.[1];
  if (gameId) return { kind: "game", gameId };
  const code = address.searchParams.get("join");
  return code ? { kind: "join", code } : null;
}

/** The address without the code, so that a reload does not join again. */
export function withoutCode(address: URL): string {
  const plain = new URL(address);
  plain.searchParams.delete("join");
  return plain.href.replace(/\?debug=(&|#|$)/, "?debug$1");
}
