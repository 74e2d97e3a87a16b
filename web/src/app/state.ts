// The state of the page as signals. Only src/app writes them; panels read them (types.ts).
import { signal } from "@preact/signals";
import type { Analysis, Estimate, Lesson, Player, Review, ReviewProgress, Snapshot, Thought, Threat } from "../core/types";
import type { Action } from "../core/variants";
import type { Online, Remote } from "../online/types";
import { followSystem } from "./system";
import { readSettings, readSetup, readTally } from "./storage";
import type { Dialog, Exhibit, Hint, Message, Phase, SavedGame, Screen, Tour } from "./types";

export type State = ReturnType<typeof createState>;

export function createState(snapshot: Snapshot) {
  const setup = readSetup();
  const settings = signal(readSettings());
  return {
    settings,
    ...followSystem(settings),
    setup: signal(setup),
    phase: signal<Phase>("welcome"),
    snapshot: signal(snapshot),
    exhibit: signal<Exhibit | null>(null),
    tour: signal<Tour | null>(null),
    you: signal<Player | null>(null),
    firstSeat: signal<Player>(0),
    tally: signal(readTally(setup)),
    action: signal<Action>("drop"),
    hover: signal<number | null>(null),
    queued: signal<number | null>(null),
    landed: signal(snapshot),
    hint: signal<Hint | null>(null),
    thought: signal<Thought | null>(null),
    analysis: signal<Analysis | null>(null),
    estimate: signal<Estimate | null>(null),
    network: signal<"none" | "loading" | "ready" | "missing">("none"),
    analysisState: signal<"off" | "none" | "working" | "done">("off"),
    threats: signal<readonly Threat[]>([]),
    review: signal<Review | null>(null),
    reviewProgress: signal<ReviewProgress | null>(null),
    lesson: signal<Lesson | null>(null),
    isPlaying: signal(false),
    isRevealed: signal(true),
    message: signal<Message | null>(null),
    /** Begins again what a file was missing for; null: nothing waits for one. */
    retry: signal<(() => void) | null>(null),
    dialog: signal<Dialog | null>(null),
    layers: signal(false),
    level: signal<number | null>(null),
    sceneMoved: signal(0),
    isOffline: signal(!navigator.onLine),
    isKept: signal(false),
    canInstall: signal(false),
    remote: signal<Remote | null>(null),
    online: signal<Online | null>(null),
    screen: signal<Screen | null>(null),
    saved: signal<readonly SavedGame[]>([]),
    /** The local game on the board, by its id in `saved`; null: none, or an online game. */
    gameId: signal<string | null>(null),
    /** The local game that a link names, by its id, and the link's part of the address; null: none, or the game has gone on. */
    linked: signal<{ readonly id: string | null; readonly hash: string } | null>(null),
    /** Whether the next change of the position is animated. */
    motion: signal<"animate" | "jump">("jump"),
  };
}

export function say(
  state: State,
  key: string,
  args: Readonly<Record<string, string | number>> = {},
  kind: Message["kind"] = "info",
): void {
  state.message.value = { key, args, kind, id: (state.message.peek()?.id ?? 0) + 1 };
}

/** The rules of a variant could not be loaded: says so, and offers to do again what needed them. */
export function offerRetry(state: State, again: () => void): void {
  say(state, "message.noVariant", {}, "refusal");
  state.retry.value = again;
}
