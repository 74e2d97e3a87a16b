// The free place in the layout where the board is seen, and the messages that pass over its lower edge.
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { App } from "../../app/types";
import { FlatBoard } from "../kit/flat";
import { watchInsets } from "../kit/insets";
import { isDeep } from "../texts/names";
import { tell } from "../texts/texts";

export function Stage({ app, children }: { app: App; children?: ComponentChildren }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  // What stands above the board changes with these: column buttons, the result, or nothing.
  const head = app.phase.value === "over" ? "result" : isDeep(app.snapshot.value.board) ? "nothing" : "columns";
  useLayoutEffect(() => (place.current ? watchInsets(app, place.current) : undefined), [app, head]);
  return (
    <div class="stage" ref={place}>
      {app.scene === null && <FlatBoard app={app} />}
      {children}
      <Toast app={app} />
    </div>
  );
}

/** These stand above the board, or in the record, for as long as they matter. */
const seenElsewhere: readonly string[] = ["note.drawOffered", "note.gone", "note.rematchOffered", "message.reviewing"];

/** The last message whose time is over: another page does not show it once more. */
let faded = 0;

/** What the live region says is also seen, for a few seconds. */
function Toast({ app }: { app: App }): JSX.Element | null {
  const message = app.message.value;
  if (!message || message.id <= faded || seenElsewhere.includes(message.key)) return null;
  return (
    <p
      key={message.id}
      class={`toast ${message.kind}`}
      aria-hidden="true"
      onAnimationEnd={() => (faded = message.id)}
    >
      {tell(app, message)}
    </p>
  );
}
