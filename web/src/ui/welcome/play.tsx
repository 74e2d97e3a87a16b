// One press to play against the computer; its level and who begins are chosen below and remembered.
import type { Signal } from "@preact/signals";
import type { JSX, Ref } from "preact";
import type { App, Setup } from "../../app/types";
import { gameName } from "../../core/variants";
import { boardOf, levels, firsts, type Draft } from "../dialogs/setup";
import { Icon } from "../kit/icons";
import { levelName } from "../texts/names";
import { t } from "../texts/texts";

interface PlayProps {
  readonly app: App;
  readonly draft: Signal<Draft>;
  readonly button: Ref<HTMLButtonElement>;
}

export function Play({ app, draft, button }: PlayProps): JSX.Element {
  const board = boardOf(draft.value);
  const game = gameName({ ...app.setup.value, board });
  const { level } = app.setup.value;
  return (
    <section class="computer" aria-labelledby="play">
      <button type="button" class="go" ref={button} onClick={() => app.start({ mode: "cpu", board })}>
        <Icon name="play" />
        <span>
          <strong id="play">{t(app, "welcome.play")}</strong> <small>{t(app, "welcome.against", { level: levelName(app, level, game) })}</small>
        </span>
      </button>
      <Levels app={app} game={game} />
    </section>
  );
}

function Levels({ app, game }: { app: App; game: string }): JSX.Element {
  return (
    <fieldset class="levels">
      <legend class="hidden">{t(app, "setup.level")}</legend>
      {levels.map((level) => (
        <label key={level}>
          <input
            type="radio"
            name="level"
            checked={app.setup.value.level === level}
            onChange={() => void app.prepare({ level })}
          />
          <span>{levelName(app, level, game)}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function First({ app }: { app: App }): JSX.Element {
  return (
    <label class="first">
      <span>{t(app, "setup.first")}</span>
      <select
        value={app.setup.value.first}
        onChange={(event) => void app.prepare({ first: event.currentTarget.value as Setup["first"] })}
      >
        {firsts.map((first) => (
          <option key={first} value={first} selected={app.setup.value.first === first}>
            {t(app, `first.${first}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
