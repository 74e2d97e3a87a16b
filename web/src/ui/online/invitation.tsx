// An invitation: its link to copy or send, and the QR code of the link.
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { encode, pathOf } from "../../online/qr";
import type { Invitation } from "../../online/types";
import { Copy } from "../kit/copy";
import { Icon } from "../kit/icons";
import { send } from "../dialogs/share";
import { t } from "../texts/texts";
import type { PartProps } from "./connection";
import { wishText } from "./wish";
import { o } from "./words";

export function Invited({ app, online, invitation }: PartProps & { invitation: Invitation }): JSX.Element {
  const { link, code, wish } = invitation;
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.scrollIntoView({ block: "start" }), []);
  return (
    <section ref={section} class="invited" aria-label={o(app, "friend.waiting")}>
      <h3>
        <span class="dots" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        {o(app, "friend.waiting")}
      </h3>
      <p class="note">{wishText(app, wish)}</p>
      <Picture app={app} link={link} />
      <p class="note">{o(app, "friend.how")}</p>
      <Copy app={app} label={o(app, "friend.link")} text={link} />
      <Copy app={app} label={o(app, "friend.code")} text={code} />
      <div class="pair">
        {typeof navigator.share === "function" && (
          <button type="button" class="primary" onClick={() => send(link)}>
            <Icon name="share" />
            {t(app, "share.send")}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => online.cancelInvitation()}>
          <Icon name="close" />
          {o(app, "friend.cancel")}
        </button>
      </div>
    </section>
  );
}

/** With the quiet zone of four modules that readers need; dark on light in every theme. */
function Picture({ app, link }: { app: PartProps["app"]; link: string }): JSX.Element {
  const code = useMemo(() => encode(link), [link]);
  const side = code.size + 8;
  return (
    <svg class="qr" viewBox={`-4 -4 ${side} ${side}`} role="img" aria-label={o(app, "friend.qr")}>
      <rect x="-4" y="-4" width={side} height={side} />
      <path d={pathOf(code)} />
    </svg>
  );
}
