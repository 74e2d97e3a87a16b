// Both players with ratings and clocks in the top bar; on a phone my own below the board.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { Player } from "../../core/types";
import type { Person, Table } from "../../online/types";
import { Avatar } from "../kit/avatar";
import { Disc } from "../kit/disc";
import { Icon } from "../kit/icons";
import { ClockFace } from "./clock";
import type { PartProps } from "./connection";
import { otherOf, personName, ratingName, ratingText } from "./people";
import { o } from "./words";

/** The player at the bottom on a phone: me, or red for spectators. */
const nearOf = (table: Table): Player => table.seat ?? 0;

export function Seats({ app, online }: PartProps): JSX.Element | null {
  const table = online.table.value;
  if (!table) return null;
  const near = nearOf(table);
  return (
    <section class="score seats" aria-label={o(app, "seat.title")}>
      <SeatBar app={app} online={online} table={table} player={near} place="near" />
      <Spectators app={app} online={online} />
      <SeatBar app={app} online={online} table={table} player={otherOf(near)} place="far" />
    </section>
  );
}

/** For phones: my own bar stands below the board. */
export function OwnSeat({ app, online }: PartProps): JSX.Element | null {
  const table = online.table.value;
  if (!table) return null;
  const player = nearOf(table);
  return (
    <section class="own" aria-label={personName(app, table.people[player])}>
      <SeatBar app={app} online={online} table={table} player={player} place="below" />
    </section>
  );
}

interface SeatProps extends PartProps {
  readonly table: Table;
  readonly player: Player;
  readonly place: "near" | "far" | "below";
}

function SeatBar({ app, online, table, player, place }: SeatProps): JSX.Element {
  const person = table.people[player];
  const { status, turn } = app.snapshot.value;
  const isNext = table.result === null && status === "playing" && turn === player;
  // The server reports only an absent opponent, and only to players.
  const isAway = table.awayUntil !== null && table.seat !== null && table.seat !== player;
  return (
    <div class={`player ${place} line-${player} ${isNext ? "next" : ""} ${isAway ? "away" : ""}`}>
      <Disc player={player} />
      <div class="who">
        <PersonName app={app} person={person} />
        {isAway ? <small class="gone">{o(app, "seat.away")}</small> : <Rating app={app} person={person} />}
      </div>
      {isNext && <span class="hidden">{o(app, "seat.turn")}</span>}
      <ClockFace app={app} online={online} player={player} />
    </div>
  );
}

function PersonName({ app, person }: { app: App; person: Person }): JSX.Element {
  const name = personName(app, person);
  const { playerId } = person;
  if (playerId === null) return <strong>{name}</strong>;
  return (
    <button
      type="button"
      class="person"
      title={o(app, "seat.profile", { name })}
      onClick={() => (app.screen.value = { kind: "profile", playerId })}
    >
      <Avatar id={playerId} />
      <strong>{name}</strong>
    </button>
  );
}

function Rating({ app, person }: { app: App; person: Person }): JSX.Element | null {
  if (person.rating === null) return null;
  return (
    <small class="rating">
      <span aria-hidden="true">{ratingText(person)}</span>
      <span class="hidden">{ratingName(app, person)}</span>
    </small>
  );
}

function Spectators({ app, online }: PartProps): JSX.Element {
  const table = online.table.value;
  const count = table?.spectators ?? null;
  const isWatching = table?.seat === null;
  if (count === null || (count === 0 && !isWatching)) return <span class="versus" aria-hidden="true" />;
  const text = count > 0 ? o(app, "seat.spectators", { count }) : o(app, "seat.watching");
  return (
    <p class="versus" title={text}>
      <Icon name="eye" />
      {count > 0 && <b aria-hidden="true">{count}</b>}
      <span class="hidden">{text}</span>
    </p>
  );
}
