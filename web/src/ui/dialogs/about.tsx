import type { JSX } from "preact";
import type { App } from "../../app/types";
import { Icon } from "../kit/icons";
import { t } from "../texts/texts";

/** The operator's privacy notice and imprint: the server puts links into the head of the page where they exist. */
const OPERATORS_PAGES = { "privacy-policy": "about.privacy", imprint: "about.imprint" } as const;

function OperatorsPages({ app }: { app: App }): JSX.Element | null {
  const found = Object.entries(OPERATORS_PAGES).filter(([rel]) => document.head.querySelector(`link[rel="${rel}"]`));
  if (found.length === 0) return null;
  return (
    <p class="legal">
      {found.map(([rel, text]) => (
        <a key={rel} href={`${document.head.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`)?.href ?? ""}?lang=${app.settings.value.language}`}>
          {t(app, text)}
        </a>
      ))}
    </p>
  );
}

export function About({ app }: { app: App }): JSX.Element {
  return (
    <div class="body prose">
      <p>{t(app, "about.text")}</p>
      <p>{t(app, "about.private")}</p>
      {app.isKept.value && <p>{t(app, "about.kept")}</p>}
      <OperatorsPages app={app} />
      {app.canInstall.value && (
        <button type="button" class="primary" onClick={() => app.install()}>
          <Icon name="save" />
          {t(app, "welcome.install")}
        </button>
      )}
    </div>
  );
}
