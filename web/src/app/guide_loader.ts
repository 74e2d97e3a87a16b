import type { Core } from "../core/client";
import type { Guide } from "./guide";
import type { State } from "./state";
import type { View } from "./view";

/** Loads the guide once. */
export class GuideLoader {
  /** Null until it is loaded. */
  guide: Guide | null = null;
  private loading: Promise<Guide> | null = null;

  constructor(private readonly make: readonly [Core, State, View]) {}

  load(): Promise<Guide> {
    this.loading ??= import("./guide").then(({ createGuide }) => (this.guide = createGuide(...this.make)));
    return this.loading;
  }
}
