// Finding somebody to play with: the queue, a match to be confirmed, an invitation for a friend.
import { batch, signal } from "@preact/signals";
import type { Level, Style } from "../core/types";
import { troubleOf, type Connection } from "./connection";
import type { Session } from "./session";
import type { Board, Invitation, Match, Trouble, Waiting, Wish } from "./types";
import { personOf, wireWish, type Start, type WirePerson } from "./wire";

type Colour = "X" | "O" | "random";

interface Found {
  readonly matchId: string;
  readonly opponent: WirePerson;
  readonly confirmWithinMs: number;
}

export class Lobby {
  readonly waiting = signal<Waiting | null>(null);
  readonly match = signal<Match | null>(null);
  readonly invitation = signal<Invitation | null>(null);
  /** So many requests are under way that begin a game. */
  private asking = 0;
  /** The last game such a request was granted: that it begins may be heard after the answer. */
  private granted = "";

  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    private readonly board: Board,
    private readonly home: URL,
    private readonly notify: (key: string, args: Readonly<Record<string, string>>) => void,
  ) {}

  /** Whether the game that begins now is one that was asked for here. */
  expects(gameId: string): boolean {
    const isWaiting = this.waiting.peek() !== null || this.match.peek() !== null;
    const invitation = this.invitation.peek() ?? this.session.invitation();
    return isWaiting || this.asking > 0 || this.granted === gameId || invitation?.gameId === gameId;
  }

  async joinQueue(wish: Wish): Promise<Trouble> {
    const since = this.waiting.peek()?.since ?? performance.now();
    this.waiting.value = { wish, since, size: null };
    const answer = await this.connection.ask<{ size: number }>("join-queue", wireWish(wish));
    const waiting = this.waiting.peek();
    if (!answer.ok) this.waiting.value = null;
    else if (waiting) this.waiting.value = { ...waiting, size: answer.size };
    return troubleOf(answer);
  }

  leaveQueue(): void {
    this.waiting.value = null;
    void this.connection.ask("leave-queue");
  }

  confirm(): void {
    const match = this.match.peek();
    if (!match || match.isConfirmed) return;
    this.match.value = { ...match, isConfirmed: true };
    void this.connection.ask("confirm-match", { matchId: match.matchId }).then((answer) => {
      if (answer.ok || this.match.peek()?.matchId !== match.matchId) return;
      this.match.value = null;
      this.board.say("note.matchGone", {}, "refusal");
    });
  }

  decline(): void {
    const match = this.match.peek();
    if (!match) return;
    batch(() => {
      this.match.value = null;
      this.waiting.value = null;
    });
    void this.connection.ask("decline-match", { matchId: match.matchId });
  }

  async invite(wish: Wish, colour: Colour, isPublic: boolean): Promise<Trouble> {
    const visibility = isPublic ? "public" : "private";
    const order = { ...wireWish(wish), player: colour, visibility };
    const answer = await this.connection.ask<Start & { code: string; link: string }>("create-game", order);
    if (!answer.ok) return answer.error;
    const link = new URL(`?join=${encodeURIComponent(answer.code)}`, this.home).href;
    this.setInvitation({ gameId: answer.gameId, code: answer.code, link, wish });
    return null;
  }

  cancelInvitation(): void {
    const invitation = this.invitation.peek();
    if (!invitation) return;
    this.setInvitation(null);
    void this.connection.ask("cancel-game", { gameId: invitation.gameId });
  }

  /** Resolves to the game that began, or to why none did. */
  join(code: string): Promise<{ gameId: string } | { trouble: Trouble }> {
    return this.begin("join-game", { code });
  }

  playComputer(wish: Wish, level: Level, style: Style, colour: Colour): Promise<{ gameId: string } | { trouble: Trouble }> {
    return this.begin("create-game", { ...wireWish(wish), level, style, player: colour });
  }

  /** A game has begun: whatever was waited for, this is it. */
  begun(gameId: string): void {
    batch(() => {
      this.waiting.value = null;
      this.match.value = null;
      if (this.session.invitation()?.gameId === gameId) this.setInvitation(null);
    });
  }

  hear(event: string, payload: unknown): void {
    if (event === "queue-update") this.resized((payload as { size: number }).size);
    else if (event === "match-found") this.found(payload as Found);
    else if (event === "match-cancelled") this.cancelled(payload as { matchId: string; reason: string; waiting: boolean });
    else if (event === "game-cancelled") this.withdrawn((payload as { gameId: string }).gameId);
  }

  /** Connected again: the server has forgotten who waited, and the page still shows that somebody does. */
  async resume(): Promise<void> {
    const waiting = this.waiting.peek();
    this.match.value = null;
    if (waiting) await this.rejoin(waiting.wish);
    const invitation = this.invitation.peek() ?? this.session.invitation();
    if (!invitation) return;
    const answer = await this.connection.ask<Start>("resume", { gameId: invitation.gameId });
    if (answer.ok && answer.status === "waiting") this.setInvitation(invitation);
    else if (answer.ok || answer.error.code === "no-such-game" || answer.error.code === "not-in-game") this.setInvitation(null);
  }

  private async rejoin(wish: Wish): Promise<void> {
    const trouble = await this.joinQueue(wish);
    if (trouble && trouble.code !== "already-queued") this.board.say("note.queueLost", {}, "refusal");
  }

  private async begin(event: string, order: object): Promise<{ gameId: string } | { trouble: Trouble }> {
    this.asking++;
    try {
      const answer = await this.connection.ask<{ gameId: string }>(event, order);
      if (!answer.ok) return { trouble: answer.error };
      this.granted = answer.gameId;
      return { gameId: answer.gameId };
    } finally {
      this.asking--;
    }
  }

  private setInvitation(invitation: Invitation | null): void {
    this.session.keepInvitation(invitation);
    this.invitation.value = invitation;
  }

  private resized(size: number): void {
    const waiting = this.waiting.peek();
    if (waiting) this.waiting.value = { ...waiting, size };
  }

  private found({ matchId, opponent, confirmWithinMs }: Found): void {
    const until = performance.now() + confirmWithinMs;
    this.match.value = { matchId, opponent: personOf(opponent), until, confirmWithinMs, isConfirmed: false };
    this.board.sound("found");
    this.notify("note.matchFound", { name: opponent.name });
  }

  private cancelled({ matchId, reason, waiting }: { matchId: string; reason: string; waiting: boolean }): void {
    if (this.match.peek()?.matchId !== matchId) return;
    batch(() => {
      this.match.value = null;
      if (!waiting) this.waiting.value = null;
    });
    this.board.say(reason === "timeout" && !waiting ? "note.matchMissed" : "note.matchCancelled", {}, "refusal");
  }

  private withdrawn(gameId: string): void {
    if (this.invitation.peek()?.gameId !== gameId) return;
    this.setInvitation(null);
    this.board.say("note.invitationOver");
  }
}
