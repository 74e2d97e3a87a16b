// A game embedded in another site's page: board, players, result, replay, and a link to the whole page. It can
// only be looked at.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { address } from "../app/files";
import type { App } from "../app/types";
import type { Player } from "../core/types";
import type { Remote, Result } from "../online/types";
import { Disc } from "./kit/disc";
import { embedTexts } from "./texts/embed";
import { FlatBoard } from "./kit/flat";
import { Icon } from "./kit/icons";
import { lastPly } from "./texts/names";
import { PlayButton, SeekSlider } from "./kit/seek";
import { BoardTable } from "./kit/table";
import { type Args, fillIn, playerName, t } from "./texts/texts";

type Key = keyof (typeof embedTexts)["en"];

function e(app: App, key: Key, args: Args = {}): string {
  const { language } = app.settings.value;
  return fillIn(language, embedTexts[language][key], args);
}

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

/** Loading, or not found. The texts of online play are not loaded here, so the embedded page has its own. */
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
      <Name player={0} name={playerName(app, names[0])} isWinner={result?.winner === 0} />
      <p class="outcome">{outcome(app, remote)}</p>
      <Name player={1} name={playerName(app, names[1])} isWinner={result?.winner === 1} />
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
  if (lastPly(snapshot) <= snapshot.first) return null;
  return (
    <>
      <PlayButton app={app} />
      <SeekSlider app={app} />
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
