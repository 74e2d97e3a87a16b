// An opponent is found: both players must confirm before the ring is empty.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Match } from "../../online/types";
import { Icon } from "../kit/icons";
import { Modal } from "../kit/modal";
import type { PartProps } from "./connection";
import { personName, ratingText } from "./people";
import { useTicking } from "./tick";
import { o } from "./words";

export function MatchDialog({ app, online }: PartProps): JSX.Element {
  const match = online.match.value;
  const decline = (): void => online.declineMatch();
  return (
    <Modal isOpen={match !== null} class="match" labelledBy="match-title" closesOutside={false} onClose={decline}>
      {match && <Found key={match.matchId} app={app} online={online} match={match} />}
    </Modal>
  );
}

function Found({ app, online, match }: PartProps & { match: Match }): JSX.Element {
  const { opponent, isConfirmed } = match;
  const name = personName(app, opponent);
  return (
    <div class="found">
      <h2 id="match-title">{o(app, "match.title")}</h2>
      <Ring app={app} online={online} match={match} />
      <p class="against">
        <strong>{name}</strong>
        {opponent.rating !== null && <small>{o(app, "match.rating", { rating: ratingText(opponent) })}</small>}
      </p>
      <div class="pair">
        <button type="button" class="quiet" onClick={() => online.declineMatch()}>
          {o(app, "match.decline")}
        </button>
        <button
          type="button"
          class="primary"
          autofocus
          aria-disabled={isConfirmed}
          onClick={() => !isConfirmed && online.confirmMatch()}
        >
          <Icon name={isConfirmed ? "check" : "play"} />
          {o(app, "match.confirm")}
        </button>
      </div>
      <p class="note" role="status">
        {isConfirmed ? o(app, "match.waiting", { name }) : ""}
      </p>
    </div>
  );
}

const around = 2 * Math.PI * 42;

function Ring({ app, match }: PartProps & { match: Match }): JSX.Element {
  const left = (): number => Math.max(0, match.until - performance.now());
  const text = useTicking(() => String(Math.ceil(left() / 1000)), 100);
  const share = left() / match.confirmWithinMs;
  const ring = useRef<SVGCircleElement>(null);
  // One animation to the end, run by the browser: no script per frame.
  useLayoutEffect(() => {
    const circle = ring.current;
    if (!circle) return;
    const animation = circle.animate(
      [{ strokeDashoffset: around * (1 - share) }, { strokeDashoffset: around }],
      { duration: left(), fill: "forwards" },
    );
    return () => animation.cancel();
  }, [match.matchId]);
  return (
    <div class="ring" role="timer" aria-label={o(app, "match.left", { seconds: Number(text.value) })}>
      <svg viewBox="0 0 96 96" aria-hidden="true">
        <circle class="groove" cx="48" cy="48" r="42" />
        <circle ref={ring} class="rest" cx="48" cy="48" r="42" stroke-dasharray={around} />
      </svg>
      <b aria-hidden="true">{text}</b>
    </div>
  );
}
