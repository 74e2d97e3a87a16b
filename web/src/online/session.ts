// The player this page is for the server, and what a reload must not lose.
import { signal } from "@preact/signals";
import type { Invitation, Me } from "./types";

/** The browser's storage, or a test's. */
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

/** The server names guests who have not chosen a name. */
export const isGuestName = (name: string): boolean => /^Guest \d+$/.test(name);

/** The online game that was on the board before a reload. */
export interface KeptGame {
  readonly gameId: string;
  readonly isSeated: boolean;
}

export class Session {
  readonly me = signal<Me | null>(null);

  constructor(private readonly memory: Memory) {}

  auth(): object {
    const token = this.token();
    const name = this.memory.read("name");
    const isChosen = typeof name === "string" && name !== "" && !isGuestName(name);
    return { ...(token ? { token } : {}), ...(isChosen ? { name } : {}) };
  }

  token(): string | null {
    const token = this.memory.read("token");
    return typeof token === "string" && token ? token : null;
  }

  setToken(token: string | null): void {
    this.memory.write("token", token);
  }

  /** Stays when the player logs out. */
  readonly device = {
    read: (): string | null => {
      const device = this.memory.read("device");
      return typeof device === "string" ? device : null;
    },
    keep: (device: string): void => this.memory.write("device", device),
  };

  /** The next session is another player's, with a name of their own. */
  forget(): void {
    this.setToken(null);
    this.keepGame(null);
    for (const key of ["name", "named", "suggested"]) this.memory.write(key, null);
    this.me.value = null;
  }

  /** True if the server did not know the token and made a new guest. */
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

  keptGame(): KeptGame | null {
    const kept = this.memory.read("table") as Partial<KeptGame> | null;
    if (typeof kept?.gameId !== "string") return null;
    return { gameId: kept.gameId, isSeated: kept.isSeated === true };
  }

  keepGame(kept: KeptGame | null): void {
    this.memory.write("table", kept);
  }

  keptInvitation(): Invitation | null {
    const kept = this.memory.read("invitation") as Invitation | null;
    return typeof kept?.gameId === "string" ? kept : null;
  }

  keepInvitation(invitation: Invitation | null): void {
    this.memory.write("invitation", invitation);
  }
}
