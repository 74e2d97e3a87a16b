// A new game: the fields of the start page, in a dialog.
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { App } from "../../app/types";
import { Icon } from "../kit/icons";
import { RulesField } from "./rules_field";
import { BoardFields, ComputerFields, FirstField, makeDraft, OpponentField, startDraft } from "./setup";
import { t } from "../texts/texts";

/** A position that is worth playing on from: discs lie on the board, and the game is not decided. */
export function canPlayOn(app: App): boolean {
  const { status, ply } = app.snapshot.value;
  const remote = app.remote.value;
  const isSeated = remote !== null && remote.seat !== null && remote.result === null;
  return app.phase.value !== "welcome" && status === "playing" && ply > 0 && !isSeated;
}

export function NewGame({ app }: { app: App }): JSX.Element {
  const draft = useMemo(() => makeDraft(app), [app]);
  const { setup } = draft.value;
  const begin = (event: Event): void => {
    event.preventDefault();
    app.dialog.value = null;
    startDraft(app, draft.value);
  };
  return (
    <form class="body" onSubmit={begin}>
      <OpponentField app={app} mode={setup.mode} onChange={(mode) => (draft.value = { ...draft.value, setup: { ...setup, mode } })} />
      {setup.mode === "cpu" ? <ComputerFields app={app} draft={draft} /> : <FirstField app={app} draft={draft} />}
      <BoardFields app={app} draft={draft} />
      <RulesField app={app} draft={draft} />
      <button type="submit" class="primary">
        <Icon name="play" />
        {t(app, "setup.start")}
      </button>
      {canPlayOn(app) && (
        <button type="button" class="quiet" onClick={() => (app.dialog.value = "on")}>
          <Icon name="board" />
          {t(app, "new.on")}
        </button>
      )}
    </form>
  );
}
