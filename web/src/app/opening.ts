// Games that come from outside: pasted text, a link, or the game left unfinished at the last visit.
import { effect } from "@preact/signals";
import { NOT_LOADED } from "../core/client";
import { linkedGame, pastedGame, placeInText } from "./links";
import type { Parts } from "./parts";
import { isSeated } from "./remote";
import { offerRetry, say } from "./state";
import { gameBeforeReload } from "./steps";
import { takeOldGame } from "./storage";
import type { Message } from "./types";

/** Reads notation, a link or JSON. Resolves to null, or to what is wrong with the text. */
export async function openText({ state, game, replay }: Parts, text: string): Promise<Message | null> {
  if (isSeated(state)) return { key: "note.playing", args: {}, kind: "refusal", id: 0 };
  const given = pastedGame(text);
  replay.stop();
  const error = await game.open(given);
  if (!error) return null;
  if (error.code === NOT_LOADED) return { key: "message.noVariant", args: {}, kind: "refusal", id: 0 };
  const args = { text: error.message, error: error.code, at: error.at < 0 ? 0 : placeInText(text, error.at) + 1 };
  return { key: error.at < 0 ? "message.notGame" : "message.badText", args, kind: "refusal", id: 0 };
}

/** The game in the address, or the one that was on the board before a reload, if there is one. */
export async function resumeGame(parts: Parts): Promise<void> {
  if (linkedGame(location.hash)) return openLink(parts);
  const old = takeOldGame();
  if (old) await parts.game.open(old.text, old.you);
  else await resumeSaved(parts, gameBeforeReload());
}

/** The game in the address, if there is one. */
export async function openLink(parts: Parts): Promise<void> {
  const { state, saved } = parts;
  const { hash } = location;
  const linked = linkedGame(hash);
  if (!linked) return;
  const before = saved.find(gameBeforeReload() ?? "");
  const wrong = await openText(parts, linked);
  if (wrong?.key === "message.noVariant") return offerRetry(state, () => void openLink(parts));
  if (wrong) return say(state, wrong.key, wrong.args, "refusal");
  state.linked.value = { id: state.gameId.peek(), hash };
  // A reload opens the link again.
  if (before?.text === state.snapshot.peek().text) saved.forget(before.id);
}

export async function resumeSaved(parts: Parts, id: string | null): Promise<void> {
  const { state, saved, game, replay } = parts;
  const found = id === null ? null : saved.find(id);
  if (!found) return;
  replay.stop();
  const error = await game.open(found.text, found.you, found);
  if (error?.code === NOT_LOADED) offerRetry(state, () => void resumeSaved(parts, id));
  else if (error) say(state, "message.core", { text: error.message, error: error.code }, "refusal");
}

/** Once a linked game goes on, its link no longer fits. */
export function watchLink({ state }: Parts): void {
  effect(() => {
    if (state.phase.value === "moving") state.linked.value = null;
  });
}
