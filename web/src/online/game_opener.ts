// How an online game comes to the board: it begins, is resumed, is watched, or is read from the archive.
import { refusalIn, type Connection } from "./connection";
import type { Lists } from "./lists";
import type { Lobby, StartOutcome } from "./lobby";
import type { OtherGames } from "./other_games";
import { colourOf } from "./record";
import { IN_GAME, NO_SUCH_GAME, OFFLINE, UNREACHABLE, type Refusal } from "./refusal";
import type { Room } from "./room";
import type { KeptGame, Session } from "./session";
import type { GameBoard } from "./types";
import { playerOf, tableOf, type Start } from "./wire";

export interface OpenerParts {
  readonly connection: Connection;
  readonly session: Session;
  readonly lists: Lists;
  readonly lobby: Lobby;
  readonly room: Room;
  readonly otherGames: OtherGames;
  readonly board: GameBoard;
  notify(key: string): void;
}

export class GameOpener {
  constructor(private readonly parts: OpenerParts) {}

  /** Connects first, then runs the task. */
  async connected(task: () => Promise<Refusal | null>): Promise<Refusal | null> {
    return (await this.parts.connection.connect()) ?? task();
  }

  /** game-start: a game this window asked for goes to the board; any other one is only offered. */
  gameStarted(start: Start): void {
    const { room, session, lobby } = this.parts;
    const table = room.table.peek();
    if (table?.gameId === start.gameId) return room.sync(start);
    const isKept = !table && session.keptGame()?.gameId === start.gameId;
    const isRematch = table !== null && start.rematchOf === table.gameId;
    const isExpected = isKept || isRematch || lobby.expects(start.gameId);
    if (isExpected && !room.isLive) this.begin(start, isKept);
    else this.offer(start, isKept);
  }

  /** After a reload: the game that was on the board. A seat is taken at once, before another window takes it. */
  async restore({ gameId, isSeated }: KeptGame): Promise<void> {
    if (isSeated && (await this.fetch("resume", gameId)) === null) return;
    const refusal = await this.open(gameId);
    if (refusal?.code === NO_SUCH_GAME.code) this.parts.session.keepGame(null);
  }

  /** A finished game comes from the archive and needs no connection. */
  async open(gameId: string): Promise<Refusal | null> {
    const { room, lists, session } = this.parts;
    if (this.isBoardTaken(gameId)) return IN_GAME;
    const found = await lists.archived(gameId);
    if (!found.ok) return found.refusal.code === UNREACHABLE.code ? OFFLINE : found.refusal;
    const record = found.value;
    if (record.isOver) return room.openRecord(record).then(() => null);
    return this.connected(() => {
      const isMine = colourOf(record, session.me.peek()?.playerId ?? null) !== null;
      return this.fetch(isMine ? "resume" : "watch", gameId);
    });
  }

  async watch(gameId: string): Promise<Refusal | null> {
    return this.onFreeBoard(gameId, () => this.fetch("watch", gameId));
  }

  async resume(gameId: string): Promise<Refusal | null> {
    return this.onFreeBoard(gameId, () => this.fetch("resume", gameId));
  }

  /** Starts a game with a request of the lobby, and brings it to the board. */
  async start(request: () => Promise<StartOutcome>): Promise<Refusal | null> {
    return this.onFreeBoard(null, async () => {
      const started = await request();
      if ("refusal" in started) return started.refusal;
      return this.parts.room.gameId === started.gameId ? null : this.fetch("resume", started.gameId);
    });
  }

  private begin(start: Start, isKept: boolean): void {
    const { room, lobby, board, notify } = this.parts;
    lobby.gameBegan(start.gameId);
    void room.open(start);
    if (isKept) return;
    board.sound("found");
    notify("note.begun");
  }

  private offer(start: Start, isKept: boolean): void {
    const { otherGames, lists, board } = this.parts;
    if (start.clock?.perMoveMs === undefined) otherGames.offer(tableOf(start, performance.now()), start.ply, playerOf(start.currentPlayer) ?? 0, start.isYourTurn === true);
    void lists.refreshMine();
    if (!isKept && start.ply === 0) board.say("note.begunElsewhere");
  }

  /** A live game of mine stays on the board until it is over or left. */
  private isBoardTaken(gameId: string | null): boolean {
    const { room } = this.parts;
    return room.isLive && room.gameId !== gameId;
  }

  private async onFreeBoard(gameId: string | null, task: () => Promise<Refusal | null>): Promise<Refusal | null> {
    return this.isBoardTaken(gameId) ? IN_GAME : this.connected(task);
  }

  private async fetch(event: "watch" | "resume", gameId: string): Promise<Refusal | null> {
    let shown: Promise<void> | null = null;
    const onAnswer = (start: Start): void => void (shown = this.parts.room.show(start));
    const answer = await this.parts.connection.request<Start>(event, { gameId }, onAnswer);
    await shown;
    return refusalIn(answer);
  }
}
