// The core's facts in the package's words: players are "red" and "yellow", cells have coordinates.
import type * as core from "../../../web/src/core/types";
import { cellColumn, cellPlace } from "../../../web/src/core/types";
import type { Analysis, Cell, Color, Judgement, Outlook, Reason, Review, Threat } from "../types/index";

const COLORS: readonly Color[] = ["red", "yellow"];

export const colorOf = (player: number): Color | null => COLORS[player] ?? null;
const winnerOf = (player: core.Player | null): Color | null => (player === null ? null : COLORS[player]!);

export function cellOf(board: core.Board, index: number): Cell {
  return { ...cellPlace(board, index), column: cellColumn(board, index) };
}

export function threatOf(board: core.Board, { cell, player, isOdd, isPlayable }: core.Threat): Threat {
  return { ...cellOf(board, cell), color: COLORS[player]!, isOdd, isPlayable };
}

function outlookOf({ winner, moves, plies }: core.Outlook): Outlook {
  return { winner: winnerOf(winner), moves, plies };
}

function reasonOf({ mover, winner, ...facts }: core.Reason): Reason {
  return { ...facts, mover: COLORS[mover]!, winner: winnerOf(winner) };
}

export function analysisOf(found: core.Analysis, text: string): Analysis {
  return {
    scores: found.scores,
    outlooks: found.outlooks.map((outlook) => outlook && outlookOf(outlook)),
    score: found.best,
    best: found.bestColumns,
    outlook: outlookOf(found.outlook),
    line: found.line,
    reason: reasonOf(found.reason),
    text,
  };
}

function judgementOf({ player, ...judged }: core.Judgement): Judgement {
  return { ...judged, color: COLORS[player]! };
}

export function reviewOf({ moves, accuracy }: core.Review): Review {
  return { moves: moves.map(judgementOf), accuracy: { red: accuracy[0], yellow: accuracy[1] } };
}
