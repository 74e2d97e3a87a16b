// What is asked over plain requests: lists of running games, and a single game from the archive.
import { signal } from "@preact/signals";
import { listedOf, type Archived, type WireState } from "./archive";
import type { Session } from "./session";
import type { Listed, Quick, Reason } from "./types";

const PAGE = 50;
const PAGES_MAX = 4;

export class Lists {
  readonly mine = signal<readonly Listed[] | null>(null);
  readonly others = signal<readonly Listed[] | null>(null);

  constructor(
    private readonly home: URL,
    private readonly session: Session,
  ) {}

  async refreshMine(): Promise<void> {
    const games = await this.pages("player=me&status=in_progress");
    if (games) this.mine.value = games.sort((a, b) => Number(b.isMyTurn) - Number(a.isMyTurn));
  }

  async refreshOthers(): Promise<void> {
    const games = await this.pages("status=in_progress");
    if (games) this.others.value = games;
  }

  async quicks(): Promise<readonly Quick[]> {
    return (await this.get<Quick[]>("api/quick-messages")) ?? [];
  }

  async archived(gameId: string): Promise<Archived | null> {
    const [state, history] = await Promise.all([
      this.get<WireState>(`api/games/${gameId}`),
      this.get<{ reason: Reason | null }>(`api/games/${gameId}/history`),
    ]);
    return state ? { state, reason: history?.reason ?? null } : null;
  }

  /** Null: the server did not answer, and what is shown stays. */
  private async pages(query: string): Promise<Listed[] | null> {
    const me = this.session.me.peek()?.playerId ?? null;
    const found: Listed[] = [];
    let cursor = "";
    for (let page = 0; page < PAGES_MAX; page++) {
      const path = `api/games?${query}&limit=${PAGE}${cursor && `&cursor=${cursor}`}`;
      const answer = await this.get<{ games: WireState[]; next: string | null }>(path);
      if (!answer) return page === 0 ? null : found;
      found.push(...answer.games.map((state) => listedOf(state, me)));
      if (!answer.next) break;
      cursor = answer.next;
    }
    return found;
  }

  private async get<T>(path: string): Promise<T | null> {
    const token = this.session.token();
    try {
      const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
      const response = await fetch(new URL(path, this.home), { headers });
      return response.ok ? ((await response.json()) as T) : null;
    } catch {
      return null;
    }
  }
}
