// Why a request failed, by code. The page has its own text for every code in both languages
// (ui/texts/refusals.ts). The server's sentence is English and counts columns from 0; it is never kept.

export interface Refusal {
  /** A code of the server (src/play/refusal.h and the REST handlers), or one of the page's own below. */
  readonly code: string;
  /** How long to wait, where the server says so. */
  readonly retryAfterS?: number;
  /** The same of the real-time protocol. */
  readonly waitMs?: number;
}

/** Not sent: there was no connection. */
export const OFFLINE: Refusal = { code: "offline" };
/** Sent, but not acknowledged: the server may or may not have acted on it. */
export const LOST: Refusal = { code: "lost" };
/** The connection was closed on purpose before it was open. */
export const LEFT: Refusal = { code: "left" };
/** An exception in the page itself; the console has it. */
export const PAGE_ERROR: Refusal = { code: "page-error" };
/** A moderator has banned this player. */
export const BANNED: Refusal = { code: "banned" };
export const REPLACED: Refusal = { code: "replaced" };
/** A REST request got no answer. */
export const UNREACHABLE: Refusal = { code: "unreachable" };
export const NO_SUCH_GAME: Refusal = { code: "no-such-game" };
export const IN_GAME: Refusal = { code: "in-game" };

/** The key of a refusal's text, for messages. */
export const refusalKey = ({ code }: Refusal): string => `refusal.${code}`;
