// Finding an opponent: one large button, and the state of the search.
import { kindOf } from "../../core/variants";
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { QueueEntry } from "../../online/types";
import { Icon } from "../kit/icons";
import type { PartProps } from "./connection";
import { waitHint } from "./life";
import { attempt } from "./state";
import { useTicking } from "./tick";
import { waitText } from "./time";
import { type WishDraft, wishOf, wishText } from "./wish";
import { o } from "./words";

export function Find({ app, online, draft }: PartProps & { draft: WishDraft }): JSX.Element {
  const waiting = online.waiting.value;
  if (waiting) return <Looking app={app} online={online} waiting={waiting} />;
  return <FindButton app={app} online={online} draft={draft} />;
}

/** A player who has missed several matches sees how long the queue stays closed. */
function FindButton({ app, online, draft }: PartProps & { draft: WishDraft }): JSX.Element {
  const wish = wishOf(draft);
  const hint = waitHint(app, online.life.value, wish);
  const opensAt = online.opensAt.value;
  const closed = (): string => {
    const seconds = Math.ceil((opensAt - performance.now()) / 1000);
    return seconds > 0 ? o(app, "find.closed", { seconds }) : "";
  };
  const wait = useTicking(closed, opensAt === 0 ? null : 250);
  return (
    <button
      type="button"
      class="primary hero"
      aria-disabled={wait.value !== ""}
      onClick={() => wait.value === "" && void attempt(() => online.joinQueue(wish))}
    >
      <Icon name="globe" />
      <span>
        <strong>{o(app, "find.button")}</strong>
        <small>{wait.value || [wishText(app, wish), hint].filter(Boolean).join(" · ")}</small>
      </span>
    </button>
  );
}

/** From now on a game against the computer is offered. */
const PATIENCE_MS = 10_000;

function Looking({ app, online, waiting }: PartProps & { waiting: QueueEntry }): JSX.Element {
  const waited = (): number => performance.now() - waiting.since;
  const time = useTicking(() => o(app, "find.time", { time: waitText(waited()) }), 250);
  const isLong = useTicking(() => (waited() >= PATIENCE_MS ? "yes" : ""), 250);
  const hint = waitHint(app, online.life.value, waiting.wish);
  return (
    <section class="looking" aria-label={o(app, "find.waiting")}>
      <span class="search" aria-hidden="true">
        <i class="back-0" />
        <i class="back-1" />
      </span>
      <div>
        <h3>{o(app, "find.waiting")}</h3>
        <p class="note">{[wishText(app, waiting.wish), hint].filter(Boolean).join(" · ")}</p>
        <p class="note">
          <span role="timer">{time}</span>
          {waiting.size !== null && <span> · {o(app, "find.size", { size: waiting.size })}</span>}
        </p>
      </div>
      <button type="button" class="quiet" onClick={() => online.leaveQueue()}>
        <Icon name="close" />
        {o(app, "find.cancel")}
      </button>
      {isLong.value && <Meanwhile app={app} online={online} waiting={waiting} />}
    </section>
  );
}

const hasLocalGame = (app: App): boolean =>
  app.remote.value === null && app.phase.value !== "welcome" && app.snapshot.value.status === "playing";

/** The search goes on; the pill shows it over the game. */
function Meanwhile({ app, waiting }: PartProps & { waiting: QueueEntry }): JSX.Element {
  const hasGame = hasLocalGame(app);
  const play = (): void => {
    app.screen.value = null;
    if (!hasGame) app.start({ mode: "cpu", ...kindOf(waiting.wish.board) });
  };
  return (
    <div class="meanwhile">
      <div role="status">
        <strong>{o(app, "meanwhile.title")}</strong>
        <p class="note">{o(app, "meanwhile.why")}</p>
      </div>
      <button type="button" class="primary" onClick={play}>
        <Icon name={hasGame ? "play" : "cpu"} />
        {o(app, hasGame ? "meanwhile.back" : "meanwhile.start")}
      </button>
    </div>
  );
}
