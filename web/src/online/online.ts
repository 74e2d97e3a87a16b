// Online play, put together from its parts. Loaded on demand.
import { effect, signal } from "@preact/signals";
import { ApiClient } from "./api";
import { Chat } from "./chat";
import { Connection } from "./connection";
import { receive } from "./events";
import { onlineOf, rename } from "./facade";
import { GameOpener } from "./game_opener";
import { LifeSigns } from "./life";
import { Lists } from "./lists";
import { Lobby } from "./lobby";
import { Naming } from "./naming";
import { Notices } from "./notices";
import { OtherGames } from "./other_games";
import { Push } from "./push";
import { Room } from "./room";
import { Session, type Memory } from "./session";
import type { GameBoard, Online, OnlineSeat } from "./types";

export interface OnlineOptions {
  readonly board: GameBoard;
  readonly memory: Memory;
  /** The folder of the page, where the server's addresses begin. */
  readonly home: URL;
}

export function createOnline(options: OnlineOptions): { online: Online; seat: OnlineSeat } {
  const parts = createParts(options);
  parts.premoves.subscribe((areAllowed) => options.memory.write("premoves", areAllowed));
  effect(() => parts.notices.badge(parts.lists.turns.value));
  return { online: onlineOf(parts), seat: parts.room };
}

export type OnlineParts = ReturnType<typeof createParts>;

function createParts({ board, memory, home }: OnlineOptions) {
  const session = new Session(memory);
  const notices = new Notices(board);
  const notify: Notices["notify"] = (key, args) => notices.notify(key, args);
  const api = new ApiClient(home, () => session.token(), session.device);
  const lists = new Lists(api, session);
  const premoves = signal(memory.read("premoves") === true);
  const connection: Connection = new Connection(home, {
    auth: () => session.auth(),
    onEvent: (event, payload) => receive(parts, event, payload),
    onLost: () => room.connectionLost(),
  });
  const lobby = new Lobby(connection, session, board, home, notify);
  const chat = new Chat(connection, session, board, memory);
  const otherGames = new OtherGames(lists, notify);
  const premovesAllowed = () => premoves.peek();
  const room = new Room({ connection, session, board, chat, lists, otherGames, premovesAllowed, notify });
  const opener = new GameOpener({ connection, session, lists, lobby, room, otherGames, board, notify });
  const naming = new Naming(session, memory, (name) => rename(parts, name));
  const life = new LifeSigns(api);
  const push = new Push(api, memory, () => session.token());
  const parts = { naming, life, board, session, notices, push, api, lists, premoves, connection, lobby, chat, otherGames, room, opener };
  return parts;
}
