// Every REST request of the panels, by name.
import type { Answer, ApiClient } from "../online/api";
import { recordOf, type WireState } from "../online/record";
import type { Class } from "../online/types";
import { type GameSearch, gamesPath, type LeaderSearch, leadersPath, query } from "./query";
import type { AccountLine, GamePage, Leaders, Passkeys, Profile, RatingHistory, Self, Session } from "./types";
import { type Challenge, type Fresh, type Signed, signChallenge } from "./webauthn";

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

/** What shows that the owner of an account asks, and not only the owner of a token. */
export type Secret = { readonly password: string; readonly code?: string } | { readonly recoveryCode: string };

export function prove(api: ApiClient, secret: Secret): Promise<Answer<{ readonly proof: string }>> {
  return api.post("api/account/proof", secret);
}

export function renewRecovery(api: ApiClient, proof?: string): Promise<Answer<{ readonly recoveryCode: string }>> {
  return api.post("api/account/recovery", { proof });
}

export interface PasswordChange {
  readonly newPassword: string;
  readonly login?: string;
}

/** Ends every session; the answer has a new token. */
export function changePassword(
  api: ApiClient,
  change: PasswordChange,
  proof?: string,
): Promise<Answer<{ readonly token: string }>> {
  return api.post("api/account/password", { ...change, proof });
}

export type Credentials = { readonly login: string; readonly password: string } | { readonly recoveryCode: string };

export interface NewSession {
  readonly token: string;
  readonly playerId: string;
  readonly name: string;
  /** After a login by recovery code: its replacement, and a proof for a new password. */
  readonly recoveryCode?: string;
  readonly proof?: string;
}

/** The second factor is missing: a code, or the ticket signed by one of the passkeys. */
export interface SecondStep extends Omit<Challenge, "challenge"> {
  readonly ticket: string;
}

export function logIn(api: ApiClient, credentials: Credentials): Promise<Answer<NewSession | SecondStep>> {
  return api.postFromDevice("api/login", credentials, true);
}

async function getChallenge(api: ApiClient, isAnonymous: boolean): Promise<Answer<Signed>> {
  const path = "api/login/challenge";
  const asked = await (isAnonymous ? api.postFromDevice<Challenge>(path, {}, true) : api.post<Challenge>(path, {}));
  return asked.ok ? signChallenge(asked.value) : asked;
}

export async function proveByPasskey(api: ApiClient): Promise<Answer<{ readonly proof: string }>> {
  const passkey = await getChallenge(api, false);
  return passkey.ok ? api.post("api/account/proof", { passkey: passkey.value }) : passkey;
}

export async function logInByPasskey(api: ApiClient): Promise<Answer<NewSession>> {
  const passkey = await getChallenge(api, true);
  return passkey.ok ? api.postFromDevice("api/login/passkey", { passkey: passkey.value }, true) : passkey;
}

export async function logInSecondByPasskey(api: ApiClient, step: SecondStep): Promise<Answer<NewSession>> {
  const passkey = await signChallenge({ ...step, challenge: step.ticket });
  if (!passkey.ok) return passkey;
  return api.postFromDevice("api/login/second", { ticket: step.ticket, passkey: passkey.value }, true);
}

export function fetchPasskeys(api: ApiClient, signal?: AbortSignal): Promise<Answer<Passkeys>> {
  return api.get("api/account/passkeys", signal);
}

export function beginPasskey(api: ApiClient, proof?: string): Promise<Answer<Challenge>> {
  return api.post("api/account/passkeys/challenge", { proof });
}

export function addPasskey(api: ApiClient, name: string, fresh: Fresh): Promise<Answer<Passkeys>> {
  return api.post("api/account/passkeys", { name, ...fresh });
}

export function deletePasskey(api: ApiClient, id: string, proof?: string): Promise<Answer<Passkeys>> {
  return api.post("api/account/passkeys/delete", { id, proof });
}

export function logInSecond(api: ApiClient, { ticket }: SecondStep, code: string): Promise<Answer<NewSession>> {
  return api.postFromDevice("api/login/second", { ticket, code }, true);
}

export interface NewTotp {
  readonly ticket: string;
  readonly secret: string;
  readonly uri: string;
}

export function beginTotp(api: ApiClient, proof?: string): Promise<Answer<NewTotp>> {
  return api.post("api/account/totp", { proof });
}

export function confirmTotp(api: ApiClient, ticket: string, code: string): Promise<Answer<Self>> {
  return api.post("api/account/totp/confirm", { ticket, code });
}

export function endTotp(api: ApiClient, proof?: string): Promise<Answer<Self>> {
  return api.post("api/account/totp/delete", { proof });
}

export function fetchAccountLog(
  api: ApiClient,
  signal?: AbortSignal,
): Promise<Answer<{ readonly lines: readonly AccountLine[] }>> {
  return api.get("api/account/log?limit=10", signal);
}

export function fetchSessions(
  api: ApiClient,
  signal?: AbortSignal,
): Promise<Answer<{ readonly sessions: readonly Session[] }>> {
  return api.get("api/sessions", signal);
}

export function endSession(api: ApiClient, id: string): Done {
  return api.post(`api/sessions/${idIn(id)}/delete`, {});
}

export function logOut(api: ApiClient): Done {
  return api.post("api/logout", {});
}

export function logOutEverywhere(api: ApiClient): Promise<Answer<{ readonly token: string }>> {
  return api.post("api/logout-everywhere", {});
}

export function deleteMe(api: ApiClient, name: string, proof?: string): Done {
  return api.post("api/me/delete", { name, proof });
}
