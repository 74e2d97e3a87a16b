// The player's name: asked for before the first game with others. A player who skips the question gets a suggested name, which the
// login of a later account replaces.
import { signal } from "@preact/signals";
import type { Refusal } from "./refusal";
import { isGuestName, type Memory, type Session } from "./session";

export class Naming {
  readonly isAsked = signal(false);
  private waiting: (() => void)[] = [];

  constructor(
    private readonly session: Session,
    private readonly memory: Memory,
    private readonly rename: (name: string) => Promise<Refusal | null>,
  ) {}

  /** Resolves when the player has a name; asks for one if necessary. Call while connected. */
  async settled(): Promise<void> {
    const me = this.session.me.peek();
    if (!me?.isGuest || !isGuestName(me.name) || this.memory.read("named") === true) return;
    this.isAsked.value = true;
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** `isOwn`: typed or chosen by the player, not just accepted by skipping. A refused name is asked for again. */
  async answer(name: string, isOwn: boolean): Promise<Refusal | null> {
    const refusal = await this.rename(name);
    if (refusal && isOwn) return refusal;
    this.memory.write("named", true);
    this.memory.write("suggested", isOwn || refusal ? null : name);
    this.isAsked.value = false;
    for (const resolve of this.waiting.splice(0)) resolve();
    return null;
  }

  /** Someone with a new account and only a suggested name is called by their login. */
  adoptLogin(): void {
    const me = this.session.me.peek();
    const suggested = this.memory.read("suggested");
    if (!me?.login || !suggested) return;
    this.memory.write("suggested", null);
    if (me.name === suggested) void this.rename(me.login);
  }
}
