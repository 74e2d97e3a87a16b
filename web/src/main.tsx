// The page's first lines: the core, the board, the panels; then, with time to spare, book and offline.
import { render } from "preact";
import { createApp } from "./app/app";
import { keepOffline } from "./app/offline";
import { Core } from "./core/client";
import { createScene } from "./scene/scene";
import { Page } from "./ui/page";

/** Names with their content hashes, put in by the build. */
declare const FILES: { worker: string; wasm: string; book: string | null; service: string };

/** What stands on the board behind the welcome screen: a game somebody might just be playing. */
const SCENERY = "4443353326542";

const file = (name: string) => new URL(name, document.baseURI);

async function begin(): Promise<void> {
  const core = await Core.load({
    worker: file(FILES.worker),
    wasm: file(FILES.wasm),
    book: FILES.book ? file(FILES.book) : null,
  });
  const { app, view, resume } = createApp(core, await core.open(SCENERY));
  view.open(document.querySelector<HTMLCanvasElement>("#board")!, createScene);
  await resume();
  render(<Page app={app} />, document.querySelector("#app")!);
  if (new URLSearchParams(location.search).has("debug")) Object.assign(globalThis, { fourfall: app });
  whenIdle(async () => {
    await core.loadBook();
    const isNew = await keepOffline(file(FILES.service));
    if (isNew && app.message.peek() === null) app.say("message.offlineReady");
  });
}

function whenIdle(task: () => Promise<void>): void {
  const run = () => void task().catch((error: unknown) => console.info(error));
  if ("requestIdleCallback" in globalThis) requestIdleCallback(run, { timeout: 3000 });
  else setTimeout(run, 500);
}

begin().catch((error: unknown) => {
  document.documentElement.dataset["failed"] = "yes";
  console.error(error);
});
