// How exactly somebody plays: finished classic games compared with perfect play, one after the other, by a core of
// its own, so that a review on the board and this one do not stop each other.
import { coreFiles } from "../app/files";
import { Cancelled, Core } from "../core/client";
import { notationOf } from "../core/notation";
import { colourOf, type GameRecord } from "../online/record";

export interface Accuracy {
  /** Percent, one for each game that could be reviewed, in the order given. */
  readonly games: readonly { readonly gameId: string; readonly percent: number }[];
  readonly mean: number | null;
}

let reviewer: Promise<Core> | null = null;

/** One for the visit; a failure is tried again. */
function loadReviewer(): Promise<Core> {
  reviewer ??= Core.load(coreFiles()).then(async (core) => {
    await core.loadBook();
    return core;
  });
  reviewer.catch(() => (reviewer = null));
  return reviewer;
}

/** Games with a move of theirs on the board the reviewer knows. */
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

/** Null: left before it was done. `progress` hears how many games are done. */
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
      const review = await core.review(notationOf(game.board, game.moves));
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
