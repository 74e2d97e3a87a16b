// The second factor: codes of an authenticator app.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { encode, pathOf } from "../../online/qr";
import { beginTotp, confirmTotp, endTotp, type NewTotp } from "../../records/calls";
import type { AccountProps } from "./account";
import { Form, useSending, Wrong } from "./form";
import { CodeField, Confirmed } from "./proof";
import { r } from "./words";

const quiet = 4; // modules around a QR code

function Picture({ text, label }: { text: string; label: string }): JSX.Element {
  const code = useMemo(() => encode(text), [text]);
  const side = code.size + 2 * quiet;
  return (
    <svg class="qr" viewBox={`-${quiet} -${quiet} ${side} ${side}`} role="img" aria-label={label}>
      <path d={pathOf(code)} />
    </svg>
  );
}

/** Shows the secret, and turns it on with a first code. */
function Confirm({ account, fresh, onDone }: { account: AccountProps; fresh: NewTotp; onDone(): void }): JSX.Element {
  const { app, online } = account;
  const code = useSignal("");
  const sending = useSending();
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const submit = (): void => sending.send(() => confirmTotp(online.api, fresh.ticket, code.value.trim()), onDone);
  return (
    <Form onSubmit={submit} label={r(app, "totp.title")}>
      <p class="note" tabIndex={-1} ref={heading}>
        {r(app, "totp.scan")}
      </p>
      <Picture text={fresh.uri} label={r(app, "totp.qr")} />
      <code class="secret">{fresh.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
      <CodeField
        app={app}
        value={code.value}
        wrong={sending.wrong(app, "code")}
        onInput={(value) => (code.value = value)}
      />
      <Wrong text={sending.rest(app, ["code"])} />
      <button type="submit" class="primary" aria-busy={sending.isBusy}>
        {r(app, "totp.turnOn")}
      </button>
    </Form>
  );
}

export function TotpPart(props: AccountProps): JSX.Element {
  const { app, online, self, changed } = props;
  const fresh = useSignal<NewTotp | null>(null);
  const isOn = self.account?.hasTotp ?? false;
  if (fresh.value) {
    const done = (): void => {
      fresh.value = null;
      changed("said.totpOn");
    };
    return <Confirm account={props} fresh={fresh.value} onDone={done} />;
  }
  return (
    <div class="choiceline">
      <p class="note">{r(app, isOn ? "totp.isOn" : "totp.why")}</p>
      {isOn ? (
        <Confirmed
          key="off"
          account={props}
          label={r(app, "totp.turnOff")}
          act={(proof) => endTotp(online.api, proof)}
          done={() => changed("said.totpOff")}
        />
      ) : (
        <Confirmed
          key="on"
          account={props}
          label={r(app, "totp.begin")}
          act={(proof) => beginTotp(online.api, proof)}
          done={(value) => (fresh.value = value)}
        />
      )}
    </div>
  );
}
