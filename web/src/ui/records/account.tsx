// My account: creating one, logging in, recovery code, sessions, data.
import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import type { App } from "../../app/types";
import type { Online } from "../../online/types";
import { fetchSelf, renewRecovery } from "../../records/calls";
import type { Self } from "../../records/types";
import { useRequest } from "../../records/requests";
import { Avatar } from "../kit/avatar";
import { DeletePart, ExportPart } from "./account_data";
import { CreateForm, LoginForm, NameForm, PasswordForm } from "./account_forms";
import { Failed, type ScreenProps, useConnection, useFocusRescue, Waiting } from "./parts";
import { PasskeyPart } from "./passkeys";
import { Confirmed } from "./proof";
import { RecoveryCode } from "./recovery";
import { LogPart } from "./account_log";
import { SessionPart } from "./sessions";
import { TotpPart } from "./totp";
import { playerName } from "../texts/texts";
import { r, type Word } from "./words";

export interface AccountProps {
  readonly app: App;
  readonly online: Online;
  readonly self: Self;
  /** A proof from a login by recovery code: a new password needs no old one. */
  readonly granted: string | null;
  /** The account has changed. A new recovery code is shown once. */
  changed(said: Word, recoveryCode?: string, granted?: string): void;
}

export function Account({ app, online }: ScreenProps): JSX.Element {
  useConnection(online);
  const me = online.me.value;
  const changes = useSignal(0);
  const said = useSignal<Word | null>(null);
  const code = useSignal<string | null>(null);
  const granted = useSignal<string | null>(null);
  const status = useFocusRescue();
  const { value, refusal, retry } = useRequest(JSON.stringify([me?.playerId, me?.name, changes.value]), (signal) =>
    fetchSelf(online.api, signal),
  );
  const changed = (word: Word, recoveryCode?: string, proof?: string): void => {
    granted.value = proof ?? null;
    if (recoveryCode !== undefined) refreshSession(online);
    said.value = word;
    code.value = recoveryCode ?? code.peek();
    changes.value += 1;
  };
  const isUnknown = refusal !== null && me === null; // not connected yet: the session brings the answer
  return (
    <div class="records account">
      <p class="said" role="status" tabIndex={-1} ref={status}>
        {said.value && r(app, said.value)}
      </p>
      {code.value !== null && <RecoveryCode app={app} code={code.value} onKept={() => (code.value = null)} />}
      {refusal && !isUnknown && <Failed app={app} refusal={refusal} retry={retry} />}
      {!value && (!refusal || isUnknown) && <Waiting app={app} />}
      {value && (
        <Parts
          key={value.playerId}
          app={app}
          online={online}
          self={value}
          granted={granted.value}
          changed={changed}
        />
      )}
    </div>
  );
}

/** A guest who now has an account reconnects, so that the session says so too. Never in the middle of a game. */
function refreshSession(online: Online): void {
  const isBusy = online.table.peek() !== null || online.waiting.peek() !== null || online.invitation.peek() !== null;
  if (online.me.peek()?.isGuest && !isBusy) void online.useToken(online.token());
}

/** Two columns where there is the width for them. */
function Parts(props: AccountProps): JSX.Element {
  const { app, self } = props;
  const isGuest = self.account === null;
  return (
    <>
      <Standing app={app} self={self} />
      <div class="halves">
        <div>
          <Part title={r(app, "account.name")}>
            <NameForm {...props} />
          </Part>
          {self.isModerator && (
            <Part title={r(app, "moderation.title")}>
              <button type="button" class="quiet" onClick={() => (app.screen.value = { kind: "moderation" })}>
                {r(app, "moderation.open")}
              </button>
            </Part>
          )}
          {isGuest ? <Create {...props} /> : <Secrets {...props} />}
        </div>
        <div>
          {isGuest ? <LogIn {...props} /> : <Devices {...props} />}
          <Part title={r(app, "data.title")}>
            <ExportPart {...props} />
            <DeletePart {...props} />
          </Part>
        </div>
      </div>
    </>
  );
}

function Standing({ app, self }: { app: App; self: Self }): JSX.Element {
  const { account } = self;
  const word = account === null ? "account.isGuest" : account.login === null ? "account.isCode" : "account.isMember";
  return (
    <header class="standing">
      <Avatar id={self.playerId} />
      <div>
        <h3>
          <bdi>{account?.login ?? playerName(app, self.name)}</bdi>
        </h3>
        <p class="note">{r(app, word)}</p>
      </div>
      <button
        type="button"
        class="quiet"
        onClick={() => (app.screen.value = { kind: "profile", playerId: self.playerId })}
      >
        {r(app, "account.profile")}
      </button>
    </header>
  );
}

export function Part({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <section class="part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Create(props: AccountProps): JSX.Element {
  const { app } = props;
  return (
    <Part title={r(app, "create.title")}>
      <p class="note">{r(app, "create.why")}</p>
      <CreateForm {...props} />
      <RecoveryPart {...props} word="recovery.only" hint="recovery.onlyHint" />
    </Part>
  );
}

function LogIn(props: AccountProps): JSX.Element {
  const { app } = props;
  return (
    <Part title={r(app, "login.title")}>
      <p class="note">{r(app, "login.warn")}</p>
      <LoginForm {...props} />
    </Part>
  );
}

function Secrets(props: AccountProps): JSX.Element {
  const { app, self } = props;
  return (
    <>
      <Part title={r(app, self.account?.hasPassword ? "password.title" : "password.set")}>
        <PasswordForm {...props} />
      </Part>
      <Part title={r(app, "recovery.title")}>
        <RecoveryPart
          {...props}
          word={self.account?.hasRecoveryCode ? "recovery.renew" : "recovery.make"}
          hint={self.account?.hasRecoveryCode ? "recovery.renewHint" : "recovery.makeHint"}
        />
      </Part>
      {self.account?.hasPassword && (
        <Part title={r(app, "totp.title")}>
          <TotpPart {...props} />
        </Part>
      )}
    </>
  );
}

function Devices(props: AccountProps): JSX.Element {
  const { app } = props;
  return (
    <>
      <Part title={r(app, "passkey.title")}>
        <PasskeyPart {...props} />
      </Part>
      <Part title={r(app, "session.title")}>
        <SessionPart {...props} />
      </Part>
      <Part title={r(app, "log.title")}>
        <LogPart {...props} />
      </Part>
    </>
  );
}

/** A recovery code is a key: its owner can log in as this player. */
function RecoveryPart(props: AccountProps & { readonly word: Word; readonly hint: Word }): JSX.Element {
  const { app, online, changed, word, hint } = props;
  return (
    <div class="choiceline">
      <p class="note">{r(app, hint)}</p>
      <Confirmed
        account={props}
        label={r(app, word)}
        act={(proof) => renewRecovery(online.api, proof)}
        done={({ recoveryCode }) => changed("said.recovery", recoveryCode)}
      />
    </div>
  );
}
