// A game in a list: the position, who played, how it ended for the one whose list it is.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { Player } from "../../core/types";
import { colorOf, type Outcome, outcomeOf } from "../../records/entry";
import type { Listed, Seat } from "../../records/types";
import { Disc } from "../kit/disc";
import { boardTitle, colorName } from "../texts/names";
import { GameLink } from "./parts";
import { Thumb } from "../kit/thumb";
import { dayText, r } from "./words";

export function seatText(app: App, seat: Seat | null): string {
  if (!seat) return r(app, "game.nobody");
  return seat.isComputer ? r(app, "game.computer") : seat.name;
}

/** What brought the result, where it was not the board alone. */
function reasonText(app: App, game: Listed): string {
  const { reason } = game;
  if (reason === "resign" || reason === "time" || reason === "abandon" || reason === "agreed")
    return r(app, `reason.${reason}`);
  return "";
}

export function outcomeText(app: App, game: Listed, playerId: string): string {
  const outcome = outcomeOf(game, playerId);
  const reason = reasonText(app, game);
  return reason ? `${r(app, `outcome.${outcome}`)}, ${reason}` : r(app, `outcome.${outcome}`);
}

function Side({ app, player, seat }: { app: App; player: Player; seat: Seat | null }): JSX.Element {
  return (
    <span class="side">
      <Disc player={player} />
      <span class="hidden">{colorName(app, player)}: </span>
      <bdi>{seatText(app, seat)}</bdi>
    </span>
  );
}

/** Lines break between facts, not inside one. */
const unbroken = (text: string): string => text.replaceAll(" ", "\u00a0");

const marks: Readonly<Record<Outcome, string>> = { won: "+", lost: "–", drawn: "=", running: "…", cancelled: "×" };

export function GameRow({ app, game, playerId }: { app: App; game: Listed; playerId: string }): JSX.Element {
  const outcome = outcomeOf(game, playerId);
  const mine = colorOf(game, playerId) ?? 0;
  const other: Player = mine === 0 ? 1 : 0;
  const facts = [
    boardTitle(app, game.board),
    r(app, game.isRated ? "game.rated" : "game.friendly"),
    r(app, "game.moves", { moves: game.ply }),
    dayText(app, game.at),
  ];
  return (
    <li class="gamerow">
      <GameLink app={app} gameId={game.gameId}>
        <Thumb layers={game.layers} />
        <span class="what">
          <span class="sides">
            <Side app={app} player={mine} seat={game.seats[mine]} />
            <Side app={app} player={other} seat={game.seats[other]} />
          </span>
          <span class="how">
            <b class={`mark ${outcome}`} aria-hidden="true">
              {marks[outcome]}
            </b>
            {outcomeText(app, game, playerId)}
          </span>
          <small>{facts.map(unbroken).join(" · ")}</small>
        </span>
      </GameLink>
    </li>
  );
}
