// The result of a game, beside or below the board, so that the winning line stays visible.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { useResultFocus } from "./board_focus";
import { Disc } from "../kit/disc";
import { Icon } from "../kit/icons";
import { canReview, openReview } from "../state";
import { lessonText, resultDetail, resultText } from "../texts/outcome";
import { t } from "../texts/texts";
import { TryAgain } from "./lesson";
import { SharePicture } from "./share_picture";

export function Result({ app }: { app: App }): JSX.Element {
  const { winner } = app.snapshot.value;
  useResultFocus("over");
  return (
    <section class={`result line-${winner ?? "none"}`} aria-label={resultText(app)}>
      <Disc player={winner} />
      <h2>
        {resultText(app)}
        <small>{lessonText(app) || resultDetail(app)}</small>
      </h2>
      <div class="next">
        <button type="button" class="primary" onClick={() => app.restart()}>
          <Icon name="again" />
          {t(app, "action.again")}
        </button>
        <TryAgain app={app} />
        {canReview(app) && app.lesson.value?.kind !== "lapse" && (
          <button type="button" class="quiet" onClick={() => openReview(app)}>
            <Icon name="review" />
            {t(app, "action.review")}
          </button>
        )}
        <SharePicture app={app} />
      </div>
    </section>
  );
}
