// Games as plain requests show them, and how the page calls that. Pure.
import { layersOf } from "../core/layers";
import type { Player } from "../core/types";
import type { Listed, Person, Reason, Result, Table } from "./types";

/** A game as /api/games/ID shows it; newer servers add `clock` and `deadline`. */
export interface WireState {
  readonly gameId: string;
  readonly players: readonly { readonly id: string; readonly name: string }[];
  readonly currentPlayerIndex: number;
  readonly status: "waiting" | "in_progress" | "completed";
  readonly winner: string | null;
  readonly metadata: { readonly board: readonly unknown[]; readonly size: string; readonly moves: string };
  readonly version: number;
  readonly deadline?: string | null;
}

export interface Archived {
  readonly state: WireState;
  readonly reason: Reason | null;
}

export function listedOf(state: WireState, myId: string | null): Listed {
  const { players, metadata } = state;
  const mover = players[state.currentPlayerIndex]?.id;
  return {
    gameId: state.gameId,
    board: metadata.size,
    names: [players[0]?.name ?? "", players[1]?.name ?? ""],
    layers: layersOf(metadata.board),
    ply: state.version,
    isMyTurn: myId !== null && mover === myId && state.status === "in_progress",
    deadline: state.deadline ? Date.parse(state.deadline) : null,
  };
}

/** Null while it goes on. */
export function resultOfArchived({ state, reason }: Archived): Result | null {
  if (state.status !== "completed") return null;
  const index = state.players.findIndex(({ id }) => id === state.winner);
  return { winner: index < 0 ? null : (index as Player), reason: reason ?? "line", ratings: null };
}

function personOfArchived(player: WireState["players"][number] | undefined): Person {
  const playerId = !player || player.id === "computer" ? null : player.id;
  return { name: player?.name ?? "", playerId, rating: null, isProvisional: false, level: null };
}

/** To look at: seen by everybody as by a spectator. */
export function tableOfArchived(archived: Archived, now: number): Table {
  const { gameId, players, metadata } = archived.state;
  return {
    gameId,
    board: metadata.size,
    seat: null,
    people: [personOfArchived(players[0]), personOfArchived(players[1])],
    isRated: false,
    isPublic: true,
    clocks: { clock: { kind: "none" }, leftMs: [0, 0], running: null, at: now },
    spectators: 0,
    drawOffer: null,
    result: resultOfArchived(archived),
    awayUntil: null,
    rematch: "none",
    pending: null,
    premove: null,
  };
}
