// Reporting players, and what moderators read and do.
import type { Answer, ApiClient } from "../online/api";
import { query } from "./query";

type Done = Promise<Answer<{ readonly ok: true }>>;

export const reportKinds = ["chat", "name", "play", "other"] as const;
export type ReportKind = (typeof reportKinds)[number];

export const deeds = ["mute", "ban", "rename"] as const;
export type Deed = (typeof deeds)[number];

export interface Named {
  readonly playerId: string;
  readonly name: string | null;
}

export interface Report {
  readonly report: number;
  readonly player: Named;
  readonly sender: Named;
  readonly gameId: string | null;
  readonly kind: ReportKind;
  readonly text: string;
  readonly sentAt: string;
}

/** Until when the player may not write, and not play; null: the player may. */
export interface Moderated extends Named {
  readonly mutedUntil: string | null;
  readonly bannedUntil: string | null;
  readonly isModerator: boolean;
}

export interface Deal {
  readonly player: Named;
  readonly moderator: Named;
  readonly action: Deed;
  readonly until: string | null;
  readonly reason: string;
  readonly at: string;
}

export interface ChatLine {
  readonly playerId: string;
  readonly text: string;
  readonly quick?: number;
}

export interface Chat {
  readonly players: readonly ChatLine[];
  readonly spectators: readonly ChatLine[];
}

export interface Listed<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

const idIn = (id: string): string => encodeURIComponent(id);

export function reportPlayer(
  api: ApiClient,
  playerId: string,
  report: { readonly kind: ReportKind; readonly text: string; readonly gameId: string | null },
): Done {
  return api.post(`api/players/${idIn(playerId)}/report`, report);
}

export async function fetchReports(
  api: ApiClient,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<Answer<Listed<Report>>> {
  type Page = { reports: readonly Report[]; next: string | null };
  const answer = await api.get<Page>(query("api/moderation/reports", { cursor }), signal);
  return answer.ok ? { ok: true, value: { items: answer.value.reports, next: answer.value.next } } : answer;
}

export async function fetchDeals(
  api: ApiClient,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<Answer<Listed<Deal>>> {
  type Page = { actions: readonly Deal[]; next: string | null };
  const answer = await api.get<Page>(query("api/moderation/actions", { cursor }), signal);
  return answer.ok ? { ok: true, value: { items: answer.value.actions, next: answer.value.next } } : answer;
}

export function closeReport(api: ApiClient, report: number): Done {
  return api.post("api/moderation/reports/close", { report });
}

export function fetchModerated(api: ApiClient, playerId: string, signal?: AbortSignal): Promise<Answer<Moderated>> {
  return api.get(`api/moderation/players/${idIn(playerId)}`, signal);
}

export function fetchChat(api: ApiClient, gameId: string, signal?: AbortSignal): Promise<Answer<Chat>> {
  return api.get(`api/moderation/games/${idIn(gameId)}/chat`, signal);
}

/** `hours` 0 ends a mute or a ban. */
export function moderatePlayer(
  api: ApiClient,
  playerId: string,
  order: { readonly action: Deed; readonly hours?: number; readonly reason: string },
): Promise<Answer<Moderated>> {
  return api.post(`api/moderation/players/${idIn(playerId)}`, order);
}
