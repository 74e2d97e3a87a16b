// The record of the game: beside the board on a wide screen, a sheet under it on a phone. Never over it.
import type { JSX } from "preact";
import type { App } from "../app/types";
import { IconButton } from "./controls";
import { Moves } from "./moves";
import { ReviewTab } from "./review";
import { openReview, panel, type Tab } from "./state";
import { t } from "./texts";
import { Transport } from "./transport";
import { Why } from "./why";

export function Panel({ app }: { app: App }): JSX.Element | null {
  const tab = panel.value;
  if (tab === null) return null;
  return (
    <aside class="panel" aria-label={t(app, "panel.title")}>
      <header>
        <div class="tabs" role="tablist" aria-label={t(app, "panel.title")}>
          <TabButton app={app} tab="moves" />
          <TabButton app={app} tab="review" />
        </div>
        <IconButton icon="close" label={t(app, "action.close")} onClick={() => (panel.value = null)} />
      </header>
      <div class="scroll" id="panel-body" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        <Why app={app} />
        {tab === "moves" ? <Moves app={app} /> : <ReviewTab app={app} />}
      </div>
      <Transport app={app} />
    </aside>
  );
}

const names = { moves: "moves.title", review: "review.title" } as const;

function TabButton({ app, tab }: { app: App; tab: Tab }): JSX.Element {
  const isOpen = panel.value === tab;
  const open = (other: Tab): void => {
    if (other === "review" && app.snapshot.value.moves.length > 0) openReview(app);
    else panel.value = other;
  };
  const move = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const other = tab === "moves" ? "review" : "moves";
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
    </button>
  );
}
