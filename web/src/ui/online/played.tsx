// The current online game in the top bar: board, clock, rated. A click opens the lobby.
import type { JSX } from "preact";
import { Icon } from "../kit/icons";
import { boardTitle } from "../texts/names";
import type { PartProps } from "./connection";
import { clockName } from "./time";
import { o } from "./words";

export function Played({ app, online }: PartProps): JSX.Element | null {
  const table = online.table.value;
  if (!table) return null;
  const { clock } = table.clocks;
  return (
    <button type="button" class="played" onClick={() => (app.screen.value = { kind: "lobby" })}>
      <span class="hidden">{o(app, "screen.lobby")}: </span>
      <span>{boardTitle(app, table.board)}</span>
      <span>
        {[clockName(app, clock), o(app, table.isRated ? "find.isRated" : "find.friendly")].join(" · ")}
      </span>
      <Icon name="down" />
    </button>
  );
}
