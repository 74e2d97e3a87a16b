// What a newcomer is shown once: where to press and what wins, at the first game; lines through the cube, at the first
// game there. And what people ask for: the best line, what is known about the cube. How it looks is in ../tours, loaded on demand.
import { effect } from "@preact/signals";
import type { Core } from "../core/client";
import type { Snapshot } from "../core/types";
import type { State } from "./state";
import { hasSeen, rememberTour } from "./storage";
import type { Tour, Phase } from "./types";

const CUBE = "5x5x5";

export class Tours {
  private before: Phase = "welcome";
  /** The latest position asked for: an answer for an older one is dropped. */
  private asked = "";

  /** The position from which a line is shown. */
  private from: Snapshot | null = null;

  constructor(
    private readonly core: Core,
    private readonly state: State,
  ) {
    effect(() => {
      const at = state.snapshot.value; // another game may begin in the same phase
      if (state.tour.peek() === "line" && at !== this.from) this.end();
      this.follow(state.phase.value);
    });
  }

  begin(tour: Tour): void {
    this.end();
    this.from = this.state.snapshot.peek();
    this.state.tour.value = tour;
  }

  end(): void {
    const { tour, exhibit } = this.state;
    const shown = tour.peek();
    if (shown === "cube") rememberTour("cube");
    if (shown !== null && shown !== "drop") {
      this.asked = "";
      exhibit.value = null;
    }
    tour.value = null;
  }

  async present(text: string): Promise<void> {
    if (this.state.tour.peek() === null) return; // skipped, but its panel is not yet taken away
    this.asked = text;
    const snapshot = await this.core.look(text);
    if (this.asked === text) this.state.exhibit.value = { snapshot, motion: "animate" };
  }

  private follow(phase: Phase): void {
    const { before } = this;
    this.before = phase;
    if (before === "turn" && phase === "moving") this.learn();
    if (phase === "welcome") this.end();
    else if (this.isBeginning() && (phase === "turn" || phase === "thinking")) this.offer(phase);
    else if (this.state.tour.peek() === "drop") this.state.tour.value = null;
  }

  /** A person has dropped a disc, and knows how. */
  private learn(): void {
    if (!hasSeen("drop")) rememberTour("drop");
  }

  /** Tours belong to the beginning of a game on this device: its discs are drawn where the board is empty. */
  private isBeginning(): boolean {
    const { remote, snapshot } = this.state;
    const { ply, first } = snapshot.peek();
    return !remote.peek() && first === 0 && ply <= 1;
  }

  private offer(phase: "turn" | "thinking"): void {
    const { snapshot, tour } = this.state;
    const { board } = snapshot.peek();
    if (tour.peek()) return;
    if (board.name === CUBE && !hasSeen("cube")) this.begin("cube");
    else if (board.depth === 1 && phase === "turn" && !hasSeen("drop")) this.begin("drop");
  }
}
