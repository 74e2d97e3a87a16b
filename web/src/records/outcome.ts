// How a game ended for one of its players.
import { colourOf, type GameRecord } from "../online/record";

export type Outcome = "won" | "lost" | "drawn" | "running" | "cancelled";

export function outcomeOf(record: GameRecord, playerId: string): Outcome {
  if (!record.isOver) return "running";
  if (record.reason === "cancelled") return "cancelled";
  if (record.winner === null) return "drawn";
  return record.winner === colourOf(record, playerId) ? "won" : "lost";
}
