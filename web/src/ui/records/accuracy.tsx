// A player's accuracy, computed in the browser on demand; leaving the screen stops it.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { App } from "../../app/types";
import type { Online } from "../../online/types";
import { type Accuracy, reviewable, workOut } from "../../records/accuracy";
import { PAGE_ERROR, type Refusal } from "../../online/refusal";
import { fetchGames } from "../../records/calls";
import { anyGame } from "../../records/query";
import { Icon } from "../kit/icons";
import { Failed, GameLink } from "./parts";
import { percentText, r } from "./words";

const gamesMost = 20;

type State =
  | { readonly kind: "idle" }
  | { readonly kind: "working"; readonly done: number; readonly of: number }
  | { readonly kind: "done"; readonly found: Accuracy }
  | { readonly kind: "failed"; readonly refusal: Refusal };

interface Props {
  readonly app: App;
  readonly online: Online;
  readonly playerId: string;
}

export function AccuracyPart({ app, online, playerId }: Props): JSX.Element {
  const state = useSignal<State>({ kind: "idle" });
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), [playerId]);
  const begin = (): void => {
    const left = new AbortController();
    leaving.current = left;
    void find(online, playerId, left.signal, (next) => !left.signal.aborted && (state.value = next));
  };
  const stop = (): void => {
    leaving.current?.abort();
    state.value = { kind: "idle" };
  };
  const at = state.value;
  return (
    <div class="accuracypart">
      {at.kind === "idle" && (
        <>
          <p class="note">{r(app, "accuracy.invite", { count: gamesMost })}</p>
          <button type="button" class="quiet" onClick={begin}>
            <Icon name="review" />
            {r(app, "accuracy.start")}
          </button>
        </>
      )}
      {at.kind === "working" && (
        <>
          <p class="note">{r(app, "accuracy.working", { done: at.done, of: at.of })}</p>
          <progress max={Math.max(1, at.of)} value={at.done} aria-label={r(app, "accuracy.title")} />
          <button type="button" class="quiet" onClick={stop}>
            {r(app, "accuracy.stop")}
          </button>
        </>
      )}
      {at.kind === "failed" && <Failed app={app} refusal={at.refusal} retry={begin} />}
      {at.kind === "done" && <Found app={app} found={at.found} />}
    </div>
  );
}

async function find(online: Online, playerId: string, left: AbortSignal, tell: (state: State) => void): Promise<void> {
  tell({ kind: "working", done: 0, of: 0 });
  const search = { ...anyGame, board: "classic" } as const;
  const answer = await fetchGames(online.api, playerId, search, { limit: gamesMost }, left);
  if (!answer.ok) return tell({ kind: "failed", refusal: answer.refusal });
  const games = reviewable(answer.value.games, playerId);
  tell({ kind: "working", done: 0, of: games.length });
  try {
    const progress = (done: number): void => tell({ kind: "working", done, of: games.length });
    const found = await workOut(games, playerId, left, progress);
    if (found) tell({ kind: "done", found });
  } catch (error) {
    console.info(error);
    tell({ kind: "failed", refusal: PAGE_ERROR });
  }
}

/** The mean, and a bar for every game, oldest first. Each bar links to its game. */
function Found({ app, found }: { app: App; found: Accuracy }): JSX.Element {
  const { mean, games } = found;
  if (mean === null) return <p class="note">{r(app, "accuracy.none")}</p>;
  return (
    <div class="exactness" role="status">
      <p>
        <strong>{percentText(app, mean)}</strong>
        <small>{r(app, "accuracy.mean", { games: games.length })}</small>
      </p>
      <ol class="strokes">
        {[...games].reverse().map(({ gameId, percent }) => (
          <li key={gameId}>
            <GameLink app={app} gameId={gameId}>
              <i style={{ height: `${percent}%` }} />
              <span class="hidden">{r(app, "accuracy.game", { percent })}</span>
            </GameLink>
          </li>
        ))}
      </ol>
    </div>
  );
}
