// The state of a game as the REST API shows it, read into what the page uses. Pure. A server may add fields
// the page does not know, and an older one may leave some out.
import { layersOf, type Layers } from "../core/layers";
import type { Player } from "../core/types";
import { gameName, type Variant } from "../core/variants";
import type { ListedGame, Person, Reason, Table } from "./types";
import { clocksOf, type WireClock } from "./wire";

interface WirePlayer {
  readonly id: string;
  readonly name: string;
}

/** docs/protocol.md, "Asynchronous play": the state of a game, and what lists add to it. */
export interface WireState {
  readonly gameId: string;
  readonly players: readonly WirePlayer[];
  readonly currentPlayerIndex?: number;
  readonly status: "waiting" | "in_progress" | "completed";
  readonly winner: string | null;
  readonly metadata: { readonly board: readonly unknown[]; readonly size: string; readonly moves: string; readonly variant?: Variant; readonly pie?: boolean };
  readonly version: number;
  readonly updatedAt?: string;
  readonly clock?: WireClock | null;
  readonly deadline?: string | null;
  readonly reason?: Reason | null;
  readonly rated?: boolean;
  readonly finishedAt?: string | null;
}

export interface RecordPlayer {
  readonly playerId: string;
  readonly name: string;
  readonly isComputer: boolean;
}

export interface GameRecord {
  readonly gameId: string;
  readonly board: string;
  /** Red and yellow; null: the seat is still open. */
  readonly players: readonly [RecordPlayer | null, RecordPlayer | null];
  readonly isRunning: boolean;
  readonly isOver: boolean;
  readonly sideToMove: Player | null;
  readonly winner: Player | null;
  /** Null while the game goes on, and where the server does not say. */
  readonly reason: Reason | null;
  readonly isRated: boolean;
  readonly ply: number;
  readonly moves: string;
  /** Layers of rows from the top: 0 red, 1 yellow, 2 empty. Upright boards have one layer. */
  readonly layers: Layers;
  readonly clock: WireClock | null;
  /** When the side to move loses on time, as Date milliseconds; null: never. */
  readonly deadline: number | null;
  /** When the game ended, or last changed. */
  readonly at: string;
}

function recordPlayerOf(wire: WirePlayer | undefined): RecordPlayer | null {
  return wire ? { playerId: wire.id, name: wire.name, isComputer: wire.id === "computer" } : null;
}

export function recordOf(state: WireState): GameRecord {
  const { players, metadata } = state;
  const isRunning = state.status === "in_progress";
  // The server lists players as they sat down; here they stand by colour.
  const isSwapped = metadata.moves.includes("~");
  const winnerSeat = state.winner === null ? -1 : players.findIndex(({ id }) => id === state.winner);
  const winner = winnerSeat < 0 ? -1 : winnerSeat ^ Number(isSwapped);
  const seats = [recordPlayerOf(players[0]), recordPlayerOf(players[1])] as const;
  return {
    gameId: state.gameId,
    board: gameName({ board: metadata.size, variant: metadata.variant ?? "standard", pie: metadata.pie ?? false }),
    players: isSwapped ? [seats[1], seats[0]] : seats,
    isRunning,
    isOver: state.status === "completed",
    sideToMove: isRunning ? (((state.currentPlayerIndex ?? 0) ^ Number(isSwapped)) as Player) : null,
    winner: winner < 0 ? null : (winner as Player),
    reason: state.reason ?? null,
    isRated: state.rated === true,
    ply: state.version,
    moves: metadata.moves,
    layers: layersOf(metadata.board),
    clock: state.clock ?? null,
    deadline: state.deadline ? Date.parse(state.deadline) : null,
    at: state.finishedAt ?? state.updatedAt ?? "",
  };
}

/** The colour a player had; null: not one of the two. */
export function colourOf(record: GameRecord, playerId: string | null): Player | null {
  const seat = record.players.findIndex((player) => player !== null && player.playerId === playerId);
  return seat < 0 ? null : (seat as Player);
}

const nameOf = (player: RecordPlayer | null): string => player?.name ?? "";

/** Null for the computer and an open seat. */
const idOf = (player: RecordPlayer | null): string | null => (player === null || player.isComputer ? null : player.playerId);

/** `myId`: whose list it is; null: a spectator's. */
export function listedOf(record: GameRecord, myId: string | null): ListedGame {
  const { gameId, board, players, layers, ply, deadline, sideToMove } = record;
  const isMyTurn = sideToMove !== null && sideToMove === colourOf(record, myId);
  const names = [nameOf(players[0]), nameOf(players[1])] as const;
  return { gameId, board, names, ids: [idOf(players[0]), idOf(players[1])], layers, ply, turn: sideToMove ?? 0, isMyTurn, deadline };
}

function personOf(player: RecordPlayer | null): Person {
  return { name: nameOf(player), playerId: idOf(player), rating: null, isProvisional: false, level: null };
}

/** A game from the archive on the board: everyone sees it as a spectator does. */
export function tableOfRecord(record: GameRecord, now: number): Table {
  const { gameId, board, players, winner, reason } = record;
  return {
    gameId,
    board,
    isSwapped: record.moves.includes("~"),
    seat: null,
    people: [personOf(players[0]), personOf(players[1])],
    isRated: record.isRated,
    isPublic: true,
    clocks: clocksOf(record.clock, now),
    spectators: null,
    drawOffer: null,
    result: record.isOver ? { winner, reason: reason ?? "line", ratings: null } : null,
    awayUntil: null,
    rematch: "none",
    pending: null,
    premove: null,
  };
}
