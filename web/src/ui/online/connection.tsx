// The state of the connection in words, and what the player can do about it.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { Online } from "../../online/types";
import { Icon } from "../kit/icons";
import { useTicking } from "./tick";
import { o } from "./words";

export interface PartProps {
  readonly app: App;
  readonly online: Online;
}

function lostText(app: App, online: Online): string {
  const at = online.retryAt.value;
  const isUnsent = typeof online.table.value?.pending === "number";
  const seconds = at === null ? 0 : Math.ceil((at - performance.now()) / 1000);
  if (seconds <= 0) return o(app, isUnsent ? "link.unsentNow" : "link.now");
  return o(app, isUnsent ? "link.unsent" : "link.soon", { seconds });
}

const words = {
  off: "link.off",
  connecting: "link.connecting",
  replaced: "link.replaced",
  ended: "link.ended",
  banned: "link.banned",
} as const;

/** Null while connected. */
export function ConnectionStrip({ app, online }: PartProps): JSX.Element | null {
  const connection = online.connection.value;
  const isLost = connection === "lost";
  const lost = useTicking(() => (isLost ? lostText(app, online) : ""), isLost ? 250 : null);
  if (connection === "online") return null;
  return (
    <div class={`strip ${connection === "connecting" ? "calm" : "trouble"}`}>
      <Icon name={connection === "connecting" ? "again" : "offline"} />
      <p role="status">{isLost ? lost : o(app, words[connection])}</p>
      {connection === "replaced" && (
        <button type="button" class="primary" onClick={() => online.takeSeat()}>
          {o(app, "link.here")}
        </button>
      )}
      {(connection === "ended" || connection === "off" || connection === "banned") && (
        <button type="button" class="primary" onClick={() => void online.connect()}>
          {o(app, "link.again")}
        </button>
      )}
    </div>
  );
}
