// A game in a list: position, players, and the outcome for the player whose list it is.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { Player } from "../../core/types";
import { colourOf, type GameRecord, type RecordPlayer } from "../../online/record";
import { type Outcome, outcomeOf } from "../../records/outcome";
import { Disc } from "../kit/disc";
import { boardTitle, colorName } from "../texts/names";
import { playerName } from "../texts/texts";
import { GameLink } from "./parts";
import { Thumb } from "../kit/thumb";
import { dayText, r } from "./words";

export function playerText(app: App, player: RecordPlayer | null): string {
  if (!player) return r(app, "game.openSeat");
  return player.isComputer ? r(app, "game.computer") : playerName(app, player.name);
}

/** The reason of a result that the board does not show. */
function reasonText(app: App, game: GameRecord): string {
  const { reason } = game;
  if (reason === "resign" || reason === "time" || reason === "abandon" || reason === "agreed")
    return r(app, `reason.${reason}`);
  return "";
}

export function outcomeText(app: App, game: GameRecord, playerId: string): string {
  const outcome = outcomeOf(game, playerId);
  const reason = reasonText(app, game);
  return reason ? `${r(app, `outcome.${outcome}`)}, ${reason}` : r(app, `outcome.${outcome}`);
}

function Side({ app, colour, player }: { app: App; colour: Player; player: RecordPlayer | null }): JSX.Element {
  return (
    <span class="side">
      <Disc player={colour} />
      <span class="hidden">{colorName(app, colour)}: </span>
      <bdi>{playerText(app, player)}</bdi>
    </span>
  );
}

/** Lines may break only between facts. */
const unbroken = (text: string): string => text.replaceAll(" ", "\u00a0");

const marks: Readonly<Record<Outcome, string>> = { won: "+", lost: "–", drawn: "=", running: "…", cancelled: "×" };

export function GameRow({ app, game, playerId }: { app: App; game: GameRecord; playerId: string }): JSX.Element {
  const outcome = outcomeOf(game, playerId);
  const mine = colourOf(game, playerId) ?? 0;
  const other: Player = mine === 0 ? 1 : 0;
  const facts = [
    boardTitle(app, game.board),
    r(app, game.isRated ? "game.rated" : "game.friendly"),
    r(app, "game.length", { discs: game.ply }),
    dayText(app, game.at),
  ];
  return (
    <li class="gamerow">
      <GameLink app={app} gameId={game.gameId}>
        <Thumb layers={game.layers} />
        <span class="what">
          <span class="sides">
            <Side app={app} colour={mine} player={game.players[mine]} />
            <Side app={app} colour={other} player={game.players[other]} />
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
