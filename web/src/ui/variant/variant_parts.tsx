// What the page loads when a variant is chosen or played.
export { Picture } from "./picture";
export { Rules } from "./rules";
export { Tray } from "./tray";
