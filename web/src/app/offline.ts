// Playing without a network: the service worker keeps the page's files, and browsers may install the page.
import { say, type State } from "./state";
import type { Updates } from "./updates";

interface InstallPrompt extends Event {
  prompt(): Promise<void>;
}

/** Online games and screens have a strip of their own that tells of the connection, and what becomes of the game. */
function hasConnectionStrip({ remote, screen }: State): boolean {
  return remote.peek() !== null || screen.peek() !== null;
}

export function watchConnection(state: State): { install(): void } {
  let prompt: InstallPrompt | null = null;
  const update = () => {
    state.isOffline.value = !navigator.onLine;
    if (!hasConnectionStrip(state)) say(state, navigator.onLine ? "message.online" : "message.offline");
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

/**
 * Called when the page is idle: keeps its files, and watches for newer ones. That the page works offline from then on is
 * said in "About", not in a message: it would be the first words of all.
 */
export async function keepOffline(state: State, script: URL, updates: Updates): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  updates.watch(await navigator.serviceWorker.register(script, { type: "module" }));
  await navigator.serviceWorker.ready;
  state.isKept.value = true;
}
