// Finding an opponent: the queue, a match to confirm, an invitation for a friend.
import { batch, signal } from "@preact/signals";
import type { Level, Style } from "../core/types";
import { refusalIn, type Connection } from "./connection";
import { NO_SUCH_GAME, type Refusal } from "./refusal";
import type { Session } from "./session";
import type { GameBoard, Invitation, Match, QueueEntry, Wish } from "./types";
import { personOf, wireWish, type Start, type WirePerson } from "./wire";

export type ColourChoice = "X" | "O" | "random";

/** The game that began, or why none did. */
export type StartOutcome = { readonly gameId: string } | { readonly refusal: Refusal };

/** crypto.randomUUID exists only on https and localhost; this works on a club's plain http, too. */
const randomId = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("");

interface MatchFound {
  readonly matchId: string;
  readonly opponent: WirePerson;
  readonly confirmWithinMs: number;
}

interface MatchCancelled {
  readonly matchId: string;
  readonly reason: string;
  readonly waiting: boolean;
  readonly waitMs?: number;
}

export class Lobby {
  readonly waiting = signal<QueueEntry | null>(null);
  readonly match = signal<Match | null>(null);
  readonly invitation = signal<Invitation | null>(null);
  /** In-flight requests that may start a game. */
  private startRequests = 0;
  /** performance.now() when the queue takes this player again, who has missed matches; 0: now. */
  readonly opensAt = signal(0);
  /** The game the last such request started: its game-start may come after the answer. */
  private startedGame = "";
  /** The last create-game that has not been granted. */
  private lostOrder: { readonly text: string; readonly id: string } | null = null;

  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    private readonly board: GameBoard,
    private readonly home: URL,
    private readonly notify: (key: string, args: Readonly<Record<string, string>>) => void,
  ) {}

  /** Whether this window asked for the game that begins now. */
  expects(gameId: string): boolean {
    const isWaiting = this.waiting.peek() !== null || this.match.peek() !== null;
    const invitation = this.invitation.peek() ?? this.session.keptInvitation();
    return isWaiting || this.startRequests > 0 || this.startedGame === gameId || invitation?.gameId === gameId;
  }

  async joinQueue(wish: Wish): Promise<Refusal | null> {
    const since = this.waiting.peek()?.since ?? performance.now();
    this.waiting.value = { wish, since, size: null };
    const answer = await this.connection.request<{ size: number }>("join-queue", wireWish(wish));
    const waiting = this.waiting.peek();
    if (!answer.ok) {
      this.waiting.value = null;
      this.mustWait(answer.error.waitMs);
    } else if (waiting) this.waiting.value = { ...waiting, size: answer.size };
    return refusalIn(answer);
  }

  private mustWait(ms: number | undefined): void {
    if (ms !== undefined) this.opensAt.value = performance.now() + ms;
  }

  leaveQueue(): void {
    this.waiting.value = null;
    void this.connection.request("leave-queue");
  }

  confirmMatch(): void {
    const match = this.match.peek();
    if (!match || match.isConfirmed) return;
    this.match.value = { ...match, isConfirmed: true };
    void this.connection.request("confirm-match", { matchId: match.matchId }).then((answer) => {
      if (answer.ok || this.match.peek()?.matchId !== match.matchId) return;
      this.match.value = null;
      this.board.say("note.matchGone", {}, "refusal");
    });
  }

  declineMatch(): void {
    const match = this.match.peek();
    if (!match) return;
    batch(() => {
      this.match.value = null;
      this.waiting.value = null;
    });
    void this.connection.request("decline-match", { matchId: match.matchId });
  }

  async invite(wish: Wish, colour: ColourChoice, isPublic: boolean): Promise<Refusal | null> {
    const visibility = isPublic ? "public" : "private";
    const order = { ...wireWish(wish), player: colour, visibility };
    const requestId = this.requestIdOf(order);
    const answer = await this.connection.request<Start & { code: string; link: string }>("create-game", { ...order, requestId });
    if (answer.ok) this.lostOrder = null;
    if (!answer.ok) return answer.error;
    const link = new URL(`?join=${encodeURIComponent(answer.code)}`, this.home).href;
    this.setInvitation({ gameId: answer.gameId, code: answer.code, link, wish });
    return null;
  }

  /** A request whose answer was lost is repeated with its id, so that the server answers with the game it has made already. */
  private requestIdOf(order: object): string {
    const text = JSON.stringify(order);
    if (this.lostOrder?.text !== text) this.lostOrder = { text, id: randomId() };
    return this.lostOrder.id;
  }

  cancelInvitation(): void {
    const invitation = this.invitation.peek();
    if (!invitation) return;
    this.setInvitation(null);
    void this.connection.request("cancel-game", { gameId: invitation.gameId });
  }

  join(code: string): Promise<StartOutcome> {
    return this.start("join-game", { code, variants: true });
  }

  playComputer(wish: Wish, level: Level, style: Style, colour: ColourChoice): Promise<StartOutcome> {
    return this.start("create-game", { ...wireWish(wish), level, style, player: colour });
  }

  /** A game has begun: the waiting is over. */
  gameBegan(gameId: string): void {
    batch(() => {
      this.waiting.value = null;
      this.match.value = null;
      if (this.session.keptInvitation()?.gameId === gameId) this.setInvitation(null);
    });
  }

  receive(event: string, payload: unknown): void {
    if (event === "queue-update") this.queueResized((payload as { size: number }).size);
    else if (event === "match-found") this.matchFound(payload as MatchFound);
    else if (event === "match-cancelled") this.matchCancelled(payload as MatchCancelled);
    else if (event === "game-cancelled") this.gameCancelled((payload as { gameId: string }).gameId);
  }

  /** After reconnecting: the server has dropped this player from the queue while the page still shows them waiting. */
  async restore(): Promise<void> {
    const waiting = this.waiting.peek();
    this.match.value = null;
    if (waiting) await this.rejoin(waiting.wish);
    const invitation = this.invitation.peek() ?? this.session.keptInvitation();
    if (!invitation) return;
    const answer = await this.connection.request<Start>("resume", { gameId: invitation.gameId });
    if (answer.ok && answer.status === "waiting") this.setInvitation(invitation);
    else if (answer.ok || answer.error.code === NO_SUCH_GAME.code || answer.error.code === "not-in-game") this.setInvitation(null);
  }

  private async rejoin(wish: Wish): Promise<void> {
    const refusal = await this.joinQueue(wish);
    if (refusal && refusal.code !== "already-queued") this.board.say("note.queueLost", {}, "refusal");
  }

  private async start(event: string, order: object): Promise<StartOutcome> {
    this.startRequests++;
    try {
      const answer = await this.connection.request<{ gameId: string }>(event, order);
      if (!answer.ok) return { refusal: answer.error };
      this.startedGame = answer.gameId;
      return { gameId: answer.gameId };
    } finally {
      this.startRequests--;
    }
  }

  private setInvitation(invitation: Invitation | null): void {
    this.session.keepInvitation(invitation);
    this.invitation.value = invitation;
  }

  private queueResized(size: number): void {
    const waiting = this.waiting.peek();
    if (waiting) this.waiting.value = { ...waiting, size };
  }

  private matchFound({ matchId, opponent, confirmWithinMs }: MatchFound): void {
    const until = performance.now() + confirmWithinMs;
    this.match.value = { matchId, opponent: personOf(opponent), until, confirmWithinMs, isConfirmed: false };
    this.board.sound("found");
    this.notify("note.matchFound", { name: opponent.name });
  }

  private matchCancelled({ matchId, reason, waiting, waitMs }: MatchCancelled): void {
    this.mustWait(waitMs);
    if (this.match.peek()?.matchId !== matchId) return;
    batch(() => {
      this.match.value = null;
      if (!waiting) this.waiting.value = null;
    });
    this.board.say(reason === "timeout" && !waiting ? "note.matchMissed" : "note.matchCancelled", {}, "refusal");
  }

  private gameCancelled(gameId: string): void {
    if (this.invitation.peek()?.gameId !== gameId) return;
    this.setInvitation(null);
    this.board.say("note.invitationOver");
  }
}
