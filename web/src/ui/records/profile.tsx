// A player's profile: ratings, statistics, latest games.
import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import type { App } from "../../app/types";
import type { Class, Online } from "../../online/types";
import { fetchGames, fetchProfile, fetchSelf } from "../../records/calls";
import { anyGame } from "../../records/query";
import type { Profile as Facts, Rating } from "../../records/types";
import { useRequest } from "../../records/requests";
import { Avatar } from "../kit/avatar";
import { Icon } from "../kit/icons";
import { AccuracyPart } from "./accuracy";
import { ByColour, Figures, Openings, ResultBar } from "./figures";
import { GameRow } from "./gamerow";
import { Provisional } from "./leaders";
import { ModeratePart } from "./moderate";
import { ReportPart } from "./report";
import { Empty, Failed, type ScreenProps, useConnection, Waiting } from "./parts";
import { RatingGraph } from "./ratinggraph";
import { playerName } from "../texts/texts";
import { monthText, r } from "./words";

export function Profile({ app, online, screen }: ScreenProps): JSX.Element {
  useConnection(online);
  const playerId = "playerId" in screen ? screen.playerId : (online.me.value?.playerId ?? "");
  const { value, refusal, retry } = useRequest(playerId, (signal) => fetchProfile(online.api, playerId, signal));
  return (
    <div class="records profile">
      {refusal && <Failed app={app} refusal={refusal} retry={retry} />}
      {!value && !refusal && <Waiting app={app} />}
      {value && <Facts app={app} online={online} profile={value} />}
    </div>
  );
}

interface FactsProps {
  readonly app: App;
  readonly online: Online;
  readonly profile: Facts;
}

function Facts({ app, online, profile }: FactsProps): JSX.Element {
  const { playerId, openings } = profile;
  const isMe = online.me.value?.playerId === playerId;
  return (
    <>
      <Head app={app} profile={profile} isMe={isMe} />
      <Ratings app={app} online={online} profile={profile} />
      <Part title={r(app, "figure.title")}>
        <Figures app={app} profile={profile} />
      </Part>
      <Part title={r(app, "figure.byColour")}>
        <ByColour app={app} profile={profile} />
      </Part>
      {openings.length > 0 && (
        <Part title={r(app, "openings.title")} wide>
          <p class="note">{r(app, "openings.hint")}</p>
          <div class="openingpair">
            <Openings app={app} openings={openings} as="X" />
            <Openings app={app} openings={openings} as="O" />
          </div>
        </Part>
      )}
      {!profile.isDeleted && (
        <Part title={r(app, "accuracy.title")} wide>
          <AccuracyPart key={playerId} app={app} online={online} playerId={playerId} />
        </Part>
      )}
      <Part title={r(app, "recent.title")} wide>
        <Recent app={app} online={online} playerId={playerId} />
      </Part>
      {!isMe && !profile.isDeleted && <Order app={app} online={online} profile={profile} />}
    </>
  );
}

/** Everybody may report a player; moderators also act. */
function Order({ app, online, profile }: FactsProps): JSX.Element {
  const me = online.me.value;
  const self = useRequest(me?.playerId ?? "", (signal) => fetchSelf(online.api, signal)).value;
  return (
    <section class="part wide">
      <ReportPart app={app} online={online} playerId={profile.playerId} />
      {self?.isModerator && (
        <details>
          <summary>{r(app, "moderate.title")}</summary>
          <ModeratePart app={app} online={online} playerId={profile.playerId} />
        </details>
      )}
    </section>
  );
}

function Part({ title, wide, children }: { title: string; wide?: boolean; children: ComponentChildren }): JSX.Element {
  return (
    <section class={`part ${wide ? "wide" : ""}`}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Head({ app, profile, isMe }: { app: App; profile: Facts; isMe: boolean }): JSX.Element {
  const kind = profile.isDeleted ? "who.deleted" : profile.isGuest ? "who.guest" : "who.account";
  const since = profile.createdAt === null ? "" : r(app, "who.since", { month: monthText(app, profile.createdAt) });
  return (
    <header class="person-head">
      <Avatar id={profile.playerId} />
      <div>
        <h3>
          <bdi>{playerName(app, profile.name)}</bdi>
          {isMe && <small class="tag">{r(app, "leaders.you")}</small>}
        </h3>
        <p class="note">{[r(app, kind), since].filter(Boolean).join(" · ")}</p>
      </div>
      {isMe && (
        <button type="button" class="quiet" onClick={() => (app.screen.value = { kind: "account" })}>
          {r(app, profile.isGuest ? "who.keep" : "who.edit")}
        </button>
      )}
    </header>
  );
}

/** A card for each class of boards played; the history of the chosen one is drawn below. */
function Ratings({ app, online, profile }: FactsProps): JSX.Element {
  const chosen = useSignal<Class | null>(null);
  const { ratings } = profile;
  const board = chosen.value ?? ratings[0]?.class ?? null;
  if (board === null) {
    return (
      <Part title={r(app, "rating.title")} wide>
        <Empty text={r(app, "rating.none")} />
      </Part>
    );
  }
  return (
    <Part title={r(app, "rating.title")} wide>
      <div class="ratings" role="group" aria-label={r(app, "rating.choose")}>
        {ratings.map((rating) => (
          <Card
            key={rating.class}
            app={app}
            rating={rating}
            isChosen={rating.class === board}
            onClick={() => (chosen.value = rating.class)}
          />
        ))}
      </div>
      <RatingGraph app={app} online={online} playerId={profile.playerId} board={board} />
    </Part>
  );
}

interface CardProps {
  readonly app: App;
  readonly rating: Rating;
  readonly isChosen: boolean;
  onClick(): void;
}

function Card({ app, rating, isChosen, onClick }: CardProps): JSX.Element {
  const counted = rating.counted?.games ?? 0;
  return (
    <button type="button" class="ratingcard" aria-pressed={isChosen} onClick={onClick}>
      <span class="kind">{r(app, `class.${rating.class}`)}</span>
      <span class="number">
        <b>{rating.rating}</b>
        {rating.isProvisional ? <Provisional app={app} /> : <small>± {2 * rating.deviation}</small>}
      </span>
      <ResultBar tally={rating} />
      <small>{r(app, "rating.games", { games: rating.games, wins: rating.wins })}</small>
      {counted !== rating.games && <small>{r(app, "rating.counted", { games: counted })}</small>}
    </button>
  );
}

const recentGames = 6;

function Recent({ app, online, playerId }: { app: App; online: Online; playerId: string }): JSX.Element {
  const { value, refusal, retry } = useRequest(playerId, (signal) =>
    fetchGames(online.api, playerId, anyGame, { limit: recentGames }, signal),
  );
  if (refusal) return <Failed app={app} refusal={refusal} retry={retry} />;
  if (!value) return <Waiting app={app} lines={3} />;
  if (value.games.length === 0 && value.next === null) return <Empty text={r(app, "list.noGames")} />;
  return (
    <>
      <ul class="gamelist">
        {value.games.map((game) => (
          <GameRow key={game.gameId} app={app} game={game} playerId={playerId} />
        ))}
      </ul>
      <button type="button" class="quiet" onClick={() => (app.screen.value = { kind: "games", playerId })}>
        <Icon name="moves" />
        {r(app, "recent.all")}
      </button>
    </>
  );
}
