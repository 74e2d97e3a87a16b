// What a newcomer is shown once: where to press and what wins, at the first game; lines through the cube, at the first
// game there. How it looks is in ../tours, loaded on demand.
import { effect } from "@preact/signals";
import type { Core } from "../core/client";
import type { State } from "./state";
import { hasSeen, rememberTour } from "./storage";
import type { Tour, Phase } from "./types";

const CUBE = "5x5x5";

export class Tours {
  private before: Phase = "welcome";
  /** The latest position asked for: an answer for an older one is dropped. */
  private asked = "";

  constructor(
    private readonly core: Core,
    private readonly state: State,
  ) {
    effect(() => {
      void state.snapshot.value; // another game may begin in the same phase
      this.follow(state.phase.value);
    });
  }

  begin(tour: Tour): void {
    this.state.tour.value = tour;
  }

  end(): void {
    const { tour, exhibit } = this.state;
    if (tour.peek() === "cube") {
      rememberTour("cube");
      this.asked = "";
      exhibit.value = null;
    }
    tour.value = null;
  }

  async present(text: string): Promise<void> {
    if (this.state.tour.peek() !== "cube") return; // skipped, but its panel is not yet taken away
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
