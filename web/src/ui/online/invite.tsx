// A list that is still empty: a drawing, what is missing, and the way to the lobby.
import type { ComponentChildren, JSX } from "preact";
import type { App } from "../../app/types";
import { Disc } from "../kit/disc";
import { Icon } from "../kit/icons";
import { Thumb } from "../kit/thumb";
import { o } from "./words";

/** Rows from the top: red is to move, and wins in the last column. */
const layers = [["22222", "22201", "22011", "10100"].map((row) => [...row].map(Number))];

export function Invite({ app, text, children }: { app: App; text: string; children?: ComponentChildren }): JSX.Element {
  return (
    <div class="empty invite">
      <div class="drawing">
        <Disc player={0} />
        <Thumb layers={layers} />
      </div>
      <p>{text}</p>
      {children}
      <button type="button" class="primary" onClick={() => (app.screen.value = { kind: "lobby" })}>
        <Icon name="globe" />
        {o(app, "list.play")}
      </button>
    </div>
  );
}
