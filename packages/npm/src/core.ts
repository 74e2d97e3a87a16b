// The core as the package uses it: the page's binding, and the calls that the page does not need. A new export of
// src/wasm/exports.h becomes a method here, or in the binding if the page needs it, too.
import { CoreError, Module } from "../../../web/src/core/module";
import type { Snapshot } from "../../../web/src/core/types";

export { CoreError };

/** Far outside every board, and not wrapped by WebAssembly's 32-bit numbers. */
const NOWHERE = -1;
const FAR = 1 << 16;

const whole = (value: number): number => (Number.isInteger(value) && Math.abs(value) < FAR ? value : NOWHERE);

export class Core extends Module {
  private networkOf: ArrayBuffer | null = null;

  override drop(column: number): Snapshot {
    return super.drop(whole(column));
  }

  override seek(ply: number): Snapshot {
    return super.seek(whole(ply));
  }

  /** Goes back to the first known position and plays these columns, without a snapshot after each. */
  replay(first: number, moves: readonly number[], ply: number): void {
    this.check(this.call("seek", first));
    for (const column of moves) this.check(this.call("drop", column));
    this.check(this.call("seek", ply));
  }

  /** Why a drop of this player is refused; empty if it is not. */
  fault(playerId: string, column: number): string {
    return this.text(this.call("validate", this.write(playerId), whole(column)));
  }

  statusText(): string {
    return this.text(this.call("status_text"));
  }

  /** The exact score of the position for the side to move; null: not known after so many slices of a few thousand nodes. */
  solve(slices: number): number | null {
    this.openSolver();
    if (this.isStopped(this.call("solve", slices))) return null;
    return this.call("solution_low");
  }

  /** Bots of the network's board play with it from now on. */
  openNetwork(file: ArrayBuffer): void {
    if (this.networkOf === file) return;
    const data = this.grow(file.byteLength);
    new Uint8Array(this.exports.memory.buffer).set(new Uint8Array(file), data);
    const size = this.call("network_size", data, file.byteLength);
    this.check(this.call("network_open", data, file.byteLength, this.grow(size), size));
    this.networkOf = file;
  }
}
