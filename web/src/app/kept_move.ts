// A move that was pressed too early: while a disc falls, or while the computer thinks. It is played as soon as it may
// be. Pressing its column again takes it back; another column replaces it.
import type { Player } from "../core/types";
import { say, type State } from "./state";
import type { App } from "./types";

/** A second press this soon on the column just played is a double click, not a move. */
const DOUBLE_MS = 400;

export class KeptMove {
  private played = { column: -1, at: 0 };

  constructor(private readonly state: State) {}

  /** A person has played this column. */
  note(column: number): void {
    this.played = { column, at: performance.now() };
  }

  press(column: number): void {
    const { queued } = this.state;
    const isDouble = column === this.played.column && performance.now() < this.played.at + DOUBLE_MS;
    if (queued.peek() === column) return this.cancel();
    if (isDouble) return;
    queued.value = column;
    say(this.state, "message.kept", { column: this.letter(column) });
  }

  cancel(): void {
    if (this.state.queued.peek() === null) return;
    this.state.queued.value = null;
    say(this.state, "message.unkept");
  }

  /** The column to play now; null: none, or it is full by now, which is said. */
  take(): number | null {
    const { queued, snapshot } = this.state;
    const column = queued.peek();
    queued.value = null;
    if (column === null || snapshot.peek().canDrop[column]) return column;
    say(this.state, "message.keptFull", { column: this.letter(column) });
    return null;
  }

  private letter(column: number): string {
    return this.state.snapshot.peek().letters[column] ?? "?";
  }
}

type Seen = Pick<App, "queued" | "you" | "landed" | "online" | "remote">;

/** The column that is played next, by a kept move or an online premove, and its colour; null: none. */
export function keptMove({ queued, online, remote, you, landed }: Seen): { column: number; player: Player } | null {
  const table = remote.value ? online.value?.table.value : null;
  const column = queued.value ?? table?.premove ?? null;
  if (column === null) return null;
  const player = table?.seat ?? you.value ?? (landed.value.turn === 0 ? 1 : 0);
  return { column, player };
}
