// The actions of `App`, each handed to the part that does it.
import { NOT_LOADED } from "../core/client";
import { canDo, gameName, type Action } from "../core/variants";
import { allowsAdvice } from "./advice";
import { home } from "./files";
import { gameLink } from "./links";
import { openText, resumeSaved } from "./opening";
import { drop, move, type Parts } from "./parts";
import { playerNames } from "./player_names";
import { isSeated } from "./remote";
import { offerRetry, say, type State } from "./state";
import { writeSetup } from "./storage";
import type { App, Language, Message, Settings, Setup, Texts } from "./types";

export function actionsOf(parts: Parts) {
  return {
    ...pageActions(parts),
    ...gameActions(parts),
    ...recordActions(parts),
    ...shareActions(parts),
  };
}

function pageActions({ state, view, advice, guideLoader, onlineLoader, connection, updates, texts }: Parts) {
  return {
    loadOnline: () => onlineLoader.load(),
    change: changer(state, texts),
    askHint: () => void advice.hint(),
    startReview: () => void advice.review(),
    stopReview: () => advice.stopReview(),
    setView: (name) => view.scene?.setView(name),
    say: (key, args, kind) => say(state, key, args, kind),
    install: () => connection.install(),
    update: () => updates.reload(),
    updateLater: () => updates.later(),
    tryLoading: (isWanted) => tryLoading(state, isWanted),
    startTour: (tour) => void guideLoader.load().then(({ tours }) => tours.begin(tour)),
    endTour: () => guideLoader.guide?.tours.end(),
    present: async (text) => guideLoader.guide?.tours.present(text),
  } satisfies Partial<App>;
}

function tryLoading({ retry }: State, isWanted: boolean): void {
  const again = retry.peek();
  retry.value = null;
  if (isWanted) again?.();
}

/** The panels and the voice never mix two languages: until the new one is there, the page keeps the old one. */
function changer(state: State, texts: Texts): App["change"] {
  let asked: Language | undefined;
  return (settings) => {
    const { language, ...others } = settings;
    asked = language ?? asked;
    const coming = language && texts.load(language);
    if (!coming) return changeSettings(state, settings);
    changeSettings(state, others);
    void coming.then((isThere) => {
      if (asked !== language) return;
      if (isThere) changeSettings(state, { language });
      else say(state, "message.noLanguage", {}, "refusal");
    });
  };
}

function changeSettings(state: State, settings: Partial<Settings>): void {
  const before = state.settings.peek();
  const asksForHelp = (settings.scores && !before.scores) || (settings.threats && !before.threats);
  if (asksForHelp && !allowsAdvice(state)) say(state, "note.fairPlay", {}, "refusal");
  state.settings.value = { ...before, ...settings };
  const { sound } = state.settings.peek();
  if (sound !== before.sound) say(state, sound ? "message.soundOn" : "message.soundOff");
}

/**
 * Remembers choices for the next game. Another board is shown behind the start page, unless the core refuses it. Rules that cannot be
 * loaded are no refusal: they are offered again.
 */
async function prepare(parts: Parts, change: Partial<Setup>): Promise<Message | null> {
  const { state, guideLoader } = parts;
  const next = { ...state.setup.peek(), ...change };
  const isOther = gameName(next) !== gameName(state.setup.peek()) || change.board !== undefined;
  const error = isOther ? await (await guideLoader.load()).demo.show(gameName(next)) : null;
  if (error?.code === NOT_LOADED) return offerRetry(state, () => void prepare(parts, change)), null;
  if (error) return { key: "message.badBoard", args: { text: error.message, error: error.code }, kind: "refusal", id: 0 };
  state.retry.value = null;
  state.setup.value = { ...state.setup.peek(), ...change };
  writeSetup(state.setup.peek());
  return null;
}

/** True, with a message, while the board shows a running online game that the player takes part in. */
function isBoardTaken(state: State): boolean {
  if (isSeated(state)) say(state, "note.playing", {}, "refusal");
  return isSeated(state);
}

function gameActions(parts: Parts) {
  const { state, game, replay, tallies, saved } = parts;
  const start: App["start"] = (setup) => {
    if (isBoardTaken(state)) return;
    replay.stop();
    void game.start(setup);
  };
  return {
    start,
    prepare: (setup) => prepare(parts, setup),
    restart: () => start({}),
    leave: () => {
      replay.stop();
      game.leave();
    },
    resumeSaved: (id) => void (isBoardTaken(state) || resumeSaved(parts, id)),
    forgetSaved: (id) => saved.forget(id),
    playOn: (how) => {
      if (isBoardTaken(state)) return;
      replay.stop();
      void game.playOn(how);
    },
    resetTally: () => tallies.reset(),
    drop: (column) => drop(parts, column),
    choose: (action) => choose(state, action),
    move: (code) => move(parts, code),
    cancelKept: () => cancelKept(parts),
  } satisfies Partial<App>;
}

function choose({ action, snapshot, phase }: State, wanted: Action): void {
  if (phase.peek() === "turn" && canDo(snapshot.peek(), wanted)) action.value = action.peek() === wanted ? "drop" : wanted;
}

function cancelKept({ state, kept }: Parts): boolean {
  const online = state.remote.peek() ? state.online.peek() : null;
  const isPremove = online !== null && (online.table.peek()?.premove ?? null) !== null;
  const isKept = state.queued.peek() !== null;
  if (isPremove) online.setPremove(null);
  kept.cancel();
  return isPremove || isKept;
}

function recordActions(parts: Parts) {
  const { state, game, replay } = parts;
  return {
    undo: () => step(parts, -1),
    redo: () => step(parts, 1),
    seek: (ply) => void replay.seek(ply),
    play: () => void replay.play(),
    continueFromHere: () => {
      if (isBoardTaken(state)) return;
      replay.stop();
      game.continueFromHere();
    },
    tryAgain: () => void tryAgain(parts),
  } satisfies Partial<App>;
}

/** An online game is tried again here, against the computer. */
async function tryAgain({ state, game, replay }: Parts): Promise<void> {
  const lesson = state.lesson.peek();
  if (lesson?.kind !== "lapse" || isBoardTaken(state)) return;
  const seat = state.remote.peek()?.seat;
  replay.stop();
  if (seat === 0 || seat === 1) return game.playOn({ mode: "cpu", you: seat, ply: lesson.ply });
  await game.seek(lesson.ply, false);
  game.continueFromHere();
}

/** One move back or forth. An online game that is over or watched can only be looked at. */
function step({ state, game, replay }: Parts, by: 1 | -1): void {
  if (isBoardTaken(state)) return;
  if (state.remote.peek()) return void replay.seek(state.snapshot.peek().ply + by);
  replay.stop();
  void (by < 0 ? game.undo() : game.redo());
}

function shareActions(parts: Parts) {
  const { state, core, words } = parts;
  const svg = (): Promise<string> => core.svg(playerNames(state, words));
  /** Loaded on demand: few visits need it. */
  const pictures = () => import("./picture");
  return {
    open: (text) => openText(parts, text),
    exportNotation: () => state.snapshot.peek().notation,
    exportJson: () => core.json(playerNames(state, words)),
    exportSvg: svg,
    exportPicture: async () => (await pictures()).pictureOf({ ...parts, svg }),
    sharePicture: async () => (await pictures()).sharePicture({ ...parts, svg }),
    shareLink: () => shareLink(state),
  } satisfies Partial<App>;
}

/** Empty for a game whose first moves are unknown: links hold notation. */
function shareLink(state: State): string {
  const { first, notation } = state.snapshot.peek();
  return first > 0 ? "" : gameLink(home().href + location.search, notation);
}
