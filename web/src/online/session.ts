// Who the page is for the server, and what it must not forget when it is reloaded.
import { signal } from "@preact/signals";
import type { Invitation, Me } from "./types";

/** The page's storage; tests have their own. */
export interface Memory {
  read(key: string): unknown;
  write(key: string, value: unknown): void;
}

export interface WireSession {
  readonly playerId: string;
  readonly token?: string;
  readonly name: string;
  readonly account?: { readonly login: string | null } | null;
  readonly isGuest?: boolean;
}

/** The game of the server that was on the board. */
export interface Kept {
  readonly gameId: string;
  readonly isSeated: boolean;
}

export class Session {
  readonly me = signal<Me | null>(null);

  constructor(private readonly memory: Memory) {}

  auth(): object {
    const token = this.token();
    const name = this.memory.read("name");
    return { ...(token ? { token } : {}), ...(typeof name === "string" && name ? { name } : {}) };
  }

  token(): string | null {
    const token = this.memory.read("token");
    return typeof token === "string" && token ? token : null;
  }

  setToken(token: string | null): void {
    this.memory.write("token", token);
  }

  /** Somebody else comes next, with a name of his own. */
  forget(): void {
    this.setToken(null);
    this.keep(null);
    this.memory.write("name", null);
    this.me.value = null;
  }

  /** True if this is somebody else than before: the token was not known any more. */
  begin(wire: WireSession): boolean {
    const before = this.me.peek();
    if (wire.token) this.setToken(wire.token);
    this.rename(wire.name);
    this.me.value = {
      playerId: wire.playerId,
      name: wire.name,
      login: wire.account?.login ?? null,
      isGuest: wire.isGuest ?? !wire.account,
    };
    return before !== null && before.playerId !== wire.playerId;
  }

  rename(name: string): void {
    this.memory.write("name", name);
    const me = this.me.peek();
    if (me) this.me.value = { ...me, name };
  }

  kept(): Kept | null {
    const kept = this.memory.read("table") as Partial<Kept> | null;
    if (typeof kept?.gameId !== "string") return null;
    return { gameId: kept.gameId, isSeated: kept.isSeated === true };
  }

  keep(kept: Kept | null): void {
    this.memory.write("table", kept);
  }

  invitation(): Invitation | null {
    const kept = this.memory.read("invitation") as Invitation | null;
    return typeof kept?.gameId === "string" ? kept : null;
  }

  keepInvitation(invitation: Invitation | null): void {
    this.memory.write("invitation", invitation);
  }
}
