// The lobby: find an opponent with one click; the other ways to play stand below or beside it.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { Field } from "../kit/controls";
import { Icon } from "../kit/icons";
import type { PartProps } from "./connection";
import { opponentName } from "./people";
import { Find } from "./queue";
import { attempt, refresh } from "./state";
import { useRepeated } from "./tick";
import { Ways } from "./ways";
import { makeWishDraft, WishFields } from "./wish";
import { playerName } from "../texts/texts";
import { o } from "./words";

export function Lobby({ app, online }: PartProps): JSX.Element {
  const draft = useMemo(() => makeWishDraft(app), [app]);
  useEffect(() => () => draft.stop(), [draft]);
  // Keeps the badge of "My games" up to date.
  useRepeated(() => void refresh(online, () => online.refreshMine()), 20_000);
  return (
    <div class="body lobby">
      <Running app={app} online={online} />
      <div class="find">
        <Find app={app} online={online} draft={draft} />
        {online.waiting.value === null && <WishFields app={app} draft={draft} />}
      </div>
      <div class="beside">
        <Ways app={app} online={online} draft={draft} />
        <You app={app} online={online} />
      </div>
    </div>
  );
}

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
        <small>{o(app, "running.against", { name: opponentName(game) })}</small>
      </p>
      <button type="button" class="primary" onClick={() => void back()}>
        {o(app, "running.return")}
      </button>
    </div>
  );
}

function You({ app, online }: PartProps): JSX.Element {
  const me = online.me.value;
  return (
    <section class="you" aria-labelledby="you-title">
      <h3 id="you-title">{o(app, "you.title")}</h3>
      <NameForm key={me?.name} app={app} online={online} />
      {me?.isGuest && <p class="note">{o(app, "you.keep")}</p>}
      <div class="pair">
        {me && (
          <button
            type="button"
            class="quiet"
            onClick={() => (app.screen.value = { kind: "profile", playerId: me.playerId })}
          >
            <Icon name="review" />
            {o(app, "you.profile")}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => (app.screen.value = { kind: "account" })}>
          <Icon name="user" />
          {o(app, "you.account")}
        </button>
      </div>
    </section>
  );
}

function NameForm({ app, online }: PartProps): JSX.Element {
  const name = useSignal(playerName(app, online.me.peek()?.name ?? ""));
  const isSaved = useSignal(false);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    isSaved.value = await attempt(() => online.setName(name.value.trim()));
  };
  return (
    <form class="copy" onSubmit={(event) => void save(event)}>
      <Field label={o(app, "you.name")}>
        <input
          type="text"
          autocomplete="nickname"
          maxLength={40}
          value={name.value}
          onInput={(event) => {
            name.value = event.currentTarget.value;
            isSaved.value = false;
          }}
        />
      </Field>
      <button type="submit" class="quiet">
        {isSaved.value && <Icon name="check" />}
        {o(app, isSaved.value ? "you.saved" : "you.save")}
      </button>
    </form>
  );
}
