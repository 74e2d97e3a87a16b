// The record of the game: beside the board from 768 pixels, a sheet below it on a phone. It never covers the board.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { IconButton } from "../kit/controls";
import { Moves } from "./moves";
import { ReviewTab } from "./review";
import { Slot } from "../slot";
import { canReview, hasChat, openReview, panel, shownTab, type Tab } from "../state";
import { t } from "../texts/texts";
import { Transport } from "./transport";
import { Why } from "./why";

export function Panel({ app }: { app: App }): JSX.Element | null {
  const tab = shownTab(app);
  if (tab === null) return null;
  return (
    <section class="panel" aria-label={t(app, "panel.title")}>
      <header>
        <div class="tabs" role="tablist" aria-label={t(app, "panel.title")}>
          {tabsOf(app).map((name) => (
            <TabButton key={name} app={app} tab={name} />
          ))}
        </div>
        <IconButton icon="close" label={t(app, "action.close")} onClick={() => (panel.value = null)} />
      </header>
      {tab === "chat" ? <Slot app={app} part="Chat" /> : <Record app={app} tab={tab} />}
    </section>
  );
}

function Record({ app, tab }: { app: App; tab: Tab }): JSX.Element {
  return (
    <>
      <div class="scroll" id="panel-body" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        <Why app={app} />
        {tab === "moves" ? <Moves app={app} /> : <ReviewTab app={app} />}
      </div>
      <Transport app={app} />
    </>
  );
}

/** Only games on the server have a chat; a running online game has no review, nor has a board that is not solved. */
function tabsOf(app: App): readonly Tab[] {
  const remote = app.remote.value;
  const isPlaying = remote !== null && remote.result === null && remote.seat !== null;
  const review: readonly Tab[] = isPlaying || !canReview(app) ? [] : ["review"];
  return ["moves", ...review, ...(hasChat(app) ? (["chat"] as const) : [])];
}

const names = { moves: "moves.title", review: "review.title", chat: "chat.title" } as const;

function TabButton({ app, tab }: { app: App; tab: Tab }): JSX.Element {
  const isOpen = shownTab(app) === tab;
  const unread = tab === "chat" ? (app.online.value?.unread.value ?? 0) : 0;
  const open = (other: Tab): void => {
    if (other === "review" && app.snapshot.value.moves.length > 0) openReview(app);
    else panel.value = other;
  };
  const move = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const tabs = tabsOf(app);
    const step = event.key === "ArrowLeft" ? tabs.length - 1 : 1;
    const other = tabs[(tabs.indexOf(tab) + step) % tabs.length] ?? "moves";
    open(other);
    document.getElementById(`tab-${other}`)?.focus();
  };
  return (
    <button
      type="button"
      role="tab"
      id={`tab-${tab}`}
      aria-selected={isOpen}
      aria-controls="panel-body"
      tabIndex={isOpen ? 0 : -1}
      onKeyDown={move}
      onClick={() => open(tab)}
    >
      {t(app, names[tab])}
      {unread > 0 && " "}
      {unread > 0 && <b class="badge">{unread}</b>}
    </button>
  );
}
