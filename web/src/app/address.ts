// The address and the board go together: a game of the server is at game/ID, everything else at home. So an
// address can be copied, reloaded, and gone back from.
import { home } from "./files";
import { routeOf, type Route } from "./route";
import type { Screen } from "./types";

/** What an entry of the browser's history remembers: the screen that a game was opened from. */
interface Entry {
  readonly screen: Screen | null;
}

export function currentRoute(): Route | null {
  return routeOf(new URL(location.href), home());
}

export function currentScreen(): Screen | null {
  return (history.state as Entry | null)?.screen ?? null;
}

const gameAddress = (gameId: string): string => new URL(`game/${gameId}${location.search}`, home()).href;

/** Icons and manifest are fetched when the browser likes: found from the page's folder, wherever its address went. */
function settleLinks(): void {
  const late = "link[rel~=icon], link[rel=apple-touch-icon], link[rel=manifest]";
  for (const link of document.querySelectorAll<HTMLLinkElement>(late)) link.href = new URL(link.getAttribute("href") ?? "", home()).href;
}

/** One comes back to the list that a game was opened from; a rematch takes the place of the game before it. */
export function enterGame(gameId: string, screen: Screen | null): void {
  const route = currentRoute();
  const isAtGame = route?.kind === "game";
  if (isAtGame && route.gameId === gameId) return;
  if (isAtGame && screen === null) return history.replaceState(null, "", gameAddress(gameId));
  settleLinks();
  history.replaceState({ screen } satisfies Entry, "");
  history.pushState(null, "", gameAddress(gameId));
}

/** The address is put right, whatever the board shows now. */
export function nameBoard(gameId: string | null): void {
  const route = currentRoute();
  const named = route?.kind === "game" ? route.gameId : null;
  if (named === gameId) return;
  history.replaceState(history.state, "", gameId ? gameAddress(gameId) : home().href + location.search);
}
