// Connects the 3D scene: it shows the state, and clicks on it become actions.
import { computed, effect } from "@preact/signals";
import type { Snapshot } from "../core/types";
import { moveOf } from "../core/variants";
import type { Look, Scene, SceneEvents } from "../scene/types";
import { outcomeOf, type Finale } from "./finale";
import { keptMove } from "./kept_move";
import type { PosterShot } from "./poster";
import type { Sound } from "./sound";
import { say, type State } from "./state";
import { popsOf, pressedAction, stepBetween } from "./step";

const LANDING_MS = 1500;

/** What a picture of an exhibit leaves out. */
const BARE = { step: null, pops: [], hover: null, kept: null, hint: null, threats: [], isLoss: false, layers: false, level: null } as const;

type CreateScene = (canvas: HTMLCanvasElement, events: SceneEvents, look: Look) => Scene;

export class View {
  scene: Scene | null = null;
  finale: Finale | null = null;
  private readonly look;
  private readonly kept;
  /** The column the pointer has chosen. */
  private pointed: number | null = null;
  /** The position shown last. */
  private shown: Snapshot | null = null;
  private whenLanded: (() => void)[] = [];

  constructor(
    private readonly state: State,
    private readonly sound: Sound,
    private readonly drop: (column: number) => void,
    private readonly move: (move: number) => void,
  ) {
    this.kept = computed(() => keptMove(state));
    this.look = computed<Look>(() => {
      const { marks, quality, finish, lens } = state.settings.value;
      return { theme: state.theme.value, marks, reducedMotion: state.isMotionReduced.value, quality, finish, lens };
    });
  }

  /** Without WebGL the page stays playable with its buttons and its table. */
  open(canvas: HTMLCanvasElement, create: CreateScene): void {
    try {
      if (!document.createElement("canvas").getContext("webgl2")) throw new Error("WebGL 2 is not available");
      this.scene = create(canvas, this.events(), this.look.peek());
    } catch (error) {
      console.info("No 3D view:", error);
      document.documentElement.dataset["scene"] = "none";
      this.sayOnceInGame("message.noGraphics");
      return;
    }
    effect(() => this.scene?.setLook(this.look.value));
    effect(() => this.show());
  }

  /** The start page greets without a message: it waits for the first game. */
  private sayOnceInGame(key: string): void {
    const stop = effect(() => {
      if (this.state.phase.value === "welcome") return;
      queueMicrotask(() => stop());
      say(this.state, key);
    });
  }

  get isMotionReduced(): boolean {
    return this.look.peek().reducedMotion;
  }

  /** Whether the scene plays animations now. */
  get isLively(): boolean {
    return this.scene !== null && !this.look.peek().reducedMotion && !document.hidden;
  }

  /** Resolves when the next disc has landed, at the latest after LANDING_MS. */
  landed(): Promise<void> {
    if (!this.isLively) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LANDING_MS);
      this.whenLanded.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private land(): void {
    const waiting = this.whenLanded;
    this.whenLanded = [];
    for (const resolve of waiting) resolve();
  }

  /** The board as a photograph shows it; null without WebGL. Slow machines draw it as simply as the page. */
  shot(): PosterShot | null {
    if (!this.scene) return null;
    const snapshot = this.state.snapshot.peek();
    const quality = this.scene.stats().quality === "low" ? "low" : "high";
    return { picture: { ...BARE, snapshot, motion: "jump" }, look: { ...this.look.peek(), lens: "normal" }, quality };
  }

  private show(): void {
    const { snapshot, exhibit, hover, hint, threats, layers, level, phase, motion, action } = this.state;
    if (exhibit.value) return this.scene?.show({ ...exhibit.value, ...BARE });
    const at = snapshot.value;
    const isTurn = phase.value === "turn";
    const column = isTurn ? hover.value : null;
    const step = stepBetween(this.shown, at);
    if (this.shown !== at && motion.peek() === "animate") this.sound.begin(step);
    this.shown = at;
    this.scene?.show({
      snapshot: at,
      step,
      pops: isTurn ? popsOf(at) : [],
      hover: column === null ? null : { column, player: at.turn, action: pressedAction(at, action.value) },
      kept: this.kept.value,
      // An arrow from above would show a drop.
      hint: hint.value?.action === "pop" ? null : (hint.value?.column ?? null),
      threats: threats.value,
      isLoss: outcomeOf(this.state, snapshot.value) === "lose",
      motion: motion.value,
      layers: layers.value,
      level: level.value,
    });
  }

  private events(): SceneEvents {
    const { state } = this;
    return {
      hover: (column, isResting) => this.point(column, isResting),
      pick: (column, touch) => this.pick(column, touch),
      pop: (column) => this.move(moveOf("pop", column)),
      // An exhibit is silent.
      land: (rows, bounce) => {
        if (!state.exhibit.peek()) this.sound.land(rows, bounce);
        if (bounce === 0) this.land();
      },
      light: (index, count) => state.exhibit.peek() || this.finale?.light(index, count),
      reveal: () => this.finale?.reveal(),
      rest: () => this.land(),
      moved: () => (state.sceneMoved.value = state.sceneMoved.peek() + 1),
    };
  }

  /** A column that was chosen by the keyboard stays chosen until the pointer really moves to another one. */
  private point(column: number | null, isResting: boolean): void {
    const { hover } = this.state;
    const isKeyboards = hover.peek() !== this.pointed;
    if (isKeyboards && (isResting || column === null)) return;
    hover.value = this.pointed = column;
  }

  /** On a deep board the finger covers the column: the first tap shows the landing cell, the second drops. */
  private pick(column: number, touch: boolean): void {
    const { snapshot, hover, exhibit } = this.state;
    if (exhibit.peek()) return; // not the game's board
    const isSure = !touch || snapshot.peek().board.depth === 1 || hover.peek() === column;
    if (isSure) this.drop(column);
    else say(this.state, pressedAction(snapshot.peek(), this.state.action.peek()) === "pop" ? "message.chosenPop" : "message.chosen", { column: snapshot.peek().letters[column] ?? "?" });
    hover.value = this.pointed = touch && isSure ? null : column;
  }
}
