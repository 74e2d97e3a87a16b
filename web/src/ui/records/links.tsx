// Links to a finished online game: its address, HTML to embed it, its picture, downloads.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { address } from "../../app/files";
import { Copy } from "../kit/copy";
import { Icon } from "../kit/icons";
import { gameAddress } from "./parts";
import { r } from "./words";

/** HTML for another site's page. The address contains only an id, so nothing needs escaping. */
export function embedCode(gameId: string, title: string): string {
  const source = address(`embed/${encodeURIComponent(gameId)}`);
  return `<iframe src="${source}" width="480" height="480" title="${title}" loading="lazy" allowfullscreen></iframe>`;
}

export function GameLinks({ app, gameId }: { app: App; gameId: string }): JSX.Element {
  const files = `api/games/${encodeURIComponent(gameId)}`;
  return (
    <section class="gamelinks" aria-label={r(app, "links.title")}>
      <Copy app={app} label={r(app, "links.game")} text={gameAddress(gameId)} />
      <Copy app={app} label={r(app, "links.embed")} text={embedCode(gameId, "Fourfall")} />
      <Copy app={app} label={r(app, "links.svg")} text={address(`${files}/board.svg`)} />
      <fieldset class="choice">
        <legend>{r(app, "links.files")}</legend>
        <div class="pair">
          <File href={`${files}/export.txt`} name={`fourfall-${gameId}.txt`} label={r(app, "links.text")} />
          <File href={`${files}/export.json`} name={`fourfall-${gameId}.json`} label={r(app, "links.json")} />
        </div>
      </fieldset>
    </section>
  );
}

function File({ href, name, label }: { href: string; name: string; label: string }): JSX.Element {
  return (
    <a class="quiet" href={address(href)} download={name}>
      <Icon name="save" />
      {label}
    </a>
  );
}
