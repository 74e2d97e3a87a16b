// Changes of an account need the password or the recovery code again: the fields for it, and the request.
import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { App } from "../../app/types";
import type { Answer } from "../../online/api";
import { prove, proveByPasskey, type Secret } from "../../records/calls";
import { canUsePasskeys } from "../../records/webauthn";
import type { AccountProps } from "./account";
import { Form, Input, PasswordInput, type Sending, useSending, Wrong } from "./form";
import { r } from "./words";

export interface Proof {
  /** What the player has to type; null for guests, who have no secret. */
  readonly fields: JSX.Element | null;
  /** Gets a proof for one change; undefined where none is needed. */
  ask(): Promise<Answer<string | undefined>>;
}

export function CodeField({ app, value, wrong, onInput }: CodeProps): JSX.Element {
  return (
    <Input
      label={r(app, "totp.code")}
      value={value}
      wrong={wrong}
      autocomplete="one-time-code"
      inputMode="numeric"
      maxLength={7}
      onInput={onInput}
    />
  );
}

interface CodeProps {
  readonly app: App;
  readonly value: string;
  readonly wrong: string;
  onInput(value: string): void;
}

/** `granted`: a proof at hand, from a login by recovery code. */
export function useProof({ app, online, self }: AccountProps, sending: Sending, granted?: string | null): Proof {
  const password = useSignal("");
  const code = useSignal("");
  const recovery = useSignal("");
  const { account } = self;
  const wantsRecovery = useSignal(false);
  const usesRecovery = wantsRecovery.value || !account?.hasPassword;
  const signed = useSignal<string | null>(null); // a proof by passkey
  if (account === null || granted) {
    return { fields: null, ask: () => Promise.resolve({ ok: true, value: granted ?? undefined }) };
  }
  const secret = (): Secret => {
    if (usesRecovery) return { recoveryCode: recovery.value.trim() };
    return { password: password.value, ...(account.hasTotp && { code: code.value.trim() }) };
  };
  const ask = async (): Promise<Answer<string>> => {
    const ready = signed.peek();
    signed.value = null;
    if (ready !== null) return { ok: true, value: ready };
    const answer = await prove(online.api, secret());
    return answer.ok ? { ok: true, value: answer.value.proof } : answer;
  };
  const wrong = sending.wrong(app, "password");
  const sign = (): void => sending.send(() => proveByPasskey(online.api), ({ proof }) => (signed.value = proof));
  if (signed.value !== null) return { fields: <p class="note">{r(app, "passkey.confirmed")}</p>, ask };
  const fields = (
    <>
      {usesRecovery ? (
        <Input
          label={r(app, "recovery.code")}
          value={recovery.value}
          wrong={wrong}
          autocomplete="off"
          maxLength={80}
          onInput={(value) => (recovery.value = value)}
        />
      ) : (
        <>
          <HiddenLogin login={account.login ?? ""} />
          <PasswordInput
            app={app}
            label={r(app, "password.old")}
            value={password.value}
            wrong={wrong}
            autocomplete="current-password"
            onInput={(value) => (password.value = value)}
          />
          {account.hasTotp && (
            <CodeField app={app} value={code.value} wrong="" onInput={(value) => (code.value = value)} />
          )}
        </>
      )}
      <div class="otherways">
        {account.hasPasskey && canUsePasskeys() && (
          <button type="button" class="quiet" onClick={sign}>
            {r(app, "passkey.confirm")}
          </button>
        )}
        {account.hasPassword && account.hasRecoveryCode && (
          <button type="button" class="quiet" onClick={() => (wantsRecovery.value = !wantsRecovery.value)}>
            {r(app, usesRecovery ? "proof.byPassword" : "proof.byCode")}
          </button>
        )}
      </div>
    </>
  );
  return { fields, ask };
}

/** Tells password managers whose password this is. */
function HiddenLogin({ login }: { login: string }): JSX.Element {
  return (
    <input class="hidden" type="text" autocomplete="username" value={login} readOnly tabIndex={-1} aria-hidden="true" />
  );
}

interface ConfirmedProps<T> {
  readonly account: AccountProps;
  readonly label: string;
  /** Names the button where several have the same label. */
  readonly name?: string;
  readonly kind?: string;
  readonly children?: ComponentChildren;
  act(proof: string | undefined): Promise<Answer<T>>;
  done(value: T): void;
}

/** A button that asks for a proof before it acts. For guests it acts at once. */
export function Confirmed<T>(props: ConfirmedProps<T>): JSX.Element {
  const { account, label, act, done, kind = "quiet" } = props;
  const { app } = account;
  const isOpen = useSignal(false);
  const sending = useSending();
  const proof = useProof(account, sending);
  const box = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen.value) box.current?.querySelector<HTMLElement>("input:not(.hidden)")?.focus();
    else if (wasOpen.current) box.current?.querySelector("button")?.focus();
    wasOpen.current = isOpen.value;
  }, [isOpen.value]);
  const submit = (): void =>
    sending.send(
      async () => {
        const answer = await proof.ask();
        return answer.ok ? act(answer.value) : answer;
      },
      (value) => {
        isOpen.value = false;
        done(value);
      },
    );
  if (!isOpen.value || proof.fields === null) {
    const press = (): void => (proof.fields === null ? submit() : void (isOpen.value = true));
    return (
      <div class="confirmed" ref={box}>
        <button type="button" class={kind} aria-label={props.name} aria-busy={sending.isBusy} onClick={press}>
          {label}
        </button>
        <Wrong text={sending.rest(app, [])} />
      </div>
    );
  }
  return (
    <div class="confirmed open" ref={box}>
      <Form onSubmit={submit} label={props.name ?? label}>
        <p class="note">{r(app, "proof.why")}</p>
        {props.children}
        {proof.fields}
        <Wrong text={sending.rest(app, ["password"])} />
        <div class="pair">
          <button type="submit" class={kind} aria-busy={sending.isBusy}>
            {label}
          </button>
          <button type="button" class="quiet" onClick={() => (isOpen.value = false)}>
            {r(app, "proof.cancel")}
          </button>
        </div>
      </Form>
    </div>
  );
}
