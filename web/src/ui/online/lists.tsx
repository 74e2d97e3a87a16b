// The list of my games, those that wait for my move first, and the list of games to watch.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Refusal } from "../../online/refusal";
import type { ListedGame } from "../../online/types";
import { Avatar } from "../kit/avatar";
import { Switch } from "../kit/controls";
import { Icon } from "../kit/icons";
import { listKeys } from "../kit/list_keys";
import { boardTitle } from "../texts/names";
import { Thumb } from "../kit/thumb";
import type { PartProps } from "./connection";
import { Invite } from "./invite";
import { Names } from "./life";
import { opponentName, opponentOf } from "./people";
import { attempt, refresh } from "./state";
import { useRepeated, useTicking } from "./tick";
import { spanText } from "./time";
import { o } from "./words";

export function MyGames({ app, online }: PartProps): JSX.Element {
  useRepeated(() => void refresh(online, () => online.refreshMine()), 15_000);
  const games = online.mine.value;
  return (
    <div class="body">
      <Notices app={app} online={online} />
      <List
        app={app}
        games={games}
        empty={o(app, "mine.empty")}
        open={(id) => online.resume(id)}
        Entry={MyEntry}
      />
    </div>
  );
}

export function Watch({ app, online }: PartProps): JSX.Element {
  useRepeated(() => void refresh(online, () => online.refreshOthers()), 10_000);
  const games = online.others.value;
  return (
    <div class="body">
      <List
        app={app}
        games={games}
        empty={o(app, "watch.empty")}
        open={(id) => online.watch(id)}
        Entry={OtherEntry}
      />
    </div>
  );
}

interface EntryProps {
  readonly app: PartProps["app"];
  readonly game: ListedGame;
}

interface ListProps {
  readonly app: PartProps["app"];
  readonly games: readonly ListedGame[] | null;
  readonly empty: string;
  readonly Entry: (props: EntryProps) => JSX.Element;
  open(gameId: string): Promise<Refusal | null>;
}

function List({ app, games, empty, Entry, open }: ListProps): JSX.Element {
  const enter = async (gameId: string): Promise<void> => {
    if (await attempt(() => open(gameId))) app.screen.value = null;
  };
  if (games === null) return <p class="note">{o(app, "list.loading")}</p>;
  if (games.length === 0) return <Invite app={app} text={empty} />;
  return (
    <ul class="entries" onKeyDown={listKeys}>
      {games.map((game) => (
        <li key={game.gameId}>
          <button
            type="button"
            class={`entry ${game.isMyTurn ? "mine" : ""}`}
            onClick={() => void enter(game.gameId)}
          >
            <Thumb layers={game.layers} />
            <Entry app={app} game={game} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function MyEntry({ app, game }: EntryProps): JSX.Element {
  const name = opponentName(app, game);
  const id = game.ids[opponentOf(game)];
  return (
    <span class="about">
      <strong class="faced">
        {id && <Avatar id={id} />}
        {o(app, "mine.against", { name })}
      </strong>
      <span class={game.isMyTurn ? "yours" : ""}>
        {game.isMyTurn ? o(app, "mine.yours") : o(app, "mine.theirs", { name })}
      </span>
      <small>
        {boardTitle(app, game.board)} · {o(app, "list.length", { ply: game.ply })}
        {game.deadline !== null && <Deadline app={app} at={game.deadline} />}
      </small>
    </span>
  );
}

function Deadline({ app, at }: { app: PartProps["app"]; at: number }): JSX.Element {
  const text = useTicking(() => o(app, "mine.left", { time: spanText(app, at - Date.now()) }), 1000);
  return <span> · {text}</span>;
}

function OtherEntry({ app, game }: EntryProps): JSX.Element {
  return (
    <span class="about">
      <Names app={app} names={game.names} ids={game.ids} />
      <small>
        {boardTitle(app, game.board)} · {o(app, "list.length", { ply: game.ply })}
      </small>
    </span>
  );
}

function Notices({ app, online }: PartProps): JSX.Element | null {
  const notices = online.notices.value;
  if (notices === "unsupported") return null;
  if (notices === "denied") return <p class="note">{o(app, "mine.noticeOff")}</p>;
  if (notices === "granted") return <Allowed app={app} online={online} />;
  return (
    <button type="button" class="quiet" onClick={() => void online.askForNotices()}>
      <Icon name="bell" />
      {o(app, "mine.notice")}
    </button>
  );
}

/** Notifications are allowed: this page shows them while it is open; the switch is about the time when it is not. */
function Allowed({ app, online }: PartProps): JSX.Element {
  useEffect(() => void online.checkPush(), [online]);
  const push = online.push.value;
  return (
    <>
      <p class="note">{o(app, "mine.noticeOn")}</p>
      {push !== "unsupported" && (
        <Switch
          label={o(app, "push.label")}
          hint={o(app, "push.hint")}
          checked={push === "on"}
          onChange={(isOn) => void online.turnPush(isOn)}
        />
      )}
      <p class="note" role="status">
        {push === "failed" && o(app, "push.failed")}
      </p>
    </>
  );
}
