// The texts of profiles, lists and accounts, loaded with these panels and not with the first load.
import type { App, Language } from "../../app/types";
import { addWords, type Args, fillIn } from "../texts/texts";
import { english } from "./english";
import { german } from "./german";

export type Word = keyof typeof english;

export const words: Readonly<Record<Language, Readonly<Record<Word, string>>>> = { en: english, de: german };

addWords(words);

/** Like `t`, for the texts of this folder. */
export function r(app: App, key: Word, args: Args = {}): string {
  const { language } = app.settings.value;
  return fillIn(language, words[language][key], args);
}

export function numberText(app: App, value: number, digits = 0): string {
  const shape = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(app.settings.value.language, shape).format(value);
}

export function percentText(app: App, percent: number): string {
  return r(app, "figure.percent", { percent });
}

/** Games won or lost in a row; "none" after a draw. */
export function streakText(app: App, current: number): string {
  if (current === 0) return r(app, "streak.none");
  return r(app, current > 0 ? "streak.won" : "streak.lost", { count: Math.abs(current) });
}

const isDate = (text: string): boolean => !Number.isNaN(Date.parse(text));

export function dayText(app: App, at: string): string {
  if (!isDate(at)) return "";
  return new Intl.DateTimeFormat(app.settings.value.language, { dateStyle: "medium" }).format(new Date(at));
}

export function momentText(app: App, at: string): string {
  if (!isDate(at)) return "";
  const shape = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(app.settings.value.language, shape).format(new Date(at));
}

export function monthText(app: App, at: string): string {
  if (!isDate(at)) return "";
  const shape = { month: "long", year: "numeric" } as const;
  return new Intl.DateTimeFormat(app.settings.value.language, shape).format(new Date(at));
}
