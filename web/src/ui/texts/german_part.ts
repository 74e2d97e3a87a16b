// The German of the whole first screen: loaded only by people who read it.
export { coreGerman } from "./core_german";
export { german } from "./german";
