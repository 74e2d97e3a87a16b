// The types that the package publishes are written by hand; here the compiler compares them with the code.
import type * as published from "../types/index";
import type * as publishedInput from "../types/move-input";
import type * as publishedPlugin from "../types/plugin";
import * as code from "./exports";
import * as input from "./move_input";
import * as plugin from "./plugin_exports";

export const main: Omit<typeof published, "Engine"> = code;
export const engine = (): published.Engine => new code.Engine();
export const element: typeof publishedInput = input;
export const rules: typeof publishedPlugin = plugin;
