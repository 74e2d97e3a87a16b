// The board is framed in the space between the panels. The layout has an empty element there, so measuring this
// one element is enough.
import { effect } from "@preact/signals";
import type { App } from "../../app/types";
import type { Insets, Scene } from "../../scene/types";

function measure(stage: HTMLElement): Insets {
  const free = stage.getBoundingClientRect();
  // The canvas fills the body, which is higher than a very low window.
  const whole = document.body.getBoundingClientRect();
  const banner = stage.querySelector<HTMLElement>("[data-reserve]");
  return {
    top: Math.round(free.top - whole.top + (banner ? reserve(banner) : 0)),
    right: Math.round(whole.right - free.right),
    bottom: Math.round(whole.bottom - free.bottom),
    left: Math.round(free.left - whole.left),
  };
}

/** The height that the numbers above the board need. Their element is higher for a moment, before they find their columns. */
function reserve(banner: HTMLElement): number {
  return parseFloat(getComputedStyle(banner).minHeight) || 0;
}

function isSame(a: Insets | null, b: Insets): boolean {
  return a !== null && a.top === b.top && a.right === b.right && a.bottom === b.bottom && a.left === b.left;
}

/** Reports the insets to the scene whenever they change; a scene created later gets them at its first movement. */
export function watchInsets(app: App, stage: HTMLElement): () => void {
  let reported: Insets | null = null;
  let receiver: Scene | null = null;
  let size = "";
  const update = (): void => {
    const insets = measure(stage);
    const { clientWidth, clientHeight } = document.documentElement;
    const isResized = size !== `${clientWidth}x${clientHeight}`;
    if (receiver === app.scene && isSame(reported, insets)) return;
    receiver = app.scene;
    reported = insets;
    size = `${clientWidth}x${clientHeight}`;
    app.scene?.setInsets(insets, isResized);
  };
  const observer = new ResizeObserver(update);
  observer.observe(stage);
  for (const child of stage.children) observer.observe(child);
  observer.observe(document.documentElement);
  // A neighbour that comes, goes or grows may move the stage without a change of its size.
  const neighbours = new MutationObserver(update);
  neighbours.observe(document.body, { childList: true, subtree: true, attributeFilter: ["class"] });
  const stop = effect(() => {
    void app.sceneMoved.value;
    if (receiver !== app.scene) update();
  });
  return () => {
    stop();
    observer.disconnect();
    neighbours.disconnect();
  };
}
