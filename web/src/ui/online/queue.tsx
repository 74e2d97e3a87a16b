// Finding an opponent: one large button, and the state of the search.
import type { JSX } from "preact";
import type { QueueEntry } from "../../online/types";
import { Icon } from "../kit/icons";
import type { PartProps } from "./connection";
import { attempt } from "./state";
import { useTicking } from "./tick";
import { waitText } from "./time";
import { type WishDraft, wishOf, wishText } from "./wish";
import { o } from "./words";

export function Find({ app, online, draft }: PartProps & { draft: WishDraft }): JSX.Element {
  const waiting = online.waiting.value;
  if (waiting) return <Looking app={app} online={online} waiting={waiting} />;
  const wish = wishOf(draft);
  return (
    <button type="button" class="primary hero" onClick={() => void attempt(() => online.joinQueue(wish))}>
      <Icon name="globe" />
      <span>
        <strong>{o(app, "find.button")}</strong>
        <small>{wishText(app, wish)}</small>
      </span>
    </button>
  );
}

function Looking({ app, online, waiting }: PartProps & { waiting: QueueEntry }): JSX.Element {
  const waited = (): string => o(app, "find.time", { time: waitText(performance.now() - waiting.since) });
  const time = useTicking(waited, 250);
  return (
    <section class="looking" aria-label={o(app, "find.waiting")}>
      <span class="search" aria-hidden="true">
        <i class="back-0" />
        <i class="back-1" />
      </span>
      <div>
        <h3>{o(app, "find.waiting")}</h3>
        <p class="note">{wishText(app, waiting.wish)}</p>
        <p class="note">
          <span role="timer">{time}</span>
          {waiting.size !== null && <span> · {o(app, "find.size", { size: waiting.size })}</span>}
        </p>
      </div>
      <button type="button" class="quiet" onClick={() => online.leaveQueue()}>
        <Icon name="close" />
        {o(app, "find.cancel")}
      </button>
    </section>
  );
}
