// What is asked over plain requests: lists of running games, and a single game from the archive.
import { computed, signal } from "@preact/signals";
import { listedOf, type Archived, type WireState } from "./archive";
import type { Session } from "./session";
import type { Listed, Quick, Reason } from "./types";

const PAGE = 50;
const PAGES_MAX = 4;

/** Those that wait for me come first. */
const byTurn = (games: Listed[]): readonly Listed[] => games.sort((a, b) => Number(b.isMyTurn) - Number(a.isMyTurn));

export class Lists {
  readonly mine = signal<readonly Listed[] | null>(null);
  readonly turns = computed(() => this.mine.value?.filter(({ isMyTurn }) => isMyTurn).length ?? 0);
  readonly others = signal<readonly Listed[] | null>(null);

  constructor(
    private readonly home: URL,
    private readonly session: Session,
  ) {}

  async refreshMine(): Promise<void> {
    const games = await this.pages("player=me&status=in_progress");
    if (!games) return;
    const known = new Map(this.mine.peek()?.map((game) => [game.gameId, game]));
    const newer = (game: Listed): Listed => {
      const heard = known.get(game.gameId);
      return heard && heard.ply > game.ply ? heard : game;
    };
    this.mine.value = byTurn(games.map(newer)); // a move may have been heard while the answer was on its way
  }

  /** A move in one of my games, heard of before the list is asked for again. */
  played(gameId: string, ply: number, isMyTurn: boolean): void {
    const { mine } = this;
    const games = mine.peek();
    if (games) mine.value = byTurn(games.map((game) => (game.gameId === gameId ? { ...game, ply, isMyTurn } : game)));
  }

  ended(gameId: string): void {
    this.mine.value = this.mine.peek()?.filter((game) => game.gameId !== gameId) ?? null;
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
