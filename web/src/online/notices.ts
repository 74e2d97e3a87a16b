// Telling somebody who looks elsewhere: notifications of the browser, and the number on the app's icon.
import { signal } from "@preact/signals";
import type { Board } from "./types";

type Allowed = "unsupported" | "ask" | "granted" | "denied";

function allowed(): Allowed {
  if (!("Notification" in globalThis)) return "unsupported";
  return Notification.permission === "default" ? "ask" : Notification.permission;
}

export class Notices {
  readonly allowed = signal<Allowed>(allowed());

  constructor(private readonly board: Board) {}

  async ask(): Promise<void> {
    if (this.allowed.peek() === "ask") await Notification.requestPermission();
    this.allowed.value = allowed();
  }

  /** Nothing is shown to somebody who sees the page. */
  tell(key: string, args: Readonly<Record<string, string>> = {}): void {
    if (allowed() !== "granted" || !globalThis.document?.hidden) return;
    const title = this.board.words("app.name");
    const options = { body: this.board.words(key, args), tag: key };
    void this.show(title, options).catch((error: unknown) => console.info(error));
  }

  badge(count: number): void {
    if (!globalThis.navigator || !("setAppBadge" in navigator)) return;
    const set = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
    void set.catch(() => undefined);
  }

  /** Phones only let the service worker do it. */
  private async show(title: string, options: NotificationOptions): Promise<void> {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(title, options);
    else new Notification(title, options).onclick = () => focus();
  }
}
