// The panels of people and finished games that other modules show.
export { Account } from "./account";
export { Games } from "./games";
export { Leaders } from "./leaders";
export { Moderation } from "./moderation";
export { GameLinks } from "./links";
export type { ScreenProps } from "./parts";
export { Profile } from "./profile";
