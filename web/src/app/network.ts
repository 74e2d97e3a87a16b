// The cube's network: fetched when somebody plays the cube against a computer that uses it, or wants it analysed. Until it is
// there, and where it cannot be fetched, searches judge positions by lines alone. So a failure is no message: the game goes on.
import { computed, effect } from "@preact/signals";
import type { Core } from "../core/client";
import { allowsAdvice } from "./advice";
import type { State } from "./state";

/** The board of data/cube.net. */
const BOARD = "5x5x5";

export class Network {
  constructor(
    private readonly core: Core,
    private readonly state: State,
  ) {
    const isWanted = computed(() => this.isWanted());
    // Tried again by the next game or analysis, not by every move.
    effect(() => {
      if (isWanted.value) void this.load();
    });
  }

  private isWanted(): boolean {
    const { phase, snapshot, remote, you, setup, settings, hint, reviewProgress } = this.state;
    if (phase.value === "welcome" || snapshot.value.board.name !== BOARD || snapshot.value.variant) return false;
    const isOpponent = !remote.value && you.value !== null && setup.value.level !== "easy";
    const isAsked = settings.value.scores || hint.value !== null || reviewProgress.value !== null;
    return isOpponent || (isAsked && allowsAdvice(this.state));
  }

  private async load(): Promise<void> {
    const { network } = this.state;
    if (network.peek() === "loading" || network.peek() === "ready") return;
    network.value = "loading";
    const isThere = await this.core.loadNetwork().catch((error: unknown) => (console.info(error), false));
    network.value = isThere ? "ready" : "missing";
    if (isThere) this.keep();
  }

  /** A service worker keeps what it fetches. At a first visit it comes after the network: it fetches that once more, from the browser's cache. */
  private keep(): void {
    const { serviceWorker } = navigator;
    if (!serviceWorker || serviceWorker.controller) return;
    serviceWorker.addEventListener("controllerchange", () => void this.core.refetchNetwork().catch(() => {}), { once: true });
  }
}
