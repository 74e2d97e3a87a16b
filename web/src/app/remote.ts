// An online game on the board. The board shows the server's moves, one falling disc after another. Only the
// player's own disc falls before the server has the move; it is taken back if the server refuses.
//
// It shares the eras of game.ts: results of an older era are dropped.
import { batch } from "@preact/signals";
import { CoreError, NOT_LOADED, type Core } from "../core/client";
import type { Snapshot } from "../core/types";
import type { GameBoard, Online, OnlineSeat, Remote } from "../online/types";
import { wholeNotation } from "./advice";
import { actionOf, columnOfMove, firstMove, hasColumn, pressOf } from "../core/variants";
import { keepsPresses, type Game } from "./game";
import { offerRetry, say, type State } from "./state";
import { tailStart } from "./tail";

/** Up to this many missing discs fall one by one; if more are missing, the board jumps to the position. */
const LAG_MAX = 2;

export interface RemoteHooks {
  landed(): Promise<void>;
  refused(column: number): void;
  stopReplay(): void;
  /** Plays on from the position shown. */
  playReplay(): void;
  /** Whether discs are to fall at all. */
  isMotionReduced(): boolean;
  keep(column: number): void;
  /** The local game leaves the board. */
  releaseLocal(): void;
  sound: GameBoard["sound"];
  words: GameBoard["words"];
}

/** The player takes part in a running online game, so no other game may take the board. */
export function isSeated({ remote }: State): boolean {
  const at = remote.peek();
  return at !== null && at.seat !== null && at.result === null;
}

function whenVisible(): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => document.addEventListener("visibilitychange", () => resolve(), { once: true }));
}

export class RemoteGame implements GameBoard {
  /** The server's notation of the game. */
  private target = "";
  private queue: Promise<void> = Promise.resolve();
  /** The next game on the board, if it is over, begins with its last moves. */
  private playsTail = false;
  private parts: { online: Online; seat: OnlineSeat } | null = null;

  constructor(
    private readonly core: Core,
    private readonly state: State,
    private readonly game: Game,
    private readonly hooks: RemoteHooks,
  ) {
    state.remote.subscribe((remote) => {
      if (remote === null) this.parts?.seat.left();
    });
  }

  /** Connects the online module, once it is loaded. */
  attach(parts: { online: Online; seat: OnlineSeat }): void {
    this.parts = parts;
  }

  /** Runs a task that may bring a finished game to the board: its last moves are played to the visitor, once. */
  async withTail<T>(playsTail: boolean, task: () => Promise<T>): Promise<T> {
    this.playsTail = playsTail && !this.hooks.isMotionReduced();
    try {
      return await task();
    } finally {
      this.playsTail = false;
    }
  }

  async sit(remote: Remote, notation: string): Promise<void> {
    this.hooks.stopReplay();
    const era = this.game.beginEra();
    this.target = notation;
    const whole = await this.opened(notation);
    const isTail = this.playsTail && remote.result !== null && whole.moves.length > 0;
    const snapshot = isTail ? await this.core.seek(tailStart(whole)) : whole;
    if (!this.game.isNow(era)) return;
    const { state } = this;
    batch(() => {
      state.remote.value = remote;
      state.screen.value = null;
      state.dialog.value = null;
      this.hooks.releaseLocal();
      this.game.clear(remote.seat, remote.seat ?? 0);
      this.game.show(snapshot, "jump");
      if (isTail) state.phase.value = "replay";
    });
    if (isTail) void this.playTail(era);
    else this.game.proceed();
  }

  /** The game, as soon as its rules are there: its clock may run, so it waits for them, and the player can ask again. */
  private async opened(notation: string): Promise<Snapshot> {
    for (;;) {
      try {
        return await this.core.open(notation);
      } catch (error) {
        if (!(error instanceof CoreError) || error.code !== NOT_LOADED) throw error;
        await new Promise<void>((again) => offerRetry(this.state, again));
      }
    }
  }

  /** A link that was opened in the background waits until somebody looks. */
  private async playTail(era: number): Promise<void> {
    await whenVisible();
    if (this.game.isNow(era)) this.hooks.playReplay();
  }

  follow(remote: Remote, notation: string): Promise<void> {
    if (!this.isOn(remote)) return Promise.resolve();
    this.target = notation;
    this.update(remote);
    return this.enqueue(() => this.catchUp(remote));
  }

  update(remote: Remote): void {
    if (!this.isOn(remote)) return;
    this.state.remote.value = remote;
    this.followSeat(remote);
    if (["turn", "waiting", "over"].includes(this.state.phase.peek())) this.game.proceed();
  }

  /** A swap of sides gives the player the other colour. */
  private followSeat({ seat }: Remote): void {
    const { you, firstSeat } = this.state;
    if (seat === null || you.peek() === seat) return;
    batch(() => (you.value = firstSeat.value = seat));
  }

  async takeBack(
    notation: string,
    move: number,
    key: string,
    args: Readonly<Record<string, string | number>>,
  ): Promise<void> {
    this.hooks.stopReplay();
    const era = this.game.beginEra();
    this.target = notation;
    say(this.state, key, args, "refusal");
    const snapshot = await this.core.open(notation);
    if (!this.game.isNow(era)) return;
    this.game.show(snapshot);
    if (hasColumn(actionOf(move))) this.hooks.refused(columnOfMove(move));
    this.game.proceed();
  }

  say(key: string, args: Readonly<Record<string, string | number>> = {}, kind: "info" | "refusal" = "info"): void {
    say(this.state, key, args, kind);
  }

  sound(name: Parameters<GameBoard["sound"]>[0]): void {
    this.hooks.sound(name);
  }

  words(key: string, args: Readonly<Record<string, string | number>> = {}): string {
    return this.hooks.words(key, args);
  }

  /** The player's disc falls and is sent at the same time. */
  drop(column: number): void {
    const { phase, snapshot, remote } = this.state;
    const at = snapshot.peek();
    const now = phase.peek();
    if (now === "welcome") return;
    if (!keepsPresses(at) && now !== "turn") return this.tooEarly(column);
    if (now === "moving") return this.keep(column);
    if (now === "waiting" && remote.peek()?.seat !== null) return this.premove(column);
    if (now !== "turn") return this.game.refuse(now === "waiting" ? "note.watching" : `message.${now}`, column);
    const move = pressOf(at, column, this.state.action.peek());
    const why = this.parts?.seat.refusal();
    if (move === null) return this.game.refusePress(at, column);
    if (why) return this.game.refuse(why, column);
    this.make(move);
  }

  /** In a variant whose presses mean different things, none is kept. */
  private tooEarly(column: number): void {
    const now = this.state.phase.peek();
    const seat = this.state.remote.peek()?.seat ?? null;
    if (now !== "moving") this.game.refuse(now !== "waiting" ? `message.${now}` : seat === null ? "note.watching" : "note.waiting", column);
  }

  /** A move of a variant, by its number. */
  move(move: number): void {
    const { phase, snapshot } = this.state;
    const now = phase.peek();
    if (now === "welcome" || now === "moving") return;
    const why = now === "turn" ? this.parts?.seat.refusal() : now === "waiting" ? "note.waiting" : `message.${now}`;
    if (why) return say(this.state, why, {}, "refusal");
    if (snapshot.peek().variant?.legal.includes(move)) this.make(move);
    else void this.game.explain(move);
  }

  private make(move: number): void {
    const { phase, snapshot } = this.state;
    const era = this.game.beginEra();
    phase.value = "moving";
    this.parts?.seat.dropped(move, snapshot.peek().ply);
    void this.enqueue(() => this.fall(move, era));
  }

  /** While the opponent's disc falls a press is kept; while mine does, only where premoves are wanted. */
  private keep(column: number): void {
    const { landed, remote, snapshot } = this.state;
    const seat = remote.peek()?.seat ?? null;
    if (seat === null || remote.peek()?.result || snapshot.peek().status !== "playing") return;
    if (landed.peek().turn === seat && !this.parts?.online.premoves.peek()) return;
    if (!snapshot.peek().canDrop[column]) return this.game.refuse("message.full", column);
    this.hooks.keep(column);
  }

  private premove(column: number): void {
    const online = this.parts?.online;
    const table = online?.table.peek();
    if (!online?.premoves.peek() || !table || table.pending !== null) return this.game.refuse("note.waiting", column);
    online.setPremove(table.premove === column ? null : column);
  }

  /** One disc after another: a disc has landed, or was taken back, before the next one falls. */
  private enqueue(task: () => Promise<unknown>): Promise<void> {
    this.queue = this.queue.then(async () => void (await task())).catch((error: unknown) => this.game.report(error));
    return this.queue;
  }

  private isOn(remote: Remote): boolean {
    return this.state.remote.peek()?.gameId === remote.gameId;
  }

  /** Drops the missing discs until the board shows the server's moves. */
  private async catchUp(remote: Remote): Promise<void> {
    for (;;) {
      const at = this.state.snapshot.peek();
      const known = wholeNotation(at);
      if (!this.isOn(remote) || known === this.target) return;
      const missing = this.target.startsWith(known) ? this.target.slice(known.length) : null;
      const next = missing === null ? null : firstMove(at, missing);
      if (missing === null || next === null || missing.length > LAG_MAX * next.length) return this.jump();
      if (!(await this.fall(next.move, this.game.beginEra()))) return;
    }
  }

  private async jump(): Promise<void> {
    const era = this.game.beginEra();
    const snapshot = await this.core.open(this.target);
    if (!this.game.isNow(era)) return;
    this.game.show(snapshot, "jump");
    this.game.proceed();
  }

  /** False if another era has begun meanwhile. */
  private async fall(move: number, era: number): Promise<boolean> {
    if (!this.game.isNow(era)) return false;
    const { phase, snapshot } = this.state;
    const { ply, first, moves } = snapshot.peek();
    this.hooks.stopReplay();
    phase.value = "moving";
    if (ply < first + moves.length) await this.core.seek(first + moves.length);
    if (!this.game.isNow(era)) return false; // the core may hold another game by now
    const after = await this.core.play(move);
    if (!this.game.isNow(era)) return false;
    const landing = this.hooks.landed();
    this.game.show(after);
    await landing;
    if (!this.game.isNow(era)) return false;
    this.game.proceed();
    return true;
  }
}
