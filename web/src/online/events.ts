// The events of the server, each handed to the part that deals with it.
import type { OnlineParts } from "./online";
import type { WireSession } from "./session";
import type { Start, WireLine } from "./wire";

const LOBBY_EVENTS = ["queue-update", "match-found", "match-cancelled", "game-cancelled"];

export function receive(parts: OnlineParts, event: string, payload: unknown): void {
  const { board, lobby, opener, room } = parts;
  if (event === "session") sessionBegan(parts, payload as WireSession);
  else if (event === "session-replaced") board.say("note.replaced", {}, "refusal");
  else if (event === "session-ended") sessionEnded(parts);
  else if (event === "game-start") opener.gameStarted(payload as Start);
  else if (event === "chat-message") lineReceived(parts, payload as WireLine);
  else if (LOBBY_EVENTS.includes(event)) lobby.receive(event, payload);
  else if (event !== "error-message") room.receive(event, payload);
}

function sessionBegan({ board, session, naming, push, chat, lists, room, lobby, opener }: OnlineParts, wire: WireSession): void {
  if (session.begin(wire)) board.say("note.newGuest");
  void push.renew();
  if (chat.quickMessages.peek().length === 0) {
    void lists.quickMessages().then((found) => (chat.quickMessages.value = found));
  }
  const kept = room.table.peek() ? null : session.keptGame();
  void (kept ? opener.restore(kept) : room.resync()).then(() => lobby.restore());
  void lists.refreshMine();
  naming.adoptLogin();
}

/** The player logged out in another window, or was deleted: the token is void. */
function sessionEnded(parts: OnlineParts): void {
  forgetPlayer(parts);
  void parts.push.forget();
  parts.connection.close("ended");
  parts.board.say("note.ended", {}, "refusal");
}

/** Forgets everything about this player. The next session belongs to somebody else. */
export function forgetPlayer({ session, lists, lobby, otherGames }: OnlineParts): void {
  session.forget();
  lists.mine.value = null;
  lobby.gameBegan("");
  otherGames.running.value = null;
}

function lineReceived({ chat, room }: OnlineParts, line: WireLine): void {
  if (line.gameId === room.gameId) chat.receive(line);
}
