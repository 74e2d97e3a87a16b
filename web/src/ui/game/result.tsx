// The result of a game, in the place of the column buttons, so that the winning line stays visible.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { Disc } from "../kit/disc";
import { Icon } from "../kit/icons";
import { colorName, statusText } from "../texts/names";
import { openReview } from "../state";
import { t } from "../texts/texts";

function reason(app: App): string {
  const { winner, board } = app.snapshot.value;
  if (winner === null) return t(app, "end.full");
  return t(app, "end.line", { color: colorName(app, winner), count: board.connect });
}

export function Result({ app }: { app: App }): JSX.Element {
  const { winner } = app.snapshot.value;
  return (
    <section class={`result line-${winner ?? "none"}`} aria-label={statusText(app)} data-reserve>
      <Disc player={winner} />
      <h2>
        {statusText(app)}
        <small>{reason(app)}</small>
      </h2>
      <button type="button" class="primary" onClick={() => app.restart()}>
        <Icon name="again" />
        {t(app, "action.again")}
      </button>
      <button type="button" class="quiet" onClick={() => openReview(app)}>
        <Icon name="review" />
        {t(app, "action.review")}
      </button>
    </section>
  );
}
