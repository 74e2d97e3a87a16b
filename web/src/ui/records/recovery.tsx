// A new recovery code, shown once, to copy or save.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { App } from "../../app/types";
import { useCopy } from "../kit/copy";
import { Icon } from "../kit/icons";
import { saveFile } from "../kit/save";
import { r } from "./words";

interface Props {
  readonly app: App;
  readonly code: string;
  onKept(): void;
}

export function RecoveryCode({ app, code, onKept }: Props): JSX.Element {
  const { isCopied, copy } = useCopy(app, code);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [code]);
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
        <button type="button" class="quiet" onClick={copy}>
          <Icon name={isCopied ? "check" : "copy"} />
          {r(app, isCopied ? "recovery.copied" : "recovery.copy")}
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
