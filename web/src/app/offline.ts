// Playing without a network: the service worker keeps the page's files, and browsers may install the page.
import { say, type State } from "./state";

interface InstallPrompt extends Event {
  prompt(): Promise<void>;
}

export function watchConnection(state: State): { install(): void } {
  let prompt: InstallPrompt | null = null;
  const update = () => {
    state.isOffline.value = !navigator.onLine;
    say(state, navigator.onLine ? "message.online" : "message.offline");
  };
  addEventListener("online", update);
  addEventListener("offline", update);
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    prompt = event as InstallPrompt;
    state.canInstall.value = true;
  });
  addEventListener("appinstalled", () => {
    state.canInstall.value = false;
    say(state, "message.installed");
  });
  return {
    install() {
      void prompt?.prompt();
      state.canInstall.value = false;
    },
  };
}

/** Called when the page is idle. True if the page works offline from now on and did not before. */
export async function keepOffline(script: URL): Promise<boolean> {
  if (!("serviceWorker" in navigator)) return false;
  const isFirst = !navigator.serviceWorker.controller;
  await navigator.serviceWorker.register(script, { type: "module" });
  await navigator.serviceWorker.ready;
  return isFirst;
}
