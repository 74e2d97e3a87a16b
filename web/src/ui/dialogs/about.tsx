import type { JSX } from "preact";
import type { App } from "../../app/types";
import { Icon } from "../kit/icons";
import { t } from "../texts/texts";

export function About({ app }: { app: App }): JSX.Element {
  return (
    <div class="body prose">
      <p>{t(app, "about.text")}</p>
      <p>{t(app, "about.private")}</p>
      {app.isKept.value && <p>{t(app, "about.kept")}</p>}
      {app.canInstall.value && (
        <button type="button" class="primary" onClick={() => app.install()}>
          <Icon name="save" />
          {t(app, "welcome.install")}
        </button>
      )}
    </div>
  );
}
