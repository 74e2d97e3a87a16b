// The start page: four large choices beside the board.
import { useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { App } from "../app/types";
import { DialogButton } from "./kit/controls";
import { Icon, type IconName } from "./kit/icons";
import { Logo } from "./kit/logo";
import { boardTitle } from "./texts/names";
import { BoardFields, boardOf, ComputerFields, type Draft, makeDraft, startDraft } from "./dialogs/setup";
import { Stage } from "./game/stage";
import { t } from "./texts/texts";

type Open = "cpu" | "board" | null;

export function Welcome({ app }: { app: App }): JSX.Element {
  const draft = useMemo(() => makeDraft(app), [app]);
  const open = useSignal<Open>(null);
  return (
    <main class="welcome">
      <Stage app={app} />
      <section class="card" aria-labelledby="name">
        <header>
          <h1 id="name">
            <Logo />
            {t(app, "app.name")}
          </h1>
          <p>{t(app, "app.tagline")}</p>
        </header>
        <Choices app={app} draft={draft} open={open} />
        <footer>
          <Languages app={app} />
          {app.canInstall.value && (
            <button type="button" class="quiet" onClick={() => app.install()}>
              <Icon name="save" />
              {t(app, "welcome.install")}
            </button>
          )}
          <span class="space" />
          <DialogButton app={app} icon="share" dialog="share" />
          <DialogButton app={app} icon="sliders" dialog="settings" />
          <DialogButton app={app} icon="help" dialog="help" />
        </footer>
      </section>
    </main>
  );
}

interface ChoicesProps {
  readonly app: App;
  readonly draft: Signal<Draft>;
  readonly open: Signal<Open>;
}

function Choices({ app, draft, open }: ChoicesProps): JSX.Element {
  const { level } = draft.value.setup;
  const toggle = (part: Open): void => {
    open.value = open.value === part ? null : part;
  };
  return (
    <div class="choices">
      <Running app={app} />
      <Large
        icon="people"
        title={t(app, "welcome.two")}
        hint={t(app, "welcome.twoHint")}
        onClick={() => startDraft(app, draft.value, { mode: "two" })}
      />
      <PlayOnline app={app} />
      <Large
        icon="cpu"
        title={t(app, "welcome.cpu")}
        hint={t(app, `level.${level}`)}
        expanded={open.value === "cpu"}
        onClick={() => toggle("cpu")}
      />
      {open.value === "cpu" && <ComputerChoice app={app} draft={draft} />}
      <Large
        icon="corner"
        title={t(app, "welcome.board")}
        hint={boardTitle(app, boardOf(draft.value))}
        expanded={open.value === "board"}
        onClick={() => toggle("board")}
      />
      {open.value === "board" && <BoardChoice app={app} draft={draft} />}
    </div>
  );
}

/** Fields that open below their choice scroll into view. */
function Fields({ children }: { children: ComponentChildren }): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div class="fields" ref={element}>
      {children}
    </div>
  );
}

interface StartProps {
  readonly app: App;
  readonly draft: Signal<Draft>;
  readonly mode: "two" | "cpu";
  readonly icon: IconName;
  readonly label: string;
}

function StartButton({ app, draft, mode, icon, label }: StartProps): JSX.Element {
  return (
    <button type="button" class="primary" onClick={() => startDraft(app, draft.value, { mode })}>
      <Icon name={icon} />
      {label}
    </button>
  );
}

function ComputerChoice({ app, draft }: { app: App; draft: Signal<Draft> }): JSX.Element {
  return (
    <Fields>
      <ComputerFields app={app} draft={draft} />
      <StartButton app={app} draft={draft} mode="cpu" icon="play" label={t(app, "setup.start")} />
    </Fields>
  );
}

function BoardChoice({ app, draft }: { app: App; draft: Signal<Draft> }): JSX.Element {
  return (
    <Fields>
      <BoardFields app={app} draft={draft} />
      <div class="pair">
        <StartButton app={app} draft={draft} mode="two" icon="people" label={t(app, "welcome.two")} />
        <StartButton app={app} draft={draft} mode="cpu" icon="cpu" label={t(app, "setup.cpu")} />
      </div>
    </Fields>
  );
}

/** Also says how many games wait for a move there. */
function PlayOnline({ app }: { app: App }): JSX.Element {
  const turns = app.online.value?.turns.value ?? 0;
  return (
    <Large
      icon="globe"
      title={t(app, "welcome.online")}
      hint={turns > 0 ? t(app, "welcome.turns", { turns }) : t(app, "welcome.onlineHint")}
      badge={turns}
      onClick={() => (app.screen.value = { kind: "lobby" })}
    />
  );
}

/** The way back to a live game that is not on the board. */
function Running({ app }: { app: App }): JSX.Element | null {
  const online = app.online.value;
  const running = online?.running.value ?? null;
  if (!running) return null;
  return (
    <button type="button" class="primary" onClick={() => void online?.resume(running.gameId)}>
      <Icon name="play" />
      {t(app, "welcome.running")}
    </button>
  );
}

interface LargeProps {
  readonly icon: IconName;
  readonly title: string;
  readonly hint: string;
  readonly expanded?: boolean;
  readonly badge?: number;
  onClick(): void;
}

function Large({ icon, title, hint, expanded, badge = 0, onClick }: LargeProps): JSX.Element {
  return (
    <button type="button" class="large" aria-expanded={expanded} onClick={onClick}>
      <Icon name={icon} />
      <span>
        <strong>{title}</strong>
        <small>{hint}</small>
      </span>
      {badge > 0 && (
        <b class="badge" aria-hidden="true">
          {badge}
        </b>
      )}
      <Icon name={expanded === undefined ? "chevron" : "down"} />
    </button>
  );
}

function Languages({ app }: { app: App }): JSX.Element {
  const names = { en: "English", de: "Deutsch" } as const;
  return (
    <div class="languages" role="group" aria-label={t(app, "settings.language")}>
      {(["en", "de"] as const).map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={app.settings.value.language === language}
          onClick={() => app.change({ language })}
        >
          {names[language]}
        </button>
      ))}
    </div>
  );
}
