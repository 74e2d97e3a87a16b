// The page's controller: `App` is its state and its actions.
import { effect } from "@preact/signals";
import type { Core } from "../core/client";
import type { Snapshot } from "../core/types";
import { actionsOf } from "./actions";
import { keepOffline } from "./offline";
import type { OnlineLoader } from "./online_loader";
import { watchLink, resumeGame } from "./opening";
import { createParts, type Parts } from "./parts";
import type { Sound } from "./sound";
import type { State } from "./state";
import { write } from "./storage";
import type { App, Texts } from "./types";
import type { View } from "./view";

export interface Controller {
  readonly app: App;
  readonly view: View;
  readonly onlineLoader: OnlineLoader;
  /** Called when the page is idle: lets the start page's board live. */
  demonstrate(): Promise<void>;
  /** Called when the page is idle: keeps its files for playing offline. */
  keep(script: URL): Promise<void>;
  /** For startHistory(), when the first game is on the board. */
  readonly parts: Parts;
  /** The game in the address, or the one that was on the board before a reload, if there is one. */
  resume(): Promise<void>;
}

export function createApp(core: Core, first: Snapshot, texts: Texts): Controller {
  const parts = createParts(core, first, texts);
  const { state, view, onlineLoader, guideLoader, updates, sound } = parts;
  applySettings(state, sound);
  clickOnControls(sound);
  watchLink(parts);
  const app: App = {
    ...state,
    isUpdateDue: updates.isDue,
    get scene() {
      return view.scene;
    },
    ...actionsOf(parts),
  };
  const keep = (script: URL): Promise<void> => keepOffline(state, script, updates);
  const demonstrate = async (): Promise<void> => (await guideLoader.load()).demo.watch();
  return { app, view, onlineLoader, demonstrate, parts, keep, resume: () => resumeGame(parts) };
}

function applySettings(state: State, speaker: Sound): void {
  effect(() => {
    const { language, sound, volume, motion } = state.settings.value;
    Object.assign(document.documentElement.dataset, { theme: state.theme.value, motion });
    document.documentElement.lang = language;
    speaker.set(sound, volume);
    write("settings", state.settings.value);
  });
}

/** Every control clicks, except the columns: there the disc makes the sound. */
function clickOnControls(sound: Sound): void {
  addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest("button, summary, a") : null;
    if (target && !target.matches("[data-column]")) sound.click();
  });
}
