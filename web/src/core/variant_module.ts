// Games of any variant: turns src/wasm/variant.h into methods.
import { BOT_BYTES, LEVELS, Module, STYLES } from "./module";
import type { Level, Review, ReviewProgress, Snapshot, Style, Threat, Thought, Verdict } from "./types";
import { COUNT_AT, readVariantReview } from "./variant_review";
import { readVariantSnapshot } from "./variant_snapshot";

/** FF_VARIANT_BOT_GOOD */
const REVIEW_BYTES = 16 << 20;

export class VariantModule extends Module {
  private player = { key: "", memory: 0 };

  /** "7x6-popout" */
  override begin(game: string): Snapshot {
    return this.open(`${game}:`);
  }

  override open(text: string): Snapshot {
    return this.changed(this.call("variant_open", this.write(text)));
  }

  override drop(move: number): Snapshot {
    return this.changed(this.call("variant_play", move));
  }

  override seek(ply: number): Snapshot {
    return this.changed(this.call("variant_seek", ply));
  }

  override setNow(): void {}

  override setName(seat: 0 | 1, name: string): void {
    this.check(this.call("variant_set_name", seat, this.write(name)));
  }

  override svg(): string {
    return this.text(this.call("variant_svg"));
  }

  override snapshot(): Snapshot {
    return readVariantSnapshot(this.exports.memory.buffer, this.call("variant_snapshot"));
  }

  override threats(): Threat[] {
    return this.threatsBy("variant_threats");
  }

  /** Returns a move: the best one found so far when stopped. */
  override choose(level: Level, style: Style, seed: bigint): number {
    this.openPlayer(level, style);
    const choose = this.exports["ff_wasm_variant_bot_choose"] as (seed: bigint) => number;
    const move = choose(seed);
    if (move < 0) this.check(-move);
    return move;
  }

  override thought(): Thought {
    const nodes = this.exports["ff_wasm_variant_bot_nodes"] as () => bigint;
    return { depth: this.call("variant_bot_depth"), nodes: Number(nodes()), column: this.call("variant_bot_move") };
  }

  /** As the program does it, also in its numbers: by the best player, with an empty memory of the same size. */
  override reviewByEstimates(report: (progress: ReviewProgress) => void = () => {}): Review | null {
    this.player = { ...this.player, key: "" };
    this.openPlayer("perfect", "balanced", REVIEW_BYTES);
    const at = this.judged("variant_review", COUNT_AT, report);
    if (at === null) return null;
    return readVariantReview(this.exports.memory.buffer, at, this.snapshot().variant!, {
      verdict: (code) => this.text(this.call("variant_verdict_text", code)) as Verdict,
      better: (index) => this.text(this.call("variant_review_better", index)),
    });
  }

  private openPlayer(level: Level, style: Style, bytes = BOT_BYTES): void {
    const key = [this.snapshot().variant?.game, level, style, bytes].join();
    if (this.player.key === key) return;
    const memory = this.player.memory || this.grow(BOT_BYTES);
    this.player = { key: "", memory };
    this.check(this.call("variant_bot_open", LEVELS.indexOf(level), STYLES.indexOf(style), memory, bytes));
    this.player = { key, memory };
  }

  protected override get faultAt(): number {
    return this.call("variant_fault");
  }
}
