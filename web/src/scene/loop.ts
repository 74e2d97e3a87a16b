// Frames on demand: none is drawn while nothing moves.

/** Draws a frame, `seconds` after the last one; true: another frame is needed. */
export type Tick = (seconds: number, frameMs: number) => boolean;

/** The longest step of an animation, also after a suspended tab or a debugger pause. */
const LONGEST_STEP = 0.5;
const FIRST_STEP = 1 / 60;

export class Loop {
  private request = 0;
  private last = 0;
  private isStopped = false;
  frames = 0;
  /** Milliseconds between frames, smoothed; 0 before the second frame in a row. */
  frameMs = 0;

  constructor(private readonly tick: Tick) {}

  get isRunning(): boolean {
    return this.request !== 0;
  }

  wake(): void {
    if (this.request === 0 && !this.isStopped) this.request = requestAnimationFrame(this.frame);
  }

  stop(): void {
    this.isStopped = true;
    cancelAnimationFrame(this.request);
    this.request = 0;
  }

  private readonly frame = (now: number): void => {
    const gap = this.last > 0 ? now - this.last : 0;
    const seconds = gap > 0 ? Math.min(gap / 1000, LONGEST_STEP) : FIRST_STEP;
    if (gap > 0) this.frameMs = this.frameMs > 0 ? this.frameMs * 0.9 + gap * 0.1 : gap;
    this.frames++;
    this.request = 0;
    const goesOn = this.tick(seconds, gap);
    this.last = goesOn ? now : 0;
    if (goesOn) this.wake();
  };
}
