// The texts of online play, loaded with its panels and not with the first load.
import type { App, Language } from "../../app/types";
import { addWords, type Args, fillIn } from "../texts/texts";
import { english } from "./english";
import { german } from "./german";

export type Word = keyof typeof english;

export const words: Readonly<Record<Language, Readonly<Record<Word, string>>>> = { en: english, de: german };

addWords(words);

/** Like `t`, for the texts of this folder. */
export function o(app: App, key: Word, args: Args = {}): string {
  const { language } = app.settings.value;
  return fillIn(language, words[language][key], args);
}

const isWord = (key: string): key is Word => key in english;

/** A quick message by its name in the server's list; the server's own text for a name the page does not know. */
export function quickText(app: App, name: string, text: string): string {
  const key = name.startsWith("emoji-") ? name.replace("-", ".") : `quick.${name}`;
  return isWord(key) ? o(app, key) : text || name;
}
