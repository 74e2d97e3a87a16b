// The search goes on while something else is shown: how long it takes, the way back to the lobby, and the way out. The pill stands
// in the layout and covers nothing.
import type { JSX } from "preact";
import type { QueueEntry } from "../../online/types";
import type { PartProps } from "./connection";
import { useTicking } from "./tick";
import { waitText } from "./time";
import { o } from "./words";

export function SearchPill({ app, online }: PartProps): JSX.Element | null {
  const waiting = online.waiting.value;
  if (!waiting) return null;
  return <Pill app={app} online={online} waiting={waiting} />;
}

function Pill({ app, online, waiting }: PartProps & { waiting: QueueEntry }): JSX.Element {
  const time = useTicking(() => waitText(performance.now() - waiting.since), 250);
  return (
    <div class="pill" role="group" aria-label={o(app, "find.waiting")}>
      <button
        type="button"
        class="to-lobby"
        title={o(app, "pill.back")}
        onClick={() => (app.screen.value = { kind: "lobby" })}
      >
        <span class="search" aria-hidden="true">
          <i class="back-0" />
          <i class="back-1" />
        </span>
        <span class="long">{o(app, "find.waiting")}</span>
        <span class="short">{o(app, "pill.short")}</span>
        <b role="timer">{time}</b>
      </button>
      <button type="button" class="out" onClick={() => online.leaveQueue()}>
        {o(app, "pill.cancel")}
      </button>
    </div>
  );
}
