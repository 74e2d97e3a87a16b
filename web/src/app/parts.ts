// The controller's parts, put together.
import { effect } from "@preact/signals";
import type { Core } from "../core/client";
import type { Snapshot } from "../core/types";
import { Advice } from "./advice";
import { Finale, outcomeOf } from "./finale";
import { Game } from "./game";
import { GuideLoader } from "./guide_loader";
import { watchConnection } from "./offline";
import { KeptMove } from "./kept_move";
import { Network } from "./network";
import { OnlineLoader } from "./online_loader";
import { SavedGames } from "./saved";
import type { RemoteHooks } from "./remote";
import { Replay } from "./replay";
import { Sound } from "./sound";
import { createState, type State } from "./state";
import { Tallies } from "./tallies";
import { Teacher } from "./teacher";
import type { Texts } from "./types";
import { Updates } from "./updates";
import { View } from "./view";

export interface Parts {
  readonly core: Core;
  readonly state: State;
  readonly sound: Sound;
  readonly view: View;
  readonly tallies: Tallies;
  readonly saved: SavedGames;
  readonly kept: KeptMove;
  readonly game: Game;
  readonly replay: Replay;
  readonly advice: Advice;
  readonly guideLoader: GuideLoader;
  readonly onlineLoader: OnlineLoader;
  readonly connection: ReturnType<typeof watchConnection>;
  readonly updates: Updates;
  readonly texts: Texts;
  /** Finds a text in the person's language. */
  readonly words: RemoteHooks["words"];
}

export function createParts(core: Core, first: Snapshot, texts: Texts): Parts {
  const state = createState(first);
  const sound = new Sound();
  effect(() => {
    if (state.phase.value !== "moving") state.landed.value = state.snapshot.value;
  });
  const view = new View(state, sound, (column) => drop(parts, column), (code) => move(parts, code));
  const finale = (view.finale = new Finale(state, sound, view));
  const tallies = new Tallies(state);
  const kept = new KeptMove(state);
  const saved = new SavedGames(state);
  const refused = (column: number) => {
    sound.refuse();
    view.scene?.refuse(column);
  };
  const game = new Game(core, state, tallies, saved, kept, {
    landed: () => view.landed(),
    refused,
    ended: () => finale.ended(outcomeOf(state, state.snapshot.peek())),
    playKept: (column) => drop(parts, column),
  });
  const replay = new Replay(game, state);
  const hooks: RemoteHooks = {
    landed: () => view.landed(),
    refused,
    stopReplay: () => replay.stop(),
    playReplay: () => void replay.play(),
    isMotionReduced: () => view.isMotionReduced,
    keep: (column) => kept.press(column),
    releaseLocal: () => void saved.release(),
    sound: (name) => (name === "win" || name === "lose" || name === "draw" ? finale.ended(name) : sound[name]()),
    words: (key, args = {}) => texts.tell(state, { key, args, kind: "info", id: 0 }),
  };
  const onlineLoader = new OnlineLoader(state, core, hooks, game);
  const advice = new Advice(core, state);
  if (core.canSearch) {
    new Teacher(core, state);
    new Network(core, state);
  }
  const guideLoader = new GuideLoader([core, state, view]);
  const connection = watchConnection(state);
  const updates = new Updates(state);
  const { words } = hooks;
  const parts = { core, state, sound, view, tallies, saved, kept, game, replay, advice, guideLoader, onlineLoader, connection, updates, texts, words };
  return parts;
}

/** A move of a variant, by its number. */
export function move({ state, onlineLoader, game }: Parts, code: number): void {
  if (state.remote.peek()) onlineLoader.remote.move(code);
  else game.move(code);
}

/** A person drops a disc, on whichever game the board shows. */
export function drop({ state, onlineLoader, game }: Parts, column: number): void {
  if (state.remote.peek()) onlineLoader.remote.drop(column);
  else game.drop(column);
}
