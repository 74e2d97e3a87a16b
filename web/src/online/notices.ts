// Reaching a player whose page is hidden: browser notifications, and the number on the app's icon.
import { signal } from "@preact/signals";
import type { GameBoard } from "./types";

export type NoticePermission = "unsupported" | "ask" | "granted" | "denied";

function permission(): NoticePermission {
  if (!("Notification" in globalThis)) return "unsupported";
  return Notification.permission === "default" ? "ask" : Notification.permission;
}

export class Notices {
  readonly permission = signal(permission());

  constructor(private readonly board: GameBoard) {}

  async ask(): Promise<void> {
    if (this.permission.peek() === "ask") await Notification.requestPermission();
    this.permission.value = permission();
  }

  /** Only while the page is hidden. */
  notify(key: string, args: Readonly<Record<string, string>> = {}): void {
    if (permission() !== "granted" || !globalThis.document?.hidden) return;
    const title = this.board.words("app.name");
    const options = { body: this.board.words(key, args), tag: key };
    void this.show(title, options).catch((error: unknown) => console.info(error));
  }

  badge(count: number): void {
    if (!globalThis.navigator || !("setAppBadge" in navigator)) return;
    const set = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge();
    void set.catch(() => undefined);
  }

  /** On phones only a service worker may show notifications. */
  private async show(title: string, options: NotificationOptions): Promise<void> {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(title, options);
    else new Notification(title, options).onclick = () => focus();
  }
}
