// The review of a game: graph, turning points, the verdict on every move, and both players' accuracy.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { turnedProspect } from "../../core/estimate";
import { hasScores } from "../../core/exact";
import type { Judgement, Player, Prospect, Review, ReviewProgress } from "../../core/types";
import { Disc } from "../kit/disc";
import { Graph } from "../kit/graph";
import { Icon } from "../kit/icons";
import { later } from "../kit/later";
import { specialText } from "../texts/moves";
import { colorName, columnLetter, verdictText } from "../texts/names";
import { t } from "../texts/texts";
import { estimatedChip } from "./chip";

const Chances = later(() => import("../estimate/graph").then((part) => part.ChanceGraph));

export function ReviewTab({ app }: { app: App }): JSX.Element {
  const review = app.review.value;
  const progress = app.reviewProgress.value;
  if (progress !== null) return <Working app={app} progress={progress} />;
  if (!review) return <Invitation app={app} />;
  return (
    <>
      <div class="summary">
        {review.prospects ? <Chances app={app} /> : <Graph app={app} review={review} />}
        <Accuracy app={app} review={review} />
      </div>
      <Verdicts app={app} review={review} />
    </>
  );
}

function Invitation({ app }: { app: App }): JSX.Element {
  const { moves, board, variant } = app.snapshot.value;
  const hasMoves = moves.length > 0;
  const invite = hasScores(board.name) && !variant ? "review.invite" : "review.inviteEstimates";
  return (
    <div class="invite">
      <p class="note">{t(app, hasMoves ? invite : "moves.empty")}</p>
      {hasMoves && (
        <button type="button" class="primary" onClick={() => keepingFocus(() => app.startReview())}>
          <Icon name="review" />
          {t(app, "review.start")}
        </button>
      )}
    </div>
  );
}

/** For a button that goes with what it does: a keyboard stays in the record. */
function keepingFocus(task: () => void): void {
  document.getElementById("panel-body")?.focus({ preventScroll: true });
  task();
}

/** The progress bar. The live region announces only the start and the end of a review. */
function Working({ app, progress: { done, moves } }: { app: App; progress: ReviewProgress }): JSX.Element {
  return (
    <div class="invite">
      <p class="note working">{t(app, "review.working", { done, moves })}</p>
      <progress max={moves} value={done} aria-label={t(app, "review.title")} />
      <button type="button" class="quiet" onClick={() => keepingFocus(() => app.stopReview())}>
        {t(app, "review.stop")}
      </button>
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
  const prospects = app.review.value?.prospects?.slice(move - 1, move + 1);
  const { column, player, named } = judgement;
  const mover = named?.mover ?? player;
  const said = specialText(app, column, mover, named?.text.slice(-1) ?? "");
  return (
    <li>
      <button
        type="button"
        aria-current={snapshot.ply === move ? "step" : undefined}
        class={judgement.isTurning ? "turning" : ""}
        onClick={() => app.seek(move)}
      >
        <small>{move}</small>
        <Disc player={mover} />
        <b>
          <span class="hidden">{said || `${colorName(app, mover)} `}</span>
          <span aria-hidden={said !== "" || undefined}>{named?.text ?? columnLetter(snapshot, column)}</span>
        </b>
        <span>
          {verdictText(app, judgement.verdict)}
          {judgement.isTurning && <span class="hidden">, {t(app, judgement.isProven ? "review.turning" : "review.turningAbout")}</span>}
          {!isBest && <span class="hidden">, </span>}
          {!isBest && <Better app={app} judgement={judgement} mover={mover} />}
          {!isBest && prospects && <span class="hidden">, </span>}
          {!isBest && prospects && <Change app={app} player={player} prospects={prospects} />}
        </span>
      </button>
    </li>
  );
}

/** "better: -4"; read out: "better: Red pops column 4." */
function Better({ app, judgement: { better, named }, mover }: { app: App; judgement: Judgement; mover: Player }): JSX.Element {
  const said = specialText(app, better, mover, named?.better.slice(-1) ?? "");
  const shown = t(app, "review.better", { column: named?.better ?? columnLetter(app.snapshot.value, better) });
  return (
    <small>
      <span aria-hidden={said !== "" || undefined}>{shown}</span>
      {said && <span class="hidden">{t(app, "review.better", { column: said })}</span>}
    </small>
  );
}

/** "92% → L≤3": what is known before and after a move, for the player who made it. A review knows it for Red. */
function Change({ app, player, prospects }: { app: App; player: Player; prospects: readonly Prospect[] }): JSX.Element {
  const chips = prospects.map((prospect) => estimatedChip(app, player === 0 ? prospect : turnedProspect(prospect)));
  return (
    <small>
      <span aria-hidden="true">{chips.map((chip) => chip?.text).join(" → ")}</span>
      <span class="hidden">{t(app, "review.change", { before: chips[0]?.name ?? "", after: chips[1]?.name ?? "" })}</span>
    </small>
  );
}
