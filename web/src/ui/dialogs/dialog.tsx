// One native <dialog> for all: the browser keeps the focus inside, closes on Escape and gives the focus back.
import { useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { App, Dialog } from "../../app/types";
import { About } from "./about";
import { IconButton } from "../kit/controls";
import { Help } from "./help";
import { NewGame } from "./newgame";
import { SettingsForm } from "./settings";
import { Share } from "./share";
import { openReview } from "../state";
import { type Key, t } from "../texts/texts";

type Shown = Exclude<Dialog, "review">;

const parts: Readonly<Record<Shown, { title: Key; Body: (props: { app: App }) => JSX.Element }>> = {
  settings: { title: "settings.title", Body: SettingsForm },
  help: { title: "help.title", Body: Help },
  new: { title: "new.title", Body: NewGame },
  share: { title: "share.title", Body: Share },
  about: { title: "about.title", Body: About },
};

export function Dialogs({ app }: { app: App }): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  useSignalEffect(() => {
    // The review is no dialog on this page: it stands beside the board, which it moves.
    if (app.dialog.value === "review") {
      app.dialog.value = null;
      openReview(app);
    }
  });
  const name = app.dialog.value;
  const part = name && name !== "review" ? parts[name] : null;
  // After the content is there, so that the heading can take the focus.
  useLayoutEffect(() => {
    if (part === null) element.current?.close();
    else if (element.current && !element.current.open) element.current.showModal();
  }, [part]);
  const close = (): void => {
    app.dialog.value = null;
  };
  return (
    <dialog
      ref={element}
      aria-labelledby="dialog-title"
      onClose={(event) => !event.currentTarget.open && close()}
      onCancel={(event) => {
        // The state closes the dialog, not the other way round: the browser's own event may come frames later.
        event.preventDefault();
        close();
      }}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      {part && (
        <div class="sheet" key={name}>
          <div class="head">
            <h2 id="dialog-title" tabIndex={-1} autofocus>
              {t(app, part.title)}
            </h2>
            <IconButton icon="close" label={t(app, "action.close")} onClick={close} />
          </div>
          <part.Body app={app} />
        </div>
      )}
    </dialog>
  );
}
