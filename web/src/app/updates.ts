// A newer version of the page. Its service worker waits until the person reloads; a running game is never disturbed.
import { computed, signal } from "@preact/signals";
import type { State } from "./state";
import { TAKE_OVER } from "./take_over";

const CHECK_MS = 3_600_000;

/** The part of a ServiceWorkerRegistration that is needed here. */
type Registration = Pick<ServiceWorkerRegistration, "waiting" | "installing" | "update" | "addEventListener">;

/** Whether a reload would interrupt something: a game that is not over, or the wait for an opponent. */
function isBusy({ phase, snapshot, remote, online }: State): boolean {
  const at = online.value;
  if (at && (at.waiting.value || at.match.value || at.invitation.value || at.running.value)) return true;
  const server = remote.value;
  if (server) return server.seat !== null && server.result === null;
  return phase.value !== "welcome" && snapshot.value.status === "playing" && snapshot.value.moves.length > 0;
}

export class Updates {
  private readonly isReady = signal(false);
  private registration: Registration | null = null;
  /** Whether to tell the person: the newer version is there, and nothing is in its way. */
  readonly isDue;

  constructor(state: State) {
    this.isDue = computed(() => this.isReady.value && !isBusy(state));
  }

  watch(registration: Registration): void {
    this.registration = registration;
    const isFirstVisit = navigator.serviceWorker.controller === null; // no older version to replace
    const look = (): void => {
      if (registration.waiting && !isFirstVisit) this.isReady.value = true;
    };
    look();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
    // Another window of the same person may have let the newer version take over.
    navigator.serviceWorker.addEventListener("controllerchange", () => (this.isReady.value = !isFirstVisit));
    setInterval(() => void registration.update().catch(() => undefined), CHECK_MS);
  }

  later(): void {
    this.isReady.value = false;
  }

  reload(): void {
    const waiting = this.registration?.waiting;
    if (!waiting) return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage(TAKE_OVER);
  }
}
