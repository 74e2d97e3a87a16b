// What is read over REST: the lists of running games, single games of the archive, the quick messages.
import { computed, signal } from "@preact/signals";
import type { Player } from "../core/types";
import type { Answer, ApiClient } from "./api";
import { listedOf, recordOf, type GameRecord, type WireState } from "./record";
import type { Session } from "./session";
import type { ListedGame, QuickMessage } from "./types";

const PAGE_SIZE = 50;
const PAGES_MAX = 4;

/** Games that wait for my move come first. */
const byTurn = (games: ListedGame[]): readonly ListedGame[] =>
  games.sort((a, b) => Number(b.isMyTurn) - Number(a.isMyTurn));

export class Lists {
  readonly mine = signal<readonly ListedGame[] | null>(null);
  readonly turns = computed(() => this.mine.value?.filter(({ isMyTurn }) => isMyTurn).length ?? 0);
  readonly others = signal<readonly ListedGame[] | null>(null);

  constructor(
    private readonly api: ApiClient,
    private readonly session: Session,
  ) {}

  /** An update may overtake the list on its way here: the entry with the higher ply is the newer one. */
  async refreshMine(): Promise<void> {
    const games = await this.running("player=me&");
    if (!games) return;
    const known = new Map(this.mine.peek()?.map((game) => [game.gameId, game]));
    const newer = (listed: ListedGame): ListedGame => {
      const before = known.get(listed.gameId);
      return before && before.ply > listed.ply ? before : listed;
    };
    this.mine.value = byTurn(games.map(newer));
  }

  async refreshOthers(): Promise<void> {
    const games = await this.running("");
    if (games) this.others.value = games;
  }

  /** A move in one of my games; the list need not be fetched again. */
  played(gameId: string, ply: number, turn: Player, isMyTurn: boolean): void {
    const { mine } = this;
    const games = mine.peek();
    if (games) mine.value = byTurn(games.map((game) => (game.gameId === gameId ? { ...game, ply, turn, isMyTurn } : game)));
  }

  ended(gameId: string): void {
    this.mine.value = this.mine.peek()?.filter((game) => game.gameId !== gameId) ?? null;
  }

  async quickMessages(): Promise<readonly QuickMessage[]> {
    const answer = await this.api.get<QuickMessage[]>("api/quick-messages");
    return answer.ok ? answer.value : [];
  }

  async archived(gameId: string): Promise<Answer<GameRecord>> {
    const state = await this.api.get<WireState>(`api/games/${gameId}`);
    return state.ok ? { ok: true, value: recordOf(state.value) } : state;
  }

  /** Null: the server does not answer, and the list that is shown stays. */
  private async running(query: string): Promise<ListedGame[] | null> {
    const me = this.session.me.peek()?.playerId ?? null;
    const found: ListedGame[] = [];
    let cursor = "";
    for (let page = 0; page < PAGES_MAX; page++) {
      const path = `api/games?${query}status=in_progress&limit=${PAGE_SIZE}${cursor && `&cursor=${cursor}`}`;
      const answer = await this.api.get<{ games: WireState[]; next: string | null }>(path);
      if (!answer.ok) return page === 0 ? null : found;
      found.push(...answer.value.games.map((state) => listedOf(recordOf(state), me)));
      if (!answer.value.next) break;
      cursor = answer.value.next;
    }
    return found;
  }
}
