// Games of any variant: turns src/wasm/variant.h into methods.
import type { Snapshot } from "./types";
import { Module } from "./module";
import { readVariantSnapshot } from "./variant_snapshot";

export class VariantModule extends Module {
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

  /** Threats are those of the standard game. */
  override threats(): [] {
    return [];
  }

  protected override get fault(): number {
    return this.call("variant_fault");
  }
}
