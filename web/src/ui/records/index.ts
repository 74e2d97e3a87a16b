// People and finished games: what the screens and the share dialog show of them.
export { Account } from "./account";
export { Games } from "./games";
export { Leaders } from "./leaders";
export { GameLinks } from "./links";
export type { ScreenProps } from "./parts";
export { Profile } from "./profile";
