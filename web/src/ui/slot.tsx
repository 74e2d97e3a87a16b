// Slots of the page for online play. Their content is loaded on demand.
import { effect, signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { loadScreenStyle } from "../app/files";
import type { App } from "../app/types";
import type { OnlineParts } from "./online/screens";
import { t } from "./texts/texts";

const parts = signal<OnlineParts | null>(null);
let loading: Promise<void> | null = null;

async function load(app: App): Promise<void> {
  const [screens] = await Promise.all([import("./online/screens"), loadScreenStyle(), app.loadOnline()]);
  parts.value = screens.parts;
}

/** Loads the panels as soon as a screen opens or online play is loaded. A failed load is tried again. */
export function watchOnline(app: App): () => void {
  return effect(() => {
    if (app.screen.value === null && app.online.value === null) return;
    loading ??= load(app).catch((error: unknown) => {
      loading = null;
      app.screen.value = null;
      app.say("message.noOnline", {}, "refusal");
      console.info(error);
    });
  });
}

interface SlotProps {
  readonly app: App;
  readonly part: keyof OnlineParts;
  /** Shown until the part is loaded. */
  readonly children?: ComponentChildren;
}

export function Slot({ app, part, children }: SlotProps): JSX.Element | null {
  const online = app.online.value;
  const Part = parts.value?.[part];
  if (online && Part) return <Part app={app} online={online} />;
  return children ? <>{children}</> : null;
}

/** Screens, the match dialog and announcements: on every page. */
export function OnlineLayer({ app }: { app: App }): JSX.Element {
  const isLoading = app.screen.value !== null && parts.value === null;
  return (
    <>
      {isLoading && (
        <p class="loading" role="status">
          {t(app, "app.loading")}
        </p>
      )}
      <Slot app={app} part="Screens" />
      <Slot app={app} part="Match" />
      <Slot app={app} part="Naming" />
      <Slot app={app} part="Voice" />
    </>
  );
}
