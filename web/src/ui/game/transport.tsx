// Moving back and forth through the game.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { IconButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { PlayButton, SeekSlider } from "../kit/seek";
import { Slot } from "../slot";
import { lastPly } from "../texts/names";
import { t } from "../texts/texts";

export function Transport({ app }: { app: App }): JSX.Element | null {
  const { ply, first } = app.snapshot.value;
  const last = lastPly(app.snapshot.value);
  if (last <= first) return null;
  return (
    <footer class="transport">
      <SeekSlider app={app} />
      <div class="buttons">
        <Step app={app} icon="first" label="moves.first" to={first} />
        <Step app={app} icon="back" label="moves.back" to={ply - 1} />
        <PlayButton app={app} />
        <Step app={app} icon="forward" label="moves.forward" to={ply + 1} />
        <Step app={app} icon="last" label="moves.last" to={last} />
      </div>
      {app.phase.value === "replay" && ply < last && <Continue app={app} />}
    </footer>
  );
}

/** A game of the server stays as it is: it goes on as a game of its own. */
function Continue({ app }: { app: App }): JSX.Element {
  if (app.remote.value !== null) {
    return (
      <div class="on-from">
        <Slot app={app} part="PlayOn" />
      </div>
    );
  }
  return (
    <button type="button" class="primary" onClick={() => app.continueFromHere()}>
      <Icon name="again" />
      {t(app, "moves.continue")}
    </button>
  );
}

interface StepProps {
  readonly app: App;
  readonly icon: "first" | "back" | "forward" | "last";
  readonly label: "moves.first" | "moves.back" | "moves.forward" | "moves.last";
  readonly to: number;
}

function Step({ app, icon, label, to }: StepProps): JSX.Element {
  const { ply, first } = app.snapshot.value;
  const isOut = to === ply || to < first || to > lastPly(app.snapshot.value);
  return <IconButton icon={icon} label={t(app, label)} disabled={isOut} onClick={() => app.seek(to)} />;
}
