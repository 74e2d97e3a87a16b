// The game screen: everything around the board, laid out by the grid in game.css.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { Actions } from "./actions";
import { Columns } from "./columns";
import { MiniMap } from "./minimap";
import { isDeep } from "../texts/names";
import { Panel } from "./panel";
import { Result } from "./result";
import { Slot } from "../slot";
import { Stage } from "./stage";
import { panel, showsResult } from "../state";
import { BoardTable } from "../kit/table";
import { t } from "../texts/texts";
import { TopBar } from "./topbar";
import { Turn } from "./turn";
import { Views } from "./views";

function toColumns(): void {
  document.querySelector<HTMLElement>("[data-column]:not(:disabled)")?.focus();
}

export function Game({ app }: { app: App }): JSX.Element {
  const { board } = app.snapshot.value;
  const deep = isDeep(board);
  const isRemote = app.remote.value !== null;
  const isOver = showsResult(app);
  const kinds = ["game", deep ? "deep" : "flat", panel.value ? "recorded" : "", isRemote ? "remote" : ""];
  return (
    <div class={kinds.filter(Boolean).join(" ")}>
      <button type="button" class="skip" onClick={toColumns}>
        {t(app, "app.skip")}
      </button>
      <TopBar app={app} />
      <main>
        <Stage app={app}>
          {isOver && (isRemote ? <Slot app={app} part="Result" /> : <Result app={app} />)}
          {deep ? null : <Columns app={app} />}
        </Stage>
        <Views app={app} />
        {deep && (
          <div class="map">
            <MiniMap app={app} />
          </div>
        )}
        {isRemote && <Slot app={app} part="OwnSeat" />}
        <div class="dock">
          <Turn app={app} />
          {isRemote ? <Slot app={app} part="Actions" /> : <Actions app={app} />}
        </div>
        <BoardTable app={app} />
      </main>
      <Panel app={app} />
    </div>
  );
}
