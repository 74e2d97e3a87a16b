// After a finished game: the move that gave a better result away, found by the core in the background.
import { effect } from "@preact/signals";
import { Cancelled, CoreError, type Core } from "../core/client";
import { hasScores } from "../core/exact";
import type { Player, Snapshot } from "../core/types";
import type { State } from "./state";

/** Long enough for every game that is solved at all; a large board may take for ever. */
const LIMIT_MS = 20_000;

export class Teacher {
  /** The position that the lesson is about, or is asked for. */
  private about: Snapshot | null = null;

  constructor(
    private readonly core: Core,
    private readonly state: State,
  ) {
    effect(() => this.follow(state.snapshot.value));
  }

  private follow(at: Snapshot): void {
    const { lesson } = this.state;
    // A look back at the game keeps its lesson.
    if (this.about && isSameGame(this.about, at)) return;
    if (this.about) this.core.stopTeaching();
    this.about = null;
    lesson.value = null;
    const player = this.pupil(at);
    if (player === null) return;
    this.about = at;
    void this.learn(at, player);
  }

  /** Who may learn something: a person with a colour of their own who has not won. Visitors learn where the game was lost. */
  private pupil(at: Snapshot): Player | null {
    const { remote, you } = this.state;
    const server = remote.peek();
    const loser = at.winner === null ? null : ((1 - at.winner) as Player);
    const player = server ? (server.seat ?? loser) : you.peek();
    const canKnow = at.status !== "playing" && at.first === 0 && !at.variant && hasScores(at.board.name);
    return canKnow && at.winner !== player ? player : null;
  }

  private async learn(at: Snapshot, player: Player): Promise<void> {
    try {
      const found = await this.core.lesson(at.text, player, LIMIT_MS);
      if (this.about === at) this.state.lesson.value = found;
    } catch (error) {
      if (!(error instanceof Cancelled || error instanceof CoreError)) throw error;
    }
  }
}

/** Whether the position shows another moment of the same finished game. */
function isSameGame(finished: Snapshot, at: Snapshot): boolean {
  return at.first === finished.first && at.board.name === finished.board.name && at.moves.join() === finished.moves.join();
}
