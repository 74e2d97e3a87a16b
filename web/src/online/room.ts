// The online game on the board. `moves` are those the server has confirmed. My own disc falls at once and is
// `pending` until the server has the move too, or refuses it: then it is visibly taken back.
import { signal } from "@preact/signals";
import { letterOf, notationOf } from "../core/notation";
import type { Player } from "../core/types";
import { actionOf, columnOfMove, kindOf } from "../core/variants";
import type { Chat } from "./chat";
import type { Connection } from "./connection";
import type { Lists } from "./lists";
import type { OtherGames } from "./other_games";
import { tableOfRecord, type GameRecord } from "./record";
import { LOST, OFFLINE, refusalKey } from "./refusal";
import type { Session } from "./session";
import type { GameBoard, OnlineSeat, Remote, Result, Table } from "./types";
import { clocksOf, isOther, playerOf, remoteOf, resultOf, tableOf, type Over, type Side, type Start, type Update } from "./wire";

type Args = Readonly<Record<string, string | number>>;

/** If the update of an acknowledged move has not come by then, the page asks for a snapshot. */
const UPDATE_MS = 3000;

export interface RoomParts {
  readonly connection: Connection;
  readonly session: Session;
  readonly board: GameBoard;
  readonly chat: Chat;
  readonly lists: Lists;
  readonly otherGames: OtherGames;
  premovesAllowed(): boolean;
  notify(key: string, args?: Readonly<Record<string, string>>): void;
}

export class Room implements OnlineSeat {
  readonly table = signal<Table | null>(null);
  private moves = "";
  /** How many moves that are, and whose turn it is then: a variant's moves have signs, and a turn may have two of them. */
  private ply = 0;
  private side: Player = 0;
  private pendingPly = 0;
  /** False from a lost connection until the next snapshot. */
  private isSynced = true;
  private updateTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: RoomParts) {
    this.table.subscribe((table) => {
      if (table === null || table.pending === null) clearTimeout(this.updateTimer);
    });
  }

  get gameId(): string | null {
    return this.table.peek()?.gameId ?? null;
  }

  /** I play the game on the board, and it is not over. */
  get isPlaying(): boolean {
    const table = this.table.peek();
    return table !== null && table.seat !== null && table.result === null;
  }

  /** I play it now, not over days: no other game may take the board. */
  get isLive(): boolean {
    return this.isPlaying && this.table.peek()?.clocks.clock.kind !== "days";
  }

  private get isMyTurn(): boolean {
    return this.isPlaying && this.side === this.table.peek()!.seat;
  }

  /** The moves of a plain game count themselves. */
  private keepMoves(moves: string, ply = moves.length, side: Side | undefined = undefined): void {
    this.moves = moves;
    this.ply = ply;
    this.side = side === undefined ? ((ply % 2) as Player) : playerOf(side);
  }

  private keepGame(start: Start): void {
    if (isOther(start)) this.keepMoves(start.moves, start.ply, start.currentPlayer);
    else this.keepMoves(start.moves);
  }

  // ---- what the board tells ----

  refusal(): string | null {
    if (this.parts.connection.state.peek() !== "online") return "note.noConnection";
    if (!this.isSynced) return "note.syncing";
    return this.table.peek()?.pending == null ? null : "note.pending";
  }

  dropped(move: number, ply: number): void {
    const table = this.table.peek();
    if (table) void this.sendMove(table, move, ply);
  }

  left(): void {
    const table = this.table.peek();
    if (!table) return;
    if (this.isLive) this.parts.otherGames.offer(table, this.ply, this.side, this.isMyTurn);
    this.parts.session.keepGame(null);
    this.table.value = null;
    this.parts.chat.clear();
    this.stopWatching(table);
  }

  // ---- snapshots ----

  /** A snapshot of any game: the one on the board is updated, another one replaces it. */
  async show(start: Start): Promise<void> {
    if (this.gameId === start.gameId) this.sync(start);
    else await this.open(start);
  }

  /** Puts a game on the board, to play or to watch. */
  async open(start: Start): Promise<void> {
    const { chat, lists, otherGames, session } = this.parts;
    const table = tableOf(start, performance.now());
    otherGames.forget(table.gameId);
    this.replaceTable(table);
    this.keepGame(start);
    chat.open(start.chat ?? [], table.people);
    session.keepGame(table.result ? null : { gameId: table.gameId, isSeated: table.seat !== null });
    if (this.isPlaying) void lists.refreshMine();
    const notation = this.notation();
    await this.parts.board.sit(remoteOf(table), notation);
    // A move may have come meanwhile: the first game of a variant loads its rules.
    if (this.gameId === table.gameId && this.notation() !== notation) this.follow();
  }

  /** Puts a finished game of the archive on the board. */
  async openRecord(record: GameRecord): Promise<void> {
    const table = tableOfRecord(record, performance.now());
    this.replaceTable(table);
    this.keepMoves(record.moves, record.ply);
    this.parts.session.keepGame(null);
    await this.parts.board.sit(remoteOf(table), this.notation());
  }

  private replaceTable(table: Table): void {
    const before = this.table.peek();
    if (before && before.gameId !== table.gameId) this.stopWatching(before);
    this.isSynced = true;
    this.table.value = table;
    this.parts.chat.clear();
  }

  /** Brings the game on the board to the state of a snapshot. */
  sync(start: Start): void {
    const before = this.table.peek();
    if (!before) return;
    const { pending, premove, rematch } = before;
    const fresh = tableOf(start, performance.now());
    const isMoveLost = pending !== null && this.isLost(start, pending);
    const isNews = this.ply < start.ply;
    this.keepGame(start);
    this.isSynced = true;
    this.table.value = { ...fresh, result: before.result ?? fresh.result, premove, rematch };
    if (start.chat) this.parts.chat.open(start.chat, fresh.people);
    this.updateLists();
    if (isMoveLost) this.takeBack(pending, "note.takenBack");
    else this.follow();
    if (isNews) this.myTurnBegins();
  }

  /** The server does not have my move: it has none at that ply, or another one. What a variant's game has, the board shows. */
  private isLost(start: Start, pending: number): boolean {
    if (isOther(start)) return start.ply <= this.pendingPly;
    return start.moves[this.pendingPly] !== letterOf(start.boardSize, pending);
  }

  connectionLost(): void {
    this.isSynced = false;
  }

  /** Asks the server where the game on the board stands. */
  async resync(): Promise<void> {
    const table = this.table.peek();
    if (!table || table.result) return void (this.isSynced = true);
    const { gameId, seat } = table;
    const onAnswer = (start: Start): void => void (this.gameId === gameId && this.sync(start));
    const event = seat === null ? "watch" : "resume";
    const answer = await this.parts.connection.request<Start>(event, { gameId }, onAnswer);
    if (answer.ok || this.gameId !== gameId) return;
    if (answer.error.code !== LOST.code && answer.error.code !== OFFLINE.code) await this.lookUp(gameId);
  }

  /** The seat is no longer mine, or the game has left the server's memory: the archive has it. */
  private async lookUp(gameId: string): Promise<void> {
    const found = await this.parts.lists.archived(gameId);
    if (!found.ok || this.gameId !== gameId) return;
    if (found.value.isOver) return this.openRecord(found.value);
    const answer = await this.parts.connection.request<Start>("watch", { gameId });
    if (answer.ok && this.gameId === gameId) await this.open(answer);
  }

  // ---- events of the server ----

  receive(event: string, payload: unknown): void {
    const { gameId } = payload as { gameId: string };
    if (gameId !== this.gameId) return this.parts.otherGames.receive(event, payload);
    if (event === "game-update") this.update(payload as Update);
    else if (event === "game-over") this.over(resultOf(payload as Over));
    else if (event === "opponent-disconnected") this.opponentLeft((payload as { graceMs: number }).graceMs);
    else if (event === "opponent-reconnected") this.opponentReturned();
    else if (event === "draw-offered") this.drawOffered(playerOf((payload as { by: Side }).by));
    else if (event === "draw-declined") this.drawDeclined();
    else if (event === "rematch-offered") this.rematchAnswered("offered");
    else if (event === "rematch-declined") this.rematchAnswered("declined");
    else if (event === "spectators") this.change({ spectators: (payload as { count: number }).count });
  }

  private update(update: Update): void {
    if (update.moves !== undefined) return this.updateOther(update, update.moves);
    const { ply, lastMove, clock } = update;
    const added = ply - this.ply;
    if (added < 0) return;
    if (added > 1 || (added === 1 && !lastMove)) return void this.resync();
    this.change({ clocks: clocksOf(clock, performance.now()) });
    if (added === 1) this.moveMade(lastMove!.column);
  }

  private moveMade(column: number): void {
    const { board, seat, drawOffer, pending } = this.table.peek()!;
    const mover = this.side;
    this.keepMoves(this.moves + letterOf(board, column));
    this.updateLists();
    if (drawOffer !== null && drawOffer !== mover) this.change({ drawOffer: null });
    if (pending === null || this.ply <= this.pendingPly) this.follow();
    else this.settlePending(pending, column);
    if (mover !== seat) this.myTurnBegins();
  }

  /** An update of a game with other rules has all its moves. */
  private updateOther({ ply, clock, currentPlayer, swapped = false }: Update, moves: string): void {
    const before = this.table.peek()!;
    const isNews = ply > this.ply;
    if (ply < this.ply) return;
    const wasMine = this.isMyTurn;
    const isAnswered = before.drawOffer !== null && before.drawOffer !== this.side;
    this.keepMoves(moves, ply, currentPlayer);
    this.change({ clocks: clocksOf(clock, performance.now()), ...(isNews && isAnswered ? { drawOffer: null } : {}) });
    if (swapped !== before.isSwapped) this.swap(swapped);
    if (!isNews) return;
    if (before.pending !== null && ply > this.pendingPly) this.change({ pending: null });
    this.updateLists();
    this.follow();
    if (!wasMine) this.myTurnBegins();
  }

  /** The players have changed sides; their clocks, as the server names them now, are there already. */
  private swap(isSwapped: boolean): void {
    const { seat, people, drawOffer } = this.table.peek()!;
    this.change({ isSwapped, drawOffer: drawOffer === null ? null : drawOffer === 0 ? 1 : 0, people: [people[1], people[0]], seat: seat === null ? null : seat === 0 ? 1 : 0 });
  }

  /** The move at the ply of my pending one is known now: mine, unless another window of mine moved. */
  private settlePending(pending: number, column: number): void {
    if (pending !== column) return this.takeBack(pending, "note.takenBack");
    this.change({ pending: null });
    this.follow();
  }

  private myTurnBegins(): void {
    const table = this.table.peek()!;
    if (table.seat === null || !this.isMyTurn) return;
    this.parts.notify("note.yourTurn", { name: table.people[table.seat === 0 ? 1 : 0].name });
    const { premove } = table;
    if (premove === null) return this.parts.board.sound("turn");
    this.change({ premove: null });
    void this.sendMove(this.table.peek()!, premove, this.ply);
  }

  private over(result: Result): void {
    const { pending, seat, clocks } = this.table.peek()!;
    this.change({ result, premove: null, drawOffer: null, clocks: { ...clocks, running: null } });
    this.updateLists();
    if (pending === null) this.parts.board.update(this.remote());
    else this.takeBack(pending, "note.tooLate");
    this.parts.board.sound(result.winner === null ? "draw" : result.winner === seat || seat === null ? "win" : "lose");
    if (seat !== null) this.parts.notify("note.over");
  }

  private opponentLeft(graceMs: number): void {
    this.change({ awayUntil: performance.now() + graceMs });
    this.parts.board.sound("gone");
    this.parts.board.say("note.gone");
  }

  private opponentReturned(): void {
    this.change({ awayUntil: null });
    this.parts.board.say("note.back");
  }

  private drawOffered(by: Player | null): void {
    this.change({ drawOffer: by });
    if (by !== this.table.peek()?.seat) this.parts.board.say("note.drawOffered");
  }

  private drawDeclined(): void {
    this.change({ drawOffer: null });
    this.parts.board.say("note.drawDeclined");
  }

  private rematchAnswered(rematch: Table["rematch"]): void {
    this.change({ rematch });
    this.parts.board.say(rematch === "offered" ? "note.rematchOffered" : "note.rematchDeclined");
  }

  // ---- what the player does ----

  /** Resigning, offers and answers to them. On success the table changes; a refusal is shown. */
  async act(event: string, change: Partial<Table> = {}): Promise<void> {
    const { gameId } = this;
    if (gameId === null) return;
    const answer = await this.parts.connection.request(event, { gameId });
    if (this.gameId !== gameId) return;
    if (answer.ok) this.change(change);
    else this.parts.board.say(refusalKey(answer.error), { code: answer.error.code }, "refusal");
  }

  setPremove(column: number | null): void {
    const isAllowed = this.isPlaying && !this.isMyTurn && this.parts.premovesAllowed();
    this.change({ premove: isAllowed ? column : null });
  }

  private async sendMove(table: Table, move: number, ply: number): Promise<void> {
    const { gameId, board } = table;
    const [action, columnIndex] = [actionOf(move), columnOfMove(move)];
    this.pendingPly = ply;
    this.change({ pending: move });
    const order = { gameId, columnIndex, ply, ...(action === "drop" ? {} : { action }) };
    const answer = await this.parts.connection.request("make-move", order);
    const now = this.table.peek();
    if (now?.gameId !== gameId || this.pendingPly !== ply || now.pending === null) return;
    if (answer.ok) return this.awaitUpdate(gameId);
    const { code } = answer.error;
    // The move may or may not have arrived. The snapshot after reconnecting tells.
    if (code === LOST.code) return;
    if (code === OFFLINE.code) return this.takeBack(move, "note.noConnection");
    this.takeBack(move, refusalKey(answer.error), { code, column: letterOf(kindOf(board).board, columnIndex) });
    if (code === "stale") void this.resync();
  }

  /** The acknowledgement of a move comes before its update. A snapshot is asked for only if the update stays away. */
  private awaitUpdate(gameId: string): void {
    clearTimeout(this.updateTimer);
    this.updateTimer = setTimeout(() => {
      if (this.gameId === gameId) void this.resync();
    }, UPDATE_MS);
  }

  /** `move`: what the server does not have. */
  private takeBack(move: number, key: string, args: Args = {}): void {
    this.change({ pending: null, premove: null });
    this.parts.board.update(this.remote());
    void this.parts.board.takeBack(this.notation(), move, key, args);
  }

  /** Spectators are counted until they leave. The server refuses this for a game of the archive, which does no harm. */
  private stopWatching({ gameId, seat }: Table): void {
    if (seat === null) void this.parts.connection.request("unwatch", { gameId });
  }

  // ---- the table ----

  /** The list of my games, and the count of those that wait for me, follow the game on the board. */
  private updateLists(): void {
    const { gameId, result } = this.table.peek()!;
    if (!result) return this.parts.lists.played(gameId, this.ply, this.side, this.isMyTurn);
    this.parts.lists.ended(gameId);
    this.parts.session.keepGame(null);
  }

  private change(change: Partial<Table>): void {
    const table = this.table.peek();
    if (table) this.table.value = { ...table, ...change };
  }

  private follow(): void {
    void this.parts.board.follow(this.remote(), this.notation());
  }

  private notation(): string {
    return notationOf(this.table.peek()!.board, this.moves);
  }

  private remote(): Remote {
    return remoteOf(this.table.peek()!);
  }
}
