// A game as the server lists it, read into what the page shows. Fields may be added there and be missing here.
import { layersOf } from "../core/layers";
import type { Player } from "../core/types";
import type { GamePage, Listed, Seat } from "./types";

/** The state of a game as docs/protocol.md has it, with what lists add. */
export interface Entry {
  readonly gameId: string;
  readonly players: readonly { readonly id: string; readonly name: string }[];
  readonly status: "waiting" | "in_progress" | "completed";
  readonly winner: string | null;
  readonly metadata: { readonly board: readonly unknown[]; readonly size: string; readonly moves: string };
  readonly version: number;
  readonly updatedAt: string;
  readonly reason?: string | null;
  readonly rated?: boolean;
  readonly finishedAt?: string | null;
}

function seatOf(player: { id: string; name: string } | undefined): Seat | null {
  if (!player) return null;
  return { playerId: player.id, name: player.name, isComputer: player.id === "computer" };
}

export function readEntry(entry: Entry): Listed {
  const seats = [seatOf(entry.players[0]), seatOf(entry.players[1])] as const;
  const winner = entry.winner === null ? -1 : seats.findIndex((seat) => seat?.playerId === entry.winner);
  return {
    gameId: entry.gameId,
    board: entry.metadata.size,
    seats,
    isOver: entry.status === "completed",
    winner: winner < 0 ? null : (winner as Player),
    reason: entry.reason ?? null,
    isRated: entry.rated === true,
    ply: entry.version,
    moves: entry.metadata.moves,
    layers: layersOf(entry.metadata.board),
    at: entry.finishedAt ?? entry.updatedAt,
  };
}

export function readPage(page: { readonly games: readonly Entry[]; readonly next: string | null }): GamePage {
  return { games: page.games.map(readEntry), next: page.next };
}

/** Which colour somebody had; null: watched only. */
export function colorOf(game: Listed, playerId: string): Player | null {
  const seat = game.seats.findIndex((one) => one?.playerId === playerId);
  return seat < 0 ? null : (seat as Player);
}

export type Outcome = "won" | "lost" | "drawn" | "running" | "cancelled";

export function outcomeOf(game: Listed, playerId: string): Outcome {
  if (!game.isOver) return "running";
  if (game.reason === "cancelled") return "cancelled";
  if (game.winner === null) return "drawn";
  return game.winner === colorOf(game, playerId) ? "won" : "lost";
}
