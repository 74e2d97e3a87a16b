// The start page: the board with its demonstration, and one press to play.
import { useSignal, useSignalEffect, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { App, Message } from "../../app/types";
import { chooseRules, RulesRow } from "../dialogs/rules";
import { BoardFields, boardOf, draftOf, makeDraft, type Draft } from "../dialogs/setup";
import { Stage } from "../game/stage";
import { DialogButton, IconButton } from "../kit/controls";
import { Logo } from "../kit/logo";
import { Slot } from "../slot";
import { t, tell } from "../texts/texts";
import { Continue } from "./continue";
import { First, Play } from "./play";
import { Ways } from "./ways";

/** The first visit to the start page leaves the focus alone; after a game it goes to Play. */
let wasLeft = false;

export function Welcome({ app }: { app: App }): JSX.Element {
  const draft = useMemo(() => makeDraft(app), [app]);
  const play = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (wasLeft && document.activeElement === document.body) play.current?.focus({ preventScroll: true });
    return () => void (wasLeft = true);
  }, []);
  useEffect(() => playOnEnter(app, play), [app]);
  return (
    <main class="welcome">
      <Stage app={app} />
      <div class="side">
        <header>
          <h1>
            <Logo />
            {t(app, "app.name")}
          </h1>
          <p>{t(app, "app.tagline")}</p>
        </header>
        <div class="card">
          <Slot app={app} part="Pill" />
          <Play app={app} draft={draft} button={play} />
          <Continue app={app} />
          <Ways app={app} draft={draft} />
          <Boards app={app} draft={draft} />
        </div>
        <footer>
          <Language app={app} />
          <span class="space" />
          {app.canInstall.value && <IconButton icon="save" label={t(app, "welcome.install")} onClick={() => app.install()} />}
          <Slot app={app} part="Me" />
          <DialogButton app={app} icon="share" dialog="share" />
          <DialogButton app={app} icon="sliders" dialog="settings" />
          <DialogButton app={app} icon="help" dialog="help" />
        </footer>
      </div>
    </main>
  );
}

/** Enter plays while nothing else has the focus. */
function playOnEnter(app: App, play: { readonly current: HTMLButtonElement | null }): () => void {
  const listen = (event: KeyboardEvent): void => {
    const isFree = document.activeElement === document.body && app.dialog.peek() === null && app.screen.peek() === null;
    if (event.key === "Enter" && isFree && !event.repeat) play.current?.click();
  };
  addEventListener("keydown", listen);
  return () => removeEventListener("keydown", listen);
}

/** Another board appears behind the page as soon as it is picked. */
function Boards({ app, draft }: { app: App; draft: Signal<Draft> }): JSX.Element {
  const wrong = useSignal<Message | null>(null);
  const asked = useRef(boardOf(draft.peek()));
  const variant = useRef(app.setup.peek().variant);
  // Other rules may bring another board.
  useSignalEffect(() => {
    const setup = app.setup.value;
    if (setup.variant === variant.current) return;
    variant.current = setup.variant;
    asked.current = setup.board;
    wrong.value = null;
    draft.value = draftOf(setup);
  });
  useSignalEffect(() => {
    const board = boardOf(draft.value);
    if (board === asked.current) return;
    asked.current = board;
    void app.prepare({ board }).then((message) => asked.current === board && (wrong.value = message));
  });
  return (
    <section class="fields" aria-label={t(app, "setup.board")}>
      <BoardFields app={app} draft={draft} />
      <p class="wrong" role="status">
        {wrong.value && tell(app, wrong.value)}
      </p>
      <RulesRow
        app={app}
        variant={app.setup.value.variant}
        pie={app.setup.value.pie}
        onOpen={() => (app.dialog.value = "rules")}
        onClassic={() => chooseRules(app, "standard", false)}
      />
      <First app={app} />
    </section>
  );
}

const languages = { en: ["de", "Deutsch"], de: ["en", "English"] } as const;

/** Names the other language, in that language; by its code where the row is full. */
function Language({ app }: { app: App }): JSX.Element {
  const [language, name] = languages[app.settings.value.language];
  return (
    <button type="button" class="language" lang={language} onClick={() => app.change({ language })}>
      <span class="long">{name}</span>
      <span class="short" aria-hidden="true">{language.toUpperCase()}</span>
    </button>
  );
}
