// The result of an online game: the reason, the rating change, and what to do next.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Table } from "../../online/types";
import { Disc } from "../kit/disc";
import { useResultFocus } from "../game/board_focus";
import { TryAgain } from "../game/lesson";
import { SharePicture } from "../game/share_picture";
import { Icon } from "../kit/icons";
import { canReview, openReview } from "../state";
import { lessonText } from "../texts/outcome";
import { t } from "../texts/texts";
import type { PartProps } from "./connection";
import { PlayOn } from "./playon";
import { changeText, otherOf, personName, reasonText, resultText } from "./people";
import { o } from "./words";

export function OnlineResult({ app, online }: PartProps): JSX.Element | null {
  const table = online.table.value;
  useResultFocus(table?.result ? `${table.gameId} ${table.rematch}` : "");
  if (!table?.result) return null;
  const { result } = table;
  const text = resultText(app, table, result);
  const lesson = lessonText(app);
  const isOffered = table.seat !== null && table.rematch === "offered";
  return (
    <section class={`result line-${result.winner ?? "none"}`} aria-label={text}>
      <Disc player={result.winner} />
      <h2>
        <span class="outcome">{text}</span>
        <small>
          {reasonText(app, table, result)}
          <RatingChange app={app} online={online} />
          {table.seat !== null && table.seat === result.winner && <Streak key={table.gameId} app={app} online={online} />}
        </small>
        {!isOffered && lesson !== "" && <small>{lesson}</small>}
        {isOffered && table.seat !== null && (
          <small class="change">
            {o(app, "offer.rematch", { name: personName(app, table.people[otherOf(table.seat)]) })}
          </small>
        )}
      </h2>
      <div class="next">
        {isOffered ? <Offered app={app} online={online} /> : <Next app={app} online={online} table={table} />}
      </div>
    </section>
  );
}

/** Players go on with each other; visitors play on from this game. */
function Next({ app, online, table }: PartProps & { table: Table }): JSX.Element {
  if (table.seat === null) {
    return (
      <PlayOn app={app} winner={table.result?.winner ?? null}>
        <ReviewButton app={app} />
      </PlayOn>
    );
  }
  return (
    <>
      <NextGame app={app} online={online} table={table} />
      <TryAgain app={app} />
      {app.lesson.value?.kind !== "lapse" && <ReviewButton app={app} />}
      <SharePicture app={app} />
    </>
  );
}

function ReviewButton({ app }: Pick<PartProps, "app">): JSX.Element | null {
  if (!canReview(app)) return null;
  return (
    <button type="button" class="quiet" onClick={() => openReview(app)}>
      <Icon name="review" />
      {o(app, "over.review")}
    </button>
  );
}

function RatingChange({ app, online }: PartProps): JSX.Element | null {
  const table = online.table.value;
  const seat = table?.seat ?? null;
  const ratings = seat === null ? null : table?.result?.ratings?.[seat];
  if (!ratings) return null;
  const change = changeText(ratings.before, ratings.after);
  const after = Math.round(ratings.after);
  return (
    <span class="change">
      <span aria-hidden="true"> {o(app, "over.rating", { after, change })}</span>
      <span class="hidden"> {o(app, "over.ratingName", { after, change })}</span>
    </span>
  );
}

/** Wins in a row, which the server counts. */
function Streak({ app, online }: PartProps): JSX.Element | null {
  const wins = useSignal(0);
  useEffect(() => void online.winsInARow().then((found) => (wins.value = found)), []);
  if (wins.value < 2) return null;
  return <span> {t(app, "result.streak", { wins: wins.value })}</span>;
}

function Offered({ app, online }: PartProps): JSX.Element {
  return (
    <>
      <button type="button" class="primary" onClick={() => online.answerRematch(true)}>
        <Icon name="check" />
        {o(app, "offer.accept")}
      </button>
      <button type="button" class="quiet" onClick={() => online.answerRematch(false)}>
        <Icon name="close" />
        {o(app, "offer.decline")}
      </button>
    </>
  );
}

/** A rematch; after a declined one another game. */
function NextGame({ app, online, table }: PartProps & { table: Table }): JSX.Element {
  if (table.rematch === "declined") {
    return (
      <button type="button" class="primary" onClick={() => (app.screen.value = { kind: "lobby" })}>
        <Icon name="globe" />
        {o(app, "over.next")}
      </button>
    );
  }
  const isAsked = table.rematch === "asked";
  return (
    <button type="button" class="primary" disabled={isAsked} onClick={() => online.askRematch()}>
      <Icon name="again" />
      {o(app, isAsked ? "over.asked" : "over.rematch")}
    </button>
  );
}
