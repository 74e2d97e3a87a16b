// Messages about games over days while no page is open (Web Push), for this device alone. The browser's push service gives
// the device an address; the server sends there, and the service worker shows what comes (offline/service.ts).
import { signal } from "@preact/signals";
import { keepPushAccount } from "../app/push_account";
import type { ApiClient } from "./api";
import type { Memory } from "./session";

/** "failed": the push service or the server did not answer; messages are off. */
export type PushState = "unsupported" | "off" | "on" | "failed";

async function findManager(): Promise<PushManager | null> {
  if (!globalThis.navigator?.serviceWorker) return null;
  const { pushManager } = (await navigator.serviceWorker.ready) as { readonly pushManager?: PushManager };
  return pushManager ?? null;
}

/** An address that was made for another key of the server is of no use; a new one takes its place. */
async function subscribe(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    if ((error as Error).name !== "InvalidStateError") throw error;
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(options);
  }
}

export class Push {
  readonly state = signal<PushState>("unsupported");

  constructor(
    private readonly api: ApiClient,
    private readonly memory: Memory,
    private readonly token: () => string | null,
  ) {}

  /** Finds out whether this device can get messages, and whether it does. */
  async check(): Promise<void> {
    const manager = await findManager();
    if (!manager || !(await this.api.get("api/push")).ok) return;
    const isOn = this.isWanted() && (await manager.getSubscription()) !== null;
    this.state.value = isOn ? "on" : "off";
  }

  async turn(isOn: boolean): Promise<void> {
    this.state.value = isOn ? "on" : "off";
    this.memory.write("push", isOn || null);
    const isDone = await (isOn ? this.register() : this.remove()).catch(() => false);
    if (isDone) return;
    this.memory.write("push", null);
    this.state.value = "failed";
  }

  /** With each session and each change of the language: the player or the server's key may be another one now, too. */
  async renew(): Promise<void> {
    if (this.isWanted()) await this.register().catch(() => false);
  }

  /** After a log-out: the server has forgotten the device with its session, and the next player here starts without messages. */
  async forget(): Promise<void> {
    if (!this.isWanted()) return;
    this.memory.write("push", null);
    this.state.value = "off";
    await keepPushAccount(null);
    await (await (await findManager())?.getSubscription())?.unsubscribe();
  }

  private isWanted(): boolean {
    return this.memory.read("push") === true;
  }

  private async register(): Promise<boolean> {
    const manager = await findManager();
    const key = await this.api.get<{ publicKey: string }>("api/push");
    if (!manager || !key.ok) return false;
    const subscription = await subscribe(manager, key.value.publicKey);
    const language = globalThis.document?.documentElement.lang === "de" ? "de" : "en";
    const { ok } = await this.api.post("api/push", { ...subscription.toJSON(), language });
    const token = this.token();
    await keepPushAccount(ok && token !== null ? { token, language } : null);
    return ok;
  }

  /** The browser's part comes last: while it is there, the server can be asked again. */
  private async remove(): Promise<boolean> {
    await keepPushAccount(null);
    const subscription = await (await findManager())?.getSubscription();
    if (!subscription) return true;
    const { ok } = await this.api.post("api/push/delete", { endpoint: subscription.endpoint });
    return (await subscription.unsubscribe()) || ok;
  }
}
