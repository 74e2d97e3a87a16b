/** Sent by the page to a waiting service worker. */
export const TAKE_OVER = "take-over";
