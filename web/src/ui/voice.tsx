// The live regions: moves, results and threats are announced politely, refusals at once. Also the visible messages and
// the page's title.
import { effect, useSignal, type Signal } from "@preact/signals";
import { type JSX, render } from "preact";
import { useEffect } from "preact/hooks";
import type { App } from "../app/types";
import { cellColumn, cellPlace, type Snapshot, type Threat } from "../core/types";
import { kindTitle, colorName, endText, isDeep, lastMove, lastPly, columnLetter, statusText } from "./texts/names";
import { actionOf, gameName, kindOfSnapshot, moverAt } from "../core/variants";
import { moveText, taskText } from "./texts/moves";
import { linesLose, showsResult } from "./state";
import { raiseToasts, Toast } from "./toast";
import { lessonText } from "./texts/outcome";
import { t, tell } from "./texts/texts";

/**
 * The voice lives outside the page's own tree: behind an open dialog everything is inert, for screen readers too, so
 * it moves into that dialog and out again.
 */
export function addVoice(app: App): () => void {
  const host = document.createElement("div");
  host.className = "voice";
  document.body.append(host);
  render(<Voice app={app} />, host);
  const follow = (): void => {
    const home = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
    if (host.parentElement === home) return;
    home.append(host);
    raiseToasts(host);
  };
  const observer = new MutationObserver(follow);
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["open"] });
  return () => {
    observer.disconnect();
    render(null, host);
    host.remove();
  };
}

function Voice({ app }: { app: App }): JSX.Element {
  const polite = useSignal("");
  const threats = useSignal("");
  const urgent = useSignal("");
  useEffect(() => sayMoves(app, polite), [app]);
  useEffect(() => sayMessages(app, polite, urgent), [app]);
  useEffect(() => sayThreats(app, threats), [app]);
  useEffect(() => sayTask(app, threats), [app]);
  useEffect(() => sayLesson(app, polite), [app]);
  useEffect(() => sayUpdate(app, polite), [app]);
  useEffect(() => titlePage(app), [app]);
  return (
    <>
      <div class="hidden">
        <p aria-live="polite" role="status">
          {polite}
        </p>
        <p aria-live="polite" role="status">
          {threats}
        </p>
        <p aria-live="assertive" role="alert">
          {urgent}
        </p>
      </div>
      <Toast app={app} />
    </>
  );
}

/** A repeated text is announced again: a no-break space makes it different. */
function say(region: Signal<string>, text: string): void {
  region.value = region.peek() === text ? `${text}\u00a0` : text;
}

function sayMoves(app: App, region: Signal<string>): () => void {
  let before = app.snapshot.peek();
  return effect(() => {
    const after = app.snapshot.value;
    const text = after === before ? "" : changeText(app, before, after);
    before = after;
    if (text) say(region, text);
  });
}

function changeText(app: App, before: Snapshot, after: Snapshot): string {
  if (app.phase.peek() === "welcome") return "";
  const isOther = gameName(kindOfSnapshot(after)) !== gameName(kindOfSnapshot(before));
  if (after.ply === after.first || isOther) return startText(app, after);
  if (after.ply === before.ply + 1) return dropText(app, after);
  if (after.ply === before.ply) return "";
  const key = after.ply < before.ply && app.phase.peek() !== "replay" ? "say.undone" : "say.shown";
  return t(app, key, { ply: after.ply, moves: lastPly(after) });
}

function startText(app: App, after: Snapshot): string {
  return t(app, "say.started", { board: kindTitle(app, kindOfSnapshot(after)), turn: statusText(app) });
}

function dropText(app: App, after: Snapshot): string {
  const move = lastMove(after);
  const isPlain = actionOf(after.moves[after.ply - 1 - after.first] ?? 0) === "drop";
  if (after.variant && !isPlain) return variantText(app, after);
  if (!move) return "";
  const text = t(app, isDeep(after.board) ? "say.dropDeep" : "say.drop", {
    color: colorName(app, move.player),
    column: columnLetter(after, move.column),
    row: move.row,
  });
  // The result of an online game comes from the server.
  return after.status === "playing" || app.remote.peek() ? text : `${text} ${endText(app, after.winner)}`;
}

/** A pop, a power, a turn of the board or a swap, and what comes of it. */
function variantText(app: App, after: Snapshot): string {
  const mover = moverAt(after, after.ply - 1);
  const kept = after.variant?.kept[mover] ?? 0;
  const parts = [
    moveText(app, after, after.ply - 1),
    kept > 0 ? t(app, "say.kept", { color: colorName(app, mover), kept }) : "",
    after.status === "playing" || app.remote.peek() ? "" : endText(app, after.winner),
  ];
  return parts.filter(Boolean).join(" ");
}

/** What the side to move must do now, when that changes. */
function sayTask(app: App, region: Signal<string>): () => void {
  let said = "";
  return effect(() => {
    const text = app.phase.value === "turn" ? taskText(app) : said;
    if (text && text !== said) say(region, text);
    said = text;
  });
}

/** A message is said once: neither another language nor another setting repeats it. Its words may be loaded after it. */
function sayMessages(app: App, polite: Signal<string>, urgent: Signal<string>): () => void {
  let said = { id: 0, text: "", language: "" };
  return effect(() => {
    const message = app.message.value;
    if (!message) return;
    const { language } = app.settings.value;
    const text = tell(app, message);
    const isSaid = message.id === said.id && (text === said.text || language !== said.language);
    said = { id: message.id, text, language };
    if (!isSaid && text !== message.key) say(message.kind === "refusal" ? urgent : polite, text);
  });
}

function sayThreats(app: App, region: Signal<string>): () => void {
  let said: readonly Threat[] | null = app.settings.peek().threats ? app.threats.peek() : null;
  return effect(() => {
    const isAsked = app.settings.value.threats && app.snapshot.value.status === "playing";
    const threats = isAsked ? app.threats.value : null;
    if (threats !== null && threats !== said) say(region, threatsText(app, threats));
    said = threats;
  });
}

function threatsText(app: App, threats: readonly Threat[]): string {
  const snapshot = app.snapshot.peek();
  const list = threats.map((threat) =>
    t(app, "say.threat", {
      color: colorName(app, threat.player),
      column: columnLetter(snapshot, cellColumn(snapshot.board, threat.cell)),
      row: cellPlace(snapshot.board, threat.cell).y + 1,
    }),
  );
  if (list.length === 0) return t(app, "say.noThreats");
  return linesLose(app) ? `${t(app, "action.avoid")}: ${list.join("; ")}.` : t(app, "say.threats", { list: list.join("; ") });
}

function sayUpdate(app: App, region: Signal<string>): () => void {
  return effect(() => {
    if (app.isUpdateDue.value) say(region, t(app, "update.ready"));
  });
}

/** What the game taught, once the result is shown. */
function sayLesson(app: App, region: Signal<string>): () => void {
  return effect(() => {
    const text = showsResult(app) ? lessonText(app) : "";
    if (text) say(region, text);
  });
}

/** The number of waiting games comes first, because tabs show only the beginning of a title. */
function titlePage(app: App): () => void {
  return effect(() => {
    const name = t(app, "app.name");
    const turns = app.online.value?.turns.value ?? 0;
    const title = app.phase.value === "welcome" ? name : `${statusText(app)} – ${name}`;
    document.title = turns > 0 ? `(${turns}) ${title}` : title;
  });
}
