// A part of the page that is loaded when it is shown for the first time.
import { type Signal, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { App } from "../../app/types";

type Part = (props: { app: App }) => JSX.Element | null;

/** Until the part is there, and where it cannot be loaded, nothing is shown. It is tried again the next time. */
export function later(load: () => Promise<Part>): Part {
  const found: Signal<Part | null> = signal(null);
  return function Later({ app }): JSX.Element | null {
    useEffect(() => {
      if (found.peek()) return;
      load().then((part) => (found.value = part), (error: unknown) => console.info(error));
    }, []);
    const Shown = found.value;
    return Shown && <Shown app={app} />;
  };
}
