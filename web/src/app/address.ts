// The address follows the board: an online game is at game/ID, everything else at the page's folder. So an
// address can be copied and reloaded.
import { home } from "./files";
import { routeOf, type Route } from "./route";

export function currentRoute(): Route | null {
  return routeOf(new URL(location.href), home());
}

/** The address of an online game, or of everything else. `hash`: a link to the game on the board, or nothing. */
export function addressOf(remoteId: string | null, hash: string): string {
  if (remoteId !== null) return new URL(`game/${remoteId}${location.search}`, home()).href;
  if (currentRoute()?.kind === "game") return home().href + location.search;
  return location.href.replace(/#.*$/, "") + hash;
}

/** Browsers fetch icons and manifest at any time: absolute addresses survive a change of the page's address. */
export function makeLinksAbsolute(): void {
  const late = "link[rel~=icon], link[rel=apple-touch-icon], link[rel=manifest]";
  for (const link of document.querySelectorAll<HTMLLinkElement>(late)) link.href = new URL(link.getAttribute("href") ?? "", home()).href;
}
