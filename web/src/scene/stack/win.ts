// The end of a game: after the last bead has landed and a beat, the line lights up bead by bead, particles fly, the line
// pulses twice and stays lit. A lost game has no particles. At a draw a wave of light crosses the beads.
import { Vector3 } from "three";
import type { Snapshot } from "../../core/types";
import { Finale, WAVE_SECONDS } from "../finale";
import type { Stage } from "../types";
import type { Layout } from "./layout";

const BREATH_SECONDS = 1.1;
const GROW_SECONDS = 0.13;
const WAVE_WIDTH = 0.3;

export class StackWin {
  private snapshot: Snapshot | null = null;
  private finale: Finale | null = null;
  /** Beads on the longest line. */
  private length = 0;
  private hasBegun = false;
  private hasAttention = false;
  private hasBurst = false;
  isLoss = false;

  constructor(
    private readonly stage: Stage,
    private readonly layout: Layout,
    private readonly spread: () => 0 | 1,
  ) {}

  private get time(): number {
    return this.hasBegun ? (this.finale?.time ?? 0) : 0;
  }

  /** How many cells of each line are lit. */
  get lit(): number {
    let count = 0;
    while (count < this.length && this.time > 0 && this.time >= this.finale!.lightAt(count)) count++;
    return count;
  }

  /** 0..1: how far the rod from cell i to the next has grown. */
  growth(i: number): number {
    return Math.min(1, Math.max(0, (this.time - (this.finale?.lightAt(i) ?? 0)) / GROW_SECONDS));
  }

  /** The size of the rings: 1, slightly more during the two pulses. */
  get breath(): number {
    const t = (this.time - (this.finale?.litAt ?? 0)) / BREATH_SECONDS;
    return t > 0 && t < 1 ? 1 + 0.1 * Math.sin(t * Math.PI * 2) ** 2 : 1;
  }

  /** A draw: how bright the wave is at this share of the board's width, 0..1. */
  wave(share: number): number {
    if (!this.finale || !this.hasBegun || this.length > 0) return 0;
    const ahead = (this.finale.sinceBeat / WAVE_SECONDS) * (1 + 2 * WAVE_WIDTH) - WAVE_WIDTH - share;
    return Math.max(1 - Math.abs(ahead) / WAVE_WIDTH, 0);
  }

  private get end(): number {
    return this.length > 0 ? this.finale!.litAt + BREATH_SECONDS : this.finale!.wordsAt;
  }

  take(snapshot: Snapshot, isLoss: boolean): void {
    const isOver = snapshot.status !== "playing";
    if (isOver && this.snapshot?.notation === snapshot.notation) return;
    this.snapshot = isOver ? snapshot : null;
    this.isLoss = isLoss;
    this.length = Math.max(0, ...snapshot.lines.map((line) => line.length));
    this.finale = isOver ? new Finale(this.length, this.stage.events) : null;
    this.hasBegun = this.hasBurst = false;
    if (!isOver && this.hasAttention) {
      this.hasAttention = false;
      this.stage.attend(null);
    }
  }

  /** Advances once nothing falls any more; true while it goes on. */
  step(seconds: number, isFalling: boolean): boolean {
    const { finale } = this;
    if (!finale || (this.hasBegun && finale.time >= this.end)) return false;
    if (isFalling) return true;
    if (!this.hasBegun) this.attend();
    this.hasBegun = true;
    finale.advance(seconds);
    if (finale.time >= finale.litAt) this.burst();
    return finale.time < this.end;
  }

  /** Turns the camera to the line. Not when the levels lie side by side: there every bead is visible. */
  private attend(): void {
    if (this.spread() === 1 || this.length === 0) return;
    this.hasAttention = true;
    this.stage.attend(this.points());
  }

  private burst(): void {
    if (this.hasBurst) return;
    this.hasBurst = true;
    const winner = this.snapshot?.winner ?? null;
    if (winner !== null && !this.isLoss) this.stage.burst(this.points(), winner);
  }

  private points(): Vector3[] {
    const cells = this.snapshot?.lines.flat() ?? [];
    return cells.map((cell) => this.layout.cell(cell, this.spread(), new Vector3()));
  }

  finish(): void {
    if (!this.finale) return;
    this.hasBegun = this.hasBurst = true;
    this.finale.finish(this.end);
  }
}
