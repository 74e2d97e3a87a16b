// `Online`, the face of online play for the panels: each signal and action leads to the part that has it.
import { forgetPlayer } from "./events";
import type { OnlineParts } from "./online";
import { NO_SUCH_GAME, type Refusal } from "./refusal";
import type { Online } from "./types";
import { leftAt } from "./wire";

export function onlineOf(parts: OnlineParts): Online {
  return {
    api: parts.api,
    ...signalsOf(parts),
    ...sessionActions(parts),
    ...lobbyActions(parts),
    ...openActions(parts),
    ...tableActions(parts),
    ...chatActions(parts),
  };
}

function signalsOf(parts: OnlineParts) {
  const { connection, session, lobby, room, otherGames, chat, lists, life, naming, notices, push, premoves } = parts;
  return {
    connection: connection.state,
    retryAt: connection.retryAt,
    me: session.me,
    waiting: lobby.waiting,
    opensAt: lobby.opensAt,
    match: lobby.match,
    invitation: lobby.invitation,
    table: room.table,
    running: otherGames.running,
    chat: chat.shown,
    unread: chat.unread,
    isMuted: chat.isMuted,
    quickMessages: chat.quickMessages,
    mine: lists.mine,
    turns: lists.turns,
    others: lists.others,
    life: life.life,
    isNameAsked: naming.isAsked,
    premoves,
    notices: notices.permission,
    push: push.state,
  } satisfies Partial<Online>;
}

function sessionActions(parts: OnlineParts) {
  const { api, connection, session, naming, notices, push, opener } = parts;
  return {
    connect: () => connection.connect(),
    leave: () => connection.close(),
    takeSeat: () => void connection.reconnect(),
    setName: (name) => opener.connected(() => rename(parts, name)),
    answerName: (name, isOwn) => naming.answer(name, isOwn),
    useToken: (token) => {
      // The same token: the same player, who now has an account.
      if (token === null || token !== session.token()) forgetPlayer(parts);
      if (token === null) void push.forget();
      session.setToken(token);
      return connection.reconnect();
    },
    token: () => session.token(),
    askForNotices: () => notices.ask(),
    checkPush: () => push.check(),
    turnPush: (isOn) => push.turn(isOn),
    renewPush: () => push.renew(),
    winsInARow: async () => {
      const id = session.me.peek()?.playerId;
      const found = id ? await api.get<{ readonly streak: { readonly current: number } }>(`api/players/${id}`) : null;
      return found?.ok ? Math.max(0, found.value.streak.current) : 0;
    },
  } satisfies Partial<Online>;
}

export async function rename({ connection, session }: OnlineParts, name: string): Promise<Refusal | null> {
  const answer = await connection.request<{ name: string }>("set-name", { name });
  if (answer.ok) session.rename(answer.name);
  return answer.ok ? null : answer.error;
}

function lobbyActions({ lobby, naming, opener }: OnlineParts) {
  const named = <T>(task: () => Promise<T>) => naming.settled().then(task);
  return {
    joinQueue: (wish) => opener.connected(() => named(() => lobby.joinQueue(wish))),
    leaveQueue: () => lobby.leaveQueue(),
    confirmMatch: () => lobby.confirmMatch(),
    declineMatch: () => lobby.declineMatch(),
    invite: (wish, colour, isPublic) => opener.connected(() => named(() => lobby.invite(wish, colour, isPublic))),
    cancelInvitation: () => lobby.cancelInvitation(),
  } satisfies Partial<Online>;
}

function openActions({ lobby, lists, life, naming, opener }: OnlineParts) {
  return {
    join: (code) => opener.start(() => naming.settled().then(() => lobby.join(code))),
    playComputer: (wish, level, style, colour) => opener.start(() => lobby.playComputer(wish, level, style, colour)),
    watch: (gameId) => opener.watch(gameId),
    resume: (gameId) => opener.resume(gameId),
    open: (gameId) => opener.open(gameId),
    refreshMine: () => lists.refreshMine(),
    refreshOthers: () => lists.refreshOthers(),
    refreshLife: () => life.refresh(),
  } satisfies Partial<Online>;
}

function tableActions({ room }: OnlineParts) {
  return {
    resign: () => void room.act("resign"),
    offerDraw: () => void room.act("offer-draw", { drawOffer: room.table.peek()?.seat ?? null }),
    answerDraw: (isAccepted) => void room.act(isAccepted ? "accept-draw" : "decline-draw", { drawOffer: null }),
    askRematch: () => void room.act("request-rematch", { rematch: "asked" }),
    answerRematch: (isAccepted) => void room.act(isAccepted ? "accept-rematch" : "decline-rematch", { rematch: "none" }),
    setPremove: (column) => room.setPremove(column),
    leftNow: (player) => {
      const table = room.table.peek();
      return table ? leftAt(table.clocks, player, performance.now()) : 0;
    },
  } satisfies Partial<Online>;
}

function chatActions({ chat, room }: OnlineParts) {
  const send = async (content: { text: string } | { quick: number }): Promise<Refusal | null> =>
    room.gameId === null ? NO_SUCH_GAME : chat.send(room.gameId, content);
  return {
    say: (text) => send({ text }),
    sayQuick: (quick) => send({ quick }),
  } satisfies Partial<Online>;
}
