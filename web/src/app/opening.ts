// Games that come from outside: pasted text, a link, or the game left unfinished at the last visit.
import { effect } from "@preact/signals";
import { currentGame } from "./address";
import { linkedGame, pastedGame } from "./links";
import type { Parts } from "./parts";
import { isSeated } from "./remote";
import { say } from "./state";
import { takeOldGame } from "./storage";
import type { Message } from "./types";

/** Reads notation, a link or JSON. Resolves to null, or to what is wrong with the text. */
export async function openText({ state, game, replay }: Parts, text: string): Promise<Message | null> {
  if (isSeated(state)) return { key: "note.playing", args: {}, kind: "refusal", id: 0 };
  const given = pastedGame(text);
  replay.stop();
  const error = await game.open(given);
  if (!error) return null;
  const args = { text: error.message, error: error.code, at: error.at + 1 };
  return { key: error.at < 0 ? "message.notGame" : "message.badText", args, kind: "refusal", id: 0 };
}

/** The game in the address, or the one that was on the board before a reload, if there is one. */
export async function resumeGame(parts: Parts): Promise<void> {
  const { state, game } = parts;
  const linked = linkedGame(location.hash);
  if (linked) {
    const wrong = await openText(parts, linked);
    if (wrong) say(state, wrong.key, wrong.args, "refusal");
    return;
  }
  const old = takeOldGame();
  if (old) await game.open(old.text, old.you);
  else await resumeSaved(parts, currentGame());
}

export async function resumeSaved({ state, saved, game, replay }: Parts, id: string | null): Promise<void> {
  const found = id === null ? null : saved.find(id);
  if (!found) return;
  replay.stop();
  const error = await game.open(found.text, found.you, found);
  if (error) say(state, "message.core", { text: error.message, error: error.code }, "refusal");
}

/** Opens the game of a changed address. Once a linked game goes on, it leaves the address, which no longer fits. */
export function followHash(parts: Parts): void {
  addEventListener("hashchange", () => void (linkedGame(location.hash) && resumeGame(parts)));
  effect(() => {
    const hasMoved = parts.state.phase.value === "moving";
    if (hasMoved && location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  });
}
