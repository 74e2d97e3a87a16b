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

/** A rated game that does not count for leaderboards; docs/ratings.md has the rules. */
export interface Discount {
  readonly gameId: string;
  readonly at: string;
  readonly discount: "same-network" | "short" | "repeated" | "new-opponent";
  readonly players: { readonly X: Named; readonly O: Named };
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

async function fetchList<T>(
  api: ApiClient,
  list: "reports" | "actions" | "discounts",
  cursor: string | null,
  signal?: AbortSignal,
): Promise<Answer<Listed<T>>> {
  type Page = { readonly [key: string]: readonly T[] } & { readonly next: string | null };
  const answer = await api.get<Page>(query(`api/moderation/${list}`, { cursor }), signal);
  return answer.ok ? { ok: true, value: { items: answer.value[list] ?? [], next: answer.value.next } } : answer;
}

type Fetch<T> = (api: ApiClient, cursor: string | null, signal?: AbortSignal) => Promise<Answer<Listed<T>>>;

export const fetchReports: Fetch<Report> = (api, cursor, signal) => fetchList(api, "reports", cursor, signal);
export const fetchDeals: Fetch<Deal> = (api, cursor, signal) => fetchList(api, "actions", cursor, signal);
export const fetchDiscounts: Fetch<Discount> = (api, cursor, signal) => fetchList(api, "discounts", cursor, signal);

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
