// The way back to the move that cost the better result.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { Icon } from "../kit/icons";
import { t } from "../texts/texts";

/** The short label is for narrow windows; the name is the long one. */
export function TryAgain({ app }: { app: App }): JSX.Element | null {
  if (app.lesson.value?.kind !== "lapse") return null;
  return (
    <button type="button" class="quiet again" aria-label={t(app, "lesson.again")} onClick={() => app.tryAgain()}>
      <Icon name="undo" />
      <span class="long">{t(app, "lesson.again")}</span>
      <span class="short">{t(app, "lesson.short")}</span>
    </button>
  );
}
