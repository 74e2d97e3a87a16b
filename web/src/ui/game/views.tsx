// The camera's views. A flat board has two, a deep one six and its levels.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { ViewName } from "../../scene/types";
import { IconButton } from "../kit/controls";
import type { IconName } from "../kit/icons";
import { isDeep } from "../texts/names";
import { t } from "../texts/texts";

const icons: Readonly<Record<ViewName, IconName>> = {
  home: "home",
  front: "front",
  back: "rear",
  top: "top",
  corner: "corner",
};

export function Views({ app }: { app: App }): JSX.Element {
  const deep = isDeep(app.snapshot.value.board);
  const names: readonly ViewName[] = deep ? ["home", "front", "top", "corner"] : ["home", "back"];
  return (
    <div class="views" role="group" aria-label={t(app, "view.title")}>
      {names.map((name) => (
        <IconButton
          key={name}
          icon={icons[name]}
          label={t(app, `view.${name}`)}
          onClick={() => app.setView(name)}
        />
      ))}
      {deep && <Levels app={app} />}
    </div>
  );
}

function Levels({ app }: { app: App }): JSX.Element {
  const { height } = app.snapshot.value.board;
  const choose = (text: string): void => {
    app.level.value = text === "" ? null : Number(text);
  };
  return (
    <>
      <IconButton
        icon="layers"
        label={t(app, "view.layers")}
        pressed={app.layers.value}
        onClick={() => (app.layers.value = !app.layers.value)}
      />
      <select
        aria-label={t(app, "view.level")}
        title={t(app, "view.level")}
        value={app.level.value ?? ""}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">{t(app, "view.all")}</option>
        {Array.from({ length: height }, (_, level) => (
          <option key={level} value={level}>
            {level + 1}
          </option>
        ))}
      </select>
    </>
  );
}
