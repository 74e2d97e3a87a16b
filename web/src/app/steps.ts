// What is open on the page, in the order in which it was opened: each is a step of the browser's history.
import type { Dialog, Screen } from "./types";

export interface GameStep {
  readonly kind: "game";
  readonly id: string;
  readonly isRemote: boolean;
}

interface ScreenStep {
  readonly kind: "screen";
  readonly screen: Screen;
}

export type Step =
  | GameStep
  | ScreenStep
  | { readonly kind: "dialog"; readonly dialog: Dialog }
  /** The record of the game as a sheet over the page. */
  | { readonly kind: "sheet" }
  /** An earlier position of the game. */
  | { readonly kind: "replay" };

export interface Opened {
  readonly game: GameStep | null;
  readonly screen: Screen | null;
  readonly dialog: Dialog | null;
  readonly hasSheet: boolean;
  readonly isReplay: boolean;
}

/** The state of an entry of the browser's history. */
export interface Entry {
  readonly fourfall: { readonly index: number; readonly steps: readonly Step[] };
}

export function currentEntry(): Entry["fourfall"] | null {
  const entry = (history.state as Partial<Entry> | null)?.fourfall;
  return entry && Array.isArray(entry.steps) ? entry : null;
}

/** The local game that was on the board before a reload. */
export function gameBeforeReload(): string | null {
  const game = openedBy(currentEntry()?.steps ?? []).game;
  return game && !game.isRemote ? game.id : null;
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isGame = (step: Step): step is GameStep => step.kind === "game";
const isScreen = (step: Step): step is ScreenStep => step.kind === "screen";

const last = <T extends Step>(steps: readonly Step[], is: (step: Step) => step is T): T | null => steps.filter(is).at(-1) ?? null;
const lastGameAt = (steps: readonly Step[]): number => steps.map(isGame).lastIndexOf(true);

/** What the steps say is open. A screen below a game is hidden by it. */
export function openedBy(steps: readonly Step[]): Opened {
  const above = steps.slice(lastGameAt(steps) + 1);
  const dialog = steps.find((step) => step.kind === "dialog");
  return {
    game: last(steps, isGame),
    screen: last(above, isScreen)?.screen ?? null,
    dialog: dialog?.kind === "dialog" ? dialog.dialog : null,
    hasSheet: steps.some(({ kind }) => kind === "sheet"),
    isReplay: steps.some(({ kind }) => kind === "replay"),
  };
}

/** The steps after something was opened or closed. */
export function nextSteps(before: readonly Step[], opened: Opened): Step[] {
  let steps = withScreen(withGame(before, opened), opened.screen);
  steps = withStep(steps, "dialog", opened.dialog && { kind: "dialog", dialog: opened.dialog });
  steps = withStep(steps, "sheet", opened.hasSheet ? { kind: "sheet" } : null);
  return withStep(steps, "replay", opened.isReplay ? { kind: "replay" } : null);
}

/**
 * A game that is opened from a screen stands over it, an online game over a local one, and a local game over the online
 * game it goes on from: Back leads there. Any other game takes the place of the one before.
 */
function withGame(steps: readonly Step[], { game, screen }: Opened): readonly Step[] {
  const at = lastGameAt(steps);
  const below = steps.slice(0, at);
  const above = steps.slice(at + 1);
  const before = steps[at];
  if (game === null) return above;
  if (before && isSame(before, game)) return steps;
  const screenAt = steps.map(isScreen).lastIndexOf(true);
  if (screenAt > at && screen === null) return [...steps.slice(0, screenAt + 1), game];
  const isOverOther = before !== undefined && isGame(before) && before.isRemote !== game.isRemote;
  return before && !isOverOther ? [...below, game, ...above] : [...steps.slice(0, at + 1), game, ...above];
}

/** Profiles and lists of games stand over the screen they were opened from; the places of the navigation do not. */
function withScreen(steps: readonly Step[], screen: Screen | null): readonly Step[] {
  const at = lastGameAt(steps) + 1;
  const below = steps.slice(0, at);
  const above = steps.slice(at);
  const others = above.filter((step) => !isScreen(step));
  if (screen === null) return [...below, ...others];
  const known = above.findIndex((step) => isScreen(step) && isSame(step.screen, screen));
  if (known >= 0) return [...below, ...above.filter((step, i) => i <= known || !isScreen(step))];
  const isPlace = screen.kind !== "profile" && screen.kind !== "games" && screen.kind !== "moderation";
  return [...below, ...(isPlace ? others : above), { kind: "screen", screen }];
}

/** There is at most one step of these kinds. */
function withStep(steps: readonly Step[], kind: Step["kind"], wanted: Step | null): Step[] {
  if (wanted === null) return steps.filter((step) => step.kind !== kind);
  const isThere = steps.some((step) => step.kind === kind);
  return isThere ? steps.map((step) => (step.kind === kind ? wanted : step)) : [...steps, wanted];
}
