// Loads online play on demand, once, and brings the game that the address names to the board.
import { effect } from "@preact/signals";
import type { Core } from "../core/client";
import type { Memory } from "../online/session";
import { OFFLINE, refusalKey, type Refusal } from "../online/refusal";
import type { Online } from "../online/types";
import { currentRoute } from "./address";
import { home, isAlone } from "./files";
import type { Game } from "./game";
import { RemoteGame, type RemoteHooks } from "./remote";
import { withoutCode } from "./route";
import { say, type State } from "./state";
import { read, write } from "./storage";

export class OnlineLoader {
  readonly remote: RemoteGame;
  private loading: Promise<Online> | null = null;

  constructor(
    private readonly state: State,
    core: Core,
    hooks: RemoteHooks,
    game: Game,
  ) {
    this.remote = new RemoteGame(core, state, game, hooks);
  }

  /** Whether the address or the last visit asks for an online game. */
  isWanted(): boolean {
    return !isAlone() && (currentRoute() !== null || read("online.table") !== null);
  }

  load(): Promise<Online> {
    this.loading ??= this.fetch().catch((error: unknown) => {
      this.loading = null;
      throw error;
    });
    return this.loading;
  }

  /**
   * Opens the game the address asks for, or the online game that was on the board before. `playsTail`: the last moves of a
   * finished game are played.
   */
  async begin(playsTail: boolean): Promise<void> {
    const route = currentRoute();
    const kept = read("online.table") as { gameId?: unknown } | null;
    if (route?.kind === "game" && route.gameId !== kept?.gameId) {
      await this.attempt((online) => this.remote.withTail(playsTail, () => online.open(route.gameId)));
    } else if (route?.kind === "join") {
      history.replaceState(history.state, "", withoutCode(new URL(location.href)));
      await this.attempt((online) => online.join(route.code));
    } else if (kept) {
      await this.attempt((online) => online.connect());
    }
  }

  /** Called when the page is idle: a returning player may have games that wait for a move. */
  async connectReturning(): Promise<void> {
    if (isAlone() || this.state.online.peek() || !read("online.token")) return;
    await (await this.load()).connect();
  }

  /** Opens a game by its id; a refusal is shown. */
  open(gameId: string): Promise<void> {
    return this.attempt((online) => online.open(gameId));
  }

  private async fetch(): Promise<Online> {
    const { createOnline } = await import("../online/online");
    const memory: Memory = {
      read: (key) => read(`online.${key}`),
      write: (key, value) => write(`online.${key}`, value),
    };
    const parts = createOnline({ board: this.remote, memory, home: home() });
    this.remote.attach(parts);
    this.state.online.value = parts.online;
    this.followLanguage(parts.online);
    return parts.online;
  }

  private followLanguage({ renewPush }: Online): void {
    let before = this.state.settings.peek().language;
    effect(() => {
      const { language } = this.state.settings.value;
      if (language !== before) void renewPush();
      before = language;
    });
  }

  private async attempt(task: (online: Online) => Promise<Refusal | null>): Promise<void> {
    try {
      const refusal = await task(await this.load());
      if (!refusal) return;
      const key = refusal.code === OFFLINE.code ? "note.noServer" : refusalKey(refusal);
      say(this.state, key, { code: refusal.code }, "refusal");
      // A guest with a link to a rated game can make an account at once.
      if (refusal.code === "rated-account") this.state.screen.value = { kind: "account" };
    } catch (error) {
      console.info(error);
      say(this.state, "message.core", {}, "refusal");
    }
  }
}
