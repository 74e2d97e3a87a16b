// The stage: renderer, environment, light and floor. It knows no game; a model stands on it.
import {
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  Scene as ThreeScene,
  Vector2,
  WebGLRenderer,
  type Vector3,
} from "three";
import { createBackdrop } from "./backdrop";
import type { CameraRig } from "./camera";
import type { Canvas } from "./canvas";
import { Floor } from "./floor";
import { tameBevels } from "./glsl";
import { UNREFLECTED } from "./layers";
import { Lamp } from "./lamp";
import { Lights } from "./lights";
import { createMirror } from "./mirror";
import { AMBIENCES } from "./palette";
import { Particles } from "./particles";
import { TIERS } from "./quality";
import { createEnvironment, type Environment } from "./environment";
import type { Player } from "../core/types";
import type { Look, Model, Quality, SceneEvents, Stage } from "./types";

/** Software renderers, on which the highest tier is far too slow. */
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;
/** The environment's rotation, so that its panels light the edges that face the viewer. */
const ROOM_TURN = 0.6;

function isSoftware(renderer: WebGLRenderer): boolean {
  const gl = renderer.getContext();
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  return names !== null && SOFTWARE.test(String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)));
}

export class StageView implements Stage {
  readonly scene = new ThreeScene();
  readonly camera = new PerspectiveCamera();
  readonly renderer: WebGLRenderer;
  readonly size = new Vector2(1, 1);
  quality: Quality = "high";
  private readonly pixels = new Vector2(1, 1);
  private readonly backdrop = createBackdrop();
  private readonly mirror = createMirror();
  private readonly floor = new Floor(this.mirror.texture);
  private readonly lights = new Lights();
  private readonly particles = new Particles();
  readonly lamp = new Lamp();
  private readonly isSoftware: boolean;
  private environment: Environment | null = null;
  rig: CameraRig | null = null;
  private model: Model | null = null;

  constructor(
    canvas: Canvas,
    readonly events: SceneEvents,
    public look: Look,
    readonly wake: () => void,
    private readonly screenRatio: () => number = () => devicePixelRatio,
  ) {
    tameBevels();
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.setClearColor(0x000000, 0);
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.info.autoReset = false;
    this.camera.layers.enable(UNREFLECTED);
    this.isSoftware = isSoftware(this.renderer);
    this.scene.add(this.backdrop.mesh, this.floor.group, this.lights.group, this.lamp.light, this.particles.points);
  }

  /** The first tier for the "auto" setting. */
  firstQuality(): Quality {
    return this.isSoftware ? "low" : "high";
  }

  /** The lowest tier reflects nothing: in software, prefiltering the environment takes longer than all the rest. */
  private updateEnvironment(): void {
    if (this.quality === "low") {
      this.scene.environment = null;
      return;
    }
    this.environment ??= createEnvironment(this.renderer);
    this.scene.environment = this.environment.texture;
  }

  /** Applies look and quality to background, light and resolution. */
  apply(): void {
    const ambience = AMBIENCES[this.look.theme];
    const tier = TIERS[this.quality];
    this.backdrop.apply(ambience);
    this.floor.apply(ambience, ambience.reflection > 0 ? tier.reflectionTaps : 0, tier.shadowSize > 0);
    this.lights.apply(ambience, tier.shadowSize, this.quality === "low");
    this.updateEnvironment();
    this.scene.environmentIntensity = ambience.environment;
    this.resize(this.size.x, this.size.y);
  }

  resize(width: number, height: number): void {
    this.size.set(Math.max(width, 1), Math.max(height, 1));
    const tier = TIERS[this.quality];
    this.renderer.setPixelRatio(tier.pixelRatio(this.screenRatio(), this.size.x * this.size.y));
    this.renderer.setSize(this.size.x, this.size.y, false);
    this.renderer.getDrawingBufferSize(this.pixels);
    this.backdrop.setAspect(this.size.x / this.size.y);
    this.floor.resize(this.pixels);
    this.mirror.resize(this.pixels, this.hasReflection ? tier.reflection : 0);
  }

  private get hasReflection(): boolean {
    return TIERS[this.quality].reflection > 0 && AMBIENCES[this.look.theme].reflection > 0;
  }

  add(model: Model): void {
    this.model = model;
    this.scene.add(model.root);
    this.lights.fit(model.bounds);
    this.floor.fit(model);
    this.rig?.setModel(model);
  }

  reframe(): void {
    if (!this.model) return;
    this.lights.fit(this.model.bounds);
    this.floor.fit(this.model);
    this.rig?.reframe();
    this.wake();
  }

  get freeAspect(): number {
    return this.rig?.freeAspect ?? this.size.x / this.size.y;
  }

  burst(points: readonly Vector3[], player: Player): void {
    if (this.look.reducedMotion) return;
    this.particles.burst(points, player, TIERS[this.quality].particles);
    this.wake();
  }

  attend(points: readonly Vector3[] | null): void {
    this.rig?.attend(points);
    this.wake();
  }

  update(seconds: number): boolean {
    if (this.look.reducedMotion) this.lamp.arrive();
    const isTravelling = this.lamp.update(seconds, this.camera.position);
    return this.particles.update(seconds) || isTravelling;
  }

  /** Ends what flies and travels. */
  finish(): void {
    this.particles.stop();
    this.lamp.arrive();
  }

  draw(): void {
    this.renderer.info.reset();
    const turned = this.rig?.turned ?? 0;
    this.lights.turn(turned);
    this.floor.turn(turned);
    this.scene.environmentRotation.y = ROOM_TURN + turned;
    this.particles.setScale(this.pixels.y / (2 * Math.tan((this.camera.fov * Math.PI) / 360)));
    if (this.hasReflection) this.mirror.draw(this.renderer, this.scene, this.camera);
    this.renderer.render(this.scene, this.camera);
  }

  /** After a lost WebGL context, computed textures must be made again. */
  restore(): void {
    this.environment?.dispose();
    this.environment = null;
    this.updateEnvironment();
  }

  dispose(): void {
    this.environment?.dispose();
    this.mirror.dispose();
    this.floor.dispose();
    this.lights.dispose();
    this.backdrop.dispose();
    this.particles.dispose();
    this.lamp.dispose();
    this.renderer.dispose();
  }
}
