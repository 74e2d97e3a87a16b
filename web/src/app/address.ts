// The address follows the board: an online game is at game/ID, everything else at the page's folder. So an
// address can be copied and reloaded, and Back works.
import { home } from "./files";
import { routeOf, type Route } from "./route";
import type { Screen } from "./types";

/** State of a history entry: the screen a game was opened from, and the local game on the board. */
interface HistoryEntry {
  readonly screen: Screen | null;
  readonly localGame?: string | null;
}

/** The local game that was on the board before a reload. */
export function currentGame(): string | null {
  return (history.state as HistoryEntry | null)?.localGame ?? null;
}

export function rememberGame(localGame: string | null): void {
  history.replaceState({ screen: currentScreen(), localGame } satisfies HistoryEntry, "");
}

export function currentRoute(): Route | null {
  return routeOf(new URL(location.href), home());
}

export function currentScreen(): Screen | null {
  return (history.state as HistoryEntry | null)?.screen ?? null;
}

const gameAddress = (gameId: string): string => new URL(`game/${gameId}${location.search}`, home()).href;

/** Browsers fetch icons and manifest at any time: absolute addresses survive a change of the page's address. */
function makeLinksAbsolute(): void {
  const late = "link[rel~=icon], link[rel=apple-touch-icon], link[rel=manifest]";
  for (const link of document.querySelectorAll<HTMLLinkElement>(late)) link.href = new URL(link.getAttribute("href") ?? "", home()).href;
}

/** Back leads to the list a game was opened from; a rematch replaces the game before it. */
export function enterGame(gameId: string, screen: Screen | null): void {
  const route = currentRoute();
  const isAtGame = route?.kind === "game";
  if (isAtGame && route.gameId === gameId) return;
  if (isAtGame && screen === null) return history.replaceState(null, "", gameAddress(gameId));
  makeLinksAbsolute();
  history.replaceState({ screen, localGame: currentGame() } satisfies HistoryEntry, "");
  history.pushState(null, "", gameAddress(gameId));
}

/** Makes the address fit the board. Null: no online game. */
export function syncAddress(gameId: string | null): void {
  const route = currentRoute();
  const named = route?.kind === "game" ? route.gameId : null;
  if (named === gameId) return;
  history.replaceState(history.state, "", gameId ? gameAddress(gameId) : home().href + location.search);
}
