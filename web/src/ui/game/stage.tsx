// The free area of the layout where the board is visible.
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { App } from "../../app/types";
import { FlatBoard } from "../kit/flat";
import { watchInsets } from "../kit/insets";
import { isDeep } from "../texts/names";

export function Stage({ app, children }: { app: App; children?: ComponentChildren }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  // Only a flat board has column buttons above it.
  const head = isDeep(app.snapshot.value.board);
  useLayoutEffect(() => (place.current ? watchInsets(app, place.current) : undefined), [app, head]);
  return (
    <div class="stage" ref={place}>
      {app.scene === null && <FlatBoard app={app} />}
      {children}
    </div>
  );
}
