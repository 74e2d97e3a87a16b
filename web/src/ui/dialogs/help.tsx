// The rules in short, and the keys of keys.ts.
import type { JSX } from "preact";
import type { App, Tour } from "../../app/types";
import { Icon } from "../kit/icons";
import { bindings } from "../game/keys";
import { english } from "../texts/english";
import { type Key, t } from "../texts/texts";

function keyText(app: App, shown: string): string {
  return shown in english ? t(app, shown as Key) : shown;
}

export function Help({ app }: { app: App }): JSX.Element {
  return (
    <div class="body prose" tabIndex={0}>
      <h3>{t(app, "help.rules")}</h3>
      <p>{t(app, "help.rule1")}</p>
      <p>{t(app, "help.rule2")}</p>
      <p>{t(app, "help.rule3")}</p>
      {app.remote.value === null && (
        <>
          <TourButton app={app} tour="cube" label={t(app, "help.cube")} />
          <TourButton app={app} tour="solution" label={t(app, "help.solution")} />
        </>
      )}
      <h3>{t(app, "help.mouse")}</h3>
      <p>{t(app, "help.mouse1")}</p>
      <p>{t(app, "help.mouse2")}</p>
      <h3>{t(app, "help.scores")}</h3>
      <p>{t(app, "help.scores1")}</p>
      <p>{t(app, "help.scores2")}</p>
      <button type="button" class="quiet" onClick={() => (app.dialog.value = "terms")}>
        <Icon name="info" />
        {t(app, "terms.title")}
      </button>
      <h3>{t(app, "help.keys")}</h3>
      <KeyTable app={app} />
      <p>{t(app, "help.letters")}</p>
    </div>
  );
}

function TourButton({ app, tour, label }: { app: App; tour: Tour; label: string }): JSX.Element {
  const start = (): void => {
    app.dialog.value = null;
    app.startTour(tour);
  };
  return (
    <button type="button" class="quiet" onClick={start}>
      <Icon name="corner" />
      {label}
    </button>
  );
}

function KeyTable({ app }: { app: App }): JSX.Element {
  return (
    <table class="keys">
      <thead class="hidden">
        <tr>
          <th scope="col">{t(app, "help.key")}</th>
          <th scope="col">{t(app, "help.does")}</th>
        </tr>
      </thead>
      <tbody>
        {bindings.map((binding) => (
          <tr key={binding.does}>
            <th scope="row">
              {binding.shown.map((shown) => (
                <kbd key={shown}>{keyText(app, shown)}</kbd>
              ))}
            </th>
            <td>{t(app, binding.does)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
