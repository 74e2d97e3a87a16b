// Every text of the page, by key, in both languages.
//
// Keys the controller may use with app.say() and in answers of app.open():
//   message.full {column}        message.over              message.thinking        message.replay
//   message.hint {column}        message.noHint            message.undoNone        message.redoNone
//   message.opened               message.copied            message.copyFailed      message.badBoard {text}
//   message.badText {text, at}   message.notGame {text}    message.badFile {text}  message.noReview {text}
//   message.reviewReady          message.tallyReset        message.offline
//   message.online               message.installed         message.noGraphics      message.chosen {column}
//   message.kept {column}        message.unkept            message.keptFull {column}
//   message.soundOn              message.soundOff          message.core {text}     message.reviewing {moves}
//   message.noLanguage           message.refused {text}    hint.ACTION {column}
// {column} is the column's character in the notation, {at} a position counted from 1. {text} says what is wrong: it comes
// with a code in `error`, by which the German texts are found (core_german.ts). A sentence without a known code is
// never shown: it would be English.
import { signal } from "@preact/signals";
import type { App, Language, Message } from "../../app/types";
import { errorText, type Key, wordsIn } from "./languages";

export type { Key } from "./languages";
export type Args = Readonly<Record<string, string | number>>;

/** `{name}` inserts a value. `{name|# disc|# discs}` chooses singular or plural, with `#` for the number. */
const place = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;

export function fill(text: string, args: Args): string {
  return text.replace(place, (whole, name: string, one?: string, many?: string) => {
    const value = args[name];
    if (value === undefined) return whole;
    if (one === undefined || many === undefined) return String(value);
    return (Number(value) === 1 ? one : many).replace("#", String(value));
  });
}

/** The server calls a new player "Guest 1234", whatever their language. */
const guest = /^Guest (\d{4})$/;

/** A player's name in the language of the page: only guests have one that is not their own. */
export function playerName(app: Pick<App, "settings">, name: string): string {
  return nameIn(app.settings.value.language, name);
}

function nameIn(language: Language, name: string): string {
  const number = guest.exec(name)?.[1];
  return number ? fill(wordsIn(language)["seat.guest"], { number }) : name;
}

/** Like `fill`; names of guests are put into the language. */
export function fillIn(language: Language, text: string, args: Args): string {
  const said = Object.entries(args).map(([key, value]) => [key, typeof value === "string" ? nameIn(language, value) : value]);
  return fill(text, Object.fromEntries(said) as Args);
}

export function t(app: App, key: Key, args: Args = {}): string {
  const { language } = app.settings.value;
  return fillIn(language, wordsIn(language)[key], args);
}

type Later = Readonly<Record<Language, Readonly<Record<string, string>>>>;

const later = signal<Later>({ en: {}, de: {} });

/** Adds the messages of a part that is loaded later, so that `tell` can show them. The part keeps its other texts. */
export function addWords(words: Later): void {
  const { en, de } = later.peek();
  later.value = { en: { ...en, ...words.en }, de: { ...de, ...words.de } };
}

/** A message of the controller. A key without a text falls back to its group's `other`, then to the key itself. */
export function tell(app: Pick<App, "settings">, { key, args }: Pick<Message, "key" | "args">): string {
  const { language } = app.settings.value;
  const words: Readonly<Record<string, string>> = { ...later.value[language], ...wordsIn(language) };
  const text = words[key] ?? words[key.replace(/\..*/, ".other")] ?? key;
  const hasReason = text.includes("{text}");
  return fillIn(language, text, hasReason ? { ...args, text: errorText(language, String(args["error"] ?? ""), String(args["text"] ?? "")) } : args);
}
