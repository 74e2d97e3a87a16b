// The page's controller: puts the parts together and answers to the panels as `App`.
import { effect } from "@preact/signals";
import type { Core } from "../core/client";
import type { Snapshot } from "../core/types";
import { Advice, allowsAdvice } from "./advice";
import { home } from "./files";
import { Game } from "./game";
import { gameLink, linkedGame, pastedGame } from "./links";
import { watchConnection } from "./offline";
import { pngOf } from "./picture";
import { Playing } from "./playing";
import { isSeated, type RemoteHooks } from "./remote";
import { Replay } from "./replay";
import { createSound } from "./sound";
import { createState, say, type State } from "./state";
import { readGame, write } from "./storage";
import { Tallies } from "./tallies";
import type { App, Message } from "./types";
import { View } from "./view";

export interface Controller {
  readonly app: App;
  readonly view: View;
  /** The game in the address, or the one left unfinished, if there is one. */
  resume(): Promise<void>;
  readonly playing: Playing;
}

/** `words` finds the words for a message: the browser's own notices need them. */
export function createApp(core: Core, first: Snapshot, words: (app: App, message: Message) => string): Controller {
  const state = createState(first);
  const sound = createSound();
  const view = new View(state, sound, (column) => app.drop(column));
  const refused = (column: number) => {
    sound.refuse();
    view.scene?.refuse(column);
  };
  const tallies = new Tallies(state);
  const game = new Game(core, state, tallies, {
    landed: () => view.landed(),
    refused,
    ended: () => (state.snapshot.peek().winner === null ? sound.draw() : sound.win()),
  });
  const hooks: RemoteHooks = {
    landed: () => view.landed(),
    refused,
    stopReplay: () => replay.stop(),
    sound: (name) => sound[name](),
    words: (key, args = {}) => words(app, { key, args, kind: "info", id: 0 }),
  };
  const playing = new Playing(state, core, game, hooks, () => resume());
  const replay = new Replay(game, state);
  const advice = new Advice(core, state);
  const connection = watchConnection(state);
  followSettings(state, (on, volume) => sound.set(on, volume));
  clickSounds(() => sound.click());

  /** Whoever sits in a running game of the server leaves it first. */
  function isTaken(): boolean {
    if (isSeated(state)) say(state, "note.playing", {}, "refusal");
    return isSeated(state);
  }

  /** One move back or forth; a game of the server is only looked at. */
  function step(by: 1 | -1): void {
    if (isTaken()) return;
    if (state.remote.peek()) return void replay.seek(state.snapshot.peek().ply + by);
    replay.stop();
    void (by < 0 ? game.undo() : game.redo());
  }

  async function open(text: string): Promise<Message | null> {
    if (isSeated(state)) return { key: "note.playing", args: {}, kind: "refusal", id: 0 };
    const given = pastedGame(text);
    replay.stop();
    const isJson = given.startsWith("{");
    const error = await game.open(() => (isJson ? core.read(given) : core.open(given)));
    if (!error) return null;
    const args = { text: error.message, at: error.at + 1 };
    return { key: error.at < 0 ? "message.notGame" : "message.badText", args, kind: "refusal", id: 0 };
  }

  async function resume(): Promise<void> {
    const linked = linkedGame(location.hash);
    if (linked) {
      const wrong = await open(linked);
      if (wrong) say(state, wrong.key, wrong.args, "refusal");
      return;
    }
    const saved = readGame();
    if (saved) await game.open(() => core.open(saved.notation), saved.you);
  }

  addEventListener("hashchange", () => void (linkedGame(location.hash) && resume()));
  // A linked game that goes on is no longer the one in the address.
  effect(() => {
    if (state.phase.value === "moving" && location.hash) history.replaceState(null, "", location.pathname + location.search);
  });

  const app: App = {
    ...state,
    get scene() {
      return view.scene;
    },
    loadOnline: () => playing.load(),
    change: (settings) => {
      const before = state.settings.peek();
      const isHelp = (settings.scores && !before.scores) || (settings.threats && !before.threats);
      if (isHelp && !allowsAdvice(state)) say(state, "note.fairPlay", {}, "refusal");
      state.settings.value = { ...before, ...settings };
      const { sound } = state.settings.peek();
      if (sound !== before.sound) say(state, sound ? "message.soundOn" : "message.soundOff");
    },
    start: (setup) => {
      if (isTaken()) return;
      replay.stop();
      void game.start(setup);
    },
    restart: () => app.start({}),
    leave: () => {
      replay.stop();
      game.leave();
    },
    resetTally: () => tallies.reset(),
    drop: (column) => (state.remote.peek() ? playing.remote.drop(column) : game.drop(column)),
    undo: () => step(-1),
    redo: () => step(1),
    askHint: () => void advice.hint(),
    seek: (ply) => void replay.seek(ply),
    play: () => void replay.play(),
    continueFromHere: () => {
      if (isTaken()) return;
      replay.stop();
      game.continueFromHere();
    },
    startReview: () => void advice.review(),
    open,
    exportNotation: () => state.snapshot.peek().notation,
    exportJson: () => core.json(seatNames(state)),
    exportSvg: () => core.svg(seatNames(state)),
    exportPng: async () => pngOf(await core.svg(seatNames(state))),
    shareLink: () => gameLink(home().href + location.search, state.snapshot.peek().notation),
    setView: (name) => view.scene?.setView(name),
    say: (key, args, kind) => say(state, key, args, kind),
    install: () => connection.install(),
  };
  return { app, view, playing, resume };
}

/** Names for files and pictures, where nobody reads the page's own texts. */
function seatNames(state: State): [string, string] {
  const remote = state.remote.peek();
  if (remote) return [...remote.names];
  const you = state.you.peek();
  if (you === null) return ["Player 1", "Player 2"];
  const computer = `Computer (${state.setup.peek().level})`;
  return you === 0 ? ["You", computer] : [computer, "You"];
}

function followSettings(state: State, setSound: (on: boolean, volume: number) => void): void {
  effect(() => {
    const { theme, language, sound, volume, motion } = state.settings.value;
    Object.assign(document.documentElement.dataset, { theme, motion });
    document.documentElement.lang = language;
    setSound(sound, volume);
    write("settings", state.settings.value);
  });
}

function clickSounds(click: () => void): void {
  addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest("button, summary, a") : null;
    if (target && !target.matches("[data-column]")) click();
  });
}
