// The end of a game: the scene plays it out first, then `isRevealed` lets the words appear. Any press or key skips to
// the words. Where nothing is played out (reduced motion, no WebGL, a hidden tab, a finished game that is opened) the
// words and their sound come at once.
import { effect } from "@preact/signals";
import type { Snapshot } from "../core/types";
import type { Sound } from "./sound";
import type { State } from "./state";
import type { View } from "./view";

export type Outcome = "win" | "lose" | "draw";

/** Longer than any fall and any choreography: the words appear even if the scene never reports. */
const LATEST_MS = 4500;

/** The outcome from the view of the person at this page; two people at one page both win. */
export function outcomeOf({ you, remote }: State, at: Snapshot): Outcome {
  if (at.winner === null) return "draw";
  const own = remote.peek() ? remote.peek()!.seat : you.peek();
  return own === null || own === at.winner ? "win" : "lose";
}

export class Finale {
  private before: Snapshot;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** An online game that ended with a disc the board has not shown yet. */
  private expected: Outcome | null = null;

  constructor(
    private readonly state: State,
    private readonly sound: Sound,
    private readonly view: View,
  ) {
    this.before = state.snapshot.peek();
    effect(() => this.follow(state.snapshot.value));
    const skip = (event: Event): void => {
      if (!(event as KeyboardEvent).repeat) this.skip();
    };
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, skip, { capture: true });
    document.addEventListener("visibilitychange", () => document.hidden && this.reveal());
  }

  /** The game on the board is over. Its sound comes at once unless the scene plays the end. */
  ended(outcome: Outcome): void {
    const { snapshot, isRevealed, remote } = this.state;
    const reason = remote.peek()?.result?.reason;
    const isOnItsWay = reason === "line" || reason === "draw";
    if (snapshot.peek().status === "playing" && isOnItsWay) this.expected = outcome;
    else if (isRevealed.peek()) this.sound[outcome]();
  }

  /** The i-th disc of the line lights up; a draw has none of them. */
  light(index: number, count: number): void {
    if (count === 0) return this.sound[outcomeOf(this.state, this.state.snapshot.peek())]();
    this.sound.light(index, count, outcomeOf(this.state, this.state.snapshot.peek()) === "lose");
  }

  reveal(): void {
    clearTimeout(this.timer);
    this.state.isRevealed.value = true;
  }

  private skip(): void {
    if (this.state.isRevealed.peek()) return;
    this.view.scene?.finish();
    this.reveal();
  }

  private follow(at: Snapshot): void {
    const isEnd = this.before.status === "playing" && at.status !== "playing";
    this.before = at;
    const outcome = this.expected;
    this.expected = null;
    if (isEnd && this.state.motion.peek() === "animate" && this.view.isLively) return this.wait();
    this.reveal();
    if (isEnd && outcome) this.sound[outcome]();
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.state.isRevealed.value = false;
    this.timer = setTimeout(() => this.reveal(), LATEST_MS);
  }
}
