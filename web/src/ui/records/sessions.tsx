// The devices that are logged in, and logging them out.
import type { JSX } from "preact";
import { endSession, fetchSessions, logOut, logOutEverywhere } from "../../records/calls";
import { useRequest } from "../../records/requests";
import type { Session } from "../../records/types";
import type { AccountProps } from "./account";
import { useSending, Wrong } from "./form";
import { Failed } from "./parts";
import { dayText, r } from "./words";

function deviceText({ app }: AccountProps, { browser, system }: Session): string {
  if (browser && system) return r(app, "session.device", { browser, system });
  return browser ?? system ?? r(app, "session.unknown");
}

interface RowProps {
  readonly account: AccountProps;
  readonly session: Session;
  onEnded(): void;
}

function Row({ account, session, onEnded }: RowProps): JSX.Element {
  const { app, online } = account;
  const sending = useSending();
  const device = deviceText(account, session);
  const end = (): void => sending.send(() => endSession(online.api, session.id), onEnded);
  return (
    <li>
      <div>
        <strong>{device}</strong>
        <p class="note">
          {session.isCurrent
            ? r(app, "session.current")
            : r(app, "session.seen", { day: dayText(app, session.seenAt) })}
        </p>
      </div>
      {!session.isCurrent && (
        <button
          type="button"
          class="quiet"
          aria-label={r(app, "session.endOf", { device })}
          aria-busy={sending.isBusy}
          onClick={end}
        >
          {r(app, "session.end")}
        </button>
      )}
      <Wrong text={sending.rest(app, [])} />
    </li>
  );
}

export function SessionPart(props: AccountProps): JSX.Element {
  const { app, online, changed } = props;
  const sending = useSending();
  const { value, refusal, retry } = useRequest("sessions", (signal) => fetchSessions(online.api, signal));
  const leave = (): void =>
    sending.send(
      () => logOut(online.api),
      () => void online.useToken(null).then(() => changed("said.loggedOut")),
    );
  const leaveAll = (): void =>
    sending.send(
      () => logOutEverywhere(online.api),
      ({ token }) => void online.useToken(token).then(() => (changed("said.loggedOutAll"), retry())),
    );
  const sessions = value && [...value.sessions].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  const ended = (): void => (changed("said.sessionEnded"), retry());
  return (
    <>
      {refusal && <Failed app={app} refusal={refusal} retry={retry} />}
      <ul class="devices">
        {sessions?.map((session) => <Row key={session.id} account={props} session={session} onEnded={ended} />)}
      </ul>
      <p class="note">{r(app, "session.hint")}</p>
      <div class="pair">
        <button type="button" class="quiet" onClick={leave}>
          {r(app, "session.logOut")}
        </button>
        <button type="button" class="quiet" onClick={leaveAll}>
          {r(app, "session.logOutAll")}
        </button>
      </div>
      <Wrong text={sending.rest(app, [])} />
    </>
  );
}
