// The games each seat has won. A game counts once; after an undo at its end it is counted when it ends again.
import { say, type State } from "./state";
import { EMPTY_TALLY, readTally, tallyKey, write } from "./storage";
import type { Setup, Tally } from "./types";

export class Tallies {
  /** The tally before this game was counted; null: not counted yet. */
  private uncounted: Tally | null = null;

  constructor(private readonly state: State) {}

  begin(setup: Setup): void {
    this.uncounted = null;
    this.state.tally.value = readTally(setup);
  }

  count(): void {
    const { snapshot, firstSeat, tally } = this.state;
    const { winner } = snapshot.peek();
    if (this.uncounted) return;
    const before = tally.peek();
    this.uncounted = before;
    if (winner === null) this.set({ ...before, draws: before.draws + 1, streak: 0 });
    else if (winner !== firstSeat.peek()) this.set({ ...before, second: before.second + 1, streak: 0 });
    else this.set({ ...before, first: before.first + 1, streak: before.streak + 1 });
  }

  discount(): void {
    if (this.uncounted) this.set(this.uncounted);
    this.uncounted = null;
  }

  reset(): void {
    this.uncounted = null;
    this.set(EMPTY_TALLY);
    say(this.state, "message.tallyReset");
  }

  private set(tally: Tally): void {
    this.state.tally.value = tally;
    write(tallyKey(this.state.setup.peek()), tally);
  }
}
