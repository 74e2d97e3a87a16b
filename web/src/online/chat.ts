// What the players, or the spectators, say to each other in the game on the board.
import { computed, signal } from "@preact/signals";
import { troubleOf, type Connection } from "./connection";
import type { Memory, Session } from "./session";
import type { Board, Line, Person, Quick, Trouble } from "./types";
import { lineOf, type WireLine } from "./wire";

const LINES_MAX = 500;

export class Chat {
  readonly unread = signal(0);
  readonly isMuted;
  readonly quicks = signal<readonly Quick[]>([]);
  private readonly lines = signal<readonly Line[]>([]);
  /** Who has been muted is not shown; what they said is there again when they are heard again. */
  readonly shown = computed(() => (this.isMuted.value ? this.lines.value.filter(({ isMine }) => isMine) : this.lines.value));

  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    private readonly board: Board,
    memory: Memory,
  ) {
    this.isMuted = signal(memory.read("muted") === true);
    this.isMuted.subscribe((isMuted) => memory.write("muted", isMuted));
  }

  /** Another game, or the same one from the server's book. */
  open(lines: readonly WireLine[], people: readonly [Person, Person] | null): void {
    this.lines.value = lines.map((line) => lineOf(line, this.myId(), people)).slice(-LINES_MAX);
  }

  clear(): void {
    this.lines.value = [];
    this.unread.value = 0;
  }

  hear(wire: WireLine): void {
    const line = lineOf(wire, this.myId(), null);
    if (this.lines.peek().some(({ seq }) => seq === line.seq)) return;
    this.lines.value = [...this.lines.peek(), line].slice(-LINES_MAX);
    if (line.isMine || this.isMuted.peek()) return;
    this.unread.value++;
    this.board.sound("chat");
  }

  async say(gameId: string, words: { text: string } | { quick: number }): Promise<Trouble> {
    return troubleOf(await this.connection.ask("chat-message", { gameId, ...words }));
  }

  private myId(): string | null {
    return this.session.me.peek()?.playerId ?? null;
  }
}
