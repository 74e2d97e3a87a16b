// The query strings of the REST lists.
import type { Class } from "../online/types";

export interface GameSearch {
  readonly state: "finished" | "running";
  /** "": any */
  readonly result: "" | "won" | "lost" | "drawn";
  readonly board: "" | Class;
  /** The beginning of a name, as typed. */
  readonly opponent: string;
}

export const anyGame: GameSearch = { state: "finished", result: "", board: "", opponent: "" };

export interface LeaderSearch {
  readonly by: "rating" | "wins";
  readonly board: Class;
}

/** Fields without a value are left out. */
export function query(path: string, fields: Readonly<Record<string, string | number | null>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== "");
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text === "" ? path : `${path}?${text}`;
}

export function gamesPath(playerId: string, search: GameSearch, limit: number, cursor: string | null): string {
  return query("api/games", {
    player: playerId,
    status: search.state === "running" ? "in_progress" : "completed",
    // A running game has no result yet.
    result: search.state === "running" ? "" : search.result,
    class: search.board,
    opponent: search.opponent.trim(),
    limit,
    cursor,
  });
}

export function leadersPath(search: LeaderSearch, limit: number, cursor: string | null): string {
  return query("api/leaders", { by: search.by, class: search.board, limit, cursor });
}
