// The turn indicator at the lower left: whose turn it is, or how the game ended. A hint takes the place of these words: its disc
// still shows whose turn it is.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { Disc } from "../kit/disc";
import { useLanded } from "./landed";
import { taskText } from "../texts/moves";
import { statusPlayer, statusText } from "../texts/names";
import { tell } from "../texts/texts";

export function Turn({ app }: { app: App }): JSX.Element {
  const { player, text } = useLanded(app, { player: statusPlayer(app), text: statusText(app) });
  const hint = app.hint.value;
  const task = hint ? "" : taskText(app);
  // A move is pending until the server has confirmed it.
  const isPending = app.remote.value !== null && typeof app.online.value?.table.value?.pending === "number";
  // The disc has come down and the end is played out: nobody's turn, and the words are not there yet.
  const isEnding = app.landed.value.status !== "playing" && !app.isRevealed.value;
  const isThinking = app.phase.value === "thinking" || isPending;
  return (
    <div class={`turn line-${player ?? "none"} ${isPending ? "pending" : ""} ${isEnding ? "ending" : ""}`} data-phase={app.phase.value}>
      <Disc player={player} />
      <p>
        {hint ? tell(app, hint.words) : text}
        {task && <small>{task}</small>}
      </p>
      {isThinking && (
        <span class="dots" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
    </div>
  );
}
