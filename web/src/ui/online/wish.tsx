// The game to ask for: board, clock, rated. Remembered between visits.
import { effect, signal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { write } from "../../app/storage";
import type { App } from "../../app/types";
import type { Me, Wish } from "../../online/types";
import { Choice, Switch } from "../kit/controls";
import { boardTitle } from "../texts/names";
import { gameName, kindOf } from "../../core/variants";
import { RulesField } from "../dialogs/rules_field";
import { BoardFields, boardOf, type Draft, draftOf } from "../dialogs/setup";
import { clockName, clocks } from "./time";
import { o } from "./words";

export interface WishDraft {
  readonly board: Signal<Draft>;
  readonly clock: Signal<string>;
  readonly isRated: Signal<boolean>;
}

interface Stored {
  readonly board: string;
  readonly clock: string;
  readonly isRated: boolean;
}

const usual: Stored = { board: "7x6", clock: "5+3", isRated: false };

/** Storage may hold anything. */
function readStored(): Stored {
  try {
    const stored = JSON.parse(localStorage.getItem("fourfall.wish") ?? "null") as Partial<Stored> | null;
    const { board, clock, isRated } = { ...usual, ...stored };
    if (typeof board !== "string" || !/^\d+x\d+(x\d+)?(c\d+)?(-\w+)*$/.test(board)) return usual;
    return { board, clock: clock in clocks ? clock : usual.clock, isRated: isRated === true };
  } catch {
    return usual;
  }
}

/** The draft is saved on every change until `stop` is called. */
export function makeWishDraft(app: App): WishDraft & { stop(): void } {
  const stored = readStored();
  const board = signal(draftOf({ ...app.setup.peek(), ...kindOf(stored.board) }));
  const clock = signal(stored.clock);
  const isRated = signal(stored.isRated);
  const stop = effect(() =>
    write("wish", { board: gameOf(board.value), clock: clock.value, isRated: isRated.value }),
  );
  return { board, clock, isRated, stop };
}

/** The game's name: its board, and its rules if they are not the standard ones. */
const gameOf = (draft: Draft): string => gameName({ ...draft.setup, board: boardOf(draft) });

export function wishOf({ board, clock, isRated }: WishDraft): Wish {
  const chosen = clocks[clock.value] ?? { kind: "none" };
  return { board: gameOf(board.value), clock: chosen, isRated: isRated.value && chosen.kind !== "none" };
}

/** The wish for a friend. The server rates such games between accounts only. */
export function friendWish(draft: WishDraft, me: Me | null): Wish {
  const wish = wishOf(draft);
  return { ...wish, isRated: wish.isRated && me !== null && !me.isGuest };
}

/** "Classic · 5 + 3 · rated" */
export function wishText(app: App, { board, clock, isRated }: Wish): string {
  const rated = o(app, isRated ? "find.isRated" : "find.friendly");
  return [boardTitle(app, board), clockName(app, clock), rated].join(" · ");
}

const labelOf = (app: App, name: string): string => clockName(app, clocks[name] ?? { kind: "none" }, true);

export function WishFields({ app, draft }: { app: App; draft: WishDraft }): JSX.Element {
  const hasClock = clocks[draft.clock.value]?.kind !== "none";
  return (
    <form class="wish" onSubmit={(event) => event.preventDefault()}>
      <BoardFields app={app} draft={draft.board} />
      <RulesField app={app} draft={draft.board} />
      <Choice
        legend={o(app, "clock.legend")}
        name="clock"
        options={Object.keys(clocks).map((value) => ({ value, label: labelOf(app, value) }))}
        value={draft.clock.value}
        onChange={(clock) => (draft.clock.value = clock)}
      />
      <Switch
        label={o(app, "find.rated")}
        hint={o(app, hasClock ? "find.ratedHint" : "find.ratedClock")}
        checked={draft.isRated.value && hasClock}
        disabled={!hasClock}
        onChange={(isRated) => (draft.isRated.value = isRated)}
      />
    </form>
  );
}
