// Every question the panels ask, by name.
import type { Class, Online } from "../online/types";
import { ask, type Answer } from "./api";
import { type Entry, readPage } from "./entry";
import { type GameSearch, gamesPath, type LeaderSearch, leadersPath, query } from "./query";
import type { GamePage, Leaders, Profile, RatingHistory, Self } from "./types";

type Asker = Pick<Online, "token">;
type Done = Promise<Answer<{ readonly ok: true }>>;

export const gamesPerPage = 50;
export const leadersPerPage = 50;

const idIn = (id: string): string => encodeURIComponent(id);

export function fetchSelf(online: Asker, signal?: AbortSignal): Promise<Answer<Self>> {
  return ask(online, "api/me", { signal });
}

export function fetchProfile(online: Asker, playerId: string, signal?: AbortSignal): Promise<Answer<Profile>> {
  return ask(online, `api/players/${idIn(playerId)}`, { signal });
}

export function fetchRatings(
  online: Asker,
  playerId: string,
  board: Class,
  signal?: AbortSignal,
): Promise<Answer<RatingHistory>> {
  return ask(online, query(`api/players/${idIn(playerId)}/ratings`, { class: board }), { signal });
}

export function fetchLeaders(
  online: Asker,
  search: LeaderSearch,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<Answer<Leaders>> {
  return ask(online, leadersPath(search, leadersPerPage, cursor), { signal });
}

export async function fetchGames(
  online: Asker,
  playerId: string,
  search: GameSearch,
  { limit = gamesPerPage, cursor = null }: { limit?: number; cursor?: string | null } = {},
  signal?: AbortSignal,
): Promise<Answer<GamePage>> {
  type Page = { games: readonly Entry[]; next: string | null };
  const answer = await ask<Page>(online, gamesPath(playerId, search, limit, cursor), { signal });
  return answer.ok ? { ok: true, value: readPage(answer.value) } : answer;
}

export function createAccount(
  online: Asker,
  login: string,
  password: string,
): Promise<Answer<Self & { readonly recoveryCode: string }>> {
  return ask(online, "api/account", { method: "POST", body: { login, password } });
}

export function renewRecovery(online: Asker): Promise<Answer<{ readonly recoveryCode: string }>> {
  return ask(online, "api/account/recovery", { method: "POST", body: {} });
}

export interface PasswordChange {
  readonly password?: string;
  readonly newPassword: string;
  readonly login?: string;
}

export function changePassword(online: Asker, change: PasswordChange): Done {
  return ask(online, "api/account/password", { method: "POST", body: change });
}

export type Credentials = { readonly login: string; readonly password: string } | { readonly recoveryCode: string };

/** Asked without the token at hand: it belongs to the guest who wants to be somebody else. */
export function logIn(
  credentials: Credentials,
): Promise<Answer<{ readonly token: string; readonly playerId: string; readonly name: string }>> {
  return ask({ token: () => null }, "api/login", { method: "POST", body: credentials });
}

export function logOut(online: Asker): Done {
  return ask(online, "api/logout", { method: "POST", body: {} });
}

export function logOutEverywhere(online: Asker): Promise<Answer<{ readonly token: string }>> {
  return ask(online, "api/logout-everywhere", { method: "POST", body: {} });
}

export function deleteMe(online: Asker, name: string): Done {
  return ask(online, "api/me/delete", { method: "POST", body: { name } });
}
