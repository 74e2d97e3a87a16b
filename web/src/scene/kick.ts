// A board gives way a little when a disc lands, swings back and rests exactly where it was.

const SECONDS = 0.24;

export class Kick {
  private time = SECONDS;
  private size = 0;

  /** `size`: how far down the first swing goes, in cells; negative: up. */
  start(size: number): void {
    this.time = 0;
    this.size = size;
  }

  finish(): void {
    this.time = SECONDS;
  }

  /** True while it swings. */
  step(seconds: number): boolean {
    this.time = Math.min(this.time + seconds, SECONDS);
    return this.time < SECONDS;
  }

  /** The height of the board over its place. */
  get height(): number {
    const t = this.time / SECONDS;
    return t === 1 ? 0 : -this.size * Math.sin(t * Math.PI * 2) * (1 - t) * (1 - t);
  }
}
