// The board is framed in what the panels leave free. The layout leaves that space as an empty element, so
// measuring this one element is enough.
import { effect } from "@preact/signals";
import type { App } from "../../app/types";
import type { Insets, Scene } from "../../scene/types";

function measure(stage: HTMLElement): Insets {
  const free = stage.getBoundingClientRect();
  const whole = document.documentElement;
  const banner = stage.querySelector<HTMLElement>("[data-reserve]");
  return {
    top: Math.round(free.top + (banner ? reserve(banner) : 0)),
    right: Math.round(whole.clientWidth - free.right),
    bottom: Math.round(whole.clientHeight - free.bottom),
    left: Math.round(free.left),
  };
}

/** How much of the stage an element above the board takes; --spare: what of it may lie over the empty upper part of the scene. */
function reserve(banner: HTMLElement): number {
  const spare = parseFloat(getComputedStyle(banner).getPropertyValue("--spare")) || 0;
  return banner.offsetTop + banner.offsetHeight - spare;
}

function isSame(a: Insets | null, b: Insets): boolean {
  return a !== null && a.top === b.top && a.right === b.right && a.bottom === b.bottom && a.left === b.left;
}

/** Keeps the scene informed; a scene that comes later gets the insets with its first movement. */
export function watchInsets(app: App, stage: HTMLElement): () => void {
  let told: Insets | null = null;
  let listener: Scene | null = null;
  const update = (): void => {
    const insets = measure(stage);
    if (listener === app.scene && isSame(told, insets)) return;
    listener = app.scene;
    told = insets;
    app.scene?.setInsets(insets);
  };
  const observer = new ResizeObserver(update);
  observer.observe(stage);
  for (const child of stage.children) observer.observe(child);
  observer.observe(document.documentElement);
  const stop = effect(() => {
    void app.sceneMoved.value;
    if (listener !== app.scene) update();
  });
  return () => {
    stop();
    observer.disconnect();
  };
}
