// The game on the board, as the server has it. `moves` is what the server has confirmed; a disc of mine
// that falls already is `pending` until the server has it too, or it is taken back for all to see.
import { signal } from "@preact/signals";
import { letterOf, notationOf } from "../core/notation";
import { LOST, type Connection } from "./connection";
import type { Chat } from "./chat";
import { tableOfArchived, type Archived } from "./archive";
import type { Elsewhere } from "./elsewhere";
import type { Lists } from "./lists";
import type { Session } from "./session";
import type { Board, Result, Seat, Table } from "./types";
import { clocksOf, playerOf, remoteOf, resultOf, tableOf, type Over, type Side, type Start, type Update } from "./wire";

type Args = Readonly<Record<string, string | number>>;

/** An acknowledged move whose update has not come by then is asked for. */
const UPDATE_MS = 3000;

export interface RoomHooks {
  premovesAllowed(): boolean;
  notify(key: string, args?: Readonly<Record<string, string>>): void;
}

export class Room implements Seat {
  readonly table = signal<Table | null>(null);
  private moves = "";
  private pendingPly = 0;
  /** False from the moment the wire is cut until the server has said where the game stands. */
  private isSynced = true;
  private updateTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    private readonly board: Board,
    private readonly chat: Chat,
    private readonly lists: Lists,
    private readonly elsewhere: Elsewhere,
    private readonly hooks: RoomHooks,
  ) {
    this.table.subscribe((table) => {
      if (table === null || table.pending === null) clearTimeout(this.updateTimer);
    });
  }

  // ---- what the board asks ----

  refusal(): string | null {
    if (this.connection.state.peek() !== "online") return "note.noConnection";
    if (!this.isSynced) return "note.syncing";
    return this.table.peek()?.pending == null ? null : "note.pending";
  }

  dropped(column: number, ply: number): void {
    const table = this.table.peek();
    if (table) void this.send(table, column, ply);
  }

  left(): void {
    const table = this.table.peek();
    if (!table) return;
    if (this.isLive) this.elsewhere.offer(table, this.moves.length);
    this.session.keep(null);
    this.table.value = null;
    this.chat.clear();
    this.stopWatching(table);
  }

  // ---- sitting down and getting up ----

  /** I play the game on the board. */
  get isBusy(): boolean {
    const table = this.table.peek();
    return table !== null && table.seat !== null && table.result === null;
  }

  /** And not over days: it needs me all the time. */
  get isLive(): boolean {
    return this.isBusy && this.table.peek()?.clocks.clock.kind !== "days";
  }

  async sit(start: Start): Promise<void> {
    const table = tableOf(start, performance.now());
    const before = this.table.peek();
    if (before && before.gameId !== table.gameId) this.stopWatching(before);
    this.elsewhere.forget(table.gameId);
    this.moves = start.moves;
    this.isSynced = true;
    this.table.value = table;
    this.chat.clear();
    this.chat.open(start.chat ?? [], table.people);
    this.session.keep(table.result ? null : { gameId: table.gameId, isSeated: table.seat !== null });
    if (this.isBusy) void this.lists.refreshMine();
    await this.board.sit(remoteOf(table), this.notation());
  }

  /** The server says where a game stands, which may be the one on the board. */
  async take(start: Start): Promise<void> {
    if (this.table.peek()?.gameId === start.gameId) this.sync(start);
    else await this.sit(start);
  }

  /** A game from the archive, to look at. */
  async look(archived: Archived): Promise<void> {
    const table = tableOfArchived(archived, performance.now());
    const before = this.table.peek();
    if (before && before.gameId !== table.gameId) this.stopWatching(before);
    this.isSynced = true;
    this.moves = archived.state.metadata.moves;
    this.table.value = table;
    this.chat.clear();
    this.session.keep(null);
    await this.board.sit(remoteOf(table), this.notation());
  }

  /** The game of the board once more, from a snapshot. */
  sync(start: Start): void {
    const before = this.table.peek();
    if (!before) return;
    const fresh = tableOf(start, performance.now());
    const { pending } = before;
    const isRefused = pending !== null && start.moves[this.pendingPly] !== letterOf(before.board, pending);
    const isTurned = this.moves.length < start.moves.length;
    this.moves = start.moves;
    this.isSynced = true;
    const { premove, rematch } = before;
    this.table.value = { ...fresh, result: before.result ?? fresh.result, premove, rematch };
    if (start.chat) this.chat.open(start.chat, fresh.people);
    this.count();
    if (isRefused) this.takeBack(pending, "note.takenBack");
    else void this.board.follow(this.remote(), this.notation());
    if (isTurned) this.turned();
  }

  cut(): void {
    this.isSynced = false;
  }

  /** After the wire was cut: the server says where the game stands, and it is right. */
  async resync(): Promise<void> {
    const table = this.table.peek();
    if (!table || table.result) return void (this.isSynced = true);
    const { gameId, seat } = table;
    const isHere = (): boolean => this.table.peek()?.gameId === gameId;
    const take = (start: Start): void => void (isHere() && this.sync(start));
    const answer = await this.connection.ask<Start>(seat === null ? "watch" : "resume", { gameId }, take);
    if (answer.ok || !isHere()) return;
    if (answer.error.code !== LOST && answer.error.code !== "offline") await this.lookUp(gameId);
  }

  /** It is not mine any more, or the server does not have it at hand: the archive tells how it ended. */
  private async lookUp(gameId: string): Promise<void> {
    const archived = await this.lists.archived(gameId);
    if (!archived || this.table.peek()?.gameId !== gameId) return;
    if (archived.state.status === "completed") return this.look(archived);
    const answer = await this.connection.ask<Start>("watch", { gameId });
    if (answer.ok && this.table.peek()?.gameId === gameId) await this.sit(answer);
  }

  // ---- what the server says ----

  hear(event: string, payload: unknown): void {
    const { gameId } = payload as { gameId: string };
    if (gameId !== this.table.peek()?.gameId) return this.elsewhere.hear(event, payload);
    if (event === "game-update") this.update(payload as Update);
    else if (event === "game-over") this.over(resultOf(payload as Over));
    else if (event === "opponent-disconnected") this.away((payload as { graceMs: number }).graceMs);
    else if (event === "opponent-reconnected") this.back();
    else if (event === "draw-offered") this.offered(playerOf((payload as { by: Side }).by));
    else if (event === "draw-declined") this.declined();
    else if (event === "rematch-offered") this.rematch("offered");
    else if (event === "rematch-declined") this.rematch("declined");
    else if (event === "spectators") this.change({ spectators: (payload as { count: number }).count });
  }

  private update(update: Update): void {
    const table = this.table.peek()!;
    const added = update.ply - this.moves.length;
    if (added < 0) return;
    if (added > 1 || (added === 1 && !update.lastMove)) return void this.resync();
    this.change({ clocks: clocksOf(update.clock, performance.now()) });
    if (added === 0) return;
    const mover = (this.moves.length % 2) as 0 | 1;
    this.moves += letterOf(table.board, update.lastMove!.column);
    this.count();
    if (table.drawOffer !== null && table.drawOffer !== mover) this.change({ drawOffer: null });
    if (table.pending === null || update.ply <= this.pendingPly) void this.board.follow(this.remote(), this.notation());
    else this.settle(update.lastMove!.column);
    if (mover !== table.seat) this.turned();
  }

  /** The disc at the ply of my pending one is known now: mine, unless I dropped another one elsewhere. */
  private settle(column: number): void {
    const { pending } = this.table.peek()!;
    if (pending !== null && pending !== column) return this.takeBack(pending, "note.takenBack");
    this.change({ pending: null });
    void this.board.follow(this.remote(), this.notation());
  }

  private get isMyTurn(): boolean {
    return this.isBusy && this.moves.length % 2 === this.table.peek()!.seat;
  }

  /** The list of my games, and the number of those that wait for me, go with what happens on the board. */
  private count(): void {
    const { gameId, result } = this.table.peek()!;
    if (!result) return this.lists.played(gameId, this.moves.length, this.isMyTurn);
    this.lists.ended(gameId);
    this.session.keep(null);
  }

  private turned(): void {
    const table = this.table.peek()!;
    if (table.seat === null || !this.isMyTurn) return;
    this.hooks.notify("note.yourTurn", { name: table.people[table.seat === 0 ? 1 : 0].name });
    const { premove } = table;
    if (premove === null) return this.board.sound("turn");
    this.change({ premove: null });
    void this.send(this.table.peek()!, premove, this.moves.length);
  }

  private over(result: Result): void {
    const { pending, seat } = this.table.peek()!;
    const known = this.table.peek()!.clocks;
    this.change({ result, premove: null, drawOffer: null, clocks: { ...known, running: null } });
    this.count();
    if (pending === null) this.board.update(this.remote());
    else this.takeBack(pending, "note.tooLate");
    this.board.sound(result.winner === null ? "draw" : result.winner === seat || seat === null ? "win" : "lose");
    if (seat !== null) this.hooks.notify("note.over");
  }

  private away(graceMs: number): void {
    this.change({ awayUntil: performance.now() + graceMs });
    this.board.sound("gone");
    this.board.say("note.gone");
  }

  private back(): void {
    this.change({ awayUntil: null });
    this.board.say("note.back");
  }

  private offered(by: 0 | 1 | null): void {
    this.change({ drawOffer: by });
    if (by !== this.table.peek()?.seat) this.board.say("note.drawOffered");
  }

  private declined(): void {
    this.change({ drawOffer: null });
    this.board.say("note.drawDeclined");
  }

  private rematch(rematch: Table["rematch"]): void {
    this.change({ rematch });
    this.board.say(rematch === "offered" ? "note.rematchOffered" : "note.rematchDeclined");
  }

  // ---- what I do ----

  /** Asks for something in this game; a refusal is told. */
  async act(event: string, change: Partial<Table> = {}): Promise<void> {
    const table = this.table.peek();
    if (!table) return;
    const answer = await this.connection.ask(event, { gameId: table.gameId });
    if (this.table.peek()?.gameId !== table.gameId) return;
    if (answer.ok) this.change(change);
    else this.board.say("note.refused", { text: answer.error.message }, "refusal");
  }

  setPremove(column: number | null): void {
    const table = this.table.peek();
    if (!table) return;
    const isAway = this.isBusy && this.hooks.premovesAllowed() && this.moves.length % 2 !== table.seat;
    this.change({ premove: isAway ? column : null });
  }

  private async send(table: Table, columnIndex: number, ply: number): Promise<void> {
    const { gameId } = table;
    this.pendingPly = ply;
    this.change({ pending: columnIndex });
    const answer = await this.connection.ask("make-move", { gameId, columnIndex, ply });
    const now = this.table.peek();
    if (now?.gameId !== gameId || this.pendingPly !== ply || now.pending === null) return;
    if (answer.ok) return this.awaitUpdate(gameId);
    // Lost: the server says what became of the move when it is there again.
    if (answer.error.code === LOST) return;
    if (answer.error.code === "offline") return this.takeBack(columnIndex, "note.noConnection");
    this.takeBack(columnIndex, "note.refused", { text: answer.error.message });
    if (answer.error.code === "stale") void this.resync();
  }

  /** A move is acknowledged before its update comes. The page asks for the game only if the update stays away. */
  private awaitUpdate(gameId: string): void {
    clearTimeout(this.updateTimer);
    this.updateTimer = setTimeout(() => {
      if (this.table.peek()?.gameId === gameId) void this.resync();
    }, UPDATE_MS);
  }

  /** `column`: of the move that the server does not have. */
  private takeBack(column: number, key: string, args: Args = {}): void {
    this.change({ pending: null, premove: null });
    this.board.update(this.remote());
    void this.board.takeBack(this.notation(), column, key, args);
  }

  /** Whoever stays to the end is counted until he leaves; of a game from the archive the server knows nothing, and says so. */
  private stopWatching({ gameId, seat }: Table): void {
    if (seat === null) void this.connection.ask("unwatch", { gameId });
  }

  private change(change: Partial<Table>): void {
    const table = this.table.peek();
    if (table) this.table.value = { ...table, ...change };
  }

  private notation(): string {
    return notationOf(this.table.peek()!.board, this.moves);
  }

  private remote() {
    return remoteOf(this.table.peek()!);
  }
}
