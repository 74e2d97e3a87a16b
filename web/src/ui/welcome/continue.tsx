// Games to go on with: a live online game that is not on the board, and unfinished games on this device.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { App, SavedGame } from "../../app/types";
import type { Layers } from "../../core/layers";
import { customOf } from "../dialogs/setup";
import { IconButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Thumb } from "../kit/thumb";
import { gameName, isVariant, kindOf } from "../../core/variants";
import { kindTitle, levelName } from "../texts/names";
import { t } from "../texts/texts";

export function Continue({ app }: { app: App }): JSX.Element | null {
  const isOpen = useSignal(false);
  const undo = useSignal<(() => void) | null>(null);
  const games = app.saved.value;
  const shown = isOpen.value ? games : games.slice(0, 1);
  const more = games.length - shown.length;
  const takeBack = (): void => {
    undo.value?.();
    undo.value = null;
  };
  return (
    <>
      <Running app={app} />
      {(games.length > 0 || undo.value) && (
        <section class="saved" aria-labelledby="continue">
          <div>
            <h2 id="continue">{t(app, "welcome.continue")}</h2>
            {more > 0 && (
              <button type="button" class="link" onClick={() => (isOpen.value = true)}>
                {t(app, "welcome.more", { more })}
              </button>
            )}
          </div>
          <ul>
            {shown.map((game) => (
              <li key={game.id}>
                <Saved app={app} game={game} />
                <IconButton
                  icon="close"
                  label={t(app, "welcome.forget")}
                  onClick={() => (undo.value = app.forgetSaved(game.id))}
                />
              </li>
            ))}
          </ul>
          {undo.value && (
            <p class="note" role="status">
              {t(app, "welcome.forgotten")}
              <button type="button" class="link" onClick={takeBack}>
                {t(app, "welcome.takeBack")}
              </button>
            </p>
          )}
        </section>
      )}
    </>
  );
}

function Saved({ app, game }: { app: App; game: SavedGame }): JSX.Element {
  const kind = isVariant(game.text) ? kindOf(game.text) : { board: game.board, variant: "standard" as const, pie: false };
  const who = game.mode === "two" ? t(app, "setup.two") : `${t(app, "setup.cpu")} · ${levelName(app, game.level, gameName(kind))}`;
  const isClassic = gameName(kind) === "7x6";
  const facts = [isClassic ? "" : kindTitle(app, kind), t(app, "welcome.length", { discs: game.moves })];
  return (
    <button type="button" class="way" onClick={() => app.resumeSaved(game.id)}>
      <Thumb layers={layersOf(game)} />
      <span>
        <span class="hidden">{t(app, "welcome.resume")} </span>
        <strong>{who}</strong> <small>{facts.filter(Boolean).join(" · ")}</small>
      </span>
      <Icon name="chevron" />
    </button>
  );
}

/** Cells are kept row by row from the top, layer by layer. */
function layersOf({ board, cells }: SavedGame): Layers {
  const { width, height, depth } = customOf(board);
  const row = (at: number): number[] => [...cells.slice(at * width, (at + 1) * width)].map(Number);
  return Array.from({ length: depth }, (_, z) => Array.from({ length: height }, (_, y) => row(z * height + y)));
}

function Running({ app }: { app: App }): JSX.Element | null {
  const online = app.online.value;
  const running = online?.running.value ?? null;
  if (!running) return null;
  return (
    <button type="button" class="way running" onClick={() => void online?.resume(running.gameId)}>
      <Icon name="bolt" />
      <span>
        <strong>{t(app, "welcome.running")}</strong>
      </span>
      <Icon name="chevron" />
    </button>
  );
}
