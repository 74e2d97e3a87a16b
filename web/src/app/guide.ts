// What shows the game to newcomers: the demonstration behind the start page, and the tours. Loaded when the page is idle.
import type { Core } from "../core/client";
import { Demo } from "./demo";
import type { State } from "./state";
import { Tours } from "./tours";
import type { View } from "./view";

export interface Guide {
  readonly demo: Demo;
  readonly tours: Tours;
}

export function createGuide(core: Core, state: State, view: View): Guide {
  return { demo: new Demo(core, state, view), tours: new Tours(core, state) };
}
