// A player's accuracy: their finished classic games compared with perfect play, one after another. It uses a core
// of its own, so that it does not interrupt a review of the game on the board.
import { coreFiles } from "../app/files";
import { Cancelled, Core } from "../core/client";
import { notationOf } from "../core/notation";
import { colourOf, type GameRecord } from "../online/record";

export interface Accuracy {
  /** Percent for each reviewed game, in the given order. */
  readonly games: readonly { readonly gameId: string; readonly percent: number }[];
  readonly mean: number | null;
}

let reviewer: Promise<Core> | null = null;

/** One core for the whole visit; a failed load is tried again. */
function loadReviewer(): Promise<Core> {
  reviewer ??= Core.load(coreFiles()).then(async (core) => {
    await core.loadBook();
    return core;
  });
  reviewer.catch(() => (reviewer = null));
  return reviewer;
}

/** Finished classic games in which the player made a move. */
export function reviewable(games: readonly GameRecord[], playerId: string): GameRecord[] {
  return games.filter((game) => {
    const colour = colourOf(game, playerId);
    return colour !== null && game.isOver && game.board === "7x6" && game.ply > colour;
  });
}

export function meanOf(percents: readonly number[]): number | null {
  if (percents.length === 0) return null;
  return Math.round(percents.reduce((sum, percent) => sum + percent, 0) / percents.length);
}

/** Null: aborted. `progress` is called with the number of finished games. */
export async function workOut(
  games: readonly GameRecord[],
  playerId: string,
  signal: AbortSignal,
  progress: (done: number) => void,
): Promise<Accuracy | null> {
  const core = await loadReviewer();
  const stop = (): void => core.stopReviewing();
  signal.addEventListener("abort", stop);
  const found: { gameId: string; percent: number }[] = [];
  try {
    for (const [index, game] of games.entries()) {
      if (signal.aborted) return null;
      const review = await core.review(notationOf(game.board, game.moves), true);
      const percent = review?.accuracy[colourOf(game, playerId) ?? 0] ?? null;
      if (percent !== null) found.push({ gameId: game.gameId, percent });
      progress(index + 1);
    }
  } catch (error) {
    if (error instanceof Cancelled) return null;
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
  return { games: found, mean: meanOf(found.map(({ percent }) => percent)) };
}
