// Reads the server's events into the page's types. Pure: time is an argument. A missing field means "unknown"
// and is no error.
import type { Level, Player } from "../core/types";
import { gameName, kindOf, type Variant } from "../core/variants";
import type { ChatLine, Clock, Clocks, Person, Reason, Remote, Result, Table, Wish } from "./types";

export type Side = "X" | "O";

export interface WirePerson {
  readonly name: string;
  readonly playerId?: string;
  readonly rating: number | null;
  readonly isProvisional?: boolean;
  /** How much longer a live game waits for this absent player. */
  readonly graceMs?: number;
  readonly level?: Level;
}

export interface WireClockSetup {
  readonly initialMs?: number;
  readonly incrementMs?: number;
  readonly perMoveMs?: number;
}

export interface WireClock extends WireClockSetup {
  /** Missing in lists. */
  readonly leftMs?: Readonly<Record<Side, number>>;
  readonly running?: Side | null;
}

export interface Update {
  readonly gameId: string;
  readonly board: readonly (Side | null)[];
  readonly status: "waiting" | "playing" | "win" | "draw" | "cancelled";
  readonly winner: Side | null;
  readonly lastMove: { readonly column: number } | null;
  readonly ply: number;
  readonly clock: WireClock | null;
  /** Missing for spectators. */
  readonly isYourTurn?: boolean;
  readonly currentPlayer?: Side;
  /** Missing in plain games; so are the others below. All moves so far. */
  readonly moves?: string;
  readonly variant?: Variant;
  readonly pie?: boolean;
  /** The player who moved first is O now. */
  readonly swapped?: boolean;
}

export interface Start extends Update {
  readonly player: Side | null;
  readonly players: Readonly<Record<Side, WirePerson | null>>;
  readonly boardSize: string;
  readonly moves: string;
  readonly rated: boolean;
  readonly visibility: "public" | "private";
  readonly spectators: number;
  readonly drawOffer: Side | null;
  readonly reason: Exclude<Reason, "agreed" | "cancelled"> | null;
  readonly rematchOf?: string;
  readonly chat?: readonly WireLine[];
}

export interface Over {
  readonly gameId: string;
  readonly winner: Side | null;
  readonly reason: Exclude<Reason, "agreed" | "cancelled">;
  readonly agreed: boolean;
  readonly ratings?: Readonly<Record<Side, { before: number; after: number }>>;
}

export interface WireLine {
  readonly gameId: string;
  readonly seq: number;
  readonly channel: "players" | "spectators";
  readonly playerId: string;
  readonly from: Side | null;
  readonly name?: string;
  readonly text: string;
  readonly quickName?: string;
  readonly sentAt: number;
}

export function playerOf(side: Side): Player;
export function playerOf(side: Side | null | undefined): Player | null;
export function playerOf(side: Side | null | undefined): Player | null {
  return side === "X" ? 0 : side === "O" ? 1 : null;
}

export function personOf(wire: WirePerson | null): Person {
  return {
    name: wire?.name ?? "",
    playerId: wire?.playerId ?? null,
    rating: wire?.rating ?? null,
    isProvisional: wire?.isProvisional ?? false,
    level: wire?.level ?? null,
  };
}

export function clockOf(wire: WireClockSetup | null): Clock {
  if (!wire) return { kind: "none" };
  if (wire.perMoveMs !== undefined) return { kind: "days", perMoveMs: wire.perMoveMs };
  return { kind: "live", initialMs: wire.initialMs ?? 0, incrementMs: wire.incrementMs ?? 0 };
}

export function clocksOf(wire: WireClock | null, now: number): Clocks {
  const leftMs = [wire?.leftMs?.X ?? 0, wire?.leftMs?.O ?? 0] as const;
  return { clock: clockOf(wire), leftMs, running: playerOf(wire?.running), at: now };
}

export function leftAt(clocks: Clocks, player: Player, now: number): number {
  const spent = clocks.running === player ? now - clocks.at : 0;
  return Math.max(0, clocks.leftMs[player] - spent);
}

export function wireClock(clock: Clock): object | undefined {
  if (clock.kind === "none") return undefined;
  if (clock.kind === "days") return { perMoveMs: clock.perMoveMs };
  return { initialMs: clock.initialMs, incrementMs: clock.incrementMs };
}

export function wireWish(wish: Wish): object {
  const { board, variant, pie } = kindOf(wish.board);
  const rules = { ...(variant === "standard" ? {} : { variant }), ...(pie ? { pie } : {}) };
  return { board, ...rules, clock: wireClock(wish.clock), rated: wish.isRated };
}

export function resultOf(over: Over): Result {
  const { ratings } = over;
  return {
    winner: playerOf(over.winner),
    reason: over.agreed ? "agreed" : over.reason,
    ratings: ratings ? [ratings.X, ratings.O] : null,
  };
}

/** A game with other rules, or with the pie option. */
export const isOther = ({ variant = "standard", pie = false }: Pick<Update, "variant" | "pie">): boolean => variant !== "standard" || pie;

/** The result in a snapshot. A draw with free cells left was agreed on. */
function endOf(start: Start): Result | null {
  if (start.status === "playing" || start.status === "waiting") return null;
  if (start.status === "cancelled") return { winner: null, reason: "cancelled", ratings: null };
  const isAgreed = start.reason === "draw" && start.ply < start.board.length && !isOther(start);
  return { winner: playerOf(start.winner), reason: isAgreed ? "agreed" : (start.reason ?? "line"), ratings: null };
}

/** When the absent opponent loses the game. */
function awayUntil(start: Start, now: number): number | null {
  const opponent = start.player === null ? null : start.players[start.player === "X" ? "O" : "X"];
  return opponent?.graceMs === undefined ? null : now + opponent.graceMs;
}

export function tableOf(start: Start, now: number): Table {
  return {
    gameId: start.gameId,
    board: gameName({ board: start.boardSize, variant: start.variant ?? "standard", pie: start.pie ?? false }),
    isSwapped: start.swapped ?? false,
    seat: playerOf(start.player),
    people: [personOf(start.players.X), personOf(start.players.O)],
    isRated: start.rated,
    isPublic: start.visibility === "public",
    clocks: clocksOf(start.clock, now),
    spectators: start.spectators,
    drawOffer: playerOf(start.drawOffer),
    result: endOf(start),
    awayUntil: awayUntil(start, now),
    rematch: "none",
    pending: null,
    premove: null,
  };
}

export function remoteOf(table: Table): Remote {
  const { gameId, isSwapped, seat, people, result } = table;
  const isFriendly = !table.isRated && people.some(({ level }) => level !== null);
  const allowsAdvice = seat === null || result !== null || isFriendly;
  return { gameId, isSwapped, seat, names: [people[0].name, people[1].name], result, allowsAdvice };
}

export function lineOf(wire: WireLine, myId: string | null, people: readonly [Person, Person] | null): ChatLine {
  const from = playerOf(wire.from);
  const { seq, channel, text, sentAt } = wire;
  const name = wire.name ?? (from === null ? "" : (people?.[from].name ?? ""));
  const { playerId } = wire;
  return { seq, channel, text, sentAt, from, name, playerId, isMine: playerId === myId, quick: wire.quickName ?? null };
}
