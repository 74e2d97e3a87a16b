// Replay: any position of the game, or the whole game move by move.
import type { Game } from "./game";
import type { State } from "./state";

const STEP_MS = 900;

export class Replay {
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly game: Game,
    private readonly state: State,
  ) {}

  async seek(ply: number): Promise<void> {
    this.stop();
    await this.show(ply);
  }

  /** Plays on from the position shown, or from the start if that is the last one. A second call stops. */
  async play(): Promise<void> {
    if (this.timer) return this.stop();
    const { ply, first } = this.state.snapshot.peek();
    this.state.isPlaying.value = true;
    if (ply === this.end()) await this.show(first);
    this.schedule();
  }

  toEnd(): Promise<void> {
    return this.seek(this.end());
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.state.isPlaying.value = false;
  }

  private end(): number {
    const { first, moves } = this.state.snapshot.peek();
    return first + moves.length;
  }

  private async show(ply: number): Promise<void> {
    const { first } = this.state.snapshot.peek();
    const target = Math.min(Math.max(ply, first), this.end());
    await this.game.seek(target, target === this.end());
  }

  private schedule(): void {
    this.timer = setTimeout(() => void this.step(), STEP_MS);
  }

  private async step(): Promise<void> {
    const { ply } = this.state.snapshot.peek();
    if (ply >= this.end()) return this.stop();
    await this.show(ply + 1);
    if (this.timer) this.schedule();
  }
}
