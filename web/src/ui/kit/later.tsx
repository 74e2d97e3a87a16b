// A part of the page that is loaded when it is shown for the first time.
import { type Signal, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { App } from "../../app/types";
import { t } from "../texts/texts";

type Part = (props: { app: App }) => JSX.Element | null;

/** Until the part is there nothing is shown. Where it cannot be loaded, it says so and can be tried again. */
export function later(load: () => Promise<Part>): Part {
  const found: Signal<Part | null> = signal(null);
  const hasFailed = signal(false);
  const fetch = (): void => {
    hasFailed.value = false;
    load().then(
      (part) => (found.value = part),
      (error: unknown) => {
        console.info(error);
        hasFailed.value = true;
      },
    );
  };
  return function Later({ app }): JSX.Element | null {
    useEffect(() => {
      if (!found.peek()) fetch();
    }, []);
    const Shown = found.value;
    if (Shown) return <Shown app={app} />;
    return hasFailed.value ? <NotLoaded app={app} onRetry={fetch} /> : null;
  };
}

export function NotLoaded({ app, onRetry }: { app: App; onRetry(): void }): JSX.Element {
  return (
    <div class="unloaded" role="alert">
      <p>{t(app, "load.failed")}</p>
      <button type="button" class="quiet" onClick={onRetry}>
        {t(app, "load.again")}
      </button>
    </div>
  );
}
