// The course of a local game: what may happen in which phase. The position itself is kept by the core's
// "keeper" worker.
//
// Everything that takes time (an answer of the keeper, a falling disc, a thinking computer) belongs to an
// era. A new game, an undo or a seek begins a new era, and results of an older era are dropped. So no stale
// move can reach the board.
import { batch } from "@preact/signals";
import { Cancelled, CoreError, NOT_LOADED, type Core } from "../core/client";
import { hasScores } from "../core/exact";
import type { Player, Snapshot } from "../core/types";
import { columnOfMove, gameName, hasColumn, actionOf, kindOfSnapshot, moveOf, onlyPops, pressOf } from "../core/variants";
import type { Remote } from "../online/types";
import type { KeptMove } from "./kept_move";
import { earlierPly, laterPly } from "./own_moves";
import type { SavedGames } from "./saved";
import { nextFirstSeat } from "./starter";
import { offerRetry, say, type State } from "./state";
import { writeSetup } from "./storage";
import type { Tallies } from "./tallies";
import type { Phase, PlayOn, SavedGame, Setup } from "./types";

const DELAY_MS = { easy: 500, medium: 1000, hard: 1500, perfect: 1000 } as const;
const LIMIT_MS = 1900;
/** Where there is no solver, the search is better the longer it takes: it ends in good time for a person. */
const ESTIMATE_LIMIT_MS = 950;

/** What a game needs from the rest of the page. */
export interface GameHooks {
  /** Resolves when the disc that was just dropped has landed. */
  landed(): Promise<void>;
  refused(column: number): void;
  ended(): void;
  /** A kept move may be played now. */
  playKept(column: number): void;
}

/** The seats of a game: the first seat's colour, and the person's colour against the computer. */
interface Seats {
  readonly firstSeat: Player;
  readonly you: Player | null;
}

const other = (player: Player): Player => (player === 0 ? 1 : 0);

/** Where a press on a column always means the same, it may be kept for the next turn. */
export const keepsPresses = ({ variant }: Snapshot): boolean =>
  variant === undefined || ["standard", "five", "misere", "cylinder"].includes(variant.name);

const seatsOf = (mode: Setup["mode"], firstSeat: Player): Seats => ({ firstSeat, you: mode === "cpu" ? firstSeat : null });

export class Game {
  private era = 0;
  /** Whether the sides are swapped in the position shown. */
  private isSwapped = false;

  constructor(
    private readonly core: Core,
    private readonly state: State,
    private readonly tallies: Tallies,
    private readonly saved: SavedGames,
    private readonly kept: KeptMove,
    private readonly hooks: GameHooks,
  ) {}

  async start(change: Partial<Setup>): Promise<void> {
    const setup = { ...this.state.setup.peek(), ...change };
    const era = this.beginEra();
    const begin = (): Promise<Snapshot> => this.core.begin(gameName(setup));
    const snapshot = await this.keeper(begin, "message.badBoard", () => void this.start(setup));
    if (!snapshot || era !== this.era) return;
    this.saved.begin();
    this.enter({ ...setup, ...kindOfSnapshot(snapshot) }, seatsOf(setup.mode, nextFirstSeat(setup)), snapshot, "animate");
  }

  /** Opens a game from a link or a file, for two people or as `you` against the computer; or continues a saved one. */
  async open(text: string, you: Player | null = null, saved: SavedGame | null = null): Promise<CoreError | null> {
    const era = this.beginEra();
    try {
      const snapshot = await this.core.open(text);
      if (era !== this.era) return null;
      const { level, style } = saved ?? this.state.setup.peek();
      const mode = you === null ? "two" : "cpu";
      this.saved.begin(saved?.id);
      const setup = { ...this.state.setup.peek(), mode, level, style, ...kindOfSnapshot(snapshot) } as const;
      this.enter(setup, saved ?? seatsOf(mode, you ?? 0), snapshot, "jump");
      return null;
    } catch (error) {
      if (era === this.era && this.state.phase.peek() !== "welcome") this.proceed();
      if (error instanceof CoreError) return error;
      throw error;
    }
  }

  /** Leaves the board for the start page. An unfinished local game is kept. */
  leave(): void {
    this.beginEra();
    this.saved.release();
    batch(() => {
      this.state.remote.value = null;
      this.state.phase.value = "welcome";
    });
  }

  drop(column: number): void {
    const { phase, snapshot } = this.state;
    const at = snapshot.peek();
    const now = phase.peek();
    const mayKeep = now === "moving" || now === "thinking";
    if (now === "welcome" || (mayKeep && at.status !== "playing")) return;
    if (now !== "turn" && !mayKeep) return this.refuse(`message.${now}`, column);
    const move = pressOf(at, column, this.state.action.peek());
    if (mayKeep && !keepsPresses(at)) return void (now === "thinking" && this.refuse("message.thinking", column));
    if (move === null) return this.refusePress(at, column);
    if (mayKeep) return this.kept.press(column);
    this.kept.note(column);
    void this.apply(move);
  }

  /** A move of a variant, by its number. */
  move(move: number): void {
    const { phase, snapshot } = this.state;
    const now = phase.peek();
    if (now === "moving" || now === "welcome") return;
    if (now !== "turn") return say(this.state, `message.${now}`, {}, "refusal");
    if (snapshot.peek().variant?.legal.includes(move)) void this.apply(move);
    else void this.explain(move);
  }

  /** A column that takes no disc: it is full, or a rule of the variant says why. */
  refusePress(at: Snapshot, column: number): void {
    const action = this.state.action.peek();
    if (!at.variant || (action === "drop" && !onlyPops(at.variant) && at.heights[column] === at.board.height))
      return this.refuse("message.full", column);
    void this.explain(moveOf(action === "drop" && onlyPops(at.variant) ? "pop" : action, column));
  }

  /** Asks the core why a move is not legal: it refuses the move with its reason. */
  async explain(move: number): Promise<void> {
    const { era } = this;
    try {
      await this.core.play(move);
    } catch (error) {
      if (era !== this.era || !(error instanceof CoreError)) return;
      if (hasColumn(actionOf(move))) this.hooks.refused(columnOfMove(move));
      say(this.state, "message.refused", { text: error.message, error: error.code }, "refusal");
    }
  }

  undo(): Promise<void> {
    return this.step(earlierPly(this.state.snapshot.peek(), this.state.you.peek()), "message.undoNone");
  }

  redo(): Promise<void> {
    return this.step(laterPly(this.state.snapshot.peek(), this.state.you.peek()), "message.redoNone");
  }

  /** Shows an earlier position without continuing from it. */
  async seek(ply: number, isLast: boolean): Promise<void> {
    if (this.state.phase.peek() === "welcome") return;
    const era = this.beginEra();
    const moment = await this.keeper(() => this.core.seek(ply));
    if (!moment || era !== this.era) return;
    this.show(moment);
    if (isLast) this.proceed();
    else this.state.phase.value = "replay";
  }

  /** A finished game that is continued is not counted again. An online game continues here, for two people. */
  continueFromHere(): void {
    if (this.state.phase.peek() !== "replay") return;
    if (this.state.remote.peek()) return void this.playOn({ mode: "two" });
    this.beginEra();
    this.proceed();
  }

  /** The position becomes a game of its own; the one it comes from stays as it is. */
  async playOn({ mode, you = 0, level, ply }: PlayOn): Promise<void> {
    const { phase, snapshot, setup } = this.state;
    if (phase.peek() === "welcome") return;
    const era = this.beginEra();
    const found = await this.keeper(() => this.core.seek(ply ?? snapshot.peek().ply));
    if (!found || era !== this.era) return;
    const change = { mode, level: level ?? setup.peek().level, ...kindOfSnapshot(found) };
    this.saved.begin();
    this.enter({ ...setup.peek(), ...change }, seatsOf(mode, mode === "cpu" ? you : 0), found, "animate");
  }

  // ---- also used by online games (remote.ts) ----

  /** Results of everything begun before are dropped from now on. */
  beginEra(): number {
    this.core.stopChoosing();
    batch(() => {
      this.state.hint.value = null;
      this.state.retry.value = null;
      this.state.thought.value = null;
      this.state.queued.value = null;
    });
    return ++this.era;
  }

  isNow(era: number): boolean {
    return era === this.era;
  }

  /** Resets the view for another game; `you`: the person's colour, null for two people or a spectator. */
  clear(you: Player | null, firstSeat: Player = you ?? 0): void {
    const { state } = this;
    state.you.value = you;
    state.firstSeat.value = firstSeat;
    state.review.value = null;
    state.layers.value = false;
    state.level.value = null;
    state.hover.value = null;
    state.action.value = "drop";
  }

  show(snapshot: Snapshot, motion: "animate" | "jump" = "animate"): void {
    batch(() => {
      this.followSwap(snapshot);
      this.state.motion.value = motion;
      this.state.action.value = "drop";
      this.state.snapshot.value = snapshot;
    });
  }

  /** A swap of sides changes the colours of the seats; taking it back changes them again. */
  private followSwap(snapshot: Snapshot): void {
    const isSwapped = snapshot.variant?.isSwapped ?? false;
    const { you, firstSeat, remote } = this.state;
    // Online the server says who plays which side.
    if (isSwapped !== this.isSwapped && !remote.peek()) {
      firstSeat.value = other(firstSeat.peek());
      if (you.peek() !== null) you.value = other(you.peek()!);
    }
    this.isSwapped = isSwapped;
  }

  /** Enters the phase that fits the position: a person's move, the computer's, or the end. */
  proceed(): void {
    const { snapshot, you, phase, remote } = this.state;
    const at = snapshot.peek();
    const server = remote.peek();
    if (!server) this.saved.update(at);
    if (server) phase.value = serverPhase(server, at);
    else if (at.status !== "playing") phase.value = "over";
    else if (you.peek() !== null && at.turn !== you.peek()) return void this.think();
    else phase.value = "turn";
    this.playKept();
  }

  private playKept(): void {
    if (this.state.phase.peek() === "over") return void (this.state.queued.value = null);
    const column = this.kept.take();
    if (column !== null) this.hooks.playKept(column);
  }

  report(error: unknown, key = "message.core"): void {
    const known = error instanceof CoreError ? error : null;
    if (!known) console.info(error);
    say(this.state, key, { text: known?.message ?? "", error: known?.code ?? "" }, "refusal");
  }

  refuse(key: string, column: number): void {
    const letter = this.state.snapshot.peek().letters[column] ?? "?";
    this.hooks.refused(column);
    say(this.state, key, { column: letter }, "refusal");
  }

  // ---- internal ----

  /** Continues from another position of the game. The tally forgets an end that is left and counts one that is reached. */
  private async step(target: number | null, noneKey: string): Promise<void> {
    const { snapshot, phase } = this.state;
    if (phase.peek() === "welcome") return;
    if (target === null) return say(this.state, noneKey, {}, "refusal");
    const era = this.beginEra();
    const found = await this.keeper(() => this.core.seek(target));
    if (!found || era !== this.era) return;
    if (snapshot.peek().status !== "playing") this.tallies.discount();
    this.show(found);
    if (found.status !== "playing") this.tallies.count();
    this.proceed();
  }

  private enter(setup: Setup, { you, firstSeat }: Seats, snapshot: Snapshot, motion: "animate" | "jump"): void {
    const { state } = this;
    writeSetup(setup);
    batch(() => {
      state.setup.value = setup;
      state.remote.value = null;
      this.tallies.begin(setup);
      this.clear(you, firstSeat);
      this.isSwapped = snapshot.variant?.isSwapped ?? false;
      this.show(snapshot, motion);
    });
    this.proceed();
  }

  private async apply(move: number): Promise<void> {
    const era = this.era;
    batch(() => {
      this.state.phase.value = "moving";
      this.state.hint.value = null;
      this.state.action.value = "drop";
    });
    const snapshot = await this.keeper(() => this.core.play(move));
    if (!snapshot || era !== this.era) return;
    const landing = this.hooks.landed();
    this.show(snapshot);
    this.saved.update(snapshot);
    if (snapshot.status !== "playing") this.tallies.count();
    await landing;
    if (era !== this.era) return;
    if (snapshot.status !== "playing") this.hooks.ended();
    this.proceed();
  }

  private async think(): Promise<void> {
    const { state, era } = this;
    const { level, style } = state.setup.peek();
    const began = performance.now();
    const seed = crypto.getRandomValues(new BigUint64Array(1))[0]!;
    const { text, board, variant } = state.snapshot.peek();
    state.phase.value = "thinking";
    try {
      const task = { text, level, style, seed, limitMs: !variant && hasScores(board.name) ? LIMIT_MS : ESTIMATE_LIMIT_MS };
      const move = await this.core.choose(task, (thought) => (state.thought.value = thought));
      const delay = state.settings.peek().naturalDelay ? DELAY_MS[level] : 0;
      await new Promise((done) => setTimeout(done, delay - (performance.now() - began)));
      if (era !== this.era) return;
      state.thought.value = null;
      await this.apply(move);
    } catch (error) {
      if (!(error instanceof Cancelled)) this.report(error);
    }
  }

  /** Runs a request to the keeper; null after showing its error. `again`: what is offered if its rules could not be loaded. */
  private async keeper(ask: () => Promise<Snapshot>, key = "message.core", again: (() => void) | null = null): Promise<Snapshot | null> {
    const { era } = this;
    try {
      return await ask();
    } catch (error) {
      if (era !== this.era) return null;
      if (again && error instanceof CoreError && error.code === NOT_LOADED) offerRetry(this.state, again);
      else this.report(error, key);
      if (this.state.phase.peek() !== "welcome") this.proceed();
      return null;
    }
  }
}

/** Only the server ends an online game; a resignation ends it in the middle. */
function serverPhase(remote: Remote, at: Snapshot): Phase {
  if (remote.result) return "over";
  // A swap of mine that the server has not confirmed has changed my side already.
  const isAhead = (at.variant?.isSwapped ?? false) !== remote.isSwapped;
  const isMine = at.turn === (isAhead && remote.seat !== null ? other(remote.seat) : remote.seat);
  return at.status === "playing" && isMine ? "turn" : "waiting";
}
