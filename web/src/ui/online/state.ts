// What only the panels of playing online know.
import { signal } from "@preact/signals";
import type { Online, Trouble } from "../../online/types";

/** A question that waits for an answer. */
export const asking = signal<"resign" | null>(null);

/** What went wrong last on a screen; it stands there until something else is tried. */
export const trouble = signal<Trouble>(null);

/** Tries something, and keeps what is wrong with it. True: it worked. */
export async function attempt(action: () => Promise<Trouble>): Promise<boolean> {
  trouble.value = null;
  const found = await action().catch((error: unknown) => ({
    code: "error",
    message: error instanceof Error ? error.message : String(error),
  }));
  trouble.value = found;
  return found === null;
}

/** Looks again at a list, once there is a connection; without one the strip above it says so. */
export async function refresh(online: Online, list: () => Promise<void>): Promise<void> {
  if ((await online.connect()) === null) await list();
}
