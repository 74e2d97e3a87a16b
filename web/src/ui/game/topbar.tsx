// Name, current game and score, and the buttons of the dialogs.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { DialogButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Logo } from "../kit/logo";
import { kindOfSnapshot } from "../../core/variants";
import { kindTitle, opponentTitle } from "../texts/names";
import { Score } from "./score";
import { Slot } from "../slot";
import { t } from "../texts/texts";

export function TopBar({ app }: { app: App }): JSX.Element {
  const isRemote = app.remote.value !== null;
  return (
    <header class="top">
      <h1>
        <button type="button" class="name" title={t(app, "action.leave")} onClick={() => app.leave()}>
          <Logo />
          <span>{t(app, "app.name")}</span>
        </button>
      </h1>
      {isRemote ? <Slot app={app} part="Played" /> : <Played app={app} />}
      {isRemote ? <Slot app={app} part="Seats" /> : <Score app={app} />}
    </header>
  );
}

export function Tools({ app }: { app: App }): JSX.Element {
  return (
    <nav class="tools" aria-label={t(app, "action.settings")}>
      {app.isOffline.value && app.remote.value === null && (
        <span class="offline" title={t(app, "about.offline")}>
          <Icon name="offline" />
          <span class="hidden">{t(app, "about.offline")}</span>
        </span>
      )}
      <Slot app={app} part="Me" />
      <DialogButton app={app} icon="share" dialog="share" />
      <DialogButton app={app} icon="sliders" dialog="settings" />
      <DialogButton app={app} icon="help" dialog="help" />
    </nav>
  );
}

function Played({ app }: { app: App }): JSX.Element {
  return (
    <button type="button" class="played" onClick={() => (app.dialog.value = "new")}>
      <span class="hidden">{t(app, "action.change")} </span>
      <span>{kindTitle(app, kindOfSnapshot(app.snapshot.value))}</span>
      <span>{opponentTitle(app)}</span>
      <Icon name="down" />
    </button>
  );
}
