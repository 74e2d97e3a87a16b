// What a visitor of somebody else's finished game can do: take the winner's side against the computer, or play on from the
// position, against the computer or for two.
import { sideAt } from "../../core/variants";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { App } from "../../app/types";
import { playOnPly, winnersPly } from "../../app/tail";
import type { Player } from "../../core/types";
import { IconButton } from "../kit/controls";
import { Icon, type IconName } from "../kit/icons";
import { o } from "./words";

interface PlayOnProps {
  readonly app: App;
  readonly winner: Player | null;
  /** Further buttons, while no opponent is asked for. */
  readonly children?: ComponentChildren;
}

export function PlayOn({ app, winner, children }: PlayOnProps): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  if (isAsking) return <Opponents app={app} onBack={() => setAsking(false)} />;
  return (
    <>
      {winner !== null && <WinnersSide app={app} winner={winner} />}
      <Labelled
        icon="play"
        kind={winner === null ? "primary" : "quiet"}
        long={hereText(app)}
        short={o(app, "on.short")}
        onClick={() => setAsking(true)}
      />
      {children}
    </>
  );
}

/** A decided position cannot go on, so its button names the move it goes back to. */
function hereText(app: App): string {
  const shown = app.snapshot.value;
  const ply = playOnPly(shown);
  return ply === shown.ply ? o(app, "on.here") : o(app, "on.move", { move: ply + 1 });
}

function WinnersSide({ app, winner }: { app: App; winner: Player }): JSX.Element {
  const play = (): void => app.playOn({ mode: "cpu", you: winner, ply: winnersPly(app.snapshot.value, winner, app.lesson.value) });
  return (
    <Labelled
      icon="trophy"
      kind="primary"
      long={o(app, "on.winner")}
      short={o(app, "on.winnerShort")}
      onClick={play}
    />
  );
}

interface LabelledProps {
  readonly icon: IconName;
  readonly kind: "primary" | "quiet";
  readonly long: string;
  readonly short: string;
  onClick(): void;
}

/** The short label is for narrow windows; the name is the long one. */
function Labelled({ icon, kind, long, short, onClick }: LabelledProps): JSX.Element {
  return (
    <button type="button" class={`${kind} again on`} aria-label={long} onClick={onClick}>
      <Icon name={icon} />
      <span class="long">{long}</span>
      <span class="short">{short}</span>
    </button>
  );
}

/** The focus goes to the first answer. */
function Opponents({ app, onBack }: { app: App; onBack(): void }): JSX.Element {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const ply = playOnPly(app.snapshot.value);
  const you: Player = sideAt(app.snapshot.value, ply);
  return (
    <>
      <button ref={first} type="button" class="primary again on" aria-label={o(app, "on.computer")} onClick={() => app.playOn({ mode: "cpu", you, ply })}>
        <Icon name="cpu" />
        <span class="long">{o(app, "on.computer")}</span>
        <span class="short">{o(app, "on.computerShort")}</span>
      </button>
      <button type="button" class="primary on" onClick={() => app.playOn({ mode: "two", ply })}>
        <Icon name="people" />
        {o(app, "on.two")}
      </button>
      <IconButton icon="back" label={o(app, "frame.back")} onClick={onBack} />
    </>
  );
}
