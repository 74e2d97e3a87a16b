// Moving through the moves of a game: a slider, and a button that plays them.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { lastPly } from "../texts/names";
import { t } from "../texts/texts";
import { IconButton } from "./controls";

export function SeekSlider({ app }: { app: App }): JSX.Element {
  const { ply, first } = app.snapshot.value;
  const last = lastPly(app.snapshot.value);
  return (
    <input
      type="range"
      aria-label={t(app, "moves.slider")}
      aria-valuetext={t(app, "turn.replay", { ply, moves: last })}
      min={first}
      max={last}
      value={ply}
      onInput={(event) => app.seek(event.currentTarget.valueAsNumber)}
    />
  );
}

export function PlayButton({ app }: { app: App }): JSX.Element {
  const isPlaying = app.isPlaying.value;
  return (
    <IconButton
      icon={isPlaying ? "pause" : "play"}
      label={t(app, isPlaying ? "moves.pause" : "moves.play")}
      onClick={() => app.play()}
    />
  );
}
