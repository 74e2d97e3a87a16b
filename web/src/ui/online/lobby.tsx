// The lobby: find an opponent with one click; the other ways to play stand below or beside it.
import { gameName } from "../../core/variants";
import { useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { App } from "../../app/types";
import { Avatar } from "../kit/avatar";
import { Icon } from "../kit/icons";
import { playerName } from "../texts/texts";
import type { Wish } from "../../online/types";
import type { PartProps } from "./connection";
import { LifeSection, Pulse, Wanted } from "./life";
import { opponentName } from "./people";
import { Find } from "./queue";
import { attempt, refresh } from "./state";
import { useRepeated } from "./tick";
import { clocks } from "./time";
import { type Way, Ways } from "./ways";
import { makeWishDraft, type WishDraft, WishFields, wishOf } from "./wish";
import { o } from "./words";

/** How often the lobby looks for signs of life. The server's answer lasts a second. */
const LIFE_MS = 5000;

export function Lobby({ app, online }: PartProps): JSX.Element {
  const draft = useMemo(() => makeWishDraft(app), [app]);
  useEffect(() => () => draft.stop(), [draft]);
  // Keeps the badge of "My games" up to date.
  useRepeated(() => void refresh(online, () => online.refreshMine()), 20_000);
  useRepeated(() => void online.refreshLife(), LIFE_MS);
  const way = useSignal<Way | null>(null);
  useSignalEffect(() => {
    const screen = app.screen.value;
    if (screen?.kind !== "lobby" || screen.way === undefined) return;
    way.value = screen.way;
    app.screen.value = { kind: "lobby" }; // once: Back and a reload make no other invitation
    if (online.invitation.peek() === null) void attempt(() => online.invite(friendWish(app, draft), "random", false));
  });
  return (
    <div class="body lobby">
      <Running app={app} online={online} />
      <div class="find">
        <Find app={app} online={online} draft={draft} />
        <Pulse app={app} online={online} />
        <Wanted app={app} online={online} />
        {online.waiting.value === null && <WishFields app={app} draft={draft} />}
      </div>
      <div class="beside">
        <Ways app={app} online={online} draft={draft} open={way} />
        <LifeSection
          app={app}
          online={online}
          onFriend={() => (way.value = "friend")}
          onDays={() => void attempt(() => online.joinQueue(daysWish(draft)))}
        />
      </div>
      <You app={app} online={online} />
    </div>
  );
}

/** With a friend: on the board of the start page, for fun. */
const friendWish = (app: App, draft: WishDraft): Wish => ({ ...wishOf(draft), board: gameName(app.setup.peek()), isRated: false });

/** A game over days: the player may close the page and still finds an opponent. */
const daysWish = (draft: WishDraft): Wish => ({ ...wishOf(draft), clock: clocks["3d"]! });

/** The way back to a live game that is not on the board. */
function Running({ app, online }: PartProps): JSX.Element | null {
  const game = online.running.value;
  if (!game) return null;
  const back = async (): Promise<void> => {
    if (await attempt(() => online.resume(game.gameId))) app.screen.value = null;
  };
  return (
    <div class="strip running">
      <Icon name="play" />
      <p>
        <strong>{o(app, "running.title")}</strong>{" "}
        <small>{o(app, "running.against", { name: opponentName(app, game) })}</small>
      </p>
      <button type="button" class="primary" onClick={() => void back()}>
        {o(app, "running.return")}
      </button>
    </div>
  );
}

/** Who I am for the others. */
function You({ app, online }: PartProps): JSX.Element | null {
  const me = online.me.value;
  if (!me) return null;
  return (
    <section class="you" aria-labelledby="you-title">
      <h3 id="you-title">{o(app, "you.title")}</h3>
      <button type="button" class="large" onClick={() => (app.screen.value = { kind: "account" })}>
        <Avatar id={me.playerId} />
        <span>
          <strong>
            <bdi>{playerName(app, me.name)}</bdi>
          </strong>
          <small>{o(app, me.isGuest ? "you.keep" : "you.account")}</small>
        </span>
        <Icon name="chevron" />
      </button>
    </section>
  );
}
