// What can be done during a game, within the thumb's reach on a phone.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { Icon, type IconName } from "../kit/icons";
import { lastPly } from "../texts/names";
import { openReview, panel, togglePanel } from "../state";
import { t } from "../texts/texts";

export function Actions({ app }: { app: App }): JSX.Element {
  const { scores, threats } = app.settings.value;
  const { ply, first, moves } = app.snapshot.value;
  // What the computer began with is not a person's move to take back.
  const hasEarlier = ply > Math.max(first, app.you.value ?? 0);
  const hasLater = ply < lastPly(app.snapshot.value);
  const isTurn = app.phase.value === "turn";
  return (
    <div class="actions" role="group" aria-label={t(app, "action.actions")}>
      <Action icon="undo" label={t(app, "action.undo")} disabled={!hasEarlier} onClick={() => app.undo()} />
      <Action icon="redo" label={t(app, "action.redo")} disabled={!hasLater} onClick={() => app.redo()} />
      <Action icon="hint" label={t(app, "action.hint")} disabled={!isTurn} onClick={() => app.askHint()} />
      <Action
        icon="scores"
        label={t(app, "action.scores")}
        pressed={scores}
        onClick={() => app.change({ scores: !scores })}
      />
      <Action
        icon="threats"
        label={t(app, "action.threats")}
        pressed={threats}
        onClick={() => app.change({ threats: !threats })}
      />
      <Action
        icon="moves"
        label={t(app, "action.moves")}
        expanded={panel.value === "moves"}
        onClick={() => togglePanel("moves")}
      />
      <Action
        icon="review"
        label={t(app, "action.review")}
        expanded={panel.value === "review"}
        disabled={moves.length === 0}
        onClick={() => (panel.value === "review" ? togglePanel("review") : openReview(app))}
      />
      <Action
        icon="plus"
        label={t(app, "action.new")}
        name={t(app, "action.newLong")}
        onClick={() => (app.dialog.value = "new")}
      />
    </div>
  );
}

interface ActionProps {
  readonly icon: IconName;
  readonly label: string;
  /** The full name where the label is cut short; it begins with the label. */
  readonly name?: string | undefined;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly disabled?: boolean;
  /** A number that asks for attention, and what it counts, in words. */
  readonly badge?: { readonly count: number; readonly text: string };
  onClick(): void;
}

export function Action(props: ActionProps): JSX.Element {
  const { icon, label, name, pressed, expanded, disabled, badge, onClick } = props;
  return (
    <button
      type="button"
      class="action"
      title={name ?? label}
      aria-label={name}
      aria-pressed={pressed}
      aria-expanded={expanded}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      <span>{label}</span>
      {badge && badge.count > 0 && (
        <b class="badge">
          <span aria-hidden="true">{badge.count}</span>
          <span class="hidden">, {badge.text}</span>
        </b>
      )}
    </button>
  );
}
