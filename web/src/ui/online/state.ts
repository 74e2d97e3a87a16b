// State that only the panels of online play need.
import { signal } from "@preact/signals";
import { PAGE_ERROR, type Refusal } from "../../online/refusal";
import type { Online } from "../../online/types";

/** The player was asked whether they really resign. */
export const isResignAsked = signal(false);

/** The last refusal on a screen; it stays until the next attempt. */
export const refusal = signal<Refusal | null>(null);

/** Runs an action and keeps its refusal. True: it worked. */
export async function attempt(action: () => Promise<Refusal | null>): Promise<boolean> {
  refusal.value = null;
  refusal.value = await action().catch((error: unknown) => {
    console.info(error);
    return PAGE_ERROR;
  });
  return refusal.peek() === null;
}

/** Loads a list again once there is a connection; without one the strip above the list says so. */
export async function refresh(online: Online, list: () => Promise<void>): Promise<void> {
  if ((await online.connect()) === null) await list();
}
