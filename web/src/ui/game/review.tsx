// The review of a game: graph, turning points, the verdict on every move, and both players' accuracy.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { Judgement, Player, Review, ReviewProgress } from "../../core/types";
import { Disc } from "../kit/disc";
import { Graph } from "../kit/graph";
import { Icon } from "../kit/icons";
import { colorName, columnLetter } from "../texts/names";
import { t } from "../texts/texts";

export function ReviewTab({ app }: { app: App }): JSX.Element {
  const review = app.review.value;
  const progress = app.reviewProgress.value;
  if (progress !== null) return <Working app={app} progress={progress} />;
  if (app.unsolvable.value === app.snapshot.value.board.name) return <p class="note">{t(app, "review.none")}</p>;
  if (!review) return <Invitation app={app} />;
  return (
    <>
      <div class="summary">
        <Graph app={app} review={review} />
        <Accuracy app={app} review={review} />
      </div>
      <Verdicts app={app} review={review} />
    </>
  );
}

function Invitation({ app }: { app: App }): JSX.Element {
  const hasMoves = app.snapshot.value.moves.length > 0;
  return (
    <div class="invite">
      <p class="note">{t(app, hasMoves ? "review.invite" : "moves.empty")}</p>
      {hasMoves && (
        <button type="button" class="primary" onClick={() => app.startReview()}>
          <Icon name="review" />
          {t(app, "review.start")}
        </button>
      )}
    </div>
  );
}

/** The progress bar. The live region announces only the start and the end of a review. */
function Working({ app, progress: { done, moves } }: { app: App; progress: ReviewProgress }): JSX.Element {
  return (
    <div class="invite">
      <p class="note working">{t(app, "review.working", { done, moves })}</p>
      <progress max={moves} value={done} aria-label={t(app, "review.title")} />
    </div>
  );
}

function Accuracy({ app, review }: { app: App; review: Review }): JSX.Element {
  const players: readonly Player[] = [0, 1];
  return (
    <dl class="accuracy" aria-label={t(app, "review.accuracy")}>
      {players.map((player) => (
        <div key={player}>
          <dt>
            <Disc player={player} />
            {t(app, "review.accuracy")}
            <span class="hidden"> {colorName(app, player)}</span>
          </dt>
          <dd>
            {review.accuracy[player] === null
              ? t(app, "moves.none")
              : t(app, "review.percent", { percent: review.accuracy[player] ?? 0 })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Verdicts({ app, review }: { app: App; review: Review }): JSX.Element {
  const numbered = review.moves.map((judgement, index) => ({ judgement, move: index + 1 }));
  const turnings = numbered.filter(({ judgement }) => judgement.isTurning);
  return (
    <>
      <h2>{t(app, "review.turnings")}</h2>
      {turnings.length === 0 && <p class="note">{t(app, "review.noTurning")}</p>}
      <ul class="verdicts">
        {turnings.map(({ judgement, move }) => (
          <VerdictItem key={move} app={app} judgement={judgement} move={move} />
        ))}
      </ul>
      <details>
        <summary>{t(app, "review.all")}</summary>
        <ul class="verdicts">
          {numbered.map(({ judgement, move }) => (
            <VerdictItem key={move} app={app} judgement={judgement} move={move} />
          ))}
        </ul>
      </details>
    </>
  );
}

function VerdictItem({ app, judgement, move }: { app: App; judgement: Judgement; move: number }): JSX.Element {
  const snapshot = app.snapshot.value;
  const isBest = judgement.verdict === "best";
  const better = columnLetter(snapshot, judgement.better);
  return (
    <li>
      <button
        type="button"
        aria-current={snapshot.ply === move ? "step" : undefined}
        class={judgement.isTurning ? "turning" : ""}
        onClick={() => app.seek(move)}
      >
        <small>{move}</small>
        <Disc player={judgement.player} />
        <b>
          <span class="hidden">{colorName(app, judgement.player)} </span>
          {columnLetter(snapshot, judgement.column)}
        </b>
        <span>
          {t(app, `verdict.${judgement.verdict}`)}
          {judgement.isTurning && <span class="hidden">, {t(app, "review.turning")}</span>}
          {!isBest && <small>{t(app, "review.better", { column: better })}</small>}
        </span>
      </button>
    </li>
  );
}
