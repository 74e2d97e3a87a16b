// Positions and games for the start page.
import type { Core } from "../core/client";
import type { Snapshot } from "../core/types";
import { gameName } from "../core/variants";
import { readSetup } from "./storage";

/** Games of the core's own players, each with a diagonal at its end. On other boards they play live. */
export const GAMES: Readonly<Record<string, readonly string[]>> = {
  "7x6": ["45544741513433552", "43464463363442262661225", "444342443335665"],
  "5x5x5": ["ymsginlrhnmrmnnjvjvrrjvv", "ymsgqrhnlnmrmnnrrvjjvvjj", "hrrrhhhsqgminlcfxgmcmmw"],
};
const CLASSIC = "7x6";

/** How much of a game a still picture shows: threats are on the board, and nobody has won. */
const STILL_PART = 0.8;

/** The first picture of the start page: the board of the last game. */
export async function openScenery(core: Core): Promise<Snapshot> {
  const board = gameName(readSetup());
  try {
    return await core.open(stillOf(board) ?? `${board}:`);
  } catch {
    return core.open(stillOf(CLASSIC)!); // the storage may hold any name
  }
}

/** A game's notation up to there; null: no game of that board is known. */
export function stillOf(board: string): string | null {
  const moves = GAMES[board]?.[0];
  return moves ? `${board}:${moves.slice(0, Math.floor(moves.length * STILL_PART))}` : null;
}

