// The free area of the layout where the board is visible.
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { App } from "../../app/types";
import { FlatBoard } from "../kit/flat";
import { watchInsets } from "../kit/insets";
import { showsResult } from "../state";
import { isDeep } from "../texts/names";

export function Stage({ app, children }: { app: App; children?: ComponentChildren }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  // The element above the board depends on these: column buttons, the result, or nothing.
  const head = showsResult(app) ? "result" : isDeep(app.snapshot.value.board) ? "nothing" : "columns";
  useLayoutEffect(() => (place.current ? watchInsets(app, place.current) : undefined), [app, head]);
  return (
    <div class="stage" ref={place}>
      {app.scene === null && <FlatBoard app={app} />}
      {children}
    </div>
  );
}
