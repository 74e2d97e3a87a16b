// The demonstration behind the start page: a game that plays itself, a disc every few seconds. It stops at the first
// press, key or focus, and rests in hidden tabs; with reduced motion a position stands still instead.
//
// It shows exhibits, which never touch the game on the board, and asks a worker of its own. So nothing of it can reach a
// real game.
import { effect } from "@preact/signals";
import { Cancelled, CoreError, type Core } from "../core/client";
import type { Snapshot } from "../core/types";
import { gameName } from "../core/variants";
import { GAMES, stillOf } from "./scenery";
import type { State } from "./state";
import type { View } from "./view";

const BEGIN_MS = 1800;
const EMPTY_MS = 1200;
const MOVE_MS = 2000;
const END_MS = 6000;
/** As long as the fade in welcome.css. */
const FADE_MS = 160;
const STILL_PLIES = 9;

export class Demo {
  /** Grows with every beginning and end: results of an older run are dropped. */
  private run = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private games = 0;
  /** The board that was asked for last, until it is shown. */
  private wanted: Snapshot | null = null;

  constructor(
    private readonly core: Core,
    private readonly state: State,
    private readonly view: View,
  ) {}

  /** Runs whenever the start page is shown, from now on. */
  watch(): void {
    const stop = (): void => this.stop();
    for (const type of ["pointerdown", "keydown", "focusin", "wheel"]) addEventListener(type, stop, { capture: true, passive: true });
    let wasWelcome = false;
    effect(() => {
      const isWelcome = this.state.phase.value === "welcome";
      if (isWelcome && !wasWelcome) this.begin(BEGIN_MS);
      else if (!isWelcome && wasWelcome) this.leave();
      wasWelcome = isWelcome;
    });
  }

  /** The position on the board stays as it is. */
  stop(): void {
    this.run++;
    clearTimeout(this.timer);
  }

  /** Shows another board behind the start page. Resolves to null, or to why the core refuses it. */
  async show(board: string): Promise<CoreError | null> {
    this.stop();
    const { run } = this;
    try {
      const at = (this.wanted = await this.core.look(`${board}:`));
      if (!this.view.isLively) await this.stand(board);
      else if ((await this.swap(at)) && run === this.run) void this.play(board, 0);
      return null;
    } catch (error) {
      if (error instanceof CoreError) return error;
      throw error;
    }
  }

  private leave(): void {
    this.stop();
    this.fade(false);
    this.wanted = null;
    this.state.exhibit.value = null;
  }

  private begin(delay: number): void {
    this.stop();
    if (!this.view.isMotionReduced) void this.play(gameName(this.state.setup.peek()), delay);
    else if (this.shown.ply === 0) void this.stand(this.shown.board.name);
  }

  private get shown(): Snapshot {
    return (this.state.exhibit.peek() ?? { snapshot: this.state.snapshot.peek() }).snapshot;
  }

  private exhibit(snapshot: Snapshot, motion: "animate" | "jump"): void {
    this.state.exhibit.value = { snapshot, motion };
  }

  private async play(board: string, delay: number): Promise<void> {
    const { run } = this;
    try {
      while (await this.pause(delay, run)) {
        if (!(await this.playGame(board, run))) return;
        delay = END_MS;
      }
    } catch (error) {
      if (!(error instanceof Cancelled)) console.info("The demonstration stopped:", error);
    }
  }

  /** One game from the empty board. False: stopped. */
  private async playGame(board: string, run: number): Promise<boolean> {
    const script = GAMES[board]?.[this.games++ % GAMES[board].length];
    let at = await this.core.look(`${board}:`);
    if (run !== this.run) return false;
    this.exhibit(at, "animate");
    if (at.variant) return false;
    let delay = EMPTY_MS;
    while (at.status === "playing") {
      if (!(await this.pause(delay, run)) || this.view.isMotionReduced) return false;
      at = await this.core.look(at.text + (script?.[at.ply] ?? (await this.choice(at))));
      if (run !== this.run) return false;
      const landing = this.view.landed();
      this.exhibit(at, "animate");
      await landing;
      delay = MOVE_MS;
    }
    return true;
  }

  private async choice(at: Snapshot): Promise<string> {
    const seed = crypto.getRandomValues(new BigUint64Array(1))[0]!;
    return at.letters[await this.core.suggest(at.text, seed)]!;
  }

  /** A position in the middle of a game, without any motion. */
  private async stand(board: string): Promise<void> {
    const { run } = this;
    let at = await this.core.look(stillOf(board) ?? `${board}:`);
    while (!GAMES[board] && !at.variant && at.status === "playing" && at.ply < STILL_PLIES) at = await this.core.look(at.text + (await this.choice(at)));
    if (run === this.run) this.exhibit(at, "jump");
  }

  /** Fades from one board to another; a press meanwhile does not keep it from appearing. False: another one is wanted. */
  private async swap(at: Snapshot): Promise<boolean> {
    if (at.board.name !== this.shown.board.name) {
      this.fade(true);
      await new Promise((resolve) => setTimeout(resolve, FADE_MS));
    }
    if (this.wanted !== at) return false;
    this.exhibit(at, "jump");
    this.fade(false);
    return true;
  }

  private fade(isOut: boolean): void {
    const { dataset } = document.documentElement;
    if (isOut) dataset["swap"] = "";
    else delete dataset["swap"];
  }

  /** Resolves to whether the run goes on. No timer runs in a hidden tab. */
  private async pause(ms: number, run: number): Promise<boolean> {
    await new Promise<void>((resolve) => (this.timer = setTimeout(resolve, ms)));
    if (document.hidden) await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
    return run === this.run;
  }
}
