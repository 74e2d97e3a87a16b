// One message at a time: over the top bar, or in the column beside the board; never over the board. It is a popover: the
// browser shows it above dialogs. Screen readers hear the message from the live regions (voice.tsx), so it is hidden
// from them here.
import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { App } from "../app/types";
import { shownTab } from "./state";
import { t, tell } from "./texts/texts";

/** These messages have a place of their own above the board or in the record. */
const shownElsewhere: readonly string[] = ["note.drawOffered", "note.gone", "note.rematchOffered", "message.reviewing", "message.kept", "message.unkept", "message.noVariant"];

/** An open review shows itself that it is ready, and the turn indicator has the words of a hint where it has words at all. */
function isShownElsewhere(app: App, key: string): boolean {
  if (key === "message.reviewReady") return shownTab(app) === "review";
  if (key === app.hint.value?.words.key) return (document.querySelector<HTMLElement>(".turn p")?.offsetHeight ?? 0) > 0;
  return shownElsewhere.includes(key);
}

/** The last message that has expired. */
const expired = signal(0);

export function Toast({ app }: { app: App }): JSX.Element | null {
  const message = app.message.value;
  const isNew = message !== null && message.id > expired.value;
  const isElsewhere = isNew && isShownElsewhere(app, message.key);
  // It is not shown here later, when that place has gone.
  useEffect(() => {
    if (isElsewhere) expired.value = message.id;
  }, [isElsewhere, message]);
  if (isNew && !isElsewhere) {
    return (
      <Bubble key={message.id} class={message.kind} isHidden onEnd={() => (expired.value = message.id)}>
        <p>{tell(app, message)}</p>
      </Bubble>
    );
  }
  if (app.retry.value) return <TryLoading app={app} />;
  return app.isUpdateDue.value ? <NewVersion app={app} /> : null;
}

function TryLoading({ app }: { app: App }): JSX.Element {
  return (
    <Bubble key="retry" class="lasting">
      <p>{t(app, "message.noVariant")}</p>
      <button type="button" class="primary" onClick={() => app.tryLoading(true)}>
        {t(app, "load.again")}
      </button>
      <button type="button" class="quiet" onClick={() => app.tryLoading(false)}>
        {t(app, "update.later")}
      </button>
    </Bubble>
  );
}

function NewVersion({ app }: { app: App }): JSX.Element {
  return (
    <Bubble key="update" class="lasting">
      <p>{t(app, "update.ready")}</p>
      <button type="button" class="primary" onClick={() => app.update()}>
        {t(app, "update.reload")}
      </button>
      <button type="button" class="quiet" onClick={() => app.updateLater()}>
        {t(app, "update.later")}
      </button>
    </Bubble>
  );
}

interface BubbleProps {
  readonly class: string;
  readonly isHidden?: boolean;
  readonly children: ComponentChildren;
  onEnd?(): void;
}

function Bubble({ class: kind, isHidden, children, onEnd }: BubbleProps): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current) raise(element.current);
  }, []);
  return (
    <div
      ref={element}
      popover="manual"
      class={`toast ${kind}`}
      aria-hidden={isHidden ? "true" : undefined}
      onAnimationEnd={(event) => event.animationName.startsWith("toast") && onEnd?.()}
    >
      {children}
    </div>
  );
}

/** When each message was shown first. */
const births = new WeakMap<HTMLElement, number>();

/**
 * Puts a popover on top of everything that was opened before. Older browsers show it as a plain element. It is shown anew for that, so
 * its animation, which is its time to live, goes on from its birth.
 */
function raise(element: HTMLElement): void {
  const birth = births.get(element) ?? performance.now();
  births.set(element, birth);
  element.style.animationDelay = `${birth - performance.now()}ms`;
  if (typeof element.showPopover !== "function" || !element.isConnected) return;
  element.hidePopover();
  element.showPopover();
}

/** A dialog that opened meanwhile would cover the message. */
export function raiseToasts(host: HTMLElement): void {
  host.querySelectorAll<HTMLElement>(".toast").forEach(raise);
}
