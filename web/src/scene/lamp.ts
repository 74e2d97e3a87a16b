// A point light that travels with the disc in the eye: the one under the pointer, the falling one, the last one.
import { Color, PointLight, Vector3 } from "three";
import type { Player } from "../core/types";
import { DISC_COLORS } from "./palette";

/** How near it is to the disc, on the viewer's side. */
const BEFORE = 0.85;
const REACH = 3.6;
const FULL = 1.2;
const FOLLOW_RATE = 18;
const FADE_RATE = 9;

const WHITE = new Color("#ffffff");

export class Lamp {
  readonly light = new PointLight("#ffffff", 0, REACH, 1.7);
  /** The same for paints that compute their own light: place and colour, black when it is off. */
  readonly uniforms = { lampAt: { value: this.light.position }, lampColor: { value: new Color(0, 0, 0) } };
  private readonly place = new Vector3();
  private readonly goal = new Vector3();
  private power = 0;
  private wanted = 0;

  /** `strength`: 0..1. A place of null turns it off. */
  aim(place: Vector3 | null, player: Player, strength: number): void {
    this.wanted = place ? strength : 0;
    if (!place) return;
    this.goal.copy(place);
    this.light.color.set(DISC_COLORS[player]).lerp(WHITE, 0.45);
    if (this.power === 0) this.place.copy(place);
  }

  arrive(): void {
    this.place.copy(this.goal);
    this.power = this.wanted;
  }

  /** Eases on; true while it moves or fades. `eye`: the camera's place. */
  update(seconds: number, eye: Vector3): boolean {
    this.place.lerp(this.goal, 1 - Math.exp(-FOLLOW_RATE * seconds));
    this.power += (this.wanted - this.power) * (1 - Math.exp(-FADE_RATE * seconds));
    const isThere = this.place.distanceTo(this.goal) < 0.01 && Math.abs(this.power - this.wanted) < 0.01;
    if (isThere) this.arrive();
    this.shine(eye);
    return !isThere;
  }

  private shine(eye: Vector3): void {
    const { position, color } = this.light;
    position.subVectors(eye, this.place).setLength(BEFORE).add(this.place);
    this.light.intensity = FULL * this.power;
    this.uniforms.lampColor.value.copy(color).multiplyScalar(this.power);
  }

  dispose(): void {
    this.light.dispose();
  }
}
