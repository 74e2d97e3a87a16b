// A flat board is turned by a quarter: it is lifted, turned, and set down again. Then its discs fall.
import type { Model, Picture, Step } from "./types";

const SECONDS = 0.75;
/** How high it is lifted, in rows, and how far it comes towards the viewer. */
const LIFTED = 0.9;

export class BoardTurn {
  readonly step: Step;
  private time = 0;
  private readonly middle: number;

  constructor(
    private readonly model: Model,
    /** What is shown afterwards. */
    public picture: Picture,
  ) {
    this.step = picture.step!;
    this.middle = model.bounds.max.y / 2;
  }

  /** False when the board stands again. */
  update(seconds: number): boolean {
    this.time = Math.min(this.time + seconds, SECONDS);
    const t = this.time / SECONDS;
    const turned = t * t * (3 - 2 * t) * this.angle;
    const lift = LIFTED * Math.sin(Math.PI * t);
    const { root } = this.model;
    root.rotation.z = turned;
    // About its middle, not about the floor.
    root.position.set(this.middle * Math.sin(turned), lift + this.middle * (1 - Math.cos(turned)), 0);
    return this.time < SECONDS;
  }

  /** Counted as three.js does: to the left is positive. */
  private get angle(): number {
    const isLeft = (this.step.action === "turn-left") !== this.step.isBack;
    return isLeft ? Math.PI / 2 : -Math.PI / 2;
  }
}
