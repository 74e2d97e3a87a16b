// The dialogs of the page, one at a time.
import { useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import type { App, Dialog } from "../../app/types";
import { About } from "./about";
import { IconButton } from "../kit/controls";
import { Modal } from "../kit/modal";
import { Help } from "./help";
import { NewGame } from "./newgame";
import { PlayOnForm } from "./playon";
import { RulesDialog } from "./rules";
import { SettingsForm } from "./settings";
import { Share } from "./share";
import { Terms } from "./terms";
import { openReview } from "../state";
import { type Key, t } from "../texts/texts";

type Shown = Exclude<Dialog, "review">;

const parts: Readonly<Record<Shown, { title: Key; Body: (props: { app: App }) => JSX.Element }>> = {
  settings: { title: "settings.title", Body: SettingsForm },
  help: { title: "help.title", Body: Help },
  new: { title: "new.title", Body: NewGame },
  rules: { title: "rules.title", Body: RulesDialog },
  on: { title: "on.title", Body: PlayOnForm },
  share: { title: "share.title", Body: Share },
  about: { title: "about.title", Body: About },
  terms: { title: "terms.title", Body: Terms },
};

export function Dialogs({ app }: { app: App }): JSX.Element {
  useSignalEffect(() => {
    // The review is a panel beside the board, not a dialog.
    if (app.dialog.value === "review") {
      app.dialog.value = null;
      openReview(app);
    }
  });
  const name = app.dialog.value;
  const part = name && name !== "review" ? parts[name] : null;
  const close = (): void => {
    app.dialog.value = null;
  };
  return (
    <Modal isOpen={part !== null} labelledBy="dialog-title" onClose={close}>
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
    </Modal>
  );
}
