// A strip above the board for a question or an explanation. It takes its own space: the board moves down and
// stays fully visible.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Table } from "../../online/types";
import { Icon, type IconName } from "../kit/icons";
import { columnLetter } from "../texts/names";
import { ConnectionStrip, type PartProps } from "./connection";
import { otherOf, personName } from "./people";
import { isResignAsked } from "./state";
import { useTicking } from "./tick";
import { waitText } from "./time";
import { o } from "./words";

export function Notice({ app, online }: PartProps): JSX.Element | null {
  const table = online.table.value;
  if (!table) return null;
  // A finished game of others needs no connection.
  if (table.result !== null && table.seat === null) return null;
  if (online.connection.value !== "online") return <ConnectionStrip app={app} online={online} />;
  if (table.result !== null) return <RematchOffer app={app} online={online} table={table} />;
  if (table.seat === null) return null;
  if (isResignAsked.value) return <AskResign app={app} online={online} />;
  if (table.drawOffer === otherOf(table.seat)) return <DrawOffer app={app} online={online} table={table} />;
  if (table.awayUntil !== null) return <Gone app={app} online={online} table={table} />;
  if (table.premove !== null) return <Premove app={app} online={online} column={table.premove} />;
  return null;
}

interface TableProps extends PartProps {
  readonly table: Table;
}

interface StripProps {
  readonly icon: IconName;
  readonly text: string;
  readonly children?: ComponentChildren;
}

/** Not a live region: `room.ts` announces offers as messages. */
function Strip({ icon, text, children }: StripProps): JSX.Element {
  return (
    <div class="strip">
      <Icon name={icon} />
      <p>{text}</p>
      {children && <div class="answers">{children}</div>}
    </div>
  );
}

interface AnswersProps {
  readonly yes: string;
  readonly no: string;
  onYes(): void;
  onNo(): void;
}

function Answers({ yes, no, onYes, onNo }: AnswersProps): JSX.Element {
  return (
    <>
      <button type="button" class="primary" onClick={onYes}>
        {yes}
      </button>
      <button type="button" class="quiet" onClick={onNo}>
        {no}
      </button>
    </>
  );
}

/** The focus goes to the question, and back afterwards. Playing on is the default answer. */
function AskResign({ app, online }: PartProps): JSX.Element {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    strip.current?.querySelector("button")?.focus();
    return () => {
      isResignAsked.value = false; // the game is over: the next one must not begin with this question
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const close = (): void => {
    isResignAsked.value = false;
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    close();
  };
  return (
    <div ref={strip} class="asking" role="alertdialog" aria-label={o(app, "ask.resign")} onKeyDown={onKey}>
      <Strip icon="flag" text={o(app, "ask.resign")}>
        <Answers
          yes={o(app, "ask.no")}
          no={o(app, "ask.yes")}
          onYes={close}
          onNo={() => {
            close();
            online.resign();
          }}
        />
      </Strip>
    </div>
  );
}

interface OfferProps extends TableProps {
  readonly icon: IconName;
  readonly text: "offer.draw" | "offer.rematch";
  answer(isAccepted: boolean): void;
}

/** The opponent's offer, to accept or to decline. */
function Offer({ app, table, icon, text, answer }: OfferProps): JSX.Element {
  const name = personName(app, table.people[otherOf(table.seat ?? 0)]);
  return (
    <Strip icon={icon} text={o(app, text, { name })}>
      <Answers
        yes={o(app, "offer.accept")}
        no={o(app, "offer.decline")}
        onYes={() => answer(true)}
        onNo={() => answer(false)}
      />
    </Strip>
  );
}

function DrawOffer(props: TableProps): JSX.Element {
  return <Offer {...props} icon="equal" text="offer.draw" answer={(isAccepted) => props.online.answerDraw(isAccepted)} />;
}

/** The result asks the same question, where it is shown. */
function RematchOffer(props: TableProps): JSX.Element | null {
  const { app, online, table } = props;
  if (table.seat === null || table.rematch !== "offered" || app.phase.value === "over") return null;
  return <Offer {...props} icon="again" text="offer.rematch" answer={(isAccepted) => online.answerRematch(isAccepted)} />;
}

/** Only a visible countdown: the live region announces the absence once, not every second. */
function Gone({ app, online, table }: TableProps): JSX.Element {
  const name = personName(app, table.people[otherOf(table.seat ?? 0)]);
  const text = useTicking(() => {
    const left = (online.table.value?.awayUntil ?? 0) - performance.now();
    return o(app, "notice.away", { name, time: waitText(left) });
  }, 500);
  return (
    <div class="strip">
      <Icon name="offline" />
      <p>{text}</p>
    </div>
  );
}

function Premove({ app, online, column }: PartProps & { column: number }): JSX.Element {
  return (
    <Strip icon="bolt" text={o(app, "notice.premove", { column: columnLetter(app.snapshot.value, column) })}>
      <button type="button" class="quiet" onClick={() => online.setPremove(null)}>
        {o(app, "notice.undo")}
      </button>
    </Strip>
  );
}
