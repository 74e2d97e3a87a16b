// Every word of the page, by key, in both languages.
//
// Keys the controller may use with app.say() and in what app.open() answers:
//   message.full {column}        message.over              message.thinking        message.replay
//   message.hint {column}        message.noHint            message.undoNone        message.redoNone
//   message.opened               message.copied            message.copyFailed      message.badBoard {text}
//   message.badText {text, at}   message.notGame {text}    message.badFile {text}  message.noReview {text}
//   message.reviewReady          message.tallyReset        message.offlineReady    message.offline
//   message.online               message.installed         message.noGraphics      message.chosen {column}
//   message.soundOn              message.soundOff          message.core {text}     message.reviewing {moves}
// {column} is the column's character in the notation, {text} words of the core (English), {at} a place from 1.
import { signal } from "@preact/signals";
import type { App, Language, Message } from "../../app/types";
import { english } from "./english";
import { german } from "./german";

export type Key = keyof typeof english;
export type Args = Readonly<Record<string, string | number>>;

type Words = Readonly<Record<Key, string>>;

export const dictionaries: Readonly<Record<Language, Words>> = { en: english, de: german };

/** `{name}` puts a value in; `{name|# disc|# discs}` chooses by number, `#` being the number. */
const place = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;

export function fill(text: string, args: Args): string {
  return text.replace(place, (whole, name: string, one?: string, many?: string) => {
    const value = args[name];
    if (value === undefined) return whole;
    if (one === undefined || many === undefined) return String(value);
    return (Number(value) === 1 ? one : many).replace("#", String(value));
  });
}

export function t(app: App, key: Key, args: Args = {}): string {
  return fill(dictionaries[app.settings.value.language][key], args);
}

type Later = Readonly<Record<Language, Readonly<Record<string, string>>>>;

const later = signal<Later>({ en: {}, de: {} });

/** Words of a part of the page that is not there from the start; for `tell` only, the part knows its own. */
export function addWords(words: Later): void {
  const { en, de } = later.peek();
  later.value = { en: { ...en, ...words.en }, de: { ...de, ...words.de } };
}

/** A message of the controller; a key without words is shown as it is, so that nothing is lost. */
export function tell(app: App, message: Message): string {
  const { language } = app.settings.value;
  const words: Readonly<Record<string, string>> = dictionaries[language];
  return fill(words[message.key] ?? later.value[language][message.key] ?? message.key, message.args);
}
