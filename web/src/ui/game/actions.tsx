// The actions during a game, within the thumb's reach on a phone. A deep board needs the space for its map: there the review is a tab
// of the record only, and a new game is begun from the game's name at the top.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { earlierPly } from "../../app/own_moves";
import { Icon, type IconName } from "../kit/icons";
import { isDeep, lastPly } from "../texts/names";
import { canReview, linesLose, openReview, panel, togglePanel } from "../state";
import { t } from "../texts/texts";

export function Actions({ app }: { app: App }): JSX.Element {
  const snapshot = app.snapshot.value;
  // The computer's first move is not the player's to take back.
  const hasEarlier = earlierPly(snapshot, app.you.value) !== null;
  const hasLater = snapshot.ply < lastPly(snapshot);
  return (
    <div class="actions" role="group" aria-label={t(app, "action.actions")}>
      <Action icon="undo" label={t(app, "action.undo")} disabled={!hasEarlier} onClick={() => app.undo()} />
      <Action icon="redo" label={t(app, "action.redo")} disabled={!hasLater} onClick={() => app.redo()} />
      <HintAction app={app} />
      {!snapshot.variant && <AdviceToggle app={app} kind="scores" />}
      {snapshot.variant?.name !== "popten" && <AdviceToggle app={app} kind="threats" />}
      <MovesAction app={app} />
      {!isDeep(snapshot.board) && <ReviewAction app={app} />}
      {!isDeep(snapshot.board) && <NewAction app={app} />}
    </div>
  );
}

function NewAction({ app }: { app: App }): JSX.Element {
  return (
    <Action
      icon="plus"
      label={t(app, "action.new")}
      name={t(app, "action.newLong")}
      onClick={() => (app.dialog.value = "new")}
    />
  );
}

export function HintAction({ app }: { app: App }): JSX.Element {
  const isTurn = app.phase.value === "turn";
  return <Action icon="hint" label={t(app, "action.hint")} disabled={!isTurn} onClick={() => app.askHint()} />;
}

/** Scores or threats, on or off. */
export function AdviceToggle({ app, kind }: { app: App; kind: "scores" | "threats" }): JSX.Element {
  const isOn = app.settings.value[kind];
  const name = kind === "threats" && linesLose(app) ? "avoid" : kind;
  return (
    <Action icon={kind} label={t(app, `action.${name}`)} pressed={isOn} onClick={() => app.change({ [kind]: !isOn })} />
  );
}

export function MovesAction({ app }: { app: App }): JSX.Element {
  const isOpen = panel.value === "moves";
  return <Action icon="moves" label={t(app, "action.moves")} expanded={isOpen} onClick={() => togglePanel("moves")} />;
}

/** Variants have buttons of their own, and no space for this one: there, too, the review is a tab of the record. */
export function ReviewAction({ app }: { app: App }): JSX.Element | null {
  if (app.snapshot.value.variant || !canReview(app)) return null;
  const isOpen = panel.value === "review";
  return (
    <Action
      icon="review"
      label={t(app, "action.review")}
      expanded={isOpen}
      disabled={app.snapshot.value.moves.length === 0}
      onClick={() => (isOpen ? togglePanel("review") : openReview(app))}
    />
  );
}

interface ActionProps {
  readonly icon: IconName;
  readonly label: string;
  /** The full accessible name, if the label is short; it begins with the label. */
  readonly name?: string | undefined;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly disabled?: boolean;
  /** A number on the button, and a text that says what it counts. */
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
