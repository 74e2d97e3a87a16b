// The chat of the game on the board: players talk to each other, spectators among themselves.
import { computed, signal } from "@preact/signals";
import { refusalIn, type Connection } from "./connection";
import type { Refusal } from "./refusal";
import type { Memory, Session } from "./session";
import type { ChatLine, GameBoard, Person, QuickMessage } from "./types";
import { lineOf, type WireLine } from "./wire";

const LINES_MAX = 500;

export class Chat {
  readonly unread = signal(0);
  readonly isMuted;
  readonly quickMessages = signal<readonly QuickMessage[]>([]);
  private readonly lines = signal<readonly ChatLine[]>([]);
  /** While the chat is muted only my own lines are shown; the others are kept and appear again afterwards. */
  readonly shown = computed(() => (this.isMuted.value ? this.lines.value.filter(({ isMine }) => isMine) : this.lines.value));

  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    private readonly board: GameBoard,
    memory: Memory,
  ) {
    this.isMuted = signal(memory.read("muted") === true);
    this.isMuted.subscribe((isMuted) => memory.write("muted", isMuted));
  }

  /** The lines of a snapshot replace those that are there. */
  open(lines: readonly WireLine[], people: readonly [Person, Person] | null): void {
    this.lines.value = lines.map((line) => lineOf(line, this.myId(), people)).slice(-LINES_MAX);
  }

  clear(): void {
    this.lines.value = [];
    this.unread.value = 0;
  }

  receive(wire: WireLine): void {
    const line = lineOf(wire, this.myId(), null);
    if (this.lines.peek().some(({ seq }) => seq === line.seq)) return;
    this.lines.value = [...this.lines.peek(), line].slice(-LINES_MAX);
    if (line.isMine || this.isMuted.peek()) return;
    this.unread.value++;
    this.board.sound("chat");
  }

  async send(gameId: string, content: { text: string } | { quick: number }): Promise<Refusal | null> {
    return refusalIn(await this.connection.request("chat-message", { gameId, ...content }));
  }

  private myId(): string | null {
    return this.session.me.peek()?.playerId ?? null;
  }
}
