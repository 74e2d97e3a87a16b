// The page around the board. It reads the app's signals and calls its actions; it knows no rules of the game.
import "../page.css";
import { effect, useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { App } from "../app/types";
import { Debug } from "./debug";
import { Dialogs } from "./dialogs/dialog";
import { watchFocus } from "./game/board_focus";
import { Game } from "./game/game";
import { listenToKeys } from "./game/keys";
import { OnlineLayer, watchOnline } from "./slot";
import { TourLayer } from "./tour";
import { addVoice } from "./voice";
import { Welcome } from "./welcome/welcome";

export function Page({ app }: { app: App }): JSX.Element {
  useEffect(() => dressPage(app), [app]);
  useEffect(() => showBoard(app), [app]);
  useEffect(() => listenToKeys(app), [app]);
  useEffect(() => watchFocus(app), [app]);
  useEffect(() => watchOnline(app), [app]);
  useEffect(() => addVoice(app), [app]);
  const isWelcome = useComputed(() => app.phase.value === "welcome");
  return (
    <>
      {isWelcome.value ? <Welcome app={app} /> : <Game app={app} />}
      <TourLayer app={app} />
      <OnlineLayer app={app} />
      <Dialogs app={app} />
      <Debug app={app} />
    </>
  );
}

const barColors = { classic: "#e9dfcc", dark: "#1a1a2e", contrast: "#000000" } as const;

/** Attributes for the styles. The controller sets the theme itself, before the first frame. */
function dressPage(app: App): () => void {
  return effect(() => {
    const { marks } = app.settings.value;
    document.documentElement.toggleAttribute("data-marks", marks);
    document.querySelector('meta[name="theme-color"]')?.setAttribute("content", barColors[app.theme.value]);
  });
}

/** The outline in index.html stands in for the board until the scene has drawn it. */
function showBoard(app: App): () => void {
  return effect(() => {
    if (app.sceneMoved.value > 0) document.documentElement.setAttribute("data-ready", "");
  });
}
