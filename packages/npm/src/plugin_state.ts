// The host's state and the core's. The core decides every fact; the host's players, ids and dates stay the host's. Within
// the core the players are called by their seats, so that a host may use ids of any length.
import type { GameState, Player } from "../types/plugin";
import type { GameState as CoreState } from "../types/index";
import type { Core } from "./core";
import { claimCore } from "./game";

const SEATS = ["0", "1"];
/** A player who does not sit in the game. The core puts this into its text, where the host's id replaces it. */
const STRANGER = "{playerId}";
const NAME_BYTES = 64;

function nameOf({ name }: Player, seat: number): string {
  const isFit = typeof name === "string" && !/[\p{Cc}\p{Cs}]/u.test(name) && name !== "" && new TextEncoder().encode(name).length <= NAME_BYTES;
  return isFit ? name : `Player ${seat + 1}`;
}

const seatOf = ({ players }: GameState, playerId: unknown): number => players.findIndex(({ id }) => id === playerId);
const seatName = (state: GameState, playerId: unknown): string => SEATS[seatOf(state, playerId)] ?? STRANGER;

/** A host that keeps states as JSON may have turned dates into texts. */
const momentOf = (moment: Date | string): string => new Date(moment).toISOString();

function coreStateOf(state: GameState): CoreState {
  const { board, lastMove } = state.metadata;
  const last = lastMove && { row: lastMove.row, column: lastMove.column, player: seatName(state, lastMove.player) };
  return {
    gameId: "game",
    gameType: state.gameType,
    players: state.players.map((player, seat) => ({ id: SEATS[seat] ?? STRANGER, name: nameOf(player, seat) })),
    currentPlayerIndex: state.currentPlayerIndex,
    status: state.status,
    winner: state.winner === null ? null : seatName(state, state.winner),
    metadata: { board, ...(last ? { lastMove: last } : {}) },
    version: state.version,
    createdAt: momentOf(state.createdAt),
    updatedAt: momentOf(state.updatedAt),
  };
}

/** Opens a state in the core, which refuses one that no game leads to. */
export function openState(state: GameState): Core {
  const core = claimCore();
  core.open(JSON.stringify(coreStateOf(state)));
  return core;
}

export function faultOf(state: GameState, playerId: string, column: number): string {
  return openState(state).fault(seatName(state, playerId), column).replace(STRANGER, playerId);
}

/** The core's game as a state of the host: the players are those of `of`. */
export function hostStateOf(core: Core, { gameId, players, createdAt }: Pick<GameState, "gameId" | "players" | "createdAt">, updatedAt: Date): GameState {
  const found = JSON.parse(core.stateJson()) as CoreState;
  const idOf = (seat: string) => players[Number(seat)]!.id;
  const { board, lastMove } = found.metadata;
  return {
    gameId,
    gameType: found.gameType,
    players: players.map((player) => ({ ...player })),
    currentPlayerIndex: found.currentPlayerIndex,
    status: found.status,
    winner: found.winner === null ? null : idOf(found.winner),
    metadata: { board: board as GameState["metadata"]["board"], ...(lastMove ? { lastMove: { ...lastMove, player: idOf(lastMove.player) } } : {}) },
    version: found.version,
    createdAt: new Date(createdAt),
    updatedAt,
  };
}

