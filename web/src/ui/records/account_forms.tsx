// The forms of an account: name, login, passwords, recovery code.
import { useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { App } from "../../app/types";
import { isGuestName } from "../../online/session";
import { changePassword, createAccount, logIn, logInByPasskey, logInSecond, logInSecondByPasskey, type NewSession, type SecondStep } from "../../records/calls";
import { canUsePasskeys } from "../../records/webauthn";
import { strengthOf } from "../../records/strength";
import { Choice } from "../kit/controls";
import type { AccountProps } from "./account";
import { CodeField, useProof } from "./proof";
import { Form, Input, PasswordInput, useSending, Wrong } from "./form";
import { r, type Word } from "./words";

function Submit({ label, isBusy, kind = "primary" }: { label: string; isBusy: boolean; kind?: string }): JSX.Element {
  return (
    <button type="submit" class={kind} aria-busy={isBusy}>
      {label}
    </button>
  );
}

export function NameForm({ app, online, self, changed }: AccountProps): JSX.Element {
  const name = useSignal(isGuestName(self.name) ? "" : self.name);
  const sending = useSending();
  const submit = (): void =>
    sending.send(
      async () => {
        const refusal = await online.setName(name.value);
        return refusal ? { ok: false, refusal } : { ok: true, value: null };
      },
      () => changed("said.name"),
    );
  return (
    <Form onSubmit={submit} label={r(app, "account.name")}>
      <Input
        label={r(app, "account.nameField")}
        value={name.value}
        wrong={sending.wrong(app, "name")}
        autocomplete="nickname"
        maxLength={20}
        onInput={(value) => (name.value = value)}
      />
      <Wrong text={sending.rest(app, ["name"])} />
      <Submit label={r(app, "account.rename")} isBusy={sending.isBusy} kind="quiet" />
    </Form>
  );
}

function Strength({ app, password, login }: { app: App; password: string; login: string }): JSX.Element {
  if (password === "") return <span>{r(app, "strength.hint")}</span>;
  const strength = strengthOf(password, login);
  return (
    <span class={`strength ${strength}`}>
      <i aria-hidden="true" />
      {r(app, `strength.${strength}`)}
    </span>
  );
}

interface KeyProps {
  readonly app: App;
  readonly text: Signal<string>;
  readonly wrong: string;
}

function LoginInput({ app, text, wrong, hint }: KeyProps & { hint?: string }): JSX.Element {
  return (
    <Input
      label={r(app, "account.login")}
      value={text.value}
      wrong={wrong}
      hint={hint}
      autocomplete="username"
      maxLength={20}
      onInput={(value) => (text.value = value)}
    />
  );
}

interface PasswordProps extends KeyProps {
  readonly label: Word;
  readonly login?: string;
}

/** With `login` it is a new password, which must not contain the login; without, it is the present one. */
function Password({ app, text, wrong, label, login }: PasswordProps): JSX.Element {
  const isNew = login !== undefined;
  return (
    <PasswordInput
      app={app}
      label={r(app, label)}
      value={text.value}
      wrong={wrong}
      hint={isNew && <Strength app={app} password={text.value} login={login} />}
      autocomplete={isNew ? "new-password" : "current-password"}
      onInput={(value) => (text.value = value)}
    />
  );
}

export function CreateForm({ app, online, changed }: AccountProps): JSX.Element {
  const login = useSignal("");
  const password = useSignal("");
  const sending = useSending();
  const submit = (): void =>
    sending.send(
      () => createAccount(online.api, login.value.trim(), password.value),
      ({ recoveryCode }) => changed("said.created", recoveryCode),
    );
  return (
    <Form onSubmit={submit} label={r(app, "create.title")}>
      <LoginInput app={app} text={login} wrong={sending.wrong(app, "login")} hint={r(app, "account.loginHint")} />
      <Password
        app={app}
        label="account.password"
        text={password}
        login={login.value}
        wrong={sending.wrong(app, "newPassword")}
      />
      <Wrong text={sending.rest(app, ["login", "newPassword"])} />
      <Submit label={r(app, "create.submit")} isBusy={sending.isBusy} />
    </Form>
  );
}

function CodeInput({ app, text, wrong }: KeyProps): JSX.Element {
  return (
    <Input
      label={r(app, "recovery.code")}
      value={text.value}
      wrong={wrong}
      autocomplete="off"
      maxLength={80}
      onInput={(value) => (text.value = value)}
    />
  );
}

interface SecondProps extends AccountProps {
  readonly step: SecondStep;
  onEnter(session: NewSession): void;
  onBack(): void;
}

/** After a right password: the code of the authenticator app, or a passkey. */
function SecondForm({ app, online, step, onEnter, onBack }: SecondProps): JSX.Element {
  const code = useSignal("");
  const sending = useSending();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector("input")?.focus(), []);
  const submit = (): void => sending.send(() => logInSecond(online.api, step, code.value.trim()), onEnter);
  const byPasskey = (): void => sending.send(() => logInSecondByPasskey(online.api, step), onEnter);
  return (
    <div ref={box}>
      <Form onSubmit={submit} label={r(app, "login.second")}>
        <p class="note">{r(app, "login.secondHint")}</p>
        <CodeField
          app={app}
          value={code.value}
          wrong={sending.wrong(app, "password")}
          onInput={(value) => (code.value = value)}
        />
        <Wrong text={sending.rest(app, ["password"])} />
        <div class="pair">
          <Submit label={r(app, "login.submit")} isBusy={sending.isBusy} />
          {step.passkeys.length > 0 && canUsePasskeys() && (
            <button type="button" class="quiet" onClick={byPasskey}>
              {r(app, "passkey.use")}
            </button>
          )}
          <button type="button" class="quiet" onClick={onBack}>
            {r(app, "proof.cancel")}
          </button>
        </div>
      </Form>
    </div>
  );
}

export function LoginForm(props: AccountProps): JSX.Element {
  const { app, online, changed } = props;
  const step = useSignal<SecondStep | null>(null);
  const enter = ({ token, recoveryCode, proof }: NewSession): void =>
    void online
      .useToken(token)
      .then(() => changed(recoveryCode ? "said.recovered" : "said.loggedIn", recoveryCode, proof));
  const by = useSignal<"password" | "code">("password");
  const login = useSignal("");
  const password = useSignal("");
  const code = useSignal("");
  const sending = useSending();
  const isCode = by.value === "code";
  const wrong = sending.wrong(app, "password");
  const passwordLogin = () => ({ login: login.value.trim(), password: password.value });
  const submit = (): void =>
    sending.send(
      () => logIn(online.api, isCode ? { recoveryCode: code.value.trim() } : passwordLogin()),
      (answer) => {
        if ("token" in answer) enter(answer);
        else step.value = answer;
      },
    );
  if (step.value !== null) {
    return <SecondForm {...props} step={step.value} onEnter={enter} onBack={() => (step.value = null)} />;
  }
  const byPasskey = (): void => sending.send(() => logInByPasskey(online.api), enter);
  return (
    <Form onSubmit={submit} label={r(app, "login.title")}>
      <Choice
        legend={r(app, "login.by")}
        name="login-by"
        value={by.value}
        options={[
          { value: "password", label: r(app, "account.password") },
          { value: "code", label: r(app, "recovery.code") },
        ]}
        onChange={(value) => (by.value = value)}
      />
      {isCode && <CodeInput app={app} text={code} wrong={wrong} />}
      {!isCode && <LoginInput app={app} text={login} wrong="" />}
      {!isCode && <Password app={app} label="account.password" text={password} wrong={wrong} />}
      <Wrong text={sending.rest(app, ["password"])} />
      <div class="pair">
        <Submit label={r(app, "login.submit")} isBusy={sending.isBusy} kind="quiet" />
        {canUsePasskeys() && (
          <button type="button" class="quiet" onClick={byPasskey}>
            {r(app, "passkey.logIn")}
          </button>
        )}
      </div>
    </Form>
  );
}

/** Changes the password, or gives an account that only has a recovery code its first login and password. */
export function PasswordForm(props: AccountProps): JSX.Element {
  const { app, online, self, granted, changed } = props;
  const login = useSignal("");
  const fresh = useSignal("");
  const sending = useSending();
  const proof = useProof(props, sending, granted);
  const hasLogin = self.account?.login != null;
  const name = self.account?.login ?? login.value;
  const submit = (): void =>
    sending.send(
      async () => {
        const answer = await proof.ask();
        if (!answer.ok) return answer;
        const change = { newPassword: fresh.value, ...(!hasLogin && { login: login.value.trim() }) };
        return changePassword(online.api, change, answer.value);
      },
      ({ token }) => {
        fresh.value = "";
        void online.useToken(token).then(() => changed("said.password"));
      },
    );
  return (
    <Form onSubmit={submit} label={r(app, "password.title")}>
      <p class="note">{r(app, granted ? "password.granted" : "password.hint")}</p>
      {proof.fields}
      {!hasLogin && (
        <LoginInput app={app} text={login} wrong={sending.wrong(app, "login")} hint={r(app, "account.loginHint")} />
      )}
      <Password app={app} label="password.new" text={fresh} login={name} wrong={sending.wrong(app, "newPassword")} />
      <Wrong text={sending.rest(app, ["password", "login", "newPassword"])} />
      <Submit label={r(app, "password.submit")} isBusy={sending.isBusy} kind="quiet" />
    </Form>
  );
}
