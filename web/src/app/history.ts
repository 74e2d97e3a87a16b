// The browser's history: whatever is opened (a game, a screen, a dialog, a sheet, a look back) is a step, and Back closes
// what was opened last. What the page itself closes takes its step away, so no press of Back does nothing.
//
// Each entry has all steps up to its own. A visit begins with its root entry, which may have several steps (a reload, a
// link to a game); below the root is another page.
import { effect } from "@preact/signals";
import { addressOf, makeLinksAbsolute } from "./address";
import { openLink, resumeSaved } from "./opening";
import type { Parts } from "./parts";
import type { State } from "./state";
import { currentEntry, isSame, nextSteps, openedBy, type Entry, type GameStep, type Opened, type Step } from "./steps";
import type { Screen } from "./types";

/** Browsers answer history.go() within a frame or two; if one never does, the page goes on without it. */
const ANSWER_MS = 2000;

interface HistoryHooks {
  leave(): void;
  /** Opens the game in the address. */
  openLink(): void;
  /** Both leave the board as it is if the game cannot be opened. */
  openRemote(gameId: string): Promise<void>;
  resumeSaved(id: string): Promise<void>;
  toPresent(): Promise<void>;
}

/** Whether the record is open as a sheet. */
interface Sheet {
  value: boolean;
}

class History {
  private steps: readonly Step[] = [];
  /** What the current entry of the browser has. */
  private shown: readonly Step[] = [];
  private index = 0;
  /** The entry that the page itself is on its way to. */
  private expected: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private work: Promise<void> = Promise.resolve();
  private isApplying = false;
  private isDue = false;
  /** The same screen is always the same object. */
  private readonly screens = new Map<string, Screen>();

  constructor(
    private readonly state: State,
    private readonly sheet: Sheet,
    private readonly hooks: HistoryHooks,
  ) {
    const entry = currentEntry();
    this.steps = this.shown = entry?.steps ?? nextSteps([], this.opened());
    this.index = entry?.index ?? 0;
    if (entry) this.reopen(openedBy(this.steps));
    else this.write("replaceState", this.steps);
    addEventListener("popstate", () => this.moved());
    effect(() => {
      this.opened();
      void this.state.linked.value;
      this.schedule();
    });
  }

  private opened(): Opened {
    const { phase, remote, gameId, screen, dialog } = this.state;
    const hasGame = phase.value !== "welcome";
    const remoteId = remote.value?.gameId ?? null;
    const id = remoteId ?? gameId.value;
    const game: GameStep | null = hasGame && id !== null ? { kind: "game", id, isRemote: remoteId !== null } : null;
    if (screen.value) this.screens.set(JSON.stringify(screen.value), screen.value);
    return {
      game,
      screen: screen.value,
      dialog: dialog.value === "review" ? null : dialog.value, // not a dialog: it opens the record
      hasSheet: hasGame && this.sheet.value,
      isReplay: phase.value === "replay",
    };
  }

  /** After everything that happens at once has happened. */
  private schedule(): void {
    if (this.isDue) return;
    this.isDue = true;
    queueMicrotask(() => {
      this.isDue = false;
      this.update();
    });
  }

  private update(): void {
    if (this.isApplying) return;
    this.steps = nextSteps(this.steps, this.opened());
    this.sync();
  }

  /** Brings the browser's history to the steps, one movement at a time. */
  private sync(): void {
    if (this.expected !== null) return;
    const root = this.shown.length - this.index;
    const wanted = isTouched() ? Math.max(0, this.steps.length - root) : this.index;
    if (wanted < this.index) return this.go(wanted);
    this.replace(this.steps.slice(0, this.steps.length - (wanted - this.index)));
    for (let count = this.shown.length; count < this.steps.length; count++) this.push(this.steps.slice(0, count + 1));
  }

  private go(index: number): void {
    this.expected = index;
    this.timer = setTimeout(() => this.lost(), ANSWER_MS);
    history.go(index - this.index);
  }

  /** The browser has no such entry: the current one becomes the root. */
  private lost(): void {
    this.expected = null;
    this.index = 0;
    this.shown = this.steps;
    this.write("replaceState", this.steps);
  }

  private replace(steps: readonly Step[]): void {
    if (!isSame(steps, this.shown) || this.address(steps) !== location.href) this.write("replaceState", steps);
  }

  private push(steps: readonly Step[]): void {
    this.index++;
    this.write("pushState", steps);
  }

  private write(how: "pushState" | "replaceState", steps: readonly Step[]): void {
    this.shown = steps;
    const address = this.address(steps);
    if (address !== location.href) makeLinksAbsolute();
    try {
      history[how]({ fourfall: { index: this.index, steps } } satisfies Entry, "", address);
    } catch {
      // Browsers limit how often a page may do this. The page works without it.
    }
  }

  private address(steps: readonly Step[]): string {
    const { game } = openedBy(steps);
    const linked = this.state.linked.peek();
    return addressOf(game?.isRemote ? game.id : null, linked !== null && linked.id === game?.id ? linked.hash : "");
  }

  /** The browser has moved to another entry: by Back or Forward, or because the page asked for it. */
  private moved(): void {
    const entry = currentEntry();
    const isOwn = entry !== null && entry.index === this.expected;
    clearTimeout(this.timer);
    this.expected = null;
    this.index = entry?.index ?? 0;
    this.shown = entry?.steps ?? this.steps;
    if (entry === null) return this.linked();
    if (isOwn) return this.sync();
    this.work = this.work.then(() => this.apply(entry.steps));
  }

  /** An entry of the browser's own: the address was changed by hand or by a link, after its #. */
  private linked(): void {
    history.replaceState({ fourfall: { index: 0, steps: this.steps } } satisfies Entry, "");
    this.hooks.openLink();
  }

  /** Opens and closes what the steps say. What cannot be opened again leaves the steps. */
  private async apply(steps: readonly Step[]): Promise<void> {
    this.isApplying = true;
    this.steps = steps;
    const wanted = openedBy(steps);
    const isHere = isSame(this.opened().game, wanted.game);
    this.state.dialog.value = wanted.dialog;
    if (!isHere) await this.bring(wanted.game);
    else if (!wanted.isReplay && this.state.phase.peek() === "replay") await this.hooks.toPresent();
    this.reopen(wanted);
    this.isApplying = false;
    this.update();
  }

  private async bring(game: GameStep | null): Promise<void> {
    if (game?.isRemote) return this.hooks.openRemote(game.id);
    this.hooks.leave();
    if (game) await this.hooks.resumeSaved(game.id);
  }

  private reopen({ screen, dialog, hasSheet }: Opened): void {
    this.state.screen.value = screen && (this.screens.get(JSON.stringify(screen)) ?? screen);
    this.state.dialog.value = dialog;
    if (this.state.phase.peek() !== "welcome") this.sheet.value = hasSheet;
  }
}

/** Called once, when the game that the address asks for is on the board. */
export function startHistory(parts: Parts, sheet: Sheet): void {
  const { state, game, replay, onlineLoader } = parts;
  new History(state, sheet, {
    leave: () => {
      replay.stop();
      game.leave();
    },
    openLink: () => void openLink(parts),
    openRemote: (gameId) => onlineLoader.open(gameId),
    resumeSaved: (id) => resumeSaved(parts, id),
    toPresent: () => replay.toEnd(),
  });
}

/** Before the first touch nothing is a step: Back must leave a page that opened something by itself. */
function isTouched(): boolean {
  return navigator.userActivation?.hasBeenActive ?? true;
}
