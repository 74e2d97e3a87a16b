// The C core as WebAssembly, for TypeScript: turns src/wasm/exports.h into methods. The page runs it in workers; the npm
// package (packages/npm) adds its own calls to it.
import { COUNT_AT, readEstimate, readReview } from "./estimate";
import { readReason } from "./reason";
import { readSnapshot } from "./snapshot";
import type { Analysis, Estimate, Judgement, Lesson, Level, Outlook, Player, Review, ReviewProgress, Snapshot, Style, Threat, Thought, Verdict } from "./types";

type Call = (...args: number[]) => number;

interface Exports extends Record<string, unknown> {
  memory: WebAssembly.Memory;
}

export const LEVELS: readonly Level[] = ["easy", "medium", "hard", "perfect"];
export const STYLES: readonly Style[] = ["balanced", "aggressive", "defensive"];

const PAGE = 65536;
const SOLVER_BYTES = 16 << 20;
const BOOK_BYTES = 8 << 20;
export const BOT_BYTES = 24 << 20;
const CLOSED = -128;
/** Sets of columns in the reason of an estimate. */
const SET_BYTES = 8;

/** A refusal of the core, with its name and its text. `at` is the offending move or byte, or -1. */
export class CoreError extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly at: number,
  ) {
    super(text);
  }
}

export class Module {
  protected readonly exports: Exports;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  private solver = { board: "", memory: 0 };
  private bot = { key: "", memory: 0 };
  private hasBook = false;
  private hasNetwork = false;

  constructor(module: WebAssembly.Module, shouldStop: () => boolean) {
    const instance = new WebAssembly.Instance(module, { host: { should_stop: () => (shouldStop() ? 1 : 0) } });
    this.exports = instance.exports as unknown as Exports;
  }

  // ---- the game ----

  begin(board: string): Snapshot {
    return this.changed(this.call("new", this.write(board)));
  }

  /** Notation, with or without the board's name, or a state in JSON. */
  open(text: string): Snapshot {
    const call = text.startsWith("{") ? "read_state" : "open";
    return this.changed(this.call(call, this.write(text)));
  }

  drop(column: number): Snapshot {
    return this.changed(this.call("drop", column));
  }

  undo(): Snapshot {
    return this.changed(this.call("undo"));
  }

  redo(): Snapshot {
    return this.changed(this.call("redo"));
  }

  seek(ply: number): Snapshot {
    return this.changed(this.call("seek", ply));
  }

  setNow(ms: number): void {
    this.check(this.call("set_now", ms));
  }

  setName(seat: Player, name: string): void {
    this.check(this.call("set_name", seat, this.write(name)));
  }

  stateJson(): string {
    return this.text(this.call("write_state"));
  }

  svg(): string {
    return this.text(this.call("svg"));
  }

  snapshot(): Snapshot {
    const at = readSnapshot(this.exports.memory.buffer, this.call("snapshot"));
    return { ...at, text: at.first > 0 ? this.stateJson() : at.notation };
  }

  threats(): Threat[] {
    return this.threatsBy("threats");
  }

  protected threatsBy(call: string): Threat[] {
    const bytes = this.bytes(this.call(call));
    const threats: Threat[] = [];
    for (let i = 0; i < bytes.length; i += 4)
      threats.push({
        cell: bytes[i]!,
        player: bytes[i + 1] as Player,
        isOdd: bytes[i + 2] === 1,
        isPlayable: bytes[i + 3] === 1,
      });
    return threats;
  }

  // ---- searching ----

  openBook(file: ArrayBuffer): void {
    if (this.hasBook) return;
    const data = this.put(file);
    this.check(this.call("book_open", data, file.byteLength, this.grow(BOOK_BYTES), BOOK_BYTES));
    this.hasBook = true;
  }

  /** Computer players and estimates on the network's board use it from then on. Throws if the file is damaged. */
  openNetwork(file: ArrayBuffer): void {
    if (this.hasNetwork) return;
    const data = this.put(file);
    const size = this.call("network_size", data, file.byteLength);
    this.check(this.call("network_open", data, file.byteLength, this.grow(size), size));
    this.hasNetwork = true;
  }

  /** Null when stopped. Throws for a board that the solver cannot handle. */
  analyse(): Analysis | null {
    this.openSolver();
    if (this.isStopped(this.call("analyse"))) return null;
    const { text, ply } = this.snapshot();
    const scores = Array.from(this.signed(this.call("analysis_scores")), (score) => (score === CLOSED ? null : score));
    const best = Math.max(...scores.filter((score) => score !== null));
    const bits = this.call("analysis_best_columns");
    return {
      text,
      ply,
      scores,
      outlooks: scores.map((score) => (score === null ? null : this.outlook(score))),
      best,
      bestColumns: scores.flatMap((_, column) => (bits & (1 << column) ? [column] : [])),
      outlook: this.outlook(best),
      line: Array.from(this.bytes(this.call("analysis_line"))),
      reason: readReason(this.bytes(this.call("reason"))),
    };
  }

  /** The analysed position in the core's own English. */
  explanation(): string {
    return this.text(this.call("explanation"));
  }

  /** Judges the last move first; `report` is called after every one. */
  review(report: (progress: ReviewProgress) => void = () => {}): Review | null {
    this.openSolver();
    this.call("review_begin");
    const count = this.call("review_open");
    for (let open = count; open > 0; ) {
      if (this.isStopped(this.call("review_step"))) return null;
      open = this.call("review_open");
      report({ done: count - open, moves: count });
    }
    const bytes = this.signed(this.call("review_moves")).slice();
    const first = this.call("review_first");
    const moves: Judgement[] = [];
    for (let i = 0; i < bytes.length; i += 8) moves.push(this.judgement(bytes.subarray(i, i + 8), first + i / 8));
    return { moves, accuracy: [this.accuracy(0), this.accuracy(1)], prospects: null };
  }

  /** Judges backwards until it finds where `player` gave a better result away. Null when stopped. */
  lesson(player: Player): Lesson | null {
    const { winner } = this.snapshot();
    const result = winner === null ? 0 : winner === player ? 1 : -1;
    this.openSolver();
    this.call("review_begin");
    const first = this.call("review_first");
    for (let open = this.call("review_open"); open > 0; ) {
      if (this.isStopped(this.call("review_step"))) return null;
      open = this.call("review_open");
      const bytes = this.signed(this.call("review_moves")).slice(8 * open, 8 * open + 8);
      const { ply, player: mover, column, better, best, score } = this.judgement(bytes, first + open);
      if (mover !== player || Math.sign(score) > result || Math.sign(best) <= result) continue;
      return { kind: "lapse", ply, column, better, held: best > 0 ? "win" : "draw" };
    }
    return { kind: "never" };
  }

  /** What a search finds on a board that the solver cannot handle; less of it when stopped. Throws for other boards. */
  estimate(): Estimate {
    this.openBot("perfect", "balanced");
    this.check(this.call("estimate"));
    return this.estimated();
  }

  /** The estimate under way, for the host to show while it goes on. */
  private estimated(): Estimate {
    const { text, ply } = this.snapshot();
    const found = readEstimate(this.exports.memory.buffer, this.call("estimate_result"));
    return { text, ply, ...found, reason: readReason(this.bytes(this.call("estimate_reason")), SET_BYTES) };
  }

  /** The estimated position in the core's own English. */
  estimateExplanation(): string {
    return this.text(this.call("estimate_explanation"));
  }

  /** Judges a game by estimates, position by position from the first; `report` is called after every one. Null when stopped. */
  reviewByEstimates(report: (progress: ReviewProgress) => void = () => {}): Review | null {
    this.openBot("perfect", "balanced");
    const at = this.judged("estimate_review", COUNT_AT, report);
    return at === null ? null : readReview(this.exports.memory.buffer, at, (code) => this.verdict(code));
  }

  /** Takes a review to its end, and returns where it is. Null when stopped. */
  protected judged(name: string, countAt: number, report: (progress: ReviewProgress) => void): number | null {
    this.call(`${name}_begin`);
    const at = this.call(`${name}_result`);
    for (;;) {
      const [count = 0, known = 0] = new Uint16Array(this.exports.memory.buffer, at + countAt, 2);
      if (known > count) return at;
      if (this.isStopped(this.call(`${name}_step`))) return null;
      report({ done: Math.min(known + 1, count), moves: count });
    }
  }

  /** Returns a column: the best one found so far when stopped. */
  choose(level: Level, style: Style, seed: bigint): number {
    this.openBot(level, style);
    const choose = this.exports["ff_wasm_bot_choose"] as (seed: bigint) => number;
    const column = choose(seed);
    if (column < 0) this.check(-column);
    return column;
  }

  thought(): Thought {
    const nodes = this.exports["ff_wasm_bot_nodes"] as () => bigint;
    return { depth: this.call("bot_depth"), nodes: Number(nodes()), column: this.call("bot_column") };
  }

  // ---- the module's calls and memory ----

  protected call(name: string, ...args: number[]): number {
    return (this.exports[`ff_wasm_${name}`] as Call)(...args);
  }

  protected changed(err: number): Snapshot {
    this.check(err);
    return this.snapshot();
  }

  protected check(err: number): void {
    if (err === 0) return;
    const at = this.faultAt;
    const code = this.text(this.call("error_name", err));
    throw new CoreError(code, this.text(this.call("error_text", err)), at);
  }

  /** The offending move or byte of the last text, or -1. */
  protected get faultAt(): number {
    return this.call("fault");
  }

  protected isStopped(err: number): boolean {
    if (err !== 0 && this.text(this.call("error_name", err)) === "E_STOPPED") return true;
    this.check(err);
    return false;
  }

  protected write(text: string): number {
    const bytes = this.encoder.encode(text);
    const size = this.call("buffer_size");
    if (bytes.length > size) return size + 1; // the core refuses such a length
    new Uint8Array(this.exports.memory.buffer, this.call("buffer"), size).set(bytes);
    return bytes.length;
  }

  protected bytes(length: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, this.call("buffer"), Math.max(length, 0));
  }

  protected signed(length: number): Int8Array {
    return new Int8Array(this.exports.memory.buffer, this.call("buffer"), Math.max(length, 0));
  }

  protected text(length: number): string {
    return this.decoder.decode(this.bytes(length));
  }

  private outlook(score: number): Outlook {
    const [winner, moves, plies] = this.bytes(this.call("outlook", score));
    return { winner: winner === 2 ? null : (winner as Player), moves: moves!, plies: plies! };
  }

  private judgement(bytes: Int8Array, ply: number): Judgement {
    return {
      ply,
      player: (ply % 2) as Player,
      column: bytes[0]!,
      better: bytes[1]!,
      best: bytes[2]!,
      score: bytes[3]!,
      verdict: this.verdict(bytes[4]!),
      quality: bytes[5]!,
      isTurning: bytes[6] === 1,
      isProven: bytes[6] === 1,
    };
  }

  private verdict(code: number): Verdict {
    return this.text(this.call("verdict_text", code)) as Verdict;
  }

  private accuracy(player: Player): number | null {
    const percent = this.call("review_accuracy", player);
    return percent < 0 ? null : percent;
  }

  protected grow(bytes: number): number {
    return this.exports.memory.grow(Math.ceil(bytes / PAGE)) * PAGE;
  }

  /** Copies a file into memory of its own. */
  private put(file: ArrayBuffer): number {
    const data = this.grow(file.byteLength);
    new Uint8Array(this.exports.memory.buffer).set(new Uint8Array(file), data);
    return data;
  }

  protected openSolver(): void {
    const board = this.snapshot().board.name;
    if (this.solver.board === board) return;
    const memory = this.solver.memory || this.grow(SOLVER_BYTES);
    this.solver = { board: "", memory };
    this.check(this.call("solver_open", memory, SOLVER_BYTES));
    this.solver = { board, memory };
  }

  private openBot(level: Level, style: Style): void {
    const key = [this.snapshot().board.name, level, style].join();
    if (this.bot.key === key) return;
    const memory = this.bot.memory || this.grow(BOT_BYTES);
    this.bot = { key: "", memory };
    this.check(this.call("bot_open", LEVELS.indexOf(level), STYLES.indexOf(style), memory, BOT_BYTES));
    this.bot = { key, memory };
  }
}
