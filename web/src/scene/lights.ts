// The lights: a key light with the shadow, a cool fill, and a rim light for the board's edge.
import { DirectionalLight, Group, HemisphereLight, SpotLight, Vector3, type Box3 } from "three";
import type { Ambience } from "./palette";

/** Directions from the board, and the key light's aim beside the middle, which grades flat faces gently. */
export const KEY_FROM = new Vector3(-4, 14.5, 12).normalize();
const KEY_AIM = new Vector3(-0.19, 0.09, 0);
const FILL_FROM = new Vector3(8, 1, 7);
export const RIM_FROM = new Vector3(4, 7, -8);
/** Distance of the key light in radii of the board. */
const KEY_DISTANCE = 3.65;
const SPREAD = 1.5;
/** Radius of the shadow's blur in texels of the finest map. */
const SOFTNESS = 6;
const SKY = 2.8;
/** The values below were tuned on the classic board, whose bounding sphere has this radius. */
const TUNED_RADIUS = 5.3;

export class Lights {
  readonly group = new Group();
  private readonly key = new SpotLight();
  private readonly fill = new DirectionalLight();
  private readonly rim = new DirectionalLight();
  /** Replaces the environment's light where nothing is reflected. */
  private readonly sky = new HemisphereLight("#ffffff", "#55607a");

  constructor() {
    this.key.decay = 0;
    this.key.penumbra = 1;
    this.key.shadow.bias = -0.0006;
    for (const light of [this.key, this.fill, this.rim]) this.group.add(light, light.target);
    this.group.add(this.sky);
  }

  apply(ambience: Ambience, shadowSize: number, needsSky: boolean): void {
    this.sky.visible = needsSky;
    this.sky.intensity = ambience.environment * SKY;
    for (const name of ["key", "fill", "rim"] as const) {
      this[name].color.set(ambience[name].color);
      this[name].intensity = ambience[name].intensity;
    }
    this.key.castShadow = shadowSize > 0 && !ambience.isFlat;
    const { shadow } = this.key;
    if (shadowSize === 0 || shadow.mapSize.x === shadowSize) return;
    shadow.mapSize.set(shadowSize, shadowSize);
    shadow.radius = (SOFTNESS * shadowSize) / 2048;
    shadow.map?.dispose();
    shadow.map = null;
  }

  fit(bounds: Box3): void {
    const middle = bounds.getCenter(new Vector3());
    const radius = bounds.min.distanceTo(bounds.max) / 2;
    const distance = radius * KEY_DISTANCE;
    for (const light of [this.fill, this.rim]) light.target.position.copy(middle);
    this.fill.position.copy(middle).add(FILL_FROM);
    this.rim.position.copy(middle).add(RIM_FROM);
    this.key.target.position.copy(KEY_AIM).multiplyScalar(radius).add(middle);
    this.key.position.copy(KEY_FROM).multiplyScalar(distance).add(this.key.target.position);
    this.key.angle = Math.atan(SPREAD / KEY_DISTANCE);
    this.key.shadow.camera.near = distance * 0.45;
    this.key.shadow.camera.far = distance * 1.7;
    this.key.shadow.normalBias = (0.03 * radius) / TUNED_RADIUS;
    this.key.shadow.needsUpdate = true;
  }

  /** The lights follow the viewer, so that no side is dark. */
  turn(angle: number): void {
    this.group.rotation.y = angle;
  }

  dispose(): void {
    this.key.dispose();
    this.fill.dispose();
    this.rim.dispose();
    this.sky.dispose();
  }
}
