// A recovery code is shown once: to be copied, saved or written down.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { App } from "../../app/types";
import { Icon } from "../kit/icons";
import { saveFile } from "./parts";
import { r } from "./words";

interface Props {
  readonly app: App;
  readonly code: string;
  onKept(): void;
}

export function RecoveryCode({ app, code, onKept }: Props): JSX.Element {
  const isCopied = useSignal(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [code]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code);
      isCopied.value = true;
      app.say("message.copied");
    } catch {
      app.say("message.copyFailed", {}, "refusal");
    }
  };
  const save = (): void => {
    const text = `${r(app, "recovery.file")}\n\n${code}\n`;
    saveFile(new Blob([text], { type: "text/plain" }), "fourfall-recovery.txt");
  };
  return (
    <section class="recovery" aria-labelledby="recovery-title">
      <h3 id="recovery-title" ref={heading} tabIndex={-1}>
        {r(app, "recovery.yours")}
      </h3>
      <code>{code}</code>
      <p class="note">{r(app, "recovery.once")}</p>
      <div class="pair">
        <button type="button" class="quiet" onClick={() => void copy()}>
          <Icon name={isCopied.value ? "check" : "copy"} />
          {r(app, isCopied.value ? "recovery.copied" : "recovery.copy")}
        </button>
        <button type="button" class="quiet" onClick={save}>
          <Icon name="save" />
          {r(app, "recovery.save")}
        </button>
        <button type="button" class="primary" onClick={onKept}>
          {r(app, "recovery.kept")}
        </button>
      </div>
    </section>
  );
}
