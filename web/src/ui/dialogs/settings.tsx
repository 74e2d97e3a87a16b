// Settings take effect at once; there is nothing to confirm.
import type { JSX } from "preact";
import type { App, Settings } from "../../app/types";
import type { Finish, Lens, Quality } from "../../scene/types";
import { Choice, Field, Switch } from "../kit/controls";
import { Icon } from "../kit/icons";
import { t } from "../texts/texts";

const themes: readonly Settings["theme"][] = ["system", "classic", "dark", "contrast"];
const finishes: readonly Finish[] = ["plastic", "metal"];
const lenses: readonly Lens[] = ["normal", "wide"];
const motions: readonly Settings["motion"][] = ["system", "full", "reduced"];
const qualities: readonly (Quality | "auto")[] = ["auto", "low", "medium", "high"];

export function SettingsForm({ app }: { app: App }): JSX.Element {
  return (
    <div class="body">
      <LookSettings app={app} />
      <SoundSettings app={app} />
      <PlaySettings app={app} />
      <div class="pair">
        <button type="button" class="quiet" onClick={() => app.resetTally()}>
          {t(app, "settings.reset")}
        </button>
        <button type="button" class="quiet" onClick={() => (app.dialog.value = "about")}>
          <Icon name="info" />
          {t(app, "action.about")}
        </button>
      </div>
    </div>
  );
}

function LookSettings({ app }: { app: App }): JSX.Element {
  const settings = app.settings.value;
  return (
    <>
      <Choice
        legend={t(app, "settings.language")}
        name="language"
        options={[
          { value: "en", label: "English" },
          { value: "de", label: "Deutsch" },
        ]}
        value={settings.language}
        onChange={(language) => app.change({ language })}
      />
      <Choice
        legend={t(app, "settings.theme")}
        name="theme"
        options={themes.map((value) => ({ value, label: t(app, `theme.${value}`) }))}
        value={settings.theme}
        onChange={(theme) => app.change({ theme })}
      />
      <Choice
        legend={t(app, "settings.finish")}
        name="finish"
        options={finishes.map((value) => ({ value, label: t(app, `finish.${value}`) }))}
        value={settings.finish}
        onChange={(finish) => app.change({ finish })}
      />
      <Switch
        label={t(app, "settings.marks")}
        hint={t(app, "settings.marksHint")}
        checked={settings.marks}
        onChange={(marks) => app.change({ marks })}
      />
      <Choice
        legend={t(app, "settings.motion")}
        name="motion"
        options={motions.map((value) => ({ value, label: t(app, `motion.${value}`) }))}
        value={settings.motion}
        onChange={(motion) => app.change({ motion })}
      />
      <Choice
        legend={t(app, "settings.lens")}
        name="lens"
        options={lenses.map((value) => ({ value, label: t(app, `lens.${value}`) }))}
        value={settings.lens}
        onChange={(lens) => app.change({ lens })}
      />
      <Choice
        legend={t(app, "settings.quality")}
        name="quality"
        options={qualities.map((value) => ({ value, label: t(app, `quality.${value}`) }))}
        value={settings.quality}
        onChange={(quality) => app.change({ quality })}
      />
    </>
  );
}

function SoundSettings({ app }: { app: App }): JSX.Element {
  const { sound, volume } = app.settings.value;
  return (
    <>
      <Switch
        label={t(app, "settings.sound")}
        checked={sound}
        onChange={(value) => app.change({ sound: value })}
      />
      <Field label={t(app, "settings.volume")}>
        <input
          type="range"
          min="0"
          max="1"
          step="0.05"
          value={volume}
          disabled={!sound}
          onInput={(event) => app.change({ volume: event.currentTarget.valueAsNumber })}
        />
      </Field>
    </>
  );
}

function PlaySettings({ app }: { app: App }): JSX.Element {
  const { scores, threats, naturalDelay } = app.settings.value;
  return (
    <>
      <Switch
        label={t(app, "settings.scores")}
        hint={t(app, "settings.scoresHint")}
        checked={scores}
        onChange={(value) => app.change({ scores: value })}
      />
      <Switch
        label={t(app, "settings.threats")}
        checked={threats}
        onChange={(value) => app.change({ threats: value })}
      />
      <Switch
        label={t(app, "settings.delay")}
        hint={t(app, "settings.delayHint")}
        checked={naturalDelay}
        onChange={(value) => app.change({ naturalDelay: value })}
      />
    </>
  );
}
