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

/** Resolves to whether the texts are there; null: they were there before. */
export function loadLanguage(language: Language): Promise<boolean> | null {
  if (language === "en" || german.peek()) return null;
  return import("./german_part").then(
    (part) => (useGerman(part), true),
    (error: unknown) => (console.info(error), false),
  );
}

export function wordsIn(language: Language): Words {
  return (language === "de" && german.value?.german) || english;
}

/** What went wrong, by code: `text` is the core's own sentence, which is English. */
export function errorText(language: Language, code: string, text: string): string {
  const words = wordsIn(language);
  if (code === "E_CRASH") return words["error.crash"];
  if (code === "E_LOADING") return words["error.loading"];
  if (!code.startsWith("E_")) return words["error.other"];
  return (language === "de" ? german.value?.coreGerman[code] : text) || words["error.other"];
}
