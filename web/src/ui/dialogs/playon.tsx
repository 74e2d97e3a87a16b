// Playing on from the position on the board: for two people, or on one side against the computer.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { App, Setup } from "../../app/types";
import type { Level, Player } from "../../core/types";
import { gameName, kindOfSnapshot } from "../../core/variants";
import { Choice } from "../kit/controls";
import { Icon } from "../kit/icons";
import { colorName } from "../texts/names";
import { t } from "../texts/texts";
import { LevelField, OpponentField } from "./setup";

export function PlayOnForm({ app }: { app: App }): JSX.Element {
  const opponent = useSignal<Setup["mode"]>("cpu");
  const side = useSignal<Player>(app.snapshot.peek().turn);
  const level = useSignal<Level>(app.setup.peek().level);
  const play = (event: Event): void => {
    event.preventDefault();
    app.dialog.value = null;
    app.playOn({ mode: opponent.value, you: side.value, level: level.value });
  };
  return (
    <form class="body" onSubmit={play}>
      <OpponentField app={app} mode={opponent.value} onChange={(mode) => (opponent.value = mode)} />
      {opponent.value === "cpu" && (
        <>
          <Choice
            legend={t(app, "on.side")}
            name="side"
            options={[
              { value: "0", label: colorName(app, 0) },
              { value: "1", label: colorName(app, 1) },
            ]}
            value={side.value === 0 ? "0" : "1"}
            onChange={(value) => (side.value = value === "0" ? 0 : 1)}
          />
          <LevelField
            app={app}
            game={gameName(kindOfSnapshot(app.snapshot.value))}
            level={level.value}
            onChange={(value) => (level.value = value)}
          />
        </>
      )}
      <button type="submit" class="primary">
        <Icon name="play" />
        {t(app, "on.go")}
      </button>
    </form>
  );
}
