// The timetable of a game's end: a beat after the landing, the line lights up disc by disc, a burst, then the words.
// Under two seconds for any line.
import type { SceneEvents } from "./types";

const BEAT = 0.22;
const STEP = 0.15;
/** Long lines, and several at once, light up faster. */
const LONGEST_LINE = 0.75;
/** Between the last light and the words. */
const PAUSE = 0.34;
/** A draw has no line: a wave of light crosses the board. */
export const WAVE_SECONDS = 0.7;

export class Finale {
  /** Seconds since all discs lie still. */
  time = 0;
  private lights = 0;
  private isRevealed = false;

  /** `count`: discs to light; 0: a draw. */
  constructor(
    private readonly count: number,
    private readonly events: Pick<SceneEvents, "light" | "reveal">,
  ) {}

  private get step(): number {
    return Math.min(STEP, LONGEST_LINE / Math.max(this.count, 1));
  }

  /** When the i-th disc lights up. */
  lightAt(i: number): number {
    return BEAT + i * this.step;
  }

  /** When the last disc is lit: the moment of the burst. */
  get litAt(): number {
    return this.count === 0 ? BEAT + WAVE_SECONDS : this.lightAt(this.count);
  }

  get wordsAt(): number {
    return this.litAt + PAUSE;
  }

  /** Seconds since the first light; negative during the beat. */
  get sinceBeat(): number {
    return this.time - BEAT;
  }

  advance(seconds: number): void {
    this.time += seconds;
    while (this.lights < Math.max(this.count, 1) && this.time >= this.lightAt(this.lights))
      this.events.light(this.lights++, this.count);
    if (this.time < this.wordsAt || this.isRevealed) return;
    this.isRevealed = true;
    this.events.reveal();
  }

  /** Jumps to the end without a sound. */
  finish(end: number): void {
    this.lights = Math.max(this.count, 1);
    this.isRevealed = true;
    this.time = Math.max(this.time, end);
  }
}
