// Names, ratings and results of the people in an online game.
import { winText } from "../texts/outcome";
import type { App } from "../../app/types";
import type { Player } from "../../core/types";
import { gameName, kindOfSnapshot } from "../../core/variants";
import type { Person, Result, RunningGame, Table } from "../../online/types";
import { colorName, levelName } from "../texts/names";
import { playerName, t } from "../texts/texts";
import { o, type Word } from "./words";

export const otherOf = (player: Player): Player => (player === 0 ? 1 : 0);

export function personName(app: App, person: Person): string {
  if (person.playerId !== null || person.level === null) return playerName(app, person.name);
  return `${t(app, "seat.cpu")} · ${levelName(app, person.level, gameName(kindOfSnapshot(app.snapshot.value)))}`;
}

/** "1512", or "1500?" while it is provisional. */
export function ratingText({ rating, isProvisional }: Person): string {
  return rating === null ? "" : `${Math.round(rating)}${isProvisional ? "?" : ""}`;
}

export function ratingName(app: App, { rating, isProvisional }: Person): string {
  if (rating === null) return "";
  return o(app, isProvisional ? "seat.provisional" : "seat.rating", { rating: Math.round(rating) });
}

/** +12, −7 (with a real minus), ±0. */
export function changeText(before: number, after: number): string {
  const change = Math.round(after) - Math.round(before);
  if (change === 0) return "±0";
  return change > 0 ? `+${change}` : `−${-change}`;
}

export function resultText(app: App, table: Table, result: Result): string {
  if (result.reason === "cancelled") return o(app, "over.cancelled");
  if (result.winner === null) return o(app, "over.draw");
  if (result.winner === table.seat) return o(app, "over.win");
  return o(app, "over.loss", { name: personName(app, table.people[result.winner]) });
}

const losers: Readonly<Partial<Record<Result["reason"], readonly [Word, Word]>>> = {
  resign: ["why.resignYou", "why.resign"],
  time: ["why.timeYou", "why.time"],
  abandon: ["why.abandonYou", "why.abandon"],
};

export function reasonText(app: App, table: Table, result: Result): string {
  const { winner, reason } = result;
  if (reason === "line" && winner !== null) {
    return app.snapshot.value.variant ? winText(app, winner) : o(app, "why.line", { color: colorName(app, winner), count: app.snapshot.value.board.connect });
  }
  if (reason === "agreed") return o(app, "why.agreed");
  if (reason === "cancelled") return o(app, "why.cancelled");
  const words = losers[reason];
  if (!words || winner === null) return o(app, "why.draw");
  const loser = otherOf(winner);
  if (loser === table.seat) return o(app, words[0]);
  return o(app, words[1], { name: personName(app, table.people[loser]) });
}

/** The opponent in a list of my games: whose turn it is, and whether it is mine, give my seat. */
export function opponentOf({ turn, isMyTurn }: RunningGame): Player {
  return isMyTurn === (turn === 0) ? 1 : 0;
}

export function opponentName(app: App, game: RunningGame): string {
  return playerName(app, game.names[opponentOf(game)]);
}
