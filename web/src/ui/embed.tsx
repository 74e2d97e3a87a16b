// One game inside somebody else's page: the board, who played, how it ended, back and forth, and the way to the
// whole page. Nothing can be played, nothing opens.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { address } from "../app/files";
import type { App } from "../app/types";
import type { Player } from "../core/types";
import type { Remote, Result } from "../online/types";
import { IconButton } from "./kit/controls";
import { Disc } from "./kit/disc";
import { embedTexts } from "./texts/embed";
import { FlatBoard } from "./kit/flat";
import { Icon } from "./kit/icons";
import { lastPly } from "./texts/names";
import { BoardTable } from "./kit/table";
import { type Args, fill, t } from "./texts/texts";

type Key = keyof (typeof embedTexts)["en"];

const e = (app: App, key: Key, args: Args = {}): string => fill(embedTexts[app.settings.value.language][key], args);

export function Embed({ app }: { app: App }): JSX.Element {
  const remote = app.remote.value;
  useEffect(() => {
    document.title = remote ? e(app, "embed.versus", versus(remote)) : t(app, "app.name");
  });
  return (
    <main class="embed" aria-label={e(app, "embed.title")}>
      {remote ? <Seats app={app} remote={remote} /> : <Waiting app={app} />}
      <div class="stage">
        <FlatBoard app={app} />
      </div>
      {remote && (
        <footer>
          <Scrub app={app} />
          <WholePage app={app} remote={remote} />
        </footer>
      )}
      {remote && <BoardTable app={app} />}
    </main>
  );
}

const versus = ({ names }: Remote): Args => ({ first: names[0], second: names[1] });

/** On its way, or never to come. The words of playing online are not here, so this has its own. */
function Waiting({ app }: { app: App }): JSX.Element {
  const isRefused = app.message.value?.kind === "refusal";
  return (
    <header>
      <p role="status">{e(app, isRefused ? "embed.missing" : "embed.loading")}</p>
    </header>
  );
}

function Seats({ app, remote }: { app: App; remote: Remote }): JSX.Element {
  const { result, names } = remote;
  return (
    <header>
      <Name player={0} name={names[0]} isWinner={result?.winner === 0} />
      <p class="outcome">{outcome(app, remote)}</p>
      <Name player={1} name={names[1]} isWinner={result?.winner === 1} />
    </header>
  );
}

function Name({ player, name, isWinner }: { player: Player; name: string; isWinner: boolean }): JSX.Element {
  return (
    <p class={`name-${player} ${isWinner ? "winner" : ""}`}>
      <Disc player={player} />
      <bdi>{name}</bdi>
    </p>
  );
}

function outcome(app: App, { result, names }: Remote): string {
  if (result === null) return e(app, "embed.running");
  const { winner } = result;
  if (result.reason === "cancelled") return e(app, "embed.cancelled");
  const who = winner === null ? e(app, "embed.draw") : e(app, "embed.wins", { name: names[winner] });
  return `${who}, ${e(app, reasonKey(result))}`;
}

function reasonKey({ reason }: Result): Key {
  return reason === "draw" ? "embed.full" : `embed.${reason}`;
}

function Scrub({ app }: { app: App }): JSX.Element | null {
  const snapshot = app.snapshot.value;
  const { ply, first } = snapshot;
  const last = lastPly(snapshot);
  const isPlaying = app.isPlaying.value;
  if (last <= first) return null;
  return (
    <>
      <IconButton
        icon={isPlaying ? "pause" : "play"}
        label={t(app, isPlaying ? "moves.pause" : "moves.play")}
        onClick={() => app.play()}
      />
      <input
        type="range"
        aria-label={t(app, "moves.slider")}
        aria-valuetext={t(app, "turn.replay", { ply, moves: last })}
        min={first}
        max={last}
        value={ply}
        onInput={(event) => app.seek(event.currentTarget.valueAsNumber)}
      />
    </>
  );
}

function WholePage({ app, remote }: { app: App; remote: Remote }): JSX.Element {
  const label = e(app, remote.result ? "embed.open" : "embed.watch");
  return (
    <a class="whole" href={address(`game/${remote.gameId}`)} target="_blank" rel="noopener" title={label}>
      <span>{label}</span>
      <Icon name="share" />
    </a>
  );
}
