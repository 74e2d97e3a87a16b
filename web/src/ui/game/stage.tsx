// The free area of the layout where the board is visible, and the messages at its lower edge.
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { App } from "../../app/types";
import { FlatBoard } from "../kit/flat";
import { watchInsets } from "../kit/insets";
import { showsResult } from "../state";
import { isDeep } from "../texts/names";
import { tell } from "../texts/texts";

export function Stage({ app, children }: { app: App; children?: ComponentChildren }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  // The element above the board depends on these: column buttons, the result, or nothing.
  const head = showsResult(app) ? "result" : isDeep(app.snapshot.value.board) ? "nothing" : "columns";
  useLayoutEffect(() => (place.current ? watchInsets(app, place.current) : undefined), [app, head]);
  return (
    <div class="stage" ref={place}>
      {app.scene === null && <FlatBoard app={app} />}
      {children}
      <Toast app={app} />
    </div>
  );
}

/** These messages have a place of their own above the board or in the record. */
const shownElsewhere: readonly string[] = ["note.drawOffered", "note.gone", "note.rematchOffered", "message.reviewing", "message.kept", "message.unkept"];

/** The last message that has expired, so that another page does not show it again. */
let expired = 0;

/** Shows the live region's message for a few seconds. */
function Toast({ app }: { app: App }): JSX.Element | null {
  const message = app.message.value;
  if (!message || message.id <= expired || shownElsewhere.includes(message.key)) return null;
  return (
    <p
      key={message.id}
      class={`toast ${message.kind}`}
      aria-hidden="true"
      onAnimationEnd={() => (expired = message.id)}
    >
      {tell(app, message)}
    </p>
  );
}
