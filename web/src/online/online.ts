// Playing through the server, put together. Loaded when somebody wants to.
import { effect, signal } from "@preact/signals";
import { Chat } from "./chat";
import { Connection, troubleOf } from "./connection";
import { Elsewhere } from "./elsewhere";
import { Lists } from "./lists";
import { Lobby } from "./lobby";
import { Notices } from "./notices";
import { Room } from "./room";
import { Session, type Kept, type Memory, type WireSession } from "./session";
import type { Board, Online, Seat, Trouble } from "./types";
import { leftAt, tableOf, type Start, type WireLine } from "./wire";

export interface Surroundings {
  readonly board: Board;
  readonly memory: Memory;
  /** The folder of the page, where the server's addresses begin. */
  readonly home: URL;
}

const NO_GAME = { code: "no-such-game", message: "There is no such game" };
const IN_GAME = { code: "in-game", message: "Finish your running game first" };
const LOBBY_EVENTS = ["queue-update", "match-found", "match-cancelled", "game-cancelled"];

export function createOnline({ board, memory, home }: Surroundings): { online: Online; seat: Seat } {
  const session = new Session(memory);
  const notices = new Notices(board);
  const lists = new Lists(home, session);
  const premoves = signal(memory.read("premoves") === true);
  const connection = new Connection(home, { auth: () => session.auth(), hear, cut: () => room.cut() });
  const lobby = new Lobby(connection, session, board, home, (key, args) => notices.tell(key, args));
  const chat = new Chat(connection, session, board, memory);
  const elsewhere = new Elsewhere(lists, (key) => notices.tell(key));
  const room = new Room(connection, session, board, chat, lists, elsewhere, {
    premovesAllowed: () => premoves.peek(),
    notify: (key, args) => notices.tell(key, args),
  });
  premoves.subscribe((isAllowed) => memory.write("premoves", isAllowed));
  effect(() => notices.badge(lists.turns.value));

  function hear(event: string, payload: unknown): void {
    if (event === "session") arrived(payload as WireSession);
    else if (event === "session-replaced") board.say("note.replaced", {}, "refusal");
    else if (event === "session-ended") ended();
    else if (event === "game-start") started(payload as Start);
    else if (event === "chat-message") heardLine(payload as WireLine);
    else if (LOBBY_EVENTS.includes(event)) lobby.hear(event, payload);
    else if (event !== "error-message") room.hear(event, payload);
  }

  function heardLine(line: WireLine): void {
    if (line.gameId === room.table.peek()?.gameId) chat.hear(line);
  }

  function arrived(wire: WireSession): void {
    if (session.begin(wire)) board.say("note.newGuest");
    if (chat.quicks.peek().length === 0) void lists.quicks().then((found) => (chat.quicks.value = found));
    const kept = room.table.peek() ? null : session.kept();
    void (kept ? sitDown(kept) : room.resync()).then(() => lobby.resume());
    void lists.refreshMine();
  }

  /** The game that was on the board before. A seat is asked for at once: later it could be another window's. */
  async function sitDown({ gameId, isSeated }: Kept): Promise<void> {
    if (isSeated && (await fetchGame("resume", gameId)) === null) return;
    const trouble = await open(gameId);
    if (trouble?.code === NO_GAME.code) session.keep(null);
  }

  /** Logged out elsewhere, or deleted: the token is worth nothing any more. */
  function ended(): void {
    forget();
    connection.leave("ended");
    board.say("note.ended", {}, "refusal");
  }

  function forget(): void {
    session.forget();
    lists.mine.value = null;
    lobby.begun("");
    elsewhere.running.value = null;
  }

  /** A game goes to the board if it was asked for here; other running games are only offered. */
  function started(start: Start): void {
    const { gameId, rematchOf } = start;
    const table = room.table.peek();
    if (table?.gameId === gameId) return room.sync(start);
    const isKept = !table && session.kept()?.gameId === gameId;
    const isAgain = table !== null && rematchOf === table.gameId;
    const isExpected = isKept || isAgain || lobby.expects(gameId);
    if (isExpected && !room.isLive) return begin(start, isKept);
    if (start.clock?.perMoveMs === undefined) elsewhere.offer(tableOf(start, performance.now()), start.ply);
    void lists.refreshMine();
    if (!isKept && start.ply === 0) board.say("note.begunElsewhere");
  }

  function begin(start: Start, isKept: boolean): void {
    lobby.begun(start.gameId);
    void room.sit(start);
    if (isKept) return;
    board.sound("found");
    notices.tell("note.begun");
  }

  /** Everything that needs the server goes through here. */
  async function connected(task: () => Promise<Trouble>): Promise<Trouble> {
    return (await connection.connect()) ?? task();
  }

  /** The same for what takes the board: a live game of mine is not pushed off it. */
  async function seated(gameId: string | null, task: () => Promise<Trouble>): Promise<Trouble> {
    if (room.isLive && room.table.peek()?.gameId !== gameId) return IN_GAME;
    return connected(task);
  }

  async function fetchGame(event: "watch" | "resume", gameId: string): Promise<Trouble> {
    let taken: Promise<void> | null = null;
    const answer = await connection.ask<Start>(event, { gameId }, (start) => void (taken = room.take(start)));
    await taken;
    return troubleOf(answer);
  }

  /** What is over comes from the archive and needs no connection. */
  async function open(gameId: string): Promise<Trouble> {
    if (room.isLive && room.table.peek()?.gameId !== gameId) return IN_GAME;
    const archived = await lists.archived(gameId);
    if (!archived) return connection.state.peek() === "online" ? NO_GAME : { ...NO_GAME, code: "offline" };
    if (archived.state.status === "completed") return room.look(archived).then(() => null);
    return connected(() => {
      const isMine = archived.state.players.some(({ id }) => id === session.me.peek()?.playerId);
      return fetchGame(isMine ? "resume" : "watch", gameId);
    });
  }

  async function followUp(begun: { gameId: string } | { trouble: Trouble }): Promise<Trouble> {
    if ("trouble" in begun) return begun.trouble;
    return room.table.peek()?.gameId === begun.gameId ? null : fetchGame("resume", begun.gameId);
  }

  async function say(words: { text: string } | { quick: number }): Promise<Trouble> {
    const table = room.table.peek();
    return table ? chat.say(table.gameId, words) : NO_GAME;
  }

  const online: Online = {
    connection: connection.state,
    retryAt: connection.retryAt,
    me: session.me,
    waiting: lobby.waiting,
    match: lobby.match,
    invitation: lobby.invitation,
    table: room.table,
    running: elsewhere.running,
    chat: chat.shown,
    unread: chat.unread,
    isMuted: chat.isMuted,
    quicks: chat.quicks,
    mine: lists.mine,
    turns: lists.turns,
    others: lists.others,
    premoves,
    notices: notices.allowed,
    connect: () => connection.connect(),
    leave: () => connection.leave(),
    takeBack: () => void connection.again(),
    setName: (name) =>
      connected(async () => {
        const answer = await connection.ask<{ name: string }>("set-name", { name });
        if (answer.ok) session.rename(answer.name);
        return answer.ok ? null : answer.error;
      }),
    useToken: (token) => {
      forget();
      session.setToken(token);
      return connection.again();
    },
    token: () => session.token(),
    joinQueue: (wish) => connected(() => lobby.joinQueue(wish)),
    leaveQueue: () => lobby.leaveQueue(),
    confirmMatch: () => lobby.confirm(),
    declineMatch: () => lobby.decline(),
    invite: (wish, colour, isPublic) => connected(() => lobby.invite(wish, colour, isPublic)),
    cancelInvitation: () => lobby.cancelInvitation(),
    join: (code) => seated(null, async () => followUp(await lobby.join(code))),
    playComputer: (wish, level, style, colour) =>
      seated(null, async () => followUp(await lobby.playComputer(wish, level, style, colour))),
    watch: (gameId) => seated(gameId, () => fetchGame("watch", gameId)),
    resume: (gameId) => seated(gameId, () => fetchGame("resume", gameId)),
    open,
    refreshMine: () => lists.refreshMine(),
    refreshOthers: () => lists.refreshOthers(),
    resign: () => void room.act("resign"),
    offerDraw: () => void room.act("offer-draw", { drawOffer: room.table.peek()?.seat ?? null }),
    answerDraw: (isAccepted) => void room.act(isAccepted ? "accept-draw" : "decline-draw", { drawOffer: null }),
    askRematch: () => void room.act("request-rematch", { rematch: "asked" }),
    answerRematch: (isAccepted) => void room.act(isAccepted ? "accept-rematch" : "decline-rematch", { rematch: "none" }),
    setPremove: (column) => room.setPremove(column),
    say: (text) => say({ text }),
    sayQuick: (quick) => say({ quick }),
    askForNotices: () => notices.ask(),
    leftNow: (player) => {
      const table = room.table.peek();
      return table ? leftAt(table.clocks, player, performance.now()) : 0;
    },
  };
  return { online, seat: room };
}
