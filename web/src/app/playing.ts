// The way to the server: fetches what playing online needs, once, and brings its games to the board.
import type { Core } from "../core/client";
import type { Memory } from "../online/session";
import type { Online, Trouble } from "../online/types";
import { home } from "./files";
import type { Game } from "./game";
import { RemoteGame, type RemoteSurroundings } from "./remote";
import { routeOf, withoutCode } from "./route";
import { say, type State } from "./state";
import { read, write } from "./storage";

export class Playing {
  readonly remote: RemoteGame;
  private loading: Promise<Online> | null = null;
  private wasShown = false;

  constructor(
    private readonly state: State,
    core: Core,
    game: Game,
    around: RemoteSurroundings,
  ) {
    this.remote = new RemoteGame(core, state, game, around);
    state.remote.subscribe((remote) => this.followAddress(remote?.gameId ?? null));
  }

  /** Whether the address, or the last visit, asks for a game of the server. */
  isWanted(): boolean {
    return routeOf(new URL(location.href), home()) !== null || read("online.table") !== null;
  }

  load(): Promise<Online> {
    this.loading ??= this.fetch().catch((error: unknown) => {
      this.loading = null;
      throw error;
    });
    return this.loading;
  }

  /** What the address asks for, or the game of the server that was on the board. */
  async begin(): Promise<void> {
    const address = new URL(location.href);
    const route = routeOf(address, home());
    if (route?.kind === "game") {
      await this.attempt((online) => online.open(route.gameId));
    } else if (route?.kind === "join") {
      history.replaceState(null, "", withoutCode(address));
      await this.attempt((online) => online.join(route.code));
    } else if (read("online.table")) {
      await this.attempt((online) => online.connect());
    }
  }

  /** With time to spare: somebody who has played here before may have games that wait. */
  async greet(): Promise<void> {
    if (this.state.online.peek() || !read("online.token")) return;
    await (await this.load()).connect();
  }

  /** The address of a game is left with the game. */
  private followAddress(gameId: string | null): void {
    if (gameId) this.wasShown = true;
    if (!this.wasShown) return;
    const route = routeOf(new URL(location.href), home());
    if (route?.kind === "game" && route.gameId !== gameId) history.replaceState(null, "", home().href + location.search);
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
    return parts.online;
  }

  private async attempt(task: (online: Online) => Promise<Trouble>): Promise<void> {
    try {
      const trouble = await task(await this.load());
      const key = trouble?.code === "offline" ? "note.noServer" : "note.notOpened";
      if (trouble) say(this.state, key, { text: trouble.message }, "refusal");
    } catch (error) {
      say(this.state, "message.core", { text: error instanceof Error ? error.message : String(error) }, "refusal");
    }
  }
}
