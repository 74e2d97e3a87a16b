// The page's first lines: the core, the board, the panels; then, with time to spare, book and offline.
import { render } from "preact";
import { createApp } from "./app/app";
import { coreFiles, serviceFile } from "./app/files";
import { keepOffline } from "./app/offline";
import { Core } from "./core/client";
import { createScene } from "./scene/scene";
import { Page } from "./ui/page";
import { tell } from "./ui/texts/texts";

/** What stands on the board behind the welcome screen: a game somebody might just be playing. */
const SCENERY = "4443353326542";

/** The page itself, not one game of it a folder deeper. */
const isRoot = () => document.querySelector("base") === null;

async function begin(): Promise<void> {
  const core = await Core.load(coreFiles());
  const { app, view, playing, resume } = createApp(core, await core.open(SCENERY), tell);
  view.open(document.querySelector<HTMLCanvasElement>("#board")!, createScene);
  const isRemote = playing.isWanted();
  if (!isRemote) await resume();
  render(<Page app={app} />, document.querySelector("#app")!);
  if (new URLSearchParams(location.search).has("debug")) Object.assign(globalThis, { fourfall: app });
  if (isRemote) await playing.begin();
  whenIdle(async () => {
    await core.loadBook();
    await playing.greet();
    const isNew = isRoot() && (await keepOffline(serviceFile()));
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
