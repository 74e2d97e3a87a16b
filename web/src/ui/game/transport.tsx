// Back and forth through the game, by button, by slider, or by itself.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { IconButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { lastPly } from "../texts/names";
import { t } from "../texts/texts";

export function Transport({ app }: { app: App }): JSX.Element | null {
  const { ply, first } = app.snapshot.value;
  const last = lastPly(app.snapshot.value);
  if (last <= first) return null;
  const isPlaying = app.isPlaying.value;
  return (
    <footer class="transport">
      <input
        type="range"
        aria-label={t(app, "moves.slider")}
        aria-valuetext={t(app, "turn.replay", { ply, moves: last })}
        min={first}
        max={last}
        value={ply}
        onInput={(event) => app.seek(event.currentTarget.valueAsNumber)}
      />
      <div class="buttons">
        <Step app={app} icon="first" label="moves.first" to={first} />
        <Step app={app} icon="back" label="moves.back" to={ply - 1} />
        <IconButton
          icon={isPlaying ? "pause" : "play"}
          label={t(app, isPlaying ? "moves.pause" : "moves.play")}
          onClick={() => app.play()}
        />
        <Step app={app} icon="forward" label="moves.forward" to={ply + 1} />
        <Step app={app} icon="last" label="moves.last" to={last} />
      </div>
      {app.phase.value === "replay" && ply < last && (
        <button type="button" class="primary" onClick={() => app.continueFromHere()}>
          <Icon name="again" />
          {t(app, "moves.continue")}
        </button>
      )}
    </footer>
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
