// The languages of the page. English is always there; German is loaded when it is wanted.
import { signal } from "@preact/signals";
import type { Language } from "../../app/types";
import { english } from "./english";
import type * as Part from "./german_part";

export type Key = keyof typeof english;
export type Words = Readonly<Record<Key, string>>;

const german = signal<typeof Part | null>(null);

export function useGerman(part: typeof Part): void {
  german.value = part;
}

/** Resolves when the texts are there. If they cannot be loaded, the page stays English. */
export async function loadLanguage(language: Language): Promise<void> {
  if (language === "en" || german.peek()) return;
  await import("./german_part").then(useGerman, (error: unknown) => console.info(error));
}

export function wordsIn(language: Language): Words {
  return (language === "de" && german.value?.german) || english;
}

/** What went wrong, by code: `text` is the core's own sentence, which is English. */
export function errorText(language: Language, code: string, text: string): string {
  const words = wordsIn(language);
  if (code === "E_CRASH") return words["error.crash"];
  if (!code.startsWith("E_")) return words["error.other"];
  return (language === "de" ? german.value?.coreGerman[code] : text) || words["error.other"];
}
