// The game screen: everything around the board. The styles arrange it (game.css): one column, or the board between two.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { Actions } from "./actions";
import { focusBoard } from "./board_focus";
import { Columns } from "./columns";
import { MiniMap } from "./minimap";
import { MoveRow } from "./moves";
import { isDeep } from "../texts/names";
import { Panel } from "./panel";
import { Result } from "./result";
import { Slot } from "../slot";
import { Stage } from "./stage";
import { panel, showsResult } from "../state";
import { Tray } from "../dialogs/rules";
import { BoardTable } from "../kit/table";
import { t } from "../texts/texts";
import { Tools, TopBar } from "./topbar";
import { Turn } from "./turn";
import { Views } from "./views";

function kindsOf(app: App): string {
  const kinds = [
    isDeep(app.snapshot.value.board) ? "deep" : "flat",
    panel.value && "recorded",
    app.remote.value && "remote",
    showsResult(app) && "over",
  ];
  return ["game", ...kinds].filter(Boolean).join(" ");
}

export function Game({ app }: { app: App }): JSX.Element {
  const { board } = app.snapshot.value;
  const deep = isDeep(board);
  const isRemote = app.remote.value !== null;
  return (
    <div class={kindsOf(app)} style={{ "--across": board.width, "--up": board.height }}>
      <button type="button" class="skip" onClick={() => focusBoard(app)}>
        {t(app, "app.skip")}
      </button>
      <TopBar app={app} />
      <Tools app={app} />
      <main>
        <div class="center">
          {!deep && <MoveRow app={app} />}
          {isRemote && <Slot app={app} part="Notice" />}
          <Slot app={app} part="Pill" />
          <Stage app={app}>{deep ? null : <Columns app={app} />}</Stage>
        </div>
        {isRemote && <Slot app={app} part="OwnSeat" />}
        <div class="dock">
          <Views app={app} />
          {app.snapshot.value.variant && <Tray app={app} />}
          <Turn app={app} />
          {showsResult(app) && (isRemote ? <Slot app={app} part="Result" /> : <Result app={app} />)}
        </div>
        <div class="side">
          {deep && (
            <div class="map">
              <MiniMap app={app} />
            </div>
          )}
          <Panel app={app} />
          {isRemote ? <Slot app={app} part="Actions" /> : <Actions app={app} />}
        </div>
        <BoardTable app={app} />
      </main>
    </div>
  );
}
