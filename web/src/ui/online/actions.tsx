// The actions during an online game; they replace those of a local game.
import type { JSX } from "preact";
import { Action, AdviceToggle, HintAction, MovesAction, ReviewAction } from "../game/actions";
import { panel, togglePanel } from "../state";
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
      <MovesAction app={app} />
      {!isPlaying && <ReviewAction app={app} />}
      {table.spectators !== null && <Chat {...props} />}
      <ExitAction {...props} />
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
  return (
    <>
      {isPlaying && <HintAction app={app} />}
      <AdviceToggle app={app} kind="scores" />
      {!isPlaying && <AdviceToggle app={app} kind="threats" />}
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

/** Spectators leave; players go on to the next game. */
function ExitAction({ app, online }: PartProps): JSX.Element {
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
