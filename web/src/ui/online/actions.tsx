// What can be done in a game of the server, in the place of the actions of a game played here.
import type { JSX } from "preact";
import { Action } from "../game/actions";
import { openReview, panel, togglePanel } from "../state";
import { t } from "../texts/texts";
import type { PartProps } from "./connection";
import { isResignAsked } from "./state";
import { o } from "./words";

export function OnlineActions(props: PartProps): JSX.Element | null {
  const { app, online } = props;
  const table = online.table.value;
  if (!table) return null;
  const isPlaying = table.seat !== null && table.result === null;
  return (
    <div class="actions" role="group" aria-label={t(app, "action.actions")}>
      {isPlaying && <Playing {...props} />}
      {app.remote.value?.allowsAdvice && <Advice {...props} isPlaying={isPlaying} />}
      <Action
        icon="moves"
        label={t(app, "action.moves")}
        expanded={panel.value === "moves"}
        onClick={() => togglePanel("moves")}
      />
      {!isPlaying && (
        <Action
          icon="review"
          label={t(app, "action.review")}
          expanded={panel.value === "review"}
          disabled={app.snapshot.value.moves.length === 0}
          onClick={() => (panel.value === "review" ? togglePanel("review") : openReview(app))}
        />
      )}
      <Chat {...props} />
      <Elsewhere {...props} />
    </div>
  );
}

function Playing({ app, online }: PartProps): JSX.Element {
  const table = online.table.value;
  const isOffered = table !== null && table.drawOffer === table.seat;
  const isAgainstComputer = table?.people.some(({ level }) => level !== null) ?? false;
  const premoves = online.premoves.value;
  return (
    <>
      <Action icon="flag" label={o(app, "act.resign")} onClick={() => (isResignAsked.value = true)} />
      {!isAgainstComputer && (
        <Action
          icon="equal"
          label={o(app, "act.draw")}
          name={o(app, isOffered ? "act.drawSent" : "act.drawLong")}
          disabled={isOffered}
          onClick={() => online.offerDraw()}
        />
      )}
      <Action
        icon="bolt"
        label={o(app, "act.premove")}
        pressed={premoves}
        onClick={() => {
          online.premoves.value = !premoves;
          if (premoves) online.setPremove(null);
        }}
      />
    </>
  );
}

function Advice({ app, isPlaying }: PartProps & { isPlaying: boolean }): JSX.Element {
  const { scores, threats } = app.settings.value;
  return (
    <>
      {isPlaying && (
        <Action
          icon="hint"
          label={t(app, "action.hint")}
          disabled={app.phase.value !== "turn"}
          onClick={() => app.askHint()}
        />
      )}
      <Action
        icon="scores"
        label={t(app, "action.scores")}
        pressed={scores}
        onClick={() => app.change({ scores: !scores })}
      />
      {!isPlaying && (
        <Action
          icon="threats"
          label={t(app, "action.threats")}
          pressed={threats}
          onClick={() => app.change({ threats: !threats })}
        />
      )}
    </>
  );
}

function Chat({ app, online }: PartProps): JSX.Element {
  const count = online.unread.value;
  return (
    <Action
      icon="chat"
      label={o(app, "act.chat")}
      badge={{ count, text: o(app, "act.chatNew", { count }) }}
      expanded={panel.value === "chat"}
      onClick={() => togglePanel("chat")}
    />
  );
}

function Elsewhere({ app, online }: PartProps): JSX.Element {
  const isWatching = online.table.value?.seat === null;
  return isWatching ? (
    <Action
      icon="exit"
      label={o(app, "act.leave")}
      name={o(app, "act.leaveLong")}
      onClick={() => app.leave()}
    />
  ) : (
    <Action
      icon="plus"
      label={o(app, "act.lobby")}
      name={o(app, "act.lobbyLong")}
      onClick={() => (app.screen.value = { kind: "lobby" })}
    />
  );
}
