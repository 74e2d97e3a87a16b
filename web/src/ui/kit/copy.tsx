// A text with a button that copies it.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { Field } from "./controls";
import { Icon } from "./icons";
import { t } from "../texts/texts";

export function useCopy(app: App, text: string): { readonly isCopied: boolean; copy(): void } {
  const isCopied = useSignal(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      isCopied.value = true;
      app.say("message.copied");
    } catch {
      app.say("message.copyFailed", {}, "refusal");
    }
  };
  return { isCopied: isCopied.value, copy: () => void copy() };
}

export function Copy({ app, label, text }: { app: App; label: string; text: string }): JSX.Element {
  const { isCopied, copy } = useCopy(app, text);
  return (
    <div class="copy">
      <Field label={label}>
        <input type="text" readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <button
        type="button"
        class="quiet"
        aria-label={`${t(app, "share.copy")}: ${label}`}
        onClick={copy}
      >
        <Icon name={isCopied ? "check" : "copy"} />
        {t(app, isCopied ? "share.copied" : "share.copy")}
      </button>
    </div>
  );
}
