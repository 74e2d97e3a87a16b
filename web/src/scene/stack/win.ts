// The win: after the last bead has landed, the line lights up bead by bead, particles fly, the line pulses twice
// and stays lit. Under two seconds; nothing of it with reduced motion.
import { Vector3 } from "three";
import type { Snapshot } from "../../core/types";
import type { Stage } from "../types";
import type { Layout } from "./layout";

const STEP_SECONDS = 0.12;
const BREATH_SECONDS = 1.1;

export class StackWin {
  private snapshot: Snapshot | null = null;
  private time = 0;
  private length = 0;
  private hasAttention = false;
  private hasBurst = false;

  constructor(
    private readonly stage: Stage,
    private readonly layout: Layout,
    private readonly spread: () => 0 | 1,
  ) {}

  /** How many cells of each line are lit. */
  get lit(): number {
    return this.snapshot && this.time > 0 ? Math.floor(this.time / STEP_SECONDS) + 1 : 0;
  }

  /** 0..1: how far the rod from cell i to the next has grown. */
  growth(i: number): number {
    return Math.min(1, Math.max(0, (this.time - i * STEP_SECONDS) / STEP_SECONDS));
  }

  /** The size of the rings: 1, slightly more during the two pulses. */
  get breath(): number {
    const t = (this.time - this.lineSeconds) / BREATH_SECONDS;
    return t > 0 && t < 1 ? 1 + 0.1 * Math.sin(t * Math.PI * 2) ** 2 : 1;
  }

  private get lineSeconds(): number {
    return this.length * STEP_SECONDS;
  }

  private get end(): number {
    return this.lineSeconds + BREATH_SECONDS;
  }

  take(snapshot: Snapshot): void {
    const isSame = this.snapshot !== null && this.snapshot.notation === snapshot.notation;
    if (snapshot.lines.length > 0 && isSame) return;
    this.snapshot = snapshot.lines.length > 0 ? snapshot : null;
    this.length = Math.max(0, ...snapshot.lines.map((line) => line.length));
    this.time = 0;
    this.hasBurst = false;
    if (!this.snapshot && this.hasAttention) {
      this.hasAttention = false;
      this.stage.attend(null);
    }
  }

  /** Advances once nothing falls any more; true while it goes on. */
  step(seconds: number, isFalling: boolean): boolean {
    if (!this.snapshot || this.time >= this.end) return false;
    if (isFalling) return true;
    if (this.time === 0 && !this.hasBurst) this.attend();
    this.time = Math.min(this.end, this.time + seconds);
    if (!this.hasBurst && this.time >= this.lineSeconds) this.burst();
    return this.time < this.end;
  }

  /** Turns the camera to the line. Not when the levels lie side by side: there every bead is visible. */
  private attend(): void {
    if (this.spread() === 1) return;
    this.hasAttention = true;
    this.stage.attend(this.points());
  }

  private burst(): void {
    this.hasBurst = true;
    if (this.snapshot && this.snapshot.winner !== null) this.stage.burst(this.points(), this.snapshot.winner);
  }

  private points(): Vector3[] {
    const cells = this.snapshot?.lines.flat() ?? [];
    return cells.map((cell) => this.layout.cell(cell, this.spread(), new Vector3()));
  }

  finish(): void {
    if (!this.snapshot) return;
    this.hasBurst = true;
    this.time = this.end;
  }
}
