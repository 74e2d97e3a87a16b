// Every REST request of the panels, by name.
import type { Answer, ApiClient } from "../online/api";
import { recordOf, type WireState } from "../online/record";
import type { Class } from "../online/types";
import { type GameSearch, gamesPath, type LeaderSearch, leadersPath, query } from "./query";
import type { GamePage, Leaders, Profile, RatingHistory, Self } from "./types";

type Done = Promise<Answer<{ readonly ok: true }>>;

export const gamesPerPage = 50;
export const leadersPerPage = 50;

const idIn = (id: string): string => encodeURIComponent(id);

export function fetchSelf(api: ApiClient, signal?: AbortSignal): Promise<Answer<Self>> {
  return api.get("api/me", signal);
}

export function fetchProfile(api: ApiClient, playerId: string, signal?: AbortSignal): Promise<Answer<Profile>> {
  return api.get(`api/players/${idIn(playerId)}`, signal);
}

export function fetchRatings(
  api: ApiClient,
  playerId: string,
  board: Class,
  signal?: AbortSignal,
): Promise<Answer<RatingHistory>> {
  return api.get(query(`api/players/${idIn(playerId)}/ratings`, { class: board }), signal);
}

export function fetchLeaders(
  api: ApiClient,
  search: LeaderSearch,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<Answer<Leaders>> {
  return api.get(leadersPath(search, leadersPerPage, cursor), signal);
}

export async function fetchGames(
  api: ApiClient,
  playerId: string,
  search: GameSearch,
  { limit = gamesPerPage, cursor = null }: { limit?: number; cursor?: string | null } = {},
  signal?: AbortSignal,
): Promise<Answer<GamePage>> {
  type Page = { games: readonly WireState[]; next: string | null };
  const answer = await api.get<Page>(gamesPath(playerId, search, limit, cursor), signal);
  if (!answer.ok) return answer;
  return { ok: true, value: { games: answer.value.games.map(recordOf), next: answer.value.next } };
}

export function createAccount(
  api: ApiClient,
  login: string,
  password: string,
): Promise<Answer<Self & { readonly recoveryCode: string }>> {
  return api.postFromDevice("api/account", { login, password }, false);
}

export function renewRecovery(api: ApiClient): Promise<Answer<{ readonly recoveryCode: string }>> {
  return api.post("api/account/recovery", {});
}

export interface PasswordChange {
  readonly password?: string;
  readonly newPassword: string;
  readonly login?: string;
}

export function changePassword(api: ApiClient, change: PasswordChange): Done {
  return api.post("api/account/password", change);
}

export type Credentials = { readonly login: string; readonly password: string } | { readonly recoveryCode: string };

export function logIn(
  api: ApiClient,
  credentials: Credentials,
): Promise<Answer<{ readonly token: string; readonly playerId: string; readonly name: string }>> {
  return api.postFromDevice("api/login", credentials, true);
}

export function logOut(api: ApiClient): Done {
  return api.post("api/logout", {});
}

export function logOutEverywhere(api: ApiClient): Promise<Answer<{ readonly token: string }>> {
  return api.post("api/logout-everywhere", {});
}

export function deleteMe(api: ApiClient, name: string): Done {
  return api.post("api/me/delete", { name });
}
