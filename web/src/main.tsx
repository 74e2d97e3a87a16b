// The page's entry: the core, the board, the panels; when idle, the opening book and the service worker.
import { render } from "preact";
import { createApp } from "./app/app";
import { openScenery } from "./app/scenery";
import { coreFiles, serviceFile } from "./app/files";
import { startHistory } from "./app/history";
import { readSettings } from "./app/storage";
import { Core } from "./core/client";
import { createScene } from "./scene/scene";
import { sheet } from "./ui/state";
import { Page } from "./ui/page";
import { loadLanguage } from "./ui/texts/languages";
import { tell } from "./ui/texts/texts";

/** False for game/ID, one folder deeper. */
const isRoot = () => document.querySelector("base") === null;

async function begin(): Promise<void> {
  const [core] = await Promise.all([Core.load(coreFiles()), loadLanguage(readSettings().language)]);
  const { app, view, onlineLoader, demonstrate, parts, resume, keep } = createApp(core, await openScenery(core), { tell, load: loadLanguage });
  view.open(document.querySelector<HTMLCanvasElement>("#board")!, createScene);
  const isRemote = onlineLoader.isWanted();
  if (!isRemote) await resume();
  render(<Page app={app} />, document.querySelector("#app")!);
  if (new URLSearchParams(location.search).has("debug")) Object.assign(globalThis, { fourfall: app });
  if (isRemote) await onlineLoader.begin(true);
  startHistory(parts, sheet);
  whenIdle(async () => {
    demonstrate().catch((error: unknown) => console.info(error));
    await core.loadBook();
    await onlineLoader.connectReturning();
    const service = serviceFile();
    if (service && isRoot()) await keep(service);
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
