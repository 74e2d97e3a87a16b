// The entry of an embedded game: the rules and a flat drawing; no scene, no panels, nothing stored.
import "./embed.css";
import { render } from "preact";
import { createApp } from "./app/app";
import { applyEmbedTheme } from "./app/embed_theme";
import { coreFiles } from "./app/files";
import { readSettings } from "./app/storage";
import { Core } from "./core/client";
import { Embed } from "./ui/embed";
import { loadLanguage } from "./ui/texts/languages";
import { tell } from "./ui/texts/texts";

async function begin(): Promise<void> {
  const [core] = await Promise.all([Core.load(coreFiles("rules")), loadLanguage(readSettings().language)]);
  const { app, onlineLoader } = createApp(core, await core.open(""), { tell, load: loadLanguage });
  applyEmbedTheme();
  document.documentElement.dataset["scene"] = "none";
  document.documentElement.toggleAttribute("data-marks", app.settings.peek().marks);
  render(<Embed app={app} />, document.querySelector("#app")!);
  if (new URLSearchParams(location.search).has("debug")) Object.assign(globalThis, { fourfall: app });
  await onlineLoader.begin(false);
}

begin().catch((error: unknown) => {
  document.documentElement.dataset["failed"] = "yes";
  console.error(error);
});
