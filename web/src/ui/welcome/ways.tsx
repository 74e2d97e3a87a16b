// The other ways to play: two people at this device, a friend by link, or online.
import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { isAlone } from "../../app/files";
import type { App } from "../../app/types";
import { boardOf, type Draft } from "../dialogs/setup";
import { Icon, type IconName } from "../kit/icons";
import { t } from "../texts/texts";

export function Ways({ app, draft }: { app: App; draft: Signal<Draft> }): JSX.Element {
  return (
    <div class="modes">
      <Way
        icon="people"
        title={t(app, "welcome.two")}
        hint={t(app, "welcome.twoHint")}
        onClick={() => app.start({ mode: "two", board: boardOf(draft.value) })}
      />
      {!isAlone() && <OnlineWays app={app} />}
    </div>
  );
}

function OnlineWays({ app }: { app: App }): JSX.Element {
  const turns = app.online.value?.turns.value ?? 0;
  return (
    <>
      <Way
        icon="link"
        title={t(app, "welcome.friend")}
        hint={t(app, "welcome.friendHint")}
        onClick={() => (app.screen.value = { kind: "lobby", way: "friend" })}
      />
      <Way
        icon="globe"
        title={t(app, "welcome.online")}
        hint={turns > 0 ? t(app, "welcome.turns", { turns }) : t(app, "welcome.onlineHint")}
        badge={turns}
        onClick={() => (app.screen.value = { kind: "lobby" })}
      />
    </>
  );
}

interface WayProps {
  readonly icon: IconName;
  readonly title: string;
  readonly hint: string;
  /** Games that wait for a move. */
  readonly badge?: number;
  onClick(): void;
}

function Way({ icon, title, hint, badge = 0, onClick }: WayProps): JSX.Element {
  return (
    <button type="button" class="way" onClick={onClick}>
      <Icon name={icon} />
      <span>
        <strong>{title}</strong> <small>{hint}</small>
      </span>
      {badge > 0 && (
        <b class="badge" aria-hidden="true">
          {badge}
        </b>
      )}
    </button>
  );
}
